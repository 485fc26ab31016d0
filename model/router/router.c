// SPDX-License-Identifier: Apache-2.0
// One edge of the golden router, R-ST-1.
//
// The specification asks for all arrivals, then L1 of all inputs, then L2 and L3 of all outputs. What an input does
// touches nothing that another input looks at, so the arrival and L1 of one input follow each other here, and then L2
// and L3 of one output in the same way.
//
// The step is compiled twice: `plain` routers (see is_plain) have the common parameters as constants and take short
// ways where a buffer is empty, so that a flit does not have to be written into it and read back.
#include "flitlock/router.h"

#include "router/move.h"

// `m` in what follows is `&r->masks`.
INLINE void add_work(struct flitlock_router_masks *m, unsigned level, unsigned port) {
  m->any[level] |= flitlock_bit(port);
  m->work[level] |= flitlock_bit(port);
}
// The last visible flit is gone.
INLINE void none_left(struct flitlock_router_masks *m, unsigned level, unsigned port) {
  m->any[level] &= ~flitlock_bit(port);
  m->work[level] &= ~flitlock_bit(port);
}
// What was missing may be there: look again, if there is a flit.
INLINE void look_again(struct flitlock_router_masks *m, unsigned level, unsigned port) {
  m->work[level] |= m->any[level] & flitlock_bit(port);
}

// Is there room for a packet of `need` flits? If not, the level looks again after a pop: see made_room.
INLINE bool has_room(struct flitlock_fifo *to, unsigned need) {
  if (flitlock_fifo_room(to) >= need) return true;
  to->awaited = 1;
  return false;
}
// Room for the next edge, R-ST-3: the level below has popped, so the one that pushes to `fifo` from `port` looks again.
INLINE void made_room(struct flitlock_router_masks *m, unsigned level, unsigned port, struct flitlock_fifo *fifo) {
  if (fifo->awaited) {
    fifo->awaited = 0;
    look_again(m, level, port);
  }
}

// R-REG-1: what registered buffers took at the last edge can be popped from now on.
static void show_fresh(struct flitlock_block *r, struct flitlock_router_masks *m) {
  for (uint32_t k = 0; k < r->fresh_count; k++) {
    const struct flitlock_fresh *fresh = &r->fresh[k];
    unsigned place = fresh->in * r->vcs + fresh->vc;
    switch (fresh->stage) {
      case FLITLOCK_STAGE_INPUT:
        r->in[fresh->in].buffer[fresh->vc].fresh = 0;
        r->in[fresh->in].ready |= 1U << fresh->vc;
        add_work(m, FLITLOCK_L1, fresh->in);
        break;
      case FLITLOCK_STAGE_CROSSBAR:
        r->out[fresh->out].crossbar[place].fresh = 0;
        r->out[fresh->out].waiting[place / 64U] |= flitlock_bit(place % 64U);
        add_work(m, FLITLOCK_L2, fresh->out);
        break;
      default:
        r->out[fresh->out].buffer[fresh->vc].fresh = 0;
        r->out[fresh->out].ready |= 1U << fresh->vc;
        add_work(m, FLITLOCK_L3, fresh->out);
        break;
    }
  }
  r->fresh_count = 0;
}

static void add_fresh(struct flitlock_block *r, struct flitlock_fifo *fifo, unsigned stage, unsigned in, unsigned out,
                      unsigned vc) {
  fifo->fresh = 1;
  r->fresh[r->fresh_count++] = (struct flitlock_fresh){(uint8_t)stage, (uint8_t)in, (uint8_t)out, (uint8_t)vc};
}

