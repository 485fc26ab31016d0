// SPDX-License-Identifier: Apache-2.0
// The local fabric, R-L2P-FAB. Both directions are the same machine: inputs with queues, outputs with credits.
#include "flitlock/l2_fabric.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MESSAGE_BYTES (2 * FLITLOCK_L2_HALF_BYTES)
#define NO_PORT       UINT32_MAX

struct message {
  struct flitlock_flit flit;
  uint8_t payload[MESSAGE_BYTES];
};

struct fabric_port {
  // Input: a ring of what came.
  struct message *queue;  // [depth]
  uint16_t depth, first, count;
  uint64_t input_free;  // first edge at which the input is free (R-L2P-FAB-4)
  // Output.
  uint16_t credits, full;  // now, and after reset
  uint64_t output_free;
  uint32_t pointer;  // number of an input of the other side
  uint64_t waiting;  // bit i: the head of input i of the other side is to go here
  uint8_t *sent;     // payloads presented, ring [full + 1]
  uint16_t sent_next;
};

struct fabric {
  struct flitlock_l2_fabric_params params;
  uint32_t address[FLITLOCK_MAX_PORTS];
  uint32_t ports;
  struct fabric_port port[FLITLOCK_MAX_PORTS];
  struct flitlock_port_info info[FLITLOCK_MAX_PORTS];
  uint64_t wanted[2];  // of each side: outputs with something waiting, bit by number on the side
  struct flitlock_l2_fabric_counts counts;
  struct flitlock_error error;
  char name[80];
};

enum { CLIENTS = 0, SLICES = 1 };  // sides

static struct fabric *of(struct flitlock_block *block) { return (struct fabric *)(void *)block; }
static const struct fabric *of_const(const struct flitlock_block *block) {
  return (const struct fabric *)(const void *)block;
}

static unsigned side_of(const struct fabric *f, unsigned port) { return port < f->params.clients ? CLIENTS : SLICES; }
static unsigned first_of(const struct fabric *f, unsigned side) { return side == CLIENTS ? 0 : f->params.clients; }
static unsigned count_of(const struct fabric *f, unsigned side) {
  return side == CLIENTS ? f->params.clients : f->params.slices;
}

static void fail(struct fabric *f, uint64_t cycle, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void fail(struct fabric *f, uint64_t cycle, const char *format, ...) {
  if (f->error.status != FLITLOCK_OK) return;
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  flitlock_fail(&f->error, FLITLOCK_E_PROTOCOL, "cycle %" PRIu64 ": local fabric %s: %s", cycle, f->name, text);
}

// ---- Lifecycle

static void destroy(struct flitlock_block *block) {
  if (block == NULL) return;
  struct fabric *f = of(block);
  for (unsigned p = 0; p < f->ports; p++) {
    free(f->port[p].queue);
    free(f->port[p].sent);
  }
  free(f);
}

static void reset(struct flitlock_block *block) {
  struct fabric *f = of(block);
  for (unsigned p = 0; p < f->ports; p++) {
    struct fabric_port *port = &f->port[p];
    port->first = port->count = port->sent_next = 0;
    port->input_free = port->output_free = 0;
    port->credits = port->full;
    port->pointer = 0;
    port->waiting = 0;
  }
  f->wanted[CLIENTS] = f->wanted[SLICES] = 0;
  memset(&f->counts, 0, sizeof f->counts);
  memset(&f->error, 0, sizeof f->error);
}

static int check_params(const struct flitlock_l2_fabric_params *params, const char *name,
                        struct flitlock_error *error) {
  if (params->clients == 0 || params->slices == 0 || params->clients + params->slices > FLITLOCK_MAX_PORTS)
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "local fabric %s: %" PRIu32 " clients and %" PRIu32
                         " slices; there must be one of each, and at most %d together (R-L2P-POD-2)",
                         name, params->clients, params->slices, FLITLOCK_MAX_PORTS);
  if (params->bytes == 0 || params->bytes > FLITLOCK_L2_HALF_BYTES)
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "local fabric %s: %" PRIu32 " bytes a cycle; allowed are 1 to %d",
                         name, params->bytes, FLITLOCK_L2_HALF_BYTES);
  if (params->client_depth == 0 || params->client_credits == 0 || params->slice_depth == 0 ||
      params->slice_credits == 0)
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "local fabric %s: a buffer of 0 entries can take nothing", name);
  return FLITLOCK_OK;
}

