// SPDX-License-Identifier: Apache-2.0
// The simulations of the study.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reproduce/noc.h"

#define LONG_CYCLES  20000
#define SHORT_CYCLES 4000

unsigned noc_requests(int is_short) { return is_short ? 400 : 2000; }
uint64_t noc_reading_cycles(int is_short) { return noc_cycles(is_short) / 2; }
uint64_t noc_cycles(int is_short) { return is_short ? SHORT_CYCLES : LONG_CYCLES; }

// A simulation of `config`; NULL once the plan is full, which the functions below take.
__attribute__((format(printf, 3, 4))) static struct noc_run *add(struct noc_plan *plan, const char *config,
                                                                 const char *id, ...) {
  if (plan->count == NOC_RUNS) return NULL;
  struct noc_run *run = &plan->run[plan->count++];
  va_list arguments;
  va_start(arguments, id);
  vsnprintf(run->id, sizeof(run->id), id, arguments);
  va_end(arguments);
  snprintf(run->config, sizeof(run->config), "%s", config);
  return run;
}

__attribute__((format(printf, 2, 3))) static void set(struct noc_run *run, const char *format, ...) {
  if (run == NULL || run->sets == NOC_SETS) return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(run->set[run->sets++], sizeof(run->set[0]), format, arguments);
  va_end(arguments);
}

static void set_depth(struct noc_run *run, unsigned depth) {
  set(run, "defaults.input_depth=%u", depth);
  set(run, "defaults.crossbar_depth=%u", depth);
  set(run, "defaults.output_depth=%u", depth);
}

static void set_rate(struct noc_run *run, const char *rate) {
  set(run, "workload.injection=bernoulli");
  set(run, "workload.rate=%s", rate);
}

static void add_saturation(struct noc_plan *plan) {
  static const char *const workloads[] = {"write64", "read64", "write256", "read256"};
  static const unsigned depths[] = {16, 32, 64, 128}, read_depths[] = {8, 32, 64};
  char config[24];
  for (unsigned n = 0; n < 4; n++) {
    snprintf(config, sizeof(config), "pod4-%s", workloads[n]);
    add(plan, config, "%s", workloads[n]);
  }
  add(plan, "pod4-fair", "fair");
  for (unsigned n = 0; n < 4; n++)
    set_depth(add(plan, "pod4-write256", "write256.%u", depths[n]), depths[n]);
  for (unsigned n = 0; n < 3; n++) {
    struct noc_run *run = add(plan, "pod4-read256", "read256.%u", read_depths[n]);
    set_depth(run, read_depths[n]);
    set(run, "clients.outstanding=32");
  }
}

// Loads below saturation, and what is accepted of them.
static void add_loads(struct noc_plan *plan) {
  static const char *const rates[] = {"0.05", "0.10", "0.115"};
  for (unsigned n = 0; n < 3; n++)
    set_rate(add(plan, "pod4-write64", "load.%s", rates[n]), rates[n]);
  struct noc_run *run = add(plan, "pod4-write64", "load.0.125");
  set_rate(run, "0.125");
  set_depth(run, 64);
  set_rate(add(plan, "pod4-read64", "read64.0.115"), "0.115");
  run = add(plan, "pod4-write256", "write256.0.0288");
  set_rate(run, "0.0288");
  set_depth(run, 32);
  run = add(plan, "pod4-read256", "read256.0.0288");
  set_rate(run, "0.0288");
  set_depth(run, 32);
}

static void add_depths(struct noc_plan *plan) {
  static const unsigned depths[] = {4, 8, 16, 32, 64};
  for (unsigned n = 0; n < 5; n++)
    set_depth(add(plan, "pod4-write64", "depth.%u", depths[n]), depths[n]);
  for (unsigned n = 0; n < 5; n++) {
    struct noc_run *run = add(plan, "pod4-write64", "fixed.%u", depths[n]);
    set_depth(run, depths[n]);
    set(run, "workload.destination=fixed_order");
  }
}

static void add_levels(struct noc_plan *plan) {
  static const char *const levels[] = {"input", "crossbar", "output"};
  static const unsigned depths[] = {1, 2, 4, 16, 64};
  for (unsigned level = 0; level < 3; level++) {
    for (unsigned n = 0; n < 5; n++) {
      struct noc_run *run = add(plan, "pod4-write64", "%s.%u", levels[level], depths[n]);
      set(run, "defaults.%s_depth=%u", levels[level], depths[n]);
      set(run, "pod.max_bytes=64B");  // or a depth of 1 could not hold a packet
    }
  }
}

// A number of requests for each client, and arrivals at E below and at saturation.
static void add_watched(struct noc_plan *plan) {
  struct noc_run *run[3] = {add(plan, "pod4-write64", "arrivals.greedy"), add(plan, "pod4-write64", "arrivals.0.115"),
                            add(plan, "pod4-write64", "finite")};
  set_rate(run[1], "0.115");
  set(run[2], "workload.count=%u", noc_requests(plan->is_short));
  for (unsigned n = 0; n < 3 && run[n] != NULL; n++)
    run[n]->task = NOC_WATCH;
}

