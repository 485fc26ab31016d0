// SPDX-License-Identifier: Apache-2.0
#include "l2/store.h"

#include <stdlib.h>
#include <string.h>

#include "flitlock/rng.h"
#include "l2/bytes.h"

#define PAGE_SHIFT 12
#define PAGE_BYTES (1U << PAGE_SHIFT)

struct slot {
  uint64_t page;  // number + 1; 0: free
  uint8_t *bytes;
};

struct flitlock_l2_store {
  struct slot *slot;  // [size], a power of two
  size_t size, count;
};

int flitlock_l2_store_create(struct flitlock_l2_store **store, struct flitlock_error *error) {
  *store = calloc(1, sizeof **store);
  if (*store != NULL) {
    (*store)->size = 64;
    (*store)->slot = calloc((*store)->size, sizeof *(*store)->slot);
    if ((*store)->slot != NULL) return FLITLOCK_OK;
    free(*store);
    *store = NULL;
  }
  return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the memory behind the L2");
}

void flitlock_l2_store_destroy(struct flitlock_l2_store *store) {
  if (store == NULL) return;
  for (size_t n = 0; n < store->size; n++)
    free(store->slot[n].bytes);
  free(store->slot);
  free(store);
}

static struct slot *find(const struct flitlock_l2_store *store, uint64_t page) {
  size_t at = flitlock_rng_mix(page) & (store->size - 1U);
  while (store->slot[at].page != 0 && store->slot[at].page != page + 1U)
    at = (at + 1U) & (store->size - 1U);
  return &store->slot[at];
}

static inline void fresh_bytes(uint64_t address, unsigned count, uint8_t *bytes) {
  uint64_t word = address / 4U;
  for (const uint8_t *end = bytes + count; bytes != end; bytes += 4)
    flitlock_bytes_put4(bytes, (uint32_t)flitlock_rng_mix(word++));
}

void flitlock_l2_store_read_sectors(const struct flitlock_l2_store *store, uint64_t address, unsigned sectors,
                                    uint8_t *half) {
  const struct slot *slot = store->count == 0 ? NULL : find(store, address >> PAGE_SHIFT);
  for (unsigned n = 0; n < 2; n++) {
    if ((sectors >> n & 1U) == 0) continue;
    uint64_t from = address + n * FLITLOCK_L2_SECTOR_BYTES;
    uint8_t *to = half + n * FLITLOCK_L2_SECTOR_BYTES;
    if (slot == NULL || slot->page == 0)
      fresh_bytes(from, FLITLOCK_L2_SECTOR_BYTES, to);
    else
      memcpy(to, slot->bytes + from % PAGE_BYTES, FLITLOCK_L2_SECTOR_BYTES);
  }
}

void flitlock_l2_store_read(const struct flitlock_l2_store *store, uint64_t address, uint8_t *half) {
  flitlock_l2_store_read_sectors(store, address, 3, half);
}

static int grow(struct flitlock_l2_store *store) {
  struct flitlock_l2_store larger = {.size = 2 * store->size, .count = store->count};
  larger.slot = calloc(larger.size, sizeof *larger.slot);
  if (larger.slot == NULL) return 0;
  for (size_t n = 0; n < store->size; n++)
    if (store->slot[n].page != 0) *find(&larger, store->slot[n].page - 1U) = store->slot[n];
  free(store->slot);
  *store = larger;
  return 1;
}

int flitlock_l2_store_write(struct flitlock_l2_store *store, uint64_t address, uint64_t mask, const uint8_t *half) {
  uint64_t page = address >> PAGE_SHIFT;
  struct slot *slot = find(store, page);
  if (slot->page == 0) {
    if (2 * store->count >= store->size && !grow(store)) return FLITLOCK_E_NO_MEMORY;
    uint8_t *bytes = malloc(PAGE_BYTES);
    if (bytes == NULL) return FLITLOCK_E_NO_MEMORY;
    fresh_bytes(page << PAGE_SHIFT, PAGE_BYTES, bytes);
    slot = find(store, page);
    *slot = (struct slot){page + 1U, bytes};
    store->count++;
  }
  uint8_t *to = slot->bytes + address % PAGE_BYTES;
  for (; mask != 0; mask &= mask - 1) {
    unsigned at = (unsigned)__builtin_ctzll(mask);
    to[at] = half[at];
  }
  return FLITLOCK_OK;
}
