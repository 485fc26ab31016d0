// SPDX-License-Identifier: Apache-2.0
// What an observer looks at: an engine, and what is known of its blocks. Observers are made for a target, so that they
// serve a pod and any other set of blocks alike; target.c makes the target of a pod.
#ifndef FLITLOCK_MODEL_OBSERVE_TARGET_H
#define FLITLOCK_MODEL_OBSERVE_TARGET_H

#include "flitlock/observe.h"

#ifdef __cplusplus
extern "C" {
#endif

struct flitlock_target {
  struct flitlock_engine *engine;
  const struct flitlock_pod_node *node;  // [blocks]
  uint64_t seed;
  uint64_t config_hash;
  uint32_t unit_bytes;
  uint32_t posted;    // 1: requests get no response (R-RS-5)
  uint64_t watchdog;  // 0: off
  uint64_t max_age;   // 0: off
  double clock_ghz;
  char (*node_name)[16];  // [nodes], mesh nodes
  uint32_t nodes;
  const struct flitlock_translation *translation;  // NULL: addresses do not change on the way
  uint32_t vc_mask;                                // VCs that the run can use; a save file of waves shows these
};

// Ended with flitlock_target_free; the pod lives longer.
int flitlock_target_of_pod(const struct flitlock_pod *pod, struct flitlock_target *target,
                           struct flitlock_error *error);

void flitlock_target_free(struct flitlock_target *target);

// The observers, for a target that lives until the call returns (what they keep they copy).
int flitlock_events_create_for(const struct flitlock_target *target, const char *path, struct flitlock_events **events,
                               struct flitlock_error *error);
int flitlock_events_open_for(const struct flitlock_target *target, const char *path, struct flitlock_events **events,
                             struct flitlock_error *error);
int flitlock_vcd_create_for(const struct flitlock_target *target, const char *path, const char *scope, uint64_t from,
                            uint64_t to, struct flitlock_vcd **vcd, struct flitlock_error *error);
int flitlock_vcd_write_gtkw_for(const struct flitlock_target *target, const char *name, const char *path,
                                struct flitlock_error *error);
int flitlock_stats_create_for(const struct flitlock_target *target, struct flitlock_stats **stats,
                              struct flitlock_error *error);
int flitlock_invariants_create_for(const struct flitlock_target *target, struct flitlock_invariants **invariants,
                                   struct flitlock_error *error);

// Bits of a port mask, lowest first: for (each port in mask).
static inline unsigned flitlock_next_port(uint64_t *mask) {
  unsigned port = (unsigned)__builtin_ctzll(*mask);
  *mask &= *mask - 1U;
  return port;
}

#ifdef __cplusplus
}
#endif

#endif
