// SPDX-License-Identifier: Apache-2.0
// How the addresses of a pod of meshes are translated (specification R-DTLB), and what link TLBs did, of any pod.
#ifndef FLITLOCK_TRANSLATION_H
#define FLITLOCK_TRANSLATION_H

#include "flitlock/config.h"
#include "flitlock/link_tlb.h"

#ifdef __cplusplus
extern "C" {
#endif

// The page tables of all GPUs, R-DTLB-9. Blocks walk them at their own pace; what is here answers at once, for those
// who make addresses and those who check them.
struct flitlock_translation;

// `config` with link_tlb.mode other than off.
int flitlock_translation_create(const struct flitlock_config *config, struct flitlock_translation **translation,
                                struct flitlock_error *error);
void flitlock_translation_destroy(struct flitlock_translation *translation);  // NULL is allowed
// R-RQ-7: `addr` of a request by a client of GPU `from` to offset `offset` of GPU `to`.
uint64_t flitlock_translation_addr(const struct flitlock_translation *translation, uint32_t from, uint32_t to,
                                   uint64_t offset);
// The offset of such a request, of which `addr` is known: flitlock_translation_addr of it is `addr`.
uint64_t flitlock_translation_offset(const struct flitlock_translation *translation, uint32_t from, uint32_t to,
                                     uint64_t addr);
// What becomes of the request of GPU `from` with `npa` at GPU `to`: enum flitlock_translation_status. `*spa` is the
// address it goes on with, the NPA where the status is not 0. `op`: of the request.
int flitlock_translation_spa(const struct flitlock_translation *translation, uint32_t from, uint32_t to, uint64_t npa,
                             unsigned op, uint64_t *spa);
// The table of a GPU. A host may change it before the first cycle.
struct flitlock_page_tables *flitlock_translation_tables(const struct flitlock_translation *translation, uint32_t gpu);

// What the link TLBs of all GPUs did. All zero where they are not modelled.
struct flitlock_translation_results {
  uint64_t requests[FLITLOCK_CLASS_COUNT];          // by class
  double mean[FLITLOCK_CLASS_COUNT];                // cycles from arrival until translated
  uint64_t walk_requests[FLITLOCK_MAX_LEVELS + 1];  // those whose own walk it was, by accesses
  uint64_t walks, walks_least, walks_most;          // all; of the GPU with the fewest and the most
  uint64_t prefetch_walks, prefetches_dropped;
  uint64_t accesses;                       // of page-table entries
  uint64_t pwc_hits[FLITLOCK_MAX_LEVELS];  // walks by the level of the deepest hit
  uint64_t pwc_misses;
  uint64_t l2_hits, l2_merges, l2_misses;  // of requests of L1s
  uint64_t l1_evictions, l2_evictions;
  uint64_t l1_stalls, l2_stalls;  // edges at which a look-up stalled
  uint64_t errors;                // requests answered with an error
  uint32_t l1_mshrs_peak, l2_mshrs_peak, walkers_peak;
  uint32_t not_told;  // link TLBs that do not tell what they did (RTL alone): the numbers are of the others
};

#ifdef __cplusplus
}
#endif
#endif
