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

#endif
