// SPDX-License-Identifier: Apache-2.0
// One run of a check, of a pod of meshes or one that scales up, with a lockstep session of its own.
#ifndef FLITLOCK_MODEL_CHECK_RUN_H
#define FLITLOCK_MODEL_CHECK_RUN_H

#include "flitlock/check.h"
#include "flitlock/scale_up.h"

struct check_run {
  struct flitlock_lockstep *session;
  struct flitlock_pod *pod;            // of meshes, or
  struct flitlock_scale_up *scale_up;  // of pod.kind scale_up; both NULL: it was not created
  struct flitlock_implementation_counts blocks;
  uint64_t cycles;
};

// Creates session and pod. Ended by check_run_end after any result.
int check_run_start(const struct flitlock_config *config, const struct flitlock_check_options *options,
                    const struct flitlock_lockstep_options *lockstep, struct check_run *run,
                    struct flitlock_error *error);
// To the end of the run. `events_path`: the event log; NULL: none.
int check_run_go(const struct flitlock_check_options *options, struct check_run *run, const char *events_path,
                 struct flitlock_error *error);
// The pod goes before the session.
void check_run_end(struct check_run *run);

static inline int check_run_created(const struct check_run *run) { return run->pod != NULL || run->scale_up != NULL; }
struct flitlock_engine *check_run_engine(const struct check_run *run);
// Number of a block; UINT32_MAX: there is none.
uint32_t check_run_find(const struct check_run *run, const char *block);

#endif
