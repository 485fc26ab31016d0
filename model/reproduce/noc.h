// SPDX-License-Identifier: Apache-2.0
// The study of the four-GPU pod: its simulations, what is measured in each, and the sections of its table.
#ifndef FLITLOCK_MODEL_REPRODUCE_NOC_H
#define FLITLOCK_MODEL_REPRODUCE_NOC_H

#include "flitlock/config.h"
#include "flitlock/reproduce.h"
#include "flitlock/results.h"
#include "flitlock/tune.h"

#define NOC_SETS 12

// What is done with a configuration.
enum noc_task { NOC_SIMULATE, NOC_TUNE, NOC_WATCH };

struct noc_run {
  char id[40];             // how the report finds it: "write64", "depth.8"
  char config[24];         // "pod4-write64"
  char set[NOC_SETS][48];  // "defaults.input_depth=8"
  unsigned sets;
  int task;  // enum noc_task
  int kind;  // NOC_TUNE: of the buffers, enum flitlock_tune_kind, with `depth`
  uint32_t depth;
};

#define NOC_RUNS 256
struct noc_plan {
  struct noc_run run[NOC_RUNS];
  unsigned count;
  int is_short;
};
// All simulations. NULL: out of memory. Caller frees.
struct noc_plan *noc_plan_make(int is_short);
uint64_t noc_cycles(int is_short);          // of a simulation
uint64_t noc_reading_cycles(int is_short);  // of one of the readings below
// Credit latencies of bounds and knees, ended by 0.
const unsigned *noc_credit_latencies(int is_short);
unsigned noc_requests(int is_short);  // of a client in the finite run

// A choice of the specification made the other way (docs/spec/study-readings.md).
struct noc_reading {
  const char *id, *what;
  const char *set[3];
};
extern const struct noc_reading noc_readings[];
extern const unsigned noc_reading_count;

// Links of the request plane, each the mean over the pod.
enum { NOC_AB, NOC_CB, NOC_DE, NOC_FE, NOC_BE, NOC_EDST, NOC_GPU, NOC_LINKS };
enum { NOC_A, NOC_C, NOC_D, NOC_F, NOC_NODES };

// Directions from which flits arrive at E.
enum { NOC_FROM_B, NOC_FROM_D, NOC_FROM_F, NOC_DIRECTIONS };
#define NOC_GAPS 9  // 1 to 8 cycles, and more

struct noc_arrivals {
  double mean, deviation;  // of the cycles between two arrivals
  double share[NOC_GAPS];
  uint64_t longest;
};

// A run in which each client has a number of requests. Cycles are those of the last request that leaves a client.
struct noc_tail {
  uint64_t inner_done, outer_done;  // clients at D and F, at A and C
  uint64_t end;                     // of the run, network empty
  double use_both, use_outer;       // of E->DST up to the first, from there to the second
  double use_whole;
};

struct noc_result {
  double accepted;            // requests per cycle and client, in the window
  double accepted_whole;      // in the whole run
  double by_node[NOC_NODES];  // `accepted`
  double load[NOC_LINKS];     // flits per cycle in the window
  double rsp_use;             // of E->dst on the response plane
  double idle[5];             // of E->dst on the request plane: share of cycles, by cause
  uint64_t cycles;
  int steady;
  // NOC_WATCH
  struct noc_arrivals arrivals[NOC_DIRECTIONS];
  double together[1 << NOC_DIRECTIONS];  // share of cycles by the directions with an arrival, a bit each
  struct noc_tail tail;
  // NOC_TUNE: `load[NOC_EDST]` is the use; bounds by kind
  uint32_t bound[FLITLOCK_TUNE_KIND_COUNT];
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
