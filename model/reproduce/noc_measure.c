// SPDX-License-Identifier: Apache-2.0
// The results of a simulation, as means over the pod.
#include <fnmatch.h>
#include <string.h>

#include "reproduce/noc.h"

static const char *const patterns[NOC_LINKS] = {
    [NOC_AB] = "*.A->B.req",
    [NOC_CB] = "*.C->B.req",
    [NOC_DE] = "*.D->E.req",
    [NOC_FE] = "*.F->E.req",
    [NOC_BE] = "*.B->E.req",
    [NOC_EDST] = "*.E->dst.req",
    [NOC_GPU] = "gpu*.dst->gpu*.dst.req",
};

// Mean use of the links whose name matches, in flits per cycle.
static double mean_use(const struct flitlock_results *results, const char *pattern) {
  double sum = 0;
  unsigned count = 0;
  for (unsigned n = 0; n < results->links_count; n++) {
    const struct flitlock_link_result *link = &results->links[n];
    if (link->cycles == 0 || fnmatch(pattern, link->name, 0) != 0) continue;
    sum += (double)link->flits / (double)link->cycles;
    count++;
  }
  return count > 0 ? sum / count : 0;
}

static void measure_idle(const struct flitlock_results *results, struct noc_result *result) {
  uint64_t idle[5] = {0}, cycles = 0;
  for (unsigned n = 0; n < results->links_count; n++) {
    const struct flitlock_link_result *link = &results->links[n];
    if (fnmatch(patterns[NOC_EDST], link->name, 0) != 0) continue;
    for (int cause = 0; cause < 5; cause++)
      idle[cause] += link->idle[cause];
    cycles += link->cycles;
  }
  for (int cause = 0; cause < 5 && cycles > 0; cause++)
    result->idle[cause] = (double)idle[cause] / (double)cycles;
}

void noc_measure(const struct flitlock_results *results, struct noc_result *result) {
  static const char *const nodes[NOC_NODES] = {"A", "C", "D", "F"};
  result->accepted = results->accepted.mean;
  result->accepted_whole = results->accepted_whole.mean;
  for (unsigned n = 0; n < results->accepted.by_node_count; n++)
    for (int node = 0; node < NOC_NODES; node++)
      if (strcmp(results->accepted.by_node[n].name, nodes[node]) == 0)
        result->by_node[node] = results->accepted.by_node[n].rate;
  for (int link = 0; link < NOC_LINKS; link++)
    result->load[link] = mean_use(results, patterns[link]);
  result->rsp_use = mean_use(results, "*.E->dst.rsp");
  measure_idle(results, result);
  result->cycles = results->cycles;
  result->steady = results->steady;
}
