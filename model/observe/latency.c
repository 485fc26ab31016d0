// SPDX-License-Identifier: Apache-2.0
#include "observe/latency.h"

#include <string.h>

// One cache line. Times are modulo 2^32, as births are (R-FL-1): differences are what counts.
struct request {
  uint64_t key;
  uint32_t birth;
  uint32_t last;  // end of the last stage
  uint32_t stage[FLITLOCK_STAGE_COUNT];
};

int flitlock_latency_init(struct flitlock_latency *latency) {
  memset(latency, 0, sizeof *latency);
  return flitlock_table_init(&latency->requests, sizeof(struct request));
}

void flitlock_latency_free(struct flitlock_latency *latency) {
  flitlock_table_free(&latency->requests);
  flitlock_histogram_free(&latency->histogram);
}

void flitlock_latency_clear(struct flitlock_latency *latency) {
  flitlock_table_clear(&latency->requests);
  flitlock_histogram_clear(&latency->histogram);
  memset(latency->stage, 0, sizeof latency->stage);
}

static void spend(struct request *request, enum flitlock_stage stage, uint64_t cycle) {
  request->stage[stage] += (uint32_t)cycle - request->last;
  request->last = (uint32_t)cycle;
}

void flitlock_latency_begin(struct flitlock_latency *latency, uint64_t key, uint32_t birth, uint64_t cycle) {
  // A number that comes twice is an invariant's business; here the first request keeps it.
  if (flitlock_table_find(&latency->requests, key)) return;
  struct request *request = flitlock_table_insert(&latency->requests, key);
  if (!request) {
    latency->lost = 1;
    return;
  }
  request->birth = request->last = birth;
  spend(request, FLITLOCK_STAGE_SOURCE, cycle);
}

void flitlock_latency_stage(struct flitlock_latency *latency, uint64_t key, enum flitlock_stage stage, uint64_t cycle) {
  struct request *request = flitlock_table_find(&latency->requests, key);
  if (request) spend(request, stage, cycle);
}

void flitlock_latency_arrive(struct flitlock_latency *latency, uint64_t key, enum flitlock_stage out,
                             enum flitlock_stage in, uint64_t cycle) {
  struct request *request = flitlock_table_find(&latency->requests, key);
  // The way to a DST takes at least a cycle, so one that passed a DST has spent some on the way out.
  if (request) spend(request, request->stage[out] ? in : out, cycle);
}

void flitlock_latency_end(struct flitlock_latency *latency, uint64_t key, uint64_t cycle) {
  struct request *request = flitlock_table_find(&latency->requests, key);
  if (!request) return;
  spend(request, FLITLOCK_STAGE_TAIL, cycle);
  if (!flitlock_histogram_add(&latency->histogram, request->last - request->birth)) latency->lost = 1;
  for (int s = 0; s < FLITLOCK_STAGE_COUNT; s++) {
    latency->stage[s] += request->stage[s];
  }
  flitlock_table_erase(&latency->requests, request);
}

void flitlock_latency_results(const struct flitlock_latency *latency, struct flitlock_results *results) {
  const struct flitlock_histogram *histogram = &latency->histogram;
  double count = histogram->count ? (double)histogram->count : 1.0;
  results->latency.count = histogram->count;
  results->latency.mean = (double)histogram->sum / count;
  results->latency.min = histogram->min;
  results->latency.max = histogram->max;
  results->latency.p50 = flitlock_histogram_percentile(histogram, 0.50);
  results->latency.p99 = flitlock_histogram_percentile(histogram, 0.99);
  for (int s = 0; s < FLITLOCK_STAGE_COUNT; s++) {
    results->latency.stage[s] = (double)latency->stage[s] / count;
  }
}
