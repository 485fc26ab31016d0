// SPDX-License-Identifier: Apache-2.0
// The memory of a GPU behind its stations, R-SU-10.
#include <stdlib.h>
#include <string.h>

#include "scaleup/blocks.h"

struct request_queue {
  struct scale_up_fifo fifo;
  uint64_t *ready;  // of each: cycle from which it can be handed over
};

struct memory_station {
  struct request_queue request[SCALE_UP_VCS];
  struct scale_up_fifo response;  // handed over, not left
  uint64_t *due;                  // of each response
  uint64_t next;                  // R-SU-7
  uint32_t credits;
};

struct flitlock_block {
  struct scale_up_block_params params;
  struct flitlock_port_info *port;
  struct memory_station station[SCALE_UP_MAX_STATIONS];
  struct flitlock_error error;
};

static void memory_destroy(struct flitlock_block *block) {
  if (block == NULL) return;
  for (uint32_t s = 0; s < SCALE_UP_MAX_STATIONS; s++) {
    for (unsigned vc = 0; vc < SCALE_UP_VCS; vc++) {
      free(block->station[s].request[vc].fifo.flit);
      free(block->station[s].request[vc].ready);
    }
    free(block->station[s].response.flit);
    free(block->station[s].due);
  }
  free(block->port);
  free(block);
}

static void memory_reset(struct flitlock_block *block) {
  for (uint32_t s = 0; s < block->params.stations; s++) {
    struct memory_station *station = &block->station[s];
    for (unsigned vc = 0; vc < SCALE_UP_VCS; vc++)
      station->request[vc].fifo.first = station->request[vc].fifo.count = 0;
    station->response.first = station->response.count = 0;
    station->next = 0;
    station->credits = block->params.buffer;
  }
  block->error.status = FLITLOCK_OK;
}

static int create_station(struct memory_station *station, uint32_t buffer) {
  int complete = 1;
  for (unsigned vc = 0; vc < SCALE_UP_VCS; vc++) {
    struct request_queue *queue = &station->request[vc];
    queue->fifo.capacity = buffer;
    queue->fifo.flit = malloc(buffer * sizeof *queue->fifo.flit);
    queue->ready = malloc(buffer * sizeof *queue->ready);
    complete = complete && queue->fifo.flit != NULL && queue->ready != NULL;
  }
  station->response.capacity = buffer;
  station->response.flit = malloc(buffer * sizeof *station->response.flit);
  station->due = malloc(buffer * sizeof *station->due);
  return complete && station->response.flit != NULL && station->due != NULL;
}

