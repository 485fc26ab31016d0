// SPDX-License-Identifier: Apache-2.0
// Page-walk caches and walkers, R-TLB-W.
#include "tlb/l2_state.h"

static void read_pte(struct flitlock_block *l2, struct l2_edge *edge, uint32_t number, uint64_t table) {
  const struct l2_walker *walker = &l2->walker[number];
  struct flitlock_flit *read =
      tlb_message(edge->out, flitlock_l2_tlb_port_mem(l2->params.stations), 0, FLITLOCK_OP_READ_REQ);
  read->addr = tlb_pte_address(l2->params.level_lsb, l2->mshr[walker->mshr].page, walker->level, table);
  read->id = number;
  edge->read = true;
  l2->counts.accesses++;
}

// The page-walk caches and the first read, R-TLB-W-4.
static void begin(struct flitlock_block *l2, struct l2_edge *edge, uint32_t number) {
  struct l2_walker *walker = &l2->walker[number];
  const uint64_t page = l2->mshr[walker->mshr].page;
  uint64_t table = l2->params.root;
  walker->poisoned = walker->unfit = 0;
  walker->level = 0;
  for (unsigned level = walker->leaf; level-- > 0;) {
    if (l2->params.pwc_ways[level] == 0) continue;
    struct tlb_array *pwc = &l2->pwc[level];
    const uint32_t place = tlb_array_find(pwc, 0, page >> l2->params.level_lsb[level]);
    if (place == TLB_NO_PLACE) continue;
    tlb_array_hit(pwc, place);
    table = pwc->data[place];
    walker->level = (uint8_t)(level + 1);
    break;
  }
  if (walker->level == 0)
    l2->counts.pwc_misses++;
  else
    l2->counts.pwc_hits[walker->level - 1]++;
  walker->first = walker->level;
  read_pte(l2, edge, number, table);
}

void l2_start_walk(struct flitlock_block *l2, struct l2_edge *edge) {
  if (l2->start_count == 0 || edge->read || !tlb_numbers_any(&l2->walkers)) return;
  const uint32_t mshr = l2->start[l2->start_first];
  if (++l2->start_first == l2->params.mshrs) l2->start_first = 0;
  l2->start_count--;
  const uint32_t number = tlb_numbers_take(&l2->walkers);
  const uint64_t page = l2->mshr[mshr].page;
  const unsigned size_class = (unsigned)(page >> l2->params.npa.size_lsb) & 3U;
  l2->walker[number] = (struct l2_walker){.started = edge->cycle, .mshr = mshr, .leaf = l2->leaf_level[size_class]};
  begin(l2, edge, number);
  edge->trace.bytes |= 1U << 8;
  edge->trace.birth = number | mshr << 16;
  edge->trace.dst = l2->walker[number].first;
}

// R-TLB-W-6.
static void fill_caches(struct flitlock_block *l2, const struct l2_walker *walker, uint64_t page) {
  for (unsigned level = walker->first; level < walker->leaf; level++) {
    bool evicted;
    if (l2->params.pwc_ways[level] == 0) continue;
    tlb_array_install(&l2->pwc[level], 0, page >> l2->params.level_lsb[level], walker->frame[level], &evicted);
  }
}

