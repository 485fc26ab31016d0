// SPDX-License-Identifier: Apache-2.0
// A check: a run with blocks in lockstep, and what is made of the first divergence: report, waves, a timing diagram.
// What `flitlock check` calls.
#ifndef FLITLOCK_CHECK_H
#define FLITLOCK_CHECK_H

#include "flitlock/implementation.h"

#ifdef __cplusplus
extern "C" {
#endif

struct flitlock_check_options {
  struct flitlock_lockstep_options lockstep;  // `from`, `to` and `hold` are the check's own
  // `session` is the check's own.
  struct flitlock_implementation_options implementation;
  // Where report.txt, report.json, wave.vcd, wave.gtkw and wave.json go on a divergence; made if missing. NULL: nothing
  // is written.
  const char *directory;
  const char *report_json;           // report.json goes here, too, and also of a check that passes; NULL: nowhere
  uint64_t wave_before, wave_after;  // cycles of the waves before and after the divergence
  const char *reproduce;             // the command line that repeats the check, for the reports; NULL: not known
  const char *events_path;           // event log of the run; NULL: none
  int (*progress)(void *self, uint64_t cycle, uint64_t end);  // as in run.h
  void *progress_self;
};
// Lockstep with nothing else said, 30 cycles before and 20 after, no files.
void flitlock_check_options_default(struct flitlock_check_options *options);

struct flitlock_check {
  struct flitlock_lockstep *session;  // with the divergences; of the run that found them
  struct flitlock_implementation_counts blocks;
  struct flitlock_lockstep_counts compared;  // by the whole run
  uint64_t cycles;                           // simulated
  char *report;                              // report.txt; NULL when there is no divergence
  int reproduced;                            // the re-run for the waves found the same divergence
  char files[1024];                          // written, parted by blanks
};

// E_MISMATCH: they differ (or an invariant broke). E_VACUOUS: nothing was compared. Others as flitlock_run. `*check` is
// filled in all cases as far as the check got, and freed with flitlock_check_free.
// (C++ has structs and functions in one name space and warns.)
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#endif
int flitlock_check(const struct flitlock_config *config, const struct flitlock_check_options *options,
                   struct flitlock_check **check, struct flitlock_error *error);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
void flitlock_check_free(struct flitlock_check *check);  // NULL is allowed

#ifdef __cplusplus
}
#endif
#endif
