// SPDX-License-Identifier: Apache-2.0
// The operations of the tag stage: new requests, fills, drains, steps of a flush. What is lacking is looked for before
// anything is changed, so a stall leaves no trace (R-L2S-ST-6).
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "l2/bytes.h"
#include "l2/map.h"
#include "l2/state.h"

#define SECTOR_BYTES_MASK 0xFFFFFFFFU

static inline struct flitlock_l2_line place_of(const struct flitlock_block *s, uint32_t number, unsigned way) {
  struct flitlock_l2_set *set = flitlock_l2_set_of(s, number);
  size_t line = (size_t)number * s->ways + way;
  return (struct flitlock_l2_line){.set = set,
                                   .masks = flitlock_l2_masks(s, set) + way,
                                   .pending = flitlock_l2_pending(s, set) + way,
                                   .owner = flitlock_l2_owners(s, set) + way,
                                   .b = s->b[line],
                                   .data = s->data + line * FLITLOCK_L2_LINE_BYTES,
                                   .number = number,
                                   .way = way};
}

static inline uint8_t v_of(const struct flitlock_l2_line *line) { return *line->masks & 15U; }
static inline uint8_t d_of(const struct flitlock_l2_line *line) { return *line->masks >> 4; }

// Bytes of sectors, by half.
static inline uint64_t sector_bytes(unsigned sectors, unsigned half) {
  unsigned two = sectors >> 2 * half & 3U;
  return (two & 1U ? (uint64_t)SECTOR_BYTES_MASK : 0U) | (two & 2U ? (uint64_t)SECTOR_BYTES_MASK << 32 : 0U);
}

// V of the two sectors of a half from its B.
static inline void update_v(const struct flitlock_l2_line *line, unsigned half) {
  uint64_t b = line->b[half];
  unsigned v = ((uint32_t)b == SECTOR_BYTES_MASK ? 1U : 0U) | (b >> 32 == SECTOR_BYTES_MASK ? 2U : 0U);
  *line->masks = (uint8_t)((*line->masks & ~(3U << 2 * half)) | v << 2 * half);
}

static inline unsigned half_of(uint64_t addr) { return addr / FLITLOCK_L2_HALF_BYTES % 2; }

static inline void copy_masked(uint8_t *to, const uint8_t *from, uint64_t mask) {
  // Whole sectors are the common case.
  for (unsigned sector = 0; sector < 2; sector++) {
    uint64_t bytes = (uint64_t)SECTOR_BYTES_MASK << 32 * sector;
    if ((mask & bytes) != bytes) continue;
    memcpy(to + 32 * sector, from + 32 * sector, FLITLOCK_L2_SECTOR_BYTES);
    mask &= ~bytes;
  }
  for (; mask != 0; mask &= mask - 1) {
    unsigned at = (unsigned)__builtin_ctzll(mask);
    to[at] = from[at];
  }
}

// ---- MSHRs

static inline void set_bit(uint64_t *words, unsigned bit, bool on) {
  uint64_t mask = 1ULL << bit % 64U;
  words[bit / 64U] = on ? words[bit / 64U] | mask : words[bit / 64U] & ~mask;
}

static inline unsigned lowest(const uint64_t *words) {
  for (unsigned n = 0; n < 4; n++)
    if (words[n] != 0) return n * 64U + (unsigned)__builtin_ctzll(words[n]);
  return FLITLOCK_L2_NO_MSHR;
}

unsigned flitlock_l2_ready(const struct flitlock_block *s) {
  return s->live == 0 ? FLITLOCK_L2_NO_MSHR : lowest(s->ready);
}

// R-L2S-MSHR-4.
static void update_ready(struct flitlock_block *s, unsigned number, const struct flitlock_l2_line *line) {
  const struct flitlock_l2_mshr *mshr = &s->mshr[number];
  bool ready = false;
  if (mshr->count != 0) {
    const struct flitlock_l2_request *front = &mshr->list[mshr->first];
    ready = front->operation == FLITLOCK_L2_WRITE || (front->sectors & ~(unsigned)v_of(line)) == 0;
  }
  set_bit(s->ready, number, ready);
}

static void append(struct flitlock_block *s, unsigned number, const struct flitlock_l2_request *request,
                   const struct flitlock_l2_line *line) {
  struct flitlock_l2_mshr *mshr = &s->mshr[number];
  unsigned at = mshr->first + mshr->count;
  mshr->list[at % s->params.list] = *request;
  mshr->count++;
  update_ready(s, number, line);
}

