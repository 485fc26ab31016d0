// SPDX-License-Identifier: Apache-2.0
// At each edge: credits, responses (each is answered, its credit goes back), sending: one request on each port.
#include "l2/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAYLOAD_BYTES (2 * FLITLOCK_L2_HALF_BYTES)

struct waiting {
  struct flitlock_flit flit;
  uint8_t payload[PAYLOAD_BYTES];
};

struct client_port {
  struct waiting *queue;  // ring [size]
  uint32_t size, first, count;
  uint32_t credits;
  uint8_t *sent;  // payloads presented, ring [credits + 1]
  uint32_t sent_next;
};

struct client {
  struct flitlock_l2_client_params params;
  struct flitlock_port_info info[FLITLOCK_MAX_PORTS];
  struct client_port port[FLITLOCK_MAX_PORTS];
  uint64_t queued;  // ports with a request
  uint64_t open;
  struct flitlock_error error;
};

static struct client *of(struct flitlock_block *block) { return (struct client *)(void *)block; }
static const struct client *of_const(const struct flitlock_block *block) {
  return (const struct client *)(const void *)block;
}

static void destroy(struct flitlock_block *block) {
  if (block == NULL) return;
  for (unsigned p = 0; p < of(block)->params.ports; p++) {
    free(of(block)->port[p].queue);
    free(of(block)->port[p].sent);
  }
  free(block);
}

static void reset(struct flitlock_block *block) {
  struct client *c = of(block);
  c->queued = 0;
  c->open = 0;
  memset(&c->error, 0, sizeof c->error);
  for (unsigned p = 0; p < c->params.ports; p++) {
    c->port[p].first = c->port[p].count = c->port[p].sent_next = 0;
    c->port[p].credits = c->params.credits;
  }
}

