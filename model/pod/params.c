// SPDX-License-Identifier: Apache-2.0
// What every router and client of a plan is made with.
#define _XOPEN_SOURCE 700
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/places.h"
#include "pod/plan.h"

static void fill_port(const struct pod_plan *plan, const struct pod_block *block, uint32_t number,
                      struct flitlock_router_port *port) {
  const struct pod_port *at = &block->port[number];
  size_t depths = plan->config->vcs.count * sizeof port->input_depth[0];
  memset(port, 0, sizeof *port);
  memcpy(port->name, at->name, sizeof port->name);
  port->weight = 1;
  for (unsigned vc = 0; vc < FLITLOCK_MAX_VCS; ++vc)
    port->vc_map[vc] = (uint8_t)vc;
  if (at->has_in) {
    const struct pod_link *in = &plan->link[at->link_in];
    port->has_in = 1;
    port->in_width = in->units;
    memcpy(port->input_depth, in->input_depth, depths);
    // R-DST-3
    if (block->node.kind == FLITLOCK_NODE_DST && at->gpu_link)
      port->vc_map[plan->config->vcs.outbound] =
          (uint8_t)(block->node.plane == FLITLOCK_PLANE_REQ ? plan->config->vcs.inbound_req
                                                            : plan->config->vcs.inbound_rsp);
  }
  if (at->has_out) {
    const struct pod_link *out = &plan->link[at->link_out];
    port->has_out = 1;
    port->out_width = out->units;
    memcpy(port->crossbar_depth, out->crossbar_depth, depths);
    memcpy(port->output_depth, out->output_depth, depths);
    memcpy(port->credits, out->input_depth, depths);
  }
}

static uint32_t port_named(const struct pod_block *block, const char *name) {
  for (uint32_t p = 0; p < block->port_count; ++p)
    if (strcmp(block->port[p].name, name) == 0) return p;
  return POD_NONE;
}

static void fill_mesh_route(const struct pod_plan *plan, const struct pod_block *block, struct flitlock_route *route) {
  const struct flitlock_config *config = plan->config;
  uint32_t node = block->node.node;
  route->kind = FLITLOCK_ROUTE_MESH;
  route->mesh = block->node.mesh;
  route->node = block->node.node;
  if (config->pod.exit_node) route->exit_node = (uint8_t)flitlock_pod_node_number(config, config->pod.exit_node);
  uint32_t exit_port = port_named(block, "dst");
  if (exit_port != POD_NONE) route->exit_port = (uint8_t)exit_port;
  uint32_t client_port = port_named(block, "req_client0");
  if (client_port != POD_NONE) route->client_port = (uint8_t)client_port;
  static const char *const names[POD_SIDES] = {"N", "E", "S", "W"};
  int next[256];
  flitlock_pod_next_nodes(config, node, next);
  for (unsigned side = 0; side < POD_SIDES; ++side) {
    int neighbour = flitlock_pod_neighbour(config, node, (enum pod_side)side);
    if (neighbour < 0) continue;
    uint8_t port = (uint8_t)port_named(block, names[side]);
    for (unsigned to = 0; to < 256; ++to)
      if (next[to] == neighbour) route->next[to] = port;
  }
}

static void fill_route(const struct pod_plan *plan, const struct pod_block *block, struct flitlock_route *route) {
  memset(route, FLITLOCK_NO_PORT, sizeof *route);
  route->gpu = block->node.gpu;
  route->switches = (uint8_t)plan->config->pod.switches;
  if (block->node.kind == FLITLOCK_NODE_ROUTER) {
    fill_mesh_route(plan, block, route);
    return;
  }
  route->kind = block->node.kind == FLITLOCK_NODE_DST ? FLITLOCK_ROUTE_DST : FLITLOCK_ROUTE_SWITCH;
  for (uint32_t p = 0; p < block->port_count; ++p) {
    unsigned number = 0;
    if (sscanf(block->port[p].name, "mesh%u", &number) == 1) route->mesh_port[number] = (uint8_t)p;
    if (sscanf(block->port[p].name, "gpu%u", &number) == 1) route->gpu_port[number] = (uint8_t)p;
    if (strcmp(block->port[p].name, "switch0") == 0) route->switch_port = (uint8_t)p;
  }
}

static int make_router(const struct pod_plan *plan, struct pod_block *block, struct flitlock_error *error) {
  const struct flitlock_config *config = plan->config;
  struct flitlock_router_params *params = calloc(1, sizeof *params);
  if (!params) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for router %s", block->name);
  block->router = params;
  params->ports = block->port_count;
  params->vcs = config->vcs.count;
  params->max_len = plan->max_len;
  params->unit_bytes = config->pod.unit_bytes;
  params->registered[0] = (uint8_t)config->defaults.input_stage;
  params->registered[1] = (uint8_t)config->defaults.crossbar_stage;
  params->registered[2] = (uint8_t)config->defaults.output_stage;
  params->arbiter[0] = (uint8_t)config->defaults.arbiter_l1;
  params->arbiter[1] = (uint8_t)config->defaults.arbiter_l2;
  params->arbiter[2] = (uint8_t)config->defaults.arbiter_l3;
  memset(params->vc_weight, 1, sizeof params->vc_weight);
  params->study = (struct flitlock_study){.pointer = (uint8_t)config->study.pointer,
                                          .room = (uint8_t)config->study.room,
                                          .l2_candidates = (uint8_t)config->study.l2_candidates};
  params->checks = (uint8_t)config->check.invariants;
  fill_route(plan, block, &params->route);
  for (uint32_t p = 0; p < block->port_count; ++p)
    fill_port(plan, block, p, &params->port[p]);
  return FLITLOCK_OK;
}

