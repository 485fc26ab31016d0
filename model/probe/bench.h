// SPDX-License-Identifier: Apache-2.0
// What the experiments share: a cache with its hit and miss latencies found, tables, addresses.
#ifndef FLITLOCK_MODEL_PROBE_BENCH_H
#define FLITLOCK_MODEL_PROBE_BENCH_H

#include "flitlock/probe.h"
#include "flitlock/rng.h"

// A cache under the probe. Errors are kept: an experiment asks once, at its end.
struct probe_bench {
  const struct flitlock_probe_setting *setting;
  struct flitlock_l2_cache *cache;
  const struct flitlock_l2_map *map;
  struct flitlock_error *error;
  struct flitlock_rng rng;
  int status;
  uint64_t accesses;
  uint64_t posted;   // since the last crowd was run
  unsigned unasked;  // accesses since the setting was asked whether to stop
  double threshold;  // latencies above it are misses
  uint64_t fetched;  // bytes fetched from memory; if they are counted
};

// A cold cache of a profile; `profile` NULL: that of the setting. The threshold lies between the latencies of a cold
// read and its repetition, at addresses far from those of the experiments.
void probe_open(struct probe_bench *bench, const struct flitlock_probe_setting *setting,
                const struct flitlock_l2_profile *profile, struct flitlock_error *error);
// The same, and the bytes that it fetches are counted, as a chip's counters of sectors do.
void probe_open_counting(struct probe_bench *bench, const struct flitlock_probe_setting *setting,
                         const struct flitlock_l2_profile *profile, struct flitlock_error *error);
// Closes it; the accesses made go to the table. Returns the status.
int probe_close(struct probe_bench *bench, struct flitlock_probe_table *table);

// E_TIMEOUT where the setting says so. Accesses do that by themselves.
void probe_stop_if_asked(struct probe_bench *bench);

uint64_t probe_access(struct probe_bench *bench, const struct flitlock_l2_access *access, uint8_t *data);
uint64_t probe_read(struct probe_bench *bench, uint64_t address);  // 4 bytes; the latency
int probe_hits(struct probe_bench *bench, uint64_t address);       // 1: the read was a hit
void probe_write(struct probe_bench *bench, uint64_t address, uint64_t mask, const uint8_t *data, uint64_t *latency);
void probe_drop_all(struct probe_bench *bench);  // invalidates the cache

// The n-th line of a set of a slice, by the map. `first` is the tag that the search begins with.
uint64_t probe_line(const struct probe_bench *bench, uint32_t slice, uint32_t set, unsigned n);

void probe_begin(struct flitlock_probe_table *table, const char *id, const char *unit, const char *x_unit);
void probe_row(struct flitlock_probe_table *table, double value, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void probe_point(struct flitlock_probe_table *table, double x, double value, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// A further curve: points that follow are of it.
void probe_series(struct flitlock_probe_table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Many accesses under way: posted, run, their answers noted.
struct probe_crowd {
  uint64_t answers, first, last;  // edges: the first request presented, the last answer sampled
  uint64_t latency_sum;
};
void probe_crowd_begin(struct probe_bench *bench, struct probe_crowd *crowd);
void probe_post(struct probe_bench *bench, const struct flitlock_l2_access *access, uint32_t id);
// Until all that was posted is answered.
void probe_crowd_run(struct probe_bench *bench);
// Answers a cycle: an access alone takes `idle` cycles, the crowd's length is what is above.
double probe_crowd_rate(const struct probe_crowd *crowd, uint64_t idle);

// The experiments.
typedef int probe_experiment(const struct flitlock_probe_setting *setting, struct flitlock_probe_table *table,
                             struct flitlock_error *error);
probe_experiment probe_capacity, probe_ways, probe_line_size, probe_sectors, probe_policy, probe_slice_hash,
    probe_residue, probe_set_hash, probe_strides, probe_camping, probe_writes, probe_atomics, probe_mshrs, probe_split,
    probe_slice_camping, probe_padding, probe_spread, probe_sector_use;

#endif
