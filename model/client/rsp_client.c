// SPDX-License-Identifier: Apache-2.0
// The response client, R-RS: takes requests from plane req, sends responses on plane rsp.
#include <stdio.h>
#include <stdlib.h>

#include "client/l2_side.h"

struct response {
  struct flitlock_flit packet;
  uint64_t ready;  // R-RS-3; CLIENT_NEVER: the L2 has not answered
};

struct flitlock_block {
  struct client_common common;
  struct flitlock_rng stall;
  // Requests' flits that arrived, R-RS-2: a ring in order of arrival over all VCs, and the count of each VC.
  struct flitlock_flit *input;
  uint32_t input_size;
  uint32_t input_first;
  uint32_t input_count;
  uint16_t input_of_vc[FLITLOCK_MAX_VCS];
  // Responses that have not begun to leave: a ring of `response_queue`.
  struct response *responses;
  uint32_t response_first;
  uint32_t response_count;
  uint64_t response_flits;  // of the responses in the ring
  struct client_l2 l2;      // used if `common.params.l2` is there
  uint64_t cycle;           // of the step under way
  uint8_t short_of_credit;  // as of the last step: a response is ready, none is leaving, and credits are missing
};

static void rsp_destroy(struct flitlock_block *block) {
  if (!block) return;
  free(block->input);
  free(block->responses);
  client_l2_destroy(&block->l2);
  client_common_destroy(&block->common);
  free(block);
}

static void rsp_reset(struct flitlock_block *block) {
  client_common_reset(&block->common);
  flitlock_rng_seed(&block->stall, block->common.params.seed, block->common.params.address);
  block->input_first = 0;
  block->input_count = 0;
  memset(block->input_of_vc, 0, sizeof block->input_of_vc);
  block->response_first = 0;
  block->response_count = 0;
  block->response_flits = 0;
  block->short_of_credit = 0;
  if (block->common.params.l2) client_l2_reset(&block->l2);
}

static int rsp_create(const void *params, const char *name, struct flitlock_block **block,
                      struct flitlock_error *error) {
  *block = NULL;
  const struct flitlock_client_params *p = params;
  struct flitlock_block *made = calloc(1, sizeof *made);
  if (!made) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", name);
  int status = client_common_create(&made->common, p, name, CLIENT_PORT_RSP, error);
  if (status != FLITLOCK_OK) {
    rsp_destroy(made);
    return status;
  }
  for (unsigned v = 0; v < p->vcs; v++)
    made->input_size += p->input_depth[v];
  if (made->input_size == 0) {
    rsp_destroy(made);
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: an input buffer of 0 entries can take no request", name);
  }
  made->input = calloc(made->input_size, sizeof *made->input);
  made->responses = calloc(p->response_queue, sizeof *made->responses);
  if (!made->input || !made->responses) {
    rsp_destroy(made);
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory for a queue of %u responses", name,
                         p->response_queue);
  }
  if (p->l2) status = client_l2_create(&made->l2, &made->common, error);
  if (status != FLITLOCK_OK) {
    rsp_destroy(made);
    return status;
  }
  made->common.params.l2 = p->l2 ? &made->l2.params : NULL;
  rsp_reset(made);
  *block = made;
  return FLITLOCK_OK;
}

static void queue_flit(struct flitlock_block *block, const struct flitlock_flit *flit) {
  struct client_common *common = &block->common;
  if (flit->vc >= common->params.vcs || block->input_of_vc[flit->vc] >= common->params.input_depth[flit->vc]) {
    client_error(common, FLITLOCK_E_PROTOCOL, "R-IN-2: a flit on req.vc%u, which has no room for it", flit->vc);
    return;
  }
  uint32_t last = block->input_first + block->input_count;
  if (last >= block->input_size) last -= block->input_size;
  block->input[last] = *flit;
  block->input_count++;
  block->input_of_vc[flit->vc]++;
}

// Where the next response goes.
static uint32_t next_slot(const struct flitlock_block *block) {
  uint32_t slot = block->response_first + block->response_count;
  return slot < block->common.params.response_queue ? slot : slot - block->common.params.response_queue;
}

static void queue_response(struct flitlock_block *block, uint64_t cycle, const struct flitlock_flit *request) {
  const struct flitlock_client_params *params = &block->common.params;
  uint32_t last = next_slot(block);
  struct response *response = &block->responses[last];
  // R-RS-4: everything is the request's, but for the direction.
  response->packet = *request;
  response->packet.op = (uint8_t)(request->op + FLITLOCK_OP_WRITE_RSP);
  response->packet.src = request->dst;
  response->packet.dst = request->src;
  response->packet.len = (uint8_t)client_packet_len(params, &response->packet);
  response->packet.payload = NULL;
  response->ready = cycle + params->service_latency;
  if (params->l2 && client_l2_begin(&block->l2, last, request)) response->ready = CLIENT_NEVER;
  block->response_count++;
  // R-L2P-CL-6: a posted request waits here for the L2 alone.
  if (params->posted) return;
  block->response_flits += flitlock_flits(response->packet.len, params->rsp_width);
  block->common.counts.created++;
}

