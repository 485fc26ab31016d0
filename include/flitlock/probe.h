// SPDX-License-Identifier: Apache-2.0
// Virtual reverse engineering of an L2: experiments that see a cache through latencies alone, as one sees a chip's.
//
//   struct flitlock_probe_setting setting;
//   flitlock_probe_setting_default(&setting);
//   setting.profile = profile;
//   flitlock_probe_run(&setting, "E1", &table, &error);
//
// The experiments know the cache as "an access takes so many cycles". Where one needs addresses of one set (E2, E3, E5,
// E11, E13), they come from the address map: E8 shows how they are found without it. E9 says so where it counts by the
// map; E15 to E18 answer questions of who writes a kernel and take what they need of the map.
#ifndef FLITLOCK_PROBE_H
#define FLITLOCK_PROBE_H

#include "flitlock/l2_cache.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FLITLOCK_PROBE_ROWS   112
#define FLITLOCK_PROBE_MASKS  16
#define FLITLOCK_PROBE_SERIES 8

struct flitlock_probe_row {
  char what[56];  // "4 MiB"; unique in its table
  double value;
  double x;         // of a point of a curve
  int is_point;     // 1: the row is a point of the experiment's curve
  unsigned series;  // the curve that the point is of, where there are several
};

// What an experiment found: plain data without pointers.
struct flitlock_probe_table {
  char id[8];       // "E1"
  char unit[32];    // of the values of the curve: "cycles", "hit rate"; "" where they differ
  char x_unit[32];  // of x
  unsigned rows;
  struct flitlock_probe_row row[FLITLOCK_PROBE_ROWS];
  unsigned series;  // curves; 0: there is one, without a name
  char series_name[FLITLOCK_PROBE_SERIES][32];
  unsigned masks;  // of a hash that was recovered: address bits whose sum over GF(2) it is, in echelon form
  uint64_t mask[FLITLOCK_PROBE_MASKS];
  uint64_t accesses;
};
// The value of a row; NaN: there is none.
double flitlock_probe_value(const struct flitlock_probe_table *table, const char *what);

struct flitlock_probe_setting {
  struct flitlock_l2_profile profile;
  uint64_t seed;
  int is_short;    // 1: fewer trials and points
  double noise;    // E6, E7: share of answers that are wrong, 0 to 0.4
  unsigned votes;  // answers that a majority is taken of, odd
  // As in flitlock_l2_cache_options.
  int (*choose)(void *self, const struct flitlock_l2_slice_params *params, const struct flitlock_block_ops **ops,
                const void **ops_params, struct flitlock_error *error);
  void *choose_self;
  // Asked every now and then; an answer other than 0 ends the experiment with E_TIMEOUT. NULL: it goes on to its end.
  int (*stop)(void *self);
  void *stop_self;
};
// SEED, seed 1, long, no noise, 1 vote, golden.
void flitlock_probe_setting_default(struct flitlock_probe_setting *setting);

struct flitlock_probe_experiment {
  const char *id;       // "E1"
  const char *name;     // "capacity"
  const char *summary;  // one line
  int (*run)(const struct flitlock_probe_setting *setting, struct flitlock_probe_table *table,
             struct flitlock_error *error);
};
extern const struct flitlock_probe_experiment flitlock_probe_experiments[];
extern const size_t flitlock_probe_experiment_count;
// By id or name; NULL: there is none.
const struct flitlock_probe_experiment *flitlock_probe_find(const char *name);
// E_USAGE: an unknown experiment.
int flitlock_probe_run(const struct flitlock_probe_setting *setting, const char *name,
                       struct flitlock_probe_table *table, struct flitlock_error *error);

// A profile's name, or a YAML file: `profile` and keys that change it (docs/probe.md). `sets`: "KEY=VALUE" of the same
// keys, apart from `profile`, on top of it; what is impossible is found when all are set. E_CONFIG, E_INPUT, E_USAGE.
int flitlock_probe_profile_load(const char *name, const char *const *sets, size_t set_count,
                                struct flitlock_l2_profile *profile, struct flitlock_error *error);

// 1: a profile's name, or a YAML file with a key `profile` at its top, which a configuration of a pod has not.
int flitlock_probe_is_profile(const char *name);

// The staircase as it is measured: mean latency of a read in a random cyclic chain of `kib` KiB from address 0 on,
// after `warm` rounds, over `rounds` rounds. For other sizes than E1's.
int flitlock_probe_staircase(const struct flitlock_probe_setting *setting, double kib, unsigned warm, unsigned rounds,
                             double *cycles, struct flitlock_error *error);
// Hit rate of `lines` lines of one set, read round robin; mean over sets.
int flitlock_probe_round_robin(const struct flitlock_probe_setting *setting, unsigned lines, double *hits,
                               struct flitlock_error *error);
// Hit rate of four hot lines of a set, between which one line a round is new.
int flitlock_probe_hot(const struct flitlock_probe_setting *setting, double *hits, struct flitlock_error *error);

#ifdef __cplusplus
}
#endif
#endif
