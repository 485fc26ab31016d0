// SPDX-License-Identifier: Apache-2.0
// An MSCCL algorithm as a plan: every step of a thread block is a step here, with the waits of docs/workloads.md.
#include <stdlib.h>
#include <string.h>

#include "scaleup/plan.h"
#include "workload/msccl_data.h"
#include "workload/msccl_prove.h"

#define PAGE ((uint64_t)2 << 20)  // buffers of a GPU begin on pages of their own

struct layout {
  const struct msccl_schedule *schedule;
  uint64_t chunk;    // bytes from one chunk to the next
  uint64_t base[3];  // by enum msccl_buffer
};

static uint64_t round_up(uint64_t value, uint64_t to) { return (value + to - 1) / to * to; }

static void lay_out(const struct msccl_schedule *schedule, const struct msccl_data *data, int in_place,
                    struct layout *layout, uint64_t *size) {
  uint64_t in = 0, out = 0, scratch = 0;
  for (uint32_t g = 0; g < schedule->gpus; g++) {
    const struct msccl_gpu *gpu = &schedule->gpu[g];
    if (gpu->i_chunks > in) in = gpu->i_chunks;
    if (gpu->o_chunks > out) out = gpu->o_chunks;
    if (gpu->s_chunks > scratch) scratch = gpu->s_chunks;
  }
  layout->schedule = schedule;
  layout->chunk = (data->bytes + data->positions - 1) / data->positions;
  if (in_place && out > in) in = out;
  layout->base[MSCCL_INPUT] = 0;
  layout->base[MSCCL_OUTPUT] = in_place ? 0 : round_up(in * layout->chunk, PAGE);
  uint64_t end = in_place ? in * layout->chunk : layout->base[MSCCL_OUTPUT] + out * layout->chunk;
  layout->base[MSCCL_SCRATCH] = round_up(end, PAGE);
  *size = scratch > 0 ? layout->base[MSCCL_SCRATCH] + scratch * layout->chunk : end;
}

// Where the data of a transfer land: the destination of the receiving step, or what it adds them to.
static uint64_t landing(const struct layout *layout, const struct msccl_transfer *transfer) {
  const struct msccl_step *step = &layout->schedule->tb[transfer->dst_tb].step[transfer->dst_step];
  const struct msccl_place *place = msccl_step_has_destination(step->type) ? &step->dst : &step->src;
  return layout->base[place->buffer] + place->offset * layout->chunk;
}

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

static int add_steps(const struct msccl_schedule *schedule, const struct layout *layout, struct scale_up_plan *plan,
                     struct flitlock_error *error) {
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
      scale_up_plan_step(plan, tb->gpu, schedule->tb[transfer->dst_tb].gpu, landing(layout, transfer), transfer->bytes);
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
  struct layout layout;
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
    lay_out(&schedule, &data, in_place, &layout, &plan->buffer);
    status = add_steps(&schedule, &layout, plan, error);
  }
  msccl_data_free(&data);
  msccl_schedule_free(&schedule);
  return status;
}
