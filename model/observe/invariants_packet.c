// SPDX-License-Identifier: Apache-2.0
// R-INV-2, R-INV-4, R-INV-5: every packet arrives once, whole, in order, where it should, with its bytes.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "flitlock/rng.h"
#include "flitlock/translation.h"
#include "observe/invariants_memory.h"

#define REGION_BITS 8U  // R-INV-4

// Broken conservation: the network did something to a packet.
#define VIOLATED(self, rule, channel, ...) \
  flitlock_invariants_violated(self, FLITLOCK_E_MISMATCH, rule, channel, __VA_ARGS__)

static const char *kind_of(const struct flitlock_flit *flit) {
  return flit->op >= FLITLOCK_OP_WRITE_RSP ? "response" : "request";
}

static const char *block_name(const struct flitlock_invariants *self, uint32_t block) {
  return flitlock_engine_block_name(self->engine, block);
}

char *flitlock_invariants_packet_name(const struct flitlock_invariants *self, const struct invariants_packet *packet,
                                      char *buffer, size_t size) {
  snprintf(buffer, size, "%s %" PRIu32 " %s %s", kind_of(&packet->head), packet->head.id,
           packet->state == PACKET_RESPONSE ? "by" : "of", block_name(self, packet->src_block));
  return buffer;
}

static struct invariants_packet *out_of_memory(struct flitlock_invariants *self) {
  flitlock_invariants_violated(self, FLITLOCK_E_NO_MEMORY, "invariants", NULL,
                               "out of memory for the packets in flight");
  return NULL;
}

// ---- Injection

// R-DTLB-1: a request to another GPU goes through a link TLB.
static int is_translated(const struct flitlock_invariants *self, const struct flitlock_flit *flit) {
  return self->translation && flit->op <= FLITLOCK_OP_READ_REQ &&
         flitlock_address_gpu(flit->src) != flitlock_address_gpu(flit->dst);
}

// Gives the packet its place among those that must not overtake it.
static void take_order(struct flitlock_invariants *self, struct invariants_packet *packet) {
  uint64_t key = ((uint64_t)packet->src_block << 32U | packet->head.dst) + 1U;
  // Keys of two flows can fall together, with a chance of one in 2^64 for each pair; 0 is none.
  if (is_translated(self, &packet->head))
    key = flitlock_rng_mix(key ^ flitlock_rng_mix(packet->head.addr >> REGION_BITS)) | 1U;
  struct invariants_flow *flow = flitlock_table_find(&self->flows, key);
  if (!flow) flow = flitlock_table_insert(&self->flows, key);
  if (!flow) {
    out_of_memory(self);
    return;
  }
  packet->flow = key;
  packet->order = flow->sent++;
}

static struct invariants_packet *inject_request(struct flitlock_invariants *self,
                                                const struct invariants_channel *channel,
                                                const struct flitlock_flit *flit) {
  uint32_t block = channel->src_block;
  if (flit->src != self->node[block].address || flit->id != self->next_id[block]) {
    VIOLATED(self, "R-INV-2 (R-FL-1)", channel,
             "request src 0x%08" PRIx32 ", id %" PRIu32 " is sent, must be src 0x%08" PRIx32 ", id %" PRIu32, flit->src,
             flit->id, self->node[block].address, self->next_id[block]);
    return NULL;
  }
  self->next_id[block]++;
  uint64_t key = flitlock_packet_key(flit);
  if (flitlock_table_find(&self->packets, key)) {
    VIOLATED(self, "R-INV-2 (R-FL-1)", channel,
             "request id %" PRIu32 " is sent while one of the same number is under way", flit->id);
    return NULL;
  }
  struct invariants_packet *packet = flitlock_table_insert(&self->packets, key);
  return packet ? packet : out_of_memory(self);
}

