// SPDX-License-Identifier: Apache-2.0
// Where more depth stops to pay.
#include "flitlock/tune.h"

#define NEAR 0.99  // of the use at the largest depth

uint32_t flitlock_tune_knee(const struct flitlock_tune_point *point, size_t count, int kind) {
  const struct flitlock_tune_point *largest = NULL, *knee = NULL;
  for (size_t n = 0; n < count; n++) {
    if (point[n].kind == kind && (largest == NULL || point[n].depth > largest->depth)) largest = &point[n];
  }
  for (size_t n = 0; n < count; n++) {
    if (point[n].kind != kind || point[n].use < NEAR * largest->use) continue;
    if (knee == NULL || point[n].depth < knee->depth) knee = &point[n];
  }
  return knee != NULL ? knee->depth : 0;
}