// R-L2P-CL-5.
static void served(void *self, uint32_t slot) {
  struct flitlock_block *block = self;
  const struct flitlock_client_params *params = &block->common.params;
  block->responses[slot].ready = block->cycle + (params->posted ? 0U : params->service_latency);
}

// R-RS-2: takes the flit at the front, if it may be.
static void take_flit(struct flitlock_block *block, uint64_t cycle, struct flitlock_out *out) {
  struct client_common *common = &block->common;
  const struct flitlock_client_params *params = &common->params;
  int stalled = params->stall > 0.0 && flitlock_rng_double(&block->stall) < params->stall;
  const struct flitlock_flit *flit = &block->input[block->input_first];
  if (flit->head && (stalled || block->response_count >= params->response_queue)) return;
  if (++block->input_first == block->input_size) block->input_first = 0;
  block->input_count--;
  block->input_of_vc[flit->vc]--;
  out->credit[CLIENT_PORT_REQ] = flitlock_credit_one(flit->vc, 1);
  out->credit_valid |= 1U << CLIENT_PORT_REQ;

  if (params->l2 && flit->payload && block->response_count < params->response_queue)
    client_l2_data(&block->l2, next_slot(block), flit);
  int good = client_receiver_flit(common, flit, flit->src);
  if (good && flit->op > FLITLOCK_OP_READ_REQ) {
    client_error(common, FLITLOCK_E_PROTOCOL, "operation %u of src=%u id=%u is no request", flit->op, flit->src,
                 flit->id);
    good = 0;
  }
  if (!flit->tail || !good) return;
  struct flitlock_workload *workload = params->workload;
  if (workload->ops->delivered) workload->ops->delivered(workload, cycle, flit);
  // A packet without a head could find the queue full: after a protocol error only.
  if ((!params->posted || params->l2) && block->response_count < params->response_queue)
    queue_response(block, cycle, flit);
}

static void drop_response(struct flitlock_block *block) {
  if (++block->response_first == block->common.params.response_queue) block->response_first = 0;
  block->response_count--;
}

// R-RS-3: the first response begins to leave, if it may.
static void begin_response(struct flitlock_block *block, uint64_t cycle) {
  struct client_common *common = &block->common;
  const struct flitlock_client_params *params = &common->params;
  struct response *first = &block->responses[block->response_first];
  uint32_t flits = params->posted ? 0 : flitlock_flits(first->packet.len, params->rsp_width);
  if (first->ready > cycle || common->sender.credits[params->inject_vc] < flits) return;
  if (params->posted) {
    drop_response(block);
    return;
  }
  client_sender_hold(common, &first->packet);
  if (params->l2) common->sender.data = block->l2.request[block->response_first].data;
  if (!client_sender_begin(common)) {
    common->sender.held = 0;
    return;
  }
  drop_response(block);
  block->response_flits -= flits;
}

// When the client has something to do next if nothing arrives.
static uint64_t next_step(struct flitlock_block *block, uint64_t cycle) {
  const struct client_common *common = &block->common;
  const struct flitlock_client_params *params = &common->params;
  const struct response *first = &block->responses[block->response_first];
  int ready = !common->sender.held && block->response_count > 0 && first->ready <= cycle;
  block->short_of_credit =
      ready && !params->posted &&
      common->sender.credits[params->inject_vc] < flitlock_flits(first->packet.len, params->rsp_width);
  if (common->sender.held || (params->l2 && client_l2_can_issue(&block->l2))) return cycle + 1;
  if (block->input_count > 0) {
    // A stall is drawn at every edge with a non-empty queue, so there is no sleep with one.
    const struct flitlock_flit *flit = &block->input[block->input_first];
    if (!flit->head || params->stall > 0.0 || block->response_count < params->response_queue) return cycle + 1;
  }
  if (block->response_count == 0 || block->short_of_credit) return FLITLOCK_SLEEP;
  return ready ? cycle + 1 : first->ready;
}

