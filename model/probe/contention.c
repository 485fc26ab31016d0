// SPDX-License-Identifier: Apache-2.0
#include "probe/contention.h"

#define READS 8U  // of each line

static uint64_t together(struct probe_bench *bench, uint64_t a, uint64_t b) {
  struct probe_crowd crowd;
  probe_crowd_begin(bench, &crowd);
  for (unsigned n = 0; n < 2 * READS; n++) {
    const struct flitlock_l2_access access = {.address = n % 2 == 0 ? a : b, .operation = FLITLOCK_L2_READ, .bytes = 4};
    probe_post(bench, &access, n);
  }
  probe_crowd_run(bench);
  return crowd.last - crowd.first;
}

// Both are hits by then: what is above a hit's latency is waiting for the port.
static int contend(struct probe_bench *bench, uint64_t a, uint64_t b) {
  probe_read(bench, a);
  probe_read(bench, b);
  uint64_t hit = probe_read(bench, a);
  uint64_t took = together(bench, a, b);
  return took > hit + READS + READS / 2;
}

int probe_same_slice(struct probe_bench *bench, uint64_t a, uint64_t b) {
  const struct flitlock_probe_setting *setting = bench->setting;
  unsigned yes = 0;
  for (unsigned vote = 0; vote < setting->votes && bench->status == FLITLOCK_OK; vote++) {
    int answer = contend(bench, a, b);
    if (setting->noise > 0 && flitlock_rng_double(&bench->rng) < setting->noise) answer = !answer;
    yes += (unsigned)answer;
  }
  return 2 * yes > setting->votes;
}
