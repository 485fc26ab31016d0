// SPDX-License-Identifier: Apache-2.0
// One edge of an L2 link TLB, R-TLB-L2-1: everything but walks.
#include "tlb/l2_state.h"

// ---- Queues

static bool push(struct l2_queue *queue, const struct l2_request *request) {
  if (queue->count == queue->depth) return false;
  uint32_t last = queue->first + queue->count;
  if (last >= queue->depth) last -= queue->depth;
  queue->request[last] = *request;
  queue->count++;
  return true;
}

static struct l2_request pop(struct l2_queue *queue) {
  const struct l2_request request = queue->request[queue->first];
  if (++queue->first == queue->depth) queue->first = 0;
  queue->count--;
  return request;
}

static void queue_message(struct flitlock_block *l2, struct l2_edge *edge, struct l2_queue *queue, unsigned port,
                          const struct flitlock_flit *flit) {
  const struct l2_request request = {
      .addr = flit->addr, .src = flit->src, .id = flit->id, .bytes = flit->bytes, .station = (uint8_t)port};
  if (!push(queue, &request)) l2_report(l2, edge->cycle, port, flit, "R-TLB-M-4: a message without a credit");
}

// ---- Arriving messages

// *Done* of a station, R-TLB-L2-12.
static void take_done(struct flitlock_block *l2, struct l2_edge *edge, unsigned station,
                      const struct flitlock_flit *flit) {
  tlb_return_credit(edge->out, station, 1);
  if (!l2->invalidating || (l2->to_come >> station & 1U) == 0 || flit->id != l2->invalidation.id)
    l2_report(l2, edge->cycle, station, flit, "R-TLB-L1-12: done with an invalidation that is not under way");
  else
    l2->to_come &= ~(1U << station);
}

static void take_station(struct flitlock_block *l2, struct l2_edge *edge, unsigned station,
                         const struct flitlock_flit *flit) {
  if (flit->vc == 1) {
    take_done(l2, edge, station, flit);
  } else if (flit->vc != 0 || flit->op != FLITLOCK_OP_READ_REQ) {
    l2_report(l2, edge->cycle, station, flit, "R-TLB-M-1: neither a miss request nor done");
  } else {
    queue_message(l2, edge, &l2->station[station], station, flit);
    l2->any_request |= 1U << station;
  }
}

static void take_messages(struct flitlock_block *l2, struct l2_edge *edge, const struct flitlock_in *in) {
  for (uint64_t mask = in->flit_valid & l2->all_mask; mask != 0; mask &= mask - 1) {
    const unsigned station = (unsigned)__builtin_ctzll(mask);
    take_station(l2, edge, station, &in->flit[station]);
  }
  const unsigned prefetch = flitlock_l2_tlb_port_prefetch(l2->params.stations);
  if ((in->flit_valid >> prefetch & 1U) != 0) queue_message(l2, edge, &l2->prefetch, prefetch, &in->flit[prefetch]);
  const unsigned ctl = flitlock_l2_tlb_port_ctl(l2->params.stations);
  if ((in->flit_valid >> ctl & 1U) != 0) queue_message(l2, edge, &l2->ctl, ctl, &in->flit[ctl]);
}

// ---- Invalidation

// R-TLB-L2-10.
static void begin_invalidation(struct flitlock_block *l2, struct l2_edge *edge) {
  const struct flitlock_npa *npa = &l2->params.npa;
  l2->invalidation = pop(&l2->ctl);
  tlb_return_credit(edge->out, flitlock_l2_tlb_port_ctl(l2->params.stations), 0);
  l2->invalidating = 1;
  l2->to_send = l2->to_come = l2->all_mask;
  for (uint32_t place = 0; place < tlb_array_places(&l2->array); place++) {
    const uint64_t page = l2->array.tag[place];
    if (page == TLB_NO_TAG) continue;
    if (tlb_overlaps(npa, page, flitlock_npa_page_bits(npa, page), l2->invalidation.addr, l2->invalidation.bytes))
      tlb_array_remove(&l2->array, place);
  }
  l2_invalidate_walks(l2);
  edge->trace.bytes |= 1U << 9;
}