const unsigned *noc_credit_latencies(int is_short) {
  static const unsigned few[] = {1, 4, 0}, all[] = {1, 2, 4, 8, 0};
  return is_short ? few : all;
}

static void add_tuned(struct noc_plan *plan) {
  static const int kinds[] = {FLITLOCK_TUNE_INPUT, FLITLOCK_TUNE_ALL};
  const unsigned *latencies = noc_credit_latencies(plan->is_short);
  for (unsigned latency = 0; latencies[latency] != 0; latency++) {
    for (unsigned kind = 0; kind < 2; kind++) {
      for (uint32_t depth = 1; depth <= 64; depth *= 2) {
        struct noc_run *run = add(plan, "pod4-write64", "credit.%u.%s.%u", latencies[latency],
                                  flitlock_tune_kind_text(kinds[kind]), depth);
        if (run == NULL) return;
        run->task = NOC_TUNE;
        run->kind = kinds[kind];
        run->depth = depth;
        set(run, "defaults.credit_latency=%u", latencies[latency]);
      }
    }
  }
}

const struct noc_reading noc_readings[] = {
    {"spec", "the specification", {NULL}},
    {"pointer_tail", "the pointer moves with the tail", {"study.pointer=tail"}},
    {"pointer_cycle", "the pointer moves in every cycle", {"study.pointer=cycle"}},
    {"room_after", "room after the pops of later levels", {"study.room=after"}},
    {"l2_inputs", "candidates of L2 are inputs", {"study.l2_candidates=inputs"}},
    {"registered_input", "registered input buffers", {"defaults.input_stage=registered"}},
    {"registered_crossbar", "registered crossbar buffers", {"defaults.crossbar_stage=registered"}},
    {"registered_output", "registered output buffers", {"defaults.output_stage=registered"}},
    {"registered_all",
     "all three registered",
     {"defaults.input_stage=registered", "defaults.crossbar_stage=registered", "defaults.output_stage=registered"}},
    {"credit_0", "credit latency 0 inside a GPU", {"study.instant_credits=true"}},
    {"credit_2", "credit latency 2", {"defaults.credit_latency=2"}},
};
const unsigned noc_reading_count = sizeof(noc_readings) / sizeof(noc_readings[0]);

static struct noc_run *add_reading(struct noc_plan *plan, const struct noc_reading *reading, const char *config,
                                   const char *figure) {
  struct noc_run *run = add(plan, config, "reading.%s.%s", reading->id, figure);
  for (unsigned n = 0; n < 3 && reading->set[n] != NULL; n++)
    set(run, "%s", reading->set[n]);
  return run;
}

// Each with the figures that the source or its notes have.
static void add_readings(struct noc_plan *plan) {
  for (unsigned n = 0; n < noc_reading_count; n++) {
    const struct noc_reading *reading = &noc_readings[n];
    set_depth(add_reading(plan, reading, "pod4-write64", "4"), 4);
    set_depth(add_reading(plan, reading, "pod4-write64", "8"), 8);
    struct noc_run *run = add_reading(plan, reading, "pod4-write64", "input");
    set(run, "defaults.input_depth=1");
    set(run, "pod.max_bytes=64B");
    // Between the GPUs credits are never instant: a depth of 1 there would hide the rest.
    set(run, "links.5.match=gpu*.dst->gpu*.dst.*");
    set(run, "links.5.input_depth=8");
    if (plan->is_short) continue;
    set_depth(add_reading(plan, reading, "pod4-write64", "16"), 16);
    run = add_reading(plan, reading, "pod4-write64", "crossbar");
    set(run, "defaults.crossbar_depth=1");
    set(run, "pod.max_bytes=64B");
    add_reading(plan, reading, "pod4-write256", "write256");
  }
}

struct noc_plan *noc_plan_make(int is_short) {
  struct noc_plan *plan = calloc(1, sizeof(*plan));
  if (plan == NULL) return NULL;
  plan->is_short = is_short;
  add_loads(plan);
  add_saturation(plan);
  add_depths(plan);
  add_levels(plan);
  add_watched(plan);
  add_tuned(plan);
  unsigned readings = plan->count;
  add_readings(plan);
  for (unsigned n = 0; n < plan->count; n++) {
    // Queues of responses fill slowly; a given warm-up (configs/pod4-read256.yaml) fits the length.
    if (strcmp(plan->run[n].config, "pod4-read256") == 0)
      set(&plan->run[n], "run.warmup=%llu", (unsigned long long)noc_cycles(is_short) / 4);
    uint64_t cycles = n < readings ? noc_cycles(is_short) : noc_reading_cycles(is_short);
    set(&plan->run[n], "run.cycles=%llu", (unsigned long long)cycles);
    set(&plan->run[n], "run.window=0");
  }
  return plan;
}
