// SPDX-License-Identifier: Apache-2.0
#include "lockstep/payload.h"

#include <stdlib.h>
#include <string.h>

#define PACKETS_IN_CHUNK 64U

static uint8_t *bytes_of(const struct lockstep_payload *payload, struct lockstep_packet *packet, unsigned side) {
  return (uint8_t *)packet + sizeof *packet + side * payload->side_bytes;
}

int flitlock_lockstep_payload_init(struct lockstep_payload *payload, uint32_t ports, uint32_t max_len,
                                   uint32_t unit_bytes) {
  memset(payload, 0, sizeof *payload);
  // A flit of two units may lie at the end of a packet that is no whole number of them.
  payload->side_bytes = (size_t)(max_len + FLITLOCK_MAX_WIDTH - 1U) * unit_bytes;
  payload->packet_bytes = sizeof(struct lockstep_packet) + 2U * payload->side_bytes;
  payload->packet_bytes = (payload->packet_bytes + 15U) & ~(size_t)15U;
  payload->unit_bytes = unit_bytes;
  payload->arriving = calloc(ports, sizeof(struct lockstep_packet *));
  return payload->arriving != NULL;
}

void flitlock_lockstep_payload_free(struct lockstep_payload *payload) {
  for (unsigned c = 0; c < payload->chunks; c++)
    free(payload->chunk[c]);
  free(payload->chunk);
  free(payload->arriving);
}

static void give_back(struct lockstep_payload *payload, struct lockstep_packet *packet) {
  packet->next = payload->free;
  payload->free = packet;
}

static void give_back_chunk(struct lockstep_payload *payload, uint8_t *chunk) {
  for (unsigned n = PACKETS_IN_CHUNK; n-- > 0;)
    give_back(payload, (struct lockstep_packet *)(void *)(chunk + n * payload->packet_bytes));
}

void flitlock_lockstep_payload_reset(struct lockstep_payload *payload, uint32_t ports) {
  payload->free = NULL;
  for (unsigned c = 0; c < payload->chunks; c++)
    give_back_chunk(payload, payload->chunk[c]);
  for (uint32_t port = 0; port < ports; port++)
    payload->arriving[port] = NULL;
}

static int add_chunk(struct lockstep_payload *payload) {
  uint8_t **chunks = realloc(payload->chunk, (payload->chunks + 1U) * sizeof *chunks);
  if (chunks == NULL) return 0;
  payload->chunk = chunks;
  uint8_t *chunk = calloc(PACKETS_IN_CHUNK, payload->packet_bytes);
  if (chunk == NULL) return 0;
  chunks[payload->chunks++] = chunk;
  give_back_chunk(payload, chunk);
  return 1;
}

static struct lockstep_packet *packet_for(struct lockstep_payload *payload, uint32_t port,
                                          const struct flitlock_flit *flit) {
  if (!flit->head && payload->arriving[port] != NULL) return payload->arriving[port];
  if (payload->free == NULL && !add_chunk(payload)) return NULL;
  struct lockstep_packet *packet = payload->free;
  payload->free = packet->next;
  packet->original = flit->payload - (size_t)flit->seq * payload->unit_bytes;
  packet->done = 0;
  return packet;
}

int flitlock_lockstep_payload_take(struct lockstep_payload *payload, uint32_t port, const struct flitlock_flit *flit,
                                   struct flitlock_flit *golden, struct flitlock_flit *device) {
  *golden = *flit;
  *device = *flit;
  if (flit->payload == NULL) return 1;
  struct lockstep_packet *packet = packet_for(payload, port, flit);
  if (packet == NULL) return 0;
  payload->arriving[port] = flit->tail ? NULL : packet;
  size_t offset = (size_t)flit->seq * payload->unit_bytes;
  size_t size = (size_t)flit->units * payload->unit_bytes;
  // A flit that does not fit its packet is a protocol error of the sender (R-IN-2), which golden reports.
  if (offset + size > payload->side_bytes) offset = size = 0;
  golden->payload = bytes_of(payload, packet, 0) + offset;
  device->payload = bytes_of(payload, packet, 1) + offset;
  memcpy(golden->payload, flit->payload, size);
  memcpy(device->payload, flit->payload, size);
  return 1;
}

struct lockstep_packet *flitlock_lockstep_payload_find(const struct lockstep_payload *payload, const uint8_t *bytes) {
  for (unsigned c = 0; bytes != NULL && c < payload->chunks; c++) {
    uint8_t *chunk = payload->chunk[c];
    if (bytes < chunk || bytes >= chunk + PACKETS_IN_CHUNK * payload->packet_bytes) continue;
    size_t number = (size_t)(bytes - chunk) / payload->packet_bytes;
    return (struct lockstep_packet *)(void *)(chunk + number * payload->packet_bytes);
  }
  return NULL;
}

uint8_t *flitlock_lockstep_payload_original(const struct lockstep_payload *payload,
                                            const struct lockstep_packet *packet, const uint8_t *bytes, unsigned side) {
  const uint8_t *first = (const uint8_t *)packet + sizeof *packet + side * payload->side_bytes;
  return packet->original + (bytes - first);
}

void flitlock_lockstep_payload_done(struct lockstep_payload *payload, const struct flitlock_flit *tail, unsigned side) {
  struct lockstep_packet *packet = flitlock_lockstep_payload_find(payload, tail->payload);
  // A tail that a model presents again is counted once.
  if (packet == NULL || packet->done == 3U) return;
  packet->done |= 1U << side;
  if (packet->done == 3U) give_back(payload, packet);
}
