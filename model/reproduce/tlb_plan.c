// SPDX-License-Identifier: Apache-2.0
// The simulations of the study.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reproduce/tlb.h"

// NULL once the plan is full, which `set` takes.
__attribute__((format(printf, 2, 3))) static struct tlb_run *add(struct tlb_plan *plan, const char *id, ...) {
  if (plan->count == TLB_RUNS) return NULL;
  struct tlb_run *run = &plan->run[plan->count++];
  va_list arguments;
  va_start(arguments, id);
  vsnprintf(run->id, sizeof(run->id), id, arguments);
  va_end(arguments);
  return run;
}

__attribute__((format(printf, 2, 3))) static void set(struct tlb_run *run, const char *format, ...) {
  if (run == NULL || run->sets == TLB_SETS) return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(run->set[run->sets++], sizeof(run->set[0]), format, arguments);
  va_end(arguments);
}

static void set_size(struct tlb_run *run, unsigned gpus, unsigned mib, int translates) {
  set(run, "pod.gpus=%u", gpus);
  set(run, "collective.bytes=%uMiB", mib);
  set(run, "link_tlb.mode=%s", translates ? "modelled" : "off");
}

static void add_pair(struct tlb_plan *plan, unsigned gpus, unsigned mib) {
  set_size(add(plan, "off.%u.%u", gpus, mib), gpus, mib, 0);
  set_size(add(plan, "on.%u.%u", gpus, mib), gpus, mib, 1);
}

// E1 to E7.
static void add_sizes(struct tlb_plan *plan) {
  static const unsigned sizes[] = {1, 2, 4, 8, 16, 32, 64};
  unsigned count = plan->is_short ? 5 : 7;
  for (unsigned n = 0; n < count; n++)
    add_pair(plan, 16, sizes[n]);
  for (unsigned gpus = 32; gpus <= 64; gpus *= 2) {
    add_pair(plan, gpus, 1);
    if (!plan->is_short) add_pair(plan, gpus, 16);
  }
}

// E8, E14: one request at a time, from GPU 0 to GPU 1, which are of two nodes.
static void add_streams(struct tlb_plan *plan) {
  for (unsigned walk = 0; walk < 2; walk++)
    for (unsigned stations = 1; stations <= 2; stations++) {
      struct tlb_run *run = add(plan, "stream.%c.%u", walk == 0 ? 'a' : 'b', stations);
      set_size(run, 2, plan->is_short || stations == 2 ? 8 : 256, 1);
      set(run, "run.cycles=10s");
      set(run, "scale_up.node_gpus=1");
      set(run, "scale_up.window=1");
      set(run, "scale_up.stations=%u", stations);
      set(run, "link_tlb.walk=%c", walk == 0 ? 'a' : 'b');
      set(run, "link_tlb.access=%uns", walk == 0 ? 270U : 240U);
      if (run != NULL) run->follows = 1;
    }
}

// E9.
static void add_l2_sizes(struct tlb_plan *plan) {
  static const unsigned entries[] = {16, 32, 64, 512, 32768};
  for (unsigned n = 0; n < 5; n++) {
    struct tlb_run *run = add(plan, "l2.1.1.%u", entries[n]);
    set_size(run, 32, 1, 1);
    set(run, "link_tlb.l2_entries=%u", entries[n]);
    for (unsigned streams = 1; streams <= 2 && !plan->is_short; streams++) {
      run = add(plan, "l2.%u.16.%u", streams, entries[n]);
      set_size(run, 32, 16, 1);
      set(run, "link_tlb.l2_entries=%u", entries[n]);
      set(run, "collective.streams=%u", streams);
    }
  }
}

