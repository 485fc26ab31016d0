// SPDX-License-Identifier: Apache-2.0
// The study of an L2 by reverse engineering: its measurements, and the sections of its table.
#ifndef FLITLOCK_MODEL_REPRODUCE_L2_H
#define FLITLOCK_MODEL_REPRODUCE_L2_H

#include "flitlock/probe.h"
#include "flitlock/reproduce.h"

enum l2_kind { L2_STAIRCASE, L2_ROUND_ROBIN, L2_HOT, L2_EXPERIMENT };

struct l2_measurement {
  char id[40];         // how the report finds it: "SEED.5120", "R3P26.16"
  char profile[12];    // "SEED"
  char experiment[8];  // L2_EXPERIMENT: "E6"
  int kind;            // enum l2_kind
  int own_policy;      // 1: `reserved` and `p_rand` take the place of the profile's
  uint16_t reserved, p_rand;
  double kib;      // L2_STAIRCASE
  unsigned warm;   // rounds; 0: those of the setting
  unsigned lines;  // L2_ROUND_ROBIN
  double noise;
};

#define L2_MEASUREMENTS 128
struct l2_plan {
  struct l2_measurement run[L2_MEASUREMENTS];
  unsigned count;
};
// NULL: out of memory. Caller frees.
struct l2_plan *l2_plan_make(void);

// The figures, shared by plan and report.
struct l2_point {
  double kib, cycles;
};
extern const struct l2_point l2_source[7], l2_expected[7], l2_clean[7], l2_a40[7], l2_v100[5];
#define L2_POLICIES 5
#define L2_COUNTS   7
struct l2_policy {
  const char *name;  // "R3P26"
  uint16_t reserved, p_rand;
  double rate[L2_COUNTS];
  double hot;  // below 0: there is no figure
};
extern const struct l2_policy l2_policies[L2_POLICIES];
extern const unsigned l2_counts[L2_COUNTS];

struct l2_result {
  double value;
  struct flitlock_probe_table table;
};

struct l2_view {
  const struct l2_plan *plan;
  const struct l2_result *result;
  struct flitlock_reproduction *table;
  int is_short;
};
const struct l2_result *l2_find(const struct l2_view *view, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void l2_study_report(const struct l2_view *view);

#endif
