// SPDX-License-Identifier: Apache-2.0
#include "observe/histogram.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int grow(struct flitlock_histogram *histogram, uint64_t value) {
  size_t bins = histogram->bins ? histogram->bins : 1024U;
  while (bins <= value)
    bins *= 2U;
  uint32_t *bin = realloc(histogram->bin, bins * sizeof *bin);
  if (!bin) return 0;
  memset(bin + histogram->bins, 0, (bins - histogram->bins) * sizeof *bin);
  histogram->bin = bin;
  histogram->bins = bins;
  return 1;
}

int flitlock_histogram_add(struct flitlock_histogram *histogram, uint64_t value) {
  if (value >= histogram->bins && !grow(histogram, value)) return 0;
  histogram->bin[value]++;
  if (histogram->count == 0 || value < histogram->min) histogram->min = value;
  if (value > histogram->max) histogram->max = value;
  histogram->count++;
  histogram->sum += value;
  return 1;
}

uint64_t flitlock_histogram_percentile(const struct flitlock_histogram *histogram, double fraction) {
  if (histogram->count == 0) return 0;
  double wanted = ceil(fraction * (double)histogram->count);
  uint64_t seen = 0;
  for (uint64_t value = histogram->min; value < histogram->max; value++) {
    seen += histogram->bin[value];
    if ((double)seen >= wanted) return value;
  }
  return histogram->max;
}

void flitlock_histogram_clear(struct flitlock_histogram *histogram) {
  if (histogram->bins) memset(histogram->bin, 0, histogram->bins * sizeof *histogram->bin);
  histogram->count = histogram->sum = histogram->min = histogram->max = 0;
}

void flitlock_histogram_free(struct flitlock_histogram *histogram) {
  free(histogram->bin);
  memset(histogram, 0, sizeof *histogram);
}
