// SPDX-License-Identifier: Apache-2.0
// Runs an MSCCL schedule: thread blocks take their steps, sends become writes of the request clients.
// docs/workloads.md.
//
// Determinism. What happens in cycle t (the last packet of a send was handed out, the last packet of a transfer was
// delivered) is only noted, in any order; thread blocks go on, in the order of the file, when the first question of a
// cycle > t is asked. So results do not depend on the order of evaluation, nor on how often clients ask.
#include "flitlock/msccl.h"

#include <stdlib.h>
#include <string.h>

#include "workload/issued.h"
#include "workload/msccl_layout.h"
#include "workload/msccl_prove.h"
#include "workload/workload.h"

#define MAX_BYTES ((uint64_t)1 << 40)

// Chunks begin on pages of the smallest size, so that a packet whose size divides a page lies in one (R-RQ-7).
#define CHUNK_ALIGNMENT 4096U

// Clients that a thread block sends with, or receives with: every `stride`th of its GPU from `first`.
struct fold {
  uint32_t first;
  uint32_t stride;
  uint32_t count;
};

// Packets of one transfer that one client sends: number `next`, `next + stride`, ...
struct segment {
  uint32_t transfer;
  uint32_t next;
  uint32_t stride;
  uint32_t left;
};

struct client_queue {
  struct segment *segment;  // [capacity], filled once from front to back
  uint32_t capacity;
  uint32_t filled;
  uint32_t front;
};

struct tb_state {
  uint32_t step;
  uint8_t sending;  // the step's packets are in the queues
  struct fold req;  // numbers in the GPU's list of clients
  struct fold rsp;
};

struct transfer_state {
  uint32_t packets;
  uint32_t to_issue;    // packets no client has taken yet
  uint32_t to_deliver;  // packets that have not arrived
};

struct msccl {
  struct flitlock_workload base;
  struct msccl_schedule schedule;
  struct msccl_data data;
  struct msccl_layout layout;
  struct issued issued;  // transfers of the packets that have not arrived
  uint32_t packet_bytes;
  // Clients by GPU: numbers of request clients, addresses of response clients, those of GPU g from first_req[g].
  uint32_t *req_number;
  uint32_t *rsp_address;
  uint32_t *first_req;         // [gpus + 1]
  uint32_t *first_rsp;         // [gpus + 1]
  struct client_queue *queue;  // [request clients]
  uint32_t clients;
  struct tb_state *tb;              // [tbs]
  struct transfer_state *transfer;  // [transfers]
  // Things that happened in cycle `changed_at` and wait for a later cycle.
  uint8_t *changed;  // [gpus]
  int any_changed;
  uint64_t visible;   // first cycle in which they count
  int has_empty;      // some transfer has no bytes: a step of one GPU may free another at once
  uint64_t left;      // packets no client has taken yet, of all transfers
  uint32_t tbs_left;  // thread blocks that are not finished
  uint64_t end;       // cycle at which the last one finished
  uint64_t sends, receives, sends_total, receives_total;
  uint64_t *pair;               // [gpus * gpus] bytes delivered
  uint64_t *pair_scheduled;     // [gpus * gpus]
  struct flitlock_error error;  // the first thing that cannot be
};

// --- Thread blocks ---

static void queue_transfer(struct msccl *self, uint32_t number) {
  const struct msccl_transfer *transfer = &self->schedule.transfer[number];
  const struct fold *fold = &self->tb[transfer->src_tb].req;
  uint32_t gpu = self->schedule.tb[transfer->src_tb].gpu;
  uint32_t packets = self->transfer[number].packets;
  for (uint32_t i = 0; i < fold->count && i < packets; i++) {
    uint32_t client = self->req_number[self->first_req[gpu] + fold->first + i * fold->stride];
    struct client_queue *queue = &self->queue[client];
    queue->segment[queue->filled++] = (struct segment){
        .transfer = number, .next = i, .stride = fold->count, .left = (packets - i + fold->count - 1U) / fold->count};
  }
}

