// SPDX-License-Identifier: Apache-2.0
#include "observe/table.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_BITS = 8 };

static uint64_t key_of(const uint8_t *record) { return *(const uint64_t *)(const void *)record; }

static int make(struct flitlock_table *table, size_t size, uint32_t bits) {
  table->slot = calloc((size_t)1 << bits, size);
  table->size = size;
  table->count = 0;
  table->mask = (1U << bits) - 1U;
  table->shift = 64U - bits;
  return table->slot != NULL;
}

int flitlock_table_init(struct flitlock_table *table, size_t size) { return make(table, size, FIRST_BITS); }

void flitlock_table_free(struct flitlock_table *table) {
  free(table->slot);
  table->slot = NULL;
}

void flitlock_table_clear(struct flitlock_table *table) {
  memset(table->slot, 0, ((size_t)table->mask + 1U) * table->size);
  table->count = 0;
}

static uint8_t *free_slot(const struct flitlock_table *table, uint64_t key) {
  uint32_t at = flitlock_table_home(table, key);
  while (key_of(table->slot + at * table->size) != 0) {
    at = (at + 1U) & table->mask;
  }
  return table->slot + at * table->size;
}

static int grow(struct flitlock_table *table) {
  struct flitlock_table larger;
  if (table->shift <= 34U || !make(&larger, table->size, 64U - table->shift + 1U)) return 0;
  uint32_t at = 0;
  for (const uint8_t *record = flitlock_table_next(table, &at); record; record = flitlock_table_next(table, &at)) {
    memcpy(free_slot(&larger, key_of(record)), record, table->size);
  }
  larger.count = table->count;
  free(table->slot);
  *table = larger;
  return 1;
}

void *flitlock_table_insert(struct flitlock_table *table, uint64_t key) {
  // At most half full: runs of full slots stay short.
  if (2U * table->count > table->mask && !grow(table)) return NULL;
  uint8_t *record = free_slot(table, key);
  memset(record, 0, table->size);
  memcpy(record, &key, sizeof key);
  table->count++;
  return record;
}

void flitlock_table_erase(struct flitlock_table *table, void *record) {
  uint32_t hole = (uint32_t)((size_t)((uint8_t *)record - table->slot) / table->size);
  // Later records of the run move into the hole unless that would take them before their home.
  for (uint32_t at = (hole + 1U) & table->mask;; at = (at + 1U) & table->mask) {
    uint8_t *other = table->slot + at * table->size;
    uint64_t key = key_of(other);
    if (key == 0) break;
    uint32_t home = flitlock_table_home(table, key);
    if (((at - home) & table->mask) >= ((at - hole) & table->mask)) {
      memcpy(table->slot + hole * table->size, other, table->size);
      hole = at;
    }
  }
  memset(table->slot + hole * table->size, 0, sizeof(uint64_t));
  table->count--;
}

void *flitlock_table_next(const struct flitlock_table *table, uint32_t *at) {
  while (*at <= table->mask) {
    uint8_t *record = table->slot + (*at)++ * table->size;
    if (key_of(record) != 0) return record;
  }
  return NULL;
}
