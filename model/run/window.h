// SPDX-License-Identifier: Apache-2.0
// The steady window of a run: when it opens and closes.
//
// Statistics gather from cycle 0, as if the window had opened there, so a run that ends too early has its whole length
// as its window (`steady` 0). The window closes with the injection: before the tail of a workload in which every client
// has a number of requests, because clients that are done early would pull the rates down.
#ifndef FLITLOCK_RUN_WINDOW_H
#define FLITLOCK_RUN_WINDOW_H

#include "flitlock/config.h"
#include "run/steady.h"
#include "run/totals.h"

enum flitlock_window_phase { FLITLOCK_WINDOW_WARMUP, FLITLOCK_WINDOW_OPEN, FLITLOCK_WINDOW_CLOSED };

struct flitlock_window {
  int phase;
  uint64_t batch;     // cycles between two looks
  int automatic;      // the warm-up's end is to be found
  uint64_t open_at;   // given warm-up
  uint64_t give_up;   // automatic: the window opens here at the latest
  uint64_t length;    // 0: to the end
  uint64_t from, to;  // `to` holds once closed
  uint64_t count;     // requests of a client, 0: no such end
  uint64_t created;   // of the client that is furthest, at the last look
  int found;          // 1: the warm-up ended as it should
  int steady;         // holds once closed
  struct flitlock_steady detector;
  struct flitlock_samples samples;
};

enum flitlock_window_action { FLITLOCK_WINDOW_NOTHING, FLITLOCK_WINDOW_DO_OPEN, FLITLOCK_WINDOW_DO_CLOSE };

void flitlock_window_init(struct flitlock_window *window, const struct flitlock_config *config);
// The next cycle after `cycle` at which flitlock_window_update must be called.
uint64_t flitlock_window_next(const struct flitlock_window *window, uint64_t cycle);
// What to do to the statistics now.
int flitlock_window_update(struct flitlock_window *window, uint64_t cycle, const struct flitlock_totals *totals);
// The injection or the run ends now. 1: statistics must close the window.
int flitlock_window_finish(struct flitlock_window *window, uint64_t cycle, const struct flitlock_totals *totals);

#endif
