// SPDX-License-Identifier: Apache-2.0
#include "client/payload.h"

#include "flitlock/client.h"

static uint8_t payload_byte(uint64_t key, uint32_t data, uint32_t index) {
  return (uint8_t)(index < data ? payload_word(key, index / 8U) >> (8U * (index % 8U)) : 0U);
}

// Bytes of the range that are whole words inside the data: the part that is done in steps of eight.
static uint32_t whole_words(uint32_t data, uint32_t offset, uint32_t size) {
  if (offset % 8U != 0 || offset >= data) return 0;
  uint32_t inside = data - offset < size ? data - offset : size;
  return inside & ~7U;
}

void flitlock_payload_make(uint64_t key, uint32_t data, uint32_t offset, uint8_t *bytes, uint32_t size) {
  uint32_t done = whole_words(data, offset, size);
  for (uint32_t i = 0; i < done; i += 8U) {
    uint64_t word = payload_little_endian(payload_word(key, (offset + i) / 8U));
    memcpy(bytes + i, &word, 8);
  }
  for (uint32_t i = done; i < size && offset + i < data; i++, done++)
    bytes[i] = payload_byte(key, data, offset + i);
  if (done < size) memset(bytes + done, 0, size - done);
}

uint32_t flitlock_payload_compare(uint64_t key, uint32_t data, uint32_t offset, const uint8_t *bytes, uint32_t size) {
  uint32_t words = whole_words(data, offset, size);
  uint32_t i = 0;
  for (; i < words; i += 8U) {
    uint64_t word;
    memcpy(&word, bytes + i, 8);
    if (word != payload_little_endian(payload_word(key, (offset + i) / 8U))) break;
  }
  for (; i < size; i++) {
    if (bytes[i] != payload_byte(key, data, offset + i)) return i;
  }
  return size;
}

void flitlock_payload_fill(uint64_t seed, uint32_t requester, uint32_t id, int response, uint32_t offset,
                           uint8_t *bytes, size_t size) {
  uint64_t key = payload_key(flitlock_rng_mix(seed), requester, id, response);
  for (size_t i = 0; i < size; i++)
    bytes[i] = payload_byte(key, UINT32_MAX, offset + (uint32_t)i);
}
