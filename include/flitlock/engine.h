// SPDX-License-Identifier: Apache-2.0
// The engine: blocks, channels between their ports, and the clock. Source: specification R-CH.
//
// The engine steps the blocks that have something to do and carries flits and credits from `out(t)` to `in(t +
// latency)`. Results do not depend on the order of blocks. It owns the blocks added to it.
#ifndef FLITLOCK_ENGINE_H
#define FLITLOCK_ENGINE_H

#include "flitlock/block.h"

#ifdef __cplusplus
extern "C" {
#endif

struct flitlock_engine;

struct flitlock_channel {
  char name[80];  // "gpu0.mesh0.A->B.req"
  uint32_t src_block;
  uint32_t src_port;
  uint32_t dst_block;
  uint32_t dst_port;
  uint32_t latency;         // flit lane, >= 1
  uint32_t credit_latency;  // credit lane, >= 1 (studies: 0, see flitlock_engine_set_early)
};

// Observers look on; they cannot change a run. Any function may be NULL. They are called in the order they were added.
struct flitlock_observer {
  void *self;
  // After each step of a block; a block that slept in a cycle is not reported for it. `in` and `out` live until the
  // call returns.
  void (*step)(void *self, const struct flitlock_engine *engine, uint32_t block, uint64_t cycle,
               const struct flitlock_in *in, const struct flitlock_out *out);
  // After all blocks of a cycle.
  void (*cycle)(void *self, const struct flitlock_engine *engine, uint64_t cycle);
};

int flitlock_engine_create(struct flitlock_engine **engine, struct flitlock_error *error);
void flitlock_engine_destroy(struct flitlock_engine *engine);

// Creates the block with `ops` and `params` and adds it; its number is returned in `*number`, counting from 0.
int flitlock_engine_add_block(struct flitlock_engine *engine, const struct flitlock_block_ops *ops, const void *params,
                              const char *name, uint32_t *number, struct flitlock_error *error);
// Joins an output to an input. Checks that both exist, are free, have equal widths, and that the latencies are at
// least 1.
int flitlock_engine_connect(struct flitlock_engine *engine, const struct flitlock_channel *channel,
                            struct flitlock_error *error);
int flitlock_engine_add_observer(struct flitlock_engine *engine, const struct flitlock_observer *observer,
                                 struct flitlock_error *error);

// `on`: every block is stepped in every cycle, as RTL is clocked, and not only when it has something to do. The results
// are the same; tests compare the two.
void flitlock_engine_set_clocked(struct flitlock_engine *engine, bool on);

// Studies with instant credits (docs/spec/study-readings.md, R-STU-4), in C alone. `early` is the first half of the
// step of a block: it takes what arrives, moves what frees entries of input buffers, and presents the credits for them;
// the `step` of the same cycle gets the same `in`, to which credits may have been added, does the rest, and presents
// these credits again with all else. With a block that has halves, credit latencies of 0 can be joined, every block is
// stepped in every cycle, and a cycle has three parts: first halves, blocks without halves, second halves. A credit of
// latency 0 is sampled in the same cycle if its sender is of an earlier part than its receiver; between two blocks
// without halves it is refused (flitlock_engine_connect). In a part the order of blocks has no influence.
typedef void (*flitlock_early)(struct flitlock_block *block, uint64_t cycle, const struct flitlock_in *in,
                               struct flitlock_out *out);
int flitlock_engine_set_early(struct flitlock_engine *engine, uint32_t block, flitlock_early early,
                              struct flitlock_error *error);

// Resets all blocks and channels and sets the time to 0. Call it once after everything is built.
void flitlock_engine_reset(struct flitlock_engine *engine);
// Runs `cycles` cycles (or until flitlock_engine_stop is called by an observer or workload).
void flitlock_engine_run(struct flitlock_engine *engine, uint64_t cycles);
void flitlock_engine_stop(struct flitlock_engine *engine);
// The next cycle to be run: 0 after reset.
uint64_t flitlock_engine_cycle(const struct flitlock_engine *engine);
// Has a block stepped at `cycle` (not before the current one) even without input.
void flitlock_engine_wake(struct flitlock_engine *engine, uint32_t block, uint64_t cycle);
// Next cycle at which anything will happen if nobody interferes: FLITLOCK_SLEEP when all is quiet (no flit or credit in
// flight, all asleep).
uint64_t flitlock_engine_next_event(const struct flitlock_engine *engine);

uint32_t flitlock_engine_block_count(const struct flitlock_engine *engine);
const char *flitlock_engine_block_name(const struct flitlock_engine *engine, uint32_t block);
struct flitlock_block *flitlock_engine_block(const struct flitlock_engine *engine, uint32_t block);
const struct flitlock_block_ops *flitlock_engine_block_ops(const struct flitlock_engine *engine, uint32_t block);
uint32_t flitlock_engine_channel_count(const struct flitlock_engine *engine);
// Channels are numbered in the order of (sending block, port), R-POD-4.
const struct flitlock_channel *flitlock_engine_channel(const struct flitlock_engine *engine, uint32_t channel);
// Channel that starts at output `port` / ends at input `port` of a block, or UINT32_MAX.
uint32_t flitlock_engine_channel_from(const struct flitlock_engine *engine, uint32_t block, uint32_t port);
uint32_t flitlock_engine_channel_to(const struct flitlock_engine *engine, uint32_t block, uint32_t port);
// Flits on their way in channels.
uint64_t flitlock_engine_flits_in_channels(const struct flitlock_engine *engine);
// Steps of blocks and flits carried since reset: for benchmarks.
uint64_t flitlock_engine_steps(const struct flitlock_engine *engine);
uint64_t flitlock_engine_flits_carried(const struct flitlock_engine *engine);

#ifdef __cplusplus
}
#endif
#endif