static void change(struct msccl *self, uint32_t gpu) {
  self->changed[gpu] = 1;
  self->any_changed = 1;
}

// The thread block goes on as far as it can. Returns 1 when it did anything.
static int advance(struct msccl *self, uint32_t number) {
  const struct msccl_tb *tb = &self->schedule.tb[number];
  struct tb_state *state = &self->tb[number];
  int moved = 0;
  while (state->step < tb->steps) {
    const struct msccl_step *step = &tb->step[state->step];
    if (!state->sending) {
      if (step->dep_tb != MSCCL_NONE && self->tb[step->dep_tb].step <= step->dep_step) return moved;
      if (step->receive != MSCCL_NONE && self->transfer[step->receive].to_deliver > 0) return moved;
      msccl_data_step(&self->data, number, state->step);
      moved = 1;
      if (step->send != MSCCL_NONE) {
        queue_transfer(self, step->send);
        state->sending = 1;
      }
    }
    if (state->sending) {
      if (self->transfer[step->send].to_issue > 0) return moved;
      // Nothing to deliver counts as delivered when it is sent.
      if (self->transfer[step->send].packets == 0) {
        self->transfer[step->send].to_deliver = 0;
        change(self, self->schedule.tb[self->schedule.transfer[step->send].dst_tb].gpu);
      }
      state->sending = 0;
      self->sends++;
    }
    if (step->receive != MSCCL_NONE) self->receives++;
    state->step++;
    moved = 1;
  }
  return moved;
}

// Applies what happened before `cycle`.
static void catch_up(struct msccl *self, uint64_t cycle) {
  if (!self->any_changed || cycle < self->visible) return;
  while (self->any_changed) {
    self->any_changed = 0;
    for (uint32_t g = 0; g < self->schedule.gpus; g++) {
      if (!self->changed[g]) continue;
      const struct msccl_gpu *gpu = &self->schedule.gpu[g];
      self->changed[g] = 0;
      int moved = 1;
      while (moved) {
        moved = 0;
        for (uint32_t t = gpu->first_tb; t < gpu->first_tb + gpu->tbs; t++) {
          int unfinished = self->tb[t].step < self->schedule.tb[t].steps;
          if (!unfinished || !advance(self, t)) continue;
          moved = 1;
          if (self->tb[t].step == self->schedule.tb[t].steps && --self->tbs_left == 0) self->end = self->visible;
        }
      }
    }
  }
}

// Something happened to a GPU in this cycle: its clients have to ask in the next one.
static void happened(struct msccl *self, uint32_t gpu, uint64_t cycle) {
  change(self, gpu);
  self->visible = cycle + 1;
  if (!self->base.wake) return;
  uint32_t from = self->has_empty ? 0 : self->first_req[gpu];
  uint32_t to = self->has_empty ? self->clients : self->first_req[gpu + 1U];
  for (uint32_t i = from; i < to; i++)
    self->base.wake(self->base.host, self->req_number[i], cycle + 1);
}

// --- Workload ---

static uint32_t packet_size(const struct msccl *self, uint32_t transfer, uint32_t packet) {
  uint64_t rest = self->schedule.transfer[transfer].bytes - (uint64_t)packet * self->packet_bytes;
  return rest < self->packet_bytes ? (uint32_t)rest : self->packet_bytes;
}

