// SPDX-License-Identifier: Apache-2.0
// One edge of an L1 link TLB, R-TLB-L1-1.
#include "tlb/l1_state.h"

// ---- Lists

static void append(struct flitlock_block *l1, struct l1_list *list, uint32_t number) {
  l1->packet[number].next = L1_NONE;
  if (list->count++ == 0)
    list->first = number;
  else
    l1->packet[list->last].next = number;
  list->last = number;
}

static uint32_t take_first(struct flitlock_block *l1, struct l1_list *list) {
  const uint32_t number = list->first;
  list->first = l1->packet[number].next;
  list->count--;
  return number;
}

// ---- The store

static uint32_t new_packet(struct flitlock_block *l1) {
  const uint32_t number = l1->packet_free;
  if (number == L1_NONE) return l1->packet_used++;
  l1->packet_free = l1->packet[number].next;
  return number;
}

static uint32_t new_flit(struct flitlock_block *l1) {
  const uint32_t number = l1->flit_free;
  if (number == L1_NONE) return l1->flit_used++;
  l1->flit_free = l1->flit[number].next;
  return number;
}

// ---- Ready packets

static void make_ready(struct flitlock_block *l1, uint64_t cycle, uint32_t number) {
  struct l1_packet *packet = &l1->packet[number];
  packet->ready = cycle;
  l1->counts.packets[packet->kind]++;
  if (packet->kind != FLITLOCK_CLASS_PLAIN) {
    l1->counts.cycles[packet->kind] += cycle - packet->arrived + 1;
    if (packet->kind == FLITLOCK_CLASS_WALK && packet->accesses <= FLITLOCK_MAX_LEVELS)
      l1->counts.walks[packet->accesses]++;
    l1->counts.decode_errors += packet->status == FLITLOCK_TRANSLATION_DECODE;
    l1->counts.protection_errors += packet->status == FLITLOCK_TRANSLATION_PROTECTION;
  }
  append(l1, &l1->ready[packet->vc], number);
  l1->any_ready |= (uint16_t)(1U << packet->vc);
}

// R-TLB-N-4, R-TLB-N-5: the packet with the leaf PTE of its page.
static void translate(const struct flitlock_block *l1, struct l1_packet *packet, uint64_t pte) {
  const unsigned domain = l1->params.domain[flitlock_address_gpu(packet->src)];
  const unsigned mask = packet->op == FLITLOCK_OP_WRITE_REQ ? (unsigned)(pte >> 56) : (unsigned)(pte >> 48) & 255U;
  if ((mask >> domain & 1U) == 0) {
    packet->status = FLITLOCK_TRANSLATION_PROTECTION;
    return;
  }
  const uint64_t inside = (1ULL << flitlock_npa_page_bits(&l1->params.npa, packet->npa)) - 1U;
  packet->spa = ((flitlock_pte_frame(pte) << 12) & ~inside) | (packet->npa & inside);
}

// ---- Arrivals

static void take_flit(struct flitlock_block *l1, uint64_t cycle, const struct flitlock_flit *flit) {
  if (!l1_check_flit(l1, cycle, flit)) return;
  const uint32_t place = new_flit(l1);
  l1->flit[place].flit = *flit;
  l1->flit[place].next = L1_NONE;
  l1->in_store[flit->vc]++;
  if (!flit->head) {
    struct l1_packet *packet = &l1->packet[l1->open];
    if (packet->first == L1_NONE)
      packet->first = place;
    else
      l1->flit[packet->last].next = place;
    packet->last = place;
    l1->open_seq = (uint8_t)(flit->seq + flit->units);
    if (flit->tail) l1->open = L1_NONE;
    return;
  }
  const uint32_t number = new_packet(l1);
  l1->packet[number] = (struct l1_packet){.first = place,
                                          .last = place,
                                          .next = L1_NONE,
                                          .vc = flit->vc,
                                          .status = flit->status,
                                          .op = flit->op,
                                          .len = flit->len,
                                          .src = flit->src,
                                          .id = flit->id,
                                          .birth = flit->birth,
                                          .npa = flit->addr,
                                          .spa = flit->addr,
                                          .arrived = cycle,
                                          .looked_up = cycle};
  l1->open = flit->tail ? L1_NONE : number;
  l1->open_seq = flit->units;
  const bool plain =
      ((uint32_t)l1->params.translate >> flit->vc & 1U) == 0 || flit->op > FLITLOCK_OP_READ_REQ || flit->status != 0;
  if (plain)
    make_ready(l1, cycle, number);
  else
    append(l1, &l1->lookups, number);
}

