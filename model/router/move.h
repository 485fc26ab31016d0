// SPDX-License-Identifier: Apache-2.0
// What moves of flits have in common, whoever decides on them: ways, width conversion, the link.
#ifndef FLITLOCK_MODEL_ROUTER_MOVE_H
#define FLITLOCK_MODEL_ROUTER_MOVE_H

#include "router/state.h"

#define INLINE static inline __attribute__((always_inline))

// R-RT: the way of a packet from input `in`.
INLINE const struct flitlock_path *find_path(const struct flitlock_block *r, const struct flitlock_router_in *in,
                                             const struct flitlock_flit *flit) {
  unsigned o = flitlock_way_port(&r->way, flit->dst);
  return &in->paths[o < r->ports ? o : r->ports];
}

// Notes the packet whose flit is at the front of an input buffer from now on.
INLINE void set_front(struct flitlock_block *r, uint64_t cycle, unsigned i, unsigned vc,
                      const struct flitlock_flit *flit, const bool plain) {
  struct flitlock_router_in *in = &r->in[i];
  struct flitlock_front *front = &in->front[vc];
  const struct flitlock_path *path = find_path(r, in, flit);
  front->path = path;
  front->vc = in->vc_map[vc];
  front->need = (uint8_t)((flit->len + (unsigned)path->shift) >> path->shift);
  front->to = path->to;
  if (path->port != FLITLOCK_NO_PORT)
    front->to += front->vc;
  else if (!plain && r->checks)
    flitlock_router_check_route(r, cycle, i, flit);
}

// A packet longer than its head said would not fit where it was given room. Only a sender that broke R-FL-3 can send
// one; it must not write past a buffer even where checks are off.
INLINE bool overruns(const struct flitlock_fifo *to) { return flitlock_fifo_room(to) == 0; }

// Does the front of the input buffer make a flit of output width? It has at least one visible entry.
INLINE bool offers(const struct flitlock_fifo *fifo, const struct flitlock_front *front) {
  if (front->path->conversion != FLITLOCK_MERGE) return true;                            // R-W-1, R-W-2
  return fifo->front->seq + 1U == fifo->front->len || flitlock_fifo_visible(fifo) >= 2;  // R-W-4
}

// Makes the next flit of output width in `to` and frees what it was made of. Returns the entries freed.
static unsigned convert(const struct flitlock_block *r, struct flitlock_router_in *in, struct flitlock_fifo *fifo,
                        unsigned conversion, struct flitlock_flit *to) {
  const struct flitlock_flit *entry = fifo->front;
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

// R-L3-4.
INLINE void present(struct flitlock_router_out *out, unsigned o, unsigned vc, const struct flitlock_flit *flit,
                    struct flitlock_out *lanes) {
  lanes->flit_valid |= flitlock_bit(o);
  lanes->flit[o] = *flit;
  out->credits[vc]--;
  out->l3_hold = flit->tail ? FLITLOCK_NO_VC : (uint8_t)vc;
}

#endif
