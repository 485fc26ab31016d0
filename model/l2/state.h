// SPDX-License-Identifier: Apache-2.0
// The state of a golden slice, R-L2S-STATE, and its operations on it.
//
// An operation that is accepted takes effect at once and writes what it produces into an entry of the response or order
// queue with the edge from which on it can be presented, two edges later (R-L2S-ST-1). Entries that are on their way
// and entries that wait count alike (R-L2S-ST-5), so one ring is both the pipeline and the queue.
#ifndef FLITLOCK_MODEL_L2_STATE_H
#define FLITLOCK_MODEL_L2_STATE_H

#include <stdbool.h>

#include "flitlock/l2_slice.h"
#include "l2/victim.h"

#define FLITLOCK_L2_PIPELINE 2  // edges from acceptance to the queues
#define FLITLOCK_L2_NO_MSHR  255
#define FLITLOCK_L2_NO_WAY   255

// A request as the queue and the lists of the MSHRs hold it.
struct flitlock_l2_request {
  uint64_t addr;
  uint64_t mask;  // bytes of the half concerned
  uint64_t operand, compare;
  uint32_t src, dst, id, birth;
  uint32_t set, tag;
  uint16_t bytes;
  uint8_t operation;  // enum flitlock_l2_operation
  uint8_t atomic;     // enum flitlock_l2_atomic
  uint8_t size;       // of the atomic, 4 or 8
  uint8_t sectors;    // S
  uint8_t data[FLITLOCK_L2_HALF_BYTES];
};

struct flitlock_l2_response {
  uint64_t due;  // edge
  struct flitlock_flit flit;
  uint8_t data[FLITLOCK_L2_HALF_BYTES];
};

struct flitlock_l2_order {
  uint64_t due;
  uint64_t victim, line;  // addresses of the line written back and of the one fetched
  uint64_t mask[2];       // written back, by half; 0: that part is not there
  uint32_t birth;
  uint8_t fetch;  // sectors
  uint8_t mshr;
  uint8_t data[FLITLOCK_L2_LINE_BYTES];
};

// A set is this, then for each way: tag (4 bytes), V and D (1), P (1), number of its MSHR (1).
struct flitlock_l2_set {
  uint32_t valid;
  uint32_t locked;
  uint32_t tree;
  uint32_t unused;
};

struct flitlock_l2_mshr {
  uint32_t set;
  uint8_t live, way;
  uint8_t first, count;              // of the list, a ring
  struct flitlock_l2_request *list;  // [list]
};

struct flitlock_block {
  struct flitlock_l2_slice_params params;
  char *name;
  struct flitlock_port_info port[FLITLOCK_L2_PORTS];
  struct flitlock_error error;
  struct flitlock_l2_tree tree;
  uint32_t ways, enabled, enabled_count;
  size_t set_size;
  uint8_t *sets;     // [sets] of set_size
  uint64_t (*b)[2];  // [sets * ways]
  uint8_t *data;     // [sets * ways] lines
  uint16_t lfsr;
  uint32_t flush_set;
  struct flitlock_l2_mshr *mshr;          // [mshrs]
  struct flitlock_l2_request *list_data;  // of all lists
  uint64_t free_mshrs[4], ready[4];       // masks of MSHRs
  uint32_t live;
  // Rings. What is presented stays valid until its credit is back: so the rings are longer than the queues.
  struct flitlock_l2_request *req;
  uint32_t req_first, req_count;
  struct flitlock_l2_fill *fill;
  uint32_t fill_first, fill_count;
  struct flitlock_l2_response *rsp;
  uint32_t rsp_size, rsp_first, rsp_count;
  struct flitlock_l2_order *order;
  uint32_t order_first, order_count;
  uint8_t (*sent)[2 * FLITLOCK_L2_HALF_BYTES];  // payloads presented on `mem_req`
  uint32_t sent_size, sent_next;
  uint32_t rsp_credits, mem_req_credits;
  struct flitlock_l2_event event;
  uint8_t event_data[FLITLOCK_L2_HALF_BYTES];
};

struct flitlock_l2_fill {
  uint64_t addr;
  uint32_t id, birth;
  uint8_t sectors;
  uint8_t data[FLITLOCK_L2_HALF_BYTES];
};