// R-L2S-NEW-6.
static unsigned take_mshr(struct flitlock_block *s, const struct flitlock_l2_line *line) {
  unsigned number = lowest(s->free_mshrs);
  struct flitlock_l2_mshr *mshr = &s->mshr[number];
  set_bit(s->free_mshrs, number, false);
  mshr->live = 1;
  mshr->set = line->number;
  mshr->way = (uint8_t)line->way;
  mshr->first = 0;
  mshr->count = 0;
  s->live++;
  line->set->locked |= 1U << line->way;
  *line->owner = (uint8_t)number;
  return number;
}

// R-L2S-MSHR-2. True: the MSHR is free now.
static bool try_free(struct flitlock_block *s, unsigned number, const struct flitlock_l2_line *line) {
  struct flitlock_l2_mshr *mshr = &s->mshr[number];
  if (mshr->count != 0 || *line->pending != 0) return false;
  mshr->live = 0;
  s->live--;
  set_bit(s->free_mshrs, number, true);
  line->set->locked &= ~(1U << line->way);
  return true;
}

// ---- Effects

static void respond(struct flitlock_l2_effects *effects, const struct flitlock_l2_request *request) {
  struct flitlock_l2_response *rsp = effects->rsp;
  bool data = request->operation == FLITLOCK_L2_READ || request->operation == FLITLOCK_L2_ATOMIC;
  rsp->flit = (struct flitlock_flit){.addr = request->addr,
                                     .payload = rsp->data,
                                     .dst = request->src,
                                     .src = request->dst,
                                     .id = request->id,
                                     .birth = request->birth,
                                     .bytes = request->bytes,
                                     .head = 1,
                                     .tail = 1,
                                     .units = 1,
                                     .len = 1,
                                     .op = data ? FLITLOCK_OP_READ_RSP : FLITLOCK_OP_WRITE_RSP};
  if (!data) memset(rsp->data, 0, sizeof rsp->data);
  effects->responds = true;
}

// The order is made when its first part is known.
static struct flitlock_l2_order *order_of(struct flitlock_l2_effects *effects, uint32_t birth) {
  struct flitlock_l2_order *order = effects->order;
  if (!effects->orders) {
    order->mask[0] = 0;
    order->mask[1] = 0;
    order->fetch = 0;
    order->mshr = 0;
    order->birth = birth;
    effects->orders = true;
  }
  return order;
}

static uint64_t address_of(struct flitlock_block *s, uint32_t set, uint64_t tag) {
  const struct flitlock_l2_place place = {s->params.slice, set, tag};
  uint64_t address = 0;
  if (!flitlock_l2_map_join(&s->params.map, &place, &address))
    flitlock_l2_report(s, 0, "mem_req", "R-L2S-MAP-6: the residue of set %u, tag %llu is not that of its address", set,
                       (unsigned long long)tag);
  return address;
}

// R-L2S-NEW-7: dirty sectors of a line as the write-back of an order.
static void write_back(struct flitlock_block *s, const struct flitlock_l2_line *line, uint32_t birth,
                       struct flitlock_l2_effects *effects) {
  uint8_t dirty = d_of(line);
  struct flitlock_l2_order *order = order_of(effects, birth);
  order->victim = address_of(s, line->number, flitlock_l2_tags(line->set)[line->way]);
  for (unsigned half = 0; half < 2; half++)
    order->mask[half] = line->b[half] & sector_bytes(dirty, half);
  memcpy(order->data, line->data, sizeof order->data);
  if (s->params.events) {
    s->event.victim_d = dirty;
    s->event.victim_b_low = order->mask[0];
    s->event.victim_b_high = order->mask[1];
  }
  *line->masks &= 15U;
}

// R-L2S-NEW-5: sectors to be fetched for a request.
static inline uint8_t fetch_of(const struct flitlock_block *s, const struct flitlock_l2_request *request, uint8_t v,
                               uint8_t p) {
  unsigned missing = request->sectors & ~(unsigned)v & ~(unsigned)p;
  if (missing == 0) return 0;
  unsigned wanted = missing;
  if (s->params.fetch_bytes == 64) wanted = (missing & 3U ? 3U : 0U) | (missing & 12U ? 12U : 0U);
  if (s->params.fetch_bytes == 128) wanted = 15U;
  return (uint8_t)(wanted & ~(unsigned)v & ~(unsigned)p);
}

