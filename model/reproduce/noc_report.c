// SPDX-License-Identifier: Apache-2.0
// The sections: the source's figures and ours.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "reproduce/noc.h"

// What chance makes of a figure: a share of it, by the length of the simulations.
static double tolerance(const struct noc_view *view, double of_long) { return view->is_short ? of_long * 3 : of_long; }

__attribute__((format(printf, 2, 3))) static struct flitlock_figure figure(double ours, const char *id, ...) {
  struct flitlock_figure made = {.ours = ours};
  va_list arguments;
  va_start(arguments, id);
  vsnprintf(made.id, sizeof(made.id), id, arguments);
  va_end(arguments);
  return made;
}

static void put_what(struct flitlock_figure *figure, const char *what) {
  snprintf(figure->what, sizeof(figure->what), "%s", what);
}

static void hold(struct flitlock_figure *figure, int origin, double source, double within) {
  figure->origin = origin;
  figure->has_source = 1;
  figure->source = source;
  figure->gate = FLITLOCK_GATE_WITHIN;
  figure->tolerance = within;
}

static void put_reason(struct flitlock_figure *figure, const char *reason) {
  snprintf(figure->reason, sizeof(figure->reason), "%s", reason);
}

static const char *const link_names[NOC_LINKS] = {"A->B", "C->B", "D->E", "F->E", "B->E", "E->DST", "DST to each GPU"};
static const char *const link_ids[NOC_LINKS] = {"a_b", "c_b", "d_e", "f_e", "b_e", "e_dst", "dst_gpu"};

static void put_loads(const struct noc_view *view, const char *rate_text, double rate, const char *with) {
  static const double clients[NOC_LINKS] = {2, 2, 2, 2, 4, 8, 8};
  const struct noc_result *result = noc_find(view, "load.%s", rate_text);
  for (int link = 0; link < NOC_LINKS; link++) {
    struct flitlock_figure row = figure(result->load[link], "load.%s.r%s", link_ids[link], rate_text);
    snprintf(row.what, sizeof(row.what), "%s, %.0fr at r = %s%s", link_names[link], clients[link], rate_text, with);
    hold(&row, link < NOC_EDST ? FLITLOCK_ORIGIN_SOURCE : FLITLOCK_ORIGIN_DERIVED, clients[link] * rate,
         tolerance(view, 0.02));
    flitlock_reproduction_add(view->table, &row);
  }
}

static void loads(const struct noc_view *view) {
  flitlock_reproduction_section(view->table, "load", "Loads of the links",
                                "64-byte writes, each client at rate r (a request per cycle with that probability), "
                                "plane req, flits per cycle.");
  put_loads(view, "0.05", 0.05, "");
  put_loads(view, "0.10", 0.10, "");
  put_loads(view, "0.115", 0.115, "");
  put_loads(view, "0.125", 0.125, ", depths 64");
}

static void put_saturation(const struct noc_view *view, const char *workload, double asymptote, const char *reason) {
  const struct noc_result *result = noc_find(view, "%s", workload);
  struct flitlock_figure row = figure(result->accepted, "saturation.%s", workload);
  snprintf(row.what, sizeof(row.what), "accepted, %s greedy, depths 8/8/8", workload);
  hold(&row, asymptote > 0.1 ? FLITLOCK_ORIGIN_SOURCE : FLITLOCK_ORIGIN_DERIVED, asymptote, 0.10);
  put_reason(&row, reason);
  flitlock_reproduction_add(view->table, &row);
}

static void put_accepted(const struct noc_view *view, const char *run, double source, double within, const char *what) {
  struct flitlock_figure row = figure(noc_find(view, "%s", run)->accepted, "saturation.%s", run);
  put_what(&row, what);
  hold(&row, FLITLOCK_ORIGIN_DERIVED, source, within);
  flitlock_reproduction_add(view->table, &row);
}

static void saturation(const struct noc_view *view) {
  flitlock_reproduction_section(view->table, "saturation", "Saturation of the four workloads",
                                "Requests per cycle and request client.");
  put_saturation(view, "write64", 0.125, "");
  put_saturation(view, "read64", 0.125, "");
  static const char packets_reason[] =
      "depths count flits, and a packet moves only where all of it has room (R-L1-2): 8 entries hold two packets of "
      "four flits. At four times the depth 256 bytes reach what 64 bytes do, see the rows below";
  put_saturation(view, "write256", 0.03125, packets_reason);
  put_saturation(
      view, "read256", 0.03125,
      "as write256; and greedy reads without a limit fill the queues of the response clients, so that a "
      "request for a full one blocks those behind it. With 32 requests outstanding a client, as real clients "
      "have a limit, read256 does what write256 does");
  struct flitlock_figure knee = figure(noc_find(view, "write64")->accepted, "saturation.knee");
  put_what(&knee, "the knee at 8/8/8, write64");
  hold(&knee, FLITLOCK_ORIGIN_OBSERVED, 0.117, tolerance(view, 0.01));
  flitlock_reproduction_add(view->table, &knee);
  double near = tolerance(view, 0.01);
  put_accepted(view, "load.0.115", 0.115, near, "accepted of 0.115 offered, write64: below the knee all of it");
  put_accepted(view, "read64.0.115", 0.115, near, "accepted of 0.115 offered, read64");
  put_accepted(view, "write256.32", 0.03125, 0.10, "accepted, write256 greedy, depths 32 (in packets: write64 at 8)");
  put_accepted(view, "write256.64", 0.03125, 0.05, "the same, depths 64 (write64 at 16)");
  put_accepted(view, "write256.128", 0.03125, 0.02, "the same, depths 128 (write64 at 32)");
  put_accepted(view, "read256.32", 0.03125, 0.10, "accepted, read256 greedy, depths 32, 32 requests outstanding");
  put_accepted(view, "read256.64", 0.03125, 0.05, "the same, depths 64");
  put_accepted(view, "write256.0.0288", 0.0288, near, "accepted of 0.0288 (0.92 of 1/32) offered, write256, depths 32");
  put_accepted(view, "read256.0.0288", 0.0288, tolerance(view, 0.02), "the same, read256");
}

