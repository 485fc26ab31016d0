// SPDX-License-Identifier: Apache-2.0
// When is a run steady? Counts of requests injected and completed decide, batch by batch (docs/results.md).
//
// Two counts agree when they differ by less than 1 %, or by less than chance makes likely (two standard deviations of
// the difference of two Poisson counts), but never when they differ by 5 % or more.
//
// A batch is steady when its injected requests agree with those of the batch before it and its completed requests agree
// with its injected ones. Two steady batches in a row make the run steady. Each time four batches have not been steady
// their length doubles, so that they come to hold enough requests to judge by.
#ifndef FLITLOCK_RUN_STEADY_H
#define FLITLOCK_RUN_STEADY_H

#include <stdint.h>

struct flitlock_steady {
  uint64_t length;  // of a batch, cycles
  uint64_t start;   // cycle of the batch
  uint64_t injected_at_start, completed_at_start;
  uint64_t injected_before;  // in the batch before
  int has_before;
  unsigned in_a_row;  // steady batches
  unsigned failures;  // batches of this length that were not
};

// `batch`: length of the first batches, cycles.
void flitlock_steady_init(struct flitlock_steady *steady, uint64_t batch);
// To be told the totals at every multiple of `batch`. 1: the run is steady from this cycle on.
int flitlock_steady_update(struct flitlock_steady *steady, uint64_t cycle, uint64_t injected, uint64_t completed);
// Whether two counts, each over a length of its own, are the same rate.
int flitlock_steady_agree(uint64_t count_a, uint64_t length_a, uint64_t count_b, uint64_t length_b);

// Totals over a window, coarser as it grows, to compare its halves.
#define FLITLOCK_SAMPLES 128
struct flitlock_samples {
  struct flitlock_sample {
    uint64_t cycle, injected, completed;
  } at[FLITLOCK_SAMPLES];
  unsigned count;
  unsigned every;  // one in so many is kept
  unsigned skipped;
};

void flitlock_samples_start(struct flitlock_samples *samples, uint64_t cycle, uint64_t injected, uint64_t completed);
void flitlock_samples_add(struct flitlock_samples *samples, uint64_t cycle, uint64_t injected, uint64_t completed);
// 1 when both halves of the window that ends now have the same rates. 0 also when there is too little to judge by.
int flitlock_samples_steady(const struct flitlock_samples *samples, uint64_t cycle, uint64_t injected,
                            uint64_t completed);

#endif
