// SPDX-License-Identifier: Apache-2.0
#include "core/schedule.h"

#include <stdlib.h>
#include <string.h>

bool flitlock_schedule_init(struct flitlock_schedule *schedule, uint32_t members) {
  uint32_t words = (members + 63U) / 64U;
  if (words == 0) words = 1;
  if (words != schedule->words) {
    uint64_t *slot = realloc(schedule->slot, (size_t)FLITLOCK_WHEEL * words * sizeof *slot);
    if (slot == NULL) return false;
    schedule->slot = slot;
    schedule->words = words;
  }
  // A few far wake-ups for each member without a call of malloc while the clock runs.
  size_t capacity = 2U * (size_t)members + 16U;
  if (capacity > schedule->heap_capacity) {
    struct flitlock_due *heap = realloc(schedule->heap, capacity * sizeof *heap);
    if (heap == NULL) return false;
    schedule->heap = heap;
    schedule->heap_capacity = capacity;
  }
  flitlock_schedule_clear(schedule);
  return true;
}

void flitlock_schedule_free(struct flitlock_schedule *schedule) {
  free(schedule->slot);
  free(schedule->heap);
  memset(schedule, 0, sizeof *schedule);
}

void flitlock_schedule_clear(struct flitlock_schedule *schedule) {
  if (schedule->slot != NULL)
    memset(schedule->slot, 0, (size_t)FLITLOCK_WHEEL * schedule->words * sizeof *schedule->slot);
  memset(schedule->busy, 0, sizeof schedule->busy);
  schedule->heap_count = 0;
  schedule->now = 0;
}

bool flitlock_schedule_add_far(struct flitlock_schedule *schedule, uint32_t member, uint64_t cycle) {
  if (schedule->heap_count == schedule->heap_capacity) {
    size_t capacity = 2 * schedule->heap_capacity + 16;
    struct flitlock_due *heap = realloc(schedule->heap, capacity * sizeof *heap);
    if (heap == NULL) return false;
    schedule->heap = heap;
    schedule->heap_capacity = capacity;
  }
  size_t at = schedule->heap_count++;
  while (at > 0 && schedule->heap[(at - 1) / 2].cycle > cycle) {
    schedule->heap[at] = schedule->heap[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  schedule->heap[at] = (struct flitlock_due){cycle, member};
  return true;
}

static void remove_first(struct flitlock_schedule *schedule) {
  struct flitlock_due last = schedule->heap[--schedule->heap_count];
  size_t at = 0;
  for (;;) {
    size_t child = 2 * at + 1;
    if (child >= schedule->heap_count) break;
    if (child + 1 < schedule->heap_count && schedule->heap[child + 1].cycle < schedule->heap[child].cycle) child++;
    if (schedule->heap[child].cycle >= last.cycle) break;
    schedule->heap[at] = schedule->heap[child];
    at = child;
  }
  schedule->heap[at] = last;
}

void flitlock_schedule_pull(struct flitlock_schedule *schedule) {
  while (schedule->heap_count != 0 && schedule->heap[0].cycle <= schedule->now) {
    flitlock_schedule_add(schedule, schedule->heap[0].member, schedule->now);
    remove_first(schedule);
  }
}

uint64_t flitlock_schedule_next(const struct flitlock_schedule *schedule) {
  uint64_t next = schedule->heap_count != 0 ? schedule->heap[0].cycle : UINT64_MAX;
  if (next < schedule->now) next = schedule->now;
  // The words of `busy` from the slot of `now` on, once around.
  uint32_t start = (uint32_t)schedule->now & (FLITLOCK_WHEEL - 1U);
  for (uint32_t step = 0; step <= FLITLOCK_WHEEL / 64U; step++) {
    uint32_t word = (start / 64U + step) % (FLITLOCK_WHEEL / 64U);
    uint64_t mask = schedule->busy[word];
    if (step == 0) mask &= ~0ULL << start % 64U;
    if (step == FLITLOCK_WHEEL / 64U) mask &= ~(~0ULL << start % 64U);
    if (mask == 0) continue;
    uint32_t slot = word * 64U + (uint32_t)__builtin_ctzll(mask);
    uint64_t cycle = schedule->now + ((slot - start) & (FLITLOCK_WHEEL - 1U));
    return cycle < next ? cycle : next;
  }
  return next;
}
