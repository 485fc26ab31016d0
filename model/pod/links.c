// SPDX-License-Identifier: Apache-2.0
// The links of a pod in the order of R-POD-4: names, and widths, latencies and depths by the rules of the
// configuration. Later rules win; `links` come after `routers`.
#define _XOPEN_SOURCE 700
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/limits.h"
#include "config/places.h"
#include "pod/plan.h"

// "gpu0.mesh0.A.req" without the plane.
static int stem_length(const char *name) {
  const char *dot = strrchr(name, '.');
  return (int)(dot - name);
}

// What the other end is called in the name of a link: the part behind the common "gpu0.mesh0.", "dst", or all of it.
static const char *far_name(const struct pod_block *far) {
  if (far->node.kind != FLITLOCK_NODE_ROUTER && !flitlock_node_is_client(far->node.kind)) return far->name;
  const char *name = strchr(far->name, '.');
  return strchr(name + 1, '.') + 1;
}

// R-DTLB-2. 0: the link is not of a link TLB.
static int name_tlb_link(const struct pod_block *from, const struct pod_block *to, char *buffer, size_t size) {
  if (from->node.kind == FLITLOCK_NODE_L1_TLB && to->node.kind == FLITLOCK_NODE_DST)
    (void)snprintf(buffer, size, "%.64s->dst.req", from->name);
  else if (flitlock_node_is_walker(to->node.kind) && from->node.kind != FLITLOCK_NODE_PAGE_TABLE)
    (void)snprintf(buffer, size, "%.32s->%.32s.up", from->name, strchr(to->name, '.') + 1);
  else if (flitlock_node_is_walker(from->node.kind))
    (void)snprintf(buffer, size, "%.32s->%.32s.down", to->name, strchr(from->name, '.') + 1);
  else if (to->node.kind == FLITLOCK_NODE_L1_TLB)  // the GPU link has the name that it has without
    (void)snprintf(buffer, size, "%.*s->gpu%u.dst.req", stem_length(from->name), from->name, to->node.gpu);
  else
    return 0;
  return 1;
}

static void name_link(const struct pod_block *from, const struct pod_block *to, uint32_t plane, char *buffer,
                      size_t size) {
  if (name_tlb_link(from, to, buffer, size)) return;
  const char *plane_text = plane == FLITLOCK_PLANE_REQ ? "req" : "rsp";
  int from_client = from->node.plane == FLITLOCK_PLANE_BOTH;
  int to_client = to->node.plane == FLITLOCK_PLANE_BOTH;
  const char *far = far_name(to);
  int near_length = from_client ? (int)strlen(from->name) : stem_length(from->name);
  int far_length = to_client ? (int)strlen(far) : stem_length(far);
  if (from->node.kind == FLITLOCK_NODE_ROUTER && to->node.kind == FLITLOCK_NODE_DST)
    (void)snprintf(buffer, size, "%.*s->dst.%s", near_length, from->name, plane_text);
  else if (from->node.kind == FLITLOCK_NODE_DST && to->node.kind == FLITLOCK_NODE_ROUTER)
    (void)snprintf(buffer, size, "gpu%u.mesh%u.dst->%.*s.%s", to->node.gpu, to->node.mesh, far_length, far, plane_text);
  else
    (void)snprintf(buffer, size, "%.*s->%.*s.%s", near_length, from->name, far_length, far, plane_text);
}

static void set_depth(uint16_t *depth, pod_source *source, int vc, int value, pod_source by) {
  if (value < 0) return;
  for (int v = 0; v < FLITLOCK_MAX_VCS; ++v) {
    if (vc >= 0 && v != vc) continue;
    depth[v] = (uint16_t)value;
    source[v] = by;
  }
}

