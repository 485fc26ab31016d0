// SPDX-License-Identifier: Apache-2.0
// The bounds of all buffers of a pod. Each term is defined in docs/tuning.md.
#define _XOPEN_SOURCE 700  // fnmatch

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flitlock/tune.h"
#include "tune/flows.h"

// Loads within this share of each other are the same: they are sums taken in different orders.
#define SAME 1e-9

struct maker {
  const struct pod_plan *plan;
  const struct tune_flows *flows;
  struct flitlock_tune_bounds *bounds;
  const double *load;  // packets by link
  uint32_t len[2];     // units of the largest packet of a plane
};

// R-RQ-5, R-RS-4
static void add_size(const struct flitlock_config *config, int op, uint32_t bytes, uint32_t *len) {
  uint32_t data = (bytes + config->pod.unit_bytes - 1) / config->pod.unit_bytes;
  unsigned plane = op == FLITLOCK_OP_WRITE_REQ ? FLITLOCK_PLANE_REQ : FLITLOCK_PLANE_RSP;
  if (data > len[plane]) len[plane] = data;
}

static void largest_packets(const struct flitlock_config *config, uint32_t *len) {
  const struct flitlock_config_workload *workload = &config->workload;
  len[0] = len[1] = 1;
  for (unsigned n = 0; n < workload->mix_count; n++)
    add_size(config, workload->mix[n].op, workload->mix[n].bytes, len);
  if (workload->mix_count == 0) add_size(config, workload->op, workload->bytes, len);
}

static const struct flitlock_router_params *router_after(const struct maker *maker, const struct pod_link *link) {
  return maker->plan->block[link->channel.dst_block].router;
}
static const struct flitlock_router_params *router_before(const struct maker *maker, const struct pod_link *link) {
  return maker->plan->block[link->channel.src_block].router;
}

// Packets that a candidate may have in a turn: R-ARB-3.
static uint32_t turn(const struct flitlock_router_params *router, unsigned level, uint32_t weight) {
  return router->arbiter[level] == FLITLOCK_ARB_WEIGHTED ? weight : 1;
}

static void add_buffer(struct maker *maker, uint32_t link, int kind, uint32_t vc, const char *from, uint32_t now,
                       const struct flitlock_tune_terms *terms) {
  struct flitlock_tune_bounds *bounds = maker->bounds;
  struct flitlock_tune_buffer *buffer = &bounds->buffer[bounds->buffer_count++];
  buffer->link = link;
  buffer->kind = (uint8_t)kind;
  buffer->vc = (uint8_t)vc;
  snprintf(buffer->from, sizeof(buffer->from), "%s", from);
  buffer->now = now;
  buffer->terms = *terms;
  buffer->bound = flitlock_tune_depth(terms);
  if (buffer->bound > bounds->largest[kind]) bounds->largest[kind] = buffer->bound;
  if (buffer->bound > bounds->largest[FLITLOCK_TUNE_ALL]) bounds->largest[FLITLOCK_TUNE_ALL] = buffer->bound;
}

static struct flitlock_tune_terms start_terms(const struct maker *maker, const struct pod_link *link, uint32_t number,
                                              double packets) {
  return (struct flitlock_tune_terms){
      .packet = flitlock_flits(maker->len[link->plane], link->units),
      .least = flitlock_flits(maker->plan->max_len, link->units),
      .rate = maker->bounds->link[number].target * packets / maker->load[number],
  };
}

// Edges for which L1 moves a packet of this VC out of the input buffer at a link's end.
static uint32_t hold_l1(const struct maker *maker, const struct pod_link *link, uint32_t place) {
  return flitlock_flits(maker->len[link->plane], maker->flows->narrow[place] ? 1 : link->units);
}

static void add_input(struct maker *maker, uint32_t number, uint32_t vc) {
  const struct tune_flows *flows = maker->flows;
  const struct pod_link *link = &maker->plan->link[number];
  const struct flitlock_router_params *router = router_after(maker, link);
  uint32_t first = number * flows->vcs;
  struct flitlock_tune_terms terms = start_terms(maker, link, number, flows->link[first + vc]);
  // The flit is sampled L edges after it left and L1 may move it at that edge (R-CH-4, R-ST-2); its credit can be used
  // C edges later (R-CH-5, R-ST-4). The edge at which it left is its own.
  terms.credit_rtt = link->channel.latency + link->channel.credit_latency - 1;
  if (router != NULL) {
    if (router->registered[0]) terms.credit_rtt++;                        // R-REG-1
    if (flows->wide[first + vc] && terms.packet > 1) terms.credit_rtt++;  // R-W-4
    if (flows->narrow[first + vc])                                        // R-W-2
      terms.credit_rtt += hold_l1(maker, link, first + vc) - terms.packet;
    for (uint32_t other = 0; other < flows->vcs; other++) {
      if (other == vc || flows->link[first + other] <= 0) continue;
      terms.wait += turn(router, 0, router->vc_weight[other]) * hold_l1(maker, link, first + other);
    }
  }
  add_buffer(maker, number, FLITLOCK_TUNE_INPUT, vc, "", link->input_depth[vc], &terms);
}

