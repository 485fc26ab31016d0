// SPDX-License-Identifier: Apache-2.0
#include "dpi/handles.h"

#include <stdatomic.h>
#include <stdint.h>

#include "dpi/golden_dpi.h"

#define MAGIC      UINT64_C(0xF117)  // plus the kind
#define SLOT_BITS  16U
#define LIVES_BITS 32U

_Static_assert(sizeof(uintptr_t) == 8, "a handle has 64 bits");
_Static_assert(FLITLOCK_DPI_INSTANCES < 1 << SLOT_BITS, "the number of an entry has 16 bits");

// An entry is in use when `instance` is not NULL; `lives` counts the handles it has been given out as.
struct entry {
  _Atomic(void *) instance;
  atomic_uint lives;
};

static struct entry table[FLITLOCK_DPI_INSTANCES];

void *flitlock_handle_new(enum flitlock_handle_kind kind, void *instance) {
  for (unsigned slot = 0; slot < FLITLOCK_DPI_INSTANCES; slot++) {
    struct entry *entry = &table[slot];
    void *none = NULL;
    if (!atomic_compare_exchange_strong(&entry->instance, &none, instance)) continue;
    uint64_t lives = atomic_fetch_add(&entry->lives, 1U) + 1U;
    return (void *)(uintptr_t)((MAGIC + kind) << (SLOT_BITS + LIVES_BITS) | (lives & UINT32_MAX) << SLOT_BITS | slot);
  }
  return NULL;
}

// The entry of a handle, if it is one that could have been given out.
static int entry_of(enum flitlock_handle_kind kind, void *handle, struct entry **entry) {
  if (handle == NULL) return FLITLOCK_DPI_E_NULL_HANDLE;
  uint64_t value = (uintptr_t)handle;
  unsigned slot = (unsigned)(value & ((1U << SLOT_BITS) - 1U));
  if (value >> (SLOT_BITS + LIVES_BITS) != MAGIC + kind || slot >= FLITLOCK_DPI_INSTANCES)
    return FLITLOCK_DPI_E_FOREIGN_HANDLE;
  unsigned life = (unsigned)(value >> SLOT_BITS & UINT32_MAX);
  unsigned lives = atomic_load(&table[slot].lives);
  if (life == 0 || life > lives) return FLITLOCK_DPI_E_FOREIGN_HANDLE;
  if (life < lives) return FLITLOCK_DPI_E_FREED_HANDLE;
  *entry = &table[slot];
  return FLITLOCK_OK;
}

int flitlock_handle_find(enum flitlock_handle_kind kind, void *handle, void **instance) {
  struct entry *entry = NULL;
  *instance = NULL;
  int status = entry_of(kind, handle, &entry);
  if (status != FLITLOCK_OK) return status;
  *instance = atomic_load(&entry->instance);
  return *instance == NULL ? FLITLOCK_DPI_E_FREED_HANDLE : FLITLOCK_OK;
}

int flitlock_handle_free(enum flitlock_handle_kind kind, void *handle, void **instance) {
  struct entry *entry = NULL;
  *instance = NULL;
  int status = entry_of(kind, handle, &entry);
  if (status != FLITLOCK_OK) return status;
  *instance = atomic_exchange(&entry->instance, NULL);
  return *instance == NULL ? FLITLOCK_DPI_E_FREED_HANDLE : FLITLOCK_OK;
}
