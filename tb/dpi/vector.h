// SPDX-License-Identifier: Apache-2.0
// Packed vectors of SystemVerilog: `bits` bits in words of 32, least significant first (SV_PACKED_DATA_NELEMS of them).
// What lies above the last bit in the top word is undefined in what a simulator hands over, so it is masked on every
// way in, and on every way out for those who do not.
#ifndef FLITLOCK_TB_VECTOR_H
#define FLITLOCK_TB_VECTOR_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if !defined(__BYTE_ORDER__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "fields are read as bytes: a little-endian host is needed"
#endif

static inline size_t flitlock_vector_words(size_t bits) { return (bits + 31U) / 32U; }

// The bits of the top word that belong to the vector.
static inline uint32_t flitlock_vector_mask(size_t bits) {
  return bits % 32U == 0 ? UINT32_MAX : (UINT32_C(1) << bits % 32U) - 1U;
}

// Copies a vector, with 0 above its last bit, into `room` bits; what is left of the room becomes 0. `bits` >= 1.
static inline void flitlock_vector_copy(uint32_t *to, size_t room, const uint32_t *from, size_t bits) {
  size_t words = flitlock_vector_words(bits);
  memcpy(to, from, words * sizeof *to);
  to[words - 1] &= flitlock_vector_mask(bits);
  memset(to + words, 0, (flitlock_vector_words(room) - words) * sizeof *to);
}

// Up to 32 bits from bit `at`.
static inline uint32_t flitlock_vector_get(const uint32_t *vector, size_t at, unsigned bits) {
  uint64_t value = vector[at / 32U] >> at % 32U;
  if (at % 32U + bits > 32U) value |= (uint64_t)vector[at / 32U + 1U] << (32U - at % 32U);
  return (uint32_t)value & flitlock_vector_mask(bits);
}

// Up to 64 bits from bit `at`.
static inline uint64_t flitlock_vector_get_long(const uint32_t *vector, size_t at, unsigned bits) {
  if (bits <= 32U) return flitlock_vector_get(vector, at, bits);
  return flitlock_vector_get(vector, at, 32) | (uint64_t)flitlock_vector_get(vector, at + 32U, bits - 32U) << 32U;
}

// Sets bits that are 0.
static inline void flitlock_vector_or(uint32_t *vector, size_t at, unsigned bits, uint32_t value) {
  uint64_t shifted = (uint64_t)(value & flitlock_vector_mask(bits)) << at % 32U;
  vector[at / 32U] |= (uint32_t)shifted;
  if (shifted >> 32U != 0) vector[at / 32U + 1U] |= (uint32_t)(shifted >> 32U);
}

#endif
