// SPDX-License-Identifier: Apache-2.0
#include "workload/workload.h"

int flitlock_workload_create(const struct flitlock_config *config, const struct flitlock_workload_clients *clients,
                             struct flitlock_workload **workload, struct flitlock_error *error) {
  *workload = NULL;
  switch (config->workload.kind) {
    case FLITLOCK_WORKLOAD_SYNTHETIC:
      return workload_synthetic_create(config, clients, workload, error);
    case FLITLOCK_WORKLOAD_TRACE:
      return workload_trace_create(config, clients, workload, error);
    case FLITLOCK_WORKLOAD_MSCCL:
      return workload_msccl_create(config, clients, workload, error);
    default:
      return flitlock_fail(error, FLITLOCK_E_CONFIG,
                           "%s: workload.kind is %d; allowed are synthetic (%d), trace (%d), msccl (%d)",
                           workload_config_name(config), config->workload.kind, FLITLOCK_WORKLOAD_SYNTHETIC,
                           FLITLOCK_WORKLOAD_TRACE, FLITLOCK_WORKLOAD_MSCCL);
  }
}