// ---- MSHRs

static uint32_t *bucket_of(struct flitlock_block *l1, uint64_t page) {
  return &l1->bucket[(uint32_t)(page >> 12 ^ page >> 21) & l1->bucket_mask];
}

static struct l1_mshr *find_mshr(struct flitlock_block *l1, uint64_t page) {
  uint32_t number = *bucket_of(l1, page);
  while (number != L1_NONE && l1->mshr[number].page != page)
    number = l1->mshr[number].next;
  return number == L1_NONE ? NULL : &l1->mshr[number];
}

static void forget_mshr(struct flitlock_block *l1, uint32_t number) {
  uint32_t *link = bucket_of(l1, l1->mshr[number].page);
  while (*link != number)
    link = &l1->mshr[*link].next;
  *link = l1->mshr[number].next;
  tlb_numbers_give(&l1->mshrs, number);
}

static void wait_for(struct flitlock_block *l1, struct l1_mshr *mshr, uint32_t number) {
  append(l1, &mshr->waiting, number);
  if (++l1->waiting > l1->counts.waiting_peak) l1->counts.waiting_peak = l1->waiting;
}

static uint32_t set_of(const struct flitlock_block *l1, uint64_t page) {
  return (uint32_t)(page >> flitlock_npa_page_bits(&l1->params.npa, page)) & (l1->params.array.sets - 1);
}

// ---- Messages of L2

// R-TLB-L1-9.
static void take_answer(struct flitlock_block *l1, uint64_t cycle, const struct flitlock_flit *answer,
                        struct flitlock_flit *trace) {
  struct l1_mshr *mshr = &l1->mshr[answer->id];
  const bool good = answer->status == FLITLOCK_TRANSLATION_GOOD;
  if (good) {
    bool evicted;
    uint32_t place = tlb_array_install(&l1->array, set_of(l1, mshr->page), mshr->page, answer->addr, &evicted);
    l1->counts.evictions += evicted;
    trace->dst |= place << 16;
  }
  trace->bytes |= good ? 1U << 4 : 2U << 4;
  unsigned kind = answer->bytes & 15U;
  if (kind < FLITLOCK_CLASS_L2_HIT || kind > FLITLOCK_CLASS_WALK) kind = FLITLOCK_CLASS_WALK;
  l1->waiting -= mshr->waiting.count;
  while (mshr->waiting.count != 0) {
    const uint32_t number = take_first(l1, &mshr->waiting);
    struct l1_packet *packet = &l1->packet[number];
    packet->kind = (uint8_t)kind;
    packet->accesses = (uint8_t)(answer->bytes >> 4 & 15U);
    if (good)
      translate(l1, packet, answer->addr);
    else
      packet->status = answer->status;
    make_ready(l1, cycle, number);
    kind = FLITLOCK_CLASS_L1_MERGE;
  }
  forget_mshr(l1, answer->id);
}

// R-TLB-L1-11.
static void take_invalidation(struct flitlock_block *l1, const struct flitlock_flit *message,
                              struct flitlock_flit *trace) {
  const struct flitlock_npa *npa = &l1->params.npa;
  for (uint32_t place = 0; place < tlb_array_places(&l1->array); place++) {
    const uint64_t page = l1->array.tag[place];
    if (page == TLB_NO_TAG) continue;
    if (tlb_overlaps(npa, page, flitlock_npa_page_bits(npa, page), message->addr, message->bytes))
      tlb_array_remove(&l1->array, place);
  }
  l1->draining = 1;
  l1->drain_id = message->id;
  l1->drain_total = 0;
  for (unsigned vc = 0; vc < l1->params.vcs; vc++) {
    l1->drain[vc] = l1->ready[vc].count;
    l1->drain_total += l1->ready[vc].count;
  }
  l1->counts.invalidations++;
  trace->bytes |= 3U << 4;
}

