// SPDX-License-Identifier: Apache-2.0
// Files of results: whole or not there at all.
//
// A regular file is written under a temporary name beside its own and renamed at the end, so that nobody ever reads
// half of it and an older file stays if the new one cannot be written. Devices and pipes are written directly; "-" is
// standard output, which nobody else may print to until the end.
#ifndef FLITLOCK_RESULTS_OUTPUT_H
#define FLITLOCK_RESULTS_OUTPUT_H

#include <stdio.h>

#include "flitlock/status.h"

struct flitlock_output {
  FILE *file;  // write here
  char *path;  // as messages name it
  char *target;
  char *temporary;  // NULL: `file` is the target itself
  struct flitlock_output_sink *sink;
};

// E_OUTPUT, E_NO_MEMORY. After success one of the two functions below must be called, once.
int flitlock_output_open(struct flitlock_output *output, const char *path, struct flitlock_error *error);
// Flushes, closes, and puts the file in its place. Reports the cause of the first write that failed, such as a full
// disk: E_OUTPUT.
int flitlock_output_commit(struct flitlock_output *output, struct flitlock_error *error);
// For a child that writes in the place of `file`.
int flitlock_output_descriptor(const struct flitlock_output *output);
// Whether a later open is likely to succeed, without a trace in the file system: for what takes long to make. E_OUTPUT.
int flitlock_output_check(const char *path, struct flitlock_error *error);
// Makes a folder and those above it, and sees whether files can be made in it. E_OUTPUT, E_NO_MEMORY.
int flitlock_output_make_folder(const char *directory, struct flitlock_error *error);
// Closes and removes what was written.
void flitlock_output_abort(struct flitlock_output *output);

#endif
