// SPDX-License-Identifier: Apache-2.0
// The memory behind a slice: fixed latency, fixed bandwidth, in order. R-L2S-MEM.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flitlock/l2_slice.h"
#include "l2/store.h"

#define MEM_REQ 0
#define MEM_RSP 1

struct request {
  struct flitlock_flit flit;
  uint8_t payload[2 * FLITLOCK_L2_HALF_BYTES];
};

struct response {
  uint64_t due;
  struct flitlock_flit flit;
  uint8_t data[FLITLOCK_L2_HALF_BYTES];
};

struct memory {
  struct flitlock_l2_memory_params params;
  struct flitlock_port_info port[2];
  struct request *queue;  // [depth]
  uint32_t first, count;
  struct response *pending;  // [pending + credits]: what is presented stays valid until its credit is back
  uint32_t pending_size, pending_first, pending_count;
  uint32_t credits;
  uint64_t earliest;  // next edge at which a flit may be taken
  struct flitlock_error error;
  char name[80];
};

static struct memory *of(struct flitlock_block *block) { return (struct memory *)(void *)block; }
static const struct memory *of_const(const struct flitlock_block *block) {
  return (const struct memory *)(const void *)block;
}

static void destroy(struct flitlock_block *block) {
  if (block == NULL) return;
  free(of(block)->queue);
  free(of(block)->pending);
  free(block);
}

static void reset(struct flitlock_block *block) {
  struct memory *m = of(block);
  m->first = m->count = 0;
  m->pending_first = m->pending_count = 0;
  m->credits = m->params.credits;
  m->earliest = 0;
  memset(&m->error, 0, sizeof m->error);
}

static int create(const void *parameters, const char *name, struct flitlock_block **block,
                  struct flitlock_error *error) {
  const struct flitlock_l2_memory_params *params = parameters;
  *block = NULL;
  if (params->latency == 0 || params->interval == 0 || params->pending == 0 || params->depth == 0 ||
      params->credits == 0 || params->store == NULL)
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "L2 memory %s: latency %" PRIu32 ", interval %" PRIu32 ", pending %" PRIu32
                         ", depth %u, credits %u and the store must all be there and at least 1",
                         name, params->latency, params->interval, params->pending, (unsigned)params->depth,
                         (unsigned)params->credits);
  struct memory *m = calloc(1, sizeof *m);
  if (m == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "L2 memory %s: out of memory", name);
  m->params = *params;
  m->pending_size = params->pending + params->credits;
  m->queue = calloc(params->depth, sizeof *m->queue);
  m->pending = calloc(m->pending_size, sizeof *m->pending);
  snprintf(m->name, sizeof m->name, "%.79s", name);
  m->port[MEM_REQ] = (struct flitlock_port_info){.name = "mem_req", .has_in = 1, .in_width = 2};
  m->port[MEM_REQ].in_depth[0] = params->depth;
  m->port[MEM_RSP] = (struct flitlock_port_info){.name = "mem_rsp", .has_out = 1, .out_width = 1};
  *block = (struct flitlock_block *)(void *)m;
  if (m->queue == NULL || m->pending == NULL) {
    destroy(*block);
    *block = NULL;
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "L2 memory %s: out of memory", name);
  }
  reset(*block);
  return FLITLOCK_OK;
}

static void receive(struct memory *m, uint64_t cycle, const struct flitlock_flit *flit) {
  if (m->count == m->params.depth || flit->op > FLITLOCK_OP_READ_REQ || flit->payload == NULL) {
    if (m->error.status == FLITLOCK_OK)
      flitlock_fail(&m->error, FLITLOCK_E_PROTOCOL, "cycle %" PRIu64 ": L2 memory %s: %s", cycle, m->name,
                    m->count == m->params.depth ? "R-IN-2: a flit without a credit"
                                                : "R-L2S-PORT-6, -7: neither a write-back nor a fetch");
    return;
  }
  struct request *request = &m->queue[(m->first + m->count++) % m->params.depth];
  request->flit = *flit;
  memcpy(request->payload, flit->payload, flit->units * (size_t)FLITLOCK_L2_HALF_BYTES);
}