// R-ST-4: usable by L3 of this edge.
INLINE void take_credits(struct flitlock_block *r, uint64_t cycle, const struct flitlock_in *in,
                         struct flitlock_router_masks *m, const bool plain) {
  for (uint64_t mask = in->credit_valid & r->out_ports; mask != 0; mask &= mask - 1) {
    unsigned o = flitlock_lowest64(mask);
    struct flitlock_router_out *out = &r->out[o];
    uint32_t word = in->credit[o];
    for (unsigned vc = 0; word != 0; vc++, word >>= 2U) {
      unsigned skip = flitlock_lowest32(word) >> 1;
      vc += skip;
      word >>= 2U * skip;
      unsigned count = word & 3U;
      if (!plain && r->checks) flitlock_router_check_credit(r, cycle, o, vc, count);
      out->credits[vc] = (uint16_t)(out->credits[vc] + count);
    }
    look_again(m, FLITLOCK_L3, o);
  }
}

// R-L1-6, and L2 has something to look at.
INLINE void moved_l1(struct flitlock_block *r, unsigned i, unsigned vc, unsigned freed,
                     const struct flitlock_path *path, struct flitlock_fifo *to, unsigned to_vc,
                     struct flitlock_out *lanes, struct flitlock_router_masks *m, const bool plain) {
  if (freed != 0) {
    lanes->credit_valid |= flitlock_bit(i);
    lanes->credit[i] = flitlock_credit_one(vc, freed);
  }
  if (!plain && r->registered[FLITLOCK_STAGE_CROSSBAR]) {
    add_fresh(r, to, FLITLOCK_STAGE_CROSSBAR, i, path->port, to_vc);
  } else {
    unsigned place = path->place + to_vc;
    path->out->waiting[place / 64U] |= flitlock_bit(place % 64U);
    add_work(m, FLITLOCK_L2, path->port);
  }
}

// The short way of a flit that arrives at an input without any other: if L1 moves it at this edge, it goes straight
// into the crossbar buffer. False: it does not move.
INLINE bool pass_input(struct flitlock_block *r, struct flitlock_router_in *in, unsigned i, unsigned vc,
                       const struct flitlock_flit *flit, struct flitlock_out *lanes, struct flitlock_router_masks *m) {
  struct flitlock_front front;
  if (in->hold == FLITLOCK_NO_VC) {
    front.path = find_path(r, in, flit);
    front.vc = in->vc_map[vc];
    front.need = (uint8_t)((flit->len + (unsigned)front.path->shift) >> front.path->shift);
    if (front.path->conversion != FLITLOCK_SAME || front.path->port == FLITLOCK_NO_PORT) return false;
    front.to = front.path->to + front.vc;
    if (flitlock_fifo_room(front.to) < front.need) return false;
    in->l1.pointer = r->next_vc[vc];
    if (!flit->tail) in->front[vc] = front;
  } else {
    front = in->front[vc];
    if (in->hold != vc || front.path->conversion != FLITLOCK_SAME || overruns(front.to)) return false;
  }
  struct flitlock_flit *entry = flitlock_fifo_push(front.to);
  *entry = *flit;
  entry->vc = front.vc;
  in->hold = flit->tail ? FLITLOCK_NO_VC : (uint8_t)vc;
  moved_l1(r, i, vc, 1, front.path, front.to, front.vc, lanes, m, true);
  return true;
}

// R-IN-1.
INLINE void take_flit(struct flitlock_block *r, uint64_t cycle, unsigned i, const struct flitlock_flit *flit,
                      struct flitlock_out *lanes, struct flitlock_router_masks *m, const bool plain) {
  struct flitlock_router_in *in = &r->in[i];
  unsigned vc = flit->vc;
  if (!plain && r->checks) flitlock_router_check_flit(r, cycle, i, flit);
  if (vc >= r->vcs || flit->len - 1U >= r->max_len || flitlock_fifo_room(&in->buffer[vc]) == 0) {
    flitlock_router_lost_flit(r, cycle, i, flit);
    return;
  }
  if (plain && in->ready == 0 && pass_input(r, in, i, vc, flit, lanes, m)) return;
  struct flitlock_fifo *fifo = &in->buffer[vc];
  *flitlock_fifo_push(fifo) = *flit;
  if (fifo->count == 1) set_front(r, cycle, i, vc, flit, plain);
  if (!plain && r->registered[FLITLOCK_STAGE_INPUT]) {
    add_fresh(r, fifo, FLITLOCK_STAGE_INPUT, i, 0, vc);
  } else {
    in->ready |= 1U << vc;
    add_work(m, FLITLOCK_L1, i);
  }
}