static int make_port(struct fabric *f, unsigned number) {
  const int client = side_of(f, number) == CLIENTS;
  struct fabric_port *port = &f->port[number];
  struct flitlock_port_info *info = &f->info[number];
  port->depth = client ? f->params.client_depth : f->params.slice_depth;
  port->full = client ? f->params.client_credits : f->params.slice_credits;
  port->queue = calloc(port->depth, sizeof *port->queue);
  port->sent = calloc((size_t)port->full + 1U, MESSAGE_BYTES);
  snprintf(info->name, sizeof info->name, client ? "client%u" : "slice%u",
           client ? number : number - f->params.clients + f->params.first_slice);
  info->has_in = info->has_out = 1;
  info->in_width = client ? 2 : 1;
  info->out_width = client ? 1 : 2;
  info->in_depth[0] = port->depth;
  return port->queue != NULL && port->sent != NULL;
}

static int create(const void *parameters, const char *name, struct flitlock_block **block,
                  struct flitlock_error *error) {
  const struct flitlock_l2_fabric_params *params = parameters;
  *block = NULL;
  int status = check_params(params, name, error);
  if (status != FLITLOCK_OK) return status;
  struct fabric *f = calloc(1, sizeof *f);
  if (f == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "local fabric %s: out of memory", name);
  f->params = *params;
  f->params.client_address = f->address;
  memcpy(f->address, params->client_address, params->clients * sizeof *f->address);
  f->ports = params->clients + params->slices;
  snprintf(f->name, sizeof f->name, "%.79s", name);
  *block = (struct flitlock_block *)(void *)f;
  for (unsigned p = 0; p < f->ports; p++) {
    if (make_port(f, p)) continue;
    destroy(*block);
    *block = NULL;
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "local fabric %s: out of memory", name);
  }
  reset(*block);
  return FLITLOCK_OK;
}

// ---- The step

// R-L2P-FAB-3: the output of a message that came in on this side; NO_PORT: there is none.
static uint32_t output_of(const struct fabric *f, unsigned side, const struct flitlock_flit *flit) {
  if (side == CLIENTS) {
    uint32_t number = flit->dst - f->params.first_slice;
    return number < f->params.slices ? f->params.clients + number : NO_PORT;
  }
  for (uint32_t c = 0; c < f->params.clients; c++)
    if (f->address[c] == flit->dst) return c;
  return NO_PORT;
}

// The head of an input's queue, if there is one, waits for its output from now on.
static void want(struct fabric *f, unsigned number) {
  const struct fabric_port *port = &f->port[number];
  if (port->count == 0) return;
  unsigned side = side_of(f, number), other = 1U - side;
  uint32_t to = output_of(f, side, &port->queue[port->first].flit);
  if (to == NO_PORT) return;  // looked at as it arrived
  f->port[to].waiting |= 1ULL << (number - first_of(f, side));
  f->wanted[other] |= 1ULL << (to - first_of(f, other));
}

static void arrive(struct fabric *f, uint64_t cycle, unsigned number, const struct flitlock_flit *flit) {
  struct fabric_port *port = &f->port[number];
  unsigned side = side_of(f, number);
  const int request = flit->op <= FLITLOCK_OP_READ_REQ;
  if (port->count == port->depth) {
    fail(f, cycle, "R-IN-2: a flit without a credit on %s", f->info[number].name);
    return;
  }
  if (request != (side == CLIENTS) || flit->payload == NULL || flit->units < 1 ||
      flit->units > f->info[number].in_width || output_of(f, side, flit) == NO_PORT) {
    char text[256];
    flitlock_flit_print(flit, text, sizeof text);
    fail(f, cycle, "R-L2P-FAB-6: %s has nothing to send this to: %s", f->info[number].name, text);
    return;
  }
  struct message *message = &port->queue[(port->first + port->count++) % port->depth];
  message->flit = *flit;
  memcpy(message->payload, flit->payload, flit->units * (size_t)FLITLOCK_L2_HALF_BYTES);
  if (port->count == 1) want(f, number);
}

