// SPDX-License-Identifier: Apache-2.0
// The phases of a run: warm-up and window while requests are made, then, where there is an end to it, the drain.
//
// The engine runs in steps that end at multiples of a batch and at the edges of the window. Where they end depends on
// the configuration and on what the clients did, never on an observer or on the time of day.
#include "flitlock/run.h"

#include <stdlib.h>
#include <string.h>

#include "run/run_state.h"

// The progress function is told a guess of the end: the limit, or what the pace so far leads to.
static uint64_t expected_end(const struct flitlock_run_state *run, uint64_t cycle) {
  uint64_t limit = run->config->run.cycles;
  if (!run->finite) return limit;
  if (run->window.count == 0 || run->totals.completed == 0) return 0;
  double all = (double)run->window.count * (double)flitlock_pod_req_client_count(run->pod);
  double end = (double)cycle * all / (double)run->totals.completed;
  return end < (double)limit ? (uint64_t)end : limit;
}

static int ask_progress(const struct flitlock_run_state *run, uint64_t cycle) {
  if (run->options->progress == NULL) return FLITLOCK_OK;
  if (run->options->progress(run->options->progress_self, cycle, expected_end(run, cycle)) == 0) return FLITLOCK_OK;
  return flitlock_fail(run->error, FLITLOCK_E_TIMEOUT, "interrupted at cycle %llu", (unsigned long long)cycle);
}

// R-INV-6 for runs without the invariants' own watchdog.
static int check_watchdog(struct flitlock_run_state *run, uint64_t cycle) {
  uint64_t carried = flitlock_engine_flits_carried(run->engine);
  uint64_t limit = run->config->check.watchdog;
  if (carried != run->moved_flits || limit == 0 || flitlock_totals_in_routers(run->pod) == 0) {
    run->moved_flits = carried;
    run->moved_at = cycle;
  }
  if (limit > 0 && cycle - run->moved_at >= limit) return flitlock_run_stuck(run, "no flit moved for too long");
  return FLITLOCK_OK;
}

static int check_blocks(const struct flitlock_run_state *run) {
  uint32_t blocks = flitlock_engine_block_count(run->engine);
  for (uint32_t block = 0; block < blocks; block++) {
    const struct flitlock_block_ops *ops = flitlock_engine_block_ops(run->engine, block);
    if (ops->check == NULL) continue;
    int status = ops->check(flitlock_engine_block(run->engine, block), run->error);
    if (status != FLITLOCK_OK) return status;
  }
  return FLITLOCK_OK;
}

// What is looked at between two steps of the engine.
static int check(struct flitlock_run_state *run, uint64_t cycle) {
  int status = FLITLOCK_OK;
  if (run->observers.invariants != NULL) {
    status = flitlock_invariants_check(run->observers.invariants, 0, run->error);
  }
  if (status == FLITLOCK_OK) status = check_blocks(run);
  if (status == FLITLOCK_OK) status = check_watchdog(run, cycle);
  return status == FLITLOCK_OK ? ask_progress(run, cycle) : status;
}

static void update_window(struct flitlock_run_state *run, uint64_t cycle) {
  flitlock_totals_get(run->pod, &run->totals);
  int action = flitlock_window_update(&run->window, cycle, &run->totals);
  if (run->observers.stats == NULL) return;
  if (action == FLITLOCK_WINDOW_DO_OPEN) flitlock_stats_window_open(run->observers.stats);
  if (action == FLITLOCK_WINDOW_DO_CLOSE) flitlock_stats_window_close(run->observers.stats);
}

static void finish_window(struct flitlock_run_state *run) {
  flitlock_totals_get(run->pod, &run->totals);
  int close = flitlock_window_finish(&run->window, flitlock_engine_cycle(run->engine), &run->totals);
  if (close && run->observers.stats != NULL) flitlock_stats_window_close(run->observers.stats);
}

static int is_exhausted(const struct flitlock_run_state *run) {
  const struct flitlock_workload *workload = flitlock_pod_workload(run->pod);
  return workload->ops->exhausted(workload);
}

// Ends the engine's step in the cycle after which no request will come, so that a run's length is exact.
static void stop_when_exhausted(void *self, const struct flitlock_engine *engine, uint64_t cycle) {
  (void)engine;
  (void)cycle;
  struct flitlock_run_state *run = self;
  if (run->exhausted || !is_exhausted(run)) return;
  run->exhausted = 1;
  flitlock_engine_stop(run->engine);
}

// Runs while requests are made: to the end of the workload or to the limit of cycles.
static int inject(struct flitlock_run_state *run) {
  uint64_t limit = run->config->run.cycles;
  run->exhausted = is_exhausted(run);
  int status = FLITLOCK_OK;
  uint64_t cycle = flitlock_engine_cycle(run->engine);
  while (status == FLITLOCK_OK && !run->exhausted && cycle < limit) {
    uint64_t to = flitlock_window_next(&run->window, cycle);
    if (to > limit) to = limit;
    uint64_t next = flitlock_engine_next_event(run->engine);
    int quiet = next >= to;
    flitlock_engine_run(run->engine, to - cycle);
    cycle = flitlock_engine_cycle(run->engine);
    if (next == FLITLOCK_SLEEP && (run->finite || !flitlock_totals_empty(run->pod))) {
      flitlock_totals_get(run->pod, &run->totals);
      return flitlock_run_stuck(run, "all blocks wait");
    }
    update_window(run, cycle);
    if (!quiet || cycle == limit) status = check(run, cycle);
  }
  return status;
}

