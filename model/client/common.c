// SPDX-License-Identifier: Apache-2.0
#include "client/common.h"

#include <stdarg.h>
#include <stdio.h>

static int check_params(const struct flitlock_client_params *p, const char *name, unsigned out_port,
                        struct flitlock_error *error) {
  unsigned width = out_port == CLIENT_PORT_REQ ? p->req_width : p->rsp_width;
  if (!p->workload) return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: a client needs a workload", name);
  if (p->vcs < 1 || p->vcs > FLITLOCK_MAX_VCS) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: %u VCs; allowed are 1 to %d", name, p->vcs, FLITLOCK_MAX_VCS);
  }
  if (p->max_len < 1 || p->max_len > FLITLOCK_MAX_LEN || p->unit_bytes < 1 || p->unit_bytes > FLITLOCK_MAX_UNIT_BYTES) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: packets of %u units of %u bytes; allowed are 1 to %d units of 1 to %d bytes", name,
                         p->max_len, p->unit_bytes, FLITLOCK_MAX_LEN, FLITLOCK_MAX_UNIT_BYTES);
  }
  if (p->req_width < 1 || p->req_width > FLITLOCK_MAX_WIDTH || p->rsp_width < 1 || p->rsp_width > FLITLOCK_MAX_WIDTH) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: links of %u and %u units; a link is 1 or 2 units wide", name,
                         p->req_width, p->rsp_width);
  }
  if (p->inject_vc >= p->vcs) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: sends on VC %u, but there are %u VCs", name, p->inject_vc,
                         p->vcs);
  }
  // A client without a response plane sends nothing there (R-RS-5), and needs no credits.
  int sends = out_port == CLIENT_PORT_REQ || !p->posted;
  if (sends && p->credits[p->inject_vc] < flitlock_flits(p->max_len, width)) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: the buffer it feeds has %u entries on VC %u, a packet of %u units has %u flits: it could "
                         "never be sent",
                         name, p->credits[p->inject_vc], p->inject_vc, p->max_len, flitlock_flits(p->max_len, width));
  }
  if (out_port == CLIENT_PORT_RSP && p->response_queue < 1) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: a response queue of 0; at least 1 is needed", name);
  }
  if (!(p->stall >= 0.0 && p->stall <= 0.99)) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: stall probability %g; allowed is 0 to 0.99", name, p->stall);
  }
  return FLITLOCK_OK;
}

int client_common_create(struct client_common *common, const struct flitlock_client_params *params, const char *name,
                         unsigned out_port, struct flitlock_error *error) {
  int status = check_params(params, name, out_port, error);
  if (status != FLITLOCK_OK) return status;
  common->params = *params;
  common->mixed_seed = flitlock_rng_mix(params->seed);
  snprintf(common->name, sizeof common->name, "%s", name);
  common->pool = params->pool;
  if (!common->pool) {
    status = flitlock_payload_pool_create(params->max_len, params->unit_bytes, &common->own_pool, error);
    if (status != FLITLOCK_OK) return status;
    common->pool = common->own_pool;
  }
  common->pool_owner = flitlock_payload_pool_join(common->pool);

  unsigned in_port = 1U - out_port;
  for (unsigned p = 0; p < CLIENT_PORTS; p++) {
    struct flitlock_port_info *port = &common->port[p];
    uint8_t width = p == CLIENT_PORT_REQ ? params->req_width : params->rsp_width;
    snprintf(port->name, sizeof port->name, "%s", p == CLIENT_PORT_REQ ? "req" : "rsp");
    port->has_in = p == in_port;
    port->has_out = p == out_port;
    port->in_width = port->has_in ? width : 0;
    port->out_width = port->has_out ? width : 0;
    for (unsigned v = 0; port->has_in && v < params->vcs; v++)
      port->in_depth[v] = params->input_depth[v];
  }
  common->sender.port = (uint8_t)out_port;
  common->sender.width = common->port[out_port].out_width;
  common->sender.vc = params->inject_vc;
  common->receiver.port = (uint8_t)in_port;
  common->receiver.width = common->port[in_port].in_width;
  client_common_reset(common);
  return FLITLOCK_OK;
}

