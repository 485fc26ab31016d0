// SPDX-License-Identifier: Apache-2.0
// The state of a golden router.
//
// Beside the buffers it keeps what makes a step cheap: masks of what could move. A bit of `work[level]` is set where
// the level has to look at that input or output; a look that finds nothing to move clears it, and whatever could change
// the answer (an arrival, a credit, a pop that makes room) sets it again. A router whose three masks are empty sleeps:
// a step of it would change nothing.
#ifndef FLITLOCK_MODEL_ROUTER_STATE_H
#define FLITLOCK_MODEL_ROUTER_STATE_H

#include "flitlock/router.h"
#include "router/arbiter.h"
#include "router/fifo.h"

enum { FLITLOCK_L1, FLITLOCK_L2, FLITLOCK_L3, FLITLOCK_LEVELS };
enum { FLITLOCK_STAGE_INPUT, FLITLOCK_STAGE_CROSSBAR, FLITLOCK_STAGE_OUTPUT };

#define FLITLOCK_NO_VC 255

// How the entries of an input buffer become flits of output width, R-W.
enum flitlock_conversion { FLITLOCK_SAME, FLITLOCK_SPLIT, FLITLOCK_MERGE };

// What L1 has to know about the packet at the front of an input buffer.
struct flitlock_front {
  struct flitlock_fifo *to;  // its crossbar buffer; one of depth 0 if there is no way
  uint8_t out;               // R-RT; FLITLOCK_NO_PORT if there is no way
  uint8_t vc;                // R-L1-7
  uint8_t need;              // flits of the packet at the output's width
  uint8_t conversion;        // enum flitlock_conversion
};

// What came last on a link, for R-INV-3 and R-FL-3.
struct flitlock_link_check {
  uint8_t inside;  // a head was seen and its tail not yet
  uint8_t vc, len, seq;
  uint32_t src, id;
};

struct flitlock_router_in {
  uint32_t ready;  // VCs with a visible flit
  uint8_t exists;
  uint8_t width;
  uint8_t hold;   // VC that holds the L1 grant, R-L1-4
  uint8_t moved;  // units of the front entry of `hold` that have moved, R-W-2
  uint8_t weight;
  struct flitlock_arbiter_state l1;
  struct flitlock_front front[FLITLOCK_MAX_VCS];  // valid where the input buffer is not empty
  uint8_t vc_map[FLITLOCK_MAX_VCS];
  struct flitlock_link_check link;
};

struct flitlock_router_out {
  uint64_t inputs;  // inputs with a visible flit in crossbar_buffer[*][this]
  uint32_t ready;   // VCs with a visible flit in output_buffer[this]
  uint8_t exists;
  uint8_t width;
  uint8_t l2_hold_in;  // pair that holds the L2 grant; VC FLITLOCK_NO_VC: none
  uint8_t l2_hold_vc;
  uint8_t l3_hold;  // VC that holds the L3 grant
  struct flitlock_arbiter_state l2, l3;
  uint16_t credits[FLITLOCK_MAX_VCS];
  uint16_t far_depth[FLITLOCK_MAX_VCS];
};

// A registered buffer that took a flit at this edge.
struct flitlock_fresh {
  uint8_t stage, in, out, vc;
};

struct flitlock_block {
  uint64_t work[FLITLOCK_LEVELS];
  uint64_t in_ports;   // ports that have an input
  uint64_t out_ports;  // ports that have an output
  uint32_t ports;
  uint32_t vcs;
  uint32_t max_len;
  uint32_t unit_bytes;
  uint32_t fresh_count;
  uint8_t registered[FLITLOCK_LEVELS];
  uint8_t arbiter[FLITLOCK_LEVELS];
  uint8_t checks;
  uint8_t vc_weight[FLITLOCK_MAX_VCS];
  struct flitlock_router_in *in;    // [ports]
  struct flitlock_router_out *out;  // [ports]
  uint16_t *pair;                   // [out * ports + in]: VCs with a visible flit in crossbar_buffer[in][out]
  struct flitlock_fifo *input;      // [in << 4 | vc]
  struct flitlock_fifo *crossbar;   // [(out * ports + in) << 4 | vc]
  struct flitlock_fifo *output;     // [out << 4 | vc]
  struct flitlock_flit *entries;    // of all buffers
  struct flitlock_fifo nowhere;     // depth 0
  struct flitlock_fresh *fresh;     // [3 * ports]
  size_t fifo_count;                // of input, crossbar and output together, which lie one behind the other
  struct flitlock_route route;
  struct flitlock_port_info *info;  // [ports]
  struct flitlock_error *error;     // first protocol error seen
  char *name;
};

static inline struct flitlock_fifo *flitlock_input_fifo(const struct flitlock_block *router, unsigned in, unsigned vc) {
  return &router->input[in << 4 | vc];
}
static inline unsigned flitlock_pair(const struct flitlock_block *router, unsigned in, unsigned out) {
  return out * router->ports + in;
}
static inline struct flitlock_fifo *flitlock_crossbar_fifo(const struct flitlock_block *router, unsigned in,
                                                           unsigned out, unsigned vc) {
  return &router->crossbar[flitlock_pair(router, in, out) << 4 | vc];
}
static inline struct flitlock_fifo *flitlock_output_fifo(const struct flitlock_block *router, unsigned out,
                                                         unsigned vc) {
  return &router->output[out << 4 | vc];
}
static inline uint64_t flitlock_bit(unsigned index) { return 1ULL << index; }

// The functions of the block, by file: create.c, router.c, check.c, router_info.c.
int flitlock_router_create(const void *params, const char *name, struct flitlock_block **block,
                           struct flitlock_error *error);
void flitlock_router_destroy(struct flitlock_block *router);
void flitlock_router_reset(struct flitlock_block *router);
uint64_t flitlock_router_step(struct flitlock_block *router, uint64_t cycle, const struct flitlock_in *in,
                              struct flitlock_out *out);
void flitlock_router_describe(const struct flitlock_block *router, struct flitlock_block_info *info);
void flitlock_router_idle_causes(const struct flitlock_block *router, uint8_t *cause);
size_t flitlock_router_signals(const struct flitlock_block *router, struct flitlock_signal *list, size_t capacity);
uint64_t flitlock_router_occupancy(const struct flitlock_block *router);
int flitlock_router_waits(const struct flitlock_block *router, char *text, size_t size);
int flitlock_router_check(const struct flitlock_block *router, struct flitlock_error *error);

// Protocol checks at the ports. The first error is kept for `check`.
void flitlock_router_check_masks(struct flitlock_block *router, uint64_t cycle, const struct flitlock_in *in);
void flitlock_router_check_flit(struct flitlock_block *router, uint64_t cycle, unsigned port,
                                const struct flitlock_flit *flit);
void flitlock_router_check_credit(struct flitlock_block *router, uint64_t cycle, unsigned port, unsigned vc,
                                  unsigned count);
void flitlock_router_check_route(struct flitlock_block *router, uint64_t cycle, unsigned port,
                                 const struct flitlock_flit *flit);
// R-IN-2: a flit that has no place. It is lost, whether checks are on or not, and always reported.
void flitlock_router_lost_flit(struct flitlock_block *router, uint64_t cycle, unsigned port,
                               const struct flitlock_flit *flit);

#endif