static int msccl_poll(struct flitlock_workload *workload, uint32_t client, uint64_t cycle,
                      struct flitlock_request *request, uint64_t *next) {
  struct msccl *self = (struct msccl *)workload;
  struct client_queue *queue = &self->queue[client];
  catch_up(self, cycle);
  *next = FLITLOCK_SLEEP;
  if (queue->front == queue->filled) return 0;
  struct segment *segment = &queue->segment[queue->front];
  const struct msccl_transfer *transfer = &self->schedule.transfer[segment->transfer];
  const struct msccl_tb *receiver = &self->schedule.tb[transfer->dst_tb];
  const struct fold *fold = &self->tb[transfer->dst_tb].rsp;
  uint32_t target = fold->first + segment->next % fold->count * fold->stride;
  *request = (struct flitlock_request){
      .birth = cycle,
      .addr =
          msccl_layout_landing(&self->layout, &self->schedule, transfer) + (uint64_t)segment->next * self->packet_bytes,
      .dst = self->rsp_address[self->first_rsp[receiver->gpu] + target],
      .bytes = (uint16_t)packet_size(self, segment->transfer, segment->next),
      .op = FLITLOCK_OP_WRITE_REQ,
      .tag = segment->transfer,
  };
  if (!issued_push(&self->issued, client, segment->transfer) && self->error.status == FLITLOCK_OK)
    flitlock_fail(&self->error, FLITLOCK_E_NO_MEMORY, "%s: out of memory for the packets under way",
                  self->schedule.path);
  struct transfer_state *state = &self->transfer[segment->transfer];
  self->left--;
  if (--state->to_issue == 0) happened(self, self->schedule.tb[transfer->src_tb].gpu, cycle);
  segment->next += segment->stride;
  if (--segment->left == 0) queue->front++;
  return 1;
}

static void msccl_delivered(struct flitlock_workload *workload, uint64_t cycle, const struct flitlock_flit *tail) {
  struct msccl *self = (struct msccl *)workload;
  uint32_t number = issued_take(&self->issued, tail->src, tail->id);
  catch_up(self, cycle);
  if (tail->op != FLITLOCK_OP_WRITE_REQ || number >= self->schedule.transfers ||
      self->transfer[number].to_deliver == 0) {
    if (self->error.status == FLITLOCK_OK) {
      flitlock_fail(&self->error, FLITLOCK_E_MISMATCH,
                    "%s: packet src=%u id=%u addr=0x%llx was delivered, but no transfer waits for it",
                    self->schedule.path, tail->src, tail->id, (unsigned long long)tail->addr);
    }
    return;
  }
  const struct msccl_transfer *transfer = &self->schedule.transfer[number];
  uint32_t src = self->schedule.tb[transfer->src_tb].gpu;
  uint32_t dst = self->schedule.tb[transfer->dst_tb].gpu;
  self->pair[(size_t)src * self->schedule.gpus + dst] += tail->bytes;
  if (--self->transfer[number].to_deliver == 0) happened(self, dst, cycle);
}

static int msccl_exhausted(const struct flitlock_workload *workload) {
  return ((const struct msccl *)workload)->left == 0;
}

static int fail_unfinished(const struct msccl *self, uint64_t cycle, struct flitlock_error *error) {
  uint32_t tb = 0;
  while (self->tb[tb].step == self->schedule.tb[tb].steps)
    tb++;
  char where[256];
  return flitlock_fail(error, self->left > 0 ? FLITLOCK_E_TIMEOUT : FLITLOCK_E_MISMATCH,
                       "%s: the collective is not finished at cycle %llu: %u of %u thread blocks have steps left, %llu "
                       "packets were not sent; the first is at %s",
                       self->schedule.path, (unsigned long long)cycle, self->tbs_left, self->schedule.tbs,
                       (unsigned long long)self->left,
                       msccl_step_where(&self->schedule, tb, self->tb[tb].step, where, sizeof where));
}

static int msccl_finish(struct flitlock_workload *workload, uint64_t cycle, struct flitlock_error *error) {
  struct msccl *self = (struct msccl *)workload;
  catch_up(self, FLITLOCK_SLEEP);
  if (self->error.status != FLITLOCK_OK) {
    if (error) *error = self->error;
    return self->error.status;
  }
  if (self->tbs_left > 0) return fail_unfinished(self, cycle, error);
  uint32_t gpus = self->schedule.gpus;
  for (uint32_t i = 0; i < gpus * gpus; i++) {
    if (self->pair[i] == self->pair_scheduled[i]) continue;
    return flitlock_fail(error, FLITLOCK_E_MISMATCH, "%s: GPU %u sent %llu bytes to GPU %u; the schedule says %llu",
                         self->schedule.path, i / gpus, (unsigned long long)self->pair[i], i % gpus,
                         (unsigned long long)self->pair_scheduled[i]);
  }
  return msccl_data_verify(&self->data, error);
}

