// SPDX-License-Identifier: Apache-2.0
// R-INV-8: the flat memory behind a pod's L2, beside which every access is held.
#ifndef FLITLOCK_MODEL_OBSERVE_INVARIANTS_MEMORY_H
#define FLITLOCK_MODEL_OBSERVE_INVARIANTS_MEMORY_H

#include "observe/invariants_state.h"

// Made for a target with slices of an L2; without, `memory` stays NULL. 0: out of memory.
int flitlock_invariants_memory_create(struct flitlock_invariants *self);
void flitlock_invariants_memory_destroy(struct flitlock_invariants *self);
void flitlock_invariants_memory_reset(struct flitlock_invariants *self);
// What a block took and presented at an edge.
void flitlock_invariants_memory_step(struct flitlock_invariants *self, uint32_t block, const struct flitlock_in *in,
                                     const struct flitlock_out *out);
// A flit of a read response on the last link to its requester.
void flitlock_invariants_memory_response(struct flitlock_invariants *self, const struct invariants_channel *channel,
                                         const struct flitlock_flit *flit);
void flitlock_invariants_memory_drained(struct flitlock_invariants *self);

#endif