static void add_link(struct pod_plan *plan, uint32_t from, uint32_t port) {
  const struct flitlock_config *config = plan->config;
  struct pod_port *at = &plan->block[from].port[port];
  const struct pod_block *to = &plan->block[at->peer_block];
  uint32_t number = plan->link_count++;
  struct pod_link *link = &plan->link[number];
  at->link_out = number;
  to->port[at->peer_port].link_in = number;
  link->from_client = plan->block[from].node.plane == FLITLOCK_PLANE_BOTH;
  link->to_client = to->node.plane == FLITLOCK_PLANE_BOTH;
  link->plane = link->from_client ? to->node.plane : plan->block[from].node.plane;
  link->gpu_link = at->gpu_link;
  link->from_tlb = plan->block[from].node.kind == FLITLOCK_NODE_L1_TLB && port == FLITLOCK_L1_TLB_INSIDE;
  link->messages = flitlock_node_is_walker(plan->block[from].node.kind) || flitlock_node_is_walker(to->node.kind);
  link->units = (uint8_t)(link->messages ? 1 : config->defaults.width / config->pod.unit_bytes);
  struct flitlock_channel *channel = &link->channel;
  channel->src_block = from;
  channel->src_port = port;
  channel->dst_block = at->peer_block;
  channel->dst_port = at->peer_port;
  if (flitlock_node_is_memory(plan->block[from].node.kind) || flitlock_node_is_memory(to->node.kind)) {
    flitlock_pod_plan_l2_link(plan, from, port, link);
    return;
  }
  name_link(&plan->block[from], to, link->plane, channel->name, sizeof channel->name);
  channel->latency = link->gpu_link ? config->defaults.gpu_link_latency : config->defaults.latency;
  channel->credit_latency = config->defaults.credit_latency;
  if (link->from_tlb || link->messages) channel->latency = channel->credit_latency = 1;  // R-DTLB-3
  uint32_t input = link->to_client ? config->clients.input_depth : config->defaults.input_depth;
  set_depth(link->input_depth, link->input_source, -1, (int)input, 0);
  if (to->node.kind == FLITLOCK_NODE_L1_TLB && !link->messages)  // R-DTLB-4
    set_depth(link->input_depth, link->input_source, (int)config->vcs.outbound, (int)config->link_tlb.l1_store, 0);
  set_depth(link->crossbar_depth, link->crossbar_source, -1, (int)config->defaults.crossbar_depth, 0);
  set_depth(link->output_depth, link->output_source, -1, (int)config->defaults.output_depth, 0);
}

static int no_match(const struct pod_plan *plan, const char *list, unsigned index, const char *pattern,
                    const char *example, struct flitlock_error *error) {
  char key[64];
  (void)snprintf(key, sizeof key, "%s.%u.match", list, index);
  return flitlock_config_fail_at(plan->config, error, key,
                                 "'%s' matches none of the pod's %s, so the rule would do nothing; correct the pattern "
                                 "(a name is, for example, %s) or remove the rule",
                                 pattern, list, example);
}

static int apply_router_rules(struct pod_plan *plan, struct flitlock_error *error) {
  for (unsigned r = 0; r < plan->config->routers_count; ++r) {
    const struct flitlock_router_rule *rule = &plan->config->routers[r];
    const char *example = "";
    unsigned matches = 0;
    for (uint32_t b = 0; b < plan->block_count; ++b) {
      const struct pod_block *block = &plan->block[b];
      if (!flitlock_node_is_router(block->node.kind)) continue;
      if (!*example) example = block->name;
      if (fnmatch(rule->match, block->name, 0) != 0) continue;
      ++matches;
      pod_source by = (pod_source)r + 1;
      for (uint32_t p = 0; p < block->port_count; ++p) {
        struct pod_link *in = block->port[p].has_in ? &plan->link[block->port[p].link_in] : NULL;
        struct pod_link *out = block->port[p].has_out ? &plan->link[block->port[p].link_out] : NULL;
        if (in) set_depth(in->input_depth, in->input_source, rule->vc, rule->input_depth, by);
        if (out) set_depth(out->crossbar_depth, out->crossbar_source, rule->vc, rule->crossbar_depth, by);
        if (out) set_depth(out->output_depth, out->output_source, rule->vc, rule->output_depth, by);
      }
    }
    if (!matches) return no_match(plan, "routers", r, rule->match, example, error);
  }
  return FLITLOCK_OK;
}

static int apply_link_rules(struct pod_plan *plan, struct flitlock_error *error) {
  for (unsigned r = 0; r < plan->config->links_count; ++r) {
    const struct flitlock_link_rule *rule = &plan->config->links[r];
    unsigned matches = 0;
    for (uint32_t i = 0; i < plan->link_count; ++i) {
      struct pod_link *link = &plan->link[i];
      if (link->messages || fnmatch(rule->match, link->channel.name, 0) != 0) continue;
      ++matches;
      if (rule->width >= 0) link->units = (uint8_t)((uint32_t)rule->width / plan->config->pod.unit_bytes);
      if (rule->latency >= 0) link->channel.latency = (uint32_t)rule->latency;
      if (rule->credit_latency >= 0) link->channel.credit_latency = (uint32_t)rule->credit_latency;
      pod_source by = -(pod_source)r - 1;
      set_depth(link->input_depth, link->input_source, rule->vc, rule->input_depth, by);
      set_depth(link->crossbar_depth, link->crossbar_source, rule->vc, rule->crossbar_depth, by);
      set_depth(link->output_depth, link->output_source, rule->vc, rule->output_depth, by);
    }
    if (!matches) return no_match(plan, "links", r, rule->match, plan->link[0].channel.name, error);
  }
  return FLITLOCK_OK;
}

