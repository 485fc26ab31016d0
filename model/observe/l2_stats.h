// SPDX-License-Identifier: Apache-2.0
// What the slices of a pod's L2 did, by their event logs, and how long accesses took, at the response clients.
#ifndef FLITLOCK_MODEL_OBSERVE_L2_STATS_H
#define FLITLOCK_MODEL_OBSERVE_L2_STATS_H

#include "observe/target.h"

struct flitlock_l2_stats;
// `*stats` is NULL for a target without an L2. 0: out of memory.
int flitlock_l2_stats_create(const struct flitlock_target *target, struct flitlock_l2_stats **stats);
void flitlock_l2_stats_destroy(struct flitlock_l2_stats *stats);  // NULL is allowed
void flitlock_l2_stats_slice(struct flitlock_l2_stats *stats, uint32_t block, const struct flitlock_out *out);
void flitlock_l2_stats_client(struct flitlock_l2_stats *stats, uint32_t address, uint64_t cycle,
                              const struct flitlock_in *in, const struct flitlock_out *out);
// 0: out of memory.
int flitlock_l2_stats_results(const struct flitlock_l2_stats *stats, struct flitlock_results *results);

#endif
