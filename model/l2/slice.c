// SPDX-License-Identifier: Apache-2.0
// One edge of the golden slice, R-L2S-ST-1.
#include <string.h>

#include "l2/state.h"

static struct flitlock_l2_response *response_at(const struct flitlock_block *s, uint32_t number) {
  return &s->rsp[(s->rsp_first + number) % s->rsp_size];
}
static struct flitlock_l2_order *order_at(const struct flitlock_block *s, uint32_t number) {
  return &s->order[(s->order_first + number) % s->params.order_depth];
}

// (1)
static void take_credits(struct flitlock_block *s, uint64_t cycle, const struct flitlock_in *in) {
  for (uint64_t ports = in->credit_valid; ports != 0; ports &= ports - 1) {
    unsigned port = (unsigned)__builtin_ctzll(ports);
    bool rsp = port == FLITLOCK_L2_PORT_RSP;
    if (!rsp && port != FLITLOCK_L2_PORT_MEM_REQ) {
      flitlock_l2_report(s, cycle, "-", "R-CH-3: a credit arrives on port %u, which has no output with credits", port);
      continue;
    }
    uint32_t *credits = rsp ? &s->rsp_credits : &s->mem_req_credits;
    uint32_t depth = rsp ? s->params.rsp_credits : s->params.mem_req_credits;
    *credits += flitlock_credit_get(in->credit[port], 0);
    if (in->credit[port] > 3U || *credits > depth)
      flitlock_l2_report(s, cycle, s->port[port].name, "R-CH-9: credits of word %u arrive, the counter is %u of %u",
                         (unsigned)in->credit[port], (unsigned)*credits, (unsigned)depth);
  }
}

// (2)
static void take_flits(struct flitlock_block *s, uint64_t cycle, const struct flitlock_in *in) {
  if (in->flit_valid >> FLITLOCK_L2_PORT_REQ & 1U) {
    const struct flitlock_flit *flit = &in->flit[FLITLOCK_L2_PORT_REQ];
    if (s->req_count == s->params.req_depth) {
      flitlock_l2_report(s, cycle, "req", "R-IN-2: a request without a credit: all %u entries are in use",
                         (unsigned)s->params.req_depth);
    } else {
      uint32_t at = (s->req_first + s->req_count++) % s->params.req_depth;
      flitlock_l2_receive_request(s, cycle, flit, &s->req[at]);
    }
  }
  if (in->flit_valid >> FLITLOCK_L2_PORT_MEM_RSP & 1U) {
    const struct flitlock_flit *flit = &in->flit[FLITLOCK_L2_PORT_MEM_RSP];
    if (s->fill_count == s->params.fill_depth) {
      flitlock_l2_report(s, cycle, "mem_rsp", "R-IN-2: a fill without a credit: all %u entries are in use",
                         (unsigned)s->params.fill_depth);
    } else {
      uint32_t at = (s->fill_first + s->fill_count++) % s->params.fill_depth;
      flitlock_l2_receive_fill(s, cycle, flit, &s->fill[at]);
    }
  }
  uint64_t others = in->flit_valid & ~(1ULL << FLITLOCK_L2_PORT_REQ | 1ULL << FLITLOCK_L2_PORT_MEM_RSP);
  if (others != 0)
    flitlock_l2_report(s, cycle, "-", "R-IN-1: a flit arrives on port %u, which has no input",
                       (unsigned)__builtin_ctzll(others));
}

static void return_credit(struct flitlock_out *out, unsigned port) {
  out->credit_valid |= 1ULL << port;
  out->credit[port] = flitlock_credit_one(0, 1);
}

// What the event of an operation says of the flit that caused it.
struct cause {
  uint64_t addr;
  uint32_t id, birth;
};

static void present_event(struct flitlock_block *s, const struct cause *cause, struct flitlock_out *out) {
  if (!s->params.events) return;
  flitlock_l2_event_pack(&s->event, s->event_data);
  out->flit_valid |= 1ULL << FLITLOCK_L2_PORT_EVENT;
  out->flit[FLITLOCK_L2_PORT_EVENT] = (struct flitlock_flit){.addr = cause->addr,
                                                             .payload = s->event_data,
                                                             .src = s->params.self,
                                                             .id = cause->id,
                                                             .birth = cause->birth,
                                                             .bytes = FLITLOCK_L2_HALF_BYTES,
                                                             .head = 1,
                                                             .tail = 1,
                                                             .units = 1,
                                                             .len = 1,
                                                             .op = FLITLOCK_OP_WRITE_REQ};
}

// (4) fill.
static void accept_fill(struct flitlock_block *s, struct flitlock_out *out, struct cause *cause) {
  const struct flitlock_l2_fill *fill = &s->fill[s->fill_first];
  *cause = (struct cause){fill->addr, fill->id, fill->birth};
  flitlock_l2_filled(s, fill);
  s->fill_first = (s->fill_first + 1U) % s->params.fill_depth;
  s->fill_count--;
  return_credit(out, FLITLOCK_L2_PORT_MEM_RSP);
}

