// SPDX-License-Identifier: Apache-2.0
// What others may know of an L1 link TLB: ports, idle causes, signals, what it waits for, counts.
#include <inttypes.h>

#include "tlb/info.h"
#include "tlb/l1_state.h"

void l1_describe(const struct flitlock_block *l1, struct flitlock_block_info *info) {
  *info = (struct flitlock_block_info){.kind = flitlock_l1_tlb_golden.kind,
                                       .impl = flitlock_l1_tlb_golden.impl,
                                       .abi = FLITLOCK_BLOCK_ABI,
                                       .ports = FLITLOCK_L1_TLB_PORTS,
                                       .vcs = l1->params.vcs,
                                       .port = l1->info};
}

// R-IDLE with the ready lists as output buffers, and the rest of the store as input stage.
void l1_idle_causes(const struct flitlock_block *l1, uint8_t *cause) {
  memset(cause, 0, FLITLOCK_L1_TLB_PORTS);
  uint8_t why = 5;
  uint32_t stored = 0;
  for (unsigned vc = 0; vc < l1->params.vcs; vc++)
    stored += l1->in_store[vc];
  if (l1->hold != L1_NO_VC)
    why = l1->packet[l1->ready[l1->hold].first].first != L1_NONE ? 2
          : (l1->any_ready & (l1->any_ready - 1)) != 0           ? 1
                                                                 : 5;
  else if (l1->any_ready != 0)
    why = 2;
  else if (stored != 0)
    why = 4;
  cause[FLITLOCK_L1_TLB_INSIDE] = why;
  cause[FLITLOCK_L1_TLB_L2] = cause[FLITLOCK_L1_TLB_TRACE] = 5;
}

size_t l1_signals(const struct flitlock_block *l1, struct flitlock_signal *list, size_t capacity) {
  struct tlb_signals signals = {list, capacity, 0};
  for (unsigned vc = 0; vc < l1->params.vcs; vc++) {
    tlb_signal(&signals, &l1->in_store[vc], sizeof l1->in_store[vc], 16, "input.link.vc%u.count", vc);
    tlb_signal(&signals, &l1->ready[vc].count, sizeof l1->ready[vc].count, 16, "ready.inside.vc%u", vc);
    tlb_signal(&signals, &l1->credits[vc], sizeof l1->credits[vc], 16, "output.inside.vc%u.credits", vc);
  }
  tlb_signal(&signals, &l1->lookups.count, sizeof l1->lookups.count, 16, "lookups");
  tlb_signal(&signals, &l1->mshrs.taken, sizeof l1->mshrs.taken, 11, "mshrs");
  tlb_signal(&signals, &l1->waiting, sizeof l1->waiting, 16, "waiting");
  tlb_signal(&signals, &l1->l2_credits, sizeof l1->l2_credits, 16, "output.l2.vc0.credits");
  tlb_signal(&signals, &l1->hold, sizeof l1->hold, 8, "output.inside.grant");
  tlb_signal(&signals, &l1->pointer, sizeof l1->pointer, 4, "output.inside.pointer");
  tlb_signal(&signals, &l1->draining, sizeof l1->draining, 1, "invalidating");
  return signals.count;
}

uint64_t l1_occupancy(const struct flitlock_block *l1) {
  uint64_t flits = 0;
  for (unsigned vc = 0; vc < l1->params.vcs; vc++)
    flits += l1->in_store[vc];
  return flits;
}

static void wait_ready(const struct flitlock_block *l1, struct tlb_text *text, unsigned vc) {
  const struct l1_packet *packet = &l1->packet[l1->ready[vc].first];
  tlb_text(text, "output.inside.vc%u %" PRIu32 " %" PRIu32 " waits for ", vc, packet->src, packet->id);
  if (l1->hold != L1_NO_VC && l1->hold != vc)
    tlb_text(text, "grant of output.inside.vc%u\n", l1->hold);
  else if (l1->hold == vc && packet->first == L1_NONE)
    tlb_text(text, "link of link.vc%u\n", vc);
  else if (l1->hold == L1_NO_VC && l1->credits[vc] < l1_flits_of(l1, packet->len))
    tlb_text(text, "credit of inside.vc%u\n", vc);
  else
    tlb_text(text, "turn of self\n");
}

int l1_waits(const struct flitlock_block *l1, char *buffer, size_t size) {
  struct tlb_text text = {buffer, size, 0};
  if (size != 0) buffer[0] = '\0';
  for (unsigned vc = 0; vc < l1->params.vcs; vc++)
    if (l1->ready[vc].count != 0) wait_ready(l1, &text, vc);
  if (l1->lookups.count != 0) {
    const struct l1_packet *packet = &l1->packet[l1->lookups.first];
    tlb_text(&text, "input.link.vc%u %" PRIu32 " %" PRIu32 " waits for %s\n", packet->vc, packet->src, packet->id,
             l1->stalled_since == FLITLOCK_SLEEP ? "turn of self"
             : l1->l2_credits == 0               ? "credit of l2.vc0"
                                                 : "link of l2.vc0");
  }
  for (uint32_t n = 0; n < l1->params.mshrs; n++) {
    if (!tlb_numbers_is_taken(&l1->mshrs, n)) continue;
    const struct l1_packet *packet = &l1->packet[l1->mshr[n].waiting.first];
    tlb_text(&text, "input.link.vc%u %" PRIu32 " %" PRIu32 " waits for link of l2.vc0\n", packet->vc, packet->src,
             packet->id);
  }
  return (int)text.used;
}

void flitlock_l1_tlb_get_counts(const struct flitlock_block *l1, struct flitlock_l1_tlb_counts *counts) {
  *counts = l1->counts;
  counts->mshrs_peak = l1->mshrs.peak;
}
