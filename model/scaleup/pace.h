// SPDX-License-Identifier: Apache-2.0
// The pace of a station, R-SU-7: when the next request may go, exact to a millionth of a cycle.
#ifndef FLITLOCK_MODEL_SCALEUP_PACE_H
#define FLITLOCK_MODEL_SCALEUP_PACE_H

#include <stdbool.h>
#include <stdint.h>

#define SCALE_UP_MICRO 1000000U  // parts of a cycle

// How long requests take, by size.
struct scale_up_rate {
  uint64_t full;    // of a request of `bytes`, in millionths of a cycle
  uint32_t bytes;   // the usual size
  double per_byte;  // millionths of a cycle
};

static inline struct scale_up_rate scale_up_rate_of(double gigabits, double clock_ghz, uint32_t bytes) {
  double per_byte = 8.0 / gigabits * clock_ghz * SCALE_UP_MICRO;
  struct scale_up_rate rate = {.full = (uint64_t)(per_byte * bytes + 0.5), .bytes = bytes, .per_byte = per_byte};
  return rate;
}

static inline uint64_t scale_up_rate_time(const struct scale_up_rate *rate, uint32_t bytes) {
  return bytes == rate->bytes ? rate->full : (uint64_t)(rate->per_byte * bytes + 0.5);
}

// `next`: the time of readiness in millionths of a cycle.
static inline bool scale_up_pace_ready(uint64_t next, uint64_t cycle) { return next <= cycle * SCALE_UP_MICRO; }

// The first whole cycle of readiness.
static inline uint64_t scale_up_pace_cycle(uint64_t next) { return (next + SCALE_UP_MICRO - 1) / SCALE_UP_MICRO; }

// A request that takes `time` goes in `cycle`, at which it was ready.
static inline void scale_up_pace_take(uint64_t *next, uint64_t cycle, uint64_t time) {
  uint64_t now = cycle * SCALE_UP_MICRO;
  *next = (*next + SCALE_UP_MICRO > now ? *next : now) + time;
}

#endif
