// SPDX-License-Identifier: Apache-2.0
// How a run came out: what is wrong with it, and its results.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flitlock/results.h"
#include "run/collective.h"
#include "run/run_state.h"

int flitlock_run_stuck(const struct flitlock_run_state *run, const char *why) {
  // The invariants' watchdog follows the chain of who waits on whom.
  if (run->observers.invariants != NULL) {
    // What is left when nothing will ever happen again is lost (R-INV-2), unless some block tells what it waits for.
    int over = flitlock_engine_next_event(run->engine) == FLITLOCK_SLEEP;
    int status = flitlock_invariants_check(run->observers.invariants, over, run->error);
    if (status != FLITLOCK_OK) return status;
  }
  char text[1536];
  size_t length = 0;
  uint32_t blocks = flitlock_engine_block_count(run->engine);
  for (uint32_t block = 0; block < blocks && length < sizeof(text); block++) {
    const struct flitlock_block_ops *ops = flitlock_engine_block_ops(run->engine, block);
    if (ops->waits == NULL) continue;
    char waits[512] = "";
    if (ops->waits(flitlock_engine_block(run->engine, block), waits, sizeof(waits)) <= 0) continue;
    waits[strcspn(waits, "\n")] = '\0';
    int added = snprintf(text + length, sizeof(text) - length, "\n  %s: %s",
                         flitlock_engine_block_name(run->engine, block), waits);
    length += added > 0 ? (size_t)added : 0;
  }
  if (length == 0) text[0] = '\0';
  return flitlock_fail(run->error, FLITLOCK_E_NO_PROGRESS,
                       "no progress at cycle %llu: %s; %llu requests issued, %llu completed%s",
                       (unsigned long long)flitlock_engine_cycle(run->engine), why,
                       (unsigned long long)run->totals.injected, (unsigned long long)run->totals.completed, text);
}

int flitlock_run_judge(const struct flitlock_run_state *run) {
  unsigned long long cycle = (unsigned long long)flitlock_engine_cycle(run->engine);
  if (run->observers.invariants != NULL) {
    int status = flitlock_invariants_check(run->observers.invariants, run->drained, run->error);
    if (status != FLITLOCK_OK) return status;
  }
  if (run->totals.injected == 0) {
    return flitlock_fail(run->error, FLITLOCK_E_VACUOUS, "no request was issued in %llu cycles", cycle);
  }
  if (run->totals.completed == 0) {
    return flitlock_fail(run->error, FLITLOCK_E_VACUOUS, "no request was completed in %llu cycles, %llu were issued",
                         cycle, (unsigned long long)run->totals.injected);
  }
  struct flitlock_workload *workload = flitlock_pod_workload(run->pod);
  if (run->drained && run->exhausted && workload->ops->finish != NULL) {
    return workload->ops->finish(workload, flitlock_engine_cycle(run->engine), run->error);
  }
  return FLITLOCK_OK;
}

// The rate at which every request client is asked to inject; negative: as fast as it can, or not one rate.
static double offered_rate(const struct flitlock_config *config) {
  if (config->workload.kind != FLITLOCK_WORKLOAD_SYNTHETIC) return -1;
  switch (config->workload.injection) {
    case FLITLOCK_INJECT_BERNOULLI:
    case FLITLOCK_INJECT_BURSTY:
      return config->workload.rate;
    case FLITLOCK_INJECT_INTERVAL:
      return config->workload.interval > 0 ? 1.0 / config->workload.interval : -1;
    default:
      return -1;
  }
}

// Expected use of every link at the offered rate. Links are a part of the channels, in the same order.
static int fill_offered(const struct flitlock_run_state *run, struct flitlock_results *results) {
  for (unsigned n = 0; n < results->links_count; n++)
    results->links[n].offered = -1;
  uint32_t channels = flitlock_engine_channel_count(run->engine);
  if (results->offered_rate < 0 || results->links_count == 0 || channels == 0) return FLITLOCK_OK;
  double *flits = calloc(channels, sizeof(*flits));
  if (flits == NULL) return flitlock_fail(run->error, FLITLOCK_E_NO_MEMORY, "out of memory for the links' loads");
  int status = flitlock_pod_link_flits(run->pod, flits, run->error);
  uint32_t channel = 0;
  for (unsigned n = 0; n < results->links_count && status == FLITLOCK_OK; n++) {
    while (channel < channels &&
           strcmp(flitlock_engine_channel(run->engine, channel)->name, results->links[n].name) != 0) {
      channel++;
    }
    if (channel < channels) results->links[n].offered = flits[channel] * results->offered_rate;
  }
  free(flits);
  return status;
}

// A name of any length in a field of a certain size, without half a character of UTF-8 at its end.
static void copy_name(char *field, size_t size, const char *name) {
  snprintf(field, size, "%s", name != NULL ? name : "");
  if (name == NULL || strlen(name) < size) return;
  size_t end = strlen(field);
  while (end > 0 && ((unsigned char)name[end] & 0xC0U) == 0x80U)
    end--;
  field[end] = '\0';
}

int flitlock_run_fill_results(const struct flitlock_run_state *run, struct flitlock_results *results) {
  const struct flitlock_config *config = run->config;
  results->requests_issued = run->totals.injected;
  results->requests_completed = run->totals.completed;
  int status = FLITLOCK_OK;
  if (run->observers.stats != NULL) status = flitlock_stats_results(run->observers.stats, results);
  if (status != FLITLOCK_OK) flitlock_fail(run->error, status, "out of memory for the statistics");
  if (results->caches && run->observers.invariants != NULL) {
    results->l2.compared = flitlock_invariants_compared(run->observers.invariants, &results->l2.compared_read,
                                                        &results->l2.compared_written);
  }
  copy_name(results->name, sizeof(results->name), config->name);
  results->seed = config->seed;
  results->config_hash = flitlock_config_hash(config);
  results->cycles = flitlock_engine_cycle(run->engine);
  results->window_from = run->window.from;
  results->window_to = run->window.to;
  results->window_asked = config->run.window;
  results->steady = run->window.steady;
  results->requests_in_flight = results->requests_issued - results->requests_completed;
  results->offered_rate = offered_rate(config);
  results->flits_carried = flitlock_engine_flits_carried(run->engine);
  results->clock_ghz = config->pod.clock_ghz;
  results->translates = flitlock_pod_translated(run->pod, &results->translation);
  int offered = fill_offered(run, results);
  if (status == FLITLOCK_OK) status = offered;
  int collective = flitlock_run_fill_collective(flitlock_pod_workload(run->pod), results, run->error);
  return status != FLITLOCK_OK ? status : collective;
}