static struct invariants_packet *inject_response(struct flitlock_invariants *self,
                                                 const struct invariants_channel *channel,
                                                 const struct flitlock_flit *flit) {
  struct invariants_packet *packet = flitlock_table_find(&self->packets, flitlock_packet_key(flit));
  if (!packet || packet->state != PACKET_SERVED) {
    VIOLATED(self, "R-INV-2 (R-RS-3)", channel, "a response to request src 0x%08" PRIx32 ", id %" PRIu32 ", which %s",
             flit->dst, flit->id,
             !packet                            ? "is not under way"
             : packet->state == PACKET_RESPONSE ? "was answered before"
                                                : "has not arrived");
    return NULL;
  }
  if (flit->src != packet->head.dst || flit->birth != packet->head.birth || flit->addr != packet->spa ||
      flit->bytes != packet->head.bytes || flit->status != packet->status) {
    VIOLATED(self, "R-INV-2 (R-RS-4)", channel,
             "response src 0x%08" PRIx32 ", birth %" PRIu32 ", bytes %u, addr 0x%" PRIx64
             ", status %u to a request with dst 0x%08" PRIx32 ", birth %" PRIu32 ", bytes %u, addr 0x%" PRIx64
             ", status %u",
             flit->src, flit->birth, flit->bytes, flit->addr, flit->status, packet->head.dst, packet->head.birth,
             packet->head.bytes, packet->spa, packet->status);
    return NULL;
  }
  return packet;
}

static void inject(struct flitlock_invariants *self, const struct invariants_channel *channel,
                   const struct flitlock_flit *flit) {
  if (!flit->head) return;
  int response = flit->op >= FLITLOCK_OP_WRITE_RSP;
  struct invariants_packet *packet =
      response ? inject_response(self, channel, flit) : inject_request(self, channel, flit);
  if (!packet) return;
  packet->head = *flit;
  packet->injected = self->cycle;
  packet->src_block = channel->src_block;
  packet->state = response ? PACKET_RESPONSE : PACKET_REQUEST;
  packet->sent = packet->taken = 0;
  packet->spa = flit->addr;
  packet->status = flit->status;
  if (is_translated(self, flit))
    packet->status =
        (uint8_t)flitlock_translation_spa(self->translation, flitlock_address_gpu(flit->src),
                                          flitlock_address_gpu(flit->dst), flit->addr, flit->op, &packet->spa);
  take_order(self, packet);
}

// ---- On the way

// R-FL-7: what must not change between the ends.
static int same_packet(const struct flitlock_flit *a, const struct flitlock_flit *b) {
  return a->len == b->len && a->op == b->op && a->bytes == b->bytes && a->dst == b->dst && a->src == b->src &&
         a->id == b->id && a->birth == b->birth;
}

// R-INV-7: address and status as they must be on the channel, before or behind the link TLB.
static int right_address(const struct flitlock_invariants *self, const struct invariants_channel *channel,
                         const struct invariants_packet *packet, const struct flitlock_flit *flit, uint64_t *addr,
                         unsigned *status) {
  int behind = is_translated(self, flit) && channel->gpu == flitlock_address_gpu(flit->dst);
  *addr = behind ? packet->spa : packet->head.addr;
  *status = behind ? packet->status : packet->head.status;
  return flit->addr == *addr && flit->status == *status;
}

