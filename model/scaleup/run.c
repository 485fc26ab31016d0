// SPDX-License-Identifier: Apache-2.0
// Runs the collective of a scale-up pod to its end.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "scaleup/scale_up.h"

#define BATCH 4096U  // cycles between two looks

const char *flitlock_scale_up_stage_text(int stage) {
  static const char *const texts[] = {
#define STAGE_TEXT(name, text) text,
      FLITLOCK_SCALE_UP_STAGES(STAGE_TEXT)
#undef STAGE_TEXT
  };
  return stage >= 0 && stage < FLITLOCK_SCALE_UP_STAGE_COUNT ? texts[stage] : "unknown";
}

static int check_blocks(const struct flitlock_scale_up *pod, struct flitlock_error *error) {
  uint32_t blocks = flitlock_engine_block_count(pod->engine);
  for (uint32_t n = 0; n < blocks; n++) {
    const struct flitlock_block_ops *ops = flitlock_engine_block_ops(pod->engine, n);
    if (ops->check == NULL) continue;
    int status = ops->check(flitlock_engine_block(pod->engine, n), error);
    if (status != FLITLOCK_OK) return status;
  }
  const struct scale_up_shared *shared = &pod->shared;
  int failed = shared->traffic.failed || shared->ledger.lost;
  for (uint32_t g = 0; pod->translates && g < pod->config->pod.gpus; g++)
    failed = failed || pod->host[g].failed;
  if (failed) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the requests of the collective");
  return FLITLOCK_OK;
}

static int stuck(const struct flitlock_scale_up *pod, struct flitlock_error *error) {
  const struct scale_up_traffic *traffic = &pod->shared.traffic;
  return flitlock_fail(error, FLITLOCK_E_NO_PROGRESS,
                       "all blocks wait at cycle %" PRIu64 ": iteration %u has %" PRIu64 " of %" PRIu64
                       " requests that are not complete",
                       flitlock_engine_cycle(pod->engine), traffic->finished, traffic->left, traffic->all);
}

// The end as it looks from here: by the share of the requests that are complete.
static uint64_t expected_end(const struct scale_up_traffic *traffic, uint64_t cycle, uint64_t limit) {
  double all = (double)traffic->all * traffic->iterations;
  double done = (double)traffic->all * traffic->finished + (double)(traffic->all - traffic->left);
  double end = done > 0 ? (double)cycle * all / done : 0;
  return end < (double)limit ? (uint64_t)end : limit;
}

static int simulate(struct flitlock_scale_up *pod, const struct flitlock_scale_up_options *options,
                    struct flitlock_error *error) {
  const uint64_t limit = pod->config->run.cycles;
  struct scale_up_traffic *traffic = &pod->shared.traffic;
  for (;;) {
    uint64_t cycle = flitlock_engine_cycle(pod->engine);
    if (scale_up_traffic_ended(traffic)) return check_blocks(pod, error);
    if (flitlock_engine_next_event(pod->engine) == FLITLOCK_SLEEP) {
      int status = check_blocks(pod, error);
      return status != FLITLOCK_OK ? status : stuck(pod, error);
    }
    if (cycle >= limit)
      return flitlock_fail(error, FLITLOCK_E_TIMEOUT,
                           "the collective has not ended at cycle %" PRIu64 ", the limit: raise run.cycles", limit);
    flitlock_engine_run(pod->engine, limit - cycle < BATCH ? limit - cycle : BATCH);
    int status = check_blocks(pod, error);
    if (status != FLITLOCK_OK) return status;
    cycle = flitlock_engine_cycle(pod->engine);
    if (options->progress != NULL &&
        options->progress(options->progress_self, cycle, expected_end(traffic, cycle, limit)) != 0)
      return flitlock_fail(error, FLITLOCK_E_TIMEOUT, "interrupted at cycle %" PRIu64, cycle);
  }
}

static char *copy_text(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = malloc(size);
  if (copy != NULL) memcpy(copy, text, size);
  return copy;
}

