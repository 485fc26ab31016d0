// SPDX-License-Identifier: Apache-2.0
// The stages of a latency by name, as files and tables write them.
#ifndef FLITLOCK_RESULTS_STAGES_H
#define FLITLOCK_RESULTS_STAGES_H

#include "flitlock/results.h"

extern const char *const flitlock_stage_names[FLITLOCK_STAGE_COUNT];
// The stage of link TLBs is told where there are some.
static inline int flitlock_stage_is_shown(const struct flitlock_results *results, int stage) {
  return results->translates || stage != FLITLOCK_STAGE_REQ_TRANSLATION;
}

#endif
