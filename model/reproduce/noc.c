// SPDX-License-Identifier: Apache-2.0
// The topic: its simulations and how one is run.
#include "reproduce/noc.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "flitlock/pod.h"
#include "flitlock/run.h"
#include "reproduce/noc_watch.h"
#include "reproduce/topics.h"

static size_t count(const struct flitlock_reproduce_setting *setting) {
  struct noc_plan *plan = noc_plan_make(setting->is_short);
  size_t runs = plan != NULL ? plan->count : 0;
  free(plan);
  return runs;
}

static char *label(const struct flitlock_reproduce_setting *setting, size_t n, char *buffer, size_t size) {
  struct noc_plan *plan = noc_plan_make(setting->is_short);
  snprintf(buffer, size, "%s", plan != NULL && n < plan->count ? plan->run[n].id : "a simulation");
  free(plan);
  return buffer;
}

static int simulate(const struct flitlock_config *config, int watched, struct noc_result *result,
                    struct flitlock_error *error) {
  struct flitlock_pod *pod = NULL;
  struct flitlock_results *results = NULL;
  struct noc_watch *watch = NULL;
  int status = flitlock_pod_create(config, NULL, NULL, NULL, &pod, error);
  if (status == FLITLOCK_OK && watched) status = noc_watch_create(pod, config->run.cycles / 4, &watch, error);
  if (status == FLITLOCK_OK) {
    const struct flitlock_run_options options = {.statistics = 1};
    status = flitlock_run(pod, &options, &results, error);
  }
  if (status == FLITLOCK_OK) noc_measure(results, result);
  if (status == FLITLOCK_OK && watched) noc_watch_result(watch, result);
  flitlock_results_free(results);
  flitlock_pod_destroy(pod);
  noc_watch_destroy(watch);
  return status;
}

// A point of `flitlock tune` with the links E->DST of the request plane as its target.
static int tune(const struct flitlock_config *config, const struct noc_run *run, struct noc_result *result,
                struct flitlock_error *error) {
  struct flitlock_pod *pod = NULL;
  int status = flitlock_pod_create(config, NULL, NULL, NULL, &pod, error);
  if (status != FLITLOCK_OK) return status;
  const struct flitlock_tune_target target = {.pattern = "*.E->dst.req", .fraction = 1};
  struct flitlock_tune_bounds *bounds = NULL;
  status = flitlock_tune_bounds_create(pod, &target, 1, &bounds, error);
  flitlock_pod_destroy(pod);
  if (status != FLITLOCK_OK) return status;
  struct flitlock_tune_point point = {.kind = run->kind, .depth = run->depth};
  status = flitlock_tune_simulate(config, bounds, &point, error);
  result->load[NOC_EDST] = point.use;
  result->steady = point.steady;
  memcpy(result->bound, bounds->largest, sizeof(result->bound));
  flitlock_tune_bounds_free(bounds);
  return status;
}

static int load(const struct flitlock_reproduce_setting *setting, const struct noc_run *run,
                struct flitlock_config **config, struct flitlock_error *error) {
  const char *sets[NOC_SETS];
  for (unsigned n = 0; n < run->sets; n++)
    sets[n] = run->set[n];
  size_t size = strlen(setting->configs) + sizeof(run->config) + 8;
  char *path = malloc(size);
  if (path == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for a path");
  snprintf(path, size, "%s/%s.yaml", setting->configs, run->config);
  int status = flitlock_config_load(path, sets, run->sets, config, error);
  free(path);
  return status;
}

static int run(const struct flitlock_reproduce_setting *setting, size_t n, void *result, struct flitlock_error *error) {
  struct noc_plan *plan = noc_plan_make(setting->is_short);
  if (plan == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the simulations");
  struct flitlock_config *config = NULL;
  const struct noc_run *task = &plan->run[n];
  int status = load(setting, task, &config, error);
  if (status == FLITLOCK_OK && task->task == NOC_TUNE) {
    status = tune(config, task, result, error);
  } else if (status == FLITLOCK_OK) {
    status = simulate(config, task->task == NOC_WATCH, result, error);
  }
  flitlock_config_free(config);
  free(plan);
  return status;
}

const struct noc_result *noc_find(const struct noc_view *view, const char *format, ...) {
  static const struct noc_result none;
  char id[sizeof(view->plan->run[0].id)];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(id, sizeof(id), format, arguments);
  va_end(arguments);
  for (unsigned n = 0; n < view->plan->count; n++)
    if (strcmp(view->plan->run[n].id, id) == 0) return &view->result[n];
  return &none;
}

static void report(const struct flitlock_reproduce_setting *setting, const void *results,
                   struct flitlock_reproduction *table) {
  struct noc_plan *plan = noc_plan_make(setting->is_short);
  if (plan == NULL) {
    table->failed = 1;
    return;
  }
  const struct noc_view view = {.plan = plan, .result = results, .table = table, .is_short = setting->is_short};
  noc_report(&view);
  free(plan);
}

const struct flitlock_reproduce_topic flitlock_reproduce_noc = {
    .name = "noc",
    .summary = "Results: the interconnect study",
    .result_size = sizeof(struct noc_result),
    .count = count,
    .label = label,
    .run = run,
    .report = report,
};
