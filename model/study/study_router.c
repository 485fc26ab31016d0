// SPDX-License-Identifier: Apache-2.0
// A router that takes other readings than the specification (R-STU). It has the buffers of the golden router and moves
// flits as that does; who may move, and when, is decided here, simply, without its short ways.
#include <stdlib.h>

#include "router/move.h"

struct flitlock_study_state {
  struct flitlock_study study;
  uint8_t early;          // the first half of this step has been done
  uint64_t freed;         // by L1 in this step: bit for each input, with its credits below
  uint32_t *credit;       // [ports]
  uint64_t moved;         // outputs whose L2 has moved in this step
  uint64_t sent;          // outputs whose L3 has
  uint8_t *candidate_vc;  // [ports * ports] R-STU-3: VC at which the pairs of an input start, by output and input
};

static void study_destroy(struct flitlock_block *r) {
  if (r == NULL) return;
  if (r->study != NULL) {
    free(r->study->credit);
    free(r->study->candidate_vc);
  }
  free(r->study);
  flitlock_router_destroy(r);
}

static int check_params(const struct flitlock_router_params *params, const char *name, struct flitlock_error *error) {
  for (unsigned level = 0; level < FLITLOCK_LEVELS; level++) {
    if (params->registered[level] || params->arbiter[level] != FLITLOCK_ARB_ROUND_ROBIN) {
      return flitlock_fail(error, FLITLOCK_E_CONFIG,
                           "router %s: a reading of `study` needs fall-through buffers and round robin at every level "
                           "(R-STU); leave the stages and arbiters as they are by default, or the keys of study",
                           name);
    }
  }
  return FLITLOCK_OK;
}

static int study_create(const void *params_, const char *name, struct flitlock_block **block,
                        struct flitlock_error *error) {
  const struct flitlock_router_params *params = params_;
  *block = NULL;
  int status = check_params(params, name, error);
  struct flitlock_block *r = NULL;
  if (status == FLITLOCK_OK) status = flitlock_router_create(params, name, &r, error);
  if (status != FLITLOCK_OK) return status;
  r->study = calloc(1, sizeof *r->study);
  if (r->study != NULL) {
    r->study->study = params->study;
    r->study->credit = calloc(r->ports, sizeof *r->study->credit);
    r->study->candidate_vc = calloc((size_t)r->ports * r->ports, sizeof *r->study->candidate_vc);
  }
  if (r->study == NULL || r->study->credit == NULL || r->study->candidate_vc == NULL) {
    study_destroy(r);
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "router %s: out of memory", name);
  }
  *block = r;
  return FLITLOCK_OK;
}

static void study_reset(struct flitlock_block *r) {
  flitlock_router_reset(r);
  r->study->early = 0;
  for (uint32_t n = 0; n < r->ports * r->ports; n++)
    r->study->candidate_vc[n] = 0;
}

// Where round robin over `n` places begins, R-STU-1.
static unsigned start_of(const struct flitlock_block *r, const struct flitlock_arbiter_state *arbiter, uint64_t cycle,
                         unsigned n) {
  return r->study->study.pointer == FLITLOCK_STUDY_CYCLE ? (unsigned)(cycle % n) : arbiter->pointer;
}

// R-STU-1: the pointer of a packet that is granted with its first flit, and leaves the grant with its last.
static void turn(const struct flitlock_block *r, struct flitlock_arbiter_state *arbiter,
                 const struct flitlock_flit *flit, unsigned next) {
  int moves = r->study->study.pointer == FLITLOCK_STUDY_TAIL ? flit->tail : flit->head;
  if (moves) arbiter->pointer = (uint16_t)next;
}

static void take_credits(struct flitlock_block *r, uint64_t cycle, const struct flitlock_in *in) {
  for (uint64_t mask = in->credit_valid & r->out_ports; mask != 0; mask &= mask - 1) {
    unsigned o = flitlock_lowest64(mask);
    for (unsigned vc = 0; vc < r->vcs; vc++) {
      unsigned count = flitlock_credit_get(in->credit[o], vc);
      if (count == 0) continue;
      if (r->checks) flitlock_router_check_credit(r, cycle, o, vc, count);
      r->out[o].credits[vc] = (uint16_t)(r->out[o].credits[vc] + count);
    }
  }
}

static void take_flits(struct flitlock_block *r, uint64_t cycle, const struct flitlock_in *in) {
  for (uint64_t mask = in->flit_valid & r->in_ports; mask != 0; mask &= mask - 1) {
    unsigned i = flitlock_lowest64(mask);
    const struct flitlock_flit *flit = &in->flit[i];
    if (r->checks) flitlock_router_check_flit(r, cycle, i, flit);
    if (flit->vc >= r->vcs || flit->len - 1U >= r->max_len || flitlock_fifo_room(&r->in[i].buffer[flit->vc]) == 0) {
      flitlock_router_lost_flit(r, cycle, i, flit);
      continue;
    }
    struct flitlock_fifo *fifo = &r->in[i].buffer[flit->vc];
    *flitlock_fifo_push(fifo) = *flit;
    if (fifo->count == 1) set_front(r, cycle, i, flit->vc, flit, false);
    r->in[i].ready |= 1U << flit->vc;
  }
}

