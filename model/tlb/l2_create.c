// SPDX-License-Identifier: Apache-2.0
// Makes, resets and frees an L2 link TLB. Everything it will ever need is allocated here.
#include <stdio.h>
#include <stdlib.h>

#include "tlb/l2_state.h"

static struct flitlock_port_info port(bool has_in, bool has_out, uint16_t depth0, uint16_t depth1) {
  struct flitlock_port_info info = {.has_in = has_in, .has_out = has_out, .in_width = has_in, .out_width = has_out};
  info.in_depth[0] = depth0;
  info.in_depth[1] = depth1;
  return info;
}

static void describe_ports(struct flitlock_block *l2) {
  const struct flitlock_l2_tlb_params *params = &l2->params;
  for (unsigned s = 0; s < params->stations; s++) {
    l2->info[s] = port(true, true, (uint16_t)params->queue_depth, 1);
    snprintf(l2->info[s].name, sizeof l2->info[s].name, "station%u", s);
  }
  struct flitlock_port_info *rest = &l2->info[params->stations];
  rest[0] = port(true, false, (uint16_t)params->prefetch_depth, 0);
  rest[1] = port(true, true, (uint16_t)params->ctl_depth, 0);
  rest[2] = port(true, true, (uint16_t)params->walkers, 0);
  rest[3] = port(false, true, 0, 0);
  static const char *const names[4] = {"prefetch", "ctl", "mem", "trace"};
  for (unsigned p = 0; p < 4; p++)
    snprintf(rest[p].name, sizeof rest[p].name, "%s", names[p]);
}

static bool make_queue(struct l2_queue *queue, uint32_t depth) {
  queue->depth = depth;
  queue->request = calloc(depth, sizeof *queue->request);
  return queue->request != NULL;
}

static bool allocate(struct flitlock_block *l2, const char *name) {
  const struct flitlock_l2_tlb_params *params = &l2->params;
  uint32_t buckets = 4;
  while (buckets < 2 * params->mshrs)
    buckets *= 2;
  l2->bucket_mask = buckets - 1;
  bool good = tlb_array_create(&l2->array, &params->array);
  for (unsigned s = 0; s < params->stations; s++)
    good = make_queue(&l2->station[s], params->queue_depth) && good;
  good = make_queue(&l2->prefetch, params->prefetch_depth) && good;
  good = make_queue(&l2->ctl, params->ctl_depth) && good;
  good = make_queue(&l2->lookups, params->latency - 1) && good;
  for (unsigned level = 0; level + 1 < FLITLOCK_MAX_LEVELS; level++) {
    const struct flitlock_tlb_array shape = {
        .sets = 1, .ways = params->pwc_ways[level], .policy = params->pwc_policy, .seed = params->pwc_seed};
    if (shape.ways != 0) good = tlb_array_create(&l2->pwc[level], &shape) && good;
  }
  l2->mshr = calloc(params->mshrs, sizeof *l2->mshr);
  l2->tag = calloc((size_t)params->mshrs * params->stations, sizeof *l2->tag);
  l2->bucket = calloc(buckets, sizeof *l2->bucket);
  l2->walker = calloc(params->walkers, sizeof *l2->walker);
  l2->start = calloc(params->mshrs, sizeof *l2->start);
  l2->name = malloc(strlen(name) + 1);
  if (l2->name != NULL) memcpy(l2->name, name, strlen(name) + 1);
  return good && l2->mshr != NULL && l2->tag != NULL && l2->bucket != NULL && l2->walker != NULL && l2->start != NULL &&
         l2->name != NULL;
}

int l2_create(const void *params, const char *name, struct flitlock_block **block, struct flitlock_error *error) {
  *block = NULL;
  int status = flitlock_l2_tlb_params_validate(params, name, error);
  if (status != FLITLOCK_OK) return status;
  struct flitlock_block *l2 = calloc(1, sizeof *l2);
  if (l2 == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "L2 link TLB %s: out of memory", name);
  memcpy(&l2->params, params, sizeof l2->params);
  // A level that no walk reads has no cache.
  for (unsigned level = 0; level + 1 < FLITLOCK_MAX_LEVELS; level++)
    if (level + 1 >= l2->params.levels) l2->params.pwc_ways[level] = 0;
  l2->all_mask = l2->params.stations == 32 ? UINT32_MAX : (1U << l2->params.stations) - 1U;
  for (unsigned c = 0; c < 4; c++)
    l2->leaf_level[c] = (uint8_t)flitlock_l2_tlb_leaf_level(&l2->params, c);
  if (!allocate(l2, name)) {
    l2_destroy(l2);
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "L2 link TLB %s: out of memory", name);
  }
  describe_ports(l2);
  l2_reset(l2);
  *block = l2;
  return FLITLOCK_OK;
}

void l2_destroy(struct flitlock_block *l2) {
  if (l2 == NULL) return;
  tlb_array_free(&l2->array);
  for (unsigned s = 0; s < FLITLOCK_MAX_STATIONS; s++)
    free(l2->station[s].request);
  free(l2->prefetch.request);
  free(l2->ctl.request);
  free(l2->lookups.request);
  for (unsigned level = 0; level + 1 < FLITLOCK_MAX_LEVELS; level++)
    tlb_array_free(&l2->pwc[level]);
  free(l2->mshr);
  free(l2->tag);
  free(l2->bucket);
  free(l2->walker);
  free(l2->start);
  free(l2->name);
  free(l2);
}

static void empty(struct l2_queue *queue) { queue->first = queue->count = 0; }

void l2_reset(struct flitlock_block *l2) {
  memset(&l2->error, 0, sizeof l2->error);
  tlb_array_reset(&l2->array);
  for (unsigned level = 0; level + 1 < FLITLOCK_MAX_LEVELS; level++)
    if (l2->params.pwc_ways[level] != 0) tlb_array_reset(&l2->pwc[level]);
  for (unsigned s = 0; s < l2->params.stations; s++)
    empty(&l2->station[s]);
  empty(&l2->prefetch);
  empty(&l2->ctl);
  empty(&l2->lookups);
  l2->any_request = l2->pointer = 0;
  l2->stalled_since = FLITLOCK_SLEEP;
  l2->stalled_lane = 0;
  for (uint32_t k = 0; k <= l2->bucket_mask; k++)
    l2->bucket[k] = TLB_NO_NUMBER;
  tlb_numbers_reset(&l2->mshrs, l2->params.mshrs);
  tlb_numbers_reset(&l2->walkers, l2->params.walkers);
  l2->start_first = l2->start_count = 0;
  l2->invalidating = 0;
  l2->to_send = l2->to_come = 0;
  memset(&l2->counts, 0, sizeof l2->counts);
}
