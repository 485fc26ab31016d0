// SPDX-License-Identifier: Apache-2.0
// Slots of the payload pool (client.h). A slot holds the largest packet.
#ifndef FLITLOCK_CLIENT_POOL_H
#define FLITLOCK_CLIENT_POOL_H

#include "flitlock/client.h"

// A number for a client, from 1, under which its slots are listed.
uint32_t flitlock_payload_pool_join(struct flitlock_payload_pool *pool);
// A slot for `owner`; NULL when memory is exhausted. What was in it is undefined.
uint8_t *flitlock_payload_pool_take(struct flitlock_payload_pool *pool, uint32_t owner);
// Gives back the slot that `payload` points into. Pointers that are not of this pool (a bench's own bytes) and slots
// that are free already (a packet that a broken block delivered twice) are left alone.
void flitlock_payload_pool_give(struct flitlock_payload_pool *pool, const uint8_t *payload);
// Gives back all slots of `owner`: it was reset, its packets are lost (R-RST-4).
void flitlock_payload_pool_give_all(struct flitlock_payload_pool *pool, uint32_t owner);

#endif