static void set_said(uint8_t *value, int said) {
  if (said >= 0) *value = (uint8_t)said;
}

// Stages, arbiters and weights of a rule; its depths belong to links. Returns how many of the rule's port weights name
// a port of this router, as bits.
static uint64_t apply_rule(const struct flitlock_router_rule *rule, const struct pod_block *block) {
  struct flitlock_router_params *params = block->router;
  set_said(&params->registered[0], rule->input_stage);
  set_said(&params->registered[1], rule->crossbar_stage);
  set_said(&params->registered[2], rule->output_stage);
  set_said(&params->arbiter[0], rule->arbiter_l1);
  set_said(&params->arbiter[1], rule->arbiter_l2);
  set_said(&params->arbiter[2], rule->arbiter_l3);
  for (unsigned vc = 0; vc < rule->vc_weights_count; ++vc)
    params->vc_weight[vc] = rule->vc_weights[vc];
  uint64_t used = 0;
  for (unsigned i = 0; i < rule->port_weights_count; ++i) {
    uint32_t port = port_named(block, rule->port_weights[i].port);
    if (port == POD_NONE) continue;
    params->port[port].weight = (uint8_t)rule->port_weights[i].weight;
    used |= UINT64_C(1) << (i % 64);
  }
  return used;
}

static int apply_rules(const struct pod_plan *plan, struct flitlock_error *error) {
  for (unsigned r = 0; r < plan->config->routers_count; ++r) {
    const struct flitlock_router_rule *rule = &plan->config->routers[r];
    const struct pod_block *last = NULL;
    uint64_t used = 0;
    for (uint32_t b = 0; b < plan->block_count; ++b) {
      const struct pod_block *block = &plan->block[b];
      if (!block->router || fnmatch(rule->match, block->name, 0) != 0) continue;
      used |= apply_rule(rule, block);
      last = block;
    }
    for (unsigned i = 0; i < rule->port_weights_count && last; ++i) {
      if (used & UINT64_C(1) << (i % 64)) continue;
      char key[64], ports[512] = "";
      (void)snprintf(key, sizeof key, "routers.%u.port_weights.%u.port", r, i);
      for (uint32_t p = 0; p < last->port_count; ++p) {
        size_t length = strlen(ports);
        (void)snprintf(ports + length, sizeof ports - length, "%s%s", p ? ", " : "", last->port[p].name);
      }
      return flitlock_config_fail_at(plan->config, error, key,
                                     "found '%s', which is a port of no router that '%s' matches; %s has the ports %s",
                                     rule->port_weights[i].port, rule->match, last->name, ports);
    }
  }
  return FLITLOCK_OK;
}

static int make_client(const struct pod_plan *plan, struct pod_block *block, struct flitlock_error *error) {
  const struct flitlock_config *config = plan->config;
  struct flitlock_client_params *params = calloc(1, sizeof *params);
  if (!params) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for client %s", block->name);
  block->client = params;
  params->seed = config->seed;
  params->address = block->node.address;
  params->number = block->node.number;
  params->vcs = config->vcs.count;
  params->max_len = plan->max_len;
  params->unit_bytes = config->pod.unit_bytes;
  params->inject_vc = (uint8_t)config->vcs.outbound;
  params->posted = (uint8_t)config->workload.posted;
  params->outstanding = config->clients.outstanding;
  params->service_latency = config->clients.service_latency;
  params->response_queue = config->clients.response_queue;
  params->stall = config->clients.stall;
  params->checks = (uint8_t)config->check.invariants;
  params->memory = plan->partitions > 0;
  if (params->memory && block->node.kind == FLITLOCK_NODE_RSP_CLIENT) params->l2 = &plan->client_l2;
  // A port without a link (no response plane) has what the defaults would give it; nothing ever goes there.
  uint8_t width[2];
  for (unsigned vc = 0; vc < config->vcs.count; ++vc) {
    params->credits[vc] = (uint16_t)config->defaults.input_depth;
    params->input_depth[vc] = (uint16_t)config->clients.input_depth;
  }
  for (unsigned plane = 0; plane < 2; ++plane) {
    const struct pod_port *port = &block->port[plane];
    width[plane] = (uint8_t)(config->defaults.width / config->pod.unit_bytes);
    uint32_t number = port->has_out ? port->link_out : port->has_in ? port->link_in : POD_NONE;
    if (number == POD_NONE) continue;
    const struct pod_link *link = &plan->link[number];
    width[plane] = link->units;
    memcpy(port->has_out ? params->credits : params->input_depth, link->input_depth,
           config->vcs.count * sizeof params->credits[0]);
  }
  params->req_width = width[FLITLOCK_PLANE_REQ];
  params->rsp_width = width[FLITLOCK_PLANE_RSP];
  return FLITLOCK_OK;
}

int flitlock_pod_plan_params(struct pod_plan *plan, struct flitlock_error *error) {
  for (uint32_t b = 0; b < plan->block_count; ++b) {
    struct pod_block *block = &plan->block[b];
    if (flitlock_node_is_memory(block->node.kind)) continue;  // l2.c
    int status = flitlock_node_is_client(block->node.kind)   ? make_client(plan, block, error)
                 : flitlock_node_is_router(block->node.kind) ? make_router(plan, block, error)
                                                             : flitlock_pod_plan_tlb_params(plan, block, error);
    if (status != FLITLOCK_OK) return status;
  }
  return apply_rules(plan, error);
}
