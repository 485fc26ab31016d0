// SPDX-License-Identifier: Apache-2.0
// The state of an engine, shared by the files that build it (engine.c), run it (clock.c) and carry flits (lane.c).
#ifndef FLITLOCK_MODEL_CORE_ENGINE_STATE_H
#define FLITLOCK_MODEL_CORE_ENGINE_STATE_H

#include "core/schedule.h"
#include "flitlock/engine.h"

// Latencies beyond this are taken for a mistake: every lane has a place for each flit that can be under way.
#define FLITLOCK_MAX_LATENCY 1000000U

// What a block will sample. The pointers of `in` are `flit` and `credit`, which may be written through.
struct flitlock_inbox {
  struct flitlock_in in;
  struct flitlock_flit *flit;
  uint32_t *credit;
};

// Where a lane ends. With a latency of 1, what is presented after edge t is written straight into the receiver's inbox
// of t + 1: these are the places, by parity of the cycle, made ready so that carrying a flit is a copy and two bits.
struct flitlock_lane_end {
  struct flitlock_flit *flit[2];  // flit lanes
  uint32_t *credit[2];            // credit lanes
  uint64_t *valid[2];             // the mask of the inbox
  uint64_t valid_bit;
  uint64_t due_bit;  // of the receiver, in word `due_word` of a mask of blocks
  uint32_t due_word;
  uint32_t port;
  struct flitlock_node *to;      // NULL: not connected; then the places above are the engine's sink
  struct flitlock_delay *delay;  // latency above 1
};

struct flitlock_node {
  uint64_t (*step)(struct flitlock_block *block, uint64_t cycle, const struct flitlock_in *in,
                   struct flitlock_out *out);
  struct flitlock_block *block;
  struct flitlock_lane_end *flit_end;    // [ports]: where a flit of output p goes
  struct flitlock_lane_end *credit_end;  // [ports]: where a credit for input p goes
  struct flitlock_inbox box[2];          // of even and odd cycles
  uint32_t number;
  uint64_t timer;  // last wake-up beyond the wheel that was asked for
  const struct flitlock_block_ops *ops;
  struct flitlock_block_info info;
  char *name;
  flitlock_early early;     // first half of the step; NULL: none
  uint64_t instant_inputs;  // bit p: a credit for input p is sampled in the same cycle
};

// A lane of a latency above 1: a ring of what is under way, in order of arrival.
struct flitlock_delay {
  struct flitlock_node *to;
  uint32_t port;
  uint32_t number;   // in the list of such lanes
  uint32_t latency;  // and places in the ring
  uint32_t head;
  uint32_t count;
  uint64_t *arrival;
  struct flitlock_flit *flit;  // flit lanes
  uint32_t *credit;            // credit lanes
};

struct flitlock_engine {
  uint64_t cycle;
  uint64_t steps;
  uint64_t flits_carried;
  bool running;  // inside flitlock_engine_run
  bool started;  // nothing can be added any more
  bool stop;
  bool clocked;
  bool in_parts;  // a block has halves: every block is stepped in every cycle, in three parts
  struct flitlock_node **node;
  uint32_t node_count;
  uint32_t node_capacity;  // also members of `blocks`
  struct flitlock_schedule blocks;
  struct flitlock_schedule lanes;
  struct flitlock_delay **delay;
  uint32_t delay_count;
  uint32_t delay_capacity;           // also members of `lanes`
  struct flitlock_channel *channel;  // by (src_block, src_port)
  uint32_t channel_count;
  uint32_t channel_capacity;
  struct flitlock_observer *observer;
  uint32_t observer_count;
  bool observes_cycles;     // an observer wants to be called after every cycle
  struct flitlock_out out;  // what the block being stepped presents, in:
  struct flitlock_flit out_flit[FLITLOCK_MAX_PORTS];
  uint32_t out_credit[FLITLOCK_MAX_PORTS];
  struct flitlock_flit sink_flit;  // what leaves a port without a channel is lost
  uint32_t sink_credit;
  uint64_t sink_valid;
};

// A lane for `latency` > 1 that ends at input (flits) or output (credits) `port` of `to`.
struct flitlock_delay *flitlock_delay_create(struct flitlock_node *to, uint32_t port, uint32_t latency, bool credits);
void flitlock_delay_free(struct flitlock_delay *delay);

// The place for what is presented after edge `cycle`.
static inline uint32_t flitlock_delay_push(struct flitlock_delay *delay, uint64_t cycle) {
  uint32_t at = delay->head + delay->count;
  if (at >= delay->latency) at -= delay->latency;
  delay->count++;
  delay->arrival[at] = cycle + delay->latency;
  return at;
}

#endif