static void take_message(struct flitlock_block *l1, uint64_t cycle, const struct flitlock_flit *message,
                         struct flitlock_out *out, struct flitlock_flit *trace) {
  tlb_return_credit(out, FLITLOCK_L1_TLB_L2, 0);
  if (!l1_check_message(l1, cycle, message)) return;
  if (message->op == FLITLOCK_OP_READ_RSP)
    take_answer(l1, cycle, message, trace);
  else
    take_invalidation(l1, message, trace);
}

// ---- Look-up

enum lookup { LOOKUP_STALL = 0, LOOKUP_HIT, LOOKUP_MERGE, LOOKUP_MISS, LOOKUP_NOT_OWN, LOOKUP_VIOLATION };

// R-DTLB-10.
static enum lookup lookup_ideal(const struct flitlock_block *l1, struct l1_packet *packet) {
  const uint64_t pte = flitlock_page_tables_leaf(l1->params.ideal, flitlock_npa_offset(&l1->params.npa, packet->npa));
  packet->kind = FLITLOCK_CLASS_L1_HIT;
  if (pte == 0) {
    packet->status = FLITLOCK_TRANSLATION_DECODE;
    return LOOKUP_NOT_OWN;
  }
  translate(l1, packet, pte);
  return packet->status == FLITLOCK_TRANSLATION_GOOD ? LOOKUP_HIT : LOOKUP_VIOLATION;
}

// What the look-up of the front does, R-TLB-L1-5 to R-TLB-L1-7. `*where`: place or MSHR.
static enum lookup lookup(struct flitlock_block *l1, uint32_t number, struct flitlock_out *out, uint32_t *where) {
  struct l1_packet *packet = &l1->packet[number];
  *where = 0;
  if (!flitlock_npa_own(&l1->params.npa, packet->npa)) {
    packet->kind = FLITLOCK_CLASS_NOT_OWN;
    packet->status = FLITLOCK_TRANSLATION_DECODE;
    return LOOKUP_NOT_OWN;
  }
  if (l1->params.ideal != NULL) return lookup_ideal(l1, packet);
  const uint64_t page = flitlock_npa_page(&l1->params.npa, packet->npa);
  const uint32_t place = tlb_array_find(&l1->array, set_of(l1, page), page);
  if (place != TLB_NO_PLACE) {
    tlb_array_hit(&l1->array, place);
    packet->kind = FLITLOCK_CLASS_L1_HIT;
    translate(l1, packet, l1->array.data[place]);
    *where = place;
    return packet->status == FLITLOCK_TRANSLATION_GOOD ? LOOKUP_HIT : LOOKUP_VIOLATION;
  }
  struct l1_mshr *mshr = find_mshr(l1, page);
  if (mshr != NULL) {
    if (l1->params.targets != 0 && mshr->waiting.count >= l1->params.targets) return LOOKUP_STALL;
    *where = (uint32_t)(mshr - l1->mshr);
    return LOOKUP_MERGE;
  }
  if (!tlb_numbers_any(&l1->mshrs) || l1->l2_credits == 0) return LOOKUP_STALL;
  *where = tlb_numbers_take(&l1->mshrs);
  uint32_t *bucket = bucket_of(l1, page);
  l1->mshr[*where] = (struct l1_mshr){.page = page, .waiting = {L1_NONE, L1_NONE, 0}, .next = *bucket};
  *bucket = *where;
  l1->l2_credits--;
  struct flitlock_flit *request = tlb_message(out, FLITLOCK_L1_TLB_L2, 0, FLITLOCK_OP_READ_REQ);
  request->addr = flitlock_npa_make(&l1->params.npa, page);
  request->src = packet->src;
  request->id = *where;
  return LOOKUP_MISS;
}

