// SPDX-License-Identifier: Apache-2.0
// Expected load of the links: every pair of clients walks its way, request and response, with the share that the
// configured destinations give it.
#include <stdlib.h>

#include "pod/pod.h"
#include "workload/destinations.h"

// Mean length of a packet of the mix: units on plane req and rsp, and on links of two units in flits.
struct mean_flits {
  double of[2][3];  // [plane][width in units]
};

static void add_size(struct mean_flits *mean, const struct pod_plan *plan, int op, uint32_t bytes, double share) {
  uint32_t data = (bytes + plan->config->pod.unit_bytes - 1) / plan->config->pod.unit_bytes;
  if (data == 0) data = 1;
  // R-RQ-5, R-RS-4
  uint32_t len[2] = {op == FLITLOCK_OP_WRITE_REQ ? data : 1, op == FLITLOCK_OP_WRITE_REQ ? 1 : data};
  for (unsigned plane = 0; plane < 2; ++plane)
    for (unsigned units = 1; units <= 2; ++units)
      mean->of[plane][units] += share * flitlock_flits(len[plane], units);
}

static struct mean_flits mean_flits(const struct pod_plan *plan) {
  struct mean_flits mean = {{{0}}};
  const struct flitlock_config_workload *workload = &plan->config->workload;
  double total = 0;
  for (unsigned i = 0; i < workload->mix_count; ++i)
    total += workload->mix[i].weight;
  for (unsigned i = 0; i < workload->mix_count; ++i)
    add_size(&mean, plan, workload->mix[i].op, workload->mix[i].bytes, workload->mix[i].weight / total);
  if (workload->mix_count == 0) add_size(&mean, plan, workload->op, workload->bytes, 1);
  return mean;
}

struct walk {
  const struct pod_plan *plan;
  double *load;
  double share;
  uint32_t src;
};

static void add_share(void *self, uint32_t link) {
  struct walk *walk = self;
  walk->load[link] += walk->share;
}

static void add_pair(void *self, uint32_t dst, double share) {
  struct walk *walk = self;
  walk->share = share;
  (void)flitlock_pod_plan_walk(walk->plan, FLITLOCK_PLANE_REQ, walk->src, dst, add_share, walk);
  if (!walk->plan->config->workload.posted)
    (void)flitlock_pod_plan_walk(walk->plan, FLITLOCK_PLANE_RSP, dst, walk->src, add_share, walk);
}

int flitlock_pod_link_load(const struct flitlock_pod *pod, double *load, struct flitlock_error *error) {
  const struct pod_plan *plan = pod->plan;
  if (pod->config->workload.kind != FLITLOCK_WORKLOAD_SYNTHETIC)
    return flitlock_fail(error, FLITLOCK_E_USAGE,
                         "%s: the load of links is known for workload.kind synthetic only; a %s has no rate",
                         pod->config->path ? pod->config->path : "configuration",
                         pod->config->workload.kind == FLITLOCK_WORKLOAD_TRACE ? "trace" : "collective");
  struct destinations *destinations = NULL;
  int status = destinations_create(pod->config, &pod->clients, &destinations, error);
  if (status != FLITLOCK_OK) return status;
  struct walk walk = {plan, load, 0, 0};
  for (uint32_t i = 0; i < plan->link_count; ++i)
    load[i] = 0;
  for (uint32_t client = 0; client < plan->req_count; ++client) {
    walk.src = pod->req_address[client];
    destinations_shares(destinations, client, add_pair, &walk);
  }
  destinations_free(destinations);
  return FLITLOCK_OK;
}

int flitlock_pod_link_flits(const struct flitlock_pod *pod, double *flits, struct flitlock_error *error) {
  int status = flitlock_pod_link_load(pod, flits, error);
  if (status != FLITLOCK_OK) return status;
  struct mean_flits mean = mean_flits(pod->plan);
  for (uint32_t i = 0; i < pod->plan->link_count; ++i) {
    const struct pod_link *link = &pod->plan->link[i];
    flits[i] *= mean.of[link->plane][link->units];
  }
  return FLITLOCK_OK;
}
