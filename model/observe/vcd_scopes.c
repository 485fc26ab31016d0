// SPDX-License-Identifier: Apache-2.0
#include "observe/vcd_scopes.h"

#include <stdlib.h>
#include <string.h>

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

void flitlock_vcd_legal_name(const char *name, size_t length, char *legal) {
  size_t at = 0;
  if (length == 0 || !is_letter(name[0])) legal[at++] = '_';
  for (size_t c = 0; c < length && at + 1U < VCD_NAME_SIZE; c++) {
    int good = is_letter(name[c]) || (name[c] >= '0' && name[c] <= '9') || name[c] == '$';
    legal[at++] = name[c];
    if (!good) legal[at - 1U] = '_';
  }
  legal[at] = '\0';
}

// Makes room for one more element of an array.
static void *grown(void *array, uint32_t count, uint32_t *capacity, size_t size) {
  if (count < *capacity) return array;
  uint32_t more = *capacity ? 2U * *capacity : 64U;
  void *moved = realloc(array, more * size);
  if (moved) *capacity = more;
  return moved;
}

static uint32_t add_scope(struct vcd_scopes *scopes, const char *legal) {
  struct vcd_scope *scope = grown(scopes->scope, scopes->scope_count, &scopes->scope_capacity, sizeof *scope);
  if (!scope) return VCD_NONE;
  scopes->scope = scope;
  scope += scopes->scope_count;
  memset(scope, 0, sizeof *scope);
  snprintf(scope->name, sizeof scope->name, "%s", legal);
  scope->first_child = scope->last_child = scope->next = scope->first_var = scope->last_var = VCD_NONE;
  return scopes->scope_count++;
}

static uint32_t find_child(const struct vcd_scopes *scopes, uint32_t parent, const char *legal) {
  uint32_t child = scopes->scope[parent].first_child;
  while (child != VCD_NONE && strcmp(scopes->scope[child].name, legal) != 0) {
    child = scopes->scope[child].next;
  }
  return child;
}

static uint32_t child_of(struct vcd_scopes *scopes, uint32_t parent, const char *name, size_t length) {
  char legal[VCD_NAME_SIZE];
  flitlock_vcd_legal_name(name, length, legal);
  uint32_t child = find_child(scopes, parent, legal);
  if (child != VCD_NONE) return child;
  child = add_scope(scopes, legal);
  if (child == VCD_NONE) return VCD_NONE;
  struct vcd_scope *above = &scopes->scope[parent];
  if (above->last_child == VCD_NONE) {
    above->first_child = child;
  } else {
    scopes->scope[above->last_child].next = child;
  }
  above->last_child = child;
  return child;
}

uint32_t flitlock_vcd_scope(struct vcd_scopes *scopes, uint32_t parent, const char *path) {
  while (*path && parent != VCD_NONE) {
    size_t length = strcspn(path, ".");
    parent = child_of(scopes, parent, path, length);
    path += length;
    path += *path == '.';
  }
  return parent;
}

static int taken(const struct vcd_scopes *scopes, uint32_t scope, const char *name) {
  if (find_child(scopes, scope, name) != VCD_NONE) return 1;
  for (uint32_t v = scopes->scope[scope].first_var; v != VCD_NONE; v = scopes->var[v].next) {
    if (strcmp(scopes->var[v].name, name) == 0) return 1;
  }
  return 0;
}

// Number in base 94, the printable characters: compact codes, in the order of the variables.
static void make_code(uint32_t number, char code[6]) {
  size_t at = 0;
  do {
    code[at++] = (char)('!' + number % 94U);
    number /= 94U;
  } while (number > 0 && at < 5U);
  code[at] = '\0';
}

uint32_t flitlock_vcd_var(struct vcd_scopes *scopes, uint32_t scope, const char *name, unsigned bits) {
  if (scope == VCD_NONE) return VCD_NONE;
  struct vcd_var *var = grown(scopes->var, scopes->var_count, &scopes->var_capacity, sizeof *var);
  if (!var) return VCD_NONE;
  scopes->var = var;
  var += scopes->var_count;
  memset(var, 0, sizeof *var);
  char legal[VCD_NAME_SIZE];
  flitlock_vcd_legal_name(name, strlen(name), legal);
  snprintf(var->name, sizeof var->name, "%s", legal);
  for (unsigned number = 2; taken(scopes, scope, var->name); number++) {
    snprintf(var->name, sizeof var->name, "%.52s_%u", legal, number);
  }
  make_code(scopes->var_count, var->code);
  var->bits = (uint16_t)bits;
  var->next = VCD_NONE;
  struct vcd_scope *above = &scopes->scope[scope];
  if (above->last_var == VCD_NONE) {
    above->first_var = scopes->var_count;
  } else {
    scopes->var[above->last_var].next = scopes->var_count;
  }
  above->last_var = scopes->var_count;
  return scopes->var_count++;
}

int flitlock_vcd_scopes_init(struct vcd_scopes *scopes) {
  memset(scopes, 0, sizeof *scopes);
  return add_scope(scopes, "") == 0;
}

void flitlock_vcd_scopes_free(struct vcd_scopes *scopes) {
  free(scopes->scope);
  free(scopes->var);
  memset(scopes, 0, sizeof *scopes);
}

static void declare_scope(const struct vcd_scopes *scopes, uint32_t number, FILE *file) {
  const struct vcd_scope *scope = &scopes->scope[number];
  if (number != 0) fprintf(file, "$scope module %s $end\n", scope->name);
  for (uint32_t v = scope->first_var; v != VCD_NONE; v = scopes->var[v].next) {
    const struct vcd_var *var = &scopes->var[v];
    if (var->bits == 1) {
      fprintf(file, "$var wire 1 %s %s $end\n", var->code, var->name);
    } else {
      fprintf(file, "$var wire %u %s %s [%u:0] $end\n", var->bits, var->code, var->name, var->bits - 1U);
    }
  }
  for (uint32_t child = scope->first_child; child != VCD_NONE; child = scopes->scope[child].next) {
    declare_scope(scopes, child, file);
  }
  if (number != 0) fputs("$upscope $end\n", file);
}

void flitlock_vcd_declare(const struct vcd_scopes *scopes, FILE *file) { declare_scope(scopes, 0, file); }
