// SPDX-License-Identifier: Apache-2.0
// A scale-up pod in memory, shared by the files that build it (pod.c) and run it (run.c).
#ifndef FLITLOCK_MODEL_SCALEUP_SCALE_UP_H
#define FLITLOCK_MODEL_SCALEUP_SCALE_UP_H

#include "flitlock/scale_up.h"
#include "scaleup/blocks.h"

struct flitlock_scale_up {
  const struct flitlock_config *config;
  struct flitlock_engine *engine;
  struct scale_up_shared shared;
  // Numbers of blocks.
  uint32_t requester;  // of GPU 0; the others follow
  uint32_t rail;       // of station 0, plane req; then rsp, then station 1 ..
  uint32_t memory;     // of GPU 0
};

#endif