static void msccl_destroy(struct flitlock_workload *workload) {
  struct msccl *self = (struct msccl *)workload;
  if (!self) return;
  for (uint32_t i = 0; self->queue && i < self->clients; i++)
    free(self->queue[i].segment);
  free(self->queue);
  free(self->req_number);
  free(self->rsp_address);
  free(self->first_req);
  free(self->first_rsp);
  free(self->tb);
  free(self->transfer);
  free(self->changed);
  free(self->pair);
  free(self->pair_scheduled);
  issued_free(&self->issued);
  msccl_data_free(&self->data);
  msccl_schedule_free(&self->schedule);
  free(self);
}

static const struct flitlock_workload_ops msccl_ops = {
    .kind = "msccl",
    .destroy = msccl_destroy,
    .poll = msccl_poll,
    .delivered = msccl_delivered,
    .exhausted = msccl_exhausted,
    .finish = msccl_finish,
};

int flitlock_msccl_get_report(struct flitlock_workload *workload, struct flitlock_msccl_report *report) {
  if (!workload || workload->ops != &msccl_ops) return 0;
  struct msccl *self = (struct msccl *)workload;
  catch_up(self, FLITLOCK_SLEEP);
  *report = (struct flitlock_msccl_report){
      .name = self->schedule.name,
      .collective = msccl_collective_name(self->schedule.collective),
      .file = self->schedule.path,
      .bytes = self->data.bytes,
      .gpus = self->schedule.gpus,
      .finished = self->tbs_left == 0,
      .time_cycles = self->end,
      .sends = self->sends,
      .sends_scheduled = self->sends_total,
      .receives = self->receives,
      .receives_scheduled = self->receives_total,
      .bytes_by_pair = self->pair,
      .bytes_by_pair_scheduled = self->pair_scheduled,
  };
  return 1;
}

// --- Creation ---

// Lists a kind of clients by GPU: `value[i]` is the number (or the address) of the i-th.
static int list_by_gpu(uint32_t gpus, const uint32_t *address, uint32_t count, int addresses, uint32_t **first,
                       uint32_t **value) {
  *first = calloc(gpus + 1U, sizeof **first);
  *value = calloc(count + 1U, sizeof **value);
  if (!*first || !*value) return 0;
  uint32_t at = 0;
  for (uint32_t g = 0; g < gpus; g++) {
    (*first)[g] = at;
    for (uint32_t i = 0; i < count; i++) {
      if (flitlock_address_gpu(address[i]) == g) (*value)[at++] = addresses ? address[i] : i;
    }
  }
  (*first)[gpus] = at;
  return 1;
}

// The thread blocks of a GPU that send (receive), by (channel, place in the file), share its `clients` clients: with n
// of them, the k-th gets the clients k, k + n, k + 2n, ...; when there are more thread blocks than clients, client
// k mod clients.
static void fold_gpu(struct msccl *self, uint32_t g, int receives, uint32_t clients) {
  const struct msccl_gpu *gpu = &self->schedule.gpu[g];
  uint32_t n = 0;
  for (uint32_t t = gpu->first_tb; t < gpu->first_tb + gpu->tbs; t++) {
    const struct msccl_tb *tb = &self->schedule.tb[t];
    n += (receives ? tb->recv_peer : tb->send_peer) >= 0;
  }
  for (uint32_t t = gpu->first_tb; t < gpu->first_tb + gpu->tbs; t++) {
    const struct msccl_tb *tb = &self->schedule.tb[t];
    if ((receives ? tb->recv_peer : tb->send_peer) < 0) continue;
    uint32_t k = 0;
    for (uint32_t other = gpu->first_tb; other < gpu->first_tb + gpu->tbs; other++) {
      const struct msccl_tb *o = &self->schedule.tb[other];
      if ((receives ? o->recv_peer : o->send_peer) < 0) continue;
      k += o->channel < tb->channel || (o->channel == tb->channel && other < t);
    }
    struct fold *fold = receives ? &self->tb[t].rsp : &self->tb[t].req;
    *fold = n <= clients ? (struct fold){.first = k, .stride = n, .count = (clients - k + n - 1U) / n}
                         : (struct fold){.first = k % clients, .stride = 1, .count = 1};
  }
}