// (4) flush or new, R-L2S-ST-6, -7.
static bool accept_request(struct flitlock_block *s, struct flitlock_l2_effects *effects, struct flitlock_out *out,
                           struct cause *cause) {
  const struct flitlock_l2_request *request = &s->req[s->req_first];
  *cause = (struct cause){request->addr, request->id, request->birth};
  bool done = true;
  if (request->operation >= FLITLOCK_L2_FLUSH) {
    if (s->live != 0 || !flitlock_l2_flush(s, request, effects, &done)) return false;
  } else if (!flitlock_l2_new(s, request, effects)) {
    return false;
  }
  if (!done) return true;
  s->req_first = (s->req_first + 1U) % s->params.req_depth;
  s->req_count--;
  return_credit(out, FLITLOCK_L2_PORT_REQ);
  return true;
}

// (4). True: an operation was accepted.
static bool tag_stage(struct flitlock_block *s, uint64_t cycle, struct flitlock_out *out) {
  struct flitlock_l2_effects effects = {.rsp = response_at(s, s->rsp_count), .order = order_at(s, s->order_count)};
  struct cause cause;
  unsigned ready = flitlock_l2_ready(s);
  if (s->fill_count != 0) {
    accept_fill(s, out, &cause);
  } else if (ready != FLITLOCK_L2_NO_MSHR) {
    const struct flitlock_l2_mshr *mshr = &s->mshr[ready];
    const struct flitlock_l2_request *front = &mshr->list[mshr->first];
    cause = (struct cause){front->addr, front->id, front->birth};
    if (!flitlock_l2_drain(s, ready, &effects)) return false;
  } else if (s->req_count == 0 || !accept_request(s, &effects, out, &cause)) {
    return false;
  }
  if (effects.responds) {
    effects.rsp->due = cycle + FLITLOCK_L2_PIPELINE;
    s->rsp_count++;
  }
  if (effects.orders) {
    effects.order->due = cycle + FLITLOCK_L2_PIPELINE;
    s->order_count++;
  }
  present_event(s, &cause, out);
  return true;
}

// (5). True: presented.
static bool present_response(struct flitlock_block *s, uint64_t cycle, struct flitlock_out *out) {
  const struct flitlock_l2_response *front = response_at(s, 0);
  if (s->rsp_count == 0 || front->due > cycle || s->rsp_credits == 0) return false;
  out->flit_valid |= 1ULL << FLITLOCK_L2_PORT_RSP;
  out->flit[FLITLOCK_L2_PORT_RSP] = front->flit;
  s->rsp_credits--;
  s->rsp_first = (s->rsp_first + 1U) % s->rsp_size;
  s->rsp_count--;
  return true;
}

static void present_write_back(const struct flitlock_l2_order *order, unsigned half, struct flitlock_flit *flit) {
  const struct flitlock_l2_command command = {.mask = order->mask[half], .code = FLITLOCK_L2_CODE_PLAIN};
  const uint8_t *data = order->data + half * FLITLOCK_L2_HALF_BYTES;
  uint8_t *to = flit->payload + FLITLOCK_L2_HALF_BYTES;
  flitlock_l2_command_pack(&command, flit->payload);
  for (unsigned n = 0; n < FLITLOCK_L2_HALF_BYTES; n++)
    to[n] = order->mask[half] >> n & 1U ? data[n] : 0;
  flit->addr = order->victim + half * FLITLOCK_L2_HALF_BYTES;
  flit->bytes = FLITLOCK_L2_HALF_BYTES;
  flit->op = FLITLOCK_OP_WRITE_REQ;
  flit->units = 2;
}

static void present_fetch(const struct flitlock_l2_order *order, unsigned half, struct flitlock_flit *flit) {
  unsigned sectors = order->fetch >> 2 * half & 3U;
  memset(flit->payload, 0, FLITLOCK_L2_HALF_BYTES);
  flit->addr = order->line + half * FLITLOCK_L2_HALF_BYTES + (sectors == 2U ? FLITLOCK_L2_SECTOR_BYTES : 0U);
  flit->bytes = sectors == 3U ? FLITLOCK_L2_HALF_BYTES : FLITLOCK_L2_SECTOR_BYTES;
  flit->id = order->mshr;
  flit->op = FLITLOCK_OP_READ_REQ;
  flit->units = 1;
}

