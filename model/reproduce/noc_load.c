// SPDX-License-Identifier: Apache-2.0
// What links carry, what clients get.
#include <stdio.h>

#include "reproduce/noc_rows.h"

static const char *const link_names[NOC_LINKS] = {"A->B", "C->B", "D->E", "F->E", "B->E", "E->DST", "DST to each GPU"};
static const char *const link_ids[NOC_LINKS] = {"a_b", "c_b", "d_e", "f_e", "b_e", "e_dst", "dst_gpu"};

static void put_loads(const struct noc_view *view, const char *rate_text, double rate, const char *with) {
  static const double clients[NOC_LINKS] = {2, 2, 2, 2, 4, 8, 8};
  const struct noc_result *result = noc_find(view, "load.%s", rate_text);
  for (int link = 0; link < NOC_LINKS; link++) {
    struct flitlock_figure row = noc_figure(result->load[link], "load.%s.r%s", link_ids[link], rate_text);
    noc_what(&row, "%s, %.0fr at r = %s%s", link_names[link], clients[link], rate_text, with);
    noc_hold(&row, link < NOC_EDST ? FLITLOCK_ORIGIN_SOURCE : FLITLOCK_ORIGIN_DERIVED, clients[link] * rate,
             noc_tolerance(view, 0.02));
    noc_add(view, &row);
  }
}

void noc_loads(const struct noc_view *view) {
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
  struct flitlock_figure row = noc_figure(result->accepted, "saturation.%s", workload);
  noc_what(&row, "accepted, %s greedy, depths 8/8/8", workload);
  noc_hold(&row, asymptote > 0.1 ? FLITLOCK_ORIGIN_SOURCE : FLITLOCK_ORIGIN_DERIVED, asymptote, 0.10);
  noc_reason(&row, reason);
  noc_add(view, &row);
}

static void put_accepted(const struct noc_view *view, const char *run, double source, double within, const char *what) {
  struct flitlock_figure row = noc_figure(noc_find(view, "%s", run)->accepted, "saturation.%s", run);
  noc_what(&row, "%s", what);
  noc_hold(&row, FLITLOCK_ORIGIN_DERIVED, source, within);
  noc_add(view, &row);
}

void noc_saturation(const struct noc_view *view) {
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
  struct flitlock_figure knee = noc_figure(noc_find(view, "write64")->accepted, "saturation.knee");
  noc_what(&knee, "the knee at 8/8/8, write64");
  noc_hold(&knee, FLITLOCK_ORIGIN_OBSERVED, 0.117, noc_tolerance(view, 0.01));
  noc_add(view, &knee);
  double near = noc_tolerance(view, 0.01);
  put_accepted(view, "load.0.115", 0.115, near, "accepted of 0.115 offered, write64: below the knee all of it");
  put_accepted(view, "read64.0.115", 0.115, near, "accepted of 0.115 offered, read64");
  put_accepted(view, "write256.32", 0.03125, 0.10, "accepted, write256 greedy, depths 32 (in packets: write64 at 8)");
  put_accepted(view, "write256.64", 0.03125, 0.05, "the same, depths 64 (write64 at 16)");
  put_accepted(view, "write256.128", 0.03125, 0.02, "the same, depths 128 (write64 at 32)");
  put_accepted(view, "read256.32", 0.03125, 0.10, "accepted, read256 greedy, depths 32, 32 requests outstanding");
  put_accepted(view, "read256.64", 0.03125, 0.05, "the same, depths 64");
  put_accepted(view, "write256.0.0288", 0.0288, near, "accepted of 0.0288 (0.92 of 1/32) offered, write256, depths 32");
  put_accepted(view, "read256.0.0288", 0.0288, noc_tolerance(view, 0.02), "the same, read256");
}

static void put_fairness(const struct noc_view *view, double ours, const char *id, const char *what, int origin,
                         double source, double within) {
  struct flitlock_figure row = noc_figure(ours, "fairness.%s", id);
  noc_what(&row, "%s", what);
  noc_hold(&row, origin, source, noc_tolerance(view, within));
  noc_add(view, &row);
}

void noc_fairness(const struct noc_view *view) {
  flitlock_reproduction_section(view->table, "fairness", "Two to one",
                                "Greedy 64-byte writes: round robin at E serves directions, not clients.");
  static const unsigned depths[] = {4, 8, 16, 32, 64};
  for (unsigned n = 0; n < 5; n++) {
    const struct noc_result *result = noc_find(view, "depth.%u", depths[n]);
    char id[40], what[80];
    snprintf(id, sizeof(id), "ratio.%u", depths[n]);
    snprintf(what, sizeof(what), "D/F clients to A/C clients, depth %u", depths[n]);
    put_fairness(view, noc_inner(result) / noc_outer(result), id, what, FLITLOCK_ORIGIN_DERIVED, 2, 0.01);
  }
  const struct noc_result *shallow = noc_find(view, "depth.4"), *deep = noc_find(view, "depth.64");
  put_fairness(view, noc_inner(shallow), "df.4", "D/F clients, depth 4", FLITLOCK_ORIGIN_OBSERVED, 0.1477, 0.01);
  put_fairness(view, noc_outer(shallow), "ac.4", "A/C clients, depth 4", FLITLOCK_ORIGIN_OBSERVED, 0.0738, 0.01);
  put_fairness(view, noc_inner(deep), "df.64", "D/F clients at full use (depth 64)", FLITLOCK_ORIGIN_SOURCE, 1.0 / 6,
               0.01);
  put_fairness(view, noc_outer(deep), "ac.64", "A/C clients at full use (depth 64)", FLITLOCK_ORIGIN_SOURCE, 1.0 / 12,
               0.01);
  const struct noc_result *fair = noc_find(view, "fair");
  put_fairness(view, noc_inner(fair) / noc_outer(fair), "weighted",
               "the same ratio with weights 2:1:1 at E (configs/pod4-fair.yaml)", FLITLOCK_ORIGIN_DERIVED, 1, 0.01);
}