// R-TLB-L2-9: after the answers of a walk, before those of a look-up, which leave the lanes of `to_send` alone.
static void send_invalidations(struct flitlock_block *l2, struct l2_edge *edge) {
  for (uint32_t mask = l2->to_send & ~(uint32_t)edge->out->flit_valid; mask != 0; mask &= mask - 1) {
    const unsigned station = (unsigned)__builtin_ctz(mask);
    struct flitlock_flit *message = tlb_message(edge->out, station, 0, FLITLOCK_OP_WRITE_REQ);
    message->addr = l2->invalidation.addr;
    message->bytes = l2->invalidation.bytes;
    message->id = l2->invalidation.id;
    l2->to_send &= ~(1U << station);
  }
}

static void complete_invalidation(struct flitlock_block *l2, struct l2_edge *edge) {
  if ((l2->to_come | l2->to_send) != 0) return;
  tlb_message(edge->out, flitlock_l2_tlb_port_ctl(l2->params.stations), 0, FLITLOCK_OP_WRITE_RSP)->id =
      l2->invalidation.id;
  l2->invalidating = 0;
  l2->counts.invalidations++;
}

// ---- Grant

// R-ARB-1: the first station with a request, from the pointer on. There is one.
static unsigned arbitrate(const struct flitlock_block *l2) {
  const uint32_t from = l2->any_request >> l2->pointer << l2->pointer;
  return (unsigned)__builtin_ctz(from != 0 ? from : l2->any_request);
}

// R-TLB-L2-2.
static void grant(struct flitlock_block *l2, struct l2_edge *edge) {
  if (l2->lookups.count == l2->lookups.depth) return;
  struct l2_request request;
  if (l2->any_request != 0) {
    const unsigned station = arbitrate(l2);
    l2->pointer = station + 1 == l2->params.stations ? 0 : station + 1;
    request = pop(&l2->station[station]);
    if (l2->station[station].count == 0) l2->any_request &= ~(1U << station);
    tlb_return_credit(edge->out, station, 0);
  } else if (l2->prefetch.count != 0) {
    request = pop(&l2->prefetch);
    tlb_return_credit(edge->out, flitlock_l2_tlb_port_prefetch(l2->params.stations), 0);
  } else {
    return;
  }
  request.due = edge->cycle + l2->params.latency - 2;
  push(&l2->lookups, &request);
}

// ---- Look-up

uint32_t l2_set_of(const struct flitlock_block *l2, uint32_t src, uint64_t page) {
  const uint32_t sets = l2->params.array.sets / l2->params.partitions;
  const uint32_t partition = l2->params.partition[flitlock_address_gpu(src)];
  return partition * sets + ((uint32_t)(page >> flitlock_npa_page_bits(&l2->params.npa, page)) & (sets - 1));
}

static uint32_t *bucket_of(struct flitlock_block *l2, uint64_t page) {
  return &l2->bucket[(uint32_t)(page >> 12 ^ page >> 21) & l2->bucket_mask];
}

static uint32_t find_mshr(struct flitlock_block *l2, uint64_t page) {
  uint32_t number = *bucket_of(l2, page);
  while (number != TLB_NO_NUMBER && l2->mshr[number].page != page)
    number = l2->mshr[number].next;
  return number;
}

void l2_forget_mshr(struct flitlock_block *l2, uint32_t number) {
  uint32_t *link = bucket_of(l2, l2->mshr[number].page);
  while (*link != number)
    link = &l2->mshr[*link].next;
  *link = l2->mshr[number].next;
  tlb_numbers_give(&l2->mshrs, number);
}

