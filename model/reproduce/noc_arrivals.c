// SPDX-License-Identifier: Apache-2.0
// When flits arrive at E, by direction: the source's fourth reason for idle cycles.
#include <stdio.h>

#include "reproduce/noc_rows.h"

#define COLUMNS (3 + NOC_GAPS)

static const char directions[NOC_DIRECTIONS] = {'B', 'D', 'F'};

static void put_gaps(const struct noc_view *view, const struct noc_result *result) {
  static const char *const headings[COLUMNS] = {"from", "mean", "deviation", "1", "2", "3",
                                                "4",    "5",    "6",         "7", "8", "more"};
  flitlock_reproduction_grid(view->table, COLUMNS, headings);
  for (int d = 0; d < NOC_DIRECTIONS; d++) {
    const struct noc_arrivals *arrivals = &result->arrivals[d];
    char cell[COLUMNS][24];
    const char *cells[COLUMNS];
    snprintf(cell[0], sizeof(cell[0]), "%c", directions[d]);
    snprintf(cell[1], sizeof(cell[1]), "%.3f", arrivals->mean);
    snprintf(cell[2], sizeof(cell[2]), "%.3f", arrivals->deviation);
    for (int gap = 0; gap < NOC_GAPS; gap++)
      snprintf(cell[3 + gap], sizeof(cell[0]), "%.4f", arrivals->share[gap]);
    for (int n = 0; n < COLUMNS; n++)
      cells[n] = cell[n];
    flitlock_reproduction_grid_row(view->table, cells);
  }
}

static void put_together(const struct noc_view *view, const struct noc_result *result) {
  static const char *const headings[8] = {"none", "B", "D", "B D", "F", "B F", "D F", "B D F"};
  char cell[8][24];
  const char *cells[8];
  flitlock_reproduction_grid(view->table, 8, headings);
  for (int n = 0; n < 8; n++) {
    snprintf(cell[n], sizeof(cell[n]), "%.4f", result->together[n]);
    cells[n] = cell[n];
  }
  flitlock_reproduction_grid_row(view->table, cells);
}

// In a regular stream no gap differs from the mean by a cycle.
static void put_jitter(const struct noc_view *view, const struct noc_result *result, const char *run) {
  for (int d = 0; d < NOC_DIRECTIONS; d++) {
    const struct noc_arrivals *arrivals = &result->arrivals[d];
    struct flitlock_figure row =
        noc_figure(arrivals->deviation / arrivals->mean, "arrivals.%s.%c.jitter", run, directions[d] - 'A' + 'a');
    noc_what(&row, "deviation of the gaps to their mean, from %c", directions[d]);
    noc_words(&row, FLITLOCK_ORIGIN_SOURCE, "arrivals jitter");
    row.gate = FLITLOCK_GATE_AT_LEAST;
    row.low = 0.1;
    noc_add(view, &row);
  }
}

static void put_rates(const struct noc_view *view, const struct noc_result *result) {
  static const double clients[NOC_DIRECTIONS] = {4, 2, 2};
  for (int d = 0; d < NOC_DIRECTIONS; d++) {
    struct flitlock_figure row =
        noc_figure(1 / result->arrivals[d].mean, "arrivals.0.115.%c.rate", directions[d] - 'A' + 'a');
    noc_what(&row, "flits per cycle from %c, %.0fr", directions[d], clients[d]);
    noc_hold(&row, FLITLOCK_ORIGIN_SOURCE, clients[d] * 0.115, noc_tolerance(view, 0.02));
    noc_add(view, &row);
  }
}

void noc_arrivals(const struct noc_view *view) {
  const struct noc_result *offered = noc_find(view, "arrivals.0.115"), *greedy = noc_find(view, "arrivals.greedy");
  flitlock_reproduction_section(view->table, "arrivals", "Arrivals at E, r = 0.115",
                                "Cycles between two flits of the same direction at E (plane req, 64-byte writes): "
                                "mean, standard deviation, and the "
                                "share of each gap in cycles; below it the share of cycles by the directions of which "
                                "a flit arrives. An observer "
                                "looks at the ports of E from the first quarter of the run on.");
  put_rates(view, offered);
  put_jitter(view, offered, "0.115");
  put_gaps(view, offered);
  put_together(view, offered);
  flitlock_reproduction_section(
      view->table, "arrivals_greedy", "Arrivals at E, greedy",
      "As above at saturation. Here the gaps show the round robin of E: B, D and F get a third "
      "each of what DST takes.");
  put_jitter(view, greedy, "greedy");
  put_gaps(view, greedy);
  put_together(view, greedy);
}
