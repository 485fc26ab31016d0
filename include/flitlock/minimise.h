// SPDX-License-Identifier: Apache-2.0
// Minimising: from a case that fails (regress.h) to the smallest one that fails in the same way. docs/regression.md.
//
// The traffic is recorded as a trace, so that packets can be left out one by one; then cycles, and then what the pod is
// made of. Each attempt is a run of the caller's, who can have it in a process of its own.
#ifndef FLITLOCK_MINIMISE_H
#define FLITLOCK_MINIMISE_H

#include "flitlock/regress.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Traffic as a list of packets

struct flitlock_packet {
  uint64_t cycle;     // birth
  uint32_t src, dst;  // addresses of clients
  uint64_t addr;  // with link TLBs the offset in the memory of the destination's GPU, as a workload names it (R-RQ-7)
  uint16_t bytes;
  uint8_t op;  // FLITLOCK_OP_WRITE_REQ or FLITLOCK_OP_READ_REQ
};

struct flitlock_stimulus {
  struct flitlock_packet *packet;  // by birth; [count]
  size_t count, capacity;
};

// The requests whose heads leave their clients in the first `cycles` cycles of a configuration, in golden C. A run that
// fails there is no failure of this: what was recorded until then is kept.
int flitlock_stimulus_record(const struct flitlock_config *config, uint64_t cycles, struct flitlock_stimulus *stimulus,
                             struct flitlock_error *error);
// As a trace that workload.kind trace reads (docs/workloads.md). E_OUTPUT.
int flitlock_stimulus_write(const struct flitlock_stimulus *stimulus, const struct flitlock_config *config,
                            const char *path, struct flitlock_error *error);
void flitlock_stimulus_free(struct flitlock_stimulus *stimulus);

// ---- Minimising

struct flitlock_minimise_options {
  // Runs a case; 0: the time is over, and `result` is not filled in.
  int (*attempt)(void *self, const struct flitlock_case *candidate, struct flitlock_case_result *result);
  void *self;
  const char *folder;  // exists; attempts write their trace there, and it has the result:
                       //   case.yaml, trace.csv   the case; the configuration has only what is no default
                       //   case_test.cpp          a unit test that is red as long as the case fails
  int (*progress)(void *self, const struct flitlock_regress_minimal *minimal);  // after each step; not 0: stop. May be
                                                                                // NULL
};

struct flitlock_minimised {
  struct flitlock_regress_minimal minimal;
  char *config;        // case.yaml as text, with the path of the trace as seen from here; NULL: none
  char command[4096];  // repeats it, in the folder
};
void flitlock_minimised_free(struct flitlock_minimised *minimised);

// Why a scale-up pod is not minimised.
#define FLITLOCK_MINIMISE_NO_PACKETS                                                                       \
  "a scale-up pod is not minimised: it has no packets that could be left out; a smaller collective.bytes " \
  "or fewer GPUs make a smaller case"

// `result` is what the case has come to. Not every failure depends on the traffic alone: `minimal.found` 0 when it did
// not come again as the recorded traffic was replayed. E_CONFIG: a case without packets (a scale-up pod), E_OUTPUT, or
// why the recorded traffic cannot be replayed.
int flitlock_minimise(const struct flitlock_case *failing, const struct flitlock_case_result *result,
                      const struct flitlock_minimise_options *options, struct flitlock_minimised *minimised,
                      struct flitlock_error *error);

#ifdef __cplusplus
}
#endif
#endif