static int fold_clients(struct msccl *self, const struct flitlock_workload_clients *clients,
                        struct flitlock_error *error) {
  uint32_t gpus = self->schedule.gpus;
  if (!list_by_gpu(gpus, clients->req_address, clients->req_count, 0, &self->first_req, &self->req_number) ||
      !list_by_gpu(gpus, clients->rsp_address, clients->rsp_count, 1, &self->first_rsp, &self->rsp_address)) {
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the clients");
  }
  for (uint32_t g = 0; g < gpus; g++) {
    uint32_t reqs = self->first_req[g + 1U] - self->first_req[g];
    uint32_t rsps = self->first_rsp[g + 1U] - self->first_rsp[g];
    if (reqs == 0 || rsps == 0) {
      return flitlock_fail(error, FLITLOCK_E_CONFIG,
                           "%s: GPU %u has %u request and %u response clients; a collective needs one of each",
                           self->schedule.path, g, reqs, rsps);
    }
    fold_gpu(self, g, 0, reqs);
    fold_gpu(self, g, 1, rsps);
  }
  return FLITLOCK_OK;
}

// Packets of each transfer, bytes by pair, and the most segments every client's queue can get.
static int plan_transfers(struct msccl *self, struct flitlock_error *error) {
  const struct msccl_schedule *s = &self->schedule;
  for (uint32_t i = 0; i < s->transfers; i++) {
    const struct msccl_transfer *transfer = &s->transfer[i];
    struct transfer_state *state = &self->transfer[i];
    uint32_t src = s->tb[transfer->src_tb].gpu;
    uint32_t dst = s->tb[transfer->dst_tb].gpu;
    state->packets = (uint32_t)((transfer->bytes + self->packet_bytes - 1U) / self->packet_bytes);
    state->to_issue = state->packets;
    // A transfer without bytes arrives when it is sent, not before.
    state->to_deliver = state->packets > 0 ? state->packets : 1U;
    if (state->packets == 0) self->has_empty = 1;
    self->left += state->packets;
    self->pair_scheduled[(size_t)src * s->gpus + dst] += transfer->bytes;
    const struct fold *fold = &self->tb[transfer->src_tb].req;
    for (uint32_t k = 0; k < fold->count && k < state->packets; k++)
      self->queue[self->req_number[self->first_req[src] + fold->first + k * fold->stride]].capacity++;
  }
  self->sends_total = s->transfers;
  self->receives_total = s->transfers;
  for (uint32_t i = 0; i < self->clients; i++) {
    self->queue[i].segment = calloc(self->queue[i].capacity + 1U, sizeof *self->queue[i].segment);
    if (!self->queue[i].segment) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the transfers");
  }
  return FLITLOCK_OK;
}

static int allocate(struct msccl *self, const uint32_t *address, uint32_t clients, struct flitlock_error *error) {
  const struct msccl_schedule *s = &self->schedule;
  int issued = issued_create(&self->issued, address, clients);
  self->clients = clients;
  self->queue = calloc(clients + 1U, sizeof *self->queue);
  self->tb = calloc(s->tbs + 1U, sizeof *self->tb);
  self->transfer = calloc(s->transfers + 1U, sizeof *self->transfer);
  self->changed = calloc(s->gpus, 1);
  self->pair = calloc((size_t)s->gpus * s->gpus, sizeof *self->pair);
  self->pair_scheduled = calloc((size_t)s->gpus * s->gpus, sizeof *self->pair_scheduled);
  if (!issued || !self->queue || !self->tb || !self->transfer || !self->changed || !self->pair ||
      !self->pair_scheduled) {
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", s->path);
  }
  return FLITLOCK_OK;
}

