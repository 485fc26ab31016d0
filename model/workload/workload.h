// SPDX-License-Identifier: Apache-2.0
// The three kinds of workload, as flitlock_workload_create (pod.h) makes them.
#ifndef FLITLOCK_WORKLOAD_WORKLOAD_H
#define FLITLOCK_WORKLOAD_WORKLOAD_H

#include "flitlock/pod.h"

// Streams of flitlock_rng_seed for one address; a response client's stalls are stream 0 of its own address.
#define WORKLOAD_STREAM(address, number) ((uint64_t)(number) << 32 | (address))
enum { WORKLOAD_STREAM_CONTENT = 1, WORKLOAD_STREAM_ARRIVALS = 2, WORKLOAD_STREAM_PERMUTATION = 3 };

int workload_synthetic_create(const struct flitlock_config *config, const struct flitlock_workload_clients *clients,
                              struct flitlock_workload **workload, struct flitlock_error *error);
int workload_trace_create(const struct flitlock_config *config, const struct flitlock_workload_clients *clients,
                          struct flitlock_workload **workload, struct flitlock_error *error);
int workload_msccl_create(const struct flitlock_config *config, const struct flitlock_workload_clients *clients,
                          struct flitlock_workload **workload, struct flitlock_error *error);

// The file of the configuration, for messages.
static inline const char *workload_config_name(const struct flitlock_config *config) {
  return config->path ? config->path : "configuration";
}

#endif
