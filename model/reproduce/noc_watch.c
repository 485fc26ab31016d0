// SPDX-License-Identifier: Apache-2.0
#include "reproduce/noc_watch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BIN  16U    // cycles of a bin of E->DST's use over time
#define BINS 8192U  // later cycles are not counted

// What an exit router or a request client is to the observer.
struct role {
  uint8_t exit_router, client;
  uint8_t node;  // of a client: NOC_A to NOC_F
  uint8_t exit_port;
  uint8_t direction_port[NOC_DIRECTIONS];
  uint64_t last[NOC_DIRECTIONS];  // arrival; NEVER
};
#define NEVER UINT64_MAX

struct noc_watch {
  const struct flitlock_pod *pod;
  struct role *role;  // by block
  uint64_t from, last_cycle;
  uint64_t routers;  // at the exits
  uint64_t gap[NOC_DIRECTIONS][NOC_GAPS], gaps[NOC_DIRECTIONS], longest[NOC_DIRECTIONS];
  double sum[NOC_DIRECTIONS], squares[NOC_DIRECTIONS];
  uint64_t together[1 << NOC_DIRECTIONS];  // cycles of a router by the directions of which a flit arrives
  uint64_t last_request[NOC_NODES];        // cycle
  uint64_t *used;                          // flits on E->DST links, by bin
};

static void see_arrivals(struct noc_watch *watch, struct role *role, uint64_t cycle, uint64_t arriving) {
  unsigned directions = 0;
  for (unsigned d = 0; d < NOC_DIRECTIONS; d++) {
    if ((arriving >> role->direction_port[d] & 1U) == 0) continue;
    directions |= 1U << d;
    if (role->last[d] != NEVER) {
      uint64_t gap = cycle - role->last[d];
      watch->gap[d][gap < NOC_GAPS ? gap - 1 : NOC_GAPS - 1]++;
      watch->gaps[d]++;
      if (gap > watch->longest[d]) watch->longest[d] = gap;
      watch->sum[d] += (double)gap;
      watch->squares[d] += (double)gap * (double)gap;
    }
    role->last[d] = cycle;
  }
  watch->together[directions]++;
}

static void step(void *self, const struct flitlock_engine *engine, uint32_t block, uint64_t cycle,
                 const struct flitlock_in *in, const struct flitlock_out *out) {
  (void)engine;
  struct noc_watch *watch = self;
  struct role *role = &watch->role[block];
  watch->last_cycle = cycle;
  if (role->exit_router) {
    if (cycle >= watch->from && in->flit_valid != 0) see_arrivals(watch, role, cycle, in->flit_valid);
    uint64_t bin = cycle / BIN;
    if (bin < BINS) watch->used[bin] += out->flit_valid >> role->exit_port & 1U;
  }
  // Port 0 of a request client is on plane req.
  if (role->client && (out->flit_valid & 1U) != 0) watch->last_request[role->node] = cycle;
}

static unsigned port_named(const struct flitlock_router_params *params, const char *name) {
  for (unsigned port = 0; port < params->ports; port++)
    if (strcmp(params->port[port].name, name) == 0) return port;
  return FLITLOCK_MAX_PORTS - 1;
}

static void give_role(struct noc_watch *watch, uint32_t block, const struct flitlock_config *config) {
  static const char *const nodes[NOC_NODES] = {"A", "C", "D", "F"}, *const ports[NOC_DIRECTIONS] = {"N", "W", "E"};
  const struct flitlock_pod_node *node = flitlock_pod_node(watch->pod, block);
  struct role *role = &watch->role[block];
  char name[16];
  flitlock_pod_node_name(config, node->node, name, sizeof(name));
  if (node->kind == FLITLOCK_NODE_REQ_CLIENT) {
    for (unsigned n = 0; n < NOC_NODES; n++) {
      if (strcmp(name, nodes[n]) != 0) continue;
      role->client = 1;
      role->node = (uint8_t)n;
    }
  }
  if (node->kind != FLITLOCK_NODE_ROUTER || node->plane != FLITLOCK_PLANE_REQ || config->pod.exit_node == NULL) return;
  if (strcmp(name, config->pod.exit_node) != 0) return;
  const struct flitlock_router_params *params = flitlock_pod_router_params(watch->pod, block);
  role->exit_router = 1;
  role->exit_port = (uint8_t)port_named(params, "dst");
  for (unsigned d = 0; d < NOC_DIRECTIONS; d++) {
    role->direction_port[d] = (uint8_t)port_named(params, ports[d]);
    role->last[d] = NEVER;
  }
  watch->routers++;
}

int noc_watch_create(struct flitlock_pod *pod, uint64_t from, struct noc_watch **watch, struct flitlock_error *error) {
  struct flitlock_engine *engine = flitlock_pod_engine(pod);
  uint32_t blocks = flitlock_engine_block_count(engine);
  struct noc_watch *made = *watch = calloc(1, sizeof(*made));
  if (made != NULL) {
    made->role = calloc(blocks + 1U, sizeof(*made->role));
    made->used = calloc(BINS, sizeof(*made->used));
  }
  if (made == NULL || made->role == NULL || made->used == NULL) {
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for an observer");
  }
  made->pod = pod;
  made->from = from;
  for (uint32_t block = 0; block < blocks; block++)
    give_role(made, block, flitlock_pod_config(pod));
  const struct flitlock_observer observer = {.self = made, .step = step};
  return flitlock_engine_add_observer(engine, &observer, error);
}

static void result_arrivals(const struct noc_watch *watch, struct noc_result *result) {
  double all = (double)watch->routers * (double)(watch->last_cycle + 1 - watch->from), some = 0;
  for (unsigned d = 0; d < NOC_DIRECTIONS; d++) {
    struct noc_arrivals *arrivals = &result->arrivals[d];
    double gaps = (double)watch->gaps[d];
    if (gaps <= 0) continue;
    arrivals->mean = watch->sum[d] / gaps;
    arrivals->deviation = sqrt(fmax(0, watch->squares[d] / gaps - arrivals->mean * arrivals->mean));
    arrivals->longest = watch->longest[d];
    for (unsigned gap = 0; gap < NOC_GAPS; gap++)
      arrivals->share[gap] = (double)watch->gap[d][gap] / gaps;
  }
  for (unsigned n = 1; n < 1U << NOC_DIRECTIONS; n++) {
    result->together[n] = all > 0 ? (double)watch->together[n] / all : 0;
    some += result->together[n];
  }
  result->together[0] = 1 - some;
}

static double use_between(const struct noc_watch *watch, uint64_t from, uint64_t to) {
  uint64_t flits = 0, bins = 0;
  for (uint64_t bin = from / BIN; bin < to / BIN && bin < BINS; bin++, bins++)
    flits += watch->used[bin];
  return bins > 0 ? (double)flits / (double)(bins * BIN * watch->routers) : 0;
}

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

void noc_watch_result(const struct noc_watch *watch, struct noc_result *result) {
  result_arrivals(watch, result);
  struct noc_tail *tail = &result->tail;
  tail->inner_done = later(watch->last_request[NOC_D], watch->last_request[NOC_F]);
  tail->outer_done = later(watch->last_request[NOC_A], watch->last_request[NOC_C]);
  tail->end = watch->last_cycle + 1;
  tail->use_both = use_between(watch, 0, tail->inner_done);
  tail->use_outer = use_between(watch, tail->inner_done, tail->outer_done);
  tail->use_whole = use_between(watch, 0, tail->end);
}

void noc_watch_destroy(struct noc_watch *watch) {
  if (watch == NULL) return;
  free(watch->role);
  free(watch->used);
  free(watch);
}