int flitlock_pod_plan_links(struct pod_plan *plan, struct flitlock_error *error) {
  uint32_t count = 0;
  for (uint32_t b = 0; b < plan->block_count; ++b)
    for (uint32_t p = 0; p < plan->block[b].port_count; ++p)
      count += plan->block[b].port[p].has_out;
  plan->link = calloc(count + 1U, sizeof *plan->link);
  if (!plan->link) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the pod's %u links", count);
  for (uint32_t b = 0; b < plan->block_count; ++b)
    for (uint32_t p = 0; p < plan->block[b].port_count; ++p)
      if (plan->block[b].port[p].has_out) add_link(plan, b, p);
  int status = apply_router_rules(plan, error);
  if (status == FLITLOCK_OK) status = apply_link_rules(plan, error);
  // An L1 link TLB has one width, that of the GPU link (R-DTLB-4).
  for (uint32_t n = 0; n < plan->link_count; ++n)
    if (plan->link[n].from_tlb)
      plan->link[n].units =
          plan->link[plan->block[plan->link[n].channel.src_block].port[FLITLOCK_L1_TLB_LINK].link_in].units;
  // R-STU-4
  for (uint32_t n = 0; n < plan->link_count && plan->config->study.instant_credits; ++n)
    if (!plan->link[n].gpu_link) plan->link[n].channel.credit_latency = 0;
  return status;
}

// R-L1-2, R-L2-2, R-L3-2: a packet moves on only where there is room for all of it.
static int check_depth(const struct pod_plan *plan, const struct pod_link *link, const char *kind, unsigned vc,
                       uint16_t depth, pod_source source, struct flitlock_error *error) {
  uint32_t needed = flitlock_flits(plan->max_len, link->units);
  if (depth >= needed) return FLITLOCK_OK;
  char key[64], size_key[64], size_place[CONFIG_PLACE_SIZE];
  const struct pod_block *receiver = &plan->block[link->channel.dst_block];
  if (source == 0 && link->to_client)
    (void)snprintf(key, sizeof key, "clients.input_depth");
  else if (source == 0 && receiver->node.kind == FLITLOCK_NODE_L1_TLB && vc == plan->config->vcs.outbound)
    (void)snprintf(key, sizeof key, "link_tlb.l1_store");
  else if (source == 0)
    (void)snprintf(key, sizeof key, "defaults.%s_depth", kind);
  else
    (void)snprintf(key, sizeof key, "%s.%d.%s_depth", source > 0 ? "routers" : "links",
                   source > 0 ? source - 1 : -source - 1, kind);
  struct config_largest largest = flitlock_config_largest(plan->config);
  (void)snprintf(size_key, sizeof size_key, "%s", largest.key);
  if (largest.entry >= 0) (void)snprintf(size_key, sizeof size_key, "%s.%d.bytes", largest.key, largest.entry);
  return flitlock_config_fail_at(plan->config, error, key,
                                 "%u entries for VC %u of %s, but the largest packet (%s = %u, %s) is %u flits of %u "
                                 "bytes there and needs room as "
                                 "a whole; make the depth at least %u, or the packets smaller",
                                 depth, vc, link->channel.name, size_key, largest.bytes,
                                 flitlock_config_where(plan->config, size_key, size_place, sizeof size_place), needed,
                                 link->units * plan->config->pod.unit_bytes, needed);
}

int flitlock_pod_plan_check_depths(const struct pod_plan *plan, struct flitlock_error *error) {
  int status = FLITLOCK_OK;
  for (uint32_t i = 0; i < plan->link_count; ++i) {
    const struct pod_link *link = &plan->link[i];
    if (link->messages) continue;
    for (unsigned vc = 0; status == FLITLOCK_OK && vc < plan->config->vcs.count; ++vc) {
      status = check_depth(plan, link, "input", vc, link->input_depth[vc], link->input_source[vc], error);
      if (status != FLITLOCK_OK || link->from_client || link->from_tlb) continue;
      status = check_depth(plan, link, "crossbar", vc, link->crossbar_depth[vc], link->crossbar_source[vc], error);
      if (status == FLITLOCK_OK)
        status = check_depth(plan, link, "output", vc, link->output_depth[vc], link->output_source[vc], error);
    }
    if (status != FLITLOCK_OK) return status;
  }
  return FLITLOCK_OK;
}