void client_common_destroy(struct client_common *common) {
  flitlock_payload_pool_destroy(common->own_pool);
  common->own_pool = NULL;
}

void client_common_reset(struct client_common *common) {
  flitlock_payload_pool_give_all(common->pool, common->pool_owner);
  memset(&common->counts, 0, sizeof common->counts);
  memset(&common->error, 0, sizeof common->error);
  common->queued = 0;
  common->sender.held = 0;
  common->sender.left = 0;
  common->sender.flits = 0;
  memcpy(common->sender.credits, common->params.credits, sizeof common->sender.credits);
  common->receiver.open = 0;
  common->receiver.next_seq = 0;
}

void client_common_describe(const struct client_common *common, const char *kind, struct flitlock_block_info *info) {
  info->kind = kind;
  info->impl = "c";
  info->abi = FLITLOCK_BLOCK_ABI;
  info->ports = CLIENT_PORTS;
  info->vcs = common->params.vcs;
  info->port = common->port;
}

int client_common_check(const struct client_common *common, struct flitlock_error *error) {
  if (common->error.status != FLITLOCK_OK && error) *error = common->error;
  return common->error.status;
}

void flitlock_client_get_counts(const struct flitlock_block *client, struct flitlock_client_counts *counts) {
  const struct client_common *common = (const struct client_common *)(const void *)client;
  *counts = common->counts;
  counts->waiting = (uint64_t)common->sender.held + common->queued;
}

void client_error(struct client_common *common, int status, const char *format, ...) {
  if (common->error.status != FLITLOCK_OK) return;
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  flitlock_fail(&common->error, status, "%s: %s", common->name, text);
  common->error.status = status;
}

size_t client_signal(struct flitlock_signal *list, size_t capacity, size_t count, const void *address, unsigned size,
                     unsigned bits, const char *format, ...) {
  if (list && count < capacity) {
    struct flitlock_signal *signal = &list[count];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(signal->path, sizeof signal->path, format, arguments);
    va_end(arguments);
    signal->bits = (uint16_t)bits;
    signal->size = (uint8_t)size;
    signal->address = address;
  }
  return count + 1;
}

size_t client_common_signals(const struct client_common *common, struct flitlock_signal *list, size_t capacity) {
  const struct client_sender *sender = &common->sender;
  size_t count = 0;
  count = client_signal(list, capacity, count, &sender->held, sizeof sender->held, 1, "packet");
  count = client_signal(list, capacity, count, &sender->packet.id, sizeof sender->packet.id, 32, "packet_id");
  count = client_signal(list, capacity, count, &sender->left, sizeof sender->left, 4, "flits_to_send");
  count = client_signal(list, capacity, count, &common->counts.sent, sizeof common->counts.sent, 64, "sent");
  count =
      client_signal(list, capacity, count, &common->counts.received, sizeof common->counts.received, 64, "received");
  return client_signal(list, capacity, count, &sender->credits[sender->vc], sizeof sender->credits[0], 16,
                       "output.%s.vc%u.credits", common->port[sender->port].name, sender->vc);
}

void client_wait_line(char *text, size_t size, int *length, const char *side, const struct client_common *common,
                      unsigned port, unsigned vc, const struct flitlock_flit *packet, const char *what,
                      const char *target) {
  size_t used = (size_t)*length < size ? (size_t)*length : size;
  *length += snprintf(text ? text + used : NULL, size - used, "%s.%s.vc%u %u %u waits for %s of %s\n", side,
                      common->port[port].name, vc, packet->src, packet->id, what, target);
}

void client_sender_wait(char *text, size_t size, int *length, const struct client_common *common) {
  const struct client_sender *sender = &common->sender;
  if (!sender->held) return;
  char target[40];
  snprintf(target, sizeof target, "%s.vc%u", common->port[sender->port].name, sender->vc);
  int short_of_credit = sender->left == sender->flits && !client_sender_has_credit(sender);
  client_wait_line(text, size, length, "output", common, sender->port, sender->vc, &sender->packet,
                   short_of_credit ? "credit" : "turn", short_of_credit ? target : "self");
}

