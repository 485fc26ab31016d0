// SPDX-License-Identifier: Apache-2.0
// The figures of a collective (an MSCCL workload) as results.
#include "run/collective.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flitlock/msccl.h"

int flitlock_run_fill_collective(struct flitlock_workload *workload, struct flitlock_results *results,
                                 struct flitlock_error *error) {
  struct flitlock_msccl_report report;
  if (!flitlock_msccl_get_report(workload, &report)) return FLITLOCK_OK;
  size_t pairs = (size_t)report.gpus * report.gpus;
  uint64_t *bytes = calloc(pairs, sizeof *bytes);
  if (!bytes) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the bytes of %u GPUs", report.gpus);
  memcpy(bytes, report.bytes_by_pair, pairs * sizeof *bytes);
  // A file need not name its algorithm; results without a name hold no collective.
  const char *name = report.name[0] != '\0' ? report.name : report.collective;
  snprintf(results->collective.name, sizeof results->collective.name, "%s", name);
  results->collective.bytes = report.bytes;
  results->collective.time_cycles = report.time_cycles;
  results->collective.sends = report.sends;
  results->collective.receives = report.receives;
  results->collective.gpus = report.gpus;
  results->collective.bytes_by_pair = bytes;
  return FLITLOCK_OK;
}