static void step_lookup(struct flitlock_block *l1, uint64_t cycle, struct flitlock_out *out,
                        struct flitlock_flit *trace) {
  if (l1->lookups.count == 0) return;
  const uint32_t number = l1->lookups.first;
  struct l1_packet *packet = &l1->packet[number];
  if (packet->arrived + l1->params.latency - 1 > cycle) return;
  uint32_t where;
  const enum lookup result = lookup(l1, number, out, &where);
  if (result == LOOKUP_STALL) {
    if (l1->stalled_since == FLITLOCK_SLEEP) l1->stalled_since = cycle;
    return;
  }
  if (l1->stalled_since != FLITLOCK_SLEEP) l1->counts.stalls += cycle - l1->stalled_since;
  l1->stalled_since = FLITLOCK_SLEEP;
  take_first(l1, &l1->lookups);
  packet->looked_up = cycle;
  if (result == LOOKUP_MERGE || result == LOOKUP_MISS)
    wait_for(l1, &l1->mshr[where], number);
  else
    make_ready(l1, cycle, number);
  trace->src = packet->src;
  trace->id = packet->id;
  trace->birth = packet->birth;
  trace->addr = packet->npa;
  trace->bytes |= (uint16_t)result;
  trace->dst |= where & 0xFFFFU;
}

// ---- Output

// R-L3-2. L1_NO_VC: there is no candidate.
static unsigned arbitrate(struct flitlock_block *l1) {
  for (unsigned turn = 0, vc = l1->pointer; turn < l1->params.vcs; turn++, vc = vc + 1 == l1->params.vcs ? 0 : vc + 1) {
    if (((uint32_t)l1->any_ready >> vc & 1U) == 0) continue;
    if (l1->credits[vc] < l1_flits_of(l1, l1->packet[l1->ready[vc].first].len)) continue;
    return vc;
  }
  return L1_NO_VC;
}

static void tell(const struct flitlock_block *l1, uint64_t cycle, const struct l1_packet *packet) {
  if (l1->params.record == NULL) return;
  const struct flitlock_l1_tlb_record record = {
      .arrived = packet->arrived,
      .due = packet->kind == FLITLOCK_CLASS_PLAIN ? packet->arrived : packet->arrived + l1->params.latency - 1,
      .looked_up = packet->looked_up,
      .ready = packet->ready,
      .left = cycle,
      .npa = packet->npa,
      .spa = packet->spa,
      .src = packet->src,
      .id = packet->id,
      .op = packet->op,
      .status = packet->status,
      .kind = packet->kind,
      .accesses = packet->accesses,
  };
  l1->params.record(l1->params.record_self, &record);
}

// The packet at the front of the ready list has left whole.
static void packet_left(struct flitlock_block *l1, unsigned vc) {
  const uint32_t number = take_first(l1, &l1->ready[vc]);
  l1->packet[number].next = l1->packet_free;
  l1->packet_free = number;
  if (l1->ready[vc].count == 0) l1->any_ready &= (uint16_t) ~(1U << vc);
  if (l1->drain[vc] != 0) {
    l1->drain[vc]--;
    l1->drain_total--;
  }
}

static void step_output(struct flitlock_block *l1, uint64_t cycle, struct flitlock_out *out) {
  unsigned vc = l1->hold;
  if (vc == L1_NO_VC) {
    vc = arbitrate(l1);
    if (vc == L1_NO_VC) return;
    l1->hold = (uint8_t)vc;
    l1->pointer = (uint8_t)(vc + 1 == l1->params.vcs ? 0 : vc + 1);
    tell(l1, cycle, &l1->packet[l1->ready[vc].first]);
  }
  struct l1_packet *packet = &l1->packet[l1->ready[vc].first];
  const uint32_t place = packet->first;
  if (place == L1_NONE) return;  // R-L3-3: the next flit has not come
  struct l1_flit *entry = &l1->flit[place];
  struct flitlock_flit *flit = &out->flit[FLITLOCK_L1_TLB_INSIDE];
  *flit = entry->flit;
  flit->addr = packet->spa;
  flit->status = packet->status;
  out->flit_valid |= 1U << FLITLOCK_L1_TLB_INSIDE;
  l1->credits[vc]--;
  packet->first = entry->next;
  entry->next = l1->flit_free;
  l1->flit_free = place;
  l1->in_store[vc]--;
  tlb_return_credit(out, FLITLOCK_L1_TLB_LINK, vc);
  if (!flit->tail) return;
  l1->hold = L1_NO_VC;
  packet_left(l1, vc);
}