// R-L1-2, R-ARB. FLITLOCK_NO_VC if there is no candidate.
INLINE unsigned arbitrate_l1(struct flitlock_block *r, struct flitlock_router_in *in, const bool plain) {
  const unsigned kind = plain ? FLITLOCK_ARB_ROUND_ROBIN : r->arbiter[FLITLOCK_L1];
  unsigned winner = FLITLOCK_NO_VC;
  uint32_t oldest = 0;
  unsigned start = in->l1.pointer;
  for (uint32_t turned = flitlock_turn32(in->ready, start); turned != 0; turned &= turned - 1) {
    unsigned vc = (flitlock_lowest32(turned) + start) & 31U;
    const struct flitlock_front *front = &in->front[vc];
    if (!has_room(front->to, front->need) || !offers(&in->buffer[vc], front)) continue;
    uint32_t birth = in->buffer[vc].front->birth;
    if (kind == FLITLOCK_ARB_OLDEST && winner != FLITLOCK_NO_VC && !flitlock_arbiter_older(birth, oldest)) continue;
    winner = vc;
    oldest = birth;
    if (kind != FLITLOCK_ARB_OLDEST) break;
  }
  if (winner != FLITLOCK_NO_VC)
    flitlock_arbiter_granted(&in->l1, kind, winner, r->next_vc[winner], r->vc_weight[winner]);
  return winner;
}

INLINE void step_l1(struct flitlock_block *r, uint64_t cycle, unsigned i, struct flitlock_out *lanes,
                    struct flitlock_router_masks *m, const bool plain) {
  struct flitlock_router_in *in = &r->in[i];
  unsigned vc = in->hold;
  if (vc == FLITLOCK_NO_VC) {
    vc = arbitrate_l1(r, in, plain);
  } else if ((in->ready >> vc & 1U) == 0 || !offers(&in->buffer[vc], &in->front[vc]) || overruns(in->front[vc].to)) {
    vc = FLITLOCK_NO_VC;  // R-L1-4: the grant stays, nothing moves
  }
  if (vc == FLITLOCK_NO_VC) {
    m->work[FLITLOCK_L1] &= ~flitlock_bit(i);
    return;
  }

  struct flitlock_fifo *fifo = &in->buffer[vc];
  const struct flitlock_front *front = &in->front[vc];
  struct flitlock_flit *flit = flitlock_fifo_push(front->to);
  unsigned freed = 1;
  if (front->path->conversion == FLITLOCK_SAME) {
    *flit = *fifo->front;
    flitlock_fifo_pop(fifo);
  } else {
    freed = convert(r, in, fifo, front->path->conversion, flit);
  }
  flit->vc = front->vc;
  moved_l1(r, i, vc, freed, front->path, front->to, front->vc, lanes, m, plain);
  in->hold = flit->tail ? FLITLOCK_NO_VC : (uint8_t)vc;
  if (flitlock_fifo_visible(fifo) == 0) {
    in->ready &= ~(1U << vc);
    if (in->ready == 0) none_left(m, FLITLOCK_L1, i);
  }
  if (flit->tail && fifo->count != 0) {
    set_front(r, cycle, i, vc, fifo->front, plain);
    // Often the next packet has no room yet: then the next edge need not find that out.
    if (plain && in->ready == 1U << vc && !has_room(front->to, front->need)) m->work[FLITLOCK_L1] &= ~flitlock_bit(i);
  }
}

// The winner of L2 so far.
struct l2_choice {
  unsigned place;  // FLITLOCK_NO_PLACE: none yet
  uint32_t birth;
};