static void fetch(struct flitlock_block *s, const struct flitlock_l2_line *line,
                  const struct flitlock_l2_request *request, uint8_t sectors, unsigned mshr,
                  struct flitlock_l2_effects *effects) {
  if (sectors == 0) return;
  struct flitlock_l2_order *order = order_of(effects, request->birth);
  order->line = request->addr & ~(uint64_t)(FLITLOCK_L2_LINE_BYTES - 1);
  order->fetch = sectors;
  order->mshr = (uint8_t)mshr;
  *line->pending |= sectors;
  if (s->params.events) s->event.fetch = sectors;
}

// ---- Data

static void read_bytes(const struct flitlock_l2_line *line, const struct flitlock_l2_request *request, uint8_t *to) {
  const uint8_t *from = line->data + half_of(request->addr) * FLITLOCK_L2_HALF_BYTES;
  unsigned first = (unsigned)(request->addr % FLITLOCK_L2_HALF_BYTES);
  memset(to, 0, FLITLOCK_L2_HALF_BYTES);
  memcpy(to + first, from + first, request->bytes);
}

// R-L2S-NEW-8.
static void write_bytes(const struct flitlock_l2_line *line, const struct flitlock_l2_request *request) {
  unsigned half = half_of(request->addr);
  copy_masked(line->data + half * FLITLOCK_L2_HALF_BYTES, request->data, request->mask);
  line->b[half] |= request->mask;
  *line->masks |= (uint8_t)(request->sectors << 4);
  update_v(line, half);
}

// R-L2S-AT-1.
static uint64_t atomic_result(unsigned atomic, uint64_t value, uint64_t operand, uint64_t compare) {
  switch (atomic) {
    case FLITLOCK_L2_ADD:
      return value + operand;
    case FLITLOCK_L2_MIN:
      return value < operand ? value : operand;
    case FLITLOCK_L2_MAX:
      return value > operand ? value : operand;
    case FLITLOCK_L2_AND:
      return value & operand;
    case FLITLOCK_L2_OR:
      return value | operand;
    case FLITLOCK_L2_XOR:
      return value ^ operand;
    case FLITLOCK_L2_EXCH:
      return operand;
    default:
      return value == compare ? operand : value;
  }
}

static void do_atomic(const struct flitlock_l2_line *line, const struct flitlock_l2_request *request) {
  uint8_t *bytes = line->data + request->addr % FLITLOCK_L2_LINE_BYTES;
  uint64_t limit = request->size == 8 ? UINT64_MAX : UINT32_MAX;
  uint64_t value = flitlock_bytes_get(bytes, request->size);
  uint64_t result = atomic_result(request->atomic, value, request->operand & limit, request->compare & limit);
  flitlock_bytes_put(bytes, request->size, result);
  *line->masks |= (uint8_t)(request->sectors << 4);
}

// A read or atomic whose sectors are valid.
static void serve(const struct flitlock_l2_line *line, const struct flitlock_l2_request *request,
                  struct flitlock_l2_effects *effects) {
  respond(effects, request);
  read_bytes(line, request, effects->rsp->data);
  if (request->operation == FLITLOCK_L2_ATOMIC) do_atomic(line, request);
}

// ---- Events, R-L2S-EV-2

static inline void begin_event(struct flitlock_block *s, unsigned kind, unsigned operation) {
  if (!s->params.events) return;
  memset(&s->event, 0, sizeof s->event);
  s->event.kind = (uint8_t)kind;
  s->event.operation = (uint8_t)operation;
  s->event.way = FLITLOCK_L2_NO_WAY;
  s->event.mshr = FLITLOCK_L2_NO_MSHR;
}

static inline void end_event(struct flitlock_block *s, const struct flitlock_l2_line *line, unsigned outcome,
                             unsigned sectors, unsigned mshr) {
  if (!s->params.events) return;
  struct flitlock_l2_event *event = &s->event;
  event->outcome = (uint8_t)outcome;
  event->sectors = (uint8_t)sectors;
  event->mshr = (uint8_t)mshr;
  event->lfsr = s->lfsr;
  event->set = (uint16_t)line->number;
  if (line->way == FLITLOCK_L2_NO_WAY) return;
  event->way = (uint8_t)line->way;
  event->tag = flitlock_l2_tags(line->set)[line->way];
  event->v = v_of(line);
  event->d = d_of(line);
  event->p = *line->pending;
  event->b_low = line->b[0];
  event->b_high = line->b[1];
}

