// SPDX-License-Identifier: Apache-2.0
// The L2 behind the response clients of a pod of meshes, R-L2P-POD: blocks, ports, links, what they are made with.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pod/plan.h"

#define FABRIC_MARGIN 8U     // entries beyond the way there and back, R-L2P-POD-4
#define PENDING       1024U  // fills that a memory holds

int flitlock_config_l2_profile(const struct flitlock_config *config, struct flitlock_l2_profile *profile,
                               struct flitlock_error *error) {
  int status = flitlock_l2_profile_find(flitlock_l2_profile_name((unsigned)config->l2.profile), profile, error);
  if (status != FLITLOCK_OK) return status;
  if (config->l2.memory_latency > 0) profile->memory_latency = config->l2.memory_latency;
  if (config->l2.memory_interval > 0) profile->memory_interval = config->l2.memory_interval;
  profile->slice.events = 1;  // statistics read the log
  profile->slice.checks = (uint8_t)config->check.invariants;
  return FLITLOCK_OK;
}

int flitlock_pod_plan_l2(struct pod_plan *plan, struct flitlock_error *error) {
  const struct flitlock_config *config = plan->config;
  if (config->l2.mode == FLITLOCK_L2_OFF) return FLITLOCK_OK;
  int status = flitlock_config_l2_profile(config, &plan->l2, error);
  if (status != FLITLOCK_OK) return status;
  const struct flitlock_l2_map *map = &plan->l2.slice.map;
  plan->partitions = (map->slices + FLITLOCK_L2_PARTITION_SLICES - 1U) / FLITLOCK_L2_PARTITION_SLICES;
  plan->client_l2.map = *map;
  plan->client_l2.depth = (uint16_t)(config->l2.fabric_latency + FABRIC_MARGIN);
  const size_t places =
      (size_t)config->pod.gpus * config->pod.meshes * config->pod.rows * config->pod.columns * config->pod.rsp_clients;
  plan->l2_first = calloc(config->pod.gpus, sizeof *plan->l2_first);
  plan->client_address = calloc(places + 1U, sizeof *plan->client_address);
  if (plan->l2_first && plan->client_address) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the pod's L2");
}

uint32_t flitlock_pod_plan_l2_blocks(const struct pod_plan *plan) {
  return plan->partitions > 0 ? plan->partitions + 2U * plan->l2.slice.map.slices : 0;
}

uint32_t flitlock_pod_plan_l2_clients(const struct pod_plan *plan) { return plan->rsp_count / plan->config->pod.gpus; }

// ---- Blocks

static void add(struct pod_plan *plan, enum flitlock_node_kind kind, uint32_t gpu, uint32_t number, const char *what) {
  struct pod_block *block = &plan->block[plan->block_count++];
  block->node.kind = (uint8_t)kind;
  block->node.plane = FLITLOCK_PLANE_REQ;
  block->node.gpu = (uint8_t)gpu;
  block->node.node = (uint8_t)number;
  (void)snprintf(block->name, sizeof block->name, "gpu%u.l2.%s%u", gpu, what, number);
}

void flitlock_pod_plan_add_l2(struct pod_plan *plan, uint32_t gpu) {
  if (plan->partitions == 0) return;
  const uint32_t slices = plan->l2.slice.map.slices;
  plan->l2_first[gpu] = plan->block_count;
  for (uint32_t n = 0; n < plan->partitions; ++n)
    add(plan, FLITLOCK_NODE_L2_FABRIC, gpu, n, "fabric");
  for (uint32_t n = 0; n < slices; ++n)
    add(plan, FLITLOCK_NODE_L2_SLICE, gpu, n, "slice");
  for (uint32_t n = 0; n < slices; ++n)
    add(plan, FLITLOCK_NODE_L2_MEMORY, gpu, n, "memory");
  for (uint32_t c = 0; c < plan->rsp_count; ++c)
    plan->client_address[c] = plan->block[plan->rsp_client[c]].node.address;
}

static uint32_t fabric_of(const struct pod_plan *plan, uint32_t gpu, uint32_t partition) {
  return plan->l2_first[gpu] + partition;
}
static uint32_t slice_of(const struct pod_plan *plan, uint32_t gpu, uint32_t number) {
  return plan->l2_first[gpu] + plan->partitions + number;
}
static uint32_t memory_of(const struct pod_plan *plan, uint32_t gpu, uint32_t number) {
  return slice_of(plan, gpu, plan->l2.slice.map.slices) + number;
}
static uint32_t slices_of(const struct pod_plan *plan, uint32_t partition) {
  const uint32_t before = partition * FLITLOCK_L2_PARTITION_SLICES, all = plan->l2.slice.map.slices;
  return all - before < FLITLOCK_L2_PARTITION_SLICES ? all - before : FLITLOCK_L2_PARTITION_SLICES;
}