static unsigned choose_l1(const struct flitlock_block *r, uint64_t cycle, const struct flitlock_router_in *in) {
  unsigned start = start_of(r, &in->l1, cycle, r->vcs);
  for (unsigned k = 0; k < r->vcs; k++) {
    unsigned vc = (start + k) % r->vcs;
    const struct flitlock_front *front = &in->front[vc];
    if ((in->ready >> vc & 1U) == 0 || flitlock_fifo_room(front->to) < front->need) continue;
    if (offers(&in->buffer[vc], front)) return vc;
  }
  return FLITLOCK_NO_VC;
}

static void step_l1(struct flitlock_block *r, uint64_t cycle, unsigned i) {
  struct flitlock_router_in *in = &r->in[i];
  unsigned vc = in->hold;
  if (vc == FLITLOCK_NO_VC) {
    vc = choose_l1(r, cycle, in);
  } else if ((in->ready >> vc & 1U) == 0 || !offers(&in->buffer[vc], &in->front[vc]) || overruns(in->front[vc].to)) {
    return;
  }
  if (vc == FLITLOCK_NO_VC) return;

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
  if (freed != 0) {
    r->study->freed |= flitlock_bit(i);
    r->study->credit[i] = flitlock_credit_one(vc, freed);
  }
  unsigned place = front->path->place + front->vc;
  front->path->out->waiting[place / 64U] |= flitlock_bit(place % 64U);
  r->masks.any[FLITLOCK_L2] |= flitlock_bit(front->path->port);
  turn(r, &in->l1, flit, r->next_vc[vc]);
  in->hold = flit->tail ? FLITLOCK_NO_VC : (uint8_t)vc;
  if (fifo->count == 0) in->ready &= ~(1U << vc);
  if (flit->tail && fifo->count != 0) set_front(r, cycle, i, vc, fifo->front, false);
}

static bool may_go(const struct flitlock_block *r, const struct flitlock_router_out *out, unsigned place) {
  if ((out->waiting[place / 64U] >> place % 64U & 1U) == 0) return false;
  const struct flitlock_flit *flit = out->crossbar[place].front;
  return flitlock_fifo_room(&out->buffer[r->place[place].vc]) >= (flit->len + (unsigned)out->shift) >> out->shift;
}

// R-STU-3.
static unsigned choose_l2(const struct flitlock_block *r, uint64_t cycle, unsigned o) {
  const struct flitlock_router_out *out = &r->out[o];
  if (r->study->study.l2_candidates == FLITLOCK_STUDY_PAIRS) {
    unsigned start = start_of(r, &out->l2, cycle, r->places);
    for (unsigned k = 0; k < r->places; k++)
      if (may_go(r, out, (start + k) % r->places)) return (start + k) % r->places;
    return FLITLOCK_NO_PLACE;
  }
  unsigned start = start_of(r, &out->l2, cycle, r->ports);
  for (unsigned k = 0; k < r->ports; k++) {
    unsigned in = (start + k) % r->ports;
    for (unsigned v = 0; v < r->vcs; v++) {
      unsigned place = in * r->vcs + (r->study->candidate_vc[o * r->ports + in] + v) % r->vcs;
      if (may_go(r, out, place)) return place;
    }
  }
  return FLITLOCK_NO_PLACE;
}

static void turn_l2(struct flitlock_block *r, unsigned o, unsigned place, const struct flitlock_flit *flit) {
  struct flitlock_router_out *out = &r->out[o];
  const struct flitlock_place pair = r->place[place];
  if (r->study->study.l2_candidates == FLITLOCK_STUDY_PAIRS) {
    turn(r, &out->l2, flit, pair.next);
    return;
  }
  turn(r, &out->l2, flit, (pair.in + 1U) % r->ports);
  if (flit->head) r->study->candidate_vc[o * r->ports + pair.in] = r->next_vc[pair.vc];
}

static void step_l2(struct flitlock_block *r, uint64_t cycle, unsigned o) {
  struct flitlock_router_out *out = &r->out[o];
  if ((r->study->moved >> o & 1U) != 0) return;
  unsigned place = out->l2_hold;
  if (place == FLITLOCK_NO_PLACE) {
    place = choose_l2(r, cycle, o);
  } else if ((out->waiting[place / 64U] >> place % 64U & 1U) == 0 || overruns(&out->buffer[r->place[place].vc])) {
    return;
  }
  if (place == FLITLOCK_NO_PLACE) return;

  struct flitlock_fifo *fifo = &out->crossbar[place];
  const struct flitlock_flit *flit = fifo->front;
  const struct flitlock_place pair = r->place[place];
  *flitlock_fifo_push(&out->buffer[pair.vc]) = *flit;
  out->ready |= 1U << pair.vc;
  out->l2_hold = flit->tail ? FLITLOCK_NO_PLACE : (uint16_t)place;
  turn_l2(r, o, place, flit);
  r->study->moved |= flitlock_bit(o);
  flitlock_fifo_pop(fifo);
  if (fifo->count != 0) return;
  out->waiting[place / 64U] &= ~flitlock_bit(place % 64U);
  if (!flitlock_any_waiting(r, out)) r->masks.any[FLITLOCK_L2] &= ~flitlock_bit(o);
}

