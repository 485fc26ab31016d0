// SPDX-License-Identifier: Apache-2.0
// Work done in parallel processes: each item in a child of its own, which writes a message into a pipe and ends.
//
// Ctrl-C goes to all processes of a terminal, but is held back here (progress.h): the parent decides, and ends its
// children with SIGKILL, which the system also sends them when the parent is killed.
#ifndef FLITLOCK_CLI_PROCESSES_H
#define FLITLOCK_CLI_PROCESSES_H

#include <stddef.h>
#include <stdint.h>

#include "flitlock/status.h"

// How a child ended.
struct cli_finished {
  uint64_t item;
  const char *message;  // what it wrote, as far as it came
  size_t size;
  int timed_out;  // 1: it was ended, since its time was over
  char how[64];   // "signal 9" or "exit code 1"; "" when it ended by itself and without complaint
};

struct cli_processes {
  void *self;
  // The next item, or UINT64_MAX when there is none (left).
  uint64_t (*next)(void *self);
  // In the child: does the item and writes its message into the file descriptor `out`, with cli_write_all. The return
  // value is the exit code.
  int (*work)(void *self, uint64_t item, int out);
  // In the parent, in the order in which the children end. Not FLITLOCK_OK: no further child is started.
  int (*finished)(void *self, const struct cli_finished *finished, struct flitlock_error *error);
  unsigned jobs;                                    // children at a time
  double seconds;                                   // for an item; 0: no limit
  double (*seconds_of)(void *self, uint64_t item);  // for this one; NULL: `seconds` for all
  uint64_t first, items;                            // for the progress: items that were done before, and all
  const char *unit;                                 // "point"
  int quiet;                                        // 1: no progress
  int let_run;    // 1: after a failure the children that run are waited for; 0: they are ended
  uint64_t done;  // result: how many are done
};

// Until all are done, one fails, or SIGINT or SIGTERM comes: then `*interrupted` is 1, and the caller writes the
// message.
int cli_processes_run(struct cli_processes *processes, int *interrupted, struct flitlock_error *error);
// 1: all was written.
int cli_write_all(int out, const void *data, size_t size);

#endif
