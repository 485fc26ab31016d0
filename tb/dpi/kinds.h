// SPDX-License-Identifier: Apache-2.0
// What the bridge knows of each kind of block: its parameters by the names they have in SystemVerilog, its size, and
// the rules that its outputs follow. All kinds have the same lanes, so that everything else is common to them.
#ifndef FLITLOCK_TB_KINDS_H
#define FLITLOCK_TB_KINDS_H

#include <stdbool.h>

#include "flitlock/l2_slice.h"
#include "flitlock/link_tlb.h"
#include "flitlock/lockstep.h"
#include "flitlock/router.h"

#ifdef __cplusplus
extern "C" {
#endif

union flitlock_dpi_params {
  struct flitlock_router_params router;
  struct flitlock_l1_tlb_params l1_link_tlb;
  struct flitlock_l2_tlb_params l2_link_tlb;
  struct flitlock_l2_slice_params l2_slice;
};

// A parameter of a module and where it belongs in the parameters of the block in C.
struct flitlock_dpi_parameter {
  const char *name;
  uint16_t bits;      // of an element in SystemVerilog
  uint16_t elements;  // 0: one for each VC
  bool input;         // a static input of the module, not a parameter: given at any time, outside of a run
  bool mask;          // element k is bit k of one member; otherwise each has a member of its own
  uint8_t size;       // bytes of a member
  size_t offset;      // of the first
};

struct flitlock_dpi_sizes {
  uint32_t ports, vcs, unit_bytes;
  uint64_t through;  // inputs whose packets pass through the block; what arrives on others ends in it
  size_t packets;    // that can be inside at one time, of those that pass through
};

struct flitlock_dpi_kind {
  const char *block;  // as a user calls it
  const struct flitlock_block_ops *golden;
  // NULL: the kind is made by a call of its own (flitlock_dpi_create).
  const struct flitlock_dpi_parameter *parameters;
  size_t parameter_count;
  void (*defaults)(union flitlock_dpi_params *params);
  // What the block wants to know and the module has no parameter for. NULL: nothing.
  void (*complete)(union flitlock_dpi_params *params);
  struct flitlock_dpi_sizes (*sizes)(const union flitlock_dpi_params *params);
  const struct flitlock_output_rule *rules;  // lockstep.h
  // A port that shows what the block did, and in words what a flit of it says that `other` does not. NULL: there is
  // none.
  const char *shows;
  void (*shown)(const struct flitlock_flit *flit, const struct flitlock_flit *other, char *text, size_t size);
};

extern const struct flitlock_dpi_kind flitlock_dpi_router;
extern const struct flitlock_dpi_kind flitlock_dpi_l1_link_tlb;
extern const struct flitlock_dpi_kind flitlock_dpi_l2_link_tlb;
extern const struct flitlock_dpi_kind flitlock_dpi_l2_slice;

// Lines of a list of parameters: an integer of SystemVerilog; a vector of one number; a vector of `count` elements, one
// for each VC if it is 0; a static input.
#define FLITLOCK_DPI_INTEGER(type, text, member) FLITLOCK_DPI_NUMBER(type, text, 32, member)
#define FLITLOCK_DPI_NUMBER(type, text, width, member)                                      \
  {                                                                                         \
    .name = (text), .bits = (width), .elements = 1, .size = sizeof(((type *)NULL)->member), \
    .offset = offsetof(type, member)                                                        \
  }
#define FLITLOCK_DPI_LIST(type, text, width, count, member)                                          \
  {                                                                                                  \
    .name = (text), .bits = (width), .elements = (count), .size = sizeof(((type *)NULL)->member[0]), \
    .offset = offsetof(type, member)                                                                 \
  }
#define FLITLOCK_DPI_INPUT(type, text, width, member)                                                      \
  {                                                                                                        \
    .name = (text), .bits = (width), .elements = 1, .input = true, .size = sizeof(((type *)NULL)->member), \
    .offset = offsetof(type, member)                                                                       \
  }

// The kind whose golden block has this name, such as "l1_link_tlb", if it is made by flitlock_dpi_create_block; NULL:
// there is none.
const struct flitlock_dpi_kind *flitlock_dpi_find_kind(const char *name);

// Adds to a text that ends.
__attribute__((format(printf, 3, 4))) void flitlock_dpi_add(char *text, size_t size, const char *format, ...);

// A flit of the largest packet that goes through all buffers of `depths` entries, on a link of `width` units.
void flitlock_dpi_limit_len(uint32_t *max_len, const uint16_t *depths, uint32_t vcs, uint32_t width);

#ifdef __cplusplus
}
#endif
#endif