static inline void event_victim(struct flitlock_block *s, uint64_t tag) {
  if (!s->params.events) return;
  s->event.victim = 1;
  s->event.victim_tag = tag;
}

// ---- New requests, R-L2S-NEW

static inline bool response_slot(const struct flitlock_block *s) { return s->rsp_count < s->params.rsp_depth; }
static inline bool order_slot(const struct flitlock_block *s) { return s->order_count < s->params.order_depth; }

// Ways whose tag is `tag`. Four at a time where the processor can; a set's ways are followed by bytes of its own, so
// reading up to three tags too many reads the same set.
static inline uint32_t equal_tags(const uint32_t *tags, unsigned ways, uint32_t tag) {
  uint32_t equal = 0;
#ifdef __SSE2__
  const __m128i wanted = _mm_set1_epi32((int)tag);
  for (unsigned way = 0; way < ways; way += 4) {
    const __m128i four = _mm_loadu_si128((const __m128i *)(const void *)(tags + way));
    equal |= (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(four, wanted))) << way;
  }
#else
  for (unsigned way = 0; way < ways; way++)
    equal |= (uint32_t)(tags[way] == tag) << way;
#endif
  return equal;
}

static inline unsigned find_way(const struct flitlock_block *s, const struct flitlock_l2_set *set, uint32_t tag) {
  uint32_t equal = equal_tags(flitlock_l2_tags(set), s->ways, tag) & set->valid;
  return equal != 0 ? (unsigned)__builtin_ctz(equal) : FLITLOCK_L2_NO_WAY;
}

unsigned flitlock_l2_way_of(const struct flitlock_block *s, uint32_t set, uint32_t tag) {
  return find_way(s, flitlock_l2_set_of(s, set), tag);
}

static bool new_merged(struct flitlock_block *s, const struct flitlock_l2_request *request,
                       const struct flitlock_l2_line *line, struct flitlock_l2_effects *effects) {
  unsigned number = *line->owner;
  bool write = request->operation == FLITLOCK_L2_WRITE;
  uint8_t sectors = write ? 0 : fetch_of(s, request, v_of(line), *line->pending);
  if (s->mshr[number].count == s->params.list) return false;
  if (write ? !response_slot(s) : sectors != 0 && !order_slot(s)) return false;
  begin_event(s, FLITLOCK_L2_NEW, request->operation);
  fetch(s, line, request, sectors, number, effects);
  append(s, number, request, line);
  if (write) respond(effects, request);
  line->set->tree = flitlock_l2_touch(&s->tree, line->set->tree, line->way);
  end_event(s, line, FLITLOCK_L2_MERGED, request->sectors, number);
  return true;
}

static bool new_hit(struct flitlock_block *s, const struct flitlock_l2_request *request,
                    const struct flitlock_l2_line *line, struct flitlock_l2_effects *effects) {
  if (!response_slot(s)) return false;
  begin_event(s, FLITLOCK_L2_NEW, request->operation);
  if (request->operation == FLITLOCK_L2_WRITE) {
    respond(effects, request);
    write_bytes(line, request);
  } else {
    serve(line, request, effects);
  }
  line->set->tree = flitlock_l2_touch(&s->tree, line->set->tree, line->way);
  end_event(s, line, FLITLOCK_L2_HIT, request->sectors, FLITLOCK_L2_NO_MSHR);
  return true;
}

// Sector miss, and the second half of a miss: the request waits in an MSHR of its own.
static void wait_for_fill(struct flitlock_block *s, const struct flitlock_l2_request *request,
                          const struct flitlock_l2_line *line, unsigned outcome, struct flitlock_l2_effects *effects) {
  unsigned number = take_mshr(s, line);
  fetch(s, line, request, fetch_of(s, request, v_of(line), *line->pending), number, effects);
  append(s, number, request, line);
  line->set->tree = flitlock_l2_touch(&s->tree, line->set->tree, line->way);
  end_event(s, line, outcome, request->sectors, number);
}

static bool new_sector_miss(struct flitlock_block *s, const struct flitlock_l2_request *request,
                            const struct flitlock_l2_line *line, struct flitlock_l2_effects *effects) {
  if (s->live == s->params.mshrs || !order_slot(s)) return false;
  begin_event(s, FLITLOCK_L2_NEW, request->operation);
  wait_for_fill(s, request, line, FLITLOCK_L2_SECTOR_MISS, effects);
  return true;
}

