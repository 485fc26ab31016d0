// SPDX-License-Identifier: Apache-2.0
// E2, E5: what a full set does.
#include "probe/bench.h"

// Round robin over `lines` lines of a set: hits a read, after a warm-up.
static double round_robin(struct probe_bench *bench, uint32_t slice, uint32_t set, unsigned lines, unsigned rounds) {
  uint64_t address[64];
  for (unsigned n = 0; n < lines; n++)
    address[n] = probe_line(bench, slice, set, n);
  unsigned hits = 0, warm = rounds / 8 + 4;
  for (unsigned round = 0; round < warm + rounds; round++)
    for (unsigned n = 0; n < lines; n++) {
      int hit = probe_hits(bench, address[n]);
      if (round >= warm) hits += (unsigned)hit;
    }
  return hits / ((double)rounds * lines);
}

static int mean_round_robin(const struct flitlock_probe_setting *setting, unsigned lines, double *hits,
                            struct flitlock_probe_table *table, struct flitlock_error *error) {
  const struct flitlock_l2_map *map = &setting->profile.slice.map;
  unsigned sets = setting->is_short ? 4 : 16;
  struct probe_bench bench;
  probe_open(&bench, setting, NULL, error);
  double sum = 0;
  for (unsigned n = 0; n < sets; n++)
    sum += round_robin(&bench, n * 5 % map->slices, n * 7 % map->sets, lines, setting->is_short ? 100 : 400);
  *hits = sum / sets;
  return probe_close(&bench, table);
}

int flitlock_probe_round_robin(const struct flitlock_probe_setting *setting, unsigned lines, double *hits,
                               struct flitlock_error *error) {
  return mean_round_robin(setting, lines, hits, NULL, error);
}

// In each round four hot lines of a set and a line that is new. Hits of the hot ones.
static double hot_lines(struct probe_bench *bench, uint32_t slice, uint32_t set, unsigned rounds) {
  uint64_t address[260];
  unsigned cold = rounds < 256 ? rounds : 256, hits = 0, warm = rounds / 8 + 8;
  for (unsigned n = 0; n < 4 + cold; n++)
    address[n] = probe_line(bench, slice, set, n);
  for (unsigned round = 0; round < warm + rounds; round++) {
    for (unsigned n = 0; n < 4; n++) {
      int hit = probe_hits(bench, address[n]);
      if (round >= warm) hits += (unsigned)hit;
    }
    // Long before a line comes again it is gone.
    probe_read(bench, address[4 + round % cold]);
  }
  return hits / (4.0 * rounds);
}

int flitlock_probe_hot(const struct flitlock_probe_setting *setting, double *hits, struct flitlock_error *error) {
  const struct flitlock_l2_map *map = &setting->profile.slice.map;
  unsigned sets = setting->is_short ? 4 : 16;
  struct probe_bench bench;
  probe_open(&bench, setting, NULL, error);
  double sum = 0;
  for (unsigned n = 0; n < sets; n++)
    sum += hot_lines(&bench, n * 5 % map->slices, n * 7 % map->sets, setting->is_short ? 400 : 2000);
  *hits = sum / sets;
  return probe_close(&bench, NULL);
}

int probe_ways(const struct flitlock_probe_setting *setting, struct flitlock_probe_table *table,
               struct flitlock_error *error) {
  static const unsigned counts[] = {8, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 24, 28, 32};
  int status = FLITLOCK_OK;
  probe_begin(table, "E2", "hit rate", "lines of one set");
  for (size_t n = 0; n < sizeof(counts) / sizeof(counts[0]) && status == FLITLOCK_OK; n++) {
    double hits = 0;
    status = mean_round_robin(setting, counts[n], &hits, table, error);
    probe_point(table, counts[n], hits, "%u lines", counts[n]);
  }
  return status;
}

// ---- E5

// In a set that is cold: lines 0 .. ways-1, then `others` more. Is line `n` there still? A probe disturbs the set, so
// each question has a set of its own.
static int survives(struct probe_bench *bench, unsigned question, unsigned ways, unsigned others, unsigned n) {
  uint32_t slice = question % bench->map->slices, set = question / bench->map->slices % bench->map->sets;
  for (unsigned k = 0; k < ways + others; k++)
    probe_read(bench, probe_line(bench, slice, set, k));
  return probe_hits(bench, probe_line(bench, slice, set, n));
}

// A cache whose sets are all cold again, when the questions have used them up.
static void renew(struct probe_bench *bench, unsigned question) {
  if (question != 0 && question % (bench->map->slices * bench->map->sets) == 0) probe_drop_all(bench);
}

// The order in which lines 0 .. 15 make room.
static void put_order(struct probe_bench *bench, unsigned ways, struct flitlock_probe_table *table) {
  uint32_t gone = 0;
  unsigned question = 0;
  for (unsigned others = 1; others <= ways; others++) {
    int victim = -1;
    for (unsigned n = 0; n < ways; n++) {
      if (gone >> n & 1U) continue;
      renew(bench, question);
      if (survives(bench, question++, ways, others, n)) continue;
      victim = (int)n;
      gone |= 1U << n;
    }
    probe_row(table, victim, "victim %u", others);
  }
}

int probe_policy(const struct flitlock_probe_setting *setting, struct flitlock_probe_table *table,
                 struct flitlock_error *error) {
  struct flitlock_probe_setting own = *setting;
  struct flitlock_l2_slice_params *slice = &own.profile.slice;
  unsigned ways = slice->ways < 32 ? slice->ways : 32;
  struct probe_bench bench;
  probe_begin(table, "E5", "", "");
  int status = FLITLOCK_OK;
  slice->reserved = 0;
  static const uint16_t chances[] = {0, 3, 26, 256};
  for (unsigned n = 0; n < 4 && status == FLITLOCK_OK; n++) {
    double hits = 0;
    slice->p_rand = chances[n];
    status = mean_round_robin(&own, ways, &hits, table, error);
    probe_row(table, hits, "hit rate of all ways, P %u", (unsigned)chances[n]);
  }
  if (status != FLITLOCK_OK) return status;
  slice->p_rand = 0;
  probe_open(&bench, &own, NULL, error);
  put_order(&bench, ways, table);
  status = probe_close(&bench, table);
  if (status != FLITLOCK_OK) return status;
  // How often the tree decides: line 0 is the tree's choice after lines 0 .. ways-1.
  slice->p_rand = 26;
  unsigned trials = setting->is_short ? 500 : 6000, trees = 0;
  probe_open(&bench, &own, NULL, error);
  for (unsigned n = 0; n < trials && bench.status == FLITLOCK_OK; n++) {
    renew(&bench, n);
    trees += !survives(&bench, n, ways, 1, 0);
  }
  probe_row(table, (double)trees / trials, "share of the tree's way, P 26");
  return probe_close(&bench, table);
}
