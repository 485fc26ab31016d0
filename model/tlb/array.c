// SPDX-License-Identifier: Apache-2.0
#include "tlb/array.h"

#include <stdlib.h>
#include <string.h>

bool tlb_array_create(struct tlb_array *array, const struct flitlock_tlb_array *shape) {
  const size_t places = (size_t)shape->sets * shape->ways;
  array->sets = shape->sets;
  array->ways = shape->ways;
  array->policy = shape->policy;
  array->seed = shape->seed;
  array->tag = calloc(places, sizeof *array->tag);
  array->data = calloc(places, sizeof *array->data);
  array->stamp = calloc(places, sizeof *array->stamp);
  array->tree = calloc(shape->sets, sizeof *array->tree);
  return array->tag != NULL && array->data != NULL && array->stamp != NULL && array->tree != NULL;
}

void tlb_array_free(struct tlb_array *array) {
  free(array->tag);
  free(array->data);
  free(array->stamp);
  free(array->tree);
}

void tlb_array_reset(struct tlb_array *array) {
  const uint32_t places = tlb_array_places(array);
  for (uint32_t place = 0; place < places; place++)
    array->tag[place] = TLB_NO_TAG;
  memset(array->stamp, 0, places * sizeof *array->stamp);
  memset(array->tree, 0, array->sets * sizeof *array->tree);
  array->clock = 0;
  array->last = 0;
  array->lfsr = array->seed;
}

// Every node on the way to the place points to the half that the place is not in.
static void touch_tree(struct tlb_array *array, uint32_t place) {
  uint64_t *tree = &array->tree[place / array->ways];
  uint32_t way = place % array->ways, node = 1;
  for (uint32_t half = array->ways / 2; half > 0; half /= 2) {
    const uint32_t upper = (way & half) != 0;
    *tree = upper ? *tree & ~(1ULL << node) : *tree | 1ULL << node;
    node = 2 * node + upper;
  }
}

static uint32_t tree_victim(const struct tlb_array *array, uint32_t set) {
  uint32_t way = 0, node = 1;
  for (uint32_t half = array->ways / 2; half > 0; half /= 2) {
    const uint32_t upper = array->tree[set] >> node & 1U;
    way += upper * half;
    node = 2 * node + upper;
  }
  return set * array->ways + way;
}

void tlb_array_hit(struct tlb_array *array, uint32_t place) {
  if (array->policy == FLITLOCK_REPLACE_LRU) array->stamp[place] = ++array->clock;
  if (array->policy == FLITLOCK_REPLACE_PLRU) touch_tree(array, place);
}

static uint32_t oldest(const struct tlb_array *array, uint32_t set) {
  const uint32_t first = set * array->ways;
  uint32_t place = first;
  for (uint32_t other = first + 1; other < first + array->ways; other++)
    if (array->stamp[other] < array->stamp[place]) place = other;
  return place;
}

static uint32_t victim(struct tlb_array *array, uint32_t set) {
  if (array->policy == FLITLOCK_REPLACE_PLRU) return tree_victim(array, set);
  if (array->policy != FLITLOCK_REPLACE_RANDOM) return oldest(array, set);
  const uint32_t way = array->lfsr % array->ways;
  array->lfsr = (uint16_t)(array->lfsr >> 1 ^ ((array->lfsr & 1U) != 0 ? 0xB400U : 0U));
  return set * array->ways + way;
}

uint32_t tlb_array_install(struct tlb_array *array, uint32_t set, uint64_t tag, uint64_t data, bool *evicted) {
  uint32_t place = tlb_array_find(array, set, tag);
  if (place == TLB_NO_PLACE) {
    for (uint32_t other = set * array->ways; other < (set + 1) * array->ways && place == TLB_NO_PLACE; other++)
      if (array->tag[other] == TLB_NO_TAG) place = other;
    *evicted = place == TLB_NO_PLACE;
    if (*evicted) place = victim(array, set);
  } else {
    *evicted = false;
  }
  array->tag[place] = tag;
  array->data[place] = data;
  array->last = place;
  if (array->policy == FLITLOCK_REPLACE_PLRU)
    touch_tree(array, place);
  else
    array->stamp[place] = ++array->clock;
  return place;
}
