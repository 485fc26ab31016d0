// SPDX-License-Identifier: Apache-2.0
#include "scaleup/plan.h"

#include <stdlib.h>
#include <string.h>

// `vector` with room for one more element of `size` bytes; NULL: out of memory.
static void *grown(void *vector, uint32_t count, uint32_t *capacity, size_t size) {
  if (count < *capacity) return vector;
  uint32_t wanted = *capacity == 0 ? 256 : 2 * *capacity;
  void *larger = realloc(vector, wanted * size);
  if (larger != NULL) *capacity = wanted;
  return larger;
}

uint32_t scale_up_plan_step(struct scale_up_plan *plan, uint32_t gpu, uint32_t dst, uint64_t offset, uint64_t bytes) {
  struct scale_up_step *step = grown(plan->step, plan->steps, &plan->step_capacity, sizeof *step);
  if (step == NULL) {
    plan->failed = 1;
    return 0;
  }
  plan->step = step;
  step[plan->steps] = (struct scale_up_step){.gpu = gpu, .dst = dst, .offset = offset, .bytes = bytes};
  return plan->steps++;
}

void scale_up_plan_wait(struct scale_up_plan *plan, uint32_t after, uint32_t before, enum scale_up_event event) {
  struct scale_up_edge *edge = grown(plan->edge, plan->edges, &plan->edge_capacity, sizeof *edge);
  if (edge == NULL) {
    plan->failed = 1;
    return;
  }
  plan->edge = edge;
  edge[plan->edges++] = (struct scale_up_edge){.before = before, .after = after, .event = (uint8_t)event};
}

void scale_up_plan_free(struct scale_up_plan *plan) {
  free(plan->step);
  free(plan->edge);
  memset(plan, 0, sizeof *plan);
}

// Part `n` of the buffer: the first parts are one byte larger where it does not divide.
static uint64_t part_begin(uint64_t bytes, uint32_t parts, uint32_t n) {
  uint64_t rest = bytes % parts;
  return bytes / parts * n + (n < rest ? n : rest);
}
static uint64_t part_size(uint64_t bytes, uint32_t parts, uint32_t n) {
  return part_begin(bytes, parts, n + 1) - part_begin(bytes, parts, n);
}

static void plan_all_to_all(const struct flitlock_config *config, struct scale_up_plan *plan) {
  uint32_t gpus = config->pod.gpus;
  uint64_t bytes = config->collective.bytes;
  for (uint32_t g = 0; g < gpus; g++)
    for (uint32_t k = 1; k < gpus; k++) {
      uint32_t dst = (g + k) % gpus;
      // It lands where part g of the receiver is, and is as large.
      scale_up_plan_step(plan, g, dst, part_begin(bytes, gpus, g), part_size(bytes, gpus, g));
    }
}

// `rounds` times G - 1 steps: in step k of a round GPU g passes on part g - k (in a second round g + 1 - k).
static void plan_ring(const struct flitlock_config *config, struct scale_up_plan *plan, uint32_t rounds) {
  uint32_t gpus = config->pod.gpus;
  uint64_t bytes = config->collective.bytes;
  for (uint32_t round = 0; round < rounds; round++)
    for (uint32_t k = 0; k + 1 < gpus; k++) {
      uint32_t before = plan->steps - gpus;  // the first of the steps before these
      for (uint32_t g = 0; g < gpus; g++) {
        uint32_t part = (g + round + gpus - k) % gpus;
        uint32_t step =
            scale_up_plan_step(plan, g, (g + 1) % gpus, part_begin(bytes, gpus, part), part_size(bytes, gpus, part));
        if (round == 0 && k == 0) continue;
        scale_up_plan_wait(plan, step, before + (g + gpus - 1) % gpus, SCALE_UP_DELIVERED);
        scale_up_plan_wait(plan, step, before + g, SCALE_UP_ISSUED);
      }
    }
}

int scale_up_plan_create(const struct flitlock_config *config, struct scale_up_plan *plan,
                         struct flitlock_error *error) {
  static const char *const names[] = {"all_to_all", "all_reduce", "all_gather", "reduce_scatter", "msccl"};
  memset(plan, 0, sizeof *plan);
  plan->collective = names[config->collective.kind];
  plan->buffer = config->collective.bytes;
  int status = FLITLOCK_OK;
  switch (config->collective.kind) {
    case FLITLOCK_COLLECTIVE_ALL_TO_ALL:
      plan_all_to_all(config, plan);
      break;
    case FLITLOCK_COLLECTIVE_ALL_REDUCE:
      plan_ring(config, plan, 2);
      break;
    case FLITLOCK_COLLECTIVE_MSCCL:
      status = scale_up_plan_msccl(config, plan, error);
      break;
    default:
      plan_ring(config, plan, 1);
      break;
  }
  if (status == FLITLOCK_OK && plan->failed)
    status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the steps of the collective");
  if (status != FLITLOCK_OK) scale_up_plan_free(plan);
  return status;
}