static int memory_create(const void *params, const char *name, struct flitlock_block **block,
                         struct flitlock_error *error) {
  struct flitlock_block *made = calloc(1, sizeof *made);
  *block = made;
  if (made == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", name);
  made->params = *(const struct scale_up_block_params *)params;
  uint32_t stations = made->params.stations;
  made->port = scale_up_ports(2 * stations);
  int complete = made->port != NULL;
  for (uint32_t s = 0; complete && s < stations; s++) {
    complete = create_station(&made->station[s], made->params.buffer);
    scale_up_port(made->port, s, "req", s, 1, 0, made->params.buffer);
    scale_up_port(made->port, stations + s, "rsp", s, 0, 1, 0);
  }
  if (!complete) {
    memory_destroy(made);
    *block = NULL;
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", name);
  }
  memory_reset(made);
  return FLITLOCK_OK;
}

static void take(struct flitlock_block *block, uint32_t number, const struct flitlock_flit *flit, uint64_t cycle) {
  struct memory_station *station = &block->station[number];
  struct request_queue *queue = &station->request[flit->vc < SCALE_UP_VCS ? flit->vc : 0];
  if (queue->fifo.count == queue->fifo.capacity) {
    if (block->error.status == FLITLOCK_OK)
      flitlock_fail(&block->error, FLITLOCK_E_PROTOCOL, "gpu%u.memory: a request came to station %u without credit",
                    block->params.gpu, number);
    return;
  }
  uint64_t ready = cycle + (flit->vc == 0 ? block->params.ideal : 0);
  struct scale_up_record *record = scale_up_record_of(&block->params.shared->ledger, flit);
  record->fabric = (uint32_t)(ready - record->birth);
  uint32_t at = scale_up_fifo_end(&queue->fifo);
  queue->fifo.flit[at] = *flit;
  queue->ready[at] = ready;
  queue->fifo.count++;
}

// The VC whose front can be handed over first, SCALE_UP_VCS: no request.
static unsigned first_ready(const struct memory_station *station, uint64_t *ready) {
  unsigned first = SCALE_UP_VCS;
  for (unsigned vc = 0; vc < SCALE_UP_VCS; vc++) {
    const struct request_queue *queue = &station->request[vc];
    if (queue->fifo.count == 0) continue;
    if (first != SCALE_UP_VCS && queue->ready[queue->fifo.first] >= *ready) continue;
    first = vc;
    *ready = queue->ready[queue->fifo.first];
  }
  return first;
}

// Hands the front of a queue over to the fabric.
static void hand_over(struct flitlock_block *block, uint32_t number, unsigned vc, uint64_t cycle,
                      struct flitlock_out *out) {
  struct scale_up_shared *shared = block->params.shared;
  struct memory_station *station = &block->station[number];
  struct scale_up_fifo *fifo = &station->request[vc].fifo;
  const struct flitlock_flit *request = scale_up_fifo_front(fifo);
  struct scale_up_record *record = scale_up_record_of(&shared->ledger, request);
  record->delivered = (uint32_t)(cycle - record->birth);
  scale_up_pace_take(&station->next, cycle, scale_up_rate_time(&shared->rate, request->bytes));
  scale_up_traffic_delivered(&shared->traffic, record->stream, cycle + block->params.hbm);

  uint32_t at = scale_up_fifo_end(&station->response);
  struct flitlock_flit *response = &station->response.flit[at];
  *response = *request;
  response->dst = request->src;
  response->src = request->dst;
  response->vc = 0;
  response->op = FLITLOCK_OP_WRITE_RSP;
  station->due[at] = cycle + block->params.hbm + block->params.returning;
  station->response.count++;

  out->credit_valid |= 1ULL << number;
  out->credit[number] = flitlock_credit_one(vc, 1);
  scale_up_fifo_drop(fifo);
}

// Sends a response and hands over a request of a station, as far as both can be. Returns when to look again.
static uint64_t serve(struct flitlock_block *block, uint32_t number, uint64_t cycle, struct flitlock_out *out) {
  struct memory_station *station = &block->station[number];
  uint64_t wake = FLITLOCK_SLEEP;
  uint64_t ready = 0;
  if (station->response.count != 0 && station->due[station->response.first] <= cycle && station->credits != 0) {
    uint32_t port = block->params.stations + number;
    out->flit[port] = *scale_up_fifo_front(&station->response);
    out->flit_valid |= 1ULL << port;
    station->credits--;
    scale_up_fifo_drop(&station->response);
  }
  if (station->response.count < station->response.capacity) {
    unsigned vc = first_ready(station, &ready);
    if (vc != SCALE_UP_VCS && ready <= cycle && scale_up_pace_ready(station->next, cycle)) {
      hand_over(block, number, vc, cycle, out);
      vc = first_ready(station, &ready);
    }
    if (vc != SCALE_UP_VCS) {
      uint64_t pace = scale_up_pace_cycle(station->next);
      wake = ready > pace ? ready : pace;
    }
  }
  if (station->response.count != 0 && station->credits != 0) {  // without credit, one wakes us
    uint64_t due = station->due[station->response.first];
    if (due < wake) wake = due;
  }
  return wake <= cycle ? cycle + 1 : wake;
}

static uint64_t memory_step(struct flitlock_block *block, uint64_t cycle, const struct flitlock_in *in,
                            struct flitlock_out *out) {
  const uint32_t stations = block->params.stations;
  for (uint64_t mask = in->credit_valid; mask != 0; mask &= mask - 1) {
    unsigned port = (unsigned)__builtin_ctzll(mask);
    block->station[port - stations].credits += flitlock_credit_get(in->credit[port], 0);
  }
  for (uint64_t mask = in->flit_valid; mask != 0; mask &= mask - 1) {
    unsigned port = (unsigned)__builtin_ctzll(mask);
    take(block, port, &in->flit[port], cycle);
  }
  uint64_t wake = FLITLOCK_SLEEP;
  for (uint32_t s = 0; s < stations; s++) {
    uint64_t next = serve(block, s, cycle, out);
    if (next < wake) wake = next;
  }
  return wake;
}

static void memory_describe(const struct flitlock_block *block, struct flitlock_block_info *info) {
  *info = (struct flitlock_block_info){.kind = "scale_up_memory",
                                       .impl = "c",
                                       .abi = FLITLOCK_BLOCK_ABI,
                                       .ports = 2 * block->params.stations,
                                       .vcs = SCALE_UP_VCS,
                                       .port = block->port};
}

static int memory_check(const struct flitlock_block *block, struct flitlock_error *error) {
  if (block->error.status != FLITLOCK_OK && error != NULL) *error = block->error;
  return block->error.status;
}

const struct flitlock_block_ops scale_up_memory = {
    .kind = "scale_up_memory",
    .impl = "c",
    .create = memory_create,
    .destroy = memory_destroy,
    .reset = memory_reset,
    .step = memory_step,
    .describe = memory_describe,
    .check = memory_check,
};