static int check_config(const struct flitlock_config *config, struct flitlock_error *error) {
  const char *file = workload_config_name(config);
  if (!config->workload.msccl || !*config->workload.msccl) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: workload.kind msccl needs workload.msccl, the name of a file",
                         file);
  }
  if (config->workload.msccl_bytes < 1 || config->workload.msccl_bytes > MAX_BYTES) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: workload.msccl_bytes is %llu; allowed are 1 to 2^40", file,
                         (unsigned long long)config->workload.msccl_bytes);
  }
  uint32_t most = FLITLOCK_MAX_LEN * config->pod.unit_bytes;
  if (config->workload.msccl_packet < 1 || config->workload.msccl_packet > most) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: workload.msccl_packet is %u bytes; allowed are 1 to %u", file,
                         config->workload.msccl_packet, most);
  }
  return FLITLOCK_OK;
}

static int load(struct msccl *self, const struct flitlock_config *config, struct flitlock_error *error) {
  struct msccl_schedule *s = &self->schedule;
  int in_place = 0;
  int status = msccl_schedule_read(config->workload.msccl, s, error);
  if (status != FLITLOCK_OK) return status;
  if (s->gpus != config->pod.gpus) {
    return flitlock_fail(error, FLITLOCK_E_INPUT, "%s: the schedule is for %u GPUs; pod.gpus is %u", s->path, s->gpus,
                         config->pod.gpus);
  }
  status = msccl_schedule_match(s, error);
  if (status == FLITLOCK_OK) status = msccl_data_create(s, config->workload.msccl_bytes, &self->data, error);
  if (status == FLITLOCK_OK) status = msccl_prove(s, &self->data, &in_place, error);
  if (status == FLITLOCK_OK) status = msccl_data_start(&self->data, in_place, error);
  if (status == FLITLOCK_OK) msccl_layout_make(s, &self->data, in_place, CHUNK_ALIGNMENT, &self->layout);
  if (status == FLITLOCK_OK && config->link_tlb.mode != FLITLOCK_LINK_TLB_OFF &&
      self->layout.size > config->link_tlb.memory)
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: the buffers of the collective need %llu bytes of each GPU, but link_tlb.memory is %llu; "
                         "raise it",
                         workload_config_name(config), (unsigned long long)self->layout.size,
                         (unsigned long long)config->link_tlb.memory);
  return status;
}

int workload_msccl_create(const struct flitlock_config *config, const struct flitlock_workload_clients *clients,
                          struct flitlock_workload **workload, struct flitlock_error *error) {
  int status = check_config(config, error);
  if (status != FLITLOCK_OK) return status;
  struct msccl *self = calloc(1, sizeof *self);
  if (!self) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory");
  self->base.ops = &msccl_ops;
  self->packet_bytes = config->workload.msccl_packet;
  status = load(self, config, error);
  if (status == FLITLOCK_OK) status = allocate(self, clients->req_address, clients->req_count, error);
  if (status == FLITLOCK_OK) status = fold_clients(self, clients, error);
  if (status == FLITLOCK_OK) status = plan_transfers(self, error);
  if (status != FLITLOCK_OK) {
    msccl_destroy(&self->base);
    return status;
  }
  // Everything may begin in cycle 0. Thread blocks without steps are finished already.
  for (uint32_t t = 0; t < self->schedule.tbs; t++)
    self->tbs_left += self->schedule.tb[t].steps > 0;
  for (uint32_t g = 0; g < self->schedule.gpus; g++)
    change(self, g);
  self->visible = 0;
  *workload = &self->base;
  return FLITLOCK_OK;
}
