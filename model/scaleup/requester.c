// SPDX-License-Identifier: Apache-2.0
// The requester of a GPU, R-SU-8.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scaleup/blocks.h"

struct flitlock_block {
  struct scale_up_block_params params;
  struct flitlock_port_info *port;
  uint64_t next[SCALE_UP_MAX_STATIONS];  // R-SU-7
  uint32_t credits[SCALE_UP_MAX_STATIONS][SCALE_UP_VCS];
  uint32_t *place;  // free places of the window: [free]
  uint32_t free;
  struct flitlock_error error;
};

static void requester_destroy(struct flitlock_block *block) {
  if (block == NULL) return;
  free(block->port);
  free(block->place);
  free(block);
}

static void requester_reset(struct flitlock_block *block) {
  memset(block->next, 0, sizeof block->next);
  for (uint32_t s = 0; s < block->params.stations; s++)
    block->credits[s][0] = block->credits[s][1] = block->params.buffer;
  block->free = block->params.window;
  // Low numbers are taken first.
  for (uint32_t n = 0; n < block->params.window; n++)
    block->place[n] = block->params.window - 1 - n;
  block->error.status = FLITLOCK_OK;
}

static int requester_create(const void *params, const char *name, struct flitlock_block **block,
                            struct flitlock_error *error) {
  struct flitlock_block *made = calloc(1, sizeof *made);
  *block = made;
  if (made == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", name);
  made->params = *(const struct scale_up_block_params *)params;
  uint32_t stations = made->params.stations;
  made->port = scale_up_ports(2 * stations);
  made->place = calloc(made->params.window, sizeof *made->place);
  if (made->port == NULL || made->place == NULL) {
    requester_destroy(made);
    *block = NULL;
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", name);
  }
  for (uint32_t s = 0; s < stations; s++) {
    scale_up_port(made->port, s, "req", s, 0, 1, 0);
    scale_up_port(made->port, stations + s, "rsp", s, 1, 0, made->params.buffer);
  }
  requester_reset(made);
  return FLITLOCK_OK;
}

static void follow(struct scale_up_shared *shared, const struct scale_up_record *record, uint64_t cycle) {
  if (record->index >= shared->sample_capacity) {
    uint64_t capacity = 2 * shared->sample_capacity + 4096;
    while (capacity <= record->index)
      capacity *= 2;
    struct flitlock_scale_up_sample *larger = realloc(shared->sample, capacity * sizeof *larger);
    if (larger == NULL) {
      shared->ledger.lost = 1;
      return;
    }
    memset(&larger[shared->sample_capacity], 0, (capacity - shared->sample_capacity) * sizeof *larger);
    shared->sample = larger;
    shared->sample_capacity = capacity;
  }
  if (shared->samples <= record->index) shared->samples = record->index + 1U;
  uint32_t wait[SCALE_UP_WAIT_COUNT];
  scale_up_ledger_waits(&shared->ledger, record, cycle, wait);
  shared->sample[record->index] = (struct flitlock_scale_up_sample){.issued = record->birth,
                                                                    .translation = wait[SCALE_UP_WAIT_TRANSLATION],
                                                                    .round_trip = (uint32_t)(cycle - record->birth)};
}

static void take_response(struct flitlock_block *block, const struct flitlock_flit *flit, uint64_t cycle) {
  struct scale_up_shared *shared = block->params.shared;
  struct scale_up_traffic *traffic = &shared->traffic;
  uint32_t gpu = block->params.gpu;
  uint32_t peer = flitlock_address_gpu(flit->src);
  if (flitlock_address_gpu(flit->dst) != gpu || flit->id >= block->params.window ||
      block->free == block->params.window) {
    if (block->error.status == FLITLOCK_OK)
      flitlock_fail(&block->error, FLITLOCK_E_PROTOCOL, "gpu%u.requester: a response that nobody waits for, id %u", gpu,
                    flit->id);
    return;
  }
  const struct scale_up_record *record = &shared->ledger.record[gpu * block->params.window + flit->id];
  int other_node = peer / block->params.gpus_per_node != gpu / block->params.gpus_per_node;
  scale_up_ledger_complete(&shared->ledger, record, other_node, cycle);
  if (traffic->follow && gpu == traffic->follow_src && peer == traffic->follow_dst) follow(shared, record, cycle);
  block->place[block->free++] = flit->id;
  scale_up_traffic_completed(traffic, cycle);
}

static void issue(struct flitlock_block *block, uint32_t station, uint64_t cycle, struct flitlock_out *out) {
  struct scale_up_shared *shared = block->params.shared;
  struct scale_up_request request;
  scale_up_traffic_issue(&shared->traffic, block->params.gpu, station, cycle, &request);
  uint32_t vc = scale_up_vc(block->params.gpu, request.dst, block->params.gpus_per_node);
  uint32_t id = block->place[--block->free];
  shared->ledger.record[block->params.gpu * block->params.window + id] =
      (struct scale_up_record){.birth = cycle, .stream = request.stream, .index = request.index};
  scale_up_pace_take(&block->next[station], cycle, scale_up_rate_time(&shared->rate, request.bytes));
  block->credits[station][vc]--;
  out->flit_valid |= 1ULL << station;
  out->flit[station] = (struct flitlock_flit){.addr = request.addr,
                                              .payload = shared->zeros,
                                              .dst = flitlock_address(request.dst, 0, 0, station),
                                              .src = flitlock_address(block->params.gpu, 0, 0, station),
                                              .id = id,
                                              .birth = (uint32_t)cycle,
                                              .bytes = (uint16_t)request.bytes,
                                              .vc = (uint8_t)vc,
                                              .head = 1,
                                              .tail = 1,
                                              .units = 1,
                                              .len = 1,
                                              .op = FLITLOCK_OP_WRITE_REQ};
}

// Whether the station has a request for which there is credit; it is the next to be issued then.
static bool can_issue(struct flitlock_block *block, uint32_t station) {
  struct scale_up_traffic *traffic = &block->params.shared->traffic;
  uint32_t gpu = block->params.gpu;
  const uint32_t *credits = block->credits[station];
  if (credits[0] != 0 && credits[1] != 0) return true;
  if (credits[0] == 0 && credits[1] == 0) return false;
  for (uint32_t n = scale_up_traffic_streams(traffic, gpu, station); n > 0; n--) {
    uint32_t dst = scale_up_traffic_next(traffic, gpu, station);
    if (credits[scale_up_vc(gpu, dst, block->params.gpus_per_node)] != 0) return true;
    scale_up_traffic_skip(traffic, gpu, station);
  }
  return false;
}

static uint64_t requester_step(struct flitlock_block *block, uint64_t cycle, const struct flitlock_in *in,
                               struct flitlock_out *out) {
  const uint32_t stations = block->params.stations;
  struct scale_up_traffic *traffic = &block->params.shared->traffic;
  for (uint64_t mask = in->credit_valid; mask != 0; mask &= mask - 1) {
    unsigned port = (unsigned)__builtin_ctzll(mask);
    for (unsigned vc = 0; vc < SCALE_UP_VCS; vc++)
      block->credits[port][vc] += flitlock_credit_get(in->credit[port], vc);
  }
  for (uint64_t mask = in->flit_valid; mask != 0; mask &= mask - 1) {
    unsigned port = (unsigned)__builtin_ctzll(mask);
    take_response(block, &in->flit[port], cycle);
    out->credit_valid |= 1ULL << port;
    out->credit[port] = flitlock_credit_one(0, 1);
  }
  uint64_t wake = scale_up_traffic_begin(traffic, block->params.gpu, cycle);
  uint32_t station = (uint32_t)(cycle % stations);
  for (uint32_t n = 0; n < stations; n++, station = station + 1 == stations ? 0 : station + 1) {
    if (!scale_up_traffic_has(traffic, block->params.gpu, station)) continue;
    if (block->free == 0 || !can_issue(block, station)) continue;  // a response or a credit wakes us
    if (scale_up_pace_ready(block->next[station], cycle)) {
      issue(block, station, cycle, out);
      if (!scale_up_traffic_has(traffic, block->params.gpu, station)) continue;
    }
    uint64_t ready = scale_up_pace_cycle(block->next[station]);
    if (ready <= cycle) ready = cycle + 1;
    if (ready < wake) wake = ready;
  }
  return wake;
}

static void requester_describe(const struct flitlock_block *block, struct flitlock_block_info *info) {
  *info = (struct flitlock_block_info){.kind = "scale_up_requester",
                                       .impl = "c",
                                       .abi = FLITLOCK_BLOCK_ABI,
                                       .ports = 2 * block->params.stations,
                                       .vcs = SCALE_UP_VCS,
                                       .port = block->port};
}

static int requester_check(const struct flitlock_block *block, struct flitlock_error *error) {
  if (block->error.status != FLITLOCK_OK && error != NULL) *error = block->error;
  return block->error.status;
}

const struct flitlock_block_ops scale_up_requester = {
    .kind = "scale_up_requester",
    .impl = "c",
    .create = requester_create,
    .destroy = requester_destroy,
    .reset = requester_reset,
    .step = requester_step,
    .describe = requester_describe,
    .check = requester_check,
};
