// SPDX-License-Identifier: Apache-2.0
#include "client/l2_side.h"

#include <stdio.h>
#include <stdlib.h>

#define ADDRESS_MASK  ((1ULL << FLITLOCK_L2_ADDR_BITS) - 1U)
#define MESSAGE_BYTES (2U * FLITLOCK_L2_HALF_BYTES)

// ---- Lifecycle

static uint32_t packet_bytes(const struct flitlock_client_params *params) {
  return params->max_len * params->unit_bytes;
}

static int check_params(const struct flitlock_client_l2 *params, const char *name, struct flitlock_error *error) {
  uint32_t partitions = (params->map.slices + FLITLOCK_L2_PARTITION_SLICES - 1U) / FLITLOCK_L2_PARTITION_SLICES;
  if (partitions < 1 || partitions > FLITLOCK_L2_MAX_PARTITIONS)
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: an L2 of %u slices; a pod has room for 1 to %d (R-L2P-POD-2)",
                         name, params->map.slices, FLITLOCK_L2_PARTITION_SLICES * FLITLOCK_L2_MAX_PARTITIONS);
  if (params->depth < 1)
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: a fabric of 0 entries can take no access", name);
  return FLITLOCK_OK;
}

uint32_t client_l2_partitions(const struct client_l2 *l2) {
  return (l2->params.map.slices + FLITLOCK_L2_PARTITION_SLICES - 1U) / FLITLOCK_L2_PARTITION_SLICES;
}

static int allocate(struct client_l2 *l2) {
  const uint32_t bytes = packet_bytes(&l2->common->params);
  // A request of so many bytes touches at most one half more than it fills.
  const uint64_t most = (uint64_t)l2->slots * (bytes / FLITLOCK_L2_HALF_BYTES + 2U);
  uint64_t places = 1;
  while (places < most)
    places *= 2;
  l2->mask = (uint32_t)(places - 1U);
  l2->request = calloc(l2->slots, sizeof *l2->request);
  l2->data = calloc(l2->slots, bytes);
  l2->access = calloc(places, sizeof *l2->access);
  if (l2->request == NULL || l2->data == NULL || l2->access == NULL) return 0;
  for (uint32_t n = 0; n < l2->slots; n++)
    l2->request[n].data = l2->data + (size_t)n * bytes;
  for (uint32_t p = 0; p < client_l2_partitions(l2); p++) {
    l2->port[p].sent = calloc((size_t)l2->params.depth + 1U, MESSAGE_BYTES);
    if (l2->port[p].sent == NULL) return 0;
  }
  return 1;
}

int client_l2_create(struct client_l2 *l2, struct client_common *common, struct flitlock_error *error) {
  l2->params = *common->params.l2;
  l2->common = common;
  l2->slots = common->params.response_queue;
  int status = check_params(&l2->params, common->name, error);
  if (status != FLITLOCK_OK) return status;
  if (!allocate(l2))
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory for %u requests to the L2", common->name,
                         l2->slots);
  memcpy(l2->info, common->port, sizeof common->port);
  for (uint32_t p = 0; p < client_l2_partitions(l2); p++) {
    struct flitlock_port_info *info = &l2->info[CLIENT_PORT_L2 + p];
    snprintf(info->name, sizeof info->name, "l2_%u", p);
    info->has_in = info->has_out = 1;
    info->in_width = 1;
    info->out_width = 2;
    info->in_depth[0] = l2->params.depth;
  }
  client_l2_reset(l2);
  return FLITLOCK_OK;
}

void client_l2_destroy(struct client_l2 *l2) {
  free(l2->request);
  free(l2->data);
  free(l2->access);
  for (unsigned p = 0; p < FLITLOCK_L2_MAX_PARTITIONS; p++)
    free(l2->port[p].sent);
}

void client_l2_reset(struct client_l2 *l2) {
  l2->next_id = l2->issue_slot = l2->waiting = l2->open = 0;
  memset(l2->access, 0, ((size_t)l2->mask + 1U) * sizeof *l2->access);
  for (uint32_t p = 0; p < client_l2_partitions(l2); p++) {
    l2->port[p].credits = l2->params.depth;
    l2->port[p].sent_next = 0;
  }
}

void client_l2_describe(const struct client_l2 *l2, struct flitlock_block_info *info) {
  info->port = l2->info;
  info->ports = CLIENT_PORTS + client_l2_partitions(l2);
}

