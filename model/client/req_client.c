// SPDX-License-Identifier: Apache-2.0
// The request client, R-RQ: asks the workload, sends requests on plane req, takes responses from plane rsp.
#include <stdlib.h>

#include "client/common.h"
#include "client/outstanding.h"
#include "flitlock/translation.h"

struct flitlock_block {
  struct client_common common;
  struct outstanding outstanding;
  uint32_t next_id;
  uint64_t tag;  // of the packet held
};

static void req_destroy(struct flitlock_block *block) {
  if (!block) return;
  outstanding_free(&block->outstanding);
  client_common_destroy(&block->common);
  free(block);
}

static int req_create(const void *params, const char *name, struct flitlock_block **block,
                      struct flitlock_error *error) {
  *block = NULL;
  struct flitlock_block *made = calloc(1, sizeof *made);
  if (!made || !outstanding_init(&made->outstanding)) {
    free(made);
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", name);
  }
  int status = client_common_create(&made->common, params, name, CLIENT_PORT_REQ, error);
  if (status != FLITLOCK_OK) {
    req_destroy(made);
    return status;
  }
  *block = made;
  return FLITLOCK_OK;
}

static void req_reset(struct flitlock_block *block) {
  client_common_reset(&block->common);
  outstanding_clear(&block->outstanding);
  block->next_id = 0;
}

// Whether the response has the address and the status that its request must have been served with (R-RQ-7).
static int is_translated(const struct flitlock_block *block, const struct outstanding_request *request,
                         const struct flitlock_flit *flit) {
  const struct flitlock_translation *translation = block->common.params.translation;
  const uint32_t from = flitlock_address_gpu(block->common.params.address), to = flitlock_address_gpu(request->dst);
  if (translation == NULL || from == to) return flit->addr == request->addr;
  uint64_t spa = 0;
  return flitlock_translation_spa(translation, from, to, request->addr, request->op, &spa) == flit->status &&
         flit->addr == spa;
}

// What a response must say of its request, R-RS-4.
static const char *response_error(const struct flitlock_block *block, const struct outstanding_request *request,
                                  const struct flitlock_flit *flit) {
  if (!request) return "R-INV-2: a response to no outstanding request";
  if (flit->op != request->op + FLITLOCK_OP_WRITE_RSP) return "R-RS-4: the operation is not the request's";
  if (flit->src != request->dst) return "R-RS-4: from another client than asked";
  if (flit->bytes != request->bytes || flit->birth != request->birth) {
    return "R-RS-4: bytes or birth are not the request's";
  }
  if (!is_translated(block, request, flit)) {
    return block->common.params.translation ? "R-RQ-7: addr or status are not those of the request's translation"
                                            : "R-RS-4: addr is not the request's";
  }
  return NULL;
}

// R-RQ-2.
static void take_response(struct flitlock_block *block, uint64_t cycle, const struct flitlock_flit *flit,
                          struct flitlock_out *out) {
  struct client_common *common = &block->common;
  if (flit->vc >= common->params.vcs) {
    client_error(common, FLITLOCK_E_PROTOCOL, "R-IN-2: a flit on VC %u of %u", flit->vc, common->params.vcs);
    return;
  }
  out->credit[CLIENT_PORT_RSP] = flitlock_credit_one(flit->vc, 1);
  out->credit_valid |= 1U << CLIENT_PORT_RSP;
  // Whose response it is comes first: the payload depends on it.
  if (flit->head && common->params.checks) {
    const char *wrong = response_error(block, outstanding_find(&block->outstanding, flit->id), flit);
    if (wrong) {
      char text[256];
      flitlock_flit_print(flit, text, sizeof text);
      client_error(common, FLITLOCK_E_PROTOCOL, "%s: %s", wrong, text);
    }
  }
  int good = client_receiver_flit(common, flit, common->params.address);
  if (!flit->tail || !good) return;
  struct outstanding_request *request = outstanding_find(&block->outstanding, flit->id);
  if (!request) return;
  uint64_t tag = request->tag;
  outstanding_remove(&block->outstanding, request);
  common->counts.completed++;
  struct flitlock_workload *workload = common->params.workload;
  if (workload->ops->completed) workload->ops->completed(workload, common->params.number, cycle, tag);
}