void l2_answer(struct l2_edge *edge, unsigned station, uint32_t id, uint64_t pte, unsigned status, unsigned origin) {
  struct flitlock_flit *answer = tlb_message(edge->out, station, 0, FLITLOCK_OP_READ_RSP);
  answer->id = id;
  answer->addr = pte;
  answer->status = (uint8_t)status;
  answer->bytes = (uint16_t)origin;
}

static uint32_t take_mshr(struct flitlock_block *l2, uint64_t cycle, uint64_t page, uint32_t src, unsigned owner) {
  const uint32_t number = tlb_numbers_take(&l2->mshrs);
  uint32_t *bucket = bucket_of(l2, page);
  l2->mshr[number] =
      (struct l2_mshr){.page = page, .requested = cycle, .next = *bucket, .src = src, .owner = (uint8_t)owner};
  *bucket = number;
  uint32_t last = l2->start_first + l2->start_count++;
  if (last >= l2->params.mshrs) last -= l2->params.mshrs;
  l2->start[last] = number;
  return number;
}

static void add_waiter(struct flitlock_block *l2, uint32_t number, unsigned station, uint32_t id) {
  l2->mshr[number].stations |= 1U << station;
  l2->tag[number * l2->params.stations + station] = id;
}

enum lookup { LOOKUP_STALL = 0, LOOKUP_HIT, LOOKUP_MERGE, LOOKUP_MISS, LOOKUP_DROPPED, LOOKUP_PREFETCH };

// R-TLB-L2-6.
static enum lookup look_up_prefetch(struct flitlock_block *l2, uint64_t cycle, const struct l2_request *request,
                                    uint32_t *where) {
  const uint64_t page = flitlock_npa_page(&l2->params.npa, request->addr);
  const uint32_t free = l2->mshrs.count - l2->mshrs.taken;
  if (!flitlock_npa_own(&l2->params.npa, request->addr) || free <= l2->params.prefetch_reserve ||
      tlb_array_find(&l2->array, l2_set_of(l2, request->src, page), page) != TLB_NO_PLACE ||
      find_mshr(l2, page) != TLB_NO_NUMBER) {
    l2->counts.prefetch_dropped++;
    return LOOKUP_DROPPED;
  }
  *where = take_mshr(l2, cycle, page, request->src, FLITLOCK_MAX_STATIONS);
  l2->counts.prefetch_walks++;
  return LOOKUP_PREFETCH;
}

// R-TLB-L2-5.
static enum lookup look_up(struct flitlock_block *l2, struct l2_edge *edge, const struct l2_request *request,
                           uint32_t *where) {
  const unsigned station = request->station;
  const uint64_t page = flitlock_npa_page(&l2->params.npa, request->addr);
  const uint32_t place = tlb_array_find(&l2->array, l2_set_of(l2, request->src, page), page);
  if (place != TLB_NO_PLACE) {
    l2->stalled_lane = ((l2->to_send | (uint32_t)edge->out->flit_valid) >> station & 1U) != 0;  // R-TLB-L2-9
    if (l2->stalled_lane) return LOOKUP_STALL;
    tlb_array_hit(&l2->array, place);
    l2_answer(edge, station, request->id, l2->array.data[place], FLITLOCK_TRANSLATION_GOOD,
              tlb_origin(FLITLOCK_CLASS_L2_HIT, 0));
    *where = place;
    l2->counts.hits++;
    return LOOKUP_HIT;
  }
  const uint32_t mshr = find_mshr(l2, page);
  if (mshr != TLB_NO_NUMBER) {
    add_waiter(l2, mshr, station, request->id);
    *where = mshr;
    l2->counts.merges++;
    return LOOKUP_MERGE;
  }
  if (!tlb_numbers_any(&l2->mshrs)) return LOOKUP_STALL;
  *where = take_mshr(l2, edge->cycle, page, request->src, station);
  add_waiter(l2, *where, station, request->id);
  l2->counts.misses++;
  return LOOKUP_MISS;
}