// R-L2-2: offers a waiting place to the arbiter. True: the choice is made. `empty`: the output buffers are, so that
// each of them has room for any packet.
INLINE bool offer_l2(const struct flitlock_block *r, const struct flitlock_router_out *out, unsigned place, bool empty,
                     struct l2_choice *choice, const unsigned kind) {
  const struct flitlock_flit *flit = out->crossbar[place].front;
  if (!empty) {
    unsigned need = (flit->len + (unsigned)out->shift) >> out->shift;
    if (!has_room(&out->buffer[r->place[place].vc], need)) return false;
  }
  if (kind == FLITLOCK_ARB_OLDEST && choice->place != FLITLOCK_NO_PLACE &&
      !flitlock_arbiter_older(flit->birth, choice->birth))
    return false;
  choice->place = place;
  choice->birth = flit->birth;
  return kind != FLITLOCK_ARB_OLDEST;
}

// Round robin order where a mask of places is several words: the pointer's word from the pointer on, the words after
// it, and at last the pointer's word up to the pointer.
static void walk_l2(const struct flitlock_block *r, const struct flitlock_router_out *out, bool empty,
                    struct l2_choice *choice, const unsigned kind) {
  const uint32_t start = out->l2.pointer;
  uint32_t word = start / 64U;
  const uint64_t from_start = ~0ULL << start % 64U;
  for (uint32_t step = 0; step <= r->place_words; step++) {
    uint64_t mask = out->waiting[word];
    if (step == 0) mask &= from_start;
    if (step == r->place_words) mask &= ~from_start;
    for (; mask != 0; mask &= mask - 1)
      if (offer_l2(r, out, word * 64U + flitlock_lowest64(mask), empty, choice, kind)) return;
    word = word + 1 == r->place_words ? 0 : word + 1;
  }
}

// R-L2-1, R-ARB. FLITLOCK_NO_PLACE if there is no candidate.
INLINE unsigned arbitrate_l2(struct flitlock_block *r, struct flitlock_router_out *out, bool empty, const bool plain) {
  const unsigned kind = plain ? FLITLOCK_ARB_ROUND_ROBIN : r->arbiter[FLITLOCK_L2];
  struct l2_choice choice = {FLITLOCK_NO_PLACE, 0};
  if (r->place_words == 1) {
    const unsigned start = out->l2.pointer;
    for (uint64_t turned = flitlock_turn64(out->waiting[0], start); turned != 0; turned &= turned - 1)
      if (offer_l2(r, out, (flitlock_lowest64(turned) + start) & 63U, empty, &choice, kind)) break;
  } else {
    walk_l2(r, out, empty, &choice, kind);
  }
  if (choice.place != FLITLOCK_NO_PLACE) {
    const struct flitlock_place place = r->place[choice.place];
    flitlock_arbiter_granted(&out->l2, kind, choice.place, place.next, r->in[place.in].weight);
  }
  return choice.place;
}

// The short way of a flit that L2 moves into empty output buffers: if L3 moves it at this edge, it goes straight to the
// link. False: it does not.
INLINE bool pass_output(struct flitlock_block *r, struct flitlock_router_out *out, unsigned o, unsigned vc,
                        const struct flitlock_flit *flit, struct flitlock_out *lanes) {
  if (out->l3_hold == FLITLOCK_NO_VC) {
    if (out->credits[vc] < (flit->len + (unsigned)out->shift) >> out->shift) return false;
    out->l3.pointer = r->next_vc[vc];
  } else if (out->l3_hold != vc) {
    return false;
  }
  present(out, o, vc, flit, lanes);
  return true;
}

