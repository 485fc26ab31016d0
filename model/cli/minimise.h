// SPDX-License-Identifier: Apache-2.0
// Shrinking a failing case, each attempt in a process of its own.
#ifndef FLITLOCK_CLI_MINIMISE_H
#define FLITLOCK_CLI_MINIMISE_H

#include "flitlock/minimise.h"

// What came of it. No pointers: it is handed from process to process as it is.
struct minimise_message {
  struct flitlock_regress_minimal minimal;
  struct flitlock_case_result failure;  // of the whole case
  int status;
  char command[4096];  // repeats the smallest case, in its folder
  char text[2048];     // what went wrong
};

// Runs the case, and shrinks it for so many seconds; the smallest case with its report, waves and picture is in
// `folder`, made if missing. `status` E_VACUOUS: it does not fail.
void minimise_case(const struct flitlock_case *failing, const char *folder, double seconds,
                   struct minimise_message *message);
// The same, with what came of it written into `out`. The exit code.
int minimise_work(const struct flitlock_case *failing, const char *folder, double seconds, int out);
// What that has written. 0: it is not whole.
int minimise_read(const char *text, size_t size, struct minimise_message *message);

#endif
