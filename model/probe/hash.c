// SPDX-License-Identifier: Apache-2.0
// E6, E7, E8: the address map from outside.
#include <stdlib.h>

#include "probe/contention.h"
#include "probe/gf2.h"

// Address bits that are asked about.
#define FROM 7U
#define TO   34U

static void put_masks(struct flitlock_probe_table *table, const struct gf2_space *space) {
  table->masks = space->rank < FLITLOCK_PROBE_MASKS ? space->rank : FLITLOCK_PROBE_MASKS;
  for (unsigned n = 0; n < table->masks; n++)
    table->mask[n] = space->vector[n];
}

// ---- E6

// The sum of the representatives in `choice`.
static uint64_t combine(const uint64_t *representative, unsigned choice) {
  uint64_t sum = 0;
  for (; choice != 0; choice &= choice - 1)
    sum ^= representative[__builtin_ctz(choice)];
  return sum;
}

// Bit by bit: a bit either moves the slice as some sum of earlier bits does, which gives a vector of the kernel, or it
// is a new representative.
int probe_slice_hash(const struct flitlock_probe_setting *setting, struct flitlock_probe_table *table,
                     struct flitlock_error *error) {
  struct probe_bench bench;
  probe_begin(table, "E6", "", "");
  probe_open(&bench, setting, NULL, error);
  struct gf2_space kernel = {.rank = 0};
  uint64_t representative[8];
  unsigned rank = 0, questions = 0;
  for (unsigned bit = FROM; bit < TO && bench.status == FLITLOCK_OK; bit++) {
    uint64_t vector = 1ULL << bit;
    int found = 0;
    for (unsigned choice = 0; choice < 1U << rank && !found; choice++) {
      uint64_t candidate = vector ^ combine(representative, choice);
      questions++;
      found = probe_same_slice(&bench, 0, candidate);
      if (found) gf2_add(&kernel, candidate);
    }
    if (!found && rank < 8) representative[rank++] = vector;
  }
  struct gf2_space masks = gf2_annihilator(&kernel, FROM, TO);
  put_masks(table, &masks);
  probe_row(table, masks.rank, "rank");
  probe_row(table, kernel.rank, "kernel");
  probe_row(table, TO - FROM, "address bits");
  probe_row(table, questions, "questions");
  // Does it foretell what it was not made from? Where slices are no sums of bits, it does not.
  unsigned trials = setting->is_short ? 60 : 400, right = 0;
  for (unsigned n = 0; n < trials && bench.status == FLITLOCK_OK; n++) {
    uint64_t a = flitlock_rng_next(&bench.rng) & ((1ULL << TO) - (1ULL << FROM));
    uint64_t d = flitlock_rng_next(&bench.rng) & ((1ULL << TO) - (1ULL << FROM));
    if (n % 2 == 0) {  // half of the pairs are to be the same
      uint64_t sum = 0;
      for (unsigned k = 0; k < kernel.rank; k++)
        if (d >> (FROM + k) & 1U) sum ^= kernel.vector[k];
      d = sum;
    }
    int same = 1;
    for (unsigned k = 0; k < masks.rank; k++)
      if (__builtin_parityll(masks.vector[k] & d)) same = 0;
    right += probe_same_slice(&bench, a, a ^ d) == same;
  }
  probe_row(table, (double)right / trials, "foretold pairs");
  return probe_close(&bench, table);
}

// ---- E7

#define LABELS 256U

// Random lines sorted by slice: the first line of each slice is its label. The differences of lines of one slice span a
// space; the sums of address bits that are 0 on it are what the slice has that is linear. More labels than 2^rank are
// something else.
int probe_residue(const struct flitlock_probe_setting *setting, struct flitlock_probe_table *table,
                  struct flitlock_error *error) {
  struct probe_bench bench;
  probe_begin(table, "E7", "", "");
  probe_open(&bench, setting, NULL, error);
  uint64_t label[LABELS];
  unsigned labels = 0, lines = setting->is_short ? 300 : 800;
  struct gf2_space differences = {.rank = 0};
  for (unsigned n = 0; n < lines && bench.status == FLITLOCK_OK; n++) {
    uint64_t line = flitlock_rng_next(&bench.rng) & ((1ULL << TO) - (1ULL << FROM));
    unsigned k = 0;
    while (k < labels && !probe_same_slice(&bench, label[k], line))
      k++;
    if (k == labels && labels < LABELS)
      label[labels++] = line;
    else if (k < labels)
      gf2_add(&differences, label[k] ^ line);
  }
  struct gf2_space masks = gf2_annihilator(&differences, FROM, TO);
  put_masks(table, &masks);
  probe_row(table, labels, "labels");
  probe_row(table, masks.rank, "rank");
  probe_row(table, (double)labels / (double)(1ULL << masks.rank), "residual");
  return probe_close(&bench, table);
}

