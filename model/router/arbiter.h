// SPDX-License-Identifier: Apache-2.0
// The arbiters of R-ARB. Candidates are numbers; sets of candidates are bit masks.
//
// A level walks over its candidates in round robin order from the pointer and takes the first that is eligible (or,
// oldest first, looks at all); then it tells the arbiter which candidate was granted.
#ifndef FLITLOCK_MODEL_ROUTER_ARBITER_H
#define FLITLOCK_MODEL_ROUTER_ARBITER_H

#include <stdbool.h>
#include <stdint.h>

#include "flitlock/router.h"

struct flitlock_arbiter_state {
  uint16_t pointer;
  uint8_t used;  // R-ARB-3
};

// R-ARB-2 and R-ARB-3. `next` is the candidate number after the winner, cyclically.
static inline void flitlock_arbiter_granted(struct flitlock_arbiter_state *arbiter, unsigned kind, unsigned winner,
                                            unsigned next, unsigned weight) {
  if (kind == FLITLOCK_ARB_WEIGHTED) {
    unsigned used = winner == arbiter->pointer ? arbiter->used + 1U : 1U;
    if (used < weight) {
      arbiter->pointer = (uint16_t)winner;
      arbiter->used = (uint8_t)used;
      return;
    }
    arbiter->used = 0;
  }
  arbiter->pointer = (uint16_t)next;
}

// R-ARB-4: is `birth` older than the best candidate so far?
static inline bool flitlock_arbiter_older(uint32_t birth, uint32_t best) { return (int32_t)(birth - best) < 0; }

// Masks turned so that bit 0 is the candidate at the pointer: the lowest set bit is the next in round robin order.
static inline uint32_t flitlock_turn32(uint32_t mask, unsigned pointer) {
  return mask >> pointer | mask << (-pointer & 31U);
}
static inline uint64_t flitlock_turn64(uint64_t mask, unsigned pointer) {
  return mask >> pointer | mask << (-pointer & 63U);
}

static inline unsigned flitlock_lowest32(uint32_t mask) { return (unsigned)__builtin_ctz(mask); }
static inline unsigned flitlock_lowest64(uint64_t mask) { return (unsigned)__builtin_ctzll(mask); }

#endif