void client_receiver_wait(char *text, size_t size, int *length, const struct client_common *common) {
  const struct client_receiver *receiver = &common->receiver;
  if (!receiver->open) return;
  char target[40];
  snprintf(target, sizeof target, "%s.vc%u", common->port[receiver->port].name, receiver->head.vc);
  client_wait_line(text, size, length, "input", common, receiver->port, receiver->head.vc, &receiver->head, "link",
                   target);
}

void client_sender_credit(struct client_common *common, uint32_t word) {
  struct client_sender *sender = &common->sender;
  while (word != 0) {
    unsigned v = (unsigned)__builtin_ctz(word) / 2U;
    uint32_t count = flitlock_credit_get(word, v);
    word &= ~flitlock_credit_one(v, 3);
    uint32_t credits = sender->credits[v] + count;
    if (v >= common->params.vcs || credits > common->params.credits[v]) {
      client_error(common, FLITLOCK_E_PROTOCOL,
                   "R-CH-9: %u credits arrived on %s.vc%u with %u there; the buffer has %u entries", count,
                   common->port[sender->port].name, v, sender->credits[v],
                   v < common->params.vcs ? common->params.credits[v] : 0U);
      continue;
    }
    sender->credits[v] = (uint16_t)credits;
  }
}

void client_sender_hold(struct client_common *common, const struct flitlock_flit *packet) {
  struct client_sender *sender = &common->sender;
  sender->packet = *packet;
  sender->packet.vc = sender->vc;
  sender->packet.seq = 0;
  sender->flits = flitlock_flits(packet->len, sender->width);
  sender->left = sender->flits;
  sender->held = 1;
  sender->data = NULL;
}

int client_sender_begin(struct client_common *common) {
  struct flitlock_flit *packet = &common->sender.packet;
  packet->payload = flitlock_payload_pool_take(common->pool, common->pool_owner);
  if (!packet->payload) {
    client_error(common, FLITLOCK_E_NO_MEMORY, "out of memory for the payload of a packet");
    return 0;
  }
  uint32_t size = packet->len * common->params.unit_bytes;
  int response = packet->op >= FLITLOCK_OP_WRITE_RSP;
  uint32_t data = client_data(packet);
  if (common->sender.data != NULL && data > 0) {
    memcpy(packet->payload, common->sender.data, data);
    memset(packet->payload + data, 0, size - data);
    return 1;
  }
  uint64_t key =
      data > 0 ? payload_key(common->mixed_seed, response ? packet->dst : packet->src, packet->id, response) : 0;
  flitlock_payload_make(key, data, 0, packet->payload, size);
  return 1;
}

int client_sender_flit(struct client_common *common, struct flitlock_out *out) {
  struct client_sender *sender = &common->sender;
  struct flitlock_flit *packet = &sender->packet;
  unsigned rest = (unsigned)packet->len - packet->seq;
  packet->units = (uint8_t)(rest < sender->width ? rest : sender->width);
  packet->head = packet->seq == 0;
  packet->tail = packet->units == rest;
  out->flit[sender->port] = *packet;
  out->flit_valid |= (uint64_t)1 << sender->port;
  packet->seq = (uint8_t)(packet->seq + packet->units);
  packet->payload += packet->units * common->params.unit_bytes;
  sender->credits[sender->vc]--;
  sender->left--;
  if (sender->left > 0) return 0;
  sender->held = 0;
  common->counts.sent++;
  return 1;
}

