// SPDX-License-Identifier: Apache-2.0
// Which reading of the source fits best: each choice of the specification made the other way.
#include <math.h>
#include <stdio.h>

#include "reproduce/noc_rows.h"

// The figures by which readings are told apart.
enum { USE_4, USE_8, USE_16, USE_CROSSBAR, RATIO, USE_INPUT, ACCEPTED, WRITE256, CAUSE_2, COLUMNS };
#define SOURCES USE_INPUT  // those before it have a figure to be near to

static const double source[SOURCES] = {0.886, 0.940, 0.971, 0.748, 2};

static double share_of_cause_2(const struct noc_result *result) {
  double sum = 0;
  for (int cause = 0; cause < 5; cause++)
    sum += result->idle[cause];
  return sum > 0 ? result->idle[1] / sum : NAN;
}

// A figure of a simulation that the short setting leaves out is no number.
static double use(const struct noc_view *view, const char *reading, const char *figure) {
  const struct noc_result *result = noc_find(view, "reading.%s.%s", reading, figure);
  return result->cycles > 0 ? result->load[NOC_EDST] : NAN;
}

static void gather(const struct noc_view *view, const char *reading, double *value) {
  const struct noc_result *eight = noc_find(view, "reading.%s.8", reading);
  const struct noc_result *write256 = noc_find(view, "reading.%s.write256", reading);
  value[USE_4] = use(view, reading, "4");
  value[USE_8] = use(view, reading, "8");
  value[USE_16] = use(view, reading, "16");
  value[USE_CROSSBAR] = use(view, reading, "crossbar");
  value[RATIO] = noc_inner(eight) / noc_outer(eight);
  value[USE_INPUT] = use(view, reading, "input");
  value[ACCEPTED] = eight->accepted;
  value[WRITE256] = write256->cycles > 0 ? write256->accepted : NAN;
  value[CAUSE_2] = share_of_cause_2(eight);
}

// Mean distance to the sources, as a share of them.
static double distance(const double *value) {
  double sum = 0;
  unsigned count = 0;
  for (int n = 0; n < SOURCES; n++) {
    if (isnan(value[n])) continue;
    sum += fabs(value[n] / source[n] - 1);
    count++;
  }
  return sum / count;
}

static void put_row(const struct noc_view *view, const struct noc_reading *reading, const double *value) {
  char cell[COLUMNS + 1][24];
  const char *cells[COLUMNS + 1] = {reading->what};
  for (int n = 0; n < COLUMNS; n++) {
    cell[n][0] = '\0';
    if (!isnan(value[n])) snprintf(cell[n], sizeof(cell[n]), "%.4f", value[n]);
    cells[n + 1] = cell[n];
  }
  flitlock_reproduction_grid_row(view->table, cells);
}

static void put_fit(const struct noc_view *view, const struct noc_reading *reading, double fit, double spec) {
  struct flitlock_figure row = noc_figure(fit, "reading.%s", reading->id);
  noc_what(&row, "%s: mean distance to the figures", reading->what);
  if (reading == &noc_readings[0]) {
    row.gate = FLITLOCK_GATE_AT_MOST;
    row.high = noc_tolerance(view, 0.005);
  } else if (fit == spec) {
    noc_reason(&row, "every simulation is that of the specification, see below");
  }
  noc_add(view, &row);
}

void noc_reading_table(const struct noc_view *view) {
  static const char *const headings[COLUMNS + 1] = {"reading",    "use, depths 4",   "8",       "16",
                                                    "crossbar 1", "D/F to A/C",      "input 1", "accepted",
                                                    "write256",   "share of cause 2"};
  static const char *const sources[COLUMNS + 1] = {"source",      "0.886 [O]",     "0.940 [O]", "0.971 [O]",
                                                   "0.748 [O]",   "2 [S][D]",      "",          "0.125 [S]",
                                                   "0.03125 [D]", "nearly all [O]"};
  char intro[640];
  snprintf(
      intro, sizeof(intro),
      "Each choice of the specification that is ours ([R]), made the other way "
      "([study readings](spec/study-readings.md)); greedy writes, %llu cycles. `crossbar 1`, `input 1`: these buffers "
      "alone at depth 1, the others at 8; between the GPUs, where credits take a cycle in every reading, the input "
      "depth stays 8. The distance is the mean of |ours / source - 1| over the first five figures of the grid.",
      (unsigned long long)noc_reading_cycles(view->is_short));
  flitlock_reproduction_section(view->table, "reading", "Which reading of the source fits best", intro);
  flitlock_reproduction_grid(view->table, COLUMNS + 1, headings);
  flitlock_reproduction_grid_row(view->table, sources);
  double value[COLUMNS], spec = 0;
  for (unsigned n = 0; n < noc_reading_count; n++) {
    gather(view, noc_readings[n].id, value);
    put_row(view, &noc_readings[n], value);
    if (n == 0) spec = distance(value);
    put_fit(view, &noc_readings[n], distance(value), spec);
  }
  struct flitlock_figure row = noc_figure(1.0 / 16, "reading.one_plane");
  noc_what(&row, "one physical plane for requests and responses: accepted, write64 and read64, by arithmetic");
  noc_hold(&row, FLITLOCK_ORIGIN_SOURCE, 0.125, 0.10);
  noc_reason(
      &row,
      "this reading is excluded, and was not built: E->DST would carry each request and each response, 16 flits at "
      "r = 1, and be full at r = 1/16. Widths would differ, too: one wire cannot be 64 bytes for requests and 128 "
      "for responses");
  row.gate = FLITLOCK_GATE_PRINTED;
  noc_add(view, &row);
  flitlock_reproduction_note(
      view->table,
      "- When the pointer moves, at the grant or with the tail, cannot matter: nobody arbitrates while a grant is "
      "held. A "
      "pointer that turns in every cycle matters most. It serves a candidate as often as there are places before it: "
      "of the 40 places of E's L2 (4 inputs of 10 VCs) B is next for 20, D and F for 10 each. So two to one is gone, "
      "which excludes this reading, and the use is lower.\n"
      "- Candidates as pairs or as inputs cannot matter here: each input brings one VC to an output in this pod.\n"
      "- Room after the pops of later levels is worth part of an entry a buffer, which shows at depth 1.\n"
      "- Registered buffers lengthen the loops of room and credit: much at depth 1, little from 4 on.\n"
      "- The credit latency inside a GPU matters at depth 1 alone: with credits that return at once one entry carries "
      "a "
      "flit in every cycle, as the source says of its own model. From depth 4 on no figure tells its model from ours.\n"
      "- [O] was made to the same choices as the specification, so it cannot tell whether they are the source's. What "
      "the "
      "source itself says, 1/8 and two to one, excludes one plane and a pointer that turns in every cycle, and nothing "
      "else.");
}