// ---- Ports

static void set_port(struct pod_port *port, const char *name, int in, uint32_t peer_block, uint32_t peer_port) {
  (void)snprintf(port->name, sizeof port->name, "%s", name);
  port->has_in = (uint8_t)in;
  port->has_out = peer_block != POD_NONE;
  port->peer_block = peer_block;
  port->peer_port = peer_port;
}

// One that goes both ways.
static void numbered_port(struct pod_port *port, const char *what, unsigned number, uint32_t peer_block,
                          uint32_t peer_port) {
  char name[24];
  (void)snprintf(name, sizeof name, "%s%u", what, number);
  set_port(port, name, 1, peer_block, peer_port);
}

void flitlock_pod_plan_l2_client_ports(const struct pod_plan *plan, struct pod_block *block) {
  const uint32_t number = block->node.number % flitlock_pod_plan_l2_clients(plan);
  for (uint32_t p = 0; p < plan->partitions; ++p)
    numbered_port(&block->port[2U + p], "l2_", p, fabric_of(plan, block->node.gpu, p), number);
}

static void fabric_ports(const struct pod_plan *plan, struct pod_block *block) {
  const uint32_t clients = flitlock_pod_plan_l2_clients(plan), gpu = block->node.gpu, partition = block->node.node;
  for (uint32_t c = 0; c < clients; ++c)
    numbered_port(&block->port[c], "client", c, plan->rsp_client[gpu * clients + c], 2U + partition);
  for (uint32_t n = 0; n < slices_of(plan, partition); ++n) {
    const uint32_t slice = partition * FLITLOCK_L2_PARTITION_SLICES + n;
    numbered_port(&block->port[clients + n], "slice", slice, slice_of(plan, gpu, slice), FLITLOCK_L2_PORT_REQ);
  }
}

static void slice_ports(const struct pod_plan *plan, struct pod_block *block) {
  const uint32_t gpu = block->node.gpu, number = block->node.node;
  const uint32_t partition = number / FLITLOCK_L2_PARTITION_SLICES;
  set_port(&block->port[FLITLOCK_L2_PORT_REQ], "req", 1, POD_NONE, 0);
  set_port(&block->port[FLITLOCK_L2_PORT_RSP], "rsp", 0, fabric_of(plan, gpu, partition),
           flitlock_pod_plan_l2_clients(plan) + number % FLITLOCK_L2_PARTITION_SLICES);
  set_port(&block->port[FLITLOCK_L2_PORT_MEM_REQ], "mem_req", 0, memory_of(plan, gpu, number), 0);
  set_port(&block->port[FLITLOCK_L2_PORT_MEM_RSP], "mem_rsp", 1, POD_NONE, 0);
  set_port(&block->port[FLITLOCK_L2_PORT_EVENT], "event", 0, POD_NONE, 0);
}

int flitlock_pod_plan_l2_ports(struct pod_plan *plan, struct pod_block *block, struct flitlock_error *error) {
  const uint32_t number = block->node.node;
  switch (block->node.kind) {
    case FLITLOCK_NODE_L2_FABRIC: {
      int status =
          flitlock_pod_plan_make_ports(block, flitlock_pod_plan_l2_clients(plan) + slices_of(plan, number), error);
      if (status == FLITLOCK_OK) fabric_ports(plan, block);
      return status;
    }
    case FLITLOCK_NODE_L2_SLICE: {
      int status = flitlock_pod_plan_make_ports(block, FLITLOCK_L2_PORTS, error);
      if (status == FLITLOCK_OK) slice_ports(plan, block);
      return status;
    }
    default: {
      int status = flitlock_pod_plan_make_ports(block, 2, error);
      if (status != FLITLOCK_OK) return status;
      set_port(&block->port[0], "mem_req", 1, POD_NONE, 0);
      set_port(&block->port[1], "mem_rsp", 0, slice_of(plan, block->node.gpu, number), FLITLOCK_L2_PORT_MEM_RSP);
      return FLITLOCK_OK;
    }
  }
}

