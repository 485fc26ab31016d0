// SPDX-License-Identifier: Apache-2.0
// The bytes of the packets inside a golden block that packets pass through. Golden flits carry a pointer into one array
// for each packet (flit.h); at this boundary bytes come and go on wires, so the bridge owns the arrays: one from the
// head's arrival to the tail's departure.
#ifndef FLITLOCK_TB_PAYLOAD_H
#define FLITLOCK_TB_PAYLOAD_H

#include <stddef.h>
#include <stdint.h>

#include "flitlock/flit.h"
#include "flitlock/status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct flitlock_payload {
  size_t unit_bytes;
  size_t stride;    // bytes of an array
  size_t capacity;  // arrays: more packets cannot be inside
  size_t used;      // arrays that have ever been given out
  size_t free_count;
  uint32_t *free;                     // numbers of those that came back
  uint8_t *in_use;                    // [capacity]
  uint8_t *bytes;                     // capacity * stride; a page that no packet reaches costs no memory
  uint8_t *open[FLITLOCK_MAX_PORTS];  // of the packet that is arriving on a port
};

// For `packets` packets inside at one time; 0: what arrives ends in the block.
int flitlock_payload_create(struct flitlock_payload *pool, size_t unit_bytes, size_t packets);
void flitlock_payload_destroy(struct flitlock_payload *pool);
void flitlock_payload_reset(struct flitlock_payload *pool);
// Takes the bytes of a flit that arrives on `port` from the lane and sets the flit's pointer. NULL when there is no
// array left, which only a sender that breaks the protocol can bring about.
void flitlock_payload_arrive(struct flitlock_payload *pool, unsigned port, struct flitlock_flit *flit,
                             const uint8_t *lane);
// Writes the bytes of a flit that leaves to the lane, whose bytes are 0 before.
void flitlock_payload_leave(struct flitlock_payload *pool, const struct flitlock_flit *flit, uint8_t *lane);

#ifdef __cplusplus
}
#endif
#endif
