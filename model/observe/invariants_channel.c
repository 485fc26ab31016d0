// SPDX-License-Identifier: Apache-2.0
// R-INV-1 and R-INV-3: credits and packets on one channel.
#include <string.h>

#include "observe/invariants_state.h"

void flitlock_invariants_channel_reset(struct flitlock_invariants *self) {
  for (uint32_t c = 0; c < self->channels; c++) {
    struct invariants_channel *channel = &self->channel[c];
    memcpy(channel->credit, channel->depth, sizeof channel->credit);
    memset(channel->flying, 0, sizeof channel->flying);
    memset(channel->held, 0, sizeof channel->held);
    channel->in_packet = 0;
  }
}

// R-FL-3: what the position in the packet says about head, tail and units.
static void check_shape(struct flitlock_invariants *self, const struct invariants_channel *channel,
                        const struct flitlock_flit *flit) {
  unsigned left = flit->len - flit->seq;
  if (flit->len == 0 || flit->seq >= flit->len) {
    flitlock_invariants_violated(self, FLITLOCK_E_PROTOCOL, "R-INV-3 (R-FL-3)", channel,
                                 "vc %u: seq %u in a packet of len %u", flit->vc, flit->seq, flit->len);
    return;
  }
  unsigned units = left < channel->width ? left : channel->width;
  if (flit->units != units || flit->seq % channel->width != 0) {
    flitlock_invariants_violated(
        self, FLITLOCK_E_PROTOCOL, "R-INV-3 (R-FL-3)", channel,
        "vc %u: %u units at seq %u of len %u, on a link of %u it must be %u from a multiple of it", flit->vc,
        flit->units, flit->seq, flit->len, channel->width, units);
    return;
  }
  unsigned head = flit->seq == 0;
  unsigned tail = left == units;
  if (flit->head != head || flit->tail != tail) {
    flitlock_invariants_violated(self, FLITLOCK_E_PROTOCOL, "R-INV-3 (R-FL-3)", channel,
                                 "vc %u: head %u and tail %u at seq %u, units %u of len %u, must be %u and %u",
                                 flit->vc, flit->head, flit->tail, flit->seq, flit->units, flit->len, head, tail);
  }
}

// A head follows a tail only, and every other flit continues the packet before it.
static void check_sequence(struct flitlock_invariants *self, struct invariants_channel *channel,
                           const struct flitlock_flit *flit) {
  const struct flitlock_flit *open = &channel->head;
  if (channel->in_packet && flit->head) {
    flitlock_invariants_violated(
        self, FLITLOCK_E_PROTOCOL, "R-INV-3 (R-FL-5)", channel,
        "vc %u: a head (src 0x%08x, id %u) while packet src 0x%08x, id %u lacks its flits from seq "
        "%u of %u on",
        flit->vc, flit->src, flit->id, open->src, open->id, channel->next_seq, open->len);
  } else if (!channel->in_packet && !flit->head) {
    flitlock_invariants_violated(self, FLITLOCK_E_PROTOCOL, "R-INV-3 (R-FL-5)", channel,
                                 "vc %u: seq %u of packet src 0x%08x, id %u without its head", flit->vc, flit->seq,
                                 flit->src, flit->id);
  } else if (channel->in_packet) {
    if (flit->src != open->src || flit->dst != open->dst || flit->id != open->id || flit->op != open->op ||
        flit->vc != open->vc) {
      flitlock_invariants_violated(self, FLITLOCK_E_PROTOCOL, "R-INV-3 (R-FL-5)", channel,
                                   "packets interleave: vc %u, src 0x%08x, id %u within vc %u, src 0x%08x, id %u",
                                   flit->vc, flit->src, flit->id, open->vc, open->src, open->id);
    } else if (flit->seq != channel->next_seq) {
      flitlock_invariants_violated(self, FLITLOCK_E_PROTOCOL, "R-INV-3", channel,
                                   "vc %u: seq %u of packet src 0x%08x, id %u, must be %u", flit->vc, flit->seq,
                                   flit->src, flit->id, channel->next_seq);
    }
  }
  if (flit->head) channel->head = *flit;
  channel->in_packet = !flit->tail;
  channel->next_seq = (uint8_t)(flit->seq + flit->units);
}

