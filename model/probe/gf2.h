// SPDX-License-Identifier: Apache-2.0
// Spaces of vectors of up to 64 bits over GF(2).
#ifndef FLITLOCK_MODEL_PROBE_GF2_H
#define FLITLOCK_MODEL_PROBE_GF2_H

#include <stdint.h>

// A basis in reduced echelon form: `vector[i]` has its lowest bit alone of all of them.
struct gf2_space {
  uint64_t vector[64];
  unsigned rank;
};

static inline uint64_t gf2_reduce(const struct gf2_space *space, uint64_t vector) {
  for (unsigned n = 0; n < space->rank; n++)
    if (vector & space->vector[n] & (~space->vector[n] + 1U)) vector ^= space->vector[n];
  return vector;
}

// 1: the vector was not in the space.
static inline int gf2_add(struct gf2_space *space, uint64_t vector) {
  vector = gf2_reduce(space, vector);
  if (vector == 0) return 0;
  uint64_t lead = vector & (~vector + 1U);
  for (unsigned n = 0; n < space->rank; n++)
    if (space->vector[n] & lead) space->vector[n] ^= vector;
  space->vector[space->rank++] = vector;
  return 1;
}

// The vectors of bits [from, to) whose scalar product with every vector of the space is 0: the masks of all sums of
// bits that are 0 on the space.
static inline struct gf2_space gf2_annihilator(const struct gf2_space *space, unsigned from, unsigned to) {
  struct gf2_space result = {.rank = 0};
  uint64_t leads = 0;
  for (unsigned n = 0; n < space->rank; n++)
    leads |= space->vector[n] & (~space->vector[n] + 1U);
  for (unsigned bit = from; bit < to; bit++) {
    if (leads >> bit & 1U) continue;
    // Bit `bit` is free; the leading bits follow from it.
    uint64_t mask = 1ULL << bit;
    for (unsigned n = 0; n < space->rank; n++)
      if (space->vector[n] >> bit & 1U) mask |= space->vector[n] & (~space->vector[n] + 1U);
    gf2_add(&result, mask);
  }
  return result;
}

#endif
