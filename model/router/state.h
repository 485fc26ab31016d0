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
#include "router/route.h"

enum { FLITLOCK_L1, FLITLOCK_L2, FLITLOCK_L3, FLITLOCK_LEVELS };
enum { FLITLOCK_STAGE_INPUT, FLITLOCK_STAGE_CROSSBAR, FLITLOCK_STAGE_OUTPUT };

#define FLITLOCK_NO_VC 255

// How the entries of an input buffer become flits of output width, R-W.
enum flitlock_conversion { FLITLOCK_SAME, FLITLOCK_SPLIT, FLITLOCK_MERGE };

// From an input to an output.
struct flitlock_path {
  struct flitlock_fifo *to;  // crossbar_buffer[in][out][0]
  struct flitlock_router_out *out;
  uint16_t place;      // of VC 0 at L2, R-L2-1
  uint8_t port;        // the output's number; FLITLOCK_NO_PORT: there is no way, and `to` has no room
  uint8_t shift;       // F(len, w_o) is (len + shift) >> shift, R-FL-4
  uint8_t conversion;  // enum flitlock_conversion
};

// What L1 has to know about the packet at the front of an input buffer.
struct flitlock_front {
  const struct flitlock_path *path;  // R-RT
  struct flitlock_fifo *to;          // its crossbar buffer
  uint8_t vc;                        // R-L1-7
  uint8_t need;                      // flits of the packet at the output's width
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
  struct flitlock_fifo *buffer;       // input_buffer[this][vc]
  const struct flitlock_path *paths;  // [ports + 1], the last one leads nowhere
  uint8_t vc_map[FLITLOCK_MAX_VCS];
  struct flitlock_front front[FLITLOCK_MAX_VCS];  // valid where the input buffer is not empty or holds the grant
  struct flitlock_link_check link;
};

#define FLITLOCK_NO_PLACE 65535U

struct flitlock_router_out {
  uint64_t *waiting;               // [place_words]: places with a visible flit in crossbar_buffer[*][this][*]
  struct flitlock_fifo *crossbar;  // [place]
  struct flitlock_fifo *buffer;    // output_buffer[this][vc]
  uint32_t ready;                  // VCs with a visible flit in the output buffer
  uint16_t l2_hold;                // place that holds the L2 grant, FLITLOCK_NO_PLACE: none
  uint8_t l3_hold;                 // VC that holds the L3 grant
  uint8_t shift;                   // as of flitlock_path
  uint8_t exists;
  struct flitlock_arbiter_state l2, l3;
  uint16_t credits[FLITLOCK_MAX_VCS];
  uint16_t far_depth[FLITLOCK_MAX_VCS];
};

// A registered buffer that took a flit at this edge.
struct flitlock_fresh {
  uint8_t stage, in, out, vc;
};

// A place is a candidate of L2: input * vcs + VC, R-L2-1.
struct flitlock_place {
  uint8_t in, vc;
  uint16_t next;  // place, cyclically
};

// Inputs (L1) or outputs (L2, L3), by level.
struct flitlock_router_masks {
  uint64_t any[FLITLOCK_LEVELS];   // with a visible flit in the buffers that the level moves from
  uint64_t work[FLITLOCK_LEVELS];  // to be looked at; a part of `any`
};

struct flitlock_block {
  struct flitlock_router_masks masks;
  uint64_t in_ports;   // ports that have an input
  uint64_t out_ports;  // ports that have an output
  uint32_t ports;
  uint32_t vcs;
  uint32_t max_len;
  uint32_t unit_bytes;
  uint32_t places;       // ports * vcs
  uint32_t place_words;  // of a mask of places
  uint32_t fresh_count;
  uint8_t plain;  // nothing registered, plain round robin, no checks: the step may take its short ways
  uint8_t registered[FLITLOCK_LEVELS];
  uint8_t arbiter[FLITLOCK_LEVELS];
  uint8_t checks;
  uint8_t vc_weight[FLITLOCK_MAX_VCS];
  uint8_t next_vc[FLITLOCK_MAX_VCS];  // cyclically
  struct flitlock_way way;
  struct flitlock_router_in *in;    // [ports]
  struct flitlock_router_out *out;  // [ports]
  struct flitlock_place *place;     // [places]
  struct flitlock_fresh *fresh;     // [3 * ports]
  struct flitlock_fifo *fifo;       // all buffers: input, output, crossbar
  size_t fifo_count;
  struct flitlock_fifo nowhere;     // depth 0
  struct flitlock_port_info *info;  // [ports]
  struct flitlock_error *error;     // first protocol error seen
  struct flitlock_path *paths;      // [ports][ports + 1]
  uint64_t *waiting;                // [ports][place_words]
  struct flitlock_flit *entries;    // of all buffers
  char *name;
  struct flitlock_study_state *study;  // of model/study/, NULL for the golden router
};

static inline struct flitlock_fifo *flitlock_input_fifo(const struct flitlock_block *router, unsigned in, unsigned vc) {
  return &router->in[in].buffer[vc];
}
static inline struct flitlock_fifo *flitlock_crossbar_fifo(const struct flitlock_block *router, unsigned in,
                                                           unsigned out, unsigned vc) {
  return &router->out[out].crossbar[in * router->vcs + vc];
}
static inline struct flitlock_fifo *flitlock_output_fifo(const struct flitlock_block *router, unsigned out,
                                                         unsigned vc) {
  return &router->out[out].buffer[vc];
}
// Does a crossbar buffer of output `out` have a visible flit?
static inline bool flitlock_any_waiting(const struct flitlock_block *router, const struct flitlock_router_out *out) {
  uint64_t any = out->waiting[0];
  for (uint32_t word = 1; word < router->place_words; word++)
    any |= out->waiting[word];
  return any != 0;
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
