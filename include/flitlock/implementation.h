// SPDX-License-Identifier: Apache-2.0
// Which implementation each router, DST, switch, link TLB and L2 slice of a pod gets: golden C, RTL, or both in
// lockstep. By rules of name patterns, from the configuration (`impl`) and from the caller; the last one that matches
// wins.
#ifndef FLITLOCK_IMPLEMENTATION_H
#define FLITLOCK_IMPLEMENTATION_H

#include "flitlock/lockstep.h"
#include "flitlock/pod.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a program has that can stand in the place of a golden block of another kind than the router's.
struct flitlock_device_block {
  const char *kind;  // "l1_link_tlb"
  const struct flitlock_block_ops *ops;
  // As `find` below, with the parameters of the kind.
  int (*find)(const void *params, const char *name, struct flitlock_error *error);
};

// What a program has that can stand in the golden router's place. (The RTL's is made in tb/verilated; the model library
// knows of none.)
struct flitlock_device {
  const char *name;  // "rtl", for messages
  const struct flitlock_block_ops *router;
  // FLITLOCK_OK when `router` can be created with these parameters; E_CONFIG says what is missing and how to get it.
  int (*find)(const struct flitlock_router_params *params, const char *name, struct flitlock_error *error);
  const struct flitlock_device_block *blocks;  // of other kinds, ended by one without a kind. NULL: none
};

// Golden itself: compared with it nothing is shown of any RTL, but everything of the checker.
extern const struct flitlock_device flitlock_device_golden;

struct flitlock_implementation_options {
  const struct flitlock_impl_rule *rules;  // after those of the configuration
  unsigned rules_count;
  // 1: what no rule matches runs in lockstep where `device` has its parameters. 0: it is golden C.
  int lockstep;
  const struct flitlock_device *device;  // NULL: there is none, and `rtl` and `lockstep` are E_CONFIG
  struct flitlock_lockstep *session;     // what lockstep blocks report to; NULL: `lockstep` is E_CONFIG
  // An error to be planted, to see that the check sees it (lockstep.h).
  const struct flitlock_plant *plant;  // NULL: none
  const char *plant_match;             // pattern of lockstep blocks; the first that matches gets it
  int plant_golden;                    // 1: into golden, 0: into the device
};

struct flitlock_implementation_counts {
  uint32_t c, rtl, lockstep;  // blocks
  uint32_t missing;           // golden C alone, because it cannot be compared: the device has no model of the shape
  char why[1024];             // of the first of these
  char kinds[64];             // what there is to choose for: "routers, DSTs, switches and link TLBs"
};

// As flitlock_pod_create. `counts` may be NULL. E_CONFIG also when a pattern matches no block that it can be about.
int flitlock_pod_create_chosen(const struct flitlock_config *config, struct flitlock_workload *workload,
                               const struct flitlock_implementation_options *options, struct flitlock_pod **pod,
                               struct flitlock_implementation_counts *counts, struct flitlock_error *error);

// The same of a scale-up pod (scale_up.h), whose link TLBs alone can be chosen.
struct flitlock_scale_up;
int flitlock_scale_up_create_chosen(const struct flitlock_config *config,
                                    const struct flitlock_implementation_options *options,
                                    struct flitlock_scale_up **pod, struct flitlock_implementation_counts *counts,
                                    struct flitlock_error *error);

#ifdef __cplusplus
}
#endif
#endif
