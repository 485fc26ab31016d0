// SPDX-License-Identifier: Apache-2.0
// The topic: its measurements and how one is made.
#include "reproduce/l2.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reproduce/topics.h"

// The source's table of latencies by the size of the chain, and those of an independent throw-away model of the same
// semantics.
const struct l2_point l2_source[7] = {{1024, 210}, {2048, 215}, {4096, 220}, {5120, 235},
                                      {6144, 280}, {8192, 420}, {16384, 430}};
const struct l2_point l2_expected[7] = {{1024, 210}, {2048, 210}, {4096, 210}, {5120, 222},
                                        {6144, 277}, {8192, 420}, {16384, 430}};
const struct l2_point l2_clean[7] = {{1024, 210}, {2048, 210}, {4096, 210}, {5120, 210},
                                     {6144, 210}, {8192, 430}, {16384, 430}};
// Published measurements of chips.
const struct l2_point l2_a40[7] = {{5303, 250.5}, {5505, 254}, {5931, 289}, {6157, 363},
                                   {6391, 474},   {6886, 544}, {7994, 547}};
const struct l2_point l2_v100[5] = {{6067, 212.6}, {6298, 297}, {6537, 390}, {6786, 420}, {7878, 425}};

const unsigned l2_counts[L2_COUNTS] = {14, 15, 16, 17, 18, 20, 24};
const struct l2_policy l2_policies[L2_POLICIES] = {
    {"R0P0", 0, 0, {1, 1, 1, 0, 0, 0, 0}, 1.000},
    {"R0P3", 0, 3, {1, 1, 1, .133, .055, .011, .001}, -1},
    {"R0P26", 0, 26, {1, 1, 1, .559, .348, .119, .015}, .994},
    {"R3P26", 3, 26, {.850, .768, .697, .397, .244, .085, .014}, .990},
    {"random", 0, 256, {1, 1, 1, .883, .783, .623, .413}, .924},
};

__attribute__((format(printf, 4, 5))) static struct l2_measurement *add(struct l2_plan *plan, int kind,
                                                                        const char *profile, const char *id, ...) {
  struct l2_measurement *made = &plan->run[plan->count < L2_MEASUREMENTS ? plan->count++ : L2_MEASUREMENTS - 1];
  memset(made, 0, sizeof *made);
  made->kind = kind;
  snprintf(made->profile, sizeof made->profile, "%s", profile);
  va_list arguments;
  va_start(arguments, id);
  vsnprintf(made->id, sizeof made->id, id, arguments);
  va_end(arguments);
  return made;
}

static void add_staircase(struct l2_plan *plan, const char *profile, const struct l2_point *points, unsigned count) {
  for (unsigned n = 0; n < count; n++)
    add(plan, L2_STAIRCASE, profile, "%s.%g", profile, points[n].kib)->kib = points[n].kib;
}

static void add_policies(struct l2_plan *plan) {
  for (unsigned n = 0; n < L2_POLICIES; n++) {
    const struct l2_policy *policy = &l2_policies[n];
    for (unsigned k = 0; k <= L2_COUNTS; k++) {
      if (k == L2_COUNTS && policy->hot < 0) continue;
      struct l2_measurement *made = k < L2_COUNTS
                                        ? add(plan, L2_ROUND_ROBIN, "SEED", "%s.%u", policy->name, l2_counts[k])
                                        : add(plan, L2_HOT, "SEED", "%s.hot", policy->name);
      made->lines = k < L2_COUNTS ? l2_counts[k] : 0;
      made->own_policy = 1;
      made->reserved = policy->reserved;
      made->p_rand = policy->p_rand;
    }
  }
}

static struct l2_measurement *add_experiment(struct l2_plan *plan, const char *profile, const char *experiment) {
  struct l2_measurement *made = add(plan, L2_EXPERIMENT, profile, "%s.%s", profile, experiment);
  snprintf(made->experiment, sizeof made->experiment, "%s", experiment);
  return made;
}

