// SPDX-License-Identifier: Apache-2.0
// Use of E->DST by depth of buffers, and why its cycles are idle.
#include <math.h>
#include <stdio.h>

#include "reproduce/noc_rows.h"

static void put_use(const struct noc_view *view, const char *run, const char *what, double source, double within,
                    const char *reason) {
  struct flitlock_figure row = noc_figure(noc_find(view, "%s", run)->load[NOC_EDST], "use.%s", run);
  noc_what(&row, "%s", what);
  if (source > 0) noc_hold(&row, FLITLOCK_ORIGIN_OBSERVED, source, noc_tolerance(view, within));
  noc_reason(&row, reason);
  noc_add(view, &row);
}

void noc_depths(const struct noc_view *view) {
  static const struct {
    unsigned depth;
    double random, second, fixed;
  } points[] = {{4, 0.886, 0.884, 0.753},
                {8, 0.940, 0.939, 0.837},
                {16, 0.971, 0.968, 0.904},
                {32, 0.988, 0, 0},
                {64, 0, 0.993, 0}};
  flitlock_reproduction_section(view->table, "depth", "Use of E->DST by depth of all three buffers",
                                "Greedy 64-byte writes, credit latency 1, plane req, flits per cycle. The notes have "
                                "two throw-away models; `second` is the other one.");
  char id[40], what[80];
  for (unsigned n = 0; n < 5; n++) {
    snprintf(id, sizeof(id), "depth.%u", points[n].depth);
    snprintf(what, sizeof(what), "random destinations, depth %u", points[n].depth);
    if (points[n].random > 0) put_use(view, id, what, points[n].random, 0.01, "");
    if (points[n].second <= 0) continue;
    struct flitlock_figure row = noc_figure(noc_find(view, "%s", id)->load[NOC_EDST], "use.%s.second", id);
    noc_what(&row, "depth %u, the second model", points[n].depth);
    noc_hold(&row, FLITLOCK_ORIGIN_OBSERVED, points[n].second, noc_tolerance(view, 0.01));
    noc_add(view, &row);
  }
  for (unsigned n = 0; n < 5; n++) {
    snprintf(id, sizeof(id), "fixed.%u", points[n].depth);
    snprintf(what, sizeof(what), "one fixed order for all clients, depth %u", points[n].depth);
    put_use(
        view, id, what, points[n].fixed, 0.02,
        points[n].fixed > 0
            ? "the order decides, and the notes do not tell theirs. Ours walks all clients of one GPU, then those of "
              "the next (ascending addresses), so a third of the walk aims at one DST output; with the GPU changing "
              "first the use at depth 16 is 1.00 (docs/spec/decisions.md). That one order locks the phases and "
              "costs use holds"
            : "");
  }
}

void noc_levels(const struct noc_view *view) {
  static const struct {
    const char *run;
    double source;
    const char *reason;
  } points[] = {
      {"input.1", 0.475, ""},     {"input.2", 0.935, ""},       {"input.4", 0, ""},
      {"input.16", 0, ""},        {"input.64", 0, ""},          {"crossbar.1", 0.748, ""},
      {"crossbar.2", 0.831, ""},  {"crossbar.4", 0.895, ""},    {"crossbar.16", 0.967, ""},
      {"crossbar.64", 0.991, ""}, {"output.1", 0.887, "range"}, {"output.2", 0, ""},
      {"output.4", 0, ""},        {"output.16", 0, ""},         {"output.64", 0.913, "range"},
  };
  static const char range[] =
      "the notes' range for the output depth, 0.887 to 0.913, is below what the same notes give with all depths 8 "
      "(0.940), so both cannot be of one model. Here an output buffer and the input buffer behind its link act as one "
      "FIFO: only their sum counts, and rows of equal sum are equal";
  flitlock_reproduction_section(
      view->table, "level", "Use of E->DST by the depth of one level, the others at 8",
      "Greedy 64-byte writes, plane req; the largest packet is 64 bytes, so that a depth of 1 holds it.");
  for (unsigned n = 0; n < sizeof(points) / sizeof(points[0]); n++) {
    char what[80];
    snprintf(what, sizeof(what), "%s", points[n].run);
    for (char *c = what; *c != '\0'; c++)
      if (*c == '.') *c = ' ';
    put_use(view, points[n].run, what, points[n].source, 0.01, points[n].reason[0] != '\0' ? range : "");
  }
  flitlock_reproduction_note(view->table,
                             "The crossbar depth is what buys throughput. The input depth only has to cover the credit "
                             "loop, 2 entries at latencies of 1. The output depth, which the source calls critical, "
                             "hardly matters.");
}

void noc_idle(const struct noc_view *view) {
  static const unsigned depths[] = {4, 8, 16, 32, 64};
  flitlock_reproduction_section(view->table, "idle", "Idle cycles of E->DST by cause",
                                "Greedy 64-byte writes, plane req: cause 2 is no credit from the DST (R-IDLE).");
  static const char *const headings[] = {"depth",          "use",         "1 own output", "2 no credit",
                                         "3 own crossbar", "4 own input", "5 upstream"};
  flitlock_reproduction_grid(view->table, 7, headings);
  for (unsigned n = 0; n < 5; n++) {
    const struct noc_result *result = noc_find(view, "depth.%u", depths[n]);
    char cell[7][24];
    const char *cells[7];
    double sum = 0;
    snprintf(cell[0], sizeof(cell[0]), "%u", depths[n]);
    snprintf(cell[1], sizeof(cell[1]), "%.4f", result->load[NOC_EDST]);
    for (int cause = 0; cause < 5; cause++) {
      sum += result->idle[cause];
      snprintf(cell[2 + cause], sizeof(cell[0]), "%.4f", result->idle[cause]);
    }
    for (int n2 = 0; n2 < 7; n2++)
      cells[n2] = cell[n2];
    flitlock_reproduction_grid_row(view->table, cells);
    struct flitlock_figure row = noc_figure(sum > 0 ? result->idle[1] / sum : NAN, "idle.cause2.%u", depths[n]);
    noc_what(&row, "share of cause 2, depth %u", depths[n]);
    snprintf(row.source_text, sizeof(row.source_text), "nearly all");
    row.origin = FLITLOCK_ORIGIN_OBSERVED;
    row.gate = sum > 0 ? FLITLOCK_GATE_AT_LEAST : FLITLOCK_GATE_PRINTED;
    row.low = 0.95;
    if (sum <= 0) noc_reason(&row, "no cycle of any of the links was idle");
    noc_add(view, &row);
  }
  flitlock_reproduction_note(view->table,
                             "The DST withholds credits, because its inputs wait behind the head for another output; E "
                             "does not starve. The grid has shares of all cycles.");
}
