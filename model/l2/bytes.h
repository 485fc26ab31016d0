// SPDX-License-Identifier: Apache-2.0
// Numbers in bytes, the least significant byte first.
#ifndef FLITLOCK_MODEL_L2_BYTES_H
#define FLITLOCK_MODEL_L2_BYTES_H

#include <stdint.h>

static inline uint64_t flitlock_bytes_get(const uint8_t *bytes, unsigned count) {
  uint64_t value = 0;
  for (unsigned i = 0; i < count; i++)
    value |= (uint64_t)bytes[i] << 8U * i;
  return value;
}
static inline void flitlock_bytes_put(uint8_t *bytes, unsigned count, uint64_t value) {
  for (unsigned i = 0; i < count; i++)
    bytes[i] = (uint8_t)(value >> 8U * i);
}
// Written out, for a compiler to see that it is one store.
static inline void flitlock_bytes_put4(uint8_t *bytes, uint32_t value) {
  bytes[0] = (uint8_t)value;
  bytes[1] = (uint8_t)(value >> 8);
  bytes[2] = (uint8_t)(value >> 16);
  bytes[3] = (uint8_t)(value >> 24);
}

#endif
