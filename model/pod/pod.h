// SPDX-License-Identifier: Apache-2.0
// The inside of a pod.
#ifndef FLITLOCK_POD_POD_H
#define FLITLOCK_POD_POD_H

#include "flitlock/pod.h"
#include "flitlock/translation.h"
#include "pod/plan.h"

struct flitlock_pod {
  const struct flitlock_config *config;  // the caller's, outlives the pod
  struct pod_plan *plan;
  struct flitlock_engine *engine;
  struct flitlock_payload_pool *pool;
  struct flitlock_workload *workload;
  int workload_owned;
  uint32_t *req_address, *rsp_address;  // of `clients`
  struct flitlock_workload_clients clients;
  struct flitlock_translation *translation;  // NULL: no link TLBs
  struct flitlock_l2_store **stores;         // [gpus]: what the memories behind the L2 hold. NULL: no L2
};

#endif