static void step_lookup(struct flitlock_block *l2, struct l2_edge *edge) {
  l2->stalled_lane = 0;
  if (l2->lookups.count == 0) return;
  const struct l2_request *request = &l2->lookups.request[l2->lookups.first];
  if (request->due > edge->cycle) return;
  uint32_t where = 0;
  const bool prefetch = request->station >= l2->params.stations;
  const enum lookup result =
      prefetch ? look_up_prefetch(l2, edge->cycle, request, &where) : look_up(l2, edge, request, &where);
  if (result == LOOKUP_STALL) {
    if (l2->stalled_since == FLITLOCK_SLEEP) l2->stalled_since = edge->cycle;
    return;
  }
  if (l2->stalled_since != FLITLOCK_SLEEP) l2->counts.stalls += edge->cycle - l2->stalled_since;
  l2->stalled_since = FLITLOCK_SLEEP;
  edge->trace.src = request->src;
  edge->trace.addr = request->addr;
  edge->trace.bytes |= (uint16_t)result;
  edge->trace.id |= where & 0xFFFFU;
  pop(&l2->lookups);
}

// ---- Step

static uint64_t next_step(const struct flitlock_block *l2, uint64_t cycle) {
  const bool queued = l2->any_request != 0 || l2->prefetch.count != 0;
  if (queued && l2->lookups.count < l2->lookups.depth) return cycle + 1;
  if (l2->start_count != 0 && tlb_numbers_any(&l2->walkers)) return cycle + 1;
  if (l2->to_send != 0 || l2->stalled_lane || (l2->ctl.count != 0 && !l2->invalidating)) return cycle + 1;
  // A look-up that stalls for an MSHR waits for a PTE.
  if (l2->lookups.count == 0 || l2->stalled_since != FLITLOCK_SLEEP) return FLITLOCK_SLEEP;
  const uint64_t due = l2->lookups.request[l2->lookups.first].due;
  return due > cycle ? due : cycle + 1;
}

static void show(const struct flitlock_block *l2, struct l2_edge *edge) {
  struct flitlock_flit *shown =
      tlb_message(edge->out, flitlock_l2_tlb_port_trace(l2->params.stations), 0, FLITLOCK_OP_WRITE_REQ);
  shown->src = edge->trace.src;
  shown->addr = edge->trace.addr;
  shown->bytes = edge->trace.bytes;
  shown->id = edge->trace.id;
  shown->birth = edge->trace.birth;
  shown->dst = edge->trace.dst;
}

uint64_t l2_step(struct flitlock_block *l2, uint64_t cycle, const struct flitlock_in *in, struct flitlock_out *out) {
  struct l2_edge edge = {.cycle = cycle, .out = out};
  const unsigned mem = flitlock_l2_tlb_port_mem(l2->params.stations);
  if (in->flit_valid != 0) take_messages(l2, &edge, in);
  if (l2->ctl.count != 0 && !l2->invalidating) begin_invalidation(l2, &edge);
  if ((in->flit_valid >> mem & 1U) != 0) {
    tlb_return_credit(out, mem, 0);
    l2_take_pte(l2, &edge, &in->flit[mem]);
  }
  grant(l2, &edge);
  step_lookup(l2, &edge);
  l2_start_walk(l2, &edge);
  if (l2->to_send != 0) send_invalidations(l2, &edge);
  if (l2->invalidating) complete_invalidation(l2, &edge);
  if (l2->params.trace && edge.trace.bytes != 0) show(l2, &edge);
  return next_step(l2, cycle);
}

const struct flitlock_block_ops flitlock_l2_tlb_golden = {
    .kind = "l2_link_tlb",
    .impl = "c",
    .create = l2_create,
    .destroy = l2_destroy,
    .reset = l2_reset,
    .step = l2_step,
    .describe = l2_describe,
    .signals = l2_signals,
    .occupancy = l2_occupancy,
    .waits = l2_waits,
    .check = l2_check,
};
