// SPDX-License-Identifier: Apache-2.0
// An MSCCL algorithm as a plan: every step of a thread block is a step here, with the waits of docs/workloads.md.
#include <stdlib.h>
#include <string.h>

#include "scaleup/plan.h"
#include "workload/msccl_layout.h"
#include "workload/msccl_prove.h"

// `first[t]` is the number of the first step of thread block t.
static void add_waits(const struct msccl_schedule *schedule, const uint32_t *first, uint32_t t, uint32_t k,
                      struct scale_up_plan *plan) {
  const struct msccl_step *step = &schedule->tb[t].step[k];
  uint32_t number = first[t] + k;
  // A step without a send is issued and delivered as it is taken, so this holds for both kinds.
  if (k > 0) scale_up_plan_wait(plan, number, number - 1, SCALE_UP_ISSUED);
  if (step->dep_tb != MSCCL_NONE)
    scale_up_plan_wait(plan, number, first[step->dep_tb] + step->dep_step, SCALE_UP_ISSUED);
  if (step->receive != MSCCL_NONE) {
    const struct msccl_transfer *transfer = &schedule->transfer[step->receive];
    scale_up_plan_wait(plan, number, first[transfer->src_tb] + transfer->src_step, SCALE_UP_DELIVERED);
  }
}

static int add_steps(const struct msccl_schedule *schedule, const struct msccl_layout *layout,
                     struct scale_up_plan *plan, struct flitlock_error *error) {
  uint32_t *first = calloc(schedule->tbs + 1U, sizeof *first);
  if (first == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", schedule->path);
  for (uint32_t t = 0; t < schedule->tbs; t++) {
    const struct msccl_tb *tb = &schedule->tb[t];
    first[t] = plan->steps;
    for (uint32_t k = 0; k < tb->steps; k++) {
      if (tb->step[k].send == MSCCL_NONE) {
        scale_up_plan_step(plan, tb->gpu, SCALE_UP_NONE, 0, 0);
        continue;
      }
      const struct msccl_transfer *transfer = &schedule->transfer[tb->step[k].send];
      scale_up_plan_step(plan, tb->gpu, schedule->tb[transfer->dst_tb].gpu,
                         msccl_layout_landing(layout, schedule, transfer), transfer->bytes);
    }
  }
  for (uint32_t t = 0; t < schedule->tbs && !plan->failed; t++)
    for (uint32_t k = 0; k < schedule->tb[t].steps; k++)
      add_waits(schedule, first, t, k, plan);
  free(first);
  return FLITLOCK_OK;
}

int scale_up_plan_msccl(const struct flitlock_config *config, struct scale_up_plan *plan,
                        struct flitlock_error *error) {
  struct msccl_schedule schedule = {0};
  struct msccl_data data = {0};
  struct msccl_layout layout;
  int in_place = 0;
  int status = msccl_schedule_read(config->collective.msccl, &schedule, error);
  if (status == FLITLOCK_OK && schedule.gpus != config->pod.gpus) {
    status = flitlock_fail(error, FLITLOCK_E_INPUT, "%s: the schedule is for %u GPUs; pod.gpus is %u", schedule.path,
                           schedule.gpus, config->pod.gpus);
  }
  if (status == FLITLOCK_OK) status = msccl_schedule_match(&schedule, error);
  if (status == FLITLOCK_OK) status = msccl_data_create(&schedule, config->collective.bytes, &data, error);
  if (status == FLITLOCK_OK) status = msccl_prove(&schedule, &data, &in_place, error);
  if (status == FLITLOCK_OK) {
    msccl_layout_make(&schedule, &data, in_place, 1, &layout);
    plan->buffer = layout.size;
    status = add_steps(&schedule, &layout, plan, error);
  }
  msccl_data_free(&data);
  msccl_schedule_free(&schedule);
  return status;
}
