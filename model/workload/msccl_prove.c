// SPDX-License-Identifier: Apache-2.0
#include "workload/msccl_prove.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flitlock/rng.h"

// Orders in which thread blocks take turns: from the first, from the last, those with local steps last, and some at
// random. A schedule with a dependence missing has to be lucky in all of them.
enum { ORDER_FORWARD, ORDER_BACKWARD, ORDER_LOCAL_LAST, ORDER_RANDOM, ORDERS = 9 };

struct run {
  struct msccl_schedule *schedule;
  uint32_t *next;  // [tbs]: step of each thread block
  uint8_t *sent;   // [transfers]
  struct flitlock_rng rng;
};

static int finished(const struct run *run, uint32_t tb) { return run->next[tb] == run->schedule->tb[tb].steps; }

// The thread block that `tb` waits for; MSCCL_NONE: it may go on.
static uint32_t waits_for(const struct run *run, uint32_t tb) {
  const struct msccl_step *step = &run->schedule->tb[tb].step[run->next[tb]];
  if (step->dep_tb != MSCCL_NONE && run->next[step->dep_tb] <= step->dep_step) return step->dep_tb;
  if (step->receive != MSCCL_NONE && !run->sent[step->receive]) return run->schedule->transfer[step->receive].src_tb;
  return MSCCL_NONE;
}

static int is_local(const struct run *run, uint32_t tb) {
  int type = run->schedule->tb[tb].step[run->next[tb]].type;
  return !msccl_step_sends(type) && !msccl_step_receives(type);
}

// Next thread block to take a step; MSCCL_NONE: none can.
static uint32_t choose(struct run *run, int order) {
  uint32_t tbs = run->schedule->tbs;
  uint32_t start = order >= ORDER_RANDOM ? flitlock_rng_below(&run->rng, tbs) : 0;
  uint32_t local = MSCCL_NONE;
  for (uint32_t i = 0; i < tbs; i++) {
    uint32_t tb = order == ORDER_BACKWARD ? tbs - 1U - i : (start + i) % tbs;
    if (finished(run, tb) || waits_for(run, tb) != MSCCL_NONE) continue;
    if (order != ORDER_LOCAL_LAST || !is_local(run, tb)) return tb;
    if (local == MSCCL_NONE) local = tb;
  }
  return local;
}

// Who waits for whom, from the first thread block that is not finished until one comes up again.
static int report_deadlock(const struct run *run, struct flitlock_error *error) {
  const struct msccl_schedule *s = run->schedule;
  char text[1400] = "";
  char where[256];
  size_t used = 0;
  uint32_t tb = 0;
  while (finished(run, tb))
    tb++;
  uint32_t first = tb;
  for (int i = 0; i < 8; i++) {
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i > 0 ? " waits for " : "",
                             msccl_step_where(s, tb, run->next[tb], where, sizeof where));
    if (used >= sizeof text || (i > 0 && tb == first)) break;
    uint32_t other = waits_for(run, tb);
    if (other == MSCCL_NONE || finished(run, other)) break;
    tb = other;
  }
  return flitlock_fail(error, FLITLOCK_E_INPUT, "%s: the schedule deadlocks: %s", s->path, text);
}

// Executes all steps in one order.
static int execute(struct run *run, struct msccl_data *data, int order, struct flitlock_error *error) {
  struct msccl_schedule *s = run->schedule;
  memset(run->next, 0, s->tbs * sizeof *run->next);
  memset(run->sent, 0, s->transfers);
  uint32_t left = 0;
  for (uint32_t t = 0; t < s->tbs; t++)
    left += s->tb[t].steps;
  for (; left > 0; left--) {
    uint32_t tb = choose(run, order);
    if (tb == MSCCL_NONE) return report_deadlock(run, error);
    const struct msccl_step *step = &s->tb[tb].step[run->next[tb]];
    msccl_data_step(data, tb, run->next[tb]);
    if (step->send != MSCCL_NONE) {
      run->sent[step->send] = 1;
      if (order == ORDER_FORWARD) s->transfer[step->send].bytes = msccl_data_transfer_bytes(data, step->send);
    }
    run->next[tb]++;
  }
  return FLITLOCK_OK;
}

static int try_place(struct run *run, struct msccl_data *data, int in_place, struct flitlock_error *error) {
  struct flitlock_error wrong = {0};
  int good = 0;
  flitlock_rng_seed(&run->rng, 1, 0);
  for (int order = 0; order < ORDERS; order++) {
    int status = msccl_data_start(data, in_place, error);
    if (status == FLITLOCK_OK) status = execute(run, data, order, error);
    if (status != FLITLOCK_OK) return status;  // the same in every order
    if (msccl_data_verify(data, wrong.status == FLITLOCK_OK ? &wrong : NULL) == FLITLOCK_OK) good++;
  }
  if (good == ORDERS) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_INPUT, "%s%.1900s",
                       good > 0 ? "the result depends on the order of thread blocks, so a dependence is missing. " : "",
                       wrong.text);
}

int msccl_prove(struct msccl_schedule *schedule, struct msccl_data *data, int *in_place, struct flitlock_error *error) {
  struct run run = {.schedule = schedule};
  struct flitlock_error first = {0};
  int tried = 0;
  int status = FLITLOCK_E_INPUT;
  run.next = calloc(schedule->tbs + 1U, sizeof *run.next);
  run.sent = calloc(schedule->transfers + 1U, 1);
  if (!run.next || !run.sent) status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", schedule->path);
  // Out of place first, where the file offers both. A file with one buffer only can be meant in place only.
  int has_output = schedule->gpu[0].o_chunks > 0;
  for (int place = 0; place < 2 && status == FLITLOCK_E_INPUT; place++) {
    int offered = place == 0 ? schedule->out_of_place && has_output : schedule->in_place || !has_output;
    if (!offered) continue;
    struct flitlock_error why = {0};
    status = try_place(&run, data, place, &why);
    if (status == FLITLOCK_OK) *in_place = place;
    if (tried++ == 0) first = why;
  }
  if (status == FLITLOCK_E_INPUT) {
    status = flitlock_fail(error, FLITLOCK_E_INPUT, "%s%s", tried > 0 ? "" : "neither inplace nor outofplace is 1: ",
                           tried > 0 ? first.text : schedule->path);
  }
  free(run.next);
  free(run.sent);
  return status;
}