static int fill(struct flitlock_scale_up *pod, const struct flitlock_scale_up_options *options,
                struct flitlock_scale_up_results *results) {
  const struct flitlock_config *config = pod->config;
  struct scale_up_shared *shared = &pod->shared;
  const struct scale_up_traffic *traffic = &shared->traffic;
  results->name = copy_text(config->name);
  results->collective = copy_text(traffic->plan.collective);
  results->config_hash = flitlock_config_hash(config);
  results->seed = config->seed;
  results->clock_ghz = config->pod.clock_ghz;
  results->gpus = config->pod.gpus;
  results->gpus_per_node = config->scale_up.node_gpus;
  results->stations = config->scale_up.stations;
  results->bytes = config->collective.bytes;
  results->iterations = traffic->finished;
  results->iteration = calloc(traffic->iterations, sizeof *results->iteration);
  if (results->name == NULL || results->collective == NULL || results->iteration == NULL) return FLITLOCK_E_NO_MEMORY;
  memcpy(results->iteration, traffic->iteration, traffic->finished * sizeof *results->iteration);
  // The engine runs on to the end of a batch; the run is over with the last response.
  results->cycles = scale_up_traffic_ended(traffic) ? traffic->iteration[traffic->finished - 1].end
                                                    : flitlock_engine_cycle(pod->engine);
  scale_up_ledger_results(&shared->ledger, 0, &results->same_node);
  scale_up_ledger_results(&shared->ledger, 1, &results->other_node);
  results->translates = pod->translates;
  if (pod->translates) scale_up_tlbs_results(pod, &results->translation);
  results->stream_src = options->stream_src;
  results->stream_dst = options->stream_dst;
  results->sample = shared->sample;
  results->samples = shared->samples;
  shared->sample = NULL;
  shared->samples = shared->sample_capacity = 0;
  results->steps = flitlock_engine_steps(pod->engine);
  results->flits_carried = flitlock_engine_flits_carried(pod->engine);
  return FLITLOCK_OK;
}

static int check_follow(const struct flitlock_scale_up *pod, const struct flitlock_scale_up_options *options,
                        struct flitlock_error *error) {
  uint32_t gpus = pod->config->pod.gpus;
  if (!options->follow || (options->stream_src < gpus && options->stream_dst < gpus)) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_USAGE,
                       "the stream from GPU %u to GPU %u cannot be followed: there are GPUs 0 to %u",
                       options->stream_src, options->stream_dst, gpus - 1);
}

int flitlock_scale_up_run(struct flitlock_scale_up *pod, const struct flitlock_scale_up_options *options,
                          struct flitlock_scale_up_results **results, struct flitlock_error *error) {
  struct flitlock_error own = {0};
  if (error == NULL) error = &own;
  error->text[0] = '\0';
  *results = NULL;
  if (flitlock_engine_cycle(pod->engine) != 0)
    return flitlock_fail(error, FLITLOCK_E_USAGE, "this pod has run before: %" PRIu64 " cycles",
                         flitlock_engine_cycle(pod->engine));
  int status = check_follow(pod, options, error);
  if (status != FLITLOCK_OK) return status;
  *results = calloc(1, sizeof **results);
  if (*results == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the results");
  struct scale_up_traffic *traffic = &pod->shared.traffic;
  traffic->follow = options->follow != 0;
  traffic->follow_src = options->stream_src;
  traffic->follow_dst = options->stream_dst;
  flitlock_engine_reset(pod->engine);
  scale_up_tlbs_reset(pod);
  scale_up_traffic_reset(traffic);
  status = simulate(pod, options, error);
  if (fill(pod, options, *results) != FLITLOCK_OK && status == FLITLOCK_OK)
    status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the results");
  (*results)->status = status;
  memcpy((*results)->status_text, error->text, sizeof error->text);
  return status;
}

void flitlock_scale_up_results_free(struct flitlock_scale_up_results *results) {
  if (results == NULL) return;
  free(results->name);
  free(results->collective);
  free(results->iteration);
  free(results->sample);
  free(results);
}