// R-L2P-FAB-2.
static uint64_t length_of(const struct fabric *f, const struct flitlock_flit *flit) {
  if (flit->op != FLITLOCK_OP_WRITE_REQ && flit->op != FLITLOCK_OP_READ_RSP) return 1;
  return (FLITLOCK_L2_HALF_BYTES + f->params.bytes - 1U) / f->params.bytes;
}

// Inputs of a side that are free at this edge, as a mask of those in `waiting`.
static uint64_t free_inputs(const struct fabric *f, unsigned side, uint64_t waiting, uint64_t cycle) {
  uint64_t found = 0;
  for (uint64_t rest = waiting; rest != 0; rest &= rest - 1U) {
    unsigned n = (unsigned)__builtin_ctzll(rest);
    if (f->port[first_of(f, side) + n].input_free <= cycle) found |= 1ULL << n;
  }
  return found;
}

static void cross(struct fabric *f, uint64_t cycle, unsigned in_number, unsigned out_number, struct flitlock_out *out) {
  struct fabric_port *in = &f->port[in_number], *to = &f->port[out_number];
  unsigned from = side_of(f, in_number);
  const struct message *message = &in->queue[in->first];
  const uint64_t length = length_of(f, &message->flit);
  uint8_t *payload = to->sent + (size_t)to->sent_next * MESSAGE_BYTES;
  memcpy(payload, message->payload, message->flit.units * (size_t)FLITLOCK_L2_HALF_BYTES);
  to->sent_next = (uint16_t)((to->sent_next + 1U) % (to->full + 1U));
  out->flit[out_number] = message->flit;
  out->flit[out_number].payload = payload;
  out->flit_valid |= 1ULL << out_number;
  out->credit[in_number] = flitlock_credit_one(0, 1);
  out->credit_valid |= 1ULL << in_number;
  to->credits--;
  to->output_free = in->input_free = cycle + length;
  to->waiting &= ~(1ULL << (in_number - first_of(f, from)));
  if (to->waiting == 0) f->wanted[1U - from] &= ~(1ULL << (out_number - first_of(f, 1U - from)));
  to->pointer = (in_number - first_of(f, from) + 1U) % count_of(f, from);
  in->first = (uint16_t)((in->first + 1U) % in->depth);
  in->count--;
  if (from == CLIENTS) {
    f->counts.requests++;
    f->counts.request_edges += length;
  } else {
    f->counts.responses++;
    f->counts.response_edges += length;
  }
}

// What comes in on side `from` crosses. Heads that come up behind those that crossed have their turn at the next edge:
// their inputs are taken for this one.
static void cross_from(struct fabric *f, uint64_t cycle, unsigned from, struct flitlock_out *out) {
  uint64_t popped = 0;
  for (uint64_t outputs = f->wanted[1U - from]; outputs != 0; outputs &= outputs - 1U) {
    unsigned number = first_of(f, 1U - from) + (unsigned)__builtin_ctzll(outputs);
    struct fabric_port *port = &f->port[number];
    if (port->credits == 0 || port->output_free > cycle) continue;
    uint64_t ready = free_inputs(f, from, port->waiting, cycle);
    if (ready == 0) continue;
    uint64_t later = ready & ~((1ULL << port->pointer) - 1U);
    unsigned input = (unsigned)__builtin_ctzll(later != 0 ? later : ready);
    cross(f, cycle, first_of(f, from) + input, number, out);
    popped |= 1ULL << input;
  }
  for (; popped != 0; popped &= popped - 1U)
    want(f, first_of(f, from) + (unsigned)__builtin_ctzll(popped));
}

