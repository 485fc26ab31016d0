// SPDX-License-Identifier: Apache-2.0
// E9, E10: strides.
#include <string.h>

#include "probe/bench.h"

#define LINES 64U

// Lines in the fullest set of the map, and in a plain cache of as many slices and sets: slice from the lowest bits of
// the line's number, set the rest modulo their number.
static void count_by_map(const struct probe_bench *bench, uint64_t stride, unsigned *hashed, unsigned *plain) {
  uint64_t place[LINES], simple[LINES];
  for (unsigned n = 0; n < LINES; n++) {
    struct flitlock_l2_place at;
    flitlock_l2_map_split(bench->map, n * stride, &at);
    uint64_t line = n * stride / FLITLOCK_L2_LINE_BYTES;
    place[n] = (uint64_t)at.slice * bench->map->sets + at.set;
    simple[n] = line % bench->map->slices * bench->map->sets + line / bench->map->slices % bench->map->sets;
  }
  *hashed = *plain = 0;
  for (unsigned n = 0; n < LINES; n++) {
    unsigned same = 0, same_simple = 0;
    for (unsigned k = 0; k < LINES; k++) {
      same += place[k] == place[n];
      same_simple += simple[k] == simple[n];
    }
    *hashed = same > *hashed ? same : *hashed;
    *plain = same_simple > *plain ? same_simple : *plain;
  }
}

static double hit_rate(struct probe_bench *bench, uint64_t stride) {
  unsigned hits = 0, warm = 10, rounds = 10;
  for (unsigned round = 0; round < warm + rounds; round++)
    for (unsigned n = 0; n < LINES; n++) {
      int hit = probe_hits(bench, n * stride);
      if (round >= warm) hits += (unsigned)hit;
    }
  return (double)hits / (rounds * LINES);
}

int probe_strides(const struct flitlock_probe_setting *setting, struct flitlock_probe_table *table,
                  struct flitlock_error *error) {
  probe_begin(table, "E9", "hit rate", "stride, KiB");
  int status = FLITLOCK_OK;
  for (uint64_t stride = 128; stride <= 2U << 20 && status == FLITLOCK_OK; stride *= 2) {
    struct probe_bench bench;
    probe_open(&bench, setting, NULL, error);
    unsigned hashed = 0, plain = 0;
    if (bench.status == FLITLOCK_OK) count_by_map(&bench, stride, &hashed, &plain);
    double kib = (double)stride / 1024;
    probe_point(table, kib, hit_rate(&bench, stride), "hit rate, stride %g KiB", kib);
    probe_row(table, hashed, "lines in the fullest set, stride %g KiB", kib);
    probe_row(table, plain, "without a hash, stride %g KiB", kib);
    status = probe_close(&bench, table);
  }
  return status;
}

// ---- E10

// Reads a cycle of a stream of hits, all posted at once.
static double stream(struct probe_bench *bench, uint64_t stride, unsigned reads) {
  for (unsigned n = 0; n < reads; n++)
    probe_read(bench, n * stride);
  struct probe_crowd crowd;
  probe_crowd_begin(bench, &crowd);
  for (unsigned n = 0; n < reads; n++) {
    const struct flitlock_l2_access access = {.address = n * stride, .operation = FLITLOCK_L2_READ, .bytes = 32};
    probe_post(bench, &access, n);
  }
  uint64_t idle = probe_read(bench, 0);
  probe_crowd_run(bench);
  return probe_crowd_rate(&crowd, idle);
}

int probe_camping(const struct flitlock_probe_setting *setting, struct flitlock_probe_table *table,
                  struct flitlock_error *error) {
  static const unsigned strides[] = {128, 256, 512, 1024, 2048, 4096, 8192, 16384, 4096 + 128, 8192 + 128};
  probe_begin(table, "E10", "reads a cycle", "stride, bytes");
  int status = FLITLOCK_OK;
  for (unsigned n = 0; n < sizeof(strides) / sizeof(strides[0]) && status == FLITLOCK_OK; n++) {
    struct flitlock_l2_profile profile = setting->profile;
    profile.slice.reserved = 0;  // all of the stream is to hit
    struct probe_bench bench;
    probe_open(&bench, setting, &profile, error);
    probe_point(table, strides[n], stream(&bench, strides[n], 512), "stride %u", strides[n]);
    status = probe_close(&bench, table);
  }
  return status;
}