// Edges for which a packet from an input holds the grant of L2: no flit moves faster than it arrives (R-L2-3).
static uint32_t hold_l2(const struct maker *maker, const struct pod_link *link, uint32_t input) {
  uint8_t in_width = router_before(maker, link)->port[input].in_width;
  return flitlock_flits(maker->len[link->plane], in_width < link->units ? in_width : link->units);
}

static void add_crossbar(struct maker *maker, uint32_t number, uint32_t input, uint32_t vc) {
  const struct pod_link *link = &maker->plan->link[number];
  const struct flitlock_router_params *router = router_before(maker, link);
  const double *through = maker->flows->through[number];
  uint32_t vcs = maker->flows->vcs, own = input * vcs + vc;
  struct flitlock_tune_terms terms = start_terms(maker, link, number, through[own]);
  terms.credit_rtt = router->registered[1];  // R-ST-3, R-REG-1
  for (uint32_t place = 0; place < router->ports * vcs; place++) {
    if (place == own || through[place] <= 0) continue;
    terms.wait += turn(router, 1, router->port[place / vcs].weight) * hold_l2(maker, link, place / vcs);
  }
  add_buffer(maker, number, FLITLOCK_TUNE_CROSSBAR, vc, router->port[input].name, link->crossbar_depth[vc], &terms);
}

// Edges for which a packet of a VC may hold the grant of L3: those of its slowest input.
static uint32_t hold_l3(const struct maker *maker, const struct pod_link *link, uint32_t number, uint32_t vc) {
  uint32_t most = 0;
  for (uint32_t input = 0; input < router_before(maker, link)->ports; input++) {
    if (maker->flows->through[number][input * maker->flows->vcs + vc] <= 0) continue;
    uint32_t hold = hold_l2(maker, link, input);
    if (hold > most) most = hold;
  }
  return most;
}

static void add_output(struct maker *maker, uint32_t number, uint32_t vc) {
  const struct tune_flows *flows = maker->flows;
  const struct pod_link *link = &maker->plan->link[number];
  const struct flitlock_router_params *router = router_before(maker, link);
  uint32_t first = number * flows->vcs;
  struct flitlock_tune_terms terms = start_terms(maker, link, number, flows->link[first + vc]);
  terms.credit_rtt = router->registered[2];  // R-ST-3, R-REG-1
  for (uint32_t other = 0; other < flows->vcs; other++) {
    if (other == vc || flows->link[first + other] <= 0) continue;
    terms.wait += turn(router, 2, router->vc_weight[other]) * hold_l3(maker, link, number, other);
  }
  add_buffer(maker, number, FLITLOCK_TUNE_OUTPUT, vc, "", link->output_depth[vc], &terms);
}

static void add_link(struct maker *maker, uint32_t number) {
  const struct tune_flows *flows = maker->flows;
  const struct pod_link *link = &maker->plan->link[number];
  for (uint32_t vc = 0; vc < flows->vcs; vc++)
    if (flows->link[number * flows->vcs + vc] > 0) add_input(maker, number, vc);
  const struct flitlock_router_params *router = router_before(maker, link);
  if (router == NULL) return;
  for (uint32_t place = 0; place < router->ports * flows->vcs; place++)
    if (flows->through[number][place] > 0) add_crossbar(maker, number, place / flows->vcs, place % flows->vcs);
  for (uint32_t vc = 0; vc < flows->vcs; vc++)
    if (flows->link[number * flows->vcs + vc] > 0) add_output(maker, number, vc);
}

// Buffers that feed a link or are fed by it, used or not.
static uint64_t buffers_of(const struct maker *maker, const struct pod_link *link) {
  const struct flitlock_router_params *router = router_before(maker, link);
  uint64_t kinds = 1;
  for (uint32_t input = 0; router != NULL && input < router->ports; input++)
    kinds += router->port[input].has_in;
  return maker->flows->vcs * (router != NULL ? kinds + 1 : kinds);
}

