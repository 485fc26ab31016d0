// SPDX-License-Identifier: Apache-2.0
// A run in which each client has a number of requests: who is done first, and what that does to averages.
#include <stdio.h>

#include "reproduce/noc_rows.h"

static void put(const struct noc_view *view, double ours, const char *id, const char *what, int digits) {
  struct flitlock_figure row = noc_figure(ours, "tail.%s", id);
  noc_what(&row, "%s", what);
  row.digits = digits;
  noc_add(view, &row);
}

void noc_tail(const struct noc_view *view) {
  const struct noc_result *finite = noc_find(view, "finite");
  const struct noc_tail *tail = &finite->tail;
  char intro[200];
  snprintf(intro, sizeof(intro),
           "Each client writes %u times 64 bytes, greedy, depths 8/8/8. The steady window ends where the first client "
           "is done.",
           noc_requests(view->is_short));
  flitlock_reproduction_section(view->table, "tail", "Whole run against steady window", intro);
  put(view, (double)tail->inner_done, "df_done", "cycle of the last request of the clients at D and F", -1);
  put(view, (double)tail->outer_done, "ac_done", "the same at A and C", -1);
  struct flitlock_figure row = noc_figure((double)tail->inner_done / (double)tail->outer_done, "tail.df_before_ac");
  noc_what(&row, "the first to the second: D/F are done first");
  noc_words(&row, FLITLOCK_ORIGIN_SOURCE, "below 1");
  row.gate = FLITLOCK_GATE_AT_MOST;
  row.high = 0.9;
  noc_add(view, &row);
  row = noc_figure((double)tail->inner_done / (double)tail->outer_done, "tail.share");
  noc_what(&row, "the same: at one use throughout D/F need 6 of 8 cycles");
  noc_hold(&row, FLITLOCK_ORIGIN_DERIVED, 0.75, noc_tolerance(view, 0.03));
  noc_add(view, &row);
  put(view, tail->use_both, "use.both", "use of E->DST while all send", 4);
  put(view, tail->use_outer, "use.ac", "use of E->DST after D/F are done", 4);
  put(view, tail->use_whole, "use.whole", "use of E->DST over the whole run, start and drain with it", 4);
  put(view, finite->load[NOC_EDST], "use.steady", "use of E->DST in the steady window", 4);
  put(view, finite->accepted, "accepted.steady", "accepted rate in the steady window", 4);
  put(view, finite->accepted_whole, "accepted.whole", "accepted rate over the whole run", 4);
  row = noc_figure(finite->accepted_whole / finite->accepted, "tail.whole_to_steady");
  noc_what(&row, "whole run to steady window: different figures, the first is lower");
  noc_words(&row, FLITLOCK_ORIGIN_SOURCE, "below 1");
  row.gate = FLITLOCK_GATE_AT_MOST;
  row.high = 0.999;
  noc_add(view, &row);
  flitlock_reproduction_note(
      view->table,
      "The tail, in which A and C send alone, lowers the use, as the source says, but not by much: B alone could fill "
      "E->DST. The rest of what the whole run lacks is its start and its drain.");
}
