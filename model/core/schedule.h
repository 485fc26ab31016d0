// SPDX-License-Identifier: Apache-2.0
// Which members of a set (blocks, lanes) are due at which cycle: a wheel of bit masks for the near future, a heap for
// what lies beyond it. A member may be due at any number of cycles; asking twice for one cycle is once.
#ifndef FLITLOCK_MODEL_CORE_SCHEDULE_H
#define FLITLOCK_MODEL_CORE_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Cycles that the wheel covers; a power of two.
#define FLITLOCK_WHEEL 256U

struct flitlock_due {
  uint64_t cycle;
  uint32_t member;
};

struct flitlock_schedule {
  uint64_t *slot;                      // [FLITLOCK_WHEEL][words]: cycle t is slot t mod FLITLOCK_WHEEL
  uint64_t busy[FLITLOCK_WHEEL / 64];  // slots that are not empty
  uint32_t words;                      // of a mask
  struct flitlock_due *heap;           // [heap_count], the earliest first
  size_t heap_count;
  size_t heap_capacity;
  uint64_t now;  // cycles before it are over
};

// Room for `members` members, numbered from 0; what was due is forgotten. False: out of memory.
bool flitlock_schedule_init(struct flitlock_schedule *schedule, uint32_t members);
void flitlock_schedule_free(struct flitlock_schedule *schedule);
// Forgets everything and sets the time to 0.
void flitlock_schedule_clear(struct flitlock_schedule *schedule);
// The slow way in, for cycles beyond the wheel. False: out of memory.
bool flitlock_schedule_add_far(struct flitlock_schedule *schedule, uint32_t member, uint64_t cycle);
// Next cycle at or after `now` at which a member is due, UINT64_MAX if there is none.
uint64_t flitlock_schedule_next(const struct flitlock_schedule *schedule);
// Moves members of the heap that are due at `now` into the wheel.
void flitlock_schedule_pull(struct flitlock_schedule *schedule);

// `cycle` must not be before `now`.
static inline bool flitlock_schedule_add(struct flitlock_schedule *schedule, uint32_t member, uint64_t cycle) {
  if (cycle - schedule->now >= FLITLOCK_WHEEL) return flitlock_schedule_add_far(schedule, member, cycle);
  uint32_t slot = (uint32_t)cycle & (FLITLOCK_WHEEL - 1U);
  schedule->slot[slot * schedule->words + member / 64U] |= 1ULL << member % 64U;
  schedule->busy[slot / 64U] |= 1ULL << slot % 64U;
  return true;
}

// The mask of the members due at `now`. The caller clears the words it has seen.
static inline uint64_t *flitlock_schedule_due(struct flitlock_schedule *schedule) {
  if (schedule->heap_count != 0 && schedule->heap[0].cycle <= schedule->now) flitlock_schedule_pull(schedule);
  return &schedule->slot[((uint32_t)schedule->now & (FLITLOCK_WHEEL - 1U)) * schedule->words];
}

// Time goes on to `cycle`; the mask of `now` is empty.
static inline void flitlock_schedule_advance(struct flitlock_schedule *schedule, uint64_t cycle) {
  uint32_t slot = (uint32_t)schedule->now & (FLITLOCK_WHEEL - 1U);
  schedule->busy[slot / 64U] &= ~(1ULL << slot % 64U);
  schedule->now = cycle;
}

#endif
