// SPDX-License-Identifier: Apache-2.0
// The state of an L2 link TLB with its page-walk caches and walkers.
#ifndef FLITLOCK_MODEL_TLB_L2_STATE_H
#define FLITLOCK_MODEL_TLB_L2_STATE_H

#include "tlb/array.h"
#include "tlb/common.h"

// A message that waits in a queue.
struct l2_request {
  uint64_t addr;
  uint64_t due;  // in the look-up queue
  uint32_t src, id;
  uint16_t bytes;   // ctl: the range
  uint8_t station;  // look-up queue; `stations`: a prefetch
};

struct l2_queue {
  struct l2_request *request;  // [depth], a ring
  uint32_t depth, first, count;
};

struct l2_mshr {
  uint64_t page;
  uint64_t requested;
  uint32_t next;      // in its bucket
  uint32_t stations;  // that wait
  uint32_t src;       // whose partition it is installed for
  uint8_t owner;      // station that took it, FLITLOCK_MAX_STATIONS: a prefetch
};

struct l2_walker {
  uint64_t started;
  uint32_t mshr;
  uint32_t restarts;
  uint8_t level;  // of the PTE that is read
  uint8_t leaf;
  uint8_t first;  // level of the first read since the last start
  uint8_t poisoned, unfit;
  uint64_t frame[FLITLOCK_MAX_LEVELS];  // of the non-leaf PTEs read since the last start
};

struct flitlock_block {
  struct flitlock_l2_tlb_params params;
  struct flitlock_port_info info[FLITLOCK_MAX_STATIONS + 4];
  struct flitlock_error error;
  uint8_t leaf_level[4];  // by size class

  struct l2_queue station[FLITLOCK_MAX_STATIONS];
  uint32_t any_request;  // stations with a request queued
  uint32_t pointer;      // R-ARB-1
  struct l2_queue prefetch, ctl, lookups;
  uint64_t stalled_since;  // as in L1
  uint8_t stalled_lane;    // by a lane that is taken: it may go on at the next edge

  struct tlb_array array;
  struct l2_mshr *mshr;
  uint32_t *tag;  // [mshrs * stations]: `id` of the station's request
  uint32_t *bucket;
  uint32_t bucket_mask;
  struct tlb_numbers mshrs;

  struct tlb_array pwc[FLITLOCK_MAX_LEVELS - 1];
  struct l2_walker *walker;
  struct tlb_numbers walkers;
  uint32_t *start;  // start queue, a ring of `mshrs`
  uint32_t start_first, start_count;

  // The invalidation under way, R-TLB-L2-10.
  uint8_t invalidating;
  struct l2_request invalidation;
  uint32_t to_send;   // stations that it is to be sent to
  uint32_t to_come;   // stations that are not done
  uint32_t all_mask;  // of stations

  struct flitlock_l2_tlb_counts counts;
  char *name;
};

// One step's work as the functions hand it on.
struct l2_edge {
  uint64_t cycle;
  struct flitlock_out *out;
  struct flitlock_flit trace;
  bool read;  // a read is presented
};

int l2_create(const void *params, const char *name, struct flitlock_block **block, struct flitlock_error *error);
void l2_destroy(struct flitlock_block *l2);
void l2_reset(struct flitlock_block *l2);
uint64_t l2_step(struct flitlock_block *l2, uint64_t cycle, const struct flitlock_in *in, struct flitlock_out *out);
void l2_describe(const struct flitlock_block *l2, struct flitlock_block_info *info);
size_t l2_signals(const struct flitlock_block *l2, struct flitlock_signal *list, size_t capacity);
uint64_t l2_occupancy(const struct flitlock_block *l2);
int l2_waits(const struct flitlock_block *l2, char *text, size_t size);
int l2_check(const struct flitlock_block *l2, struct flitlock_error *error);

// Walks, l2_walk.c. Begins the walk at the front of the start queue, if it may; takes a PTE; marks walks under way.
void l2_start_walk(struct flitlock_block *l2, struct l2_edge *edge);
void l2_take_pte(struct flitlock_block *l2, struct l2_edge *edge, const struct flitlock_flit *pte);
void l2_invalidate_walks(struct flitlock_block *l2);

// R-TLB-L2-3.
uint32_t l2_set_of(const struct flitlock_block *l2, uint32_t src, uint64_t page);
void l2_forget_mshr(struct flitlock_block *l2, uint32_t number);
// An answer on the lane of a station.
void l2_answer(struct l2_edge *edge, unsigned station, uint32_t id, uint64_t pte, unsigned status, unsigned origin);

// Protocol errors; the first is kept.
void l2_report(struct flitlock_block *l2, uint64_t cycle, unsigned port, const struct flitlock_flit *flit,
               const char *what);

#endif
