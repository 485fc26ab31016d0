// SPDX-License-Identifier: Apache-2.0
// R-PAY-1: the bytes of a packet as a function of (seed, requester, id, byte index, request or response), eight bytes a
// step, so that making and checking them costs little next to a hop.
#ifndef FLITLOCK_CLIENT_PAYLOAD_H
#define FLITLOCK_CLIENT_PAYLOAD_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "flitlock/rng.h"

// One key for each packet. `mixed_seed` is flitlock_rng_mix(seed), the same for the whole run.
static inline uint64_t payload_key(uint64_t mixed_seed, uint32_t requester, uint32_t id, int response) {
  uint64_t key = flitlock_rng_mix(mixed_seed ^ ((uint64_t)requester << 32 | id));
  return response ? ~key : key;
}

// Bytes 8 * index to 8 * index + 7, the first in the least significant bits.
static inline uint64_t payload_word(uint64_t key, uint64_t index) {
  uint64_t value = key + index * 0x9E3779B97F4A7C15U;
  value = (value ^ value >> 32) * 0xD6E8FEB86659FD93U;
  return value ^ value >> 32;
}

static inline uint64_t payload_little_endian(uint64_t value) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  return __builtin_bswap64(value);
#else
  return value;
#endif
}

// Bytes `offset` to `offset + size - 1` of data that is `data` bytes long; zeros follow the data (R-PAY-1).
void flitlock_payload_make(uint64_t key, uint32_t data, uint32_t offset, uint8_t *bytes, uint32_t size);
// The index in `bytes` of the first byte that is not as flitlock_payload_make makes it, or `size`.
uint32_t flitlock_payload_compare(uint64_t key, uint32_t data, uint32_t offset, const uint8_t *bytes, uint32_t size);

#endif
