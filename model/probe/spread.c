// SPDX-License-Identifier: Apache-2.0
// E17: atomics on words that lie together or apart.
#include <stdlib.h>

#include "probe/bench.h"

#define WORD     8U
#define MOST     64U  // words
#define IN_LINES (FLITLOCK_L2_LINE_BYTES / WORD)

enum where { LINE, SLICE, ALL };
static const char *const names[] = {"in one line", "in one slice", "in all slices"};

static uint64_t word_address(const struct probe_bench *bench, enum where where, unsigned n) {
  const uint64_t base = 1ULL << 20;
  if (where == LINE) return base + n % IN_LINES * WORD;
  if (where == ALL) return base + (uint64_t)n * FLITLOCK_L2_LINE_BYTES;
  return probe_line(bench, 0, n % bench->map->sets, n / bench->map->sets);
}

static uint64_t read_word(struct probe_bench *bench, uint64_t address, uint64_t *latency) {
  uint8_t data[FLITLOCK_L2_HALF_BYTES] = {0};
  const struct flitlock_l2_access access = {.address = address, .operation = FLITLOCK_L2_READ, .bytes = WORD};
  uint64_t value = 0;
  *latency = probe_access(bench, &access, data);
  for (unsigned n = 0; n < WORD; n++)
    value |= (uint64_t)data[address % FLITLOCK_L2_HALF_BYTES + n] << 8U * n;
  return value;
}

// `count` additions of 1, one word after the other; the words are in the cache before. 0 in `*right`: a sum is wrong.
static double add_all(struct probe_bench *bench, enum where where, unsigned words, unsigned count, int *right) {
  uint64_t address[MOST], before[MOST], latency = 0;
  for (unsigned n = 0; n < words; n++) {
    address[n] = word_address(bench, where, n);
    before[n] = read_word(bench, address[n], &latency);
  }
  struct probe_crowd crowd;
  probe_crowd_begin(bench, &crowd);
  for (unsigned n = 0; n < count; n++) {
    const struct flitlock_l2_access access = {.address = address[n % words],
                                              .operation = FLITLOCK_L2_ATOMIC,
                                              .atomic = FLITLOCK_L2_ADD,
                                              .bytes = WORD,
                                              .operand = 1,
                                              .source = n};
    probe_post(bench, &access, n);
  }
  probe_crowd_run(bench);
  for (unsigned n = 0; n < words; n++)
    *right &= read_word(bench, address[n], &latency) == before[n] + count / words;
  return probe_crowd_rate(&crowd, latency);
}

int probe_spread(const struct flitlock_probe_setting *setting, struct flitlock_probe_table *table,
                 struct flitlock_error *error) {
  const struct flitlock_l2_slice_params *slice = &setting->profile.slice;
  const unsigned sustained = 4U * slice->req_depth * slice->map.slices;
  int right = 1, status = FLITLOCK_OK;
  probe_begin(table, "E17", "atomics a cycle", "words");
  for (unsigned where = LINE; where <= ALL && status == FLITLOCK_OK; where++) {
    struct probe_bench bench;
    probe_open(&bench, setting, NULL, error);
    probe_series(table, "%s", names[where]);
    for (unsigned words = 1; words <= (where == LINE ? IN_LINES : MOST); words *= 4) {
      double rate = add_all(&bench, (enum where)where, words, MOST, &right);
      probe_point(table, words, rate, "%u at once on %u words %s", MOST, words, names[where]);
    }
    // Many more than the queues hold: what the credits' way back allows.
    unsigned words = where == LINE ? IN_LINES : MOST;
    double rate = add_all(&bench, (enum where)where, words, sustained - sustained % words, &right);
    probe_row(table, rate, "sustained on %u words %s", words, names[where]);
    if (where == LINE) probe_row(table, add_all(&bench, LINE, 1, sustained, &right), "sustained on one word");
    status = probe_close(&bench, table);
  }
  probe_row(table, right, "all sums are right");
  return status;
}