INLINE void step_l2(struct flitlock_block *r, struct flitlock_router_out *out, unsigned o, struct flitlock_out *lanes,
                    struct flitlock_router_masks *m, const bool plain) {
  const bool empty = plain && out->ready == 0;
  unsigned place = out->l2_hold;
  if (place == FLITLOCK_NO_PLACE) {
    place = arbitrate_l2(r, out, empty, plain);
  } else if ((out->waiting[place / 64U] >> place % 64U & 1U) == 0 || overruns(&out->buffer[r->place[place].vc])) {
    place = FLITLOCK_NO_PLACE;  // R-L2-3: the grant stays, nothing moves
  }
  if (place == FLITLOCK_NO_PLACE) {
    m->work[FLITLOCK_L2] &= ~flitlock_bit(o);
    return;
  }

  struct flitlock_fifo *fifo = &out->crossbar[place];
  const struct flitlock_flit *flit = fifo->front;
  const struct flitlock_place pair = r->place[place];
  out->l2_hold = flit->tail ? FLITLOCK_NO_PLACE : (uint16_t)place;
  if (!empty || !pass_output(r, out, o, pair.vc, flit, lanes)) {
    struct flitlock_fifo *to = &out->buffer[pair.vc];
    *flitlock_fifo_push(to) = *flit;
    if (!plain && r->registered[FLITLOCK_STAGE_OUTPUT]) {
      add_fresh(r, to, FLITLOCK_STAGE_OUTPUT, pair.in, o, pair.vc);
    } else {
      out->ready |= 1U << pair.vc;
      add_work(m, FLITLOCK_L3, o);
    }
  }
  flitlock_fifo_pop(fifo);
  made_room(m, FLITLOCK_L1, pair.in, fifo);
  if (flitlock_fifo_visible(fifo) == 0) {
    out->waiting[place / 64U] &= ~flitlock_bit(place % 64U);
    if (!flitlock_any_waiting(r, out)) none_left(m, FLITLOCK_L2, o);
  }
}

// R-L3-2, R-ARB.
INLINE unsigned arbitrate_l3(struct flitlock_block *r, struct flitlock_router_out *out, const bool plain) {
  const unsigned kind = plain ? FLITLOCK_ARB_ROUND_ROBIN : r->arbiter[FLITLOCK_L3];
  unsigned winner = FLITLOCK_NO_VC;
  uint32_t oldest = 0;
  unsigned start = out->l3.pointer;
  for (uint32_t turned = flitlock_turn32(out->ready, start); turned != 0; turned &= turned - 1) {
    unsigned vc = (flitlock_lowest32(turned) + start) & 31U;
    const struct flitlock_flit *flit = out->buffer[vc].front;
    if (out->credits[vc] < (flit->len + (unsigned)out->shift) >> out->shift) continue;
    if (kind == FLITLOCK_ARB_OLDEST && winner != FLITLOCK_NO_VC && !flitlock_arbiter_older(flit->birth, oldest))
      continue;
    winner = vc;
    oldest = flit->birth;
    if (kind != FLITLOCK_ARB_OLDEST) break;
  }
  if (winner != FLITLOCK_NO_VC)
    flitlock_arbiter_granted(&out->l3, kind, winner, r->next_vc[winner], r->vc_weight[winner]);
  return winner;
}

INLINE void step_l3(struct flitlock_block *r, struct flitlock_router_out *out, unsigned o, struct flitlock_out *lanes,
                    struct flitlock_router_masks *m, const bool plain) {
  unsigned vc = out->l3_hold;
  if (vc == FLITLOCK_NO_VC) {
    vc = arbitrate_l3(r, out, plain);
  } else if ((out->ready >> vc & 1U) == 0) {
    vc = FLITLOCK_NO_VC;  // R-L3-3: the grant stays, nothing moves
  }
  if (vc == FLITLOCK_NO_VC) {
    m->work[FLITLOCK_L3] &= ~flitlock_bit(o);
    return;
  }

  struct flitlock_fifo *fifo = &out->buffer[vc];
  present(out, o, vc, fifo->front, lanes);
  flitlock_fifo_pop(fifo);
  made_room(m, FLITLOCK_L2, o, fifo);
  if (flitlock_fifo_visible(fifo) == 0) {
    out->ready &= ~(1U << vc);
    if (out->ready == 0) none_left(m, FLITLOCK_L3, o);
  }
}

