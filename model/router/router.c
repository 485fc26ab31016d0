// SPDX-License-Identifier: Apache-2.0
// One edge of the golden router, R-ST-1: credits, arrivals, L1, L2, L3.
#include "flitlock/router.h"

#include "router/route.h"
#include "router/state.h"

// R-REG-1: what registered buffers took at the last edge can be popped from now on.
static void show_fresh(struct flitlock_block *r) {
  for (uint32_t k = 0; k < r->fresh_count; k++) {
    const struct flitlock_fresh *fresh = &r->fresh[k];
    switch (fresh->stage) {
      case FLITLOCK_STAGE_INPUT:
        flitlock_input_fifo(r, fresh->in, fresh->vc)->fresh = 0;
        r->in[fresh->in].ready |= 1U << fresh->vc;
        r->work[FLITLOCK_L1] |= flitlock_bit(fresh->in);
        break;
      case FLITLOCK_STAGE_CROSSBAR:
        flitlock_crossbar_fifo(r, fresh->in, fresh->out, fresh->vc)->fresh = 0;
        r->pair[flitlock_pair(r, fresh->in, fresh->out)] |= (uint16_t)(1U << fresh->vc);
        r->out[fresh->out].inputs |= flitlock_bit(fresh->in);
        r->work[FLITLOCK_L2] |= flitlock_bit(fresh->out);
        break;
      default:
        flitlock_output_fifo(r, fresh->out, fresh->vc)->fresh = 0;
        r->out[fresh->out].ready |= 1U << fresh->vc;
        r->work[FLITLOCK_L3] |= flitlock_bit(fresh->out);
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
static void take_credits(struct flitlock_block *r, uint64_t cycle, const struct flitlock_in *in) {
  for (uint64_t mask = in->credit_valid & r->out_ports; mask != 0; mask &= mask - 1) {
    unsigned o = flitlock_lowest64(mask);
    struct flitlock_router_out *out = &r->out[o];
    for (uint32_t word = in->credit[o]; word != 0;) {
      unsigned vc = flitlock_lowest32(word) >> 1;
      unsigned count = flitlock_credit_get(word, vc);
      word &= ~flitlock_credit_one(vc, 3);
      if (r->checks) flitlock_router_check_credit(r, cycle, o, vc, count);
      out->credits[vc] = (uint16_t)(out->credits[vc] + count);
    }
    r->work[FLITLOCK_L3] |= (uint64_t)(out->ready != 0) << o;
  }
}

// The packet whose flit is at the front of input_buffer[i][vc] from now on.
static void set_front(struct flitlock_block *r, uint64_t cycle, unsigned i, unsigned vc,
                      const struct flitlock_flit *flit) {
  struct flitlock_router_in *in = &r->in[i];
  struct flitlock_front *front = &in->front[vc];
  unsigned o = flitlock_route_lookup(&r->route, flit->dst);
  if (o >= r->ports || !r->out[o].exists) {
    *front = (struct flitlock_front){&r->nowhere, FLITLOCK_NO_PORT, (uint8_t)vc, 1, FLITLOCK_SAME};
    if (r->checks) flitlock_router_check_route(r, cycle, i, flit);
    return;
  }
  unsigned to_width = r->out[o].width;
  unsigned to_vc = in->vc_map[vc];
  front->to = flitlock_crossbar_fifo(r, i, o, to_vc);
  front->out = (uint8_t)o;
  front->vc = (uint8_t)to_vc;
  front->need = (uint8_t)((flit->len + to_width - 1U) >> (to_width - 1U));  // R-FL-4
  front->conversion = in->width == to_width ? FLITLOCK_SAME : in->width > to_width ? FLITLOCK_SPLIT : FLITLOCK_MERGE;
}

static void take_flits(struct flitlock_block *r, uint64_t cycle, const struct flitlock_in *in_lanes) {
  for (uint64_t mask = in_lanes->flit_valid & r->in_ports; mask != 0; mask &= mask - 1) {
    unsigned i = flitlock_lowest64(mask);
    const struct flitlock_flit *flit = &in_lanes->flit[i];
    struct flitlock_router_in *in = &r->in[i];
    unsigned vc = flit->vc;
    struct flitlock_fifo *fifo = flitlock_input_fifo(r, i, vc & (FLITLOCK_MAX_VCS - 1U));
    if (r->checks) flitlock_router_check_flit(r, cycle, i, flit);
    if (vc >= r->vcs || flit->len - 1U >= r->max_len || flitlock_fifo_room(fifo) == 0) {
      flitlock_router_lost_flit(r, cycle, i, flit);
      continue;
    }
    *flitlock_fifo_push(fifo) = *flit;  // R-IN-1
    if (fifo->count == 1) set_front(r, cycle, i, vc, flit);
    if (r->registered[FLITLOCK_STAGE_INPUT]) {
      add_fresh(r, fifo, FLITLOCK_STAGE_INPUT, i, 0, vc);
    } else {
      in->ready |= 1U << vc;
      r->work[FLITLOCK_L1] |= flitlock_bit(i);
    }
  }
}

// A packet longer than its head said would not fit where it was given room. Only a sender that broke R-FL-3 can send
// one; it must not write past a buffer even where checks are off.
static bool overruns(const struct flitlock_fifo *to) { return flitlock_fifo_room(to) == 0; }

// Does the front of the input buffer make a flit of output width? It has at least one visible entry.
static bool offers(const struct flitlock_fifo *fifo, const struct flitlock_front *front) {
  if (front->conversion != FLITLOCK_MERGE) return true;  // R-W-1, R-W-2
  const struct flitlock_flit *flit = flitlock_fifo_front(fifo);
  return flit->seq + 1U == flit->len || flitlock_fifo_visible(fifo) >= 2;  // R-W-4
}

// R-L1-2, R-ARB. FLITLOCK_NO_VC if there is no candidate.
static unsigned arbitrate_l1(struct flitlock_block *r, unsigned i) {
  struct flitlock_router_in *in = &r->in[i];
  unsigned winner = FLITLOCK_NO_VC;
  uint32_t oldest = 0;
  unsigned start = in->l1.pointer;
  for (uint32_t turned = flitlock_turn32(in->ready, start); turned != 0; turned &= turned - 1) {
    unsigned vc = (flitlock_lowest32(turned) + start) & 31U;
    const struct flitlock_front *front = &in->front[vc];
    if (flitlock_fifo_room(front->to) < front->need) continue;
    const struct flitlock_fifo *fifo = flitlock_input_fifo(r, i, vc);
    if (!offers(fifo, front)) continue;
    if (r->arbiter[FLITLOCK_L1] != FLITLOCK_ARB_OLDEST) {
      winner = vc;
      break;
    }
    uint32_t birth = flitlock_fifo_front(fifo)->birth;
    if (winner == FLITLOCK_NO_VC || flitlock_arbiter_older(birth, oldest)) {
      winner = vc;
      oldest = birth;
    }
  }
  if (winner != FLITLOCK_NO_VC) {
    unsigned next = winner + 1 == r->vcs ? 0 : winner + 1;
    flitlock_arbiter_granted(&in->l1, r->arbiter[FLITLOCK_L1], winner, next, r->vc_weight[winner]);
  }
  return winner;
}

// Makes the next flit of output width in `to` and frees what it was made of. Returns the entries freed.
static unsigned convert(const struct flitlock_block *r, struct flitlock_router_in *in, struct flitlock_fifo *fifo,
                        unsigned conversion, struct flitlock_flit *to) {
  const struct flitlock_flit *entry = flitlock_fifo_front(fifo);
  *to = *entry;
  if (conversion == FLITLOCK_SPLIT) {
    unsigned moved = in->moved;
    to->units = 1;
    to->seq = (uint8_t)(entry->seq + moved);
    to->head = to->seq == 0;
    to->tail = to->seq + 1U == entry->len;
    to->payload = entry->payload == NULL ? NULL : entry->payload + moved * r->unit_bytes;
    if (moved + 1U < entry->units) {
      in->moved = (uint8_t)(moved + 1U);
      return 0;
    }
    in->moved = 0;  // R-W-2: the last carried unit has moved
    flitlock_fifo_pop(fifo);
    return 1;
  }
  flitlock_fifo_pop(fifo);
  if (entry->seq + 1U == entry->len) return 1;  // an odd last unit goes alone
  to->units = 2;
  to->tail = entry->seq + 2U == entry->len;
  flitlock_fifo_pop(fifo);  // R-W-4: both units lie one behind the other in the packet's payload
  return 2;
}

static void step_l1(struct flitlock_block *r, uint64_t cycle, unsigned i, struct flitlock_out *lanes) {
  struct flitlock_router_in *in = &r->in[i];
  unsigned vc = in->hold;
  if (vc == FLITLOCK_NO_VC) {
    vc = arbitrate_l1(r, i);
  } else if ((in->ready >> vc & 1U) == 0 || !offers(flitlock_input_fifo(r, i, vc), &in->front[vc]) ||
             overruns(in->front[vc].to)) {
    vc = FLITLOCK_NO_VC;  // R-L1-4: the grant stays, nothing moves
  }
  if (vc == FLITLOCK_NO_VC) {
    r->work[FLITLOCK_L1] &= ~flitlock_bit(i);
    return;
  }

  struct flitlock_fifo *fifo = flitlock_input_fifo(r, i, vc);
  const struct flitlock_front *front = &in->front[vc];
  struct flitlock_fifo *to = front->to;
  unsigned o = front->out;
  unsigned to_vc = front->vc;
  struct flitlock_flit *flit = flitlock_fifo_push(to);
  unsigned freed = 1;
  if (front->conversion == FLITLOCK_SAME) {
    *flit = *flitlock_fifo_front(fifo);
    flitlock_fifo_pop(fifo);
  } else {
    freed = convert(r, in, fifo, front->conversion, flit);
  }
  flit->vc = (uint8_t)to_vc;
  if (freed != 0) {  // R-L1-6
    lanes->credit_valid |= flitlock_bit(i);
    lanes->credit[i] = flitlock_credit_one(vc, freed);
  }

  if (r->registered[FLITLOCK_STAGE_CROSSBAR]) {
    add_fresh(r, to, FLITLOCK_STAGE_CROSSBAR, i, o, to_vc);
  } else {
    r->pair[flitlock_pair(r, i, o)] |= (uint16_t)(1U << to_vc);
    r->out[o].inputs |= flitlock_bit(i);
    r->work[FLITLOCK_L2] |= flitlock_bit(o);
  }

  in->hold = flit->tail ? FLITLOCK_NO_VC : (uint8_t)vc;
  if (fifo->count != 0 && flit->tail) set_front(r, cycle, i, vc, flitlock_fifo_front(fifo));
  if (flitlock_fifo_visible(fifo) == 0) {
    in->ready &= ~(1U << vc);
    if (in->ready == 0) r->work[FLITLOCK_L1] &= ~flitlock_bit(i);
  }
}

// R-L2-2 for the VCs in `vcs` of input i, in ascending order. Returns the VC taken, or FLITLOCK_NO_VC; with oldest
// first, only a VC older than `*oldest` (when `found`).
static unsigned look_l2(const struct flitlock_block *r, unsigned o, unsigned i, uint32_t vcs, bool found,
                        uint32_t *oldest) {
  unsigned width = r->out[o].width;
  unsigned winner = FLITLOCK_NO_VC;
  for (; vcs != 0; vcs &= vcs - 1) {
    unsigned vc = flitlock_lowest32(vcs);
    const struct flitlock_flit *flit = flitlock_fifo_front(flitlock_crossbar_fifo(r, i, o, vc));
    unsigned need = (flit->len + width - 1U) >> (width - 1U);
    if (flitlock_fifo_room(flitlock_output_fifo(r, o, vc)) < need) continue;
    if (r->arbiter[FLITLOCK_L2] != FLITLOCK_ARB_OLDEST) return vc;
    if (!found || flitlock_arbiter_older(flit->birth, *oldest)) {
      found = true;
      *oldest = flit->birth;
      winner = vc;
    }
  }
  return winner;
}

// R-L2-1, R-ARB: round robin order over the pairs is: the pointer's input from the pointer's VC on, the other inputs,
// the pointer's input up to the pointer's VC. The winner becomes the holder; false if there is no candidate.
static bool arbitrate_l2(struct flitlock_block *r, unsigned o) {
  struct flitlock_router_out *out = &r->out[o];
  const uint16_t *pair = &r->pair[flitlock_pair(r, 0, o)];
  unsigned start_in = out->l2.pointer >> 4;
  unsigned start_vc = out->l2.pointer & 15U;
  bool oldest_first = r->arbiter[FLITLOCK_L2] == FLITLOCK_ARB_OLDEST;
  uint32_t oldest = 0;
  unsigned winner_in = 0;
  unsigned winner_vc = FLITLOCK_NO_VC;

  for (uint64_t turned = flitlock_turn64(out->inputs, start_in); turned != 0; turned &= turned - 1) {
    unsigned i = (flitlock_lowest64(turned) + start_in) & 63U;
    uint32_t vcs = pair[i];
    if (i == start_in) vcs &= ~0U << start_vc;
    unsigned vc = look_l2(r, o, i, vcs, winner_vc != FLITLOCK_NO_VC, &oldest);
    if (vc != FLITLOCK_NO_VC) {
      winner_in = i;
      winner_vc = vc;
      if (!oldest_first) break;
    }
  }
  if ((winner_vc == FLITLOCK_NO_VC || oldest_first) && start_vc != 0) {
    uint32_t vcs = pair[start_in] & ~(~0U << start_vc);
    unsigned vc = look_l2(r, o, start_in, vcs, winner_vc != FLITLOCK_NO_VC, &oldest);
    if (vc != FLITLOCK_NO_VC) {
      winner_in = start_in;
      winner_vc = vc;
    }
  }
  if (winner_vc == FLITLOCK_NO_VC) return false;

  unsigned next_in = winner_in;
  unsigned next_vc = winner_vc + 1;
  if (next_vc == r->vcs) {
    next_vc = 0;
    next_in = winner_in + 1 == r->ports ? 0 : winner_in + 1;
  }
  flitlock_arbiter_granted(&out->l2, r->arbiter[FLITLOCK_L2], winner_in << 4 | winner_vc, next_in << 4 | next_vc,
                           r->in[winner_in].weight);
  out->l2_hold_in = (uint8_t)winner_in;
  out->l2_hold_vc = (uint8_t)winner_vc;
  return true;
}

static void step_l2(struct flitlock_block *r, unsigned o) {
  struct flitlock_router_out *out = &r->out[o];
  bool moves = out->l2_hold_vc == FLITLOCK_NO_VC
                   ? arbitrate_l2(r, o)
                   : (r->pair[flitlock_pair(r, out->l2_hold_in, o)] >> out->l2_hold_vc & 1U) != 0 &&
                         !overruns(flitlock_output_fifo(r, o, out->l2_hold_vc));
  if (!moves) {
    r->work[FLITLOCK_L2] &= ~flitlock_bit(o);
    return;
  }

  unsigned i = out->l2_hold_in;
  unsigned vc = out->l2_hold_vc;
  unsigned pair = flitlock_pair(r, i, o);
  struct flitlock_fifo *fifo = &r->crossbar[pair << 4 | vc];
  struct flitlock_fifo *to = flitlock_output_fifo(r, o, vc);
  struct flitlock_flit *flit = flitlock_fifo_push(to);
  *flit = *flitlock_fifo_front(fifo);
  flitlock_fifo_pop(fifo);
  r->work[FLITLOCK_L1] |= (uint64_t)(r->in[i].ready != 0) << i;  // room for the next edge, R-ST-3

  if (r->registered[FLITLOCK_STAGE_OUTPUT]) {
    add_fresh(r, to, FLITLOCK_STAGE_OUTPUT, i, o, vc);
  } else {
    out->ready |= 1U << vc;
    r->work[FLITLOCK_L3] |= flitlock_bit(o);
  }

  if (flit->tail) out->l2_hold_vc = FLITLOCK_NO_VC;
  if (flitlock_fifo_visible(fifo) == 0) {
    r->pair[pair] &= (uint16_t) ~(1U << vc);
    if (r->pair[pair] == 0) {
      out->inputs &= ~flitlock_bit(i);
      if (out->inputs == 0) r->work[FLITLOCK_L2] &= ~flitlock_bit(o);
    }
  }
}

// R-L3-2, R-ARB.
static unsigned arbitrate_l3(struct flitlock_block *r, unsigned o) {
  struct flitlock_router_out *out = &r->out[o];
  unsigned winner = FLITLOCK_NO_VC;
  uint32_t oldest = 0;
  unsigned start = out->l3.pointer;
  for (uint32_t turned = flitlock_turn32(out->ready, start); turned != 0; turned &= turned - 1) {
    unsigned vc = (flitlock_lowest32(turned) + start) & 31U;
    const struct flitlock_flit *flit = flitlock_fifo_front(flitlock_output_fifo(r, o, vc));
    if (out->credits[vc] < (flit->len + out->width - 1U) >> (out->width - 1U)) continue;
    if (r->arbiter[FLITLOCK_L3] != FLITLOCK_ARB_OLDEST) {
      winner = vc;
      break;
    }
    if (winner == FLITLOCK_NO_VC || flitlock_arbiter_older(flit->birth, oldest)) {
      winner = vc;
      oldest = flit->birth;
    }
  }
  if (winner != FLITLOCK_NO_VC) {
    unsigned next = winner + 1 == r->vcs ? 0 : winner + 1;
    flitlock_arbiter_granted(&out->l3, r->arbiter[FLITLOCK_L3], winner, next, r->vc_weight[winner]);
  }
  return winner;
}

static void step_l3(struct flitlock_block *r, unsigned o, struct flitlock_out *lanes) {
  struct flitlock_router_out *out = &r->out[o];
  unsigned vc = out->l3_hold;
  if (vc == FLITLOCK_NO_VC) {
    vc = arbitrate_l3(r, o);
  } else if ((out->ready >> vc & 1U) == 0) {
    vc = FLITLOCK_NO_VC;
  }
  if (vc == FLITLOCK_NO_VC) {
    r->work[FLITLOCK_L3] &= ~flitlock_bit(o);
    return;
  }

  struct flitlock_fifo *fifo = flitlock_output_fifo(r, o, vc);
  const struct flitlock_flit *flit = flitlock_fifo_front(fifo);
  lanes->flit_valid |= flitlock_bit(o);  // R-L3-4
  lanes->flit[o] = *flit;
  out->credits[vc]--;
  out->l3_hold = flit->tail ? FLITLOCK_NO_VC : (uint8_t)vc;
  flitlock_fifo_pop(fifo);
  r->work[FLITLOCK_L2] |= (uint64_t)(out->inputs != 0) << o;  // room for the next edge, R-ST-3
  if (flitlock_fifo_visible(fifo) == 0) {
    out->ready &= ~(1U << vc);
    if (out->ready == 0) r->work[FLITLOCK_L3] &= ~flitlock_bit(o);
  }
}

uint64_t flitlock_router_step(struct flitlock_block *r, uint64_t cycle, const struct flitlock_in *in,
                              struct flitlock_out *out) {
  if (r->fresh_count != 0) show_fresh(r);
  if (r->checks) flitlock_router_check_masks(r, cycle, in);
  if (in->credit_valid != 0) take_credits(r, cycle, in);
  if (in->flit_valid != 0) take_flits(r, cycle, in);
  for (uint64_t mask = r->work[FLITLOCK_L1]; mask != 0; mask &= mask - 1)
    step_l1(r, cycle, flitlock_lowest64(mask), out);
  for (uint64_t mask = r->work[FLITLOCK_L2]; mask != 0; mask &= mask - 1)
    step_l2(r, flitlock_lowest64(mask));
  for (uint64_t mask = r->work[FLITLOCK_L3]; mask != 0; mask &= mask - 1)
    step_l3(r, flitlock_lowest64(mask), out);
  bool awake = (r->work[FLITLOCK_L1] | r->work[FLITLOCK_L2] | r->work[FLITLOCK_L3]) != 0 || r->fresh_count != 0;
  return awake ? cycle + 1 : FLITLOCK_SLEEP;
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
