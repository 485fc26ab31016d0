// SPDX-License-Identifier: Apache-2.0
// One point of a sweep: the configured pod with other depths.
#include <stdlib.h>
#include <string.h>

#include "flitlock/results.h"
#include "flitlock/run.h"
#include "flitlock/tune.h"

static struct flitlock_link_rule depth_rule(char *match, const struct flitlock_tune_point *point) {
  struct flitlock_link_rule rule = {.match = match,
                                    .width = -1,
                                    .latency = -1,
                                    .credit_latency = -1,
                                    .vc = -1,
                                    .input_depth = -1,
                                    .crossbar_depth = -1,
                                    .output_depth = -1};
  int depth = (int)point->depth, all = point->kind == FLITLOCK_TUNE_ALL;
  if (all || point->kind == FLITLOCK_TUNE_INPUT) rule.input_depth = depth;
  if (all || point->kind == FLITLOCK_TUNE_CROSSBAR) rule.crossbar_depth = depth;
  if (all || point->kind == FLITLOCK_TUNE_OUTPUT) rule.output_depth = depth;
  return rule;
}

// Links of the results are a part of the channels, in the same order.
static int measure(const struct flitlock_results *results, const struct flitlock_tune_bounds *bounds,
                   struct flitlock_tune_point *point, struct flitlock_error *error) {
  unsigned found = 0;
  double sum = 0;
  uint32_t channel = 0;
  for (unsigned n = 0; n < results->links_count; n++) {
    const struct flitlock_link_result *link = &results->links[n];
    while (channel < bounds->link_count && strcmp(bounds->link[channel].name, link->name) != 0)
      channel++;
    if (channel == bounds->link_count) break;
    if (!bounds->link[channel].measured || link->cycles == 0) continue;
    double use = (double)link->flits / (double)link->cycles;
    if (found == 0 || use < point->least) point->least = use;
    sum += use;
    found++;
  }
  if (found == 0 || found != bounds->measured_count) {
    return flitlock_fail(error, FLITLOCK_E_VACUOUS, "%u of %u links were measured in a window of %llu cycles", found,
                         bounds->measured_count, (unsigned long long)(results->window_to - results->window_from));
  }
  point->use = sum / found;
  point->steady = results->steady;
  return FLITLOCK_OK;
}

int flitlock_tune_simulate(const struct flitlock_config *config, const struct flitlock_tune_bounds *bounds,
                           struct flitlock_tune_point *point, struct flitlock_error *error) {
  // Rules of links come after all others and the last one wins, so one more rule says it all.
  char every[] = "*";
  struct flitlock_config deeper = *config;
  deeper.links = calloc(config->links_count + 1U, sizeof(*deeper.links));
  if (deeper.links == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the sweep");
  if (config->links_count > 0) memcpy(deeper.links, config->links, config->links_count * sizeof(*deeper.links));
  deeper.links[deeper.links_count++] = depth_rule(every, point);

  struct flitlock_pod *pod = NULL;
  struct flitlock_results *results = NULL;
  int status = flitlock_pod_create(&deeper, NULL, NULL, NULL, &pod, error);
  if (status == FLITLOCK_OK) {
    const struct flitlock_run_options options = {.statistics = 1};
    status = flitlock_run(pod, &options, &results, error);
    if (status == FLITLOCK_OK) status = measure(results, bounds, point, error);
  }
  flitlock_results_free(results);
  flitlock_pod_destroy(pod);
  free(deeper.links);
  return status;
}