// What follows the credits. Returns the answer of the step.
INLINE uint64_t move(struct flitlock_block *r, uint64_t cycle, const struct flitlock_in *in, struct flitlock_out *out,
                     const bool plain) {
  struct flitlock_router_masks *m = &r->masks;
  for (uint64_t mask = in->flit_valid & r->in_ports; mask != 0; mask &= mask - 1) {
    unsigned i = flitlock_lowest64(mask);
    take_flit(r, cycle, i, &in->flit[i], out, m, plain);
  }
  for (uint64_t mask = m->work[FLITLOCK_L1]; mask != 0; mask &= mask - 1)
    step_l1(r, cycle, flitlock_lowest64(mask), out, m, plain);
  for (uint64_t mask = m->work[FLITLOCK_L2] | m->work[FLITLOCK_L3]; mask != 0; mask &= mask - 1) {
    unsigned o = flitlock_lowest64(mask);
    if (m->work[FLITLOCK_L2] >> o & 1U) step_l2(r, &r->out[o], o, out, m, plain);
    if (m->work[FLITLOCK_L3] >> o & 1U) step_l3(r, &r->out[o], o, out, m, plain);
  }
  bool awake =
      (m->work[FLITLOCK_L1] | m->work[FLITLOCK_L2] | m->work[FLITLOCK_L3]) != 0 || (!plain && r->fresh_count != 0);
  return awake ? cycle + 1 : FLITLOCK_SLEEP;
}

#define PATH static __attribute__((noinline)) uint64_t

PATH step_general(struct flitlock_block *r, uint64_t cycle, const struct flitlock_in *in, struct flitlock_out *out) {
  struct flitlock_router_masks *m = &r->masks;
  if (r->fresh_count != 0) show_fresh(r, m);
  if (r->checks) flitlock_router_check_masks(r, cycle, in);
  take_credits(r, cycle, in, m, false);
  return move(r, cycle, in, out, false);
}

PATH step_plain(struct flitlock_block *r, uint64_t cycle, const struct flitlock_in *in, struct flitlock_out *out) {
  take_credits(r, cycle, in, &r->masks, true);
  return move(r, cycle, in, out, true);
}

// Every flit brings a credit back later, most often to a router that has nothing to do but to count it.
PATH step_credits(struct flitlock_block *r, uint64_t cycle, const struct flitlock_in *in, struct flitlock_out *out) {
  take_credits(r, cycle, in, &r->masks, true);
  if (r->masks.work[FLITLOCK_L3] == 0) return FLITLOCK_SLEEP;
  const struct flitlock_in none = {0, 0, in->flit, in->credit};
  return step_plain(r, cycle, &none, out);
}

uint64_t flitlock_router_step(struct flitlock_block *r, uint64_t cycle, const struct flitlock_in *in,
                              struct flitlock_out *out) {
  if (!r->plain) return step_general(r, cycle, in, out);
  const struct flitlock_router_masks *m = &r->masks;
  if ((in->flit_valid | m->work[FLITLOCK_L1] | m->work[FLITLOCK_L2] | m->work[FLITLOCK_L3]) == 0)
    return step_credits(r, cycle, in, out);
  return step_plain(r, cycle, in, out);
}

const struct flitlock_block_ops flitlock_router_golden = {
    .kind = "router",
    .impl = "c",
    .create = flitlock_router_create,
    .destroy = flitlock_router_destroy,
    .reset = flitlock_router_reset,
    .step = flitlock_router_step,
    .describe = flitlock_router_describe,
    .idle_causes = flitlock_router_idle_causes,
    .signals = flitlock_router_signals,
    .occupancy = flitlock_router_occupancy,
    .waits = flitlock_router_waits,
    .check = flitlock_router_check,
};