// R-FL-3, R-FL-5, R-FL-7: the flit is the one that must come next. NULL, or what is wrong with it.
static const char *frame_error(const struct client_receiver *r, const struct flitlock_flit *flit) {
  if (r->open != (flit->head == 0)) return r->open ? "a head before the tail of the packet before" : "no head";
  if (flit->seq != r->next_seq) return "R-FL-3: units out of order";
  if (flit->head != (flit->seq == 0)) return "R-FL-3: head is not the first unit";
  if (flit->units < 1 || flit->units > r->width) return "R-CH-6: more units than the link is wide, or none";
  unsigned end = (unsigned)flit->seq + flit->units;
  if (flit->tail != (end == flit->len) || end > flit->len) return "R-FL-3: tail is not the last unit";
  if (flit->units < r->width && end != flit->len) return "R-FL-3: a narrow flit inside a packet";
  if (!flit->head &&
      (flit->src != r->head.src || flit->dst != r->head.dst || flit->id != r->head.id || flit->birth != r->head.birth ||
       flit->addr != r->head.addr || flit->bytes != r->head.bytes || flit->op != r->head.op ||
       flit->status != r->head.status || flit->len != r->head.len || flit->vc != r->head.vc)) {
    return "R-FL-1: a header that differs from the packet's head";
  }
  return NULL;
}

// R-L2P-CL-7: what a memory holds, this client does not know, but that zeros follow.
static void check_padding(struct client_common *common, const struct flitlock_flit *flit) {
  uint32_t unit = common->params.unit_bytes, offset = flit->seq * unit;
  uint32_t first = flit->bytes > offset ? flit->bytes - offset : 0;
  for (uint32_t n = first; n < flit->units * unit; n++) {
    if (flit->payload[n] == 0) continue;
    client_error(common, FLITLOCK_E_MISMATCH, "R-PAY-1: byte %u of packet src=%u id=%u is 0x%02x, behind its data",
                 offset + n, flit->src, flit->id, flit->payload[n]);
    return;
  }
}

static void check_payload(struct client_common *common, const struct flitlock_flit *flit, uint32_t requester) {
  uint32_t unit = common->params.unit_bytes;
  uint32_t data = client_data(flit);
  if (common->params.memory && flit->op == FLITLOCK_OP_READ_RSP && data > 0) {
    check_padding(common, flit);
    return;
  }
  uint64_t key = data > 0 ? payload_key(common->mixed_seed, requester, flit->id, flit->op >= FLITLOCK_OP_WRITE_RSP) : 0;
  uint32_t offset = flit->seq * unit;
  uint32_t size = flit->units * unit;
  uint32_t bad = flitlock_payload_compare(key, data, offset, flit->payload, size);
  if (bad == size) return;
  uint8_t expected = 0;
  flitlock_payload_make(key, data, offset + bad, &expected, 1);
  client_error(common, FLITLOCK_E_MISMATCH, "R-PAY-1: byte %u of packet src=%u id=%u is 0x%02x, expected 0x%02x",
               offset + bad, flit->src, flit->id, flit->payload[bad], expected);
}

int client_receiver_flit(struct client_common *common, const struct flitlock_flit *flit, uint32_t requester) {
  struct client_receiver *receiver = &common->receiver;
  int good = 1;
  if (common->params.checks) {
    const char *wrong = frame_error(receiver, flit);
    if (!wrong && !flit->payload) wrong = "no payload";
    if (!wrong && flit->head && flit->dst != common->params.address)
      wrong = "R-INV-2: the destination is another client";
    if (!wrong && flit->head && flit->len != client_packet_len(&common->params, flit)) {
      wrong = "R-RQ-5, R-RS-4: the length does not fit the operation and its bytes";
    }
    if (wrong) {
      char text[256];
      flitlock_flit_print(flit, text, sizeof text);
      client_error(common, FLITLOCK_E_PROTOCOL, "%s: %s.vc%u got %s", wrong, common->port[receiver->port].name,
                   flit->vc, text);
      good = 0;
    } else {
      check_payload(common, flit, requester);
    }
  }
  if (flit->head) receiver->head = *flit;
  receiver->open = !flit->tail;
  receiver->next_seq = flit->tail ? 0 : (uint8_t)(flit->seq + flit->units);
  if (flit->tail) {
    common->counts.received++;
    flitlock_payload_pool_give(common->pool, flit->payload);
  }
  return good;
}