// R-TLB-L2-7: the stations that wait are answered.
static void end_walk(struct flitlock_block *l2, struct l2_edge *edge, uint32_t number, uint64_t pte, unsigned status) {
  struct l2_walker *walker = &l2->walker[number];
  const struct l2_mshr *mshr = &l2->mshr[walker->mshr];
  const unsigned accesses = 1U + walker->level - walker->first;
  if (status == FLITLOCK_TRANSLATION_GOOD) {
    bool evicted;
    if (!walker->unfit) fill_caches(l2, walker, mshr->page);
    const uint32_t place =
        tlb_array_install(&l2->array, l2_set_of(l2, mshr->src, mshr->page), mshr->page, pte, &evicted);
    l2->counts.evictions += evicted;
    l2->counts.walks++;
    edge->trace.id |= place << 16;
  } else {
    l2->counts.walk_errors++;
  }
  for (uint32_t mask = mshr->stations; mask != 0; mask &= mask - 1) {
    const unsigned station = (unsigned)__builtin_ctz(mask);
    l2_answer(edge, station, l2->tag[walker->mshr * l2->params.stations + station], pte, status,
              tlb_origin(station == mshr->owner ? FLITLOCK_CLASS_WALK : FLITLOCK_CLASS_L2_MERGE, accesses));
  }
  if (l2->params.record != NULL) {
    const struct flitlock_walk_record record = {.requested = mshr->requested,
                                                .started = walker->started,
                                                .ended = edge->cycle,
                                                .page = mshr->page,
                                                .src = mshr->src,
                                                .status = (uint8_t)status,
                                                .leaf_level = walker->leaf,
                                                .accesses = (uint8_t)accesses,
                                                .restarts = (uint8_t)(walker->restarts < 255 ? walker->restarts : 255),
                                                .prefetch = mshr->owner == FLITLOCK_MAX_STATIONS,
                                                .stations = mshr->stations};
    l2->params.record(l2->params.record_self, &record);
  }
  l2_forget_mshr(l2, walker->mshr);
  tlb_numbers_give(&l2->walkers, number);
}

// R-TLB-W-5.
void l2_take_pte(struct flitlock_block *l2, struct l2_edge *edge, const struct flitlock_flit *answer) {
  const uint32_t number = answer->id;
  if (answer->op != FLITLOCK_OP_READ_RSP || !tlb_numbers_is_taken(&l2->walkers, number)) {
    l2_report(l2, edge->cycle, flitlock_l2_tlb_port_mem(l2->params.stations), answer,
              "R-TLB-W-5: a PTE for a walker that waits for none");
    return;
  }
  struct l2_walker *walker = &l2->walker[number];
  const uint64_t pte = answer->addr;
  if (walker->poisoned) {
    walker->restarts++;
    l2->counts.restarts++;
    begin(l2, edge, number);
    edge->trace.bytes |= 4U << 4;
    return;
  }
  const bool valid = (pte & 1U) != 0, leaf = (pte & 2U) != 0;
  if (!valid || leaf != (walker->level == walker->leaf)) {
    end_walk(l2, edge, number, 0, FLITLOCK_TRANSLATION_DECODE);
    edge->trace.bytes |= 3U << 4;
  } else if (leaf) {
    end_walk(l2, edge, number, pte, FLITLOCK_TRANSLATION_GOOD);
    edge->trace.bytes |= 2U << 4;
  } else {
    walker->frame[walker->level] = flitlock_pte_frame(pte);
    walker->level++;
    read_pte(l2, edge, number, flitlock_pte_frame(pte));
    edge->trace.bytes |= 1U << 4;
  }
}

void l2_invalidate_walks(struct flitlock_block *l2) {
  const struct flitlock_npa *npa = &l2->params.npa;
  const uint64_t base = l2->invalidation.addr;
  const unsigned k = l2->invalidation.bytes;
  for (unsigned level = 0; level + 1 < FLITLOCK_MAX_LEVELS; level++) {
    if (l2->params.pwc_ways[level] == 0) continue;
    const unsigned bits = l2->params.level_lsb[level];
    for (uint32_t place = 0; place < l2->params.pwc_ways[level]; place++) {
      const uint64_t tag = l2->pwc[level].tag[place];
      if (tag != TLB_NO_TAG && tlb_overlaps(npa, tag << bits, bits, base, k)) tlb_array_remove(&l2->pwc[level], place);
    }
  }
  for (uint32_t number = 0; number < l2->params.walkers; number++) {
    if (!tlb_numbers_is_taken(&l2->walkers, number)) continue;
    struct l2_walker *walker = &l2->walker[number];
    const uint64_t page = l2->mshr[walker->mshr].page;
    walker->unfit = 1;
    if (tlb_overlaps(npa, page, flitlock_npa_page_bits(npa, page), base, k)) walker->poisoned = 1;
  }
}
