// SPDX-License-Identifier: Apache-2.0
// A hash table of records by a 64-bit key: open addressing, linear probing, deletion without tombstones, so memory
// follows the largest number of records held at once. Records are moved by insertion and deletion: a pointer to one is
// good until the next of either.
#ifndef FLITLOCK_MODEL_OBSERVE_TABLE_H
#define FLITLOCK_MODEL_OBSERVE_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct flitlock_table {
  uint8_t *slot;   // each begins with its key, 0: free
  size_t size;     // bytes of a record
  uint32_t count;  // of records
  uint32_t mask;   // slots minus 1, a power of two minus 1
  uint32_t shift;  // of the hash
};

// The key of a request: its requester's address and its number there. Never 0: no GPU has the number 255.
static inline uint64_t flitlock_request_key(uint32_t requester, uint32_t id) {
  return ((uint64_t)requester << 32U | id) + 1U;
}

// Records of `size` bytes begin with a uint64_t, the key. 1 for success.
int flitlock_table_init(struct flitlock_table *table, size_t size);
void flitlock_table_free(struct flitlock_table *table);
void flitlock_table_clear(struct flitlock_table *table);
// A new record, all 0 but its key; the key must not be there yet. NULL: out of memory.
void *flitlock_table_insert(struct flitlock_table *table, uint64_t key);
void flitlock_table_erase(struct flitlock_table *table, void *record);
// For looking at all records: the first one at slot `*at` or later, NULL at the end; `*at` is moved behind it.
void *flitlock_table_next(const struct flitlock_table *table, uint32_t *at);

static inline uint32_t flitlock_table_home(const struct flitlock_table *table, uint64_t key) {
  return (uint32_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> table->shift);
}

// The record of `key`, or NULL.
static inline void *flitlock_table_find(const struct flitlock_table *table, uint64_t key) {
  for (uint32_t at = flitlock_table_home(table, key);; at = (at + 1U) & table->mask) {
    uint8_t *record = table->slot + at * table->size;
    uint64_t here = *(const uint64_t *)(const void *)record;
    if (here == key) return record;
    if (here == 0) return NULL;
  }
}

#endif