// R-L2S-VIC-3, -4. There is a candidate.
static unsigned choose_victim(struct flitlock_block *s, const struct flitlock_l2_set *set, uint32_t candidates) {
  s->lfsr = flitlock_l2_lfsr_step(s->lfsr);
  if ((s->lfsr & 255U) < s->params.p_rand) {
    // The enabled ways are the lowest ones, so the n-th of them is way n.
    unsigned way = (s->lfsr >> 8) * s->enabled_count >> 8;
    if (candidates >> way & 1U) return way;
  }
  return flitlock_l2_walk(&s->tree, set->tree, candidates);
}

// R-L2S-NEW-7. A way, written back if it must be, holds the line, without a byte of it.
static struct flitlock_l2_line allocate(struct flitlock_block *s, const struct flitlock_l2_request *request,
                                        struct flitlock_l2_set *set, uint32_t candidates,
                                        struct flitlock_l2_effects *effects) {
  uint32_t invalid = s->enabled & ~set->valid;
  unsigned way = invalid != 0 ? (unsigned)__builtin_ctz(invalid) : choose_victim(s, set, candidates);
  const struct flitlock_l2_line line = place_of(s, request->set, way);
  uint32_t *tag = &flitlock_l2_tags(set)[way];
  __builtin_prefetch(line.b, 1);
  __builtin_prefetch(line.data + request->addr % FLITLOCK_L2_LINE_BYTES, 1);
  if (invalid == 0) {
    event_victim(s, *tag);
    if (d_of(&line) != 0) write_back(s, &line, request->birth, effects);
  }
  set->valid |= 1U << way;
  *tag = request->tag;
  *line.masks = 0;
  *line.pending = 0;
  line.b[0] = 0;
  line.b[1] = 0;
  return line;
}

static bool new_miss(struct flitlock_block *s, const struct flitlock_l2_request *request, struct flitlock_l2_set *set,
                     struct flitlock_l2_effects *effects) {
  bool write = request->operation == FLITLOCK_L2_WRITE;
  uint32_t candidates = s->enabled & ~set->locked;
  if (candidates == 0 || !order_slot(s)) return false;
  if (write ? !response_slot(s) : s->live == s->params.mshrs) return false;
  begin_event(s, FLITLOCK_L2_NEW, request->operation);
  const struct flitlock_l2_line line = allocate(s, request, set, candidates, effects);
  if (!write) {
    wait_for_fill(s, request, &line, FLITLOCK_L2_MISS, effects);
    return true;
  }
  respond(effects, request);
  write_bytes(&line, request);
  set->tree = flitlock_l2_touch(&s->tree, set->tree, line.way);
  end_event(s, &line, FLITLOCK_L2_MISS, request->sectors, FLITLOCK_L2_NO_MSHR);
  return true;
}

bool flitlock_l2_new(struct flitlock_block *s, const struct flitlock_l2_request *request,
                     struct flitlock_l2_effects *effects) {
  struct flitlock_l2_set *set = flitlock_l2_set_of(s, request->set);
  unsigned way = find_way(s, set, request->tag);
  if (way == FLITLOCK_L2_NO_WAY) return new_miss(s, request, set, effects);
  const struct flitlock_l2_line line = place_of(s, request->set, way);
  if (set->locked >> way & 1U) return new_merged(s, request, &line, effects);
  if (request->operation == FLITLOCK_L2_WRITE || (request->sectors & ~(unsigned)v_of(&line)) == 0)
    return new_hit(s, request, &line, effects);
  return new_sector_miss(s, request, &line, effects);
}

// ---- Fills, drains, flush

// R-L2S-FILL-1, the bytes of it.
static void fill_bytes(const struct flitlock_l2_line *line, uint8_t sectors, unsigned half, const uint8_t *data) {
  uint64_t wanted = sector_bytes(sectors, half) & ~line->b[half];
  copy_masked(line->data + half * FLITLOCK_L2_HALF_BYTES, data, wanted);
  line->b[half] |= wanted;
  update_v(line, half);
}

