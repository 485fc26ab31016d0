// SPDX-License-Identifier: Apache-2.0
// The study of the four-GPU pod: its simulations, what is measured in each, and the sections of its table.
#ifndef FLITLOCK_MODEL_REPRODUCE_NOC_H
#define FLITLOCK_MODEL_REPRODUCE_NOC_H

#include "flitlock/config.h"
#include "flitlock/reproduce.h"
#include "flitlock/results.h"

#define NOC_SETS 12

struct noc_run {
  char id[40];             // how the report finds it: "write64", "depth.8"
  char config[24];         // "pod4-write64"
  char set[NOC_SETS][48];  // "defaults.input_depth=8"
  unsigned sets;
};

#define NOC_RUNS 160
struct noc_plan {
  struct noc_run run[NOC_RUNS];
  unsigned count;
  int is_short;
};
// All simulations. NULL: out of memory. Caller frees.
struct noc_plan *noc_plan_make(int is_short);
uint64_t noc_cycles(int is_short);  // of a simulation

// Links of the request plane, each the mean over the pod.
enum { NOC_AB, NOC_CB, NOC_DE, NOC_FE, NOC_BE, NOC_EDST, NOC_GPU, NOC_LINKS };
enum { NOC_A, NOC_C, NOC_D, NOC_F, NOC_NODES };

struct noc_result {
  double accepted;            // requests per cycle and client, in the window
  double accepted_whole;      // in the whole run
  double by_node[NOC_NODES];  // `accepted`
  double load[NOC_LINKS];     // flits per cycle in the window
  double rsp_use;             // of E->dst on the response plane
  double idle[5];             // of E->dst on the request plane: share of cycles, by cause
  uint64_t cycles;
  int steady;
};
void noc_measure(const struct flitlock_results *results, struct noc_result *result);

// What the sections are made from.
struct noc_view {
  const struct noc_plan *plan;
  const struct noc_result *result;
  struct flitlock_reproduction *table;
  int is_short;
};
// By id; a run that is not in the plan is all zero.
const struct noc_result *noc_find(const struct noc_view *view, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void noc_report(const struct noc_view *view);

#endif
