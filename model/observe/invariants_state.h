// SPDX-License-Identifier: Apache-2.0
// What the parts of the invariant checker share. They look at ports only and know nothing of a block's inside.
#ifndef FLITLOCK_MODEL_OBSERVE_INVARIANTS_STATE_H
#define FLITLOCK_MODEL_OBSERVE_INVARIANTS_STATE_H

#include "observe/table.h"
#include "observe/target.h"

#define INVARIANTS_NO_GPU 255U

// A channel as it must look from both of its ends.
struct invariants_channel {
  const char *name;
  uint32_t src_block, dst_block;
  uint8_t width;
  uint8_t vcs;
  uint8_t from_client, to_client;
  uint8_t messages;  // between link TLBs, or of an L2: no packets
  uint8_t gpu;       // of the sender; INVARIANTS_NO_GPU: a switch
  uint8_t instant;   // R-STU-4: the sender may be seen before the receiver, so its credits are not counted
  uint16_t depth[FLITLOCK_MAX_VCS];   // of the receiver's buffer
  uint16_t credit[FLITLOCK_MAX_VCS];  // the sender's counter (R-CH-9)
  uint16_t flying[FLITLOCK_MAX_VCS];  // credits on their way to the sender
  uint16_t held[FLITLOCK_MAX_VCS];    // entries that the receiver has taken in and not freed
  uint8_t in_packet;                  // a head has passed, its tail has not
  uint8_t next_seq;
  struct flitlock_flit head;  // of that packet
};

enum packet_state { PACKET_REQUEST, PACKET_SERVED, PACKET_RESPONSE };

// A request from its head's injection until its response's tail arrives (posted: until its own tail does).
struct invariants_packet {
  uint64_t key;
  struct flitlock_flit head;  // as injected
  uint64_t injected;          // cycle
  uint64_t seen;              // last cycle in which its head was presented
  uint32_t channel;           // there
  uint32_t src_block;         // client that injected it
  uint64_t flow;              // key of those of which it is one
  uint32_t order;             // among these
  uint8_t state;              // enum packet_state; SERVED: the request has arrived, the response has not left
  uint8_t sent, taken;        // units
  uint8_t status;             // of a request behind its link TLB
  uint64_t spa;               // there
};

// Packets of one (source, destination, plane), R-INV-4; of requests that a link TLB translates, of one region, too, as
// long as some are under way. A client sends on one plane only.
struct invariants_flow {
  uint64_t key;  // source's block and destination's address, mixed with the region
  uint32_t sent, arrived;
};

struct flitlock_invariants_memory;  // invariants_memory.c

struct flitlock_invariants {
  struct flitlock_engine *engine;
  struct flitlock_pod_node *node;  // [blocks]
  uint32_t blocks, channels;
  struct invariants_channel *channel;
  uint32_t *from, *to;            // [blocks * FLITLOCK_MAX_PORTS]: channel of an output, of an input
  uint32_t *next_id;              // [blocks]: of a request client
  struct flitlock_table packets;  // struct invariants_packet
  struct flitlock_table flows;    // struct invariants_flow
  uint64_t seed;
  uint32_t unit_bytes;
  uint32_t posted;
  const struct flitlock_translation *translation;  // NULL: none
  uint64_t watchdog, max_age;
  uint64_t cycle;                             // being checked
  uint64_t last_move;                         // last cycle in which a flit was presented or arrived
  uint64_t units;                             // in the network
  uint64_t oldest;                            // no packet in the network was injected before this cycle
  struct flitlock_invariants_memory *memory;  // R-INV-8; NULL: there is no L2
  struct flitlock_error failure;              // the first violation; status OK: none
};

// Keeps the first violation and stops the run. The text begins with the rule, then cycle and channel if there is one.
void flitlock_invariants_violated(struct flitlock_invariants *self, int status, const char *rule,
                                  const struct invariants_channel *channel, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

// R-INV-1, R-INV-3: the flits and credits of a channel at either end.
void flitlock_invariants_channel_reset(struct flitlock_invariants *self);
void flitlock_invariants_flit_sent(struct flitlock_invariants *self, struct invariants_channel *channel,
                                   const struct flitlock_flit *flit);
void flitlock_invariants_flit_arrived(struct invariants_channel *channel, const struct flitlock_flit *flit);
void flitlock_invariants_credit_sent(struct flitlock_invariants *self, struct invariants_channel *channel,
                                     uint32_t word);
void flitlock_invariants_credit_arrived(struct flitlock_invariants *self, struct invariants_channel *channel,
                                        uint32_t word);
void flitlock_invariants_channels_drained(struct flitlock_invariants *self);

// R-INV-2, R-INV-4, R-INV-5: packets from client to client.
void flitlock_invariants_packet_sent(struct flitlock_invariants *self, uint32_t channel,
                                     const struct flitlock_flit *flit);
void flitlock_invariants_packet_arrived(struct flitlock_invariants *self, const struct invariants_channel *channel,
                                        const struct flitlock_flit *flit);
void flitlock_invariants_packets_drained(struct flitlock_invariants *self);
// The packet that is in the network for the longest, or NULL.
struct invariants_packet *flitlock_invariants_oldest(const struct flitlock_invariants *self);
// "request 17 of gpu0.mesh0.A.req_client0". Returns `buffer`.
char *flitlock_invariants_packet_name(const struct flitlock_invariants *self, const struct invariants_packet *packet,
                                      char *buffer, size_t size);

// R-INV-6: writes who waits on whom from `packet` on. Returns 1 when some block tells of the packet.
int flitlock_wait_chain(const struct flitlock_invariants *self, const struct invariants_packet *packet, char *text,
                        size_t size);

static inline uint64_t flitlock_packet_key(const struct flitlock_flit *flit) {
  return flitlock_request_key(flit->op >= FLITLOCK_OP_WRITE_RSP ? flit->dst : flit->src, flit->id);
}

#endif
