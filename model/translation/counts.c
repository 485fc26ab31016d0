// SPDX-License-Identifier: Apache-2.0
#include "translation/counts.h"

#include "flitlock/lockstep.h"

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

// The golden block of `kind` that block number `number` is, or has in it; NULL: it has none.
static const struct flitlock_block *golden_of(const struct flitlock_engine *engine, uint32_t number,
                                              const struct flitlock_block_ops *kind) {
  const struct flitlock_block_ops *ops = flitlock_engine_block_ops(engine, number);
  const struct flitlock_block *block = flitlock_engine_block(engine, number);
  if (ops == &flitlock_lockstep_block) block = flitlock_lockstep_golden(block, &ops);
  return ops == kind ? block : NULL;
}

void link_tlb_counts_begin(struct flitlock_translation_results *results) {
  *results = (struct flitlock_translation_results){.walks_least = UINT64_MAX};
}

void link_tlb_counts_l1(struct flitlock_translation_results *results, const struct flitlock_engine *engine,
                        uint32_t block) {
  struct flitlock_l1_tlb_counts counts;
  const struct flitlock_block *l1 = golden_of(engine, block, &flitlock_l1_tlb_golden);
  if (l1 == NULL) {
    results->not_told++;
    return;
  }
  flitlock_l1_tlb_get_counts(l1, &counts);
  for (unsigned c = 0; c < FLITLOCK_CLASS_COUNT; c++) {
    results->requests[c] += counts.packets[c];
    results->mean[c] += (double)counts.cycles[c];
  }
  for (unsigned a = 0; a <= FLITLOCK_MAX_LEVELS; a++)
    results->walk_requests[a] += counts.walks[a];
  results->errors += counts.decode_errors + counts.protection_errors;
  results->l1_evictions += counts.evictions;
  results->l1_stalls += counts.stalls;
  results->l1_mshrs_peak = larger(results->l1_mshrs_peak, counts.mshrs_peak);
}

void link_tlb_counts_l2(struct flitlock_translation_results *results, const struct flitlock_engine *engine,
                        uint32_t block) {
  struct flitlock_l2_tlb_counts counts;
  const struct flitlock_block *l2 = golden_of(engine, block, &flitlock_l2_tlb_golden);
  if (l2 == NULL) {
    results->not_told++;
    return;
  }
  flitlock_l2_tlb_get_counts(l2, &counts);
  results->walks += counts.walks;
  if (counts.walks < results->walks_least) results->walks_least = counts.walks;
  if (counts.walks > results->walks_most) results->walks_most = counts.walks;
  results->prefetch_walks += counts.prefetch_walks;
  results->prefetches_dropped += counts.prefetch_dropped;
  results->accesses += counts.accesses;
  for (unsigned level = 0; level < FLITLOCK_MAX_LEVELS; level++)
    results->pwc_hits[level] += counts.pwc_hits[level];
  results->pwc_misses += counts.pwc_misses;
  results->l2_hits += counts.hits;
  results->l2_merges += counts.merges;
  results->l2_misses += counts.misses;
  results->l2_evictions += counts.evictions;
  results->l2_stalls += counts.stalls;
  results->l2_mshrs_peak = larger(results->l2_mshrs_peak, counts.mshrs_peak);
  results->walkers_peak = larger(results->walkers_peak, counts.walkers_peak);
}

void link_tlb_counts_end(struct flitlock_translation_results *results) {
  if (results->walks_least == UINT64_MAX) results->walks_least = 0;  // no L2
  for (unsigned c = 0; c < FLITLOCK_CLASS_COUNT; c++)
    if (results->requests[c] > 0) results->mean[c] /= (double)results->requests[c];
}
