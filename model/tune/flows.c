// SPDX-License-Identifier: Apache-2.0
// Every pair of clients walks its way, as for the load of links (pod/load.c), and leaves its share in each buffer.
#include "tune/flows.h"

#include <stdlib.h>

#include "workload/destinations.h"

struct walk {
  struct tune_flows *flows;
  double share;
  uint32_t src;
  uint32_t before;  // the link walked last, POD_NONE at the start
  uint32_t vc;
};

static void pass(void *self, uint32_t number) {
  struct walk *walk = self;
  struct tune_flows *flows = walk->flows;
  const struct pod_link *link = &flows->plan->link[number];
  if (walk->before != POD_NONE) {
    const struct pod_link *before = &flows->plan->link[walk->before];
    uint32_t place = walk->before * flows->vcs + walk->vc;
    if (link->units < before->units) flows->narrow[place] = 1;
    if (link->units > before->units) flows->wide[place] = 1;
    uint32_t in = before->channel.dst_port;
    walk->vc = flows->plan->block[link->channel.src_block].router->port[in].vc_map[walk->vc];  // R-L1-7
    flows->through[number][in * flows->vcs + walk->vc] += walk->share;
  }
  flows->link[number * flows->vcs + walk->vc] += walk->share;
  walk->before = number;
}

static void pass_plane(struct walk *walk, enum flitlock_plane plane, uint32_t from, uint32_t to) {
  walk->before = POD_NONE;
  walk->vc = walk->flows->plan->config->vcs.outbound;  // R-RQ-6
  (void)flitlock_pod_plan_walk(walk->flows->plan, plane, from, to, pass, walk);
}

static void pass_pair(void *self, uint32_t dst, double share) {
  struct walk *walk = self;
  walk->share = share;
  pass_plane(walk, FLITLOCK_PLANE_REQ, walk->src, dst);
  if (!walk->flows->plan->config->workload.posted) pass_plane(walk, FLITLOCK_PLANE_RSP, dst, walk->src);
}

static struct tune_flows *allocate(const struct pod_plan *plan) {
  struct tune_flows *flows = calloc(1, sizeof(*flows));
  if (flows == NULL) return NULL;
  flows->plan = plan;
  flows->vcs = plan->config->vcs.count;
  size_t places = (size_t)plan->link_count * flows->vcs + 1;
  flows->link = calloc(places, sizeof(*flows->link));
  flows->narrow = calloc(places, sizeof(*flows->narrow));
  flows->wide = calloc(places, sizeof(*flows->wide));
  flows->through = calloc(plan->link_count + 1U, sizeof(*flows->through));
  int failed = flows->link == NULL || flows->narrow == NULL || flows->wide == NULL || flows->through == NULL;
  for (uint32_t n = 0; n < plan->link_count && !failed; n++) {
    if (plan->link[n].from_client) continue;
    size_t inputs = plan->block[plan->link[n].channel.src_block].port_count;
    flows->through[n] = calloc(inputs * flows->vcs, sizeof(**flows->through));
    failed = flows->through[n] == NULL;
  }
  if (!failed) return flows;
  tune_flows_free(flows);
  return NULL;
}

int tune_flows_create(const struct flitlock_pod *pod, struct tune_flows **flows, struct flitlock_error *error) {
  struct destinations *destinations = NULL;
  int status = destinations_create(pod->config, &pod->clients, &destinations, error);
  if (status != FLITLOCK_OK) return status;
  *flows = allocate(pod->plan);
  if (*flows == NULL) {
    destinations_free(destinations);
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the loads of buffers");
  }
  struct walk walk = {.flows = *flows};
  for (uint32_t client = 0; client < pod->plan->req_count; client++) {
    walk.src = pod->req_address[client];
    destinations_shares(destinations, client, pass_pair, &walk);
  }
  destinations_free(destinations);
  return FLITLOCK_OK;
}

void tune_flows_free(struct tune_flows *flows) {
  if (flows == NULL) return;
  for (uint32_t n = 0; n < flows->plan->link_count && flows->through != NULL; n++)
    free(flows->through[n]);
  free(flows->through);
  free(flows->link);
  free(flows->narrow);
  free(flows->wide);
  free(flows);
}
