// SPDX-License-Identifier: Apache-2.0
// The array of translations, R-TLB-ARR: L1, L2 and each level of the page-walk cache.
#ifndef FLITLOCK_MODEL_TLB_ARRAY_H
#define FLITLOCK_MODEL_TLB_ARRAY_H

#include "flitlock/link_tlb.h"

#define TLB_NO_PLACE UINT32_MAX

// No tag is this: tags are offsets, below 2^52.
#define TLB_NO_TAG UINT64_MAX

struct tlb_array {
  uint64_t *tag;    // [places], TLB_NO_TAG: the place is not valid
  uint64_t *data;   // [places]
  uint64_t *stamp;  // [places], LRU and FIFO: when the place was touched or installed
  uint64_t *tree;   // [sets], PLRU: bit n is node n
  uint64_t clock;   // touches so far
  uint32_t sets, ways;
  uint32_t last;  // place of the last hit: most look-ups hit there again
  uint8_t policy;
  uint16_t seed, lfsr;
};

// False: no memory. Free it all the same.
bool tlb_array_create(struct tlb_array *array, const struct flitlock_tlb_array *shape);
void tlb_array_free(struct tlb_array *array);
void tlb_array_reset(struct tlb_array *array);  // R-TLB-ARR-5

// R-TLB-ARR-1. The place, or TLB_NO_PLACE. Does not touch.
static inline uint32_t tlb_array_find(struct tlb_array *array, uint32_t set, uint64_t tag) {
  const uint32_t first = set * array->ways;
  if (array->tag[array->last] == tag && array->last - first < array->ways) return array->last;
  for (uint32_t way = 0; way < array->ways; way++) {
    if (array->tag[first + way] != tag) continue;
    array->last = first + way;
    return first + way;
  }
  return TLB_NO_PLACE;
}

// A hit touches, R-TLB-ARR-3.
void tlb_array_hit(struct tlb_array *array, uint32_t place);
// R-TLB-ARR-2. Returns the place; `*evicted` becomes true when it held another translation.
uint32_t tlb_array_install(struct tlb_array *array, uint32_t set, uint64_t tag, uint64_t data, bool *evicted);
// R-TLB-ARR-4.
static inline void tlb_array_remove(struct tlb_array *array, uint32_t place) { array->tag[place] = TLB_NO_TAG; }
static inline uint32_t tlb_array_places(const struct tlb_array *array) { return array->sets * array->ways; }

#endif