// The packet of a flit in the network; a violation and NULL when there is none or it is another one.
static struct invariants_packet *known(struct flitlock_invariants *self, const struct invariants_channel *channel,
                                       const struct flitlock_flit *flit) {
  struct invariants_packet *packet = flitlock_table_find(&self->packets, flitlock_packet_key(flit));
  unsigned state = flit->op >= FLITLOCK_OP_WRITE_RSP ? PACKET_RESPONSE : PACKET_REQUEST;
  if (!packet || packet->state != state) {
    VIOLATED(self, "R-INV-2", channel,
             "vc %u: seq %u of %s src 0x%08" PRIx32 ", dst 0x%08" PRIx32 ", id %" PRIu32 ", which was %s", flit->vc,
             flit->seq, kind_of(flit), flit->src, flit->dst, flit->id,
             packet ? "delivered before, or not sent yet" : "never sent, or delivered before");
    return NULL;
  }
  const int same_address = flit->addr == packet->head.addr && flit->status == packet->head.status;
  if (!same_packet(flit, &packet->head) || (!self->translation && !same_address)) {
    char now[512];
    char then[512];
    flitlock_flit_print(flit, now, sizeof now);
    flitlock_flit_print(&packet->head, then, sizeof then);
    VIOLATED(self, "R-INV-2 (R-FL-7)", channel, "a header changed on the way: %s, sent as %s", now, then);
    return NULL;
  }
  uint64_t addr = 0;
  unsigned status = 0;
  if (!right_address(self, channel, packet, flit, &addr, &status)) {
    VIOLATED(self, "R-INV-7", channel,
             "%s src 0x%08" PRIx32 ", id %" PRIu32 " has addr 0x%" PRIx64 ", status %u; must be addr 0x%" PRIx64
             ", status %u (sent with addr 0x%" PRIx64 ")",
             kind_of(flit), flit->src, flit->id, flit->addr, flit->status, addr, status, packet->head.addr);
    return NULL;
  }
  return packet;
}

// ---- Ejection

// R-PAY-1, at the last link: the bytes are there until the client takes the tail.
static void check_payload(struct flitlock_invariants *self, const struct invariants_channel *channel,
                          const struct flitlock_flit *flit) {
  uint8_t wanted[FLITLOCK_MAX_WIDTH * FLITLOCK_MAX_UNIT_BYTES] = {0};
  uint32_t size = flit->units * self->unit_bytes;
  uint32_t offset = flit->seq * self->unit_bytes;
  int response = flit->op >= FLITLOCK_OP_WRITE_RSP;
  // A read that was answered with an error has none (R-RS-4).
  int data = flit->op == FLITLOCK_OP_WRITE_REQ || (flit->op == FLITLOCK_OP_READ_RSP && flit->status == 0);
  if (self->memory && data && response) {
    flitlock_invariants_memory_response(self, channel, flit);
    return;
  }
  if (data && flit->bytes > offset) {
    uint32_t left = flit->bytes - offset;
    flitlock_payload_fill(self->seed, response ? flit->dst : flit->src, flit->id, response, offset, wanted,
                          left < size ? left : size);
  }
  if (!flit->payload) {
    VIOLATED(self, "R-INV-5", channel, "vc %u: seq %u of %s src 0x%08" PRIx32 ", id %" PRIu32 " has no payload",
             flit->vc, flit->seq, kind_of(flit), flit->src, flit->id);
    return;
  }
  if (memcmp(wanted, flit->payload, size) == 0) return;
  uint32_t at = 0;
  while (flit->payload[at] == wanted[at])
    at++;
  VIOLATED(self, "R-INV-5 (R-PAY-1)", channel,
           "vc %u: byte %" PRIu32 " of %s src 0x%08" PRIx32 ", id %" PRIu32 " is 0x%02x, must be 0x%02x (xor 0x%02x)",
           flit->vc, offset + at, kind_of(flit), flit->src, flit->id, flit->payload[at], wanted[at],
           (unsigned)(flit->payload[at] ^ wanted[at]));
}

void flitlock_invariants_packet_sent(struct flitlock_invariants *self, uint32_t number,
                                     const struct flitlock_flit *flit) {
  const struct invariants_channel *channel = &self->channel[number];
  if (channel->from_client) {
    inject(self, channel, flit);
    self->units += flit->units;
  }
  if (self->failure.status != FLITLOCK_OK) return;
  struct invariants_packet *packet = known(self, channel, flit);
  if (!packet) return;
  if (channel->from_client) packet->sent = (uint8_t)(packet->sent + flit->units);
  if (flit->head) {
    packet->channel = number;
    packet->seen = self->cycle;
  }
  if (channel->to_client) check_payload(self, channel, flit);
}