// ---- E8

struct pool {
  uint64_t *line;
  unsigned *group;  // 0: not known
  unsigned count;
};

// The lines of one slice out of as much memory as the cache has, which fill each of its sets to the last way.
static void fill_pool(struct probe_bench *bench, struct pool *pool) {
  const struct flitlock_l2_slice_params *slice = &flitlock_l2_cache_profile(bench->cache)->slice;
  uint64_t lines = (uint64_t)slice->map.slices * slice->map.sets * slice->ways;
  unsigned room = 2U * slice->map.sets * slice->ways;
  pool->line = calloc(room, sizeof *pool->line);
  pool->group = calloc(room, sizeof *pool->group);
  if (pool->line == NULL || pool->group == NULL) {
    bench->status = flitlock_fail(bench->error, FLITLOCK_E_NO_MEMORY, "out of memory for lines");
    return;
  }
  for (uint64_t n = 0; n < lines && pool->count < room && bench->status == FLITLOCK_OK; n++)
    if (n == 0 || probe_same_slice(bench, 0, n * FLITLOCK_L2_LINE_BYTES))
      pool->line[pool->count++] = n * FLITLOCK_L2_LINE_BYTES;
}

// Until the order of the victims has settled.
#define ROUNDS 12U

// One line too many: what misses now shares its set. With pure tree victims all of the set miss for good.
static unsigned find_group(struct probe_bench *bench, struct pool *pool, uint64_t extra, unsigned number) {
  unsigned members = 0, old = 0;
  for (unsigned round = 0; round < ROUNDS; round++) {
    members = 0;
    probe_read(bench, extra);
    for (unsigned n = 0; n < pool->count; n++) {
      int hit = probe_hits(bench, pool->line[n]);
      if (round + 1 < ROUNDS || hit) continue;
      members++;
      if (pool->group[n] != 0) old = pool->group[n];
      pool->group[n] = old != 0 ? old : number;
    }
  }
  return old != 0 || members == 0 ? 0 : members;
}

int probe_set_hash(const struct flitlock_probe_setting *setting, struct flitlock_probe_table *table,
                   struct flitlock_error *error) {
  struct flitlock_l2_profile profile = setting->profile;
  // Victims of chance and ways that are not used would need many repetitions.
  profile.slice.reserved = 0;
  profile.slice.p_rand = 0;
  struct probe_bench bench;
  struct pool pool = {0};
  probe_begin(table, "E8", "", "");
  probe_open(&bench, setting, &profile, error);
  if (bench.status == FLITLOCK_OK) fill_pool(&bench, &pool);
  probe_drop_all(&bench);
  unsigned sets = 0, smallest = UINT32_MAX, largest = 0, since = 0;
  for (unsigned known = 0; known < pool.count && since < 40000 && bench.status == FLITLOCK_OK; since++) {
    uint64_t extra = (1ULL << 30) + (flitlock_rng_next(&bench.rng) & 0xFFFFF) * FLITLOCK_L2_LINE_BYTES;
    if (!probe_same_slice(&bench, 0, extra)) continue;
    unsigned members = find_group(&bench, &pool, extra, sets + 1);
    probe_drop_all(&bench);
    if (members == 0) continue;
    since = 0;
    sets++;
    known += members;
    smallest = members < smallest ? members : smallest;
    largest = members > largest ? members : largest;
  }
  free(pool.line);
  free(pool.group);
  probe_row(table, sets, "sets");
  probe_row(table, smallest, "lines of the smallest set");
  probe_row(table, largest, "lines of the largest set");
  probe_row(table, pool.count, "lines of the slice");
  return probe_close(&bench, table);
}