size_t client_l2_signals(const struct client_l2 *l2, struct flitlock_signal *list, size_t capacity, size_t count) {
  count = client_signal(list, capacity, count, &l2->waiting, sizeof l2->waiting, 32, "l2.waiting");
  count = client_signal(list, capacity, count, &l2->open, sizeof l2->open, 32, "l2.open");
  for (uint32_t p = 0; p < client_l2_partitions(l2); p++)
    count = client_signal(list, capacity, count, &l2->port[p].credits, sizeof l2->port[p].credits, 16,
                          "output.l2_%u.vc0.credits", p);
  return count;
}

// ---- Pieces, R-L2P-CL-2

struct piece {
  uint64_t addr;
  uint32_t offset, bytes;
  uint32_t slice;
};

static uint32_t piece_count(const struct flitlock_flit *request) {
  if (request->status != 0 || request->bytes == 0) return 0;
  return (uint32_t)(request->addr % FLITLOCK_L2_HALF_BYTES + request->bytes + FLITLOCK_L2_HALF_BYTES - 1U) /
         FLITLOCK_L2_HALF_BYTES;
}

static struct piece piece_of(const struct client_l2 *l2, const struct flitlock_flit *request, uint32_t number) {
  const uint32_t before = (uint32_t)(request->addr % FLITLOCK_L2_HALF_BYTES);
  const uint32_t from = number == 0 ? 0 : number * FLITLOCK_L2_HALF_BYTES - before;
  uint32_t to = (number + 1U) * FLITLOCK_L2_HALF_BYTES - before;
  if (to > request->bytes) to = request->bytes;
  struct piece piece = {.addr = (request->addr + from) & ADDRESS_MASK, .offset = from, .bytes = to - from};
  struct flitlock_l2_place place;
  flitlock_l2_map_split(&l2->params.map, piece.addr, &place);
  piece.slice = place.slice;
  return piece;
}

// ---- Requests

void client_l2_data(struct client_l2 *l2, uint32_t slot, const struct flitlock_flit *flit) {
  const uint32_t unit = l2->common->params.unit_bytes, offset = flit->seq * unit, size = flit->units * unit;
  if (flit->op != FLITLOCK_OP_WRITE_REQ || offset + size > packet_bytes(&l2->common->params)) return;
  memcpy(l2->request[slot].data + offset, flit->payload, size);
}

int client_l2_begin(struct client_l2 *l2, uint32_t slot, const struct flitlock_flit *request) {
  struct client_l2_request *made = &l2->request[slot];
  made->head = *request;
  made->pieces = made->unanswered = piece_count(request);
  made->issued = 0;
  if (made->pieces == 0) return 0;
  if (l2->waiting == 0) l2->issue_slot = slot;
  l2->waiting += made->pieces;
  l2->open += made->pieces;
  return 1;
}

// The request with the oldest access that waits; there is one.
static struct client_l2_request *oldest(struct client_l2 *l2) {
  while (l2->request[l2->issue_slot].issued == l2->request[l2->issue_slot].pieces)
    l2->issue_slot = l2->issue_slot + 1U == l2->slots ? 0 : l2->issue_slot + 1U;
  return &l2->request[l2->issue_slot];
}

static void make_access(const struct client_l2_request *request, const struct piece *piece, uint8_t *payload,
                        struct flitlock_flit *flit) {
  const int write = request->head.op == FLITLOCK_OP_WRITE_REQ;
  const unsigned at = (unsigned)(piece->addr % FLITLOCK_L2_HALF_BYTES);
  const uint64_t ones = piece->bytes == FLITLOCK_L2_HALF_BYTES ? UINT64_MAX : (1ULL << piece->bytes) - 1U;
  const struct flitlock_l2_command command = {.mask = write ? ones << at : 0, .code = FLITLOCK_L2_CODE_PLAIN};
  flitlock_l2_command_pack(&command, payload);
  memset(payload + FLITLOCK_L2_HALF_BYTES, 0, FLITLOCK_L2_HALF_BYTES);
  if (write) memcpy(payload + FLITLOCK_L2_HALF_BYTES + at, request->data + piece->offset, piece->bytes);
  *flit = (struct flitlock_flit){.addr = piece->addr,
                                 .payload = payload,
                                 .dst = piece->slice,
                                 .src = request->head.dst,
                                 .birth = request->head.birth,
                                 .bytes = (uint16_t)piece->bytes,
                                 .head = 1,
                                 .tail = 1,
                                 .units = write ? 2 : 1,
                                 .len = write ? 2 : 1,
                                 .op = request->head.op};
}

