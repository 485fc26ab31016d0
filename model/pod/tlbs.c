// SPDX-License-Identifier: Apache-2.0
// The link TLBs of a pod of meshes, R-DTLB: blocks, ports, what they are made with.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pod/plan.h"
#include "translation/configured.h"

static struct pod_block *add(struct pod_plan *plan, enum flitlock_node_kind kind, uint32_t gpu, uint32_t node) {
  struct pod_block *block = &plan->block[plan->block_count++];
  block->node.kind = (uint8_t)kind;
  block->node.plane = FLITLOCK_PLANE_REQ;
  block->node.gpu = (uint8_t)gpu;
  block->node.node = (uint8_t)node;
  return block;
}

void flitlock_pod_plan_add_tlbs(struct pod_plan *plan, uint32_t gpu) {
  plan->l2_tlb[gpu] = POD_NONE;
  if (plan->stations == 0) return;
  for (uint32_t station = 0; station < plan->stations; ++station) {
    plan->l1_tlb[gpu * plan->stations + station] = plan->block_count;
    struct pod_block *l1 = add(plan, FLITLOCK_NODE_L1_TLB, gpu, station);
    (void)snprintf(l1->name, sizeof l1->name, "gpu%u.station%u.l1tlb", gpu, station);
  }
  if (plan->config->link_tlb.mode == FLITLOCK_LINK_TLB_IDEAL) return;
  plan->l2_tlb[gpu] = plan->block_count;
  struct pod_block *l2 = add(plan, FLITLOCK_NODE_L2_TLB, gpu, 0);
  (void)snprintf(l2->name, sizeof l2->name, "gpu%u.l2tlb", gpu);
  struct pod_block *table = add(plan, FLITLOCK_NODE_PAGE_TABLE, gpu, 0);
  (void)snprintf(table->name, sizeof table->name, "gpu%u.page_table", gpu);
}

// A port that sends to, and takes from, the same port of another block.
static void exchange(struct pod_port *port, const char *name, uint32_t peer_block, uint32_t peer_port) {
  (void)snprintf(port->name, sizeof port->name, "%s", name);
  port->peer_block = peer_block;
  port->peer_port = peer_port;
  port->has_in = port->has_out = 1;
}

static void l1_ports(const struct pod_plan *plan, struct pod_block *block) {
  struct pod_port *port = block->port;
  uint32_t gpu = block->node.gpu, station = block->node.node;
  (void)snprintf(port[FLITLOCK_L1_TLB_LINK].name, sizeof port->name, "link");
  (void)snprintf(port[FLITLOCK_L1_TLB_INSIDE].name, sizeof port->name, "inside");
  (void)snprintf(port[FLITLOCK_L1_TLB_L2].name, sizeof port->name, "l2");
  (void)snprintf(port[FLITLOCK_L1_TLB_TRACE].name, sizeof port->name, "trace");
  port[FLITLOCK_L1_TLB_LINK].has_in = 1;
  port[FLITLOCK_L1_TLB_INSIDE].has_out = 1;
  port[FLITLOCK_L1_TLB_INSIDE].peer_block = plan->dst[FLITLOCK_PLANE_REQ][gpu];
  port[FLITLOCK_L1_TLB_INSIDE].peer_port = plan->config->pod.meshes + station;
  if (plan->l2_tlb[gpu] != POD_NONE) exchange(&port[FLITLOCK_L1_TLB_L2], "l2", plan->l2_tlb[gpu], station);
}

static void l2_ports(const struct pod_plan *plan, struct pod_block *block, uint32_t number) {
  uint32_t gpu = block->node.gpu;
  char name[24];
  for (uint32_t station = 0; station < plan->stations; ++station) {
    (void)snprintf(name, sizeof name, "station%u", station);
    exchange(&block->port[station], name, plan->l1_tlb[gpu * plan->stations + station], FLITLOCK_L1_TLB_L2);
  }
  exchange(&block->port[flitlock_l2_tlb_port_mem(plan->stations)], "mem", number + 1, 0);
}

int flitlock_pod_plan_tlb_ports(struct pod_plan *plan, struct pod_block *block, struct flitlock_error *error) {
  uint32_t number = (uint32_t)(block - plan->block);
  uint32_t count = block->node.kind == FLITLOCK_NODE_L1_TLB   ? (uint32_t)FLITLOCK_L1_TLB_PORTS
                   : block->node.kind == FLITLOCK_NODE_L2_TLB ? flitlock_l2_tlb_port_trace(plan->stations) + 1U
                                                              : 1U;
  int status = flitlock_pod_plan_make_ports(block, count, error);
  if (status != FLITLOCK_OK) return status;
  if (block->node.kind == FLITLOCK_NODE_L1_TLB)
    l1_ports(plan, block);
  else if (block->node.kind == FLITLOCK_NODE_L2_TLB)
    l2_ports(plan, block, number);
  else
    exchange(block->port, "mem", number - 1, flitlock_l2_tlb_port_mem(plan->stations));
  return FLITLOCK_OK;
}

static int make_l1(const struct pod_plan *plan, struct pod_block *block, struct flitlock_error *error) {
  const struct flitlock_config *config = plan->config;
  const struct pod_link *in = &plan->link[block->port[FLITLOCK_L1_TLB_LINK].link_in];
  const struct pod_link *out = &plan->link[block->port[FLITLOCK_L1_TLB_INSIDE].link_out];
  struct flitlock_l1_tlb_params *params = calloc(1, sizeof *params);
  if (!params) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for %s", block->name);
  block->l1_tlb = params;
  struct flitlock_l2_tlb_params l2;
  link_tlb_l2_params(config, block->node.gpu, plan->stations, &l2);
  link_tlb_l1_params(config, block->node.gpu, params);
  params->vcs = config->vcs.count;
  params->width = in->units;
  params->max_len = plan->max_len;
  params->unit_bytes = config->pod.unit_bytes;
  memset(params->in_depth, 0, sizeof params->in_depth);
  memset(params->credits, 0, sizeof params->credits);
  memcpy(params->in_depth, in->input_depth, params->vcs * sizeof params->in_depth[0]);
  memcpy(params->credits, out->input_depth, params->vcs * sizeof params->credits[0]);
  params->l2_credits = l2.queue_depth;
  return flitlock_l1_tlb_params_validate(params, block->name, error);
}

int flitlock_pod_plan_tlb_params(struct pod_plan *plan, struct pod_block *block, struct flitlock_error *error) {
  if (block->node.kind == FLITLOCK_NODE_PAGE_TABLE) return FLITLOCK_OK;
  if (block->node.kind == FLITLOCK_NODE_L1_TLB) return make_l1(plan, block, error);
  block->l2_tlb = calloc(1, sizeof *block->l2_tlb);
  if (!block->l2_tlb) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for %s", block->name);
  link_tlb_l2_params(plan->config, block->node.gpu, plan->stations, block->l2_tlb);
  block->l2_tlb->unit_bytes = plan->config->pod.unit_bytes;
  return flitlock_l2_tlb_params_validate(block->l2_tlb, block->name, error);
}