static int create(const void *parameters, const char *name, struct flitlock_block **block,
                  struct flitlock_error *error) {
  *block = NULL;
  struct client *c = calloc(1, sizeof *c);
  if (c == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", name);
  c->params = *(const struct flitlock_l2_client_params *)parameters;
  *block = (struct flitlock_block *)(void *)c;
  for (unsigned p = 0; p < c->params.ports; p++) {
    c->port[p].sent = calloc(c->params.credits + 1U, PAYLOAD_BYTES);
    if (c->port[p].sent == NULL) {
      destroy(*block);
      *block = NULL;
      return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", name);
    }
    struct flitlock_port_info *info = &c->info[p];
    snprintf(info->name, sizeof info->name, "slice%u", p);
    info->has_in = info->has_out = 1;
    info->in_width = 1;
    info->out_width = 2;
    info->in_depth[0] = c->params.depth;
  }
  reset(*block);
  return FLITLOCK_OK;
}

static int grow(struct client_port *port) {
  uint32_t size = port->size == 0 ? 16 : 2 * port->size;
  struct waiting *queue = calloc(size, sizeof *queue);
  if (queue == NULL) return 0;
  for (uint32_t n = 0; n < port->count; n++)
    queue[n] = port->queue[(port->first + n) % port->size];
  free(port->queue);
  port->queue = queue;
  port->size = size;
  port->first = 0;
  return 1;
}

static uint8_t code_of(const struct flitlock_l2_access *access) {
  switch (access->operation) {
    case FLITLOCK_L2_ATOMIC:
      return (uint8_t)((access->bytes == 8 ? FLITLOCK_L2_CODE_ATOMIC64 : FLITLOCK_L2_CODE_ATOMIC32) + access->atomic);
    case FLITLOCK_L2_FLUSH:
      return FLITLOCK_L2_CODE_FLUSH;
    case FLITLOCK_L2_INVALIDATE:
      return FLITLOCK_L2_CODE_INVALIDATE;
    default:
      return FLITLOCK_L2_CODE_PLAIN;
  }
}

int flitlock_l2_client_post(struct flitlock_block *block, uint32_t number, const struct flitlock_l2_access *access,
                            uint32_t id) {
  struct client *c = of(block);
  struct client_port *port = &c->port[number];
  if (port->count == port->size && !grow(port)) return FLITLOCK_E_NO_MEMORY;
  struct waiting *waiting = &port->queue[(port->first + port->count++) % port->size];
  bool write = access->operation == FLITLOCK_L2_WRITE;
  bool reads = access->operation == FLITLOCK_L2_READ || access->operation == FLITLOCK_L2_ATOMIC;
  waiting->flit = (struct flitlock_flit){.addr = access->address,
                                         .src = access->source,
                                         .dst = number,
                                         .id = id,
                                         .bytes = write ? FLITLOCK_L2_HALF_BYTES : access->bytes,
                                         .head = 1,
                                         .tail = 1,
                                         .units = write ? 2 : 1,
                                         .len = write ? 2 : 1,
                                         .op = reads ? FLITLOCK_OP_READ_REQ : FLITLOCK_OP_WRITE_REQ};
  const struct flitlock_l2_command command = {.mask = write ? access->mask : 0,
                                              .operand = access->operand,
                                              .compare = access->compare,
                                              .code = code_of(access)};
  flitlock_l2_command_pack(&command, waiting->payload);
  if (write) memcpy(waiting->payload + FLITLOCK_L2_HALF_BYTES, access->data, FLITLOCK_L2_HALF_BYTES);
  c->queued |= 1ULL << number;
  c->open++;
  return FLITLOCK_OK;
}

uint64_t flitlock_l2_client_open(const struct flitlock_block *block) { return of_const(block)->open; }

static void send(struct client *c, uint64_t cycle, unsigned number, struct flitlock_out *out) {
  struct client_port *port = &c->port[number];
  struct waiting *waiting = &port->queue[port->first];
  uint8_t *payload = port->sent + (size_t)port->sent_next * PAYLOAD_BYTES;
  memcpy(payload, waiting->payload, PAYLOAD_BYTES);
  port->sent_next = (port->sent_next + 1U) % (c->params.credits + 1U);
  out->flit[number] = waiting->flit;
  out->flit[number].payload = payload;
  out->flit[number].birth = (uint32_t)cycle;
  out->flit_valid |= 1ULL << number;
  port->credits--;
  port->first = (port->first + 1U) % port->size;
  if (--port->count == 0) c->queued &= ~(1ULL << number);
}

static uint64_t step(struct flitlock_block *block, uint64_t cycle, const struct flitlock_in *in,
                     struct flitlock_out *out) {
  struct client *c = of(block);
  for (uint64_t ports = in->credit_valid; ports != 0; ports &= ports - 1) {
    unsigned p = (unsigned)__builtin_ctzll(ports);
    c->port[p].credits += flitlock_credit_get(in->credit[p], 0);
  }
  for (uint64_t ports = in->flit_valid; ports != 0; ports &= ports - 1) {
    unsigned p = (unsigned)__builtin_ctzll(ports);
    const struct flitlock_flit *flit = &in->flit[p];
    out->credit_valid |= 1ULL << p;
    out->credit[p] = flitlock_credit_one(0, 1);
    c->open--;
    // A response carries its request's birth: latencies below 2^32 cycles.
    c->params.answer(c->params.self, flit->id, cycle - (uint32_t)((uint32_t)cycle - flit->birth), cycle, flit->payload);
  }
  uint64_t next = FLITLOCK_SLEEP;
  for (uint64_t ports = c->queued; ports != 0; ports &= ports - 1) {
    unsigned p = (unsigned)__builtin_ctzll(ports);
    if (c->port[p].credits == 0) continue;
    send(c, cycle, p, out);
    if (c->port[p].count != 0 && c->port[p].credits != 0) next = cycle + 1U;
  }
  return next;
}

static void describe(const struct flitlock_block *block, struct flitlock_block_info *info) {
  *info = (struct flitlock_block_info){.kind = "l2_client",
                                       .impl = "c",
                                       .abi = FLITLOCK_BLOCK_ABI,
                                       .ports = of_const(block)->params.ports,
                                       .vcs = 1,
                                       .port = of_const(block)->info};
}

const struct flitlock_block_ops flitlock_l2_client = {.kind = "l2_client",
                                                      .impl = "c",
                                                      .create = create,
                                                      .destroy = destroy,
                                                      .reset = reset,
                                                      .step = step,
                                                      .describe = describe};