// R-RQ-3. Returns 1 when a request was made; otherwise `*next` is the cycle to ask again.
static int create_request(struct flitlock_block *block, uint64_t cycle, uint64_t *next) {
  struct client_common *common = &block->common;
  struct flitlock_workload *workload = common->params.workload;
  struct flitlock_request request;
  *next = FLITLOCK_SLEEP;
  if (workload->stopped) return 0;
  if (!workload->ops->poll(workload, common->params.number, cycle, &request, next)) return 0;
  uint32_t len = client_len(&common->params, request.op, request.bytes);
  uint32_t longest = client_len(&common->params, FLITLOCK_OP_WRITE_REQ, request.bytes);
  if (request.op > FLITLOCK_OP_READ_REQ || request.bytes < 1 || longest > common->params.max_len) {
    client_error(common, FLITLOCK_E_CONFIG,
                 "the workload asks for operation %u of %u bytes; allowed are 0 (write) and 1 (read) of 1 to %u bytes",
                 request.op, request.bytes, common->params.max_len * common->params.unit_bytes);
    *next = FLITLOCK_SLEEP;
    return 0;
  }
  const struct flitlock_translation *translation = common->params.translation;
  struct flitlock_flit packet = {
      .addr = translation ? flitlock_translation_addr(translation, flitlock_address_gpu(common->params.address),
                                                      flitlock_address_gpu(request.dst), request.addr)
                          : request.addr,
      .dst = request.dst,
      .src = common->params.address,
      .id = block->next_id++,
      .birth = (uint32_t)request.birth,
      .bytes = request.bytes,
      .len = (uint8_t)len,
      .op = request.op,
  };
  block->tag = request.tag;
  common->counts.created++;
  client_sender_hold(common, &packet);
  return 1;
}

// R-RQ-4: the packet held may begin. It is outstanding from now on. Returns 0 if it has to wait.
static int begin(struct flitlock_block *block) {
  struct client_common *common = &block->common;
  const struct client_sender *sender = &common->sender;
  uint32_t limit = common->params.outstanding;
  if (!client_sender_has_credit(sender) || (limit > 0 && block->outstanding.count >= limit)) return 0;
  struct outstanding_request *request = NULL;
  if (!common->params.posted) {
    request = outstanding_add(&block->outstanding, sender->packet.id);
    if (!request) {
      client_error(common, FLITLOCK_E_NO_MEMORY, "out of memory with %u requests outstanding",
                   block->outstanding.count);
      return 0;
    }
  }
  if (!client_sender_begin(common)) {
    if (request) outstanding_remove(&block->outstanding, request);
    return 0;
  }
  if (request) {
    const struct flitlock_flit *packet = &sender->packet;
    request->tag = block->tag;
    request->addr = packet->addr;
    request->dst = packet->dst;
    request->birth = packet->birth;
    request->bytes = packet->bytes;
    request->op = packet->op;
  }
  return 1;
}

static uint64_t req_step(struct flitlock_block *block, uint64_t cycle, const struct flitlock_in *in,
                         struct flitlock_out *out) {
  struct client_common *common = &block->common;
  struct client_sender *sender = &common->sender;
  // R-RQ-1, in this order.
  if (in->credit_valid & 1U << CLIENT_PORT_REQ) client_sender_credit(common, in->credit[CLIENT_PORT_REQ]);
  if (in->flit_valid & 1U << CLIENT_PORT_RSP) take_response(block, cycle, &in->flit[CLIENT_PORT_RSP], out);
  uint64_t next = FLITLOCK_SLEEP;
  if (!sender->held && !create_request(block, cycle, &next)) return next > cycle ? next : cycle + 1;
  // A packet that may not begin waits for credits or for a response: for an input.
  if (sender->left == sender->flits && !begin(block)) return FLITLOCK_SLEEP;
  if (client_sender_flit(common, out) && common->params.posted) common->counts.completed++;
  return cycle + 1;
}

static void req_describe(const struct flitlock_block *block, struct flitlock_block_info *info) {
  client_common_describe(&block->common, flitlock_req_client.kind, info);
}

// R-IDLE-8.
static void req_idle_causes(const struct flitlock_block *block, uint8_t *cause) {
  const struct client_sender *sender = &block->common.sender;
  int waits = sender->held && sender->left == sender->flits;
  cause[CLIENT_PORT_REQ] = waits && !client_sender_has_credit(sender) ? 2 : 5;
  cause[CLIENT_PORT_RSP] = 0;
}

static size_t req_signals(const struct flitlock_block *block, struct flitlock_signal *list, size_t capacity) {
  size_t count = client_common_signals(&block->common, list, capacity);
  return client_signal(list, capacity, count, &block->outstanding.count, sizeof block->outstanding.count, 32,
                       "outstanding");
}

static uint64_t req_occupancy(const struct flitlock_block *block) {
  const struct client_sender *sender = &block->common.sender;
  return sender->held ? sender->left : 0;
}

static int req_waits(const struct flitlock_block *block, char *text, size_t size) {
  int length = 0;
  if (text && size > 0) text[0] = '\0';
  client_receiver_wait(text, size, &length, &block->common);
  client_sender_wait(text, size, &length, &block->common);
  return length;
}

static int req_check(const struct flitlock_block *block, struct flitlock_error *error) {
  return client_common_check(&block->common, error);
}

const struct flitlock_block_ops flitlock_req_client = {
    .kind = "req_client",
    .impl = "c",
    .create = req_create,
    .destroy = req_destroy,
    .reset = req_reset,
    .step = req_step,
    .describe = req_describe,
    .idle_causes = req_idle_causes,
    .signals = req_signals,
    .occupancy = req_occupancy,
    .waits = req_waits,
    .check = req_check,
};
