// SPDX-License-Identifier: Apache-2.0
// What a collective has to do: steps, most of which write a part of a buffer to another GPU, and which of them wait for
// which. Source: specification R-SU-19 and R-SU-20.
#ifndef FLITLOCK_MODEL_SCALEUP_PLAN_H
#define FLITLOCK_MODEL_SCALEUP_PLAN_H

#include <stdint.h>

#include "flitlock/config.h"

#define SCALE_UP_NONE UINT32_MAX

struct scale_up_step {
  uint32_t gpu;     // that takes the step
  uint32_t dst;     // GPU that it writes to; SCALE_UP_NONE: it sends nothing
  uint64_t offset;  // in the buffer of `dst`
  uint64_t bytes;
};

// What of the earlier step is waited for.
enum scale_up_event { SCALE_UP_ISSUED, SCALE_UP_DELIVERED };

struct scale_up_edge {
  uint32_t before, after;  // steps
  uint8_t event;           // enum scale_up_event, of `before`
};

struct scale_up_plan {
  const char *collective;  // its name
  uint64_t buffer;         // bytes of what is written to, of a GPU
  struct scale_up_step *step;
  uint32_t steps, step_capacity;
  struct scale_up_edge *edge;
  uint32_t edges, edge_capacity;
  int failed;  // out of memory
};

// Adds a step and returns its number. What fails for want of memory is told by scale_up_plan_create.
uint32_t scale_up_plan_step(struct scale_up_plan *plan, uint32_t gpu, uint32_t dst, uint64_t offset, uint64_t bytes);
void scale_up_plan_wait(struct scale_up_plan *plan, uint32_t after, uint32_t before, enum scale_up_event event);

// The plan of the configured collective.
int scale_up_plan_create(const struct flitlock_config *config, struct scale_up_plan *plan,
                         struct flitlock_error *error);
void scale_up_plan_free(struct scale_up_plan *plan);

// Of a file, plan_msccl.c.
int scale_up_plan_msccl(const struct flitlock_config *config, struct scale_up_plan *plan, struct flitlock_error *error);

#endif
