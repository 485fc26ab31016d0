// SPDX-License-Identifier: Apache-2.0
// The target that a pod is, and the observers' constructors for pods.
#include "observe/target.h"

#include <stdlib.h>
#include <string.h>

static int fill_nodes(const struct flitlock_pod *pod, struct flitlock_target *target) {
  const struct flitlock_config *config = flitlock_pod_config(pod);
  uint32_t blocks = flitlock_engine_block_count(target->engine);
  struct flitlock_pod_node *node = calloc(blocks + 1U, sizeof *node);
  target->node = node;
  target->nodes = config->pod.rows * config->pod.columns;
  target->node_name = calloc(target->nodes + 1U, sizeof *target->node_name);
  if (!node || !target->node_name) return 0;
  for (uint32_t b = 0; b < blocks; b++) {
    node[b] = *flitlock_pod_node(pod, b);
  }
  for (uint32_t n = 0; n < target->nodes; n++) {
    flitlock_pod_node_name(config, n, target->node_name[n], sizeof target->node_name[n]);
  }
  return 1;
}

int flitlock_target_of_pod(const struct flitlock_pod *pod, struct flitlock_target *target,
                           struct flitlock_error *error) {
  const struct flitlock_config *config = flitlock_pod_config(pod);
  memset(target, 0, sizeof *target);
  target->engine = flitlock_pod_engine(pod);
  target->seed = config->seed;
  target->config_hash = flitlock_config_hash(config);
  target->unit_bytes = config->pod.unit_bytes;
  target->posted = config->workload.posted != 0;
  target->watchdog = config->check.watchdog;
  target->max_age = config->check.max_age;
  target->clock_ghz = config->pod.clock_ghz;
  target->translation = flitlock_pod_translation(pod);
  target->vc_mask = 1U << config->vcs.outbound | 1U << config->vcs.inbound_req | 1U << config->vcs.inbound_rsp;
  if (!fill_nodes(pod, target)) {
    flitlock_target_free(target);
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for an observer");
  }
  return FLITLOCK_OK;
}

void flitlock_target_free(struct flitlock_target *target) {
  free((void *)(uintptr_t)target->node);
  free(target->node_name);
  memset(target, 0, sizeof *target);
}

int flitlock_events_create(struct flitlock_pod *pod, const char *path, struct flitlock_events **events,
                           struct flitlock_error *error) {
  struct flitlock_target target;
  int status = flitlock_target_of_pod(pod, &target, error);
  if (status != FLITLOCK_OK) return status;
  status = flitlock_events_create_for(&target, path, events, error);
  flitlock_target_free(&target);
  return status;
}

int flitlock_events_open(const struct flitlock_pod *pod, const char *path, struct flitlock_events **events,
                         struct flitlock_error *error) {
  struct flitlock_target target;
  int status = flitlock_target_of_pod(pod, &target, error);
  if (status != FLITLOCK_OK) return status;
  status = flitlock_events_open_for(&target, path, events, error);
  flitlock_target_free(&target);
  return status;
}

int flitlock_vcd_create(struct flitlock_pod *pod, const char *path, const char *scope, uint64_t from, uint64_t to,
                        struct flitlock_vcd **vcd, struct flitlock_error *error) {
  struct flitlock_target target;
  int status = flitlock_target_of_pod(pod, &target, error);
  if (status != FLITLOCK_OK) return status;
  status = flitlock_vcd_create_for(&target, path, scope, from, to, vcd, error);
  flitlock_target_free(&target);
  return status;
}

int flitlock_vcd_write_gtkw(const struct flitlock_pod *pod, const char *block, const char *path,
                            struct flitlock_error *error) {
  struct flitlock_target target;
  int status = flitlock_target_of_pod(pod, &target, error);
  if (status != FLITLOCK_OK) return status;
  status = flitlock_vcd_write_gtkw_for(&target, block, path, error);
  flitlock_target_free(&target);
  return status;
}

int flitlock_stats_create(struct flitlock_pod *pod, struct flitlock_stats **stats, struct flitlock_error *error) {
  struct flitlock_target target;
  int status = flitlock_target_of_pod(pod, &target, error);
  if (status != FLITLOCK_OK) return status;
  status = flitlock_stats_create_for(&target, stats, error);
  flitlock_target_free(&target);
  return status;
}

int flitlock_invariants_create(struct flitlock_pod *pod, struct flitlock_invariants **invariants,
                               struct flitlock_error *error) {
  struct flitlock_target target;
  int status = flitlock_target_of_pod(pod, &target, error);
  if (status != FLITLOCK_OK) return status;
  status = flitlock_invariants_create_for(&target, invariants, error);
  flitlock_target_free(&target);
  return status;
}