static int add_buffers(struct maker *maker, struct flitlock_error *error) {
  uint64_t all = 0;
  for (uint32_t n = 0; n < maker->plan->link_count; n++)
    all += buffers_of(maker, &maker->plan->link[n]);
  struct flitlock_tune_bounds *bounds = maker->bounds;
  bounds->buffer = calloc(all + 1, sizeof(*bounds->buffer));
  if (bounds->buffer == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the bounds");
  for (uint32_t n = 0; n < maker->plan->link_count; n++)
    add_link(maker, n);
  bounds->idle_count = all - bounds->buffer_count;
  return FLITLOCK_OK;
}

static void set_least(struct maker *maker) {
  uint32_t *least = maker->bounds->least;
  for (uint32_t n = 0; n < maker->plan->link_count; n++) {
    const struct pod_link *link = &maker->plan->link[n];
    uint32_t flits = flitlock_flits(maker->plan->max_len, link->units);
    if (flits > least[FLITLOCK_TUNE_INPUT]) least[FLITLOCK_TUNE_INPUT] = flits;
    if (!link->from_client && flits > least[FLITLOCK_TUNE_CROSSBAR]) least[FLITLOCK_TUNE_CROSSBAR] = flits;
  }
  least[FLITLOCK_TUNE_OUTPUT] = least[FLITLOCK_TUNE_CROSSBAR];
  least[FLITLOCK_TUNE_ALL] = least[FLITLOCK_TUNE_INPUT];
}

static int apply_target(struct flitlock_tune_bounds *bounds, const struct flitlock_tune_target *target,
                        struct flitlock_error *error) {
  uint32_t matches = 0, loaded = 0;
  for (uint32_t n = 0; n < bounds->link_count; n++) {
    struct flitlock_tune_link *link = &bounds->link[n];
    if (fnmatch(target->pattern, link->name, 0) != 0) continue;
    matches++;
    if (link->load <= 0) continue;
    loaded++;
    link->target = target->fraction;
    link->measured = 1;
  }
  if (matches == 0) {
    return flitlock_fail(
        error, FLITLOCK_E_USAGE,
        "target '%s': no link has such a name (a name is, for example, %s; 'flitlock show' lists them)",
        target->pattern, bounds->link_count > 0 ? bounds->link[0].name : "-");
  }
  if (loaded == 0) {
    return flitlock_fail(error, FLITLOCK_E_USAGE, "target '%s': the workload puts nothing on %s", target->pattern,
                         matches == 1 ? "this link" : "these links");
  }
  return FLITLOCK_OK;
}

// Loads when the first link is full, and what is asked for instead.
static int set_targets(struct maker *maker, const double *flits, const struct flitlock_tune_target *target,
                       size_t targets, struct flitlock_error *error) {
  struct flitlock_tune_bounds *bounds = maker->bounds;
  double most = 0;
  for (uint32_t n = 0; n < bounds->link_count; n++)
    if (flits[n] > most) most = flits[n];
  if (most <= 0) return flitlock_fail(error, FLITLOCK_E_VACUOUS, "the workload puts nothing on any link");
  bounds->rate = 1 / most;
  for (uint32_t n = 0; n < bounds->link_count; n++) {
    struct flitlock_tune_link *link = &bounds->link[n];
    snprintf(link->name, sizeof(link->name), "%s", maker->plan->link[n].channel.name);
    link->load = link->target = flits[n] / most;
    link->measured = targets == 0 && link->load > 1 - SAME;
  }
  for (size_t n = 0; n < targets; n++) {
    int status = apply_target(bounds, &target[n], error);
    if (status != FLITLOCK_OK) return status;
  }
  for (uint32_t n = 0; n < bounds->link_count; n++)
    bounds->measured_count += bounds->link[n].measured != 0;
  return FLITLOCK_OK;
}

static int make(struct maker *maker, const struct flitlock_pod *pod, const struct flitlock_tune_target *target,
                size_t targets, struct flitlock_error *error) {
  uint32_t links = maker->plan->link_count;
  double *load = calloc(links + 1U, sizeof(*load)), *flits = calloc(links + 1U, sizeof(*flits));
  struct tune_flows *flows = NULL;
  maker->bounds->link = calloc(links + 1U, sizeof(*maker->bounds->link));
  maker->bounds->link_count = links;
  int status = FLITLOCK_OK;
  if (load == NULL || flits == NULL || maker->bounds->link == NULL) {
    status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the loads of links");
  }
  if (status == FLITLOCK_OK) status = flitlock_pod_link_load(pod, load, error);
  if (status == FLITLOCK_OK) status = flitlock_pod_link_flits(pod, flits, error);
  if (status == FLITLOCK_OK) status = tune_flows_create(pod, &flows, error);
  if (status == FLITLOCK_OK) status = set_targets(maker, flits, target, targets, error);
  maker->load = load;
  maker->flows = flows;
  set_least(maker);
  if (status == FLITLOCK_OK) status = add_buffers(maker, error);
  tune_flows_free(flows);
  free(load);
  free(flits);
  return status;
}

int flitlock_tune_bounds_create(const struct flitlock_pod *pod, const struct flitlock_tune_target *target,
                                size_t targets, struct flitlock_tune_bounds **bounds, struct flitlock_error *error) {
  *bounds = calloc(1, sizeof(**bounds));
  if (*bounds == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the bounds");
  struct maker maker = {.plan = pod->plan, .bounds = *bounds};
  largest_packets(pod->config, maker.len);
  int status = make(&maker, pod, target, targets, error);
  if (status == FLITLOCK_OK) return status;
  flitlock_tune_bounds_free(*bounds);
  *bounds = NULL;
  return status;
}

void flitlock_tune_bounds_free(struct flitlock_tune_bounds *bounds) {
  if (bounds == NULL) return;
  free(bounds->link);
  free(bounds->buffer);
  free(bounds);
}
