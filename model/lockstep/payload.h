// SPDX-License-Identifier: Apache-2.0
// Payloads of the packets inside a lockstep block. Each model gets bytes of its own for every packet, and what leaves
// is led back to the bytes of the pod: RTL writes what comes out of it through the pointer it was given (flit.h), late
// or wrong as it may be, and golden's bytes are to be compared with what the device made of its own.
#ifndef FLITLOCK_MODEL_LOCKSTEP_PAYLOAD_H
#define FLITLOCK_MODEL_LOCKSTEP_PAYLOAD_H

#include <stddef.h>

#include "flitlock/flit.h"

// A packet: where its bytes are in the pod, and who has sent its tail on.
struct lockstep_packet {
  uint8_t *original;
  unsigned done;  // bit 0 golden, bit 1 device
  struct lockstep_packet *next;
  // followed by the bytes of golden and of the device
};

struct lockstep_payload {
  size_t side_bytes;  // of a packet, for one model
  size_t packet_bytes;
  uint32_t unit_bytes;
  struct lockstep_packet *free;
  uint8_t **chunk;
  unsigned chunks;
  struct lockstep_packet **arriving;  // [ports]: the packet whose flits are arriving
};

int flitlock_lockstep_payload_init(struct lockstep_payload *payload, uint32_t ports, uint32_t max_len,
                                   uint32_t unit_bytes);  // 1 for success
void flitlock_lockstep_payload_free(struct lockstep_payload *payload);
void flitlock_lockstep_payload_reset(struct lockstep_payload *payload, uint32_t ports);
// A flit that arrives on `port`: its bytes are copied for both models. `golden` and `device` are the flit with pointers
// to the copies. 0: out of memory.
int flitlock_lockstep_payload_take(struct lockstep_payload *payload, uint32_t port, const struct flitlock_flit *flit,
                                   struct flitlock_flit *golden, struct flitlock_flit *device);
// The packet that a pointer leads into, NULL if it is none of ours.
struct lockstep_packet *flitlock_lockstep_payload_find(const struct lockstep_payload *payload, const uint8_t *bytes);
// Where in the pod the bytes at `bytes`, a copy of model `side`, belong.
uint8_t *flitlock_lockstep_payload_original(const struct lockstep_payload *payload,
                                            const struct lockstep_packet *packet, const uint8_t *bytes, unsigned side);
// Model `side` has sent a packet's tail on; when both have, its bytes can be used again.
void flitlock_lockstep_payload_done(struct lockstep_payload *payload, const struct flitlock_flit *tail, unsigned side);

#endif
