// SPDX-License-Identifier: Apache-2.0
// Random numbers: xoshiro256++, seeded by splitmix64. All state is in the caller's struct, so equal seeds give equal
// sequences on every host and in any number of instances.
//
//   struct flitlock_rng rng;
//   flitlock_rng_seed(&rng, run_seed, client_address);  // one stream for each client
//   uint32_t pick = flitlock_rng_below(&rng, 72);       // 0 .. 71, each equally likely
#ifndef FLITLOCK_RNG_H
#define FLITLOCK_RNG_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct flitlock_rng {
  uint64_t state[4];
};

// Starts the sequence of (seed, stream). Any values are allowed, 0 too; different pairs give unrelated sequences.
void flitlock_rng_seed(struct flitlock_rng *rng, uint64_t seed, uint64_t stream);
// A whole number of 0 .. bound - 1, each equally likely (no modulo bias). A bound of 0 gives 0.
uint32_t flitlock_rng_below(struct flitlock_rng *rng, uint32_t bound);

static inline uint64_t flitlock_rng_rotate(uint64_t value, unsigned by) { return value << by | value >> (64U - by); }

// The next 64 bits.
static inline uint64_t flitlock_rng_next(struct flitlock_rng *rng) {
  uint64_t *s = rng->state;
  uint64_t result = flitlock_rng_rotate(s[0] + s[3], 23) + s[0];
  uint64_t t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = flitlock_rng_rotate(s[3], 45);
  return result;
}

// 0 <= x < 1, a multiple of 2^-53.
static inline double flitlock_rng_double(struct flitlock_rng *rng) {
  return (double)(flitlock_rng_next(rng) >> 11) * 0x1.0p-53;
}

// A step of splitmix64: a good 64-bit mix of a counter or a key, also of use as a hash.
static inline uint64_t flitlock_rng_mix(uint64_t value) {
  value += 0x9E3779B97F4A7C15U;
  value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9U;
  value = (value ^ value >> 27) * 0x94D049BB133111EBU;
  return value ^ value >> 31;
}

#ifdef __cplusplus
}
#endif
#endif