struct l2_plan *l2_plan_make(void) {
  struct l2_plan *plan = calloc(1, sizeof *plan);
  if (plan == NULL) return NULL;
  add_staircase(plan, "SEED", l2_expected, 7);
  for (unsigned warm = 2; warm <= 3; warm++) {
    struct l2_measurement *made = add(plan, L2_STAIRCASE, "SEED", "SEED.warm%u", warm);
    made->kib = 6144;
    made->warm = warm;
  }
  add_staircase(plan, "CLEAN", l2_clean, 7);
  add_staircase(plan, "GA102", l2_a40, 7);
  add_staircase(plan, "V100", l2_v100, 5);
  add_policies(plan);
  static const char *const seed[] = {"E3", "E4", "E5", "E6", "E8", "E9", "E10", "E11", "E12", "E14"};
  for (unsigned n = 0; n < sizeof(seed) / sizeof(seed[0]); n++)
    add_experiment(plan, "SEED", seed[n]);
  struct l2_measurement *noisy = add_experiment(plan, "SEED", "E6");
  snprintf(noisy->id, sizeof noisy->id, "noisy");
  noisy->noise = 0.05;
  add_experiment(plan, "GA102", "E7");
  add_experiment(plan, "GA102", "E8");
  add_experiment(plan, "GA102", "E14");
  add_experiment(plan, "V100", "E14");
  add_experiment(plan, "SEED-LIT", "E6");
  add_experiment(plan, "SEED-LIT", "E10");
  add_experiment(plan, "MINI48", "E13");
  return plan;
}

static size_t count(const struct flitlock_reproduce_setting *setting) {
  (void)setting;
  struct l2_plan *plan = l2_plan_make();
  size_t runs = plan != NULL ? plan->count : 0;
  free(plan);
  return runs;
}

static char *label(const struct flitlock_reproduce_setting *setting, size_t n, char *buffer, size_t size) {
  (void)setting;
  struct l2_plan *plan = l2_plan_make();
  snprintf(buffer, size, "%s", plan != NULL && n < plan->count ? plan->run[n].id : "a measurement");
  free(plan);
  return buffer;
}

static int measure(const struct l2_measurement *run, int is_short, struct l2_result *result,
                   struct flitlock_error *error) {
  struct flitlock_probe_setting setting;
  flitlock_probe_setting_default(&setting);
  int status = flitlock_l2_profile_find(run->profile, &setting.profile, error);
  if (status != FLITLOCK_OK) return status;
  setting.is_short = is_short;
  setting.noise = run->noise;
  setting.votes = run->noise > 0 ? 9 : 1;
  if (run->own_policy) {
    setting.profile.slice.reserved = run->reserved;
    setting.profile.slice.p_rand = run->p_rand;
  }
  unsigned warm = run->warm != 0 ? run->warm : is_short ? 6U : 12U;
  switch (run->kind) {
    case L2_STAIRCASE:
      // Two rounds, as E1.
      return flitlock_probe_staircase(&setting, run->kib, warm, 2, &result->value, error);
    case L2_ROUND_ROBIN:
      return flitlock_probe_round_robin(&setting, run->lines, &result->value, error);
    case L2_HOT:
      return flitlock_probe_hot(&setting, &result->value, error);
    default:
      return flitlock_probe_run(&setting, run->experiment, &result->table, error);
  }
}

static int run(const struct flitlock_reproduce_setting *setting, size_t n, void *result, struct flitlock_error *error) {
  struct l2_plan *plan = l2_plan_make();
  if (plan == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the measurements");
  int status = measure(&plan->run[n], setting->is_short, result, error);
  free(plan);
  return status;
}

const struct l2_result *l2_find(const struct l2_view *view, const char *format, ...) {
  static const struct l2_result none;
  char id[sizeof(view->plan->run[0].id)];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(id, sizeof id, format, arguments);
  va_end(arguments);
  for (unsigned n = 0; n < view->plan->count; n++)
    if (strcmp(view->plan->run[n].id, id) == 0) return &view->result[n];
  return &none;
}

static void report(const struct flitlock_reproduce_setting *setting, const void *results,
                   struct flitlock_reproduction *table) {
  struct l2_plan *plan = l2_plan_make();
  if (plan == NULL) {
    table->failed = 1;
    return;
  }
  const struct l2_view view = {.plan = plan, .result = results, .table = table, .is_short = setting->is_short};
  l2_study_report(&view);
  free(plan);
}

const struct flitlock_reproduce_topic flitlock_reproduce_l2 = {
    .name = "l2",
    .summary = "Results: an L2 taken for a chip",
    .result_size = sizeof(struct l2_result),
    .count = count,
    .label = label,
    .run = run,
    .report = report,
};
