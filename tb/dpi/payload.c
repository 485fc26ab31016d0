// SPDX-License-Identifier: Apache-2.0
#include "dpi/payload.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// `seq` is at most 15 and `units` at most 3 on the wires, whatever the sender does.
#define UNITS (FLITLOCK_MAX_LEN + 3)

int flitlock_payload_create(struct flitlock_payload *pool, size_t unit_bytes, size_t packets) {
  memset(pool, 0, sizeof *pool);
  pool->unit_bytes = unit_bytes;
  pool->stride = UNITS * unit_bytes;
  pool->capacity = packets;
  if (packets == 0) return FLITLOCK_OK;
  pool->free = calloc(pool->capacity, sizeof *pool->free);
  pool->in_use = calloc(pool->capacity, sizeof *pool->in_use);
  pool->bytes = calloc(pool->capacity, pool->stride);
  if (pool->free != NULL && pool->in_use != NULL && pool->bytes != NULL) return FLITLOCK_OK;
  flitlock_payload_destroy(pool);
  return FLITLOCK_E_NO_MEMORY;
}

void flitlock_payload_destroy(struct flitlock_payload *pool) {
  free(pool->free);
  free(pool->in_use);
  free(pool->bytes);
  memset(pool, 0, sizeof *pool);
}

void flitlock_payload_reset(struct flitlock_payload *pool) {
  if (pool->used != 0) memset(pool->in_use, 0, pool->used);
  memset(pool->open, 0, sizeof pool->open);
  pool->used = 0;
  pool->free_count = 0;
}

static uint8_t *take(struct flitlock_payload *pool) {
  size_t number;
  if (pool->free_count != 0) {
    number = pool->free[--pool->free_count];
  } else if (pool->used < pool->capacity) {
    number = pool->used++;
  } else {
    return NULL;
  }
  pool->in_use[number] = 1;
  return pool->bytes + number * pool->stride;
}

static void give_back(struct flitlock_payload *pool, const uint8_t *byte) {
  size_t number = (size_t)(byte - pool->bytes) / pool->stride;
  if (!pool->in_use[number]) return;  // two tails of one packet: an error of the sender
  pool->in_use[number] = 0;
  pool->free[pool->free_count++] = (uint32_t)number;
}

void flitlock_payload_arrive(struct flitlock_payload *pool, unsigned port, struct flitlock_flit *flit,
                             const uint8_t *lane) {
  // R-FL-5: the flits of a packet follow each other on a port. Without a head it is an error, but has a place all the
  // same.
  if (flit->head || pool->open[port] == NULL) pool->open[port] = take(pool);
  uint8_t *packet = pool->open[port];
  if (flit->tail) pool->open[port] = NULL;
  flit->payload = packet == NULL ? NULL : packet + flit->seq * pool->unit_bytes;
  if (packet == NULL) return;
  size_t units = flit->units < FLITLOCK_MAX_WIDTH ? flit->units : FLITLOCK_MAX_WIDTH;
  memcpy(flit->payload, lane, units * pool->unit_bytes);
}

void flitlock_payload_leave(struct flitlock_payload *pool, const struct flitlock_flit *flit, uint8_t *lane) {
  const uint8_t *from = flit->payload;
  if (from == NULL) return;
  size_t units = flit->units < FLITLOCK_MAX_WIDTH ? flit->units : FLITLOCK_MAX_WIDTH;
  size_t count = units * pool->unit_bytes;
  // RTL that makes up a flit points at its own wires.
  uintptr_t offset = (uintptr_t)from - (uintptr_t)pool->bytes;
  if (offset >= pool->capacity * pool->stride) {
    memcpy(lane, from, count);
    return;
  }
  size_t room = pool->capacity * pool->stride - offset;
  memcpy(lane, from, count < room ? count : room);
  if (flit->tail) give_back(pool, from);
}
