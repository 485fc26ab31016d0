// SPDX-License-Identifier: Apache-2.0
#include "client/pool.h"

#include <stdlib.h>

// Every slab is twice as large as the one before, so few are ever looked through.
#define FIRST_SLAB_SLOTS 64U
#define MAX_SLABS        24U

struct slab {
  uint8_t *bytes;
  uint32_t *owner;  // [slots], 0: free
  uint32_t slots;
};

// A slot and the place where its owner is noted.
struct slot {
  uint8_t *bytes;
  uint32_t *owner;
};

struct flitlock_payload_pool {
  struct slab slab[MAX_SLABS];
  struct slot *free_slot;  // stack of the free slots
  uint32_t free_count;
  uint32_t slabs;
  uint32_t slots;  // in all slabs
  uint32_t slot_shift;
  uint32_t owners;
};

int flitlock_payload_pool_create(uint32_t max_len, uint32_t unit_bytes, struct flitlock_payload_pool **pool,
                                 struct flitlock_error *error) {
  *pool = NULL;
  if (max_len < 1 || max_len > FLITLOCK_MAX_LEN || unit_bytes < 1 || unit_bytes > FLITLOCK_MAX_UNIT_BYTES) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "payload pool: %u units of %u bytes; allowed are 1 to %d units of 1 to %d bytes", max_len,
                         unit_bytes, FLITLOCK_MAX_LEN, FLITLOCK_MAX_UNIT_BYTES);
  }
  struct flitlock_payload_pool *made = calloc(1, sizeof *made);
  if (!made) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "payload pool: out of memory");
  made->slot_shift = 6;
  while ((1U << made->slot_shift) < max_len * unit_bytes)
    made->slot_shift++;
  *pool = made;
  return FLITLOCK_OK;
}

void flitlock_payload_pool_destroy(struct flitlock_payload_pool *pool) {
  if (!pool) return;
  for (uint32_t i = 0; i < pool->slabs; i++) {
    free(pool->slab[i].bytes);
    free(pool->slab[i].owner);
  }
  free(pool->free_slot);
  free(pool);
}

uint64_t flitlock_payload_pool_in_use(const struct flitlock_payload_pool *pool) {
  return pool->slots - pool->free_count;
}

uint64_t flitlock_payload_pool_bytes(const struct flitlock_payload_pool *pool) {
  return (uint64_t)pool->slots << pool->slot_shift;
}

uint32_t flitlock_payload_pool_join(struct flitlock_payload_pool *pool) { return ++pool->owners; }

// Adds a slab; the stack of free slots grows with it, so that giving back can never fail.
static int grow(struct flitlock_payload_pool *pool) {
  if (pool->slabs == MAX_SLABS) return 0;
  uint32_t slots = FIRST_SLAB_SLOTS << pool->slabs;
  struct slab *slab = &pool->slab[pool->slabs];
  struct slot *stack = realloc(pool->free_slot, (pool->slots + slots) * sizeof *stack);
  if (!stack) return 0;
  pool->free_slot = stack;
  slab->bytes = aligned_alloc(64, (size_t)slots << pool->slot_shift);
  slab->owner = calloc(slots, sizeof *slab->owner);
  if (!slab->bytes || !slab->owner) {
    free(slab->bytes);
    free(slab->owner);
    return 0;
  }
  slab->slots = slots;
  pool->slabs++;
  pool->slots += slots;
  for (uint32_t i = slots; i > 0; i--)
    pool->free_slot[pool->free_count++] =
        (struct slot){slab->bytes + ((size_t)(i - 1) << pool->slot_shift), &slab->owner[i - 1]};
  return 1;
}

// The slot around `payload`; its bytes are NULL if it is not of this pool.
static struct slot find(const struct flitlock_payload_pool *pool, const uint8_t *payload) {
  for (uint32_t i = pool->slabs; i > 0; i--) {
    const struct slab *slab = &pool->slab[i - 1];
    uintptr_t offset = (uintptr_t)payload - (uintptr_t)slab->bytes;
    if (offset < (uintptr_t)slab->slots << pool->slot_shift) {
      size_t index = offset >> pool->slot_shift;
      return (struct slot){slab->bytes + (index << pool->slot_shift), &slab->owner[index]};
    }
  }
  return (struct slot){NULL, NULL};
}

uint8_t *flitlock_payload_pool_take(struct flitlock_payload_pool *pool, uint32_t owner) {
  if (pool->free_count == 0 && !grow(pool)) return NULL;
  const struct slot slot = pool->free_slot[--pool->free_count];
  *slot.owner = owner;
  return slot.bytes;
}

void flitlock_payload_pool_give(struct flitlock_payload_pool *pool, const uint8_t *payload) {
  const struct slot slot = find(pool, payload);
  if (!slot.bytes || *slot.owner == 0) return;
  *slot.owner = 0;
  pool->free_slot[pool->free_count++] = slot;
}

void flitlock_payload_pool_give_all(struct flitlock_payload_pool *pool, uint32_t owner) {
  for (uint32_t i = 0; i < pool->slabs; i++) {
    struct slab *slab = &pool->slab[i];
    for (uint32_t k = 0; k < slab->slots; k++) {
      if (slab->owner[k] == owner) flitlock_payload_pool_give(pool, slab->bytes + ((size_t)k << pool->slot_shift));
    }
  }
}
