// SPDX-License-Identifier: Apache-2.0
// Results of a scale-up pod as JSON: docs/results.md. One order of keys, one way of writing numbers.
#include <jansson.h>
#include <math.h>
#include <stdio.h>

#include "flitlock/scale_up.h"
#include "flitlock/version.h"
#include "results/output_json.h"
#include "results/real.h"
#include "results/translation.h"

// The meaning of a key never changes without this number.
#define FORMAT 1

static json_t *real(double value) { return isfinite(value) ? json_real(value) : json_null(); }
static json_t *count(uint64_t value) { return json_integer((json_int_t)value); }

// A time as cycles and ns.
static json_t *time_object(double cycles, double clock_ghz) {
  return json_pack("{s:o, s:o}", "cycles", real(cycles), "ns", real(cycles / clock_ghz));
}

static json_t *stages_object(const struct flitlock_scale_up_requests *requests, double clock_ghz) {
  json_t *stages = json_object();
  for (int n = 0; n < FLITLOCK_SCALE_UP_STAGE_COUNT; n++) {
    json_object_set_new(stages, flitlock_scale_up_stage_text(n),
                        json_pack("{s:o, s:o}", "mean", time_object(requests->mean[n], clock_ghz), "max",
                                  time_object((double)requests->max[n], clock_ghz)));
  }
  return stages;
}

static json_t *requests_object(const struct flitlock_scale_up_requests *requests, double clock_ghz) {
  json_t *trip = json_pack("{s:o, s:o, s:o, s:o, s:o}", "mean", time_object(requests->round_trip_mean, clock_ghz),
                           "min", time_object((double)requests->round_trip_min, clock_ghz), "p50",
                           time_object((double)requests->round_trip_p50, clock_ghz), "p99",
                           time_object((double)requests->round_trip_p99, clock_ghz), "max",
                           time_object((double)requests->round_trip_max, clock_ghz));
  json_t *translation = json_pack("{s:o, s:o}", "p50", time_object((double)requests->translation_p50, clock_ghz), "p99",
                                  time_object((double)requests->translation_p99, clock_ghz));
  return json_pack("{s:o, s:o, s:o, s:o}", "count", count(requests->count), "round_trip", trip, "translation",
                   translation, "stages", stages_object(requests, clock_ghz));
}

static json_t *iterations_array(const struct flitlock_scale_up_results *results) {
  json_t *list = json_array();
  for (uint32_t n = 0; n < results->iterations; n++) {
    const struct flitlock_scale_up_iteration *iteration = &results->iteration[n];
    double time = (double)(iteration->end - iteration->begin);
    json_array_append_new(list, json_pack("{s:o, s:o, s:o}", "begin", count(iteration->begin), "end",
                                          count(iteration->end), "time", time_object(time, results->clock_ghz)));
  }
  return list;
}

static json_t *stream_object(const struct flitlock_scale_up_results *results) {
  json_t *translation = json_array();
  json_t *trip = json_array();
  for (uint64_t n = 0; n < results->samples; n++) {
    json_array_append_new(translation, count(results->sample[n].translation));
    json_array_append_new(trip, count(results->sample[n].round_trip));
  }
  return json_pack("{s:o, s:o, s:o, s:o}", "src", count(results->stream_src), "dst", count(results->stream_dst),
                   "translation_cycles", translation, "round_trip_cycles", trip);
}

static json_t *results_object(const struct flitlock_scale_up_results *results) {
  char hash[24];
  (void)snprintf(hash, sizeof hash, "0x%016llx", (unsigned long long)results->config_hash);
  json_t *root = json_object();
  json_object_set_new(root, "format", json_integer(FORMAT));
  json_object_set_new(root, "flitlock", json_string(flitlock_version_string()));
  json_object_set_new(root, "kind", json_string("scale_up"));
  json_object_set_new(root, "name", json_string(results->name));
  json_object_set_new(root, "config_hash", json_string(hash));
  json_object_set_new(root, "seed", count(results->seed));
  json_object_set_new(root, "status", json_string(flitlock_status_name(results->status)));
  json_object_set_new(root, "status_text", json_string(results->status_text));
  json_object_set_new(root, "clock_ghz", real(results->clock_ghz));
  json_object_set_new(root, "gpus", count(results->gpus));
  json_object_set_new(root, "node_gpus", count(results->gpus_per_node));
  json_object_set_new(root, "stations", count(results->stations));
  json_object_set_new(root, "collective", json_string(results->collective));
  json_object_set_new(root, "bytes", count(results->bytes));
  json_object_set_new(root, "time", time_object((double)results->cycles, results->clock_ghz));
  json_object_set_new(root, "iterations", iterations_array(results));
  json_t *requests = json_object();
  json_object_set_new(requests, "same_node", requests_object(&results->same_node, results->clock_ghz));
  json_object_set_new(requests, "other_node", requests_object(&results->other_node, results->clock_ghz));
  json_object_set_new(root, "requests", requests);
  if (results->translates)
    json_object_set_new(root, "link_tlbs", flitlock_translation_json(&results->translation, results->clock_ghz));
  if (results->samples > 0) json_object_set_new(root, "stream", stream_object(results));
  json_object_set_new(root, "flits_carried", count(results->flits_carried));
  return root;
}

int flitlock_scale_up_write_json(const struct flitlock_scale_up_results *results, const char *path,
                                 struct flitlock_error *error) {
  return flitlock_output_json(results_object(results), FLITLOCK_REAL_DIGITS, "the results", path, error);
}