static unsigned choose_l3(const struct flitlock_block *r, uint64_t cycle, const struct flitlock_router_out *out) {
  unsigned start = start_of(r, &out->l3, cycle, r->vcs);
  for (unsigned k = 0; k < r->vcs; k++) {
    unsigned vc = (start + k) % r->vcs;
    if ((out->ready >> vc & 1U) == 0) continue;
    if (out->credits[vc] >= (out->buffer[vc].front->len + (unsigned)out->shift) >> out->shift) return vc;
  }
  return FLITLOCK_NO_VC;
}

static void step_l3(struct flitlock_block *r, uint64_t cycle, unsigned o, struct flitlock_out *lanes) {
  struct flitlock_router_out *out = &r->out[o];
  if ((r->study->sent >> o & 1U) != 0) return;
  unsigned vc = out->l3_hold;
  if (vc == FLITLOCK_NO_VC) vc = choose_l3(r, cycle, out);
  if (vc == FLITLOCK_NO_VC || (out->ready >> vc & 1U) == 0) return;
  struct flitlock_fifo *fifo = &out->buffer[vc];
  const struct flitlock_flit *flit = fifo->front;
  present(out, o, vc, flit, lanes);
  turn(r, &out->l3, flit, r->next_vc[vc]);
  r->study->sent |= flitlock_bit(o);
  flitlock_fifo_pop(fifo);
  if (fifo->count == 0) out->ready &= ~(1U << vc);
}

static void inputs(struct flitlock_block *r, uint64_t cycle) {
  for (uint64_t mask = r->in_ports; mask != 0; mask &= mask - 1)
    step_l1(r, cycle, flitlock_lowest64(mask));
}

static void outputs(struct flitlock_block *r, uint64_t cycle, struct flitlock_out *lanes) {
  for (uint64_t mask = r->out_ports; mask != 0; mask &= mask - 1) {
    step_l2(r, cycle, flitlock_lowest64(mask));
    step_l3(r, cycle, flitlock_lowest64(mask), lanes);
  }
}

// R-STU-2: the later level first, so that its pops count as room; what moved nothing gets its turn in the usual order.
static void outputs_back(struct flitlock_block *r, uint64_t cycle, struct flitlock_out *lanes) {
  for (uint64_t mask = r->out_ports; mask != 0; mask &= mask - 1) {
    step_l3(r, cycle, flitlock_lowest64(mask), lanes);
    step_l2(r, cycle, flitlock_lowest64(mask));
  }
}

void flitlock_router_study_early(struct flitlock_block *r, uint64_t cycle, const struct flitlock_in *in,
                                 struct flitlock_out *out) {
  r->study->freed = 0;
  take_flits(r, cycle, in);
  inputs(r, cycle);
  r->study->early = 1;
  out->credit_valid = r->study->freed;
  for (uint64_t mask = r->study->freed; mask != 0; mask &= mask - 1)
    out->credit[flitlock_lowest64(mask)] = r->study->credit[flitlock_lowest64(mask)];
}

static uint64_t study_step(struct flitlock_block *r, uint64_t cycle, const struct flitlock_in *in,
                           struct flitlock_out *out) {
  struct flitlock_study_state *state = r->study;
  if (r->checks) flitlock_router_check_masks(r, cycle, in);
  take_credits(r, cycle, in);
  state->moved = state->sent = 0;
  if (!state->early) {
    state->freed = 0;
    take_flits(r, cycle, in);
    if (state->study.room == FLITLOCK_STUDY_AFTER) outputs_back(r, cycle, out);
    inputs(r, cycle);
  }
  state->early = 0;
  outputs(r, cycle, out);
  out->credit_valid |= state->freed;
  for (uint64_t mask = state->freed; mask != 0; mask &= mask - 1)
    out->credit[flitlock_lowest64(mask)] = state->credit[flitlock_lowest64(mask)];
  return flitlock_router_occupancy(r) > 0 ? cycle + 1 : FLITLOCK_SLEEP;
}

const struct flitlock_block_ops flitlock_router_study = {
    .kind = "router",
    .impl = "c",
    .create = study_create,
    .destroy = study_destroy,
    .reset = study_reset,
    .step = study_step,
    .describe = flitlock_router_describe,
    .idle_causes = flitlock_router_idle_causes,
    .signals = flitlock_router_signals,
    .occupancy = flitlock_router_occupancy,
    .waits = flitlock_router_waits,
    .check = flitlock_router_check,
};
