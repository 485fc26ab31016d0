// SPDX-License-Identifier: Apache-2.0
#include "flitlock/rng.h"

void flitlock_rng_seed(struct flitlock_rng *rng, uint64_t seed, uint64_t stream) {
  // The stream is mixed before it meets the seed: neighbouring seeds and neighbouring streams (client addresses differ
  // in a few bits) must not give states that are near each other.
  uint64_t counter = flitlock_rng_mix(seed) ^ flitlock_rng_mix(~stream);
  for (unsigned i = 0; i < 4; i++) {
    rng->state[i] = flitlock_rng_mix(counter);
    counter += 0x9E3779B97F4A7C15U;
  }
  // xoshiro has one bad state.
  if ((rng->state[0] | rng->state[1] | rng->state[2] | rng->state[3]) == 0) rng->state[0] = 1;
}

uint32_t flitlock_rng_below(struct flitlock_rng *rng, uint32_t bound) {
  // Multiply and take the upper half (Lemire, "Fast random integer generation in an interval"); the few lower halves
  // that would favour some results are drawn again. The division is reached once in 2^32 / bound calls.
  uint64_t product = (flitlock_rng_next(rng) >> 32) * bound;
  if ((uint32_t)product < bound) {
    uint32_t threshold = (0U - bound) % bound;
    while ((uint32_t)product < threshold)
      product = (flitlock_rng_next(rng) >> 32) * bound;
  }
  return (uint32_t)(product >> 32);
}
