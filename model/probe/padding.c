// SPDX-License-Identifier: Apache-2.0
// E15, E16: what a stream at a stride costs by the hash of the slices, and what rows of an array are padded with.
#include <stdio.h>
#include <string.h>

#include "probe/bench.h"

#define LINES 256U

// Reads a cycle of LINES reads at a stride, posted at once, and the share of hits one after the other before.
struct walk {
  double rate, hits;
};

static struct walk walk(struct probe_bench *bench, uint64_t stride) {
  struct walk result = {0, 0};
  unsigned hits = 0;
  for (unsigned n = 0; n < 2 * LINES; n++)
    probe_read(bench, n % LINES * stride);
  for (unsigned n = 0; n < LINES; n++)
    hits += (unsigned)probe_hits(bench, n * stride);
  struct probe_crowd crowd;
  probe_crowd_begin(bench, &crowd);
  for (unsigned n = 0; n < LINES; n++) {
    const struct flitlock_l2_access access = {.address = n * stride, .operation = FLITLOCK_L2_READ, .bytes = 32};
    probe_post(bench, &access, n);
  }
  probe_crowd_run(bench);
  probe_read(bench, 0);
  uint64_t idle = probe_read(bench, 0);
  result.rate = probe_crowd_rate(&crowd, idle);
  result.hits = (double)hits / LINES;
  return result;
}

// ---- E15

#define HASHES 4U

// The profile's map; then those of the source with as many slices and sets; then none: the slice is the lowest bits of
// the line's number.
static unsigned make_maps(const struct flitlock_l2_map *own, struct flitlock_l2_map *maps) {
  static const char *const others[] = {"SEED48", "SEED-LIT"};
  unsigned count = 0;
  maps[count++] = *own;
  for (unsigned n = 0; n < 2; n++) {
    struct flitlock_l2_map *map = &maps[count];
    if (strcmp(others[n], own->name) == 0 || flitlock_l2_map_find(others[n], map, NULL) != FLITLOCK_OK) continue;
    if (map->slices == own->slices && map->sets == own->sets && map->residue == own->residue) count++;
  }
  maps[count] = *own;
  memset(maps[count].ms, 0, sizeof own->ms);
  memset(maps[count].mh, 0, sizeof own->mh);
  snprintf(maps[count].name, sizeof own->name, "no hash");
  return count + 1U;
}

static unsigned slices_of(const struct flitlock_l2_map *map, uint64_t stride) {
  uint8_t seen[256] = {0};
  unsigned count = 0;
  for (unsigned n = 0; n < LINES; n++) {
    struct flitlock_l2_place place;
    flitlock_l2_map_split(map, n * stride, &place);
    count += !seen[place.slice];
    seen[place.slice] = 1;
  }
  return count;
}

int probe_slice_camping(const struct flitlock_probe_setting *setting, struct flitlock_probe_table *table,
                        struct flitlock_error *error) {
  static const unsigned strides[] = {128, 256, 512, 1024, 2048, 4096, 4096 + 128, 8192, 8192 + 128, 16384, 16384 + 128};
  static const unsigned some[] = {128, 1024, 4096, 8192, 8192 + 128};
  const unsigned *stride = setting->is_short ? some : strides;
  const size_t count = setting->is_short ? sizeof(some) / sizeof(some[0]) : sizeof(strides) / sizeof(strides[0]);
  struct flitlock_l2_map maps[HASHES];
  const unsigned hashes = make_maps(&setting->profile.slice.map, maps);
  int status = FLITLOCK_OK;
  probe_begin(table, "E15", "reads a cycle", "stride, bytes");
  for (unsigned k = 0; k < hashes; k++) {
    struct flitlock_l2_profile profile = setting->profile;
    profile.slice.map = maps[k];
    profile.slice.reserved = 0;  // all of the stream is to hit
    probe_series(table, "%s", maps[k].name);
    for (size_t n = 0; n < count && status == FLITLOCK_OK; n++) {
      struct probe_bench bench;
      probe_open(&bench, setting, &profile, error);
      probe_point(table, stride[n], walk(&bench, stride[n]).rate, "%s, stride %u", maps[k].name, stride[n]);
      status = probe_close(&bench, table);
    }
    for (size_t n = 0; n < count; n++)
      probe_row(table, slices_of(&maps[k], stride[n]), "%s, stride %u: slices", maps[k].name, stride[n]);
  }
  return status;
}

// ---- E16

#define PADS 7U

int probe_padding(const struct flitlock_probe_setting *setting, struct flitlock_probe_table *table,
                  struct flitlock_error *error) {
  // 384 KiB: the pitch that keeps the set where slices and sets are counted off without a hash.
  static const unsigned pitches[] = {4096, 8192, 65536, 131072, 393216};
  static const unsigned pads[PADS] = {0, 32, 64, 128, 256, 512, 1024};
  int status = FLITLOCK_OK;
  probe_begin(table, "E16", "reads a cycle", "padding, bytes");
  for (size_t k = setting->is_short ? 1 : 0; k < (setting->is_short ? 2 : 5) && status == FLITLOCK_OK; k++) {
    struct walk found[PADS];
    double best = 0;
    probe_series(table, "pitch %u", pitches[k]);
    for (unsigned n = 0; n < PADS && status == FLITLOCK_OK; n++) {
      struct probe_bench bench;
      probe_open(&bench, setting, NULL, error);
      found[n] = walk(&bench, pitches[k] + pads[n]);
      best = found[n].rate > best ? found[n].rate : best;
      probe_point(table, pads[n], found[n].rate, "pitch %u + %u", pitches[k], pads[n]);
      status = probe_close(&bench, table);
    }
    if (status != FLITLOCK_OK) return status;
    for (unsigned n = 0; n < PADS; n++)
      probe_row(table, found[n].hits, "pitch %u + %u: hits when read again", pitches[k], pads[n]);
    unsigned advice = 0;
    while (found[advice].rate < 0.9 * best)
      advice++;
    probe_row(table, pads[advice], "pitch %u: pad with", pitches[k]);
  }
  return status;
}
