// SPDX-License-Identifier: Apache-2.0
// What an MSCCL workload did: the figures of a collective. How a schedule becomes requests: docs/workloads.md.
#ifndef FLITLOCK_MSCCL_H
#define FLITLOCK_MSCCL_H

#include "flitlock/workload.h"

#ifdef __cplusplus
extern "C" {
#endif

struct flitlock_msccl_report {
  const char *name;        // of the algorithm, as in the file
  const char *collective;  // "allreduce", "allgather", "alltoall", "reduce_scatter"
  const char *file;
  uint64_t bytes;  // of the collective: workload.msccl_bytes
  uint32_t gpus;
  int finished;          // every thread block finished its last step
  uint64_t time_cycles;  // cycles from 0 until then; 0 while not finished
  uint64_t sends;        // send steps finished so far, and those of the schedule
  uint64_t sends_scheduled;
  uint64_t receives;  // receive steps finished so far, and those of the schedule
  uint64_t receives_scheduled;
  const uint64_t *bytes_by_pair;            // [gpus * gpus], row: sender; delivered so far
  const uint64_t *bytes_by_pair_scheduled;  // what the schedule asks for
};

// Fills the report and returns 1; 0 when the workload is of another kind. The pointers live as long as the workload.
// Call it between cycles.
int flitlock_msccl_get_report(struct flitlock_workload *workload, struct flitlock_msccl_report *report);

#ifdef __cplusplus
}
#endif
#endif