static double outer(const struct noc_result *result) { return (result->by_node[NOC_A] + result->by_node[NOC_C]) / 2; }
static double inner(const struct noc_result *result) { return (result->by_node[NOC_D] + result->by_node[NOC_F]) / 2; }

static void put_fairness(const struct noc_view *view, double ours, const char *id, const char *what, int origin,
                         double source, double within) {
  struct flitlock_figure row = figure(ours, "fairness.%s", id);
  put_what(&row, what);
  hold(&row, origin, source, tolerance(view, within));
  flitlock_reproduction_add(view->table, &row);
}

static void fairness(const struct noc_view *view) {
  flitlock_reproduction_section(view->table, "fairness", "Two to one",
                                "Greedy 64-byte writes: round robin at E serves directions, not clients.");
  static const unsigned depths[] = {4, 8, 16, 32, 64};
  for (unsigned n = 0; n < 5; n++) {
    const struct noc_result *result = noc_find(view, "depth.%u", depths[n]);
    char id[40], what[80];
    snprintf(id, sizeof(id), "ratio.%u", depths[n]);
    snprintf(what, sizeof(what), "D/F clients to A/C clients, depth %u", depths[n]);
    put_fairness(view, inner(result) / outer(result), id, what, FLITLOCK_ORIGIN_DERIVED, 2, 0.01);
  }
  const struct noc_result *shallow = noc_find(view, "depth.4"), *deep = noc_find(view, "depth.64");
  put_fairness(view, inner(shallow), "df.4", "D/F clients, depth 4", FLITLOCK_ORIGIN_OBSERVED, 0.1477, 0.01);
  put_fairness(view, outer(shallow), "ac.4", "A/C clients, depth 4", FLITLOCK_ORIGIN_OBSERVED, 0.0738, 0.01);
  put_fairness(view, inner(deep), "df.64", "D/F clients at full use (depth 64)", FLITLOCK_ORIGIN_SOURCE, 1.0 / 6, 0.01);
  put_fairness(view, outer(deep), "ac.64", "A/C clients at full use (depth 64)", FLITLOCK_ORIGIN_SOURCE, 1.0 / 12,
               0.01);
  const struct noc_result *fair = noc_find(view, "fair");
  put_fairness(view, inner(fair) / outer(fair), "weighted",
               "the same ratio with weights 2:1:1 at E (configs/pod4-fair.yaml)", FLITLOCK_ORIGIN_DERIVED, 1, 0.01);
}

static void put_use(const struct noc_view *view, const char *run, const char *what, double source, double within,
                    const char *reason) {
  struct flitlock_figure row = figure(noc_find(view, "%s", run)->load[NOC_EDST], "use.%s", run);
  put_what(&row, what);
  if (source > 0) hold(&row, FLITLOCK_ORIGIN_OBSERVED, source, tolerance(view, within));
  put_reason(&row, reason);
  flitlock_reproduction_add(view->table, &row);
}

static void depth_curves(const struct noc_view *view) {
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
    struct flitlock_figure row = figure(noc_find(view, "%s", id)->load[NOC_EDST], "use.%s.second", id);
    snprintf(row.what, sizeof(row.what), "depth %u, the second model", points[n].depth);
    hold(&row, FLITLOCK_ORIGIN_OBSERVED, points[n].second, tolerance(view, 0.01));
    flitlock_reproduction_add(view->table, &row);
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

static void levels(const struct noc_view *view) {
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
  flitlock_reproduction_section(view->table, "level", "Use of E->DST by the depth of one level, the others at 8", "");
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

static void idle(const struct noc_view *view) {
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
    struct flitlock_figure row = figure(sum > 0 ? result->idle[1] / sum : NAN, "idle.cause2.%u", depths[n]);
    snprintf(row.what, sizeof(row.what), "share of cause 2, depth %u", depths[n]);
    snprintf(row.source_text, sizeof(row.source_text), "nearly all");
    row.origin = FLITLOCK_ORIGIN_OBSERVED;
    row.gate = sum > 0 ? FLITLOCK_GATE_AT_LEAST : FLITLOCK_GATE_PRINTED;
    row.low = 0.95;
    if (sum <= 0) put_reason(&row, "no cycle of any of the links was idle");
    flitlock_reproduction_add(view->table, &row);
  }
}

void noc_report(const struct noc_view *view) {
  flitlock_reproduction_intro(
      view->table,
      "Made by `flitlock reproduce noc%s --format markdown`; a test compares the page with what the program prints. "
      "Simulations of %llu cycles, seed 1, in the steady window that the program finds, depths 8/8/8 unless said.\n\n"
      "[S] is the figure of the buffer tuning study, [D] follows from it by arithmetic, [O] is of an independent "
      "throw-away model (a sanity range, not truth). A gate of \"within\" is a share of the source's figure.",
      view->is_short ? " --short" : "", (unsigned long long)noc_cycles(view->is_short));
  loads(view);
  saturation(view);
  fairness(view);
  depth_curves(view);
  levels(view);
  idle(view);
}