// The next edge at which something of side `from` can cross if nothing arrives.
static uint64_t next_cross(const struct fabric *f, uint64_t cycle, unsigned from) {
  uint64_t next = FLITLOCK_SLEEP;
  for (uint64_t outputs = f->wanted[1U - from]; outputs != 0; outputs &= outputs - 1U) {
    const struct fabric_port *port = &f->port[first_of(f, 1U - from) + (unsigned)__builtin_ctzll(outputs)];
    if (port->credits == 0) continue;
    for (uint64_t rest = port->waiting; rest != 0; rest &= rest - 1U) {
      uint64_t at = f->port[first_of(f, from) + (unsigned)__builtin_ctzll(rest)].input_free;
      if (at < port->output_free) at = port->output_free;
      if (at <= cycle) at = cycle + 1U;
      next = at < next ? at : next;
    }
  }
  return next;
}

static void take_credit(struct fabric *f, uint64_t cycle, unsigned number, uint32_t word) {
  struct fabric_port *port = &f->port[number];
  uint32_t credits = port->credits + flitlock_credit_get(word, 0);
  if (credits > port->full || word >> 2 != 0) {
    fail(f, cycle, "R-CH-9: a credit too many on %s: %" PRIu32 " of %u, word 0x%" PRIx32, f->info[number].name, credits,
         (unsigned)port->full, word);
    return;
  }
  port->credits = (uint16_t)credits;
}

static uint64_t step(struct flitlock_block *block, uint64_t cycle, const struct flitlock_in *in,
                     struct flitlock_out *out) {
  struct fabric *f = of(block);
  for (uint64_t ports = in->credit_valid; ports != 0; ports &= ports - 1U) {
    unsigned p = (unsigned)__builtin_ctzll(ports);
    take_credit(f, cycle, p, in->credit[p]);
  }
  for (uint64_t ports = in->flit_valid; ports != 0; ports &= ports - 1U) {
    unsigned p = (unsigned)__builtin_ctzll(ports);
    arrive(f, cycle, p, &in->flit[p]);
  }
  cross_from(f, cycle, CLIENTS, out);
  cross_from(f, cycle, SLICES, out);
  uint64_t requests = next_cross(f, cycle, CLIENTS), responses = next_cross(f, cycle, SLICES);
  return requests < responses ? requests : responses;
}

// ---- What others see

static void describe(const struct flitlock_block *block, struct flitlock_block_info *info) {
  *info = (struct flitlock_block_info){.kind = "l2_fabric",
                                       .impl = "c",
                                       .abi = FLITLOCK_BLOCK_ABI,
                                       .ports = of_const(block)->ports,
                                       .vcs = 1,
                                       .port = of_const(block)->info};
}

static size_t signals(const struct flitlock_block *block, struct flitlock_signal *list, size_t capacity) {
  const struct fabric *f = of_const(block);
  for (size_t n = 0; n < 2U * f->ports && n < capacity; n++) {
    const struct fabric_port *port = &f->port[n / 2U];
    const char *name = f->info[n / 2U].name;
    const int input = n % 2U == 0;
    list[n] = (struct flitlock_signal){
        .bits = 16, .size = 2, .address = input ? (const void *)&port->count : (const void *)&port->credits};
    snprintf(list[n].path, sizeof list[n].path, input ? "input.%s.vc0.count" : "output.%s.vc0.credits", name);
  }
  return 2U * f->ports;
}

static uint64_t occupancy(const struct flitlock_block *block) {
  uint64_t sum = 0;
  for (unsigned p = 0; p < of_const(block)->ports; p++)
    sum += of_const(block)->port[p].count;
  return sum;
}

static int check(const struct flitlock_block *block, struct flitlock_error *error) {
  if (of_const(block)->error.status != FLITLOCK_OK && error != NULL) *error = of_const(block)->error;
  return of_const(block)->error.status;
}

void flitlock_l2_fabric_get_counts(const struct flitlock_block *fabric, struct flitlock_l2_fabric_counts *counts) {
  *counts = of_const(fabric)->counts;
}

const struct flitlock_block_ops flitlock_l2_fabric = {.kind = "l2_fabric",
                                                      .impl = "c",
                                                      .create = create,
                                                      .destroy = destroy,
                                                      .reset = reset,
                                                      .step = step,
                                                      .describe = describe,
                                                      .signals = signals,
                                                      .occupancy = occupancy,
                                                      .check = check};
