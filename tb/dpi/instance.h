// SPDX-License-Identifier: Apache-2.0
// What is behind a handle.
#ifndef FLITLOCK_TB_INSTANCE_H
#define FLITLOCK_TB_INSTANCE_H

#include <stdbool.h>

#include "dpi/golden_dpi.h"
#include "dpi/kinds.h"
#include "dpi/messages.h"
#include "dpi/payload.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FLITLOCK_DPI_HEADER_WORDS (FLITLOCK_HEADER_BITS / 32)

// Where the lanes lie in a vector of `step`.
struct flitlock_dpi_lanes {
  size_t credit;   // bit
  size_t header;   // word
  size_t payload;  // byte
  size_t lane;     // bytes of one payload lane
  size_t bits;     // of the whole vector
};

struct flitlock_dpi_instance {
  const struct flitlock_dpi_kind *kind;
  const struct flitlock_block_ops *ops;  // golden C for DPI; any block of the kind for hosts in C and C++
  char *name;
  int status;      // FLITLOCK_OK, or what keeps it from being stepped
  uint64_t given;  // bit k: parameter k of the kind has been given
  union flitlock_dpi_params params;
  struct flitlock_dpi_sizes sizes;
  struct flitlock_dpi_lanes lanes;
  size_t port_bits;
  struct flitlock_block *block;
  struct flitlock_port_info port[FLITLOCK_MAX_PORTS];  // of the block; a lane that it does not have is all 0
  bool borrowed;  // `block` was made by the host, from these parameters, and is destroyed by it: set before open
  struct flitlock_payload payload;
  bool started;              // stepped since reset
  unsigned long long cycle;  // of the last step
  bool complained;           // R-IN-2, since reset
  uint32_t *in;              // the vector of the step, masked
  uint32_t *other;           // a second one, for compare
  struct flitlock_flit in_flit[FLITLOCK_MAX_PORTS];
  struct flitlock_flit out_flit[FLITLOCK_MAX_PORTS];
  uint32_t in_credit[FLITLOCK_MAX_PORTS];
  uint32_t out_credit[FLITLOCK_MAX_PORTS];
  struct flitlock_dpi_messages messages;
};

static inline struct flitlock_dpi_lanes flitlock_dpi_lanes_of(size_t ports, size_t vcs, size_t unit_bytes) {
  struct flitlock_dpi_lanes lanes;
  const size_t valid = (ports + 31) / 32;
  lanes.credit = 32 * valid;
  lanes.lane = 2 * unit_bytes;
  lanes.header = valid + (2 * vcs * ports + 31) / 32;
  lanes.payload = (lanes.header + FLITLOCK_DPI_HEADER_WORDS * ports) * 4;
  lanes.bits = (lanes.payload + lanes.lane * ports) * 8;
  return lanes;
}

// ---- Pins (pins.c): what flitlock_dpi_step and its like do, without handles. `params` is filled between new and open.

// NULL: no memory.
struct flitlock_dpi_instance *flitlock_dpi_new(const char *name, const struct flitlock_dpi_kind *kind,
                                               const struct flitlock_block_ops *ops);
int flitlock_dpi_open(struct flitlock_dpi_instance *instance);
// After a change of the route, which a borrowed block cannot be told.
int flitlock_dpi_reopen(struct flitlock_dpi_instance *instance);
void flitlock_dpi_restart(struct flitlock_dpi_instance *instance);
int flitlock_dpi_edge(struct flitlock_dpi_instance *instance, unsigned long long cycle, const uint32_t *in,
                      uint32_t *out);
void flitlock_dpi_free(struct flitlock_dpi_instance *instance);

// ---- Handshake

// What flitlock_dpi_create was told, apart from the name.
struct flitlock_dpi_offer {
  int abi, vector_bits, port_bits, ports, vcs, max_len, unit_bytes;
  unsigned in_units, out_units, registered, arbiter;
  const uint32_t *layout, *input_depth, *crossbar_depth, *output_depth, *credits, *vc_map, *vc_weight, *in_weight;
};
// Fills the parameters of a router and `lanes`. FLITLOCK_DPI_E_HANDSHAKE with a message.
int flitlock_dpi_handshake(struct flitlock_dpi_instance *instance, const struct flitlock_dpi_offer *offer);

// Parts of it that every kind has. `systemverilog` and `c` are what both sides have.
int flitlock_dpi_same(struct flitlock_dpi_instance *instance, const char *what, long systemverilog, long c);
int flitlock_dpi_within(struct flitlock_dpi_instance *instance, const char *what, long value, long low, long high);
int flitlock_dpi_check_layout(struct flitlock_dpi_instance *instance, int abi, const uint32_t *layout);
int flitlock_dpi_check_vectors(struct flitlock_dpi_instance *instance, int vector_bits, int port_bits);

// A parameter by its name (parameters.c), `bits` wide; and whether all have been given.
int flitlock_dpi_give(struct flitlock_dpi_instance *instance, const char *name, int bits, const uint32_t *value);
bool flitlock_dpi_is_input(const struct flitlock_dpi_instance *instance, const char *name);
int flitlock_dpi_all_given(struct flitlock_dpi_instance *instance);

#ifdef __cplusplus
}
#endif
#endif