static uint64_t rsp_step(struct flitlock_block *block, uint64_t cycle, const struct flitlock_in *in,
                         struct flitlock_out *out) {
  struct client_common *common = &block->common;
  // R-RS-1, R-L2P-CL-1, in this order.
  if (in->credit_valid & 1U << CLIENT_PORT_RSP) client_sender_credit(common, in->credit[CLIENT_PORT_RSP]);
  if (block->common.params.l2) client_l2_credits(&block->l2, in);
  if (in->flit_valid & 1U << CLIENT_PORT_REQ) queue_flit(block, &in->flit[CLIENT_PORT_REQ]);
  block->cycle = cycle;
  if (block->common.params.l2) client_l2_answers(&block->l2, in, out, served, block);
  if (block->input_count > 0) take_flit(block, cycle, out);
  if (block->common.params.l2) client_l2_issue(&block->l2, out);
  if (!common->sender.held && block->response_count > 0) begin_response(block, cycle);
  if (common->sender.held) client_sender_flit(common, out);
  common->queued = block->input_count + block->response_count;
  return next_step(block, cycle);
}

static void rsp_describe(const struct flitlock_block *block, struct flitlock_block_info *info) {
  client_common_describe(&block->common, flitlock_rsp_client.kind, info);
  if (block->common.params.l2) client_l2_describe(&block->l2, info);
}

// R-IDLE-8: a response whose service is not over does not wait for the link.
static void rsp_idle_causes(const struct flitlock_block *block, uint8_t *cause) {
  cause[CLIENT_PORT_REQ] = 0;
  cause[CLIENT_PORT_RSP] = block->short_of_credit ? 2 : 5;
  if (!block->common.params.l2) return;
  const unsigned wanted = client_l2_wanted(&block->l2);
  for (unsigned p = CLIENT_PORT_L2; p < CLIENT_PORT_L2 + client_l2_partitions(&block->l2); p++)
    cause[p] = p == wanted && !client_l2_can_issue(&block->l2) ? 2 : 5;
}

static size_t rsp_signals(const struct flitlock_block *block, struct flitlock_signal *list, size_t capacity) {
  size_t count = client_common_signals(&block->common, list, capacity);
  count = client_signal(list, capacity, count, &block->response_count, sizeof block->response_count, 32, "responses");
  count = client_signal(list, capacity, count, &block->input_count, sizeof block->input_count, 32, "input.req.count");
  for (unsigned v = 0; v < block->common.params.vcs; v++) {
    count = client_signal(list, capacity, count, &block->input_of_vc[v], sizeof block->input_of_vc[v], 16,
                          "input.req.vc%u.count", v);
  }
  return block->common.params.l2 ? client_l2_signals(&block->l2, list, capacity, count) : count;
}

static uint64_t rsp_occupancy(const struct flitlock_block *block) {
  const struct client_sender *sender = &block->common.sender;
  return block->input_count + block->response_flits + (sender->held ? sender->left : 0);
}

static int rsp_waits(const struct flitlock_block *block, char *text, size_t size) {
  const struct client_common *common = &block->common;
  const struct flitlock_client_params *params = &common->params;
  int length = 0;
  if (text && size > 0) text[0] = '\0';
  char out_buffer[40];
  char out_port[40];
  snprintf(out_buffer, sizeof out_buffer, "output.rsp.vc%u", params->inject_vc);
  snprintf(out_port, sizeof out_port, "rsp.vc%u", params->inject_vc);
  if (block->input_count > 0) {
    const struct flitlock_flit *flit = &block->input[block->input_first];
    int full = flit->head && block->response_count >= params->response_queue;
    client_wait_line(text, size, &length, "input", common, CLIENT_PORT_REQ, flit->vc, flit, full ? "room" : "turn",
                     full ? out_buffer : "self");
  } else {
    client_receiver_wait(text, size, &length, common);
  }
  if (common->sender.held) {
    client_sender_wait(text, size, &length, common);
  } else if (block->response_count > 0) {
    const struct flitlock_flit *packet = &block->responses[block->response_first].packet;
    client_wait_line(text, size, &length, "output", common, CLIENT_PORT_RSP, params->inject_vc, packet,
                     block->short_of_credit ? "credit" : "turn", block->short_of_credit ? out_port : "self");
  }
  return length;
}

static int rsp_check(const struct flitlock_block *block, struct flitlock_error *error) {
  return client_common_check(&block->common, error);
}

const struct flitlock_block_ops flitlock_rsp_client = {
    .kind = "rsp_client",
    .impl = "c",
    .create = rsp_create,
    .destroy = rsp_destroy,
    .reset = rsp_reset,
    .step = rsp_step,
    .describe = rsp_describe,
    .idle_causes = rsp_idle_causes,
    .signals = rsp_signals,
    .occupancy = rsp_occupancy,
    .waits = rsp_waits,
    .check = rsp_check,
};