// Runs until the network is empty and the credits are home, cycle by cycle where something happens.
static int drain(struct flitlock_run_state *run, uint64_t limit) {
  uint64_t credit_latency = flitlock_totals_credit_latency(run->pod);
  uint64_t cycle = flitlock_engine_cycle(run->engine);
  uint64_t checked = cycle;
  int status = FLITLOCK_OK;
  while (status == FLITLOCK_OK) {
    if (flitlock_totals_empty(run->pod)) {
      flitlock_engine_run(run->engine, credit_latency);
      run->drained = 1;
      return check(run, flitlock_engine_cycle(run->engine));
    }
    uint64_t next = flitlock_engine_next_event(run->engine);
    if (next == FLITLOCK_SLEEP) return flitlock_run_stuck(run, "all blocks wait");
    if (cycle >= limit) {
      return flitlock_fail(run->error, FLITLOCK_E_TIMEOUT,
                           "the network is not empty at cycle %llu, the limit: raise run.cycles or run.drain_limit",
                           (unsigned long long)cycle);
    }
    uint64_t to = next < limit ? next + 1 : limit;
    flitlock_engine_run(run->engine, to - cycle);
    cycle = flitlock_engine_cycle(run->engine);
    if (cycle - checked >= run->window.batch) {
      flitlock_totals_get(run->pod, &run->totals);
      status = check(run, cycle);
      checked = cycle;
    }
  }
  return status;
}

// `a + b`, or the largest number.
static uint64_t add(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

static int run_phases(struct flitlock_run_state *run) {
  const struct flitlock_config *config = run->config;
  if (run->observers.stats != NULL) flitlock_stats_window_open(run->observers.stats);
  int status = inject(run);
  // The tail of a workload with an end of its own is no steady state (run/window.h); a trace has no steady state.
  if (run->window.count > 0 || !run->exhausted || status != FLITLOCK_OK) finish_window(run);
  if (status != FLITLOCK_OK) return status;
  if (run->finite && !run->exhausted) {
    return flitlock_fail(run->error, FLITLOCK_E_TIMEOUT,
                         "the workload has not ended at cycle %llu, the limit: raise run.cycles",
                         (unsigned long long)config->run.cycles);
  }
  uint64_t limit = config->run.cycles;
  if (config->run.drain) {
    flitlock_pod_workload(run->pod)->stopped = 1;
    limit = add(flitlock_engine_cycle(run->engine), config->run.drain_limit);
    if (limit < config->run.cycles) limit = config->run.cycles;
  }
  if (config->run.drain || run->exhausted) status = drain(run, limit);
  finish_window(run);
  return status;
}

static int start(struct flitlock_run_state *run) {
  if (flitlock_engine_cycle(run->engine) != 0) {
    return flitlock_fail(run->error, FLITLOCK_E_USAGE, "this pod has run before: %llu cycles",
                         (unsigned long long)flitlock_engine_cycle(run->engine));
  }
  run->finite = run->config->workload.kind != FLITLOCK_WORKLOAD_SYNTHETIC || run->config->workload.count > 0;
  flitlock_window_init(&run->window, run->config);
  int status = flitlock_run_observers_open(&run->observers, run->pod, run->options, run->error);
  if (status != FLITLOCK_OK || !run->finite) return status;
  const struct flitlock_observer stopper = {.self = run, .cycle = stop_when_exhausted};
  return flitlock_engine_add_observer(run->engine, &stopper, run->error);
}

int flitlock_run(struct flitlock_pod *pod, const struct flitlock_run_options *options,
                 struct flitlock_results **results, struct flitlock_error *error) {
  struct flitlock_error own = {0};
  if (error == NULL) error = &own;
  error->text[0] = '\0';
  *results = calloc(1, sizeof(**results));
  if (*results == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the results");
  struct flitlock_run_state run = {.pod = pod,
                                   .engine = flitlock_pod_engine(pod),
                                   .config = flitlock_pod_config(pod),
                                   .options = options,
                                   .error = error};
  int status = start(&run);
  if (status == FLITLOCK_OK) status = run_phases(&run);
  if (status == FLITLOCK_OK) status = flitlock_run_judge(&run);
  // The first failure is the one that is told.
  int files = flitlock_run_observers_close_files(&run.observers, status == FLITLOCK_OK ? error : NULL);
  if (status == FLITLOCK_OK) status = files;
  int filled = flitlock_run_fill_results(&run, *results);
  if (status == FLITLOCK_OK) status = filled;
  flitlock_run_observers_destroy(&run.observers);
  (*results)->status = status;
  memcpy((*results)->status_text, error->text, sizeof(error->text));
  return status;
}