// ---- Links, R-L2P-POD-4

// A name without "gpu1.", and "l2." where the other end is of the L2, too.
static const char *short_name(const struct pod_block *block, int both) {
  const char *name = strchr(block->name, '.') + 1;
  return both ? name + strlen("l2.") : name;
}

static uint16_t depth_behind(const struct pod_plan *plan, const struct pod_block *from, const struct pod_block *to) {
  const struct flitlock_l2_slice_params *slice = &plan->l2.slice;
  switch (to->node.kind) {
    case FLITLOCK_NODE_L2_FABRIC:
      return from->node.kind == FLITLOCK_NODE_L2_SLICE ? slice->rsp_depth : plan->client_l2.depth;
    case FLITLOCK_NODE_L2_SLICE:
      return from->node.kind == FLITLOCK_NODE_L2_FABRIC ? slice->req_depth : slice->fill_depth;
    case FLITLOCK_NODE_L2_MEMORY:
      return slice->order_depth;
    default:
      return plan->client_l2.depth;
  }
}

void flitlock_pod_plan_l2_link(const struct pod_plan *plan, uint32_t from_number, uint32_t port,
                               struct pod_link *link) {
  const struct pod_block *from = &plan->block[from_number], *to = &plan->block[from->port[port].peer_block];
  const int client = !flitlock_node_is_memory(from->node.kind) || !flitlock_node_is_memory(to->node.kind);
  // Requests go away from the routers, responses come.
  const int request = !flitlock_node_is_memory(from->node.kind) ||
                      (flitlock_node_is_memory(to->node.kind) && to->node.kind > from->node.kind);
  link->messages = 1;
  link->from_client = link->to_client = 0;
  link->plane = (uint8_t)(request ? FLITLOCK_PLANE_REQ : FLITLOCK_PLANE_RSP);
  link->units = request ? 2 : 1;
  link->channel.latency = client ? plan->config->l2.fabric_latency : 1;
  link->channel.credit_latency = 1;
  memset(link->input_depth, 0, sizeof link->input_depth);
  memset(link->crossbar_depth, 0, sizeof link->crossbar_depth);
  memset(link->output_depth, 0, sizeof link->output_depth);
  link->input_depth[0] = depth_behind(plan, from, to);
  (void)snprintf(link->channel.name, sizeof link->channel.name, "%.36s->%.36s.%s", from->name, short_name(to, !client),
                 request ? "req" : "rsp");
}

// ---- Parameters

static void slice_params(const struct pod_plan *plan, uint32_t number, struct flitlock_l2_slice_params *params) {
  *params = plan->l2.slice;
  params->slice = params->self = params->memory = number;
  params->rsp_credits = params->rsp_depth;
  params->mem_req_credits = params->order_depth;
}

const struct flitlock_block_ops *flitlock_pod_plan_l2_params(const struct pod_plan *plan, const struct pod_block *block,
                                                             struct flitlock_l2_store *store,
                                                             union pod_l2_params *params) {
  const struct flitlock_l2_slice_params *slice = &plan->l2.slice;
  const uint32_t clients = flitlock_pod_plan_l2_clients(plan);
  switch (block->node.kind) {
    case FLITLOCK_NODE_L2_FABRIC:
      params->fabric =
          (struct flitlock_l2_fabric_params){.clients = clients,
                                             .slices = slices_of(plan, block->node.node),
                                             .first_slice = block->node.node * FLITLOCK_L2_PARTITION_SLICES,
                                             .client_address = plan->client_address + (size_t)block->node.gpu * clients,
                                             .client_depth = plan->client_l2.depth,
                                             .client_credits = plan->client_l2.depth,
                                             .slice_depth = slice->rsp_depth,
                                             .slice_credits = slice->req_depth,
                                             .bytes = plan->config->l2.fabric_bytes};
      return &flitlock_l2_fabric;
    case FLITLOCK_NODE_L2_SLICE:
      slice_params(plan, block->node.node, &params->slice);
      return &flitlock_l2_slice_golden;
    default:
      params->memory = (struct flitlock_l2_memory_params){.latency = plan->l2.memory_latency,
                                                          .interval = plan->l2.memory_interval,
                                                          .pending = PENDING,
                                                          .depth = slice->order_depth,
                                                          .credits = slice->fill_depth,
                                                          .store = store};
      return &flitlock_l2_memory;
  }
}
