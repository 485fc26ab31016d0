// SPDX-License-Identifier: Apache-2.0
#include "workload/msccl_layout.h"

#define PAGE ((uint64_t)2 << 20)  // buffers of a GPU begin on pages of their own

static uint64_t round_up(uint64_t value, uint64_t to) { return (value + to - 1) / to * to; }

void msccl_layout_make(const struct msccl_schedule *schedule, const struct msccl_data *data, int in_place,
                       uint64_t alignment, struct msccl_layout *layout) {
  uint64_t in = 0, out = 0, scratch = 0;
  for (uint32_t g = 0; g < schedule->gpus; g++) {
    const struct msccl_gpu *gpu = &schedule->gpu[g];
    if (gpu->i_chunks > in) in = gpu->i_chunks;
    if (gpu->o_chunks > out) out = gpu->o_chunks;
    if (gpu->s_chunks > scratch) scratch = gpu->s_chunks;
  }
  layout->chunk = round_up((data->bytes + data->positions - 1) / data->positions, alignment);
  if (in_place && out > in) in = out;
  layout->base[MSCCL_INPUT] = 0;
  layout->base[MSCCL_OUTPUT] = in_place ? 0 : round_up(in * layout->chunk, PAGE);
  uint64_t end = in_place ? in * layout->chunk : layout->base[MSCCL_OUTPUT] + out * layout->chunk;
  layout->base[MSCCL_SCRATCH] = round_up(end, PAGE);
  layout->size = scratch > 0 ? layout->base[MSCCL_SCRATCH] + scratch * layout->chunk : end;
}

uint64_t msccl_layout_landing(const struct msccl_layout *layout, const struct msccl_schedule *schedule,
                              const struct msccl_transfer *transfer) {
  const struct msccl_step *step = &schedule->tb[transfer->dst_tb].step[transfer->dst_step];
  const struct msccl_place *place = msccl_step_has_destination(step->type) ? &step->dst : &step->src;
  return layout->base[place->buffer] + place->offset * layout->chunk;
}
