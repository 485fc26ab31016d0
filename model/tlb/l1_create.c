// SPDX-License-Identifier: Apache-2.0
// Makes, resets and frees an L1 link TLB. Everything it will ever need is allocated here.
#include <stdio.h>
#include <stdlib.h>

#include "tlb/l1_state.h"

static void describe_ports(struct flitlock_block *l1) {
  static const char *const names[FLITLOCK_L1_TLB_PORTS] = {"link", "inside", "l2", "trace"};
  for (unsigned p = 0; p < FLITLOCK_L1_TLB_PORTS; p++) {
    struct flitlock_port_info *info = &l1->info[p];
    snprintf(info->name, sizeof info->name, "%s", names[p]);
    const uint8_t width = p <= FLITLOCK_L1_TLB_INSIDE ? (uint8_t)l1->params.width : 1;
    info->has_in = p == FLITLOCK_L1_TLB_LINK || p == FLITLOCK_L1_TLB_L2;
    info->has_out = p != FLITLOCK_L1_TLB_LINK;
    info->in_width = info->has_in ? width : 0;
    info->out_width = info->has_out ? width : 0;
  }
  memcpy(l1->info[FLITLOCK_L1_TLB_LINK].in_depth, l1->params.in_depth, sizeof l1->params.in_depth);
  l1->info[FLITLOCK_L1_TLB_L2].in_depth[0] = (uint16_t)(l1->params.mshrs + 1);  // R-TLB-M-4
}

static bool allocate(struct flitlock_block *l1, const char *name) {
  for (unsigned vc = 0; vc < l1->params.vcs; vc++)
    l1->capacity += l1->params.in_depth[vc];
  uint32_t buckets = 4;
  while (buckets < 2 * l1->params.mshrs)
    buckets *= 2;
  l1->bucket_mask = buckets - 1;
  // malloc: a page of entries that no flit ever reaches costs no memory.
  l1->flit = malloc((l1->capacity + 1) * sizeof *l1->flit);
  l1->packet = malloc((l1->capacity + 1) * sizeof *l1->packet);
  l1->mshr = calloc(l1->params.mshrs, sizeof *l1->mshr);
  l1->bucket = calloc(buckets, sizeof *l1->bucket);
  l1->name = malloc(strlen(name) + 1);
  if (l1->name != NULL) memcpy(l1->name, name, strlen(name) + 1);
  return tlb_array_create(&l1->array, &l1->params.array) && l1->flit != NULL && l1->packet != NULL &&
         l1->mshr != NULL && l1->bucket != NULL && l1->name != NULL;
}

int l1_create(const void *params, const char *name, struct flitlock_block **block, struct flitlock_error *error) {
  *block = NULL;
  int status = flitlock_l1_tlb_params_validate(params, name, error);
  if (status != FLITLOCK_OK) return status;
  struct flitlock_block *l1 = calloc(1, sizeof *l1);
  if (l1 == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "L1 link TLB %s: out of memory", name);
  memcpy(&l1->params, params, sizeof l1->params);
  if (!allocate(l1, name)) {
    l1_destroy(l1);
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "L1 link TLB %s: out of memory", name);
  }
  describe_ports(l1);
  l1_reset(l1);
  *block = l1;
  return FLITLOCK_OK;
}

void l1_destroy(struct flitlock_block *l1) {
  if (l1 == NULL) return;
  tlb_array_free(&l1->array);
  free(l1->flit);
  free(l1->packet);
  free(l1->mshr);
  free(l1->bucket);
  free(l1->name);
  free(l1);
}

void l1_reset(struct flitlock_block *l1) {
  tlb_array_reset(&l1->array);
  memset(&l1->error, 0, sizeof l1->error);
  l1->flit_free = l1->packet_free = L1_NONE;
  l1->flit_used = l1->packet_used = 0;
  memset(l1->in_store, 0, sizeof l1->in_store);
  l1->open = L1_NONE;
  l1->open_seq = 0;
  l1->lookups = (struct l1_list){L1_NONE, L1_NONE, 0};
  l1->stalled_since = FLITLOCK_SLEEP;
  for (uint32_t k = 0; k <= l1->bucket_mask; k++)
    l1->bucket[k] = L1_NONE;
  tlb_numbers_reset(&l1->mshrs, l1->params.mshrs);
  l1->l2_credits = l1->params.l2_credits;
  l1->waiting = 0;
  for (unsigned vc = 0; vc < FLITLOCK_MAX_VCS; vc++)
    l1->ready[vc] = (struct l1_list){L1_NONE, L1_NONE, 0};
  l1->any_ready = 0;
  l1->hold = L1_NO_VC;
  l1->pointer = 0;
  memcpy(l1->credits, l1->params.credits, sizeof l1->credits);
  l1->draining = 0;
  l1->drain_id = 0;
  l1->drain_total = 0;
  memset(l1->drain, 0, sizeof l1->drain);
  memset(&l1->counts, 0, sizeof l1->counts);
}