void flitlock_invariants_flit_sent(struct flitlock_invariants *self, struct invariants_channel *channel,
                                   const struct flitlock_flit *flit) {
  if (flit->vc >= channel->vcs) {
    flitlock_invariants_violated(self, FLITLOCK_E_PROTOCOL, "R-INV-3 (R-IN-2)", channel,
                                 "vc %u, the receiver has %u VCs", flit->vc, channel->vcs);
    return;
  }
  if (!channel->instant && channel->credit[flit->vc] == 0) {
    flitlock_invariants_violated(self, FLITLOCK_E_PROTOCOL, "R-INV-1 (R-CH-9)", channel,
                                 "vc %u: a flit is sent with 0 credits, the buffer's depth is %u", flit->vc,
                                 channel->depth[flit->vc]);
    return;
  }
  if (!channel->instant) channel->credit[flit->vc]--;
  check_shape(self, channel, flit);
  if (self->failure.status == FLITLOCK_OK) check_sequence(self, channel, flit);
}

void flitlock_invariants_flit_arrived(struct invariants_channel *channel, const struct flitlock_flit *flit) {
  if (flit->vc < channel->vcs) channel->held[flit->vc]++;
}

void flitlock_invariants_credit_sent(struct flitlock_invariants *self, struct invariants_channel *channel,
                                     uint32_t word) {
  for (unsigned vc = 0; vc < FLITLOCK_MAX_VCS; vc++) {
    uint32_t count = flitlock_credit_get(word, vc);
    if (count == 0) continue;
    uint32_t held = vc < channel->vcs ? channel->held[vc] : 0U;
    if (count > held || count > 2U) {
      flitlock_invariants_violated(self, FLITLOCK_E_PROTOCOL, "R-INV-1 (R-CH-8)", channel,
                                   "vc %u: %u credits are returned, the buffer held %u entries", vc, count, held);
      return;
    }
    channel->held[vc] = (uint16_t)(held - count);
    if (!channel->instant) channel->flying[vc] = (uint16_t)(channel->flying[vc] + count);
  }
}

void flitlock_invariants_credit_arrived(struct flitlock_invariants *self, struct invariants_channel *channel,
                                        uint32_t word) {
  if (channel->instant) return;
  for (unsigned vc = 0; vc < channel->vcs; vc++) {
    uint32_t count = flitlock_credit_get(word, vc);
    if (count == 0) continue;
    // A credit that nobody sent was seen at neither end: the lane made it.
    if (count > channel->flying[vc] || channel->credit[vc] + count > channel->depth[vc]) {
      flitlock_invariants_violated(self, FLITLOCK_E_PROTOCOL, "R-INV-1 (R-CH-9)", channel,
                                   "vc %u: %u credits arrive at a sender with %u of %u, %u were on their way", vc,
                                   count, channel->credit[vc], channel->depth[vc], channel->flying[vc]);
      return;
    }
    channel->flying[vc] = (uint16_t)(channel->flying[vc] - count);
    channel->credit[vc] = (uint16_t)(channel->credit[vc] + count);
  }
}

void flitlock_invariants_channels_drained(struct flitlock_invariants *self) {
  int quiet = flitlock_engine_next_event(self->engine) == FLITLOCK_SLEEP;
  for (uint32_t c = 0; c < self->channels; c++) {
    const struct invariants_channel *channel = &self->channel[c];
    for (unsigned vc = 0; vc < channel->vcs; vc++) {
      // A credit may still be on its way, but not when nothing will ever happen again.
      unsigned home = channel->credit[vc] + (quiet ? 0U : channel->flying[vc]);
      if (home != channel->depth[vc]) {
        flitlock_invariants_violated(self, FLITLOCK_E_PROTOCOL, "R-INV-1", channel,
                                     "vc %u: %u of %u credits came home by the end of the drained run; %u entries are "
                                     "still held",
                                     vc, home, channel->depth[vc], channel->held[vc]);
        return;
      }
    }
  }
}