static void check_order(struct flitlock_invariants *self, const struct invariants_channel *channel,
                        const struct invariants_packet *packet) {
  struct invariants_flow *flow = flitlock_table_find(&self->flows, packet->flow);
  if (flow && packet->order == flow->arrived) {
    flow->arrived++;
    // Regions are many, and only those with something under way are of interest.
    if (is_translated(self, &packet->head) && flow->arrived == flow->sent) flitlock_table_erase(&self->flows, flow);
    return;
  }
  char name[160];
  VIOLATED(self, "R-INV-4", channel,
           "%s to dst 0x%08" PRIx32 " arrives as number %" PRIu32
           " of its source and destination%s, it was sent as number %" PRIu32,
           flitlock_invariants_packet_name(self, packet, name, sizeof name), packet->head.dst,
           flow ? flow->arrived : 0U, is_translated(self, &packet->head) ? " and 256-byte region" : "", packet->order);
}

void flitlock_invariants_packet_arrived(struct flitlock_invariants *self, const struct invariants_channel *channel,
                                        const struct flitlock_flit *flit) {
  uint32_t address = self->node[channel->dst_block].address;
  if (flit->dst != address) {
    VIOLATED(self, "R-INV-2", channel,
             "misrouted: %s src 0x%08" PRIx32 ", id %" PRIu32 " for 0x%08" PRIx32 " arrives at %s, 0x%08" PRIx32,
             kind_of(flit), flit->src, flit->id, flit->dst, block_name(self, channel->dst_block), address);
    return;
  }
  struct invariants_packet *packet = known(self, channel, flit);
  if (!packet) return;
  self->units -= flit->units < self->units ? flit->units : self->units;
  if (flit->seq != packet->taken || packet->taken + flit->units > packet->sent) {
    VIOLATED(self, "R-INV-2", channel,
             "%s src 0x%08" PRIx32 ", id %" PRIu32 ": seq %u arrives, must be %u; %u units were sent", kind_of(flit),
             flit->src, flit->id, flit->seq, packet->taken, packet->sent);
    return;
  }
  if (flit->head) check_order(self, channel, packet);
  packet->taken = (uint8_t)(packet->taken + flit->units);
  if (packet->taken < packet->head.len) return;
  if (packet->state == PACKET_REQUEST && !self->posted) {
    packet->state = PACKET_SERVED;
  } else {
    flitlock_table_erase(&self->packets, packet);
  }
}

struct invariants_packet *flitlock_invariants_oldest(const struct flitlock_invariants *self) {
  struct invariants_packet *oldest = NULL;
  uint32_t at = 0;
  for (struct invariants_packet *packet = flitlock_table_next(&self->packets, &at); packet;
       packet = flitlock_table_next(&self->packets, &at)) {
    if (packet->state == PACKET_SERVED) continue;
    if (!oldest || packet->injected < oldest->injected ||
        (packet->injected == oldest->injected && packet->key < oldest->key)) {
      oldest = packet;
    }
  }
  return oldest;
}

void flitlock_invariants_packets_drained(struct flitlock_invariants *self) {
  if (self->packets.count == 0) return;
  char name[160];
  const struct invariants_packet *packet = flitlock_invariants_oldest(self);
  if (packet) {
    VIOLATED(self, "R-INV-2", &self->channel[packet->channel],
             "%s is left at the end of the drained run; its head was seen here last, in cycle %" PRIu64 "; %" PRIu32
             " requests are not complete",
             flitlock_invariants_packet_name(self, packet, name, sizeof name), packet->seen, self->packets.count);
    return;
  }
  uint32_t at = 0;
  packet = flitlock_table_next(&self->packets, &at);
  VIOLATED(self, "R-INV-2 (R-RS-3)", NULL,
           "%s arrived and got no response by the end of the drained run; %" PRIu32 " requests are not complete",
           flitlock_invariants_packet_name(self, packet, name, sizeof name), self->packets.count);
}
