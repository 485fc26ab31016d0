// SPDX-License-Identifier: Apache-2.0
#include "scaleup/ledger.h"

#include <stdlib.h>

void scale_up_ledger_waits(const struct scale_up_ledger *ledger, const struct scale_up_record *record, uint64_t cycle,
                           uint32_t wait[SCALE_UP_WAIT_COUNT]) {
  const struct scale_up_latencies *l = &ledger->latency;
  uint32_t total = (uint32_t)(cycle - record->birth);
  wait[SCALE_UP_WAIT_SWITCH] = record->switched - l->cu_noc - l->link - l->switching;
  wait[SCALE_UP_WAIT_TRANSLATION] = record->fabric - record->switched - l->link - l->fabric;
  wait[SCALE_UP_WAIT_STATION] = record->delivered - record->fabric;
  wait[SCALE_UP_WAIT_RESPONSE] = total - record->delivered - l->hbm - l->fabric - l->link - l->switching - l->link;
}

void scale_up_ledger_complete(struct scale_up_ledger *ledger, const struct scale_up_record *record, int other_node,
                              uint64_t cycle) {
  struct scale_up_sums *sums = &ledger->sums[other_node];
  uint32_t wait[SCALE_UP_WAIT_COUNT];
  scale_up_ledger_waits(ledger, record, cycle, wait);
  sums->count++;
  for (unsigned n = 0; n < SCALE_UP_WAIT_COUNT; n++) {
    sums->sum[n] += wait[n];
    if (wait[n] > sums->max[n]) sums->max[n] = wait[n];
  }
  if (!flitlock_histogram_add(&sums->round_trip, cycle - record->birth) ||
      !flitlock_histogram_add(&sums->translation, wait[SCALE_UP_WAIT_TRANSLATION]))
    ledger->lost = 1;
}

// A stage is a latency, a wait, or both (SCALE_UP_WAIT_COUNT: none).
static void set_stage(const struct scale_up_sums *sums, struct flitlock_scale_up_requests *requests,
                      enum flitlock_scale_up_stage stage, uint32_t latency, enum scale_up_wait wait) {
  double waited = wait == SCALE_UP_WAIT_COUNT ? 0 : (double)sums->sum[wait] / (double)sums->count;
  requests->mean[stage] = latency + waited;
  requests->max[stage] = latency + (wait == SCALE_UP_WAIT_COUNT ? 0 : sums->max[wait]);
}

void scale_up_ledger_results(const struct scale_up_ledger *ledger, int other_node,
                             struct flitlock_scale_up_requests *requests) {
  const struct scale_up_sums *sums = &ledger->sums[other_node];
  const struct scale_up_latencies *l = &ledger->latency;
  const enum scale_up_wait none = SCALE_UP_WAIT_COUNT;
  *requests = (struct flitlock_scale_up_requests){.count = sums->count};
  if (sums->count == 0) return;
  set_stage(sums, requests, FLITLOCK_SCALE_UP_STAGE_CU_NOC, l->cu_noc, none);
  set_stage(sums, requests, FLITLOCK_SCALE_UP_STAGE_REQUEST_LINKS, 2 * l->link, none);
  set_stage(sums, requests, FLITLOCK_SCALE_UP_STAGE_REQUEST_SWITCH, l->switching, SCALE_UP_WAIT_SWITCH);
  set_stage(sums, requests, FLITLOCK_SCALE_UP_STAGE_TRANSLATION, 0, SCALE_UP_WAIT_TRANSLATION);
  set_stage(sums, requests, FLITLOCK_SCALE_UP_STAGE_FABRIC, l->fabric, none);
  set_stage(sums, requests, FLITLOCK_SCALE_UP_STAGE_STATION_WAIT, 0, SCALE_UP_WAIT_STATION);
  set_stage(sums, requests, FLITLOCK_SCALE_UP_STAGE_HBM, l->hbm, none);
  set_stage(sums, requests, FLITLOCK_SCALE_UP_STAGE_RESPONSE_FABRIC, l->fabric, none);
  set_stage(sums, requests, FLITLOCK_SCALE_UP_STAGE_RESPONSE_SWITCH, l->switching, SCALE_UP_WAIT_RESPONSE);
  set_stage(sums, requests, FLITLOCK_SCALE_UP_STAGE_RESPONSE_LINKS, 2 * l->link, none);
  const struct flitlock_histogram *trips = &sums->round_trip;
  requests->round_trip_mean = (double)trips->sum / (double)trips->count;
  requests->round_trip_min = trips->min;
  requests->round_trip_p50 = flitlock_histogram_percentile(trips, 0.5);
  requests->round_trip_p99 = flitlock_histogram_percentile(trips, 0.99);
  requests->round_trip_max = trips->max;
  requests->translation_p50 = flitlock_histogram_percentile(&sums->translation, 0.5);
  requests->translation_p99 = flitlock_histogram_percentile(&sums->translation, 0.99);
}

void scale_up_ledger_free(struct scale_up_ledger *ledger) {
  free(ledger->record);
  ledger->record = NULL;
  for (unsigned n = 0; n < 2; n++) {
    flitlock_histogram_free(&ledger->sums[n].round_trip);
    flitlock_histogram_free(&ledger->sums[n].translation);
  }
}
