// SPDX-License-Identifier: Apache-2.0
#include "workload/msccl_schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct step_type {
  const char *name;
  uint8_t sends, receives, source, destination;
};

static const struct step_type step_types[] = {
#define MSCCL_STEP_ROW(name, text, sends, receives, source, destination) {text, sends, receives, source, destination},
    MSCCL_STEP_TYPES(MSCCL_STEP_ROW)
#undef MSCCL_STEP_ROW
};

const char *msccl_step_name(int type) { return step_types[type].name; }
int msccl_step_sends(int type) { return step_types[type].sends; }
int msccl_step_receives(int type) { return step_types[type].receives; }
int msccl_step_has_source(int type) { return step_types[type].source; }
int msccl_step_has_destination(int type) { return step_types[type].destination; }

const char *msccl_collective_name(int collective) {
  static const char *const names[] = {"allreduce", "allgather", "alltoall", "reduce_scatter"};
  return names[collective];
}

char *msccl_step_where(const struct msccl_schedule *schedule, uint32_t tb, uint32_t step, char *buffer, size_t size) {
  const struct msccl_tb *block = &schedule->tb[tb];
  snprintf(buffer, size, "%s:%d: gpu %u tb %u step %u (%s)", schedule->path, block->step[step].line, block->gpu,
           block->id, step, msccl_step_name(block->step[step].type));
  return buffer;
}

void msccl_schedule_free(struct msccl_schedule *schedule) {
  for (uint32_t i = 0; schedule->tb && i < schedule->tbs; i++)
    free(schedule->tb[i].step);
  free(schedule->tb);
  free(schedule->gpu);
  free(schedule->transfer);
  free(schedule->path);
  free(schedule->name);
  memset(schedule, 0, sizeof *schedule);
}

// --- Matching ---

// The thread block of `gpu` that receives from (or sends to) `peer` on `channel`; MSCCL_NONE: there is none.
static uint32_t find_tb(const struct msccl_schedule *s, uint32_t gpu, uint32_t peer, uint32_t channel, int receives) {
  const struct msccl_gpu *g = &s->gpu[gpu];
  for (uint32_t t = g->first_tb; t < g->first_tb + g->tbs; t++) {
    int32_t its_peer = receives ? s->tb[t].recv_peer : s->tb[t].send_peer;
    if (its_peer == (int32_t)peer && s->tb[t].channel == channel) return t;
  }
  return MSCCL_NONE;
}

// One channel between two GPUs has one thread block at each end.
static int check_unique(const struct msccl_schedule *s, uint32_t t, int receives, struct flitlock_error *error) {
  const struct msccl_tb *tb = &s->tb[t];
  int32_t peer = receives ? tb->recv_peer : tb->send_peer;
  if (peer < 0) return FLITLOCK_OK;
  uint32_t first = find_tb(s, tb->gpu, (uint32_t)peer, tb->channel, receives);
  if (first == t) return FLITLOCK_OK;
  return flitlock_fail(
      error, FLITLOCK_E_INPUT, "%s:%d: gpu %u tb %u and tb %u both %s GPU %d on channel %u; one thread block may",
      s->path, tb->line, tb->gpu, s->tb[first].id, tb->id, receives ? "receive from" : "send to", peer, tb->channel);
}

static uint32_t next_step(const struct msccl_tb *tb, uint32_t from, int receives) {
  while (from < tb->steps) {
    int type = tb->step[from].type;
    if (receives ? msccl_step_receives(type) : msccl_step_sends(type)) return from;
    from++;
  }
  return MSCCL_NONE;
}

// Joins the sends of thread block `t` to the receives at the other end.
static int match_tb(struct msccl_schedule *s, uint32_t t, struct flitlock_error *error) {
  struct msccl_tb *sender = &s->tb[t];
  char where[256];
  if (sender->send_peer < 0) return FLITLOCK_OK;
  uint32_t from = next_step(sender, 0, 0);
  uint32_t r = find_tb(s, (uint32_t)sender->send_peer, sender->gpu, sender->channel, 1);
  struct msccl_tb *receiver = r == MSCCL_NONE ? NULL : &s->tb[r];
  uint32_t to = receiver ? next_step(receiver, 0, 1) : MSCCL_NONE;
  while (from != MSCCL_NONE) {
    if (to == MSCCL_NONE) {
      return flitlock_fail(error, FLITLOCK_E_INPUT, "%s sends to GPU %d on channel %u, where nothing receives it",
                           msccl_step_where(s, t, from, where, sizeof where), sender->send_peer, sender->channel);
    }
    struct msccl_step *send = &sender->step[from];
    struct msccl_step *receive = &receiver->step[to];
    if (send->count != receive->count) {
      char there[256];
      return flitlock_fail(error, FLITLOCK_E_INPUT, "%s sends %u chunks, but the matching %s receives %u",
                           msccl_step_where(s, t, from, where, sizeof where), send->count,
                           msccl_step_where(s, r, to, there, sizeof there), receive->count);
    }
    s->transfer[s->transfers] =
        (struct msccl_transfer){.src_tb = t, .src_step = from, .dst_tb = r, .dst_step = to, .count = send->count};
    send->send = s->transfers;
    receive->receive = s->transfers;
    s->transfers++;
    from = next_step(sender, from + 1, 0);
    to = next_step(receiver, to + 1, 1);
  }
  return FLITLOCK_OK;
}

int msccl_schedule_match(struct msccl_schedule *s, struct flitlock_error *error) {
  uint32_t sends = 0;
  for (uint32_t t = 0; t < s->tbs; t++) {
    for (uint32_t k = 0; k < s->tb[t].steps; k++)
      sends += (uint32_t)msccl_step_sends(s->tb[t].step[k].type);
  }
  s->transfer = calloc(sends + 1U, sizeof *s->transfer);
  if (!s->transfer) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", s->path);
  for (uint32_t t = 0; t < s->tbs; t++) {
    int status = check_unique(s, t, 0, error);
    if (status == FLITLOCK_OK) status = check_unique(s, t, 1, error);
    if (status == FLITLOCK_OK) status = match_tb(s, t, error);
    if (status != FLITLOCK_OK) return status;
  }
  // Every send has found a receive; what is left are receives of nothing.
  for (uint32_t t = 0; t < s->tbs; t++) {
    for (uint32_t k = 0; k < s->tb[t].steps; k++) {
      const struct msccl_step *step = &s->tb[t].step[k];
      if (!msccl_step_receives(step->type) || step->receive != MSCCL_NONE) continue;
      char where[256];
      return flitlock_fail(error, FLITLOCK_E_INPUT,
                           "%s receives from GPU %d on channel %u, where nothing is sent to it",
                           msccl_step_where(s, t, k, where, sizeof where), s->tb[t].recv_peer, s->tb[t].channel);
    }
  }
  return FLITLOCK_OK;
}
