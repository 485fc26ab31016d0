// SPDX-License-Identifier: Apache-2.0
// The topic: its simulations and how one is run.
#include "reproduce/tlb.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "reproduce/topics.h"

static size_t count(const struct flitlock_reproduce_setting *setting) {
  struct tlb_plan *plan = tlb_plan_make(setting->is_short);
  size_t runs = plan != NULL ? plan->count : 0;
  free(plan);
  return runs;
}

static char *label(const struct flitlock_reproduce_setting *setting, size_t n, char *buffer, size_t size) {
  struct tlb_plan *plan = tlb_plan_make(setting->is_short);
  snprintf(buffer, size, "%s", plan != NULL && n < plan->count ? plan->run[n].id : "a simulation");
  free(plan);
  return buffer;
}

static void spread(double value, double *least, double *most) {
  if (value < *least || *least == 0) *least = value;
  if (value > *most) *most = value;
}

// A stream of requests of which each waits for the one before.
static void measure_stream(const struct flitlock_config *config, const struct flitlock_scale_up_results *results,
                           struct tlb_result *result) {
  uint64_t page = config->link_tlb.page / config->scale_up.request_bytes;
  if (results->samples < 2) return;
  result->first = results->sample[0].translation;
  // Of two stations one is done before the other begins: all times are even, and so it is always the same one's turn.
  for (uint64_t n = results->samples / 2; n < results->samples; n++)
    if (results->sample[n].translation > result->later) result->later = results->sample[n].translation;
  // With more stations than one the first request of each of them to a page is apart.
  for (uint64_t n = config->scale_up.stations; n < results->samples; n++) {
    double translation = results->sample[n].translation;
    if (n % page == 0)
      spread(translation, &result->page_least, &result->page_most);
    else if (n % page >= config->scale_up.stations)
      spread(translation, &result->else_least, &result->else_most);
  }
}

static void measure(const struct flitlock_scale_up_results *results, struct tlb_result *result) {
  const struct flitlock_scale_up_iteration *last = &results->iteration[results->iterations - 1];
  const struct flitlock_translation_results *t = &results->translation;
  result->time = (double)(last->end - last->begin);
  result->round_trip = results->other_node.round_trip_mean;
  result->translation = results->other_node.mean[FLITLOCK_SCALE_UP_STAGE_TRANSLATION];
  double all = 0;
  for (int c = FLITLOCK_CLASS_L1_HIT; c < FLITLOCK_CLASS_COUNT; c++)
    all += (double)t->requests[c];
  for (int c = FLITLOCK_CLASS_L1_HIT; c < FLITLOCK_CLASS_COUNT && all > 0; c++)
    result->share[c] = (double)t->requests[c] / all;
  double asked = (double)(t->l2_hits + t->l2_merges + t->l2_misses);
  result->l1_hits = result->share[FLITLOCK_CLASS_L1_HIT];
  result->l2_hits = asked > 0 ? (double)t->l2_hits / asked : 0;
  result->walks_least = (double)t->walks_least;
  result->walks_most = (double)t->walks_most;
}

static int simulate(const struct flitlock_config *config, const struct tlb_run *run, struct tlb_result *result,
                    struct flitlock_error *error) {
  struct flitlock_scale_up *pod = NULL;
  struct flitlock_scale_up_results *results = NULL;
  int status = flitlock_scale_up_create(config, &pod, error);
  if (status == FLITLOCK_OK) {
    const struct flitlock_scale_up_options options = {.follow = run->follows, .stream_src = 0, .stream_dst = 1};
    status = flitlock_scale_up_run(pod, &options, &results, error);
  }
  // A broken rule is a figure of the table, not the end of it.
  if (status == FLITLOCK_E_MISMATCH || status == FLITLOCK_E_PROTOCOL || status == FLITLOCK_E_NO_PROGRESS) {
    result->violations = 1;
    snprintf(result->problem, sizeof(result->problem), "%.199s", error->text);
    status = FLITLOCK_OK;
  } else if (status == FLITLOCK_OK) {
    measure(results, result);
    if (run->follows) measure_stream(config, results, result);
  }
  flitlock_scale_up_results_free(results);
  flitlock_scale_up_destroy(pod);
  return status;
}

static int load(const struct flitlock_reproduce_setting *setting, const struct tlb_run *run,
                struct flitlock_config **config, struct flitlock_error *error) {
  const char *sets[TLB_SETS];
  for (unsigned n = 0; n < run->sets; n++)
    sets[n] = run->set[n];
  static const char name[] = "scale-up16.yaml";
  size_t size = strlen(setting->configs) + sizeof(name) + 1;
  char *path = malloc(size);
  if (path == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for a path");
  snprintf(path, size, "%s/%s", setting->configs, name);
  int status = flitlock_config_load(path, sets, run->sets, config, error);
  free(path);
  return status;
}

static int run(const struct flitlock_reproduce_setting *setting, size_t n, void *result, struct flitlock_error *error) {
  struct tlb_plan *plan = tlb_plan_make(setting->is_short);
  if (plan == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the simulations");
  struct flitlock_config *config = NULL;
  int status = load(setting, &plan->run[n], &config, error);
  if (status == FLITLOCK_OK) status = simulate(config, &plan->run[n], result, error);
  flitlock_config_free(config);
  free(plan);
  return status;
}

const struct tlb_result *tlb_find(const struct tlb_view *view, const char *format, ...) {
  char id[sizeof(view->plan->run[0].id)];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(id, sizeof(id), format, arguments);
  va_end(arguments);
  for (unsigned n = 0; n < view->plan->count; n++)
    if (strcmp(view->plan->run[n].id, id) == 0) return &view->result[n];
  return NULL;
}

static void report(const struct flitlock_reproduce_setting *setting, const void *results,
                   struct flitlock_reproduction *table) {
  struct tlb_plan *plan = tlb_plan_make(setting->is_short);
  if (plan == NULL) {
    table->failed = 1;
    return;
  }
  const struct tlb_view view = {.plan = plan, .result = results, .table = table, .is_short = setting->is_short};
  tlb_report(&view);
  free(plan);
}

const struct flitlock_reproduce_topic flitlock_reproduce_tlb = {
    .name = "tlb",
    .summary = "Results: reverse address translation in scale-up pods",
    .result_size = sizeof(struct tlb_result),
    .count = count,
    .label = label,
    .run = run,
    .report = report,
};