// R-L2S-MEM-2.
static void take(struct memory *m, uint64_t cycle) {
  const struct request *request = &m->queue[m->first];
  const struct flitlock_flit *flit = &request->flit;
  uint64_t half = flit->addr & ~(uint64_t)(FLITLOCK_L2_HALF_BYTES - 1);
  m->first = (m->first + 1U) % m->params.depth;
  m->count--;
  m->earliest = cycle + m->params.interval;
  if (flit->op == FLITLOCK_OP_WRITE_REQ) {
    struct flitlock_l2_command command;
    flitlock_l2_command_unpack(&command, request->payload);
    if (flitlock_l2_store_write(m->params.store, half, command.mask, request->payload + FLITLOCK_L2_HALF_BYTES) !=
        FLITLOCK_OK)
      flitlock_fail(&m->error, FLITLOCK_E_NO_MEMORY, "L2 memory %s: out of memory", m->name);
    return;
  }
  struct response *response = &m->pending[(m->pending_first + m->pending_count++) % m->pending_size];
  response->due = cycle + m->params.latency;
  memset(response->data, 0, sizeof response->data);
  unsigned sectors = flit->bytes == FLITLOCK_L2_HALF_BYTES ? 3U : 1U << flit->addr / FLITLOCK_L2_SECTOR_BYTES % 2;
  flitlock_l2_store_read_sectors(m->params.store, half, sectors, response->data);
  response->flit = *flit;
  response->flit.payload = response->data;
  response->flit.src = flit->dst;
  response->flit.dst = flit->src;
  response->flit.op = FLITLOCK_OP_READ_RSP;
}

// R-L2S-MEM-1.
static uint64_t step(struct flitlock_block *block, uint64_t cycle, const struct flitlock_in *in,
                     struct flitlock_out *out) {
  struct memory *m = of(block);
  if (in->credit_valid >> MEM_RSP & 1U) m->credits += flitlock_credit_get(in->credit[MEM_RSP], 0);
  if (in->flit_valid >> MEM_REQ & 1U) receive(m, cycle, &in->flit[MEM_REQ]);
  bool changed = false;
  if (m->count != 0 && cycle >= m->earliest && m->pending_count < m->params.pending) {
    take(m, cycle);
    out->credit_valid |= 1ULL << MEM_REQ;
    out->credit[MEM_REQ] = flitlock_credit_one(0, 1);
    changed = true;
  }
  const struct response *front = &m->pending[m->pending_first];
  if (m->pending_count != 0 && front->due <= cycle && m->credits != 0) {
    out->flit_valid |= 1ULL << MEM_RSP;
    out->flit[MEM_RSP] = front->flit;
    m->credits--;
    m->pending_first = (m->pending_first + 1U) % m->pending_size;
    m->pending_count--;
    changed = true;
  }
  uint64_t next = FLITLOCK_SLEEP;
  if (m->pending_count != 0 && m->credits != 0) next = m->pending[m->pending_first].due;
  if (m->count != 0 && (changed || m->pending_count < m->params.pending) && m->earliest < next) next = m->earliest;
  return next <= cycle ? cycle + 1U : next;
}

static void describe(const struct flitlock_block *block, struct flitlock_block_info *info) {
  *info = (struct flitlock_block_info){
      .kind = "l2_memory", .impl = "c", .abi = FLITLOCK_BLOCK_ABI, .ports = 2, .vcs = 1, .port = of_const(block)->port};
}

static uint64_t occupancy(const struct flitlock_block *block) {
  return of_const(block)->count + of_const(block)->pending_count;
}

static int check(const struct flitlock_block *block, struct flitlock_error *error) {
  if (of_const(block)->error.status != FLITLOCK_OK && error != NULL) *error = of_const(block)->error;
  return of_const(block)->error.status;
}

const struct flitlock_block_ops flitlock_l2_memory = {.kind = "l2_memory",
                                                      .impl = "c",
                                                      .create = create,
                                                      .destroy = destroy,
                                                      .reset = reset,
                                                      .step = step,
                                                      .describe = describe,
                                                      .occupancy = occupancy,
                                                      .check = check};
