// SPDX-License-Identifier: Apache-2.0
#include "run/steady.h"

#include <math.h>
#include <string.h>

#define TOLERANCE  0.01
#define LARGEST    0.05  // more is never chance
#define DEVIATIONS 2.0
#define IN_A_ROW   2
#define PATIENCE   4

int flitlock_steady_agree(uint64_t count_a, uint64_t length_a, uint64_t count_b, uint64_t length_b) {
  if (length_a == 0 || length_b == 0 || count_a == 0 || count_b == 0) return 0;
  double a = (double)count_a, b = (double)count_b;
  double rate_a = a / (double)length_a, rate_b = b / (double)length_b;
  double difference = fabs(rate_a - rate_b) / fmax(rate_a, rate_b);
  // The relative deviation of a Poisson count n is 1 / sqrt(n); those of two counts add as squares.
  double chance = DEVIATIONS * sqrt(1 / a + 1 / b);
  return difference < fmin(fmax(TOLERANCE, chance), LARGEST);
}

void flitlock_steady_init(struct flitlock_steady *steady, uint64_t batch) {
  memset(steady, 0, sizeof(*steady));
  steady->length = batch;
}

int flitlock_steady_update(struct flitlock_steady *steady, uint64_t cycle, uint64_t injected, uint64_t completed) {
  if (cycle - steady->start < steady->length) return 0;
  uint64_t length = steady->length;
  uint64_t batch = injected - steady->injected_at_start;
  uint64_t done = completed - steady->completed_at_start;
  int agrees = steady->has_before && flitlock_steady_agree(batch, length, steady->injected_before, length) &&
               flitlock_steady_agree(done, length, batch, length);
  steady->start = cycle;
  steady->injected_at_start = injected;
  steady->completed_at_start = completed;
  steady->injected_before = batch;
  if (agrees) {
    steady->in_a_row++;
  } else if (steady->has_before) {
    steady->in_a_row = 0;
    steady->failures++;
  }
  steady->has_before = 1;
  if (steady->failures >= PATIENCE) {
    steady->length *= 2;
    steady->failures = 0;
    steady->has_before = 0;
  }
  return steady->in_a_row >= IN_A_ROW;
}

void flitlock_samples_start(struct flitlock_samples *samples, uint64_t cycle, uint64_t injected, uint64_t completed) {
  samples->at[0] = (struct flitlock_sample){cycle, injected, completed};
  samples->count = 1;
  samples->every = 1;
  samples->skipped = 0;
}

void flitlock_samples_add(struct flitlock_samples *samples, uint64_t cycle, uint64_t injected, uint64_t completed) {
  if (++samples->skipped < samples->every) return;
  samples->skipped = 0;
  if (samples->count == FLITLOCK_SAMPLES) {
    for (unsigned n = 0; n < FLITLOCK_SAMPLES / 2; n++)
      samples->at[n] = samples->at[2 * n];
    samples->count = FLITLOCK_SAMPLES / 2;
    samples->every *= 2;
  }
  samples->at[samples->count++] = (struct flitlock_sample){cycle, injected, completed};
}

int flitlock_samples_steady(const struct flitlock_samples *samples, uint64_t cycle, uint64_t injected,
                            uint64_t completed) {
  const struct flitlock_sample *first = &samples->at[0], *middle = first;
  uint64_t target = first->cycle + (cycle - first->cycle) / 2;
  for (unsigned n = 1; n < samples->count && samples->at[n].cycle <= target; n++)
    middle = &samples->at[n];
  uint64_t before = middle->cycle - first->cycle, after = cycle - middle->cycle;
  return flitlock_steady_agree(middle->injected - first->injected, before, injected - middle->injected, after) &&
         flitlock_steady_agree(middle->completed - first->completed, before, completed - middle->completed, after);
}