void flitlock_l2_filled(struct flitlock_block *s, const struct flitlock_l2_fill *fill) {
  if (fill->id >= s->params.mshrs || !s->mshr[fill->id].live) return;  // R-L2S-PORT-10, reported as it arrived
  const struct flitlock_l2_mshr *mshr = &s->mshr[fill->id];
  const struct flitlock_l2_line line = place_of(s, mshr->set, mshr->way);
  begin_event(s, FLITLOCK_L2_FILL, FLITLOCK_L2_NO_OPERATION);
  fill_bytes(&line, fill->sectors, half_of(fill->addr), fill->data);
  *line.pending &= (uint8_t)~fill->sectors;
  bool freed = try_free(s, fill->id, &line);
  if (!freed) update_ready(s, fill->id, &line);
  end_event(s, &line, freed, fill->sectors, fill->id);
}

bool flitlock_l2_drain(struct flitlock_block *s, unsigned number, struct flitlock_l2_effects *effects) {
  struct flitlock_l2_mshr *mshr = &s->mshr[number];
  const struct flitlock_l2_request *front = &mshr->list[mshr->first];
  bool write = front->operation == FLITLOCK_L2_WRITE;
  if (!write && !response_slot(s)) return false;
  const struct flitlock_l2_line line = place_of(s, mshr->set, mshr->way);
  begin_event(s, FLITLOCK_L2_DRAIN, front->operation);
  if (write)
    write_bytes(&line, front);
  else
    serve(&line, front, effects);
  mshr->first = (uint8_t)(mshr->first + 1U == s->params.list ? 0U : mshr->first + 1U);
  mshr->count--;
  bool freed = try_free(s, number, &line);
  update_ready(s, number, &line);
  end_event(s, &line, freed, front->sectors, number);
  return true;
}

bool flitlock_l2_flush(struct flitlock_block *s, const struct flitlock_l2_request *request,
                       struct flitlock_l2_effects *effects, bool *done) {
  struct flitlock_l2_set *set = flitlock_l2_set_of(s, s->flush_set);
  const uint8_t *masks = flitlock_l2_masks(s, set);
  unsigned first = FLITLOCK_L2_NO_WAY, dirty = 0;
  for (unsigned way = s->ways; way-- > 0;) {
    if ((set->valid >> way & 1U) == 0 || masks[way] >> 4 == 0) continue;
    first = way;
    dirty++;
  }
  bool last = dirty <= 1 && s->flush_set + 1U == s->params.map.sets;
  if ((dirty != 0 && !order_slot(s)) || (last && !response_slot(s))) return false;
  struct flitlock_l2_line line = place_of(s, s->flush_set, dirty != 0 ? first : 0);
  if (dirty == 0) line.way = FLITLOCK_L2_NO_WAY;
  begin_event(s, FLITLOCK_L2_FLUSHING, request->operation);
  if (dirty != 0) {
    event_victim(s, flitlock_l2_tags(set)[first]);
    write_back(s, &line, request->birth, effects);
  }
  end_event(s, &line, last, 0, FLITLOCK_L2_NO_MSHR);
  if (dirty <= 1) {
    if (request->operation == FLITLOCK_L2_INVALIDATE) set->valid = 0;
    s->flush_set = last ? 0 : s->flush_set + 1U;
  }
  if (last) respond(effects, request);
  *done = last;
  return true;
}

// ---- A slice where nothing moves

// What a read or atomic does to the slice by way of new, fills and drain (R-L2S-NEW, R-L2S-FILL-1, R-L2S-MSHR-5): an
// MSHR would be taken and freed again, and no other operation could see it.
uint8_t flitlock_l2_quiet_new(struct flitlock_block *s, const struct flitlock_l2_request *request,
                              struct flitlock_l2_effects *effects, struct flitlock_l2_line *line) {
  struct flitlock_l2_set *set = flitlock_l2_set_of(s, request->set);
  unsigned way = find_way(s, set, request->tag);
  *line = way == FLITLOCK_L2_NO_WAY ? allocate(s, request, set, s->enabled, effects) : place_of(s, request->set, way);
  set->tree = flitlock_l2_touch(&s->tree, set->tree, line->way);
  return fetch_of(s, request, v_of(line), 0);
}

void flitlock_l2_quiet_fill(const struct flitlock_l2_line *line, uint8_t sectors, unsigned half, const uint8_t *data) {
  fill_bytes(line, sectors, half, data);
}

void flitlock_l2_quiet_serve(const struct flitlock_l2_line *line, const struct flitlock_l2_request *request,
                             uint8_t *data) {
  read_bytes(line, request, data);
  if (request->operation == FLITLOCK_L2_ATOMIC) do_atomic(line, request);
}