// R-L2P-CL-3.
void client_l2_issue(struct client_l2 *l2, struct flitlock_out *out) {
  if (l2->waiting == 0) return;
  struct client_l2_request *request = oldest(l2);
  const struct piece piece = piece_of(l2, &request->head, request->issued);
  const uint32_t partition = piece.slice / FLITLOCK_L2_PARTITION_SLICES;
  struct client_l2_port *port = &l2->port[partition];
  if (port->credits == 0) return;
  const unsigned number = CLIENT_PORT_L2 + partition;
  make_access(request, &piece, port->sent + (size_t)port->sent_next * MESSAGE_BYTES, &out->flit[number]);
  out->flit[number].id = l2->next_id;
  out->flit_valid |= 1ULL << number;
  port->sent_next = (uint16_t)((port->sent_next + 1U) % (l2->params.depth + 1U));
  port->credits--;
  l2->access[l2->next_id & l2->mask] = (struct client_l2_access){
      .slot = l2->issue_slot, .offset = (uint16_t)piece.offset, .bytes = (uint8_t)piece.bytes, .live = 1};
  l2->next_id++;
  request->issued++;
  l2->waiting--;
}

unsigned client_l2_wanted(const struct client_l2 *l2) {
  if (l2->waiting == 0) return 0;
  uint32_t slot = l2->issue_slot;
  while (l2->request[slot].issued == l2->request[slot].pieces)
    slot = slot + 1U == l2->slots ? 0 : slot + 1U;
  return CLIENT_PORT_L2 +
         piece_of(l2, &l2->request[slot].head, l2->request[slot].issued).slice / FLITLOCK_L2_PARTITION_SLICES;
}

int client_l2_can_issue(const struct client_l2 *l2) {
  unsigned port = client_l2_wanted(l2);
  return port != 0 && l2->port[port - CLIENT_PORT_L2].credits > 0;
}

// ---- Credits and answers

void client_l2_credits(struct client_l2 *l2, const struct flitlock_in *in) {
  for (uint32_t p = 0; p < client_l2_partitions(l2); p++) {
    if ((in->credit_valid >> (CLIENT_PORT_L2 + p) & 1U) == 0) continue;
    uint32_t word = in->credit[CLIENT_PORT_L2 + p], credits = l2->port[p].credits + flitlock_credit_get(word, 0);
    if (word >> 2 != 0 || credits > l2->params.depth) {
      client_error(l2->common, FLITLOCK_E_PROTOCOL, "R-CH-9: credit word 0x%x on l2_%u with %u of %u there", word, p,
                   l2->port[p].credits, l2->params.depth);
      continue;
    }
    l2->port[p].credits = (uint16_t)credits;
  }
}

static void take_answer(struct client_l2 *l2, const struct flitlock_flit *flit, void (*served)(void *, uint32_t),
                        void *self) {
  struct client_l2_access *access = &l2->access[flit->id & l2->mask];
  struct client_l2_request *request = &l2->request[access->slot];
  const int read = flit->op == FLITLOCK_OP_READ_RSP;
  // Ids differ from those of the accesses under way by less than the places there are.
  if (!access->live || l2->next_id - flit->id - 1U > l2->mask || flit->dst != l2->common->params.address ||
      flit->op != request->head.op + FLITLOCK_OP_WRITE_RSP || flit->payload == NULL) {
    client_error(l2->common, FLITLOCK_E_PROTOCOL,
                 "R-L2P-CL-4: an answer of the L2 with id %u and operation %u that no "
                 "access waits for",
                 flit->id, flit->op);
    return;
  }
  const unsigned at = (unsigned)((request->head.addr + access->offset) % FLITLOCK_L2_HALF_BYTES);
  if (read) memcpy(request->data + access->offset, flit->payload + at, access->bytes);
  access->live = 0;
  l2->open--;
  if (--request->unanswered == 0) served(self, access->slot);
}

void client_l2_answers(struct client_l2 *l2, const struct flitlock_in *in, struct flitlock_out *out,
                       void (*served)(void *self, uint32_t slot), void *self) {
  for (uint32_t p = 0; p < client_l2_partitions(l2); p++) {
    const unsigned number = CLIENT_PORT_L2 + p;
    if ((in->flit_valid >> number & 1U) == 0) continue;
    out->credit[number] = flitlock_credit_one(0, 1);
    out->credit_valid |= 1ULL << number;
    take_answer(l2, &in->flit[number], served, self);
  }
}