// A line under work.
struct flitlock_l2_line {
  struct flitlock_l2_set *set;
  uint8_t *masks;    // V in the low half, D in the high half
  uint8_t *pending;  // P
  uint8_t *owner;    // its MSHR
  uint64_t *b;
  uint8_t *data;
  uint32_t number;  // of the set
  unsigned way;
};

// What an operation produces. The caller gives the entries; `responds` and `orders` say whether they were written.
struct flitlock_l2_effects {
  struct flitlock_l2_response *rsp;
  struct flitlock_l2_order *order;
  bool responds, orders;
};

static inline struct flitlock_l2_set *flitlock_l2_set_of(const struct flitlock_block *slice, uint32_t set) {
  return (struct flitlock_l2_set *)(void *)(slice->sets + set * slice->set_size);
}
static inline uint32_t *flitlock_l2_tags(const struct flitlock_l2_set *set) { return (uint32_t *)(uintptr_t)(set + 1); }
static inline uint8_t *flitlock_l2_masks(const struct flitlock_block *slice, const struct flitlock_l2_set *set) {
  return (uint8_t *)(flitlock_l2_tags(set) + slice->ways);
}
static inline uint8_t *flitlock_l2_pending(const struct flitlock_block *slice, const struct flitlock_l2_set *set) {
  return flitlock_l2_masks(slice, set) + slice->ways;
}
static inline uint8_t *flitlock_l2_owners(const struct flitlock_block *slice, const struct flitlock_l2_set *set) {
  return flitlock_l2_pending(slice, set) + slice->ways;
}

// operate.c. The operations of the tag stage; `accepted` is false for a stall.
bool flitlock_l2_new(struct flitlock_block *slice, const struct flitlock_l2_request *request,
                     struct flitlock_l2_effects *effects);
void flitlock_l2_filled(struct flitlock_block *slice, const struct flitlock_l2_fill *fill);
bool flitlock_l2_drain(struct flitlock_block *slice, unsigned mshr, struct flitlock_l2_effects *effects);
bool flitlock_l2_flush(struct flitlock_block *slice, const struct flitlock_l2_request *request,
                       struct flitlock_l2_effects *effects, bool *done);
// A read or atomic in a slice without event log in which nothing moves (short.c): new, with the sectors that are to be
// fetched (0: a hit); each half that was fetched; the answer.
uint8_t flitlock_l2_quiet_new(struct flitlock_block *slice, const struct flitlock_l2_request *request,
                              struct flitlock_l2_effects *effects, struct flitlock_l2_line *line);
void flitlock_l2_quiet_fill(const struct flitlock_l2_line *line, uint8_t sectors, unsigned half, const uint8_t *data);
void flitlock_l2_quiet_serve(const struct flitlock_l2_line *line, const struct flitlock_l2_request *request,
                             uint8_t *data);
// The way of a line; FLITLOCK_L2_NO_WAY: it is not there.
unsigned flitlock_l2_way_of(const struct flitlock_block *slice, uint32_t set, uint32_t tag);
// The ready MSHR of the lowest number, R-L2S-MSHR-4; FLITLOCK_L2_NO_MSHR: none.
unsigned flitlock_l2_ready(const struct flitlock_block *slice);

// receive.c. What arrives, as a request or fill; a protocol error is kept in `error`.
void flitlock_l2_receive_request(struct flitlock_block *slice, uint64_t cycle, const struct flitlock_flit *flit,
                                 struct flitlock_l2_request *request);
void flitlock_l2_receive_fill(struct flitlock_block *slice, uint64_t cycle, const struct flitlock_flit *flit,
                              struct flitlock_l2_fill *fill);
// S and the byte mask of a read or atomic.
void flitlock_l2_request_reach(struct flitlock_l2_request *request);
void flitlock_l2_report(struct flitlock_block *slice, uint64_t cycle, const char *port, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// create.c
int flitlock_l2_create(const void *params, const char *name, struct flitlock_block **slice,
                       struct flitlock_error *error);
void flitlock_l2_destroy(struct flitlock_block *slice);
void flitlock_l2_reset(struct flitlock_block *slice);

#endif
