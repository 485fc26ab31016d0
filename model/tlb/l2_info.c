// SPDX-License-Identifier: Apache-2.0
// What others may know of an L2 link TLB: ports, signals, what it waits for, counts.
#include <inttypes.h>

#include "tlb/info.h"
#include "tlb/l2_state.h"

void l2_describe(const struct flitlock_block *l2, struct flitlock_block_info *info) {
  *info = (struct flitlock_block_info){.kind = flitlock_l2_tlb_golden.kind,
                                       .impl = flitlock_l2_tlb_golden.impl,
                                       .abi = FLITLOCK_BLOCK_ABI,
                                       .ports = l2->params.stations + 4,
                                       .vcs = 2,
                                       .port = l2->info};
}

size_t l2_signals(const struct flitlock_block *l2, struct flitlock_signal *list, size_t capacity) {
  struct tlb_signals signals = {list, capacity, 0};
  for (unsigned s = 0; s < l2->params.stations; s++)
    tlb_signal(&signals, &l2->station[s].count, sizeof l2->station[s].count, 16, "input.station%u.vc0.count", s);
  tlb_signal(&signals, &l2->prefetch.count, sizeof l2->prefetch.count, 16, "input.prefetch.vc0.count");
  tlb_signal(&signals, &l2->ctl.count, sizeof l2->ctl.count, 16, "input.ctl.vc0.count");
  tlb_signal(&signals, &l2->lookups.count, sizeof l2->lookups.count, 12, "lookups");
  tlb_signal(&signals, &l2->pointer, sizeof l2->pointer, 5, "pointer");
  tlb_signal(&signals, &l2->mshrs.taken, sizeof l2->mshrs.taken, 11, "mshrs");
  tlb_signal(&signals, &l2->walkers.taken, sizeof l2->walkers.taken, 11, "walkers");
  tlb_signal(&signals, &l2->start_count, sizeof l2->start_count, 11, "starts");
  tlb_signal(&signals, &l2->invalidating, sizeof l2->invalidating, 1, "invalidating");
  return signals.count;
}

// Messages inside: requests, commands, and misses under way.
uint64_t l2_occupancy(const struct flitlock_block *l2) {
  uint64_t messages = l2->prefetch.count + l2->ctl.count + l2->lookups.count + l2->mshrs.taken + l2->invalidating;
  for (unsigned s = 0; s < l2->params.stations; s++)
    messages += l2->station[s].count;
  return messages;
}

int l2_waits(const struct flitlock_block *l2, char *buffer, size_t size) {
  struct tlb_text text = {buffer, size, 0};
  if (size != 0) buffer[0] = '\0';
  const bool stalls = l2->stalled_since != FLITLOCK_SLEEP && !l2->stalled_lane;
  if (l2->lookups.count != 0) {
    const struct l2_request *request = &l2->lookups.request[l2->lookups.first];
    tlb_text(&text, "input.%s.vc0 %" PRIu32 " %" PRIu32 " waits for %s\n", l2->info[request->station].name,
             request->src, request->id, stalls ? "link of mem.vc0" : "turn of self");
  }
  for (unsigned s = 0; s < l2->params.stations; s++) {
    if (l2->station[s].count == 0) continue;
    const struct l2_request *request = &l2->station[s].request[l2->station[s].first];
    tlb_text(&text, "input.station%u.vc0 %" PRIu32 " %" PRIu32 " waits for turn of self\n", s, request->src,
             request->id);
  }
  for (uint32_t n = 0; n < l2->params.walkers; n++) {
    if (!tlb_numbers_is_taken(&l2->walkers, n)) continue;
    tlb_text(&text, "input.mem.vc0 %" PRIu32 " %" PRIu32 " waits for link of mem.vc0\n",
             l2->mshr[l2->walker[n].mshr].src, n);
  }
  return (int)text.used;
}

void flitlock_l2_tlb_get_counts(const struct flitlock_block *l2, struct flitlock_l2_tlb_counts *counts) {
  *counts = l2->counts;
  counts->mshrs_peak = l2->mshrs.peak;
  counts->walkers_peak = l2->walkers.peak;
}