// R-TLB-L1-12.
static void end_invalidation(struct flitlock_block *l1, struct flitlock_out *out) {
  if (l1->drain_total != 0 || (out->flit_valid >> FLITLOCK_L1_TLB_L2 & 1U) != 0) return;
  tlb_message(out, FLITLOCK_L1_TLB_L2, 1, FLITLOCK_OP_WRITE_RSP)->id = l1->drain_id;
  l1->draining = 0;
}

static bool output_can_move(struct flitlock_block *l1) {
  if (l1->any_ready == 0) return false;
  if (l1->hold != L1_NO_VC) return l1->packet[l1->ready[l1->hold].first].first != L1_NONE;
  return arbitrate(l1) != L1_NO_VC;
}

static uint64_t next_step(struct flitlock_block *l1, uint64_t cycle) {
  if (output_can_move(l1) || (l1->draining && l1->drain_total == 0)) return cycle + 1;
  // What stalls waits for a message or a credit.
  if (l1->lookups.count == 0 || l1->stalled_since != FLITLOCK_SLEEP) return FLITLOCK_SLEEP;
  const uint64_t due = l1->packet[l1->lookups.first].arrived + l1->params.latency - 1;
  return due > cycle ? due : cycle + 1;
}

static void take_credits(struct flitlock_block *l1, uint64_t cycle, const struct flitlock_in *in) {
  if ((in->credit_valid >> FLITLOCK_L1_TLB_INSIDE & 1U) != 0) {
    const uint32_t word = in->credit[FLITLOCK_L1_TLB_INSIDE];
    for (unsigned vc = 0; vc < l1->params.vcs && word >> 2U * vc != 0; vc++) {
      const unsigned count = flitlock_credit_get(word, vc);
      if (l1->params.checks && count != 0) l1_check_credit(l1, cycle, vc, count);
      l1->credits[vc] = (uint16_t)(l1->credits[vc] + count);
    }
  }
  if ((in->credit_valid >> FLITLOCK_L1_TLB_L2 & 1U) != 0)
    l1->l2_credits += flitlock_credit_get(in->credit[FLITLOCK_L1_TLB_L2], 0);
}

uint64_t l1_step(struct flitlock_block *l1, uint64_t cycle, const struct flitlock_in *in, struct flitlock_out *out) {
  struct flitlock_flit trace = {0};
  if (in->credit_valid != 0) take_credits(l1, cycle, in);
  if ((in->flit_valid >> FLITLOCK_L1_TLB_LINK & 1U) != 0) take_flit(l1, cycle, &in->flit[FLITLOCK_L1_TLB_LINK]);
  if ((in->flit_valid >> FLITLOCK_L1_TLB_L2 & 1U) != 0)
    take_message(l1, cycle, &in->flit[FLITLOCK_L1_TLB_L2], out, &trace);
  step_lookup(l1, cycle, out, &trace);
  if (l1->any_ready != 0) step_output(l1, cycle, out);
  if (l1->draining) end_invalidation(l1, out);
  if (l1->params.trace && trace.bytes != 0) {
    struct flitlock_flit *shown = tlb_message(out, FLITLOCK_L1_TLB_TRACE, 0, FLITLOCK_OP_WRITE_REQ);
    shown->src = trace.src;
    shown->id = trace.id;
    shown->birth = trace.birth;
    shown->addr = trace.addr;
    shown->bytes = trace.bytes;
    shown->dst = trace.dst;
  }
  return next_step(l1, cycle);
}

const struct flitlock_block_ops flitlock_l1_tlb_golden = {
    .kind = "l1_link_tlb",
    .impl = "c",
    .create = l1_create,
    .destroy = l1_destroy,
    .reset = l1_reset,
    .step = l1_step,
    .describe = l1_describe,
    .idle_causes = l1_idle_causes,
    .signals = l1_signals,
    .occupancy = l1_occupancy,
    .waits = l1_waits,
    .check = l1_check,
};
