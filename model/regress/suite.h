// SPDX-License-Identifier: Apache-2.0
// A suite in memory: entries as they were read, and the runs that are made of them.
#ifndef FLITLOCK_REGRESS_SUITE_H
#define FLITLOCK_REGRESS_SUITE_H

#include "flitlock/regress.h"
#include "sweep/sweep.h"

#define REGRESS_MAX_RUNS UINT64_C(100000)
// How often a configuration is drawn anew before its ranges are taken to have none.
#define REGRESS_DRAWS 1000

// A key, or several that take each value together, with what is drawn from.
struct regress_range {
  const char *const *keys;  // [key_count]
  size_t key_count;
  const char **values;  // [count]: one of these; NULL: a number of [from, to]
  uint32_t count;
  double from, to;
  int whole;  // 1: a whole number
};

struct regress_choice {
  const char *name;
  const char *pattern;         // of a block
  struct sweep_entry setting;  // of traffic
};

struct regress_entry {
  const char *name, *place;
  struct flitlock_sweep matrix;  // base, set, list and grid
  const char *base_text;         // keys that stand in the suite itself; NULL: the matrix has a base
  const char *bench;             // its runs are of this bench, and there is no configuration; NULL: of pods
  struct regress_choice *block;  // [block_count], at least 1
  size_t block_count;
  const char **host;  // [host_count]: "c", "rtl", "lockstep"
  size_t host_count;
  struct regress_choice *traffic;  // [traffic_count], at least 1
  size_t traffic_count;
  uint64_t *seed;  // [seed_count]
  size_t seed_count, fresh;
  struct regress_range *range;  // [range_count]
  size_t range_count;
  uint64_t draws;  // random configurations
  double seconds;
  int expected;
  const char *kind, *plant, *plant_at, *plant_into, *device;
  uint64_t packets;
};

struct flitlock_regress_suite {
  struct config_arena arena;  // of all texts
  const char *path, *name;
  struct flitlock_regress_choice choice;
  struct regress_entry *entry;
  size_t entry_count;
  double seconds;  // for entries that do not say
  struct flitlock_regress_run *run;
  uint64_t count, capacity;
  uint64_t refused;
  double goal[FLITLOCK_COVER_KIND_COUNT];  // per cent of the points of a kind; below 0: not said
  uint64_t hash;
};

int regress_no_memory(const struct flitlock_regress_suite *suite, struct flitlock_error *error);
// Whether a name matches one of comma-separated patterns; a list of NULL is everything (suite.c).
int regress_listed(const char *list, const char *name);

// The file (read.c).
int regress_read(struct flitlock_regress_suite *suite, struct flitlock_error *error);
// All runs of an entry (plan.c).
int regress_plan(struct flitlock_regress_suite *suite, struct regress_entry *entry, struct flitlock_error *error);

// Settings drawn for configuration `number` of an entry, the `attempt`-th time: "key=value" in sets[range keys], and
// their seed (draw.c). The texts are in the suite's arena.
int regress_draw(struct flitlock_regress_suite *suite, const struct regress_entry *entry, uint64_t number,
                 uint64_t attempt, const char **sets, size_t *count, uint64_t *seed, struct flitlock_error *error);
// One more run of an entry, of configuration `number` of its random ones, with `key` as `value`; with NULL all of it
// drawn (plan.c). E_CONFIG: none of many draws is possible.
int regress_plan_one(struct flitlock_regress_suite *suite, const struct regress_entry *entry, uint64_t number,
                     const char *key, const char *value, struct flitlock_regress_run *run,
                     struct flitlock_error *error);
// Whether any host of the entry is chosen, and which one comes first for coverage: lockstep, where there is it
// (plan.c).
const char *regress_cover_host(const struct flitlock_regress_suite *suite, const struct regress_entry *entry);
// The n-th fresh seed of an entry, never 0 (draw.c).
uint64_t regress_fresh_seed(const struct flitlock_regress_suite *suite, const struct regress_entry *entry, size_t n);

#endif
