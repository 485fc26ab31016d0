// SPDX-License-Identifier: Apache-2.0
// The page: what was run, and its sections.
#include "reproduce/noc_rows.h"

void noc_report(const struct noc_view *view) {
  flitlock_reproduction_intro(
      view->table,
      "Made by `flitlock reproduce noc%s --format markdown`; a test compares the page with what the program prints. "
      "Simulations of %llu cycles, seed 1, in the steady window that the program finds, depths 8/8/8 unless said.\n\n"
      "[S] is the figure of the buffer tuning study, [D] follows from it by arithmetic, [O] is of an independent "
      "throw-away model (a sanity range, not truth). A gate of \"within\" is a share of the source's figure.",
      view->is_short ? " --short" : "", (unsigned long long)noc_cycles(view->is_short));
  noc_loads(view);
  noc_saturation(view);
  noc_fairness(view);
  noc_depths(view);
  noc_levels(view);
  noc_idle(view);
  noc_tail(view);
  noc_arrivals(view);
  noc_bounds(view);
  noc_reading_table(view);
}
