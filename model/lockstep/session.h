// SPDX-License-Identifier: Apache-2.0
// How a lockstep block joins its session and leaves it.
#ifndef FLITLOCK_MODEL_LOCKSTEP_SESSION_H
#define FLITLOCK_MODEL_LOCKSTEP_SESSION_H

#include "lockstep/state.h"

// The session's copy of the name, which outlives the block; NULL: out of memory.
const char *flitlock_lockstep_join(struct flitlock_lockstep *session, struct lockstep_block *block, const char *name);
// What the block counted stays with the session.
void flitlock_lockstep_leave(struct flitlock_lockstep *session, const struct lockstep_block *block);

#endif
