// SPDX-License-Identifier: Apache-2.0
// The declarations of a VCD file: scopes, variables, legal and unique names, identifier codes.
#ifndef FLITLOCK_MODEL_OBSERVE_VCD_SCOPES_H
#define FLITLOCK_MODEL_OBSERVE_VCD_SCOPES_H

#include <stdint.h>
#include <stdio.h>

#define VCD_NAME_SIZE 64
#define VCD_NONE      UINT32_MAX

struct vcd_scope {
  char name[VCD_NAME_SIZE];
  uint32_t first_child, last_child, next;  // scopes, in order of creation
  uint32_t first_var, last_var;
};

struct vcd_var {
  char name[VCD_NAME_SIZE];
  char code[6];
  uint16_t bits;
  uint32_t next;
};

struct vcd_scopes {
  struct vcd_scope *scope;  // scope 0 is the root, above the top scopes
  uint32_t scope_count, scope_capacity;
  struct vcd_var *var;
  uint32_t var_count, var_capacity;
};

// Makes `name` legal (letters, digits, '_', '$'; no digit first), in a buffer of VCD_NAME_SIZE.
void flitlock_vcd_legal_name(const char *name, size_t length, char *legal);
// The scope at the dotted `path` below `parent`, made as far as it does not exist. VCD_NONE: out of memory.
uint32_t flitlock_vcd_scope(struct vcd_scopes *scopes, uint32_t parent, const char *path);
// Adds a variable to a scope; a name that is taken there gets a number. Returns its index, or VCD_NONE.
uint32_t flitlock_vcd_var(struct vcd_scopes *scopes, uint32_t scope, const char *name, unsigned bits);
// 1 for success: the root exists.
int flitlock_vcd_scopes_init(struct vcd_scopes *scopes);
void flitlock_vcd_scopes_free(struct vcd_scopes *scopes);
void flitlock_vcd_declare(const struct vcd_scopes *scopes, FILE *file);

#endif
