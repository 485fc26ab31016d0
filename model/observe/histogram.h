// SPDX-License-Identifier: Apache-2.0
// Counts of values exact to 1, from 0 to the largest seen.
#ifndef FLITLOCK_MODEL_OBSERVE_HISTOGRAM_H
#define FLITLOCK_MODEL_OBSERVE_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

struct flitlock_histogram {
  uint32_t *bin;
  size_t bins;
  uint64_t count, sum, min, max;
};

// All zero is an empty histogram. 0: out of memory, the value is not counted.
int flitlock_histogram_add(struct flitlock_histogram *histogram, uint64_t value);
// The smallest value that at least `fraction` of all values do not exceed; 0 of an empty histogram.
uint64_t flitlock_histogram_percentile(const struct flitlock_histogram *histogram, double fraction);
// Empty again; keeps its memory.
void flitlock_histogram_clear(struct flitlock_histogram *histogram);
void flitlock_histogram_free(struct flitlock_histogram *histogram);

#endif