// E10 to E13, E15.
static void add_knobs(struct tlb_plan *plan) {
  unsigned large = plan->is_short ? 4 : 128;
  struct tlb_run *run = add(plan, "streams.4");
  set_size(run, 16, large, 1);
  set(run, "collective.streams=4");
  if (!plan->is_short) add_pair(plan, 16, large);
  run = add(plan, "pwc.off");
  set_size(run, 16, large, 1);
  set(run, "link_tlb.pwc=false");
  static const unsigned walkers[] = {1, 4, 8, 100};
  for (unsigned n = 0; n < 4; n++) {
    run = add(plan, "walkers.%u", walkers[n]);
    set_size(run, 16, plan->is_short ? 2 : 16, 1);
    set(run, "link_tlb.page=64KiB");
    set(run, "link_tlb.walkers=%u", walkers[n]);
  }
  for (unsigned kib = 4; kib <= 64; kib *= 16) {
    run = add(plan, "page.%u", kib);
    set_size(run, 16, 1, 1);
    set(run, "link_tlb.page=%uKiB", kib);
  }
  run = add(plan, "ranges.own");
  set_size(run, 16, 1, 1);
  set(run, "collective.ranges=own");
}

// E16.
static void add_warm(struct tlb_plan *plan) {
  for (unsigned mib = 1; mib <= (plan->is_short ? 4U : 16U); mib *= 4) {
    struct tlb_run *run = add(plan, "warm.%u", mib);
    set_size(run, 16, mib, 1);
    set(run, "collective.iterations=2");
  }
}

// E17. A list is learned in a first iteration, and TLBs are emptied before the second.
static void add_policies(struct tlb_plan *plan) {
  static const char *const policies[] = {"none", "next_page", "stride", "oracle", "recorded"};
  for (unsigned mib = 1; mib <= (plan->is_short ? 1U : 64U); mib *= 64) {
    for (unsigned n = 0; n < 5; n++) {
      struct tlb_run *run = add(plan, "policy.%s.%u", policies[n], mib);
      set_size(run, 16, mib, 1);
      set(run, "link_tlb.prefetch=%s", policies[n]);
      if (n < 3) continue;
      set(run, "link_tlb.prefetch_ahead=32");
      if (n == 3) continue;
      set(run, "link_tlb.flush=true");
      set(run, "collective.gap=5us");
      set(run, "collective.iterations=2");
    }
  }
  static const char *const rates[] = {"0", "0.15"};
  for (unsigned n = 0; n < 2; n++) {
    struct tlb_run *run = add(plan, "fused.%s", rates[n]);
    set_size(run, 16, 1, 1);
    set(run, "link_tlb.pre_translate=true");
    set(run, "collective.compute=5us");
    set(run, "link_tlb.misprediction=%s", rates[n]);
  }
}

// E18: what strains the rules most.
static void add_invariants(struct tlb_plan *plan) {
  static const char *const knobs[][4] = {
      {"link_tlb.l1_mshrs=1", "link_tlb.l1_targets=2", "link_tlb.l2_mshrs=1", "link_tlb.walkers=1"},
      {"link_tlb.l1_entries=2", "link_tlb.l1_ways=2", "link_tlb.l2_entries=4", "link_tlb.l2_ways=2"},
      {"scale_up.buffer=5", "collective.streams=3", "link_tlb.l2_partitions=4", "collective.ranges=own"},
      {"link_tlb.flush=true", "collective.iterations=3", "link_tlb.prefetch=next_page", "link_tlb.l1_policy=plru"},
      {"collective.kind=all_reduce", "link_tlb.l1_policy=fifo", "link_tlb.l2_policy=random", "link_tlb.pwc=false"}};
  for (unsigned n = 0; n < sizeof(knobs) / sizeof(knobs[0]); n++) {
    struct tlb_run *run = add(plan, "invariants.%u", n);
    set(run, "pod.gpus=8");
    set(run, "collective.bytes=256KiB");
    set(run, "link_tlb.mode=modelled");
    set(run, "link_tlb.page=4KiB");
    set(run, "check.invariants=true");
    for (unsigned k = 0; k < 4; k++)
      set(run, "%s", knobs[n][k]);
  }
}

struct tlb_plan *tlb_plan_make(int is_short) {
  struct tlb_plan *plan = calloc(1, sizeof(*plan));
  if (plan == NULL) return NULL;
  plan->is_short = is_short;
  add_sizes(plan);
  add_streams(plan);
  add_l2_sizes(plan);
  add_knobs(plan);
  add_warm(plan);
  add_policies(plan);
  add_invariants(plan);
  return plan;
}
