// SPDX-License-Identifier: Apache-2.0
// E1: a random cyclic chain of 128-byte nodes, contiguous memory. Latency climbs where the chain outgrows the cache.
#include <stdlib.h>

#include "probe/bench.h"

// Chain of lines 0 .. count-1 in random order. NULL: out of memory.
static uint64_t *make_chain(size_t count, struct flitlock_rng *rng) {
  uint64_t *chain = malloc(count * sizeof *chain);
  if (chain == NULL) return NULL;
  for (size_t n = 0; n < count; n++)
    chain[n] = n * FLITLOCK_L2_LINE_BYTES;
  for (size_t n = count - 1; n > 0; n--) {
    size_t other = flitlock_rng_below(rng, (uint32_t)n + 1U);
    uint64_t swapped = chain[n];
    chain[n] = chain[other];
    chain[other] = swapped;
  }
  return chain;
}

// Reads between which one may stop: golden is quick and reads ahead, RTL is neither.
static uint64_t read_chain(struct probe_bench *bench, const uint64_t *chain, size_t count) {
  const size_t most = bench->setting->choose == NULL ? 16384 : 16;
  uint64_t sum = 0, latency = 0;
  for (size_t n = 0; n < count && bench->status == FLITLOCK_OK; n += most) {
    size_t some = count - n < most ? count - n : most;
    bench->status = flitlock_l2_cache_reads(bench->cache, chain + n, some, 4, &latency, bench->error);
    bench->accesses += some;
    sum += latency;
    probe_stop_if_asked(bench);
  }
  return sum;
}

static double walk(struct probe_bench *bench, const uint64_t *chain, size_t count, unsigned warm, unsigned rounds) {
  uint64_t sum = 0;
  for (unsigned round = 0; round < warm + rounds && bench->status == FLITLOCK_OK; round++) {
    uint64_t latency = read_chain(bench, chain, count);
    if (round >= warm) sum += latency;
  }
  return (double)sum / ((double)count * rounds);
}

static int staircase(const struct flitlock_probe_setting *setting, double kib, unsigned warm, unsigned rounds,
                     double *cycles, struct flitlock_probe_table *table, struct flitlock_error *error) {
  struct probe_bench bench;
  probe_open(&bench, setting, NULL, error);
  size_t count = (size_t)(kib * 1024 / FLITLOCK_L2_LINE_BYTES);
  uint64_t *chain = make_chain(count, &bench.rng);
  if (chain == NULL && bench.status == FLITLOCK_OK)
    bench.status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for a chain");
  if (bench.status == FLITLOCK_OK) *cycles = walk(&bench, chain, count, warm, rounds);
  free(chain);
  return probe_close(&bench, table);
}

int flitlock_probe_staircase(const struct flitlock_probe_setting *setting, double kib, unsigned warm, unsigned rounds,
                             double *cycles, struct flitlock_error *error) {
  return staircase(setting, kib, warm, rounds, cycles, NULL, error);
}

// Sizes as shares of the capacity of SEED's 6 MiB: those of the source and points between them.
static const double shares[] = {1, 2, 3, 4, 4.5, 5, 5.25, 5.5, 5.75, 6, 6.25, 6.5, 6.75, 7, 7.5, 8, 10, 12, 16};

int probe_capacity(const struct flitlock_probe_setting *setting, struct flitlock_probe_table *table,
                   struct flitlock_error *error) {
  const struct flitlock_l2_slice_params *slice = &setting->profile.slice;
  double capacity = (double)slice->map.slices * slice->map.sets * slice->ways * FLITLOCK_L2_LINE_BYTES / 1024;
  unsigned warm = setting->is_short ? 4 : 12, rounds = setting->is_short ? 1 : 2;
  int status = FLITLOCK_OK;
  probe_begin(table, "E1", "cycles", "KiB");
  for (size_t n = 0; n < sizeof(shares) / sizeof(shares[0]) && status == FLITLOCK_OK; n++) {
    double kib = capacity * shares[n] / 6, cycles = 0;
    status = staircase(setting, kib, warm, rounds, &cycles, table, error);
    probe_point(table, kib, cycles, "%g KiB", kib);
  }
  return status;
}
