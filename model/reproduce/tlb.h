// SPDX-License-Identifier: Apache-2.0
// The study of reverse address translation: its simulations, what is measured in each, and the sections of its table.
#ifndef FLITLOCK_MODEL_REPRODUCE_TLB_H
#define FLITLOCK_MODEL_REPRODUCE_TLB_H

#include "flitlock/link_tlb.h"
#include "flitlock/reproduce.h"
#include "flitlock/scale_up.h"

#define TLB_SETS 14

struct tlb_run {
  char id[40];             // how the report finds it: "on.16.1"
  char set[TLB_SETS][56];  // "collective.bytes=1MiB"
  unsigned sets;
  int follows;  // 1: the stream from GPU 0 to GPU 1 is looked at
};

#define TLB_RUNS 128
struct tlb_plan {
  struct tlb_run run[TLB_RUNS];
  unsigned count;
  int is_short;
};
// All simulations. NULL: out of memory. Caller frees.
struct tlb_plan *tlb_plan_make(int is_short);

struct tlb_result {
  double time;                         // of the last iteration, cycles
  double round_trip, translation;      // of requests to other nodes, mean cycles
  double share[FLITLOCK_CLASS_COUNT];  // of the requests that are translated
  double l1_hits, l2_hits;             // shares of these: found in L1; of those that L1 asked for, found in L2
  double walks_least, walks_most;      // of a GPU
  // Of a stream that is followed: translation of the first request, of the first of each further page (the least and
  // the most), of all others (likewise), the most of the second half.
  double first, later, page_least, page_most, else_least, else_most;
  int violations;  // of invariants
  char problem[200];
};

// What the sections are made from.
struct tlb_view {
  const struct tlb_plan *plan;
  const struct tlb_result *result;
  struct flitlock_reproduction *table;
  int is_short;
};
// By id; NULL: it is not in the plan.
const struct tlb_result *tlb_find(const struct tlb_view *view, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void tlb_report(const struct tlb_view *view);

#endif