// (6), R-L2S-ST-4. True: presented.
static bool present_order(struct flitlock_block *s, uint64_t cycle, struct flitlock_out *out) {
  struct flitlock_l2_order *order = order_at(s, 0);
  if (s->order_count == 0 || order->due > cycle || s->mem_req_credits == 0) return false;
  struct flitlock_flit *flit = &out->flit[FLITLOCK_L2_PORT_MEM_REQ];
  *flit = (struct flitlock_flit){.payload = s->sent[s->sent_next],
                                 .dst = s->params.memory,
                                 .src = s->params.self,
                                 .birth = order->birth,
                                 .head = 1,
                                 .tail = 1};
  if (order->mask[0] != 0 || order->mask[1] != 0) {
    unsigned half = order->mask[0] != 0 ? 0 : 1;
    present_write_back(order, half, flit);
    order->mask[half] = 0;
  } else {
    unsigned half = (order->fetch & 3U) != 0 ? 0 : 1;
    present_fetch(order, half, flit);
    order->fetch &= (uint8_t) ~(3U << 2 * half);
  }
  flit->len = flit->units;
  out->flit_valid |= 1ULL << FLITLOCK_L2_PORT_MEM_REQ;
  s->mem_req_credits--;
  s->sent_next = (s->sent_next + 1U) % s->sent_size;
  if (order->mask[0] == 0 && order->mask[1] == 0 && order->fetch == 0) {
    s->order_first = (s->order_first + 1U) % s->params.order_depth;
    s->order_count--;
  }
  return true;
}

// When there is something to do without an input.
static uint64_t next_step(const struct flitlock_block *s, uint64_t cycle, bool changed) {
  uint64_t next = FLITLOCK_SLEEP;
  // What a stall waits for is a change of this slice, or it arrives.
  if (changed && (s->req_count != 0 || s->fill_count != 0 || flitlock_l2_ready(s) != FLITLOCK_L2_NO_MSHR))
    return cycle + 1U;
  if (s->rsp_count != 0 && s->rsp_credits != 0) next = response_at(s, 0)->due;
  if (s->order_count != 0 && s->mem_req_credits != 0 && order_at(s, 0)->due < next) next = order_at(s, 0)->due;
  return next <= cycle ? cycle + 1U : next;
}

static uint64_t step(struct flitlock_block *s, uint64_t cycle, const struct flitlock_in *in, struct flitlock_out *out) {
  if (in->credit_valid != 0) take_credits(s, cycle, in);
  if (in->flit_valid != 0) take_flits(s, cycle, in);
  bool changed = tag_stage(s, cycle, out);
  if (present_response(s, cycle, out)) changed = true;
  if (present_order(s, cycle, out)) changed = true;
  return next_step(s, cycle, changed);
}

static void describe(const struct flitlock_block *s, struct flitlock_block_info *info) {
  *info = (struct flitlock_block_info){.kind = "l2_slice",
                                       .impl = "c",
                                       .abi = FLITLOCK_BLOCK_ABI,
                                       .ports = FLITLOCK_L2_PORTS - (s->params.events ? 0U : 1U),
                                       .vcs = 1,
                                       .port = s->port};
}

// Signals for waves: the counters of queues, credits and MSHRs.
static size_t signals(const struct flitlock_block *s, struct flitlock_signal *list, size_t capacity) {
  const struct flitlock_signal all[] = {
      {"req.vc0.count", 16, 4, &s->req_count},
      {"mem_rsp.vc0.count", 16, 4, &s->fill_count},
      {"response.count", 16, 4, &s->rsp_count},
      {"order.count", 16, 4, &s->order_count},
      {"output.rsp.vc0.credits", 16, 4, &s->rsp_credits},
      {"output.mem_req.vc0.credits", 16, 4, &s->mem_req_credits},
      {"mshr.count", 8, 4, &s->live},
      {"lfsr", 16, 2, &s->lfsr},
      {"flush.set", 16, 4, &s->flush_set},
  };
  const size_t count = sizeof(all) / sizeof(all[0]);
  for (size_t n = 0; n < count && n < capacity; n++)
    list[n] = all[n];
  return count;
}

static uint64_t occupancy(const struct flitlock_block *s) {
  uint64_t listed = 0;
  for (unsigned n = 0; n < s->params.mshrs; n++)
    listed += s->mshr[n].live ? s->mshr[n].count : 0U;
  return s->req_count + s->fill_count + s->rsp_count + s->order_count + listed;
}

static int check(const struct flitlock_block *s, struct flitlock_error *error) {
  if (s->error.status != FLITLOCK_OK && error != NULL) *error = s->error;
  return s->error.status;
}

const struct flitlock_block_ops flitlock_l2_slice_golden = {.kind = "l2_slice",
                                                            .impl = "c",
                                                            .create = flitlock_l2_create,
                                                            .destroy = flitlock_l2_destroy,
                                                            .reset = flitlock_l2_reset,
                                                            .step = step,
                                                            .describe = describe,
                                                            .signals = signals,
                                                            .occupancy = occupancy,
                                                            .check = check};
