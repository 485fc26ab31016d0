// SPDX-License-Identifier: Apache-2.0
// The ports of every block, in the order of R-RT-4, R-DST-1, R-SW-1 and R-SW-2, and who is at the other end.
#include <stdio.h>
#include <stdlib.h>

#include "pod/plan.h"

static const char *const side_names[POD_SIDES] = {"N", "E", "S", "W"};

// Port numbers of a mesh router.
struct mesh_ports {
  uint32_t side[POD_SIDES];  // POD_NONE at the edge
  uint32_t exit;             // POD_NONE elsewhere than at the exit node
  uint32_t client;           // first client
  uint32_t count;
};

static struct mesh_ports mesh_ports(const struct flitlock_config *config, uint32_t node) {
  struct mesh_ports ports = {{POD_NONE, POD_NONE, POD_NONE, POD_NONE}, POD_NONE, POD_NONE, 0};
  for (unsigned side = 0; side < POD_SIDES; ++side)
    if (flitlock_pod_neighbour(config, node, (enum pod_side)side) >= 0) ports.side[side] = ports.count++;
  if (config->pod.exit_node && flitlock_pod_node_number(config, config->pod.exit_node) == (int)node)
    ports.exit = ports.count++;
  if (flitlock_pod_node_has_clients(config, node)) {
    ports.client = ports.count;
    ports.count += config->pod.req_clients + config->pod.rsp_clients;
  }
  return ports;
}

static enum pod_side opposite(unsigned side) { return (enum pod_side)((side + 2) % POD_SIDES); }

// Port of GPU `gpu`'s DST that leads to GPU `other`, R-SW-1.
static uint32_t gpu_port(const struct flitlock_config *config, uint32_t gpu, uint32_t other) {
  return config->pod.meshes + (other < gpu ? other : other - 1);
}

int flitlock_pod_plan_make_ports(struct pod_block *block, uint32_t count, struct flitlock_error *error) {
  block->port = calloc(count, sizeof *block->port);
  if (!block->port) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the pod");
  block->port_count = count;
  for (uint32_t i = 0; i < count; ++i)
    block->port[i] = (struct pod_port){.peer_block = POD_NONE, .link_in = POD_NONE, .link_out = POD_NONE};
  return FLITLOCK_OK;
}

// The end at a DST of a link from another GPU or a switch: with link TLBs it is before the L1's.
static void through_tlb(const struct pod_plan *plan, uint32_t plane, uint32_t gpu, struct pod_port *port) {
  if (plan->stations == 0 || plane != FLITLOCK_PLANE_REQ) return;
  port->peer_block = plan->l1_tlb[gpu * plan->stations + port->peer_port - plan->config->pod.meshes];
  port->peer_port = FLITLOCK_L1_TLB_LINK;
}

static struct pod_port *meet(struct pod_block *block, uint32_t port, uint32_t peer_block, uint32_t peer_port) {
  struct pod_port *at = &block->port[port];
  at->peer_block = peer_block;
  at->peer_port = peer_port;
  at->has_in = 1;
  at->has_out = 1;
  return at;
}

static int router_ports(struct pod_plan *plan, struct pod_block *block, struct flitlock_error *error) {
  const struct flitlock_config *config = plan->config;
  uint32_t plane = block->node.plane, node = block->node.node;
  uint32_t nodes = config->pod.rows * config->pod.columns;
  uint32_t mesh_place = (block->node.gpu * config->pod.meshes + block->node.mesh) * nodes;
  struct mesh_ports ports = mesh_ports(config, node);
  int status = flitlock_pod_plan_make_ports(block, ports.count, error);
  if (status != FLITLOCK_OK) return status;
  for (unsigned side = 0; side < POD_SIDES; ++side) {
    if (ports.side[side] == POD_NONE) continue;
    uint32_t other = (uint32_t)flitlock_pod_neighbour(config, node, (enum pod_side)side);
    struct pod_port *port = meet(block, ports.side[side], plan->router[plane][mesh_place + other],
                                 mesh_ports(config, other).side[opposite(side)]);
    (void)snprintf(port->name, sizeof port->name, "%s", side_names[side]);
  }
  if (ports.exit != POD_NONE) {
    struct pod_port *port = meet(block, ports.exit, plan->dst[plane][block->node.gpu], block->node.mesh);
    (void)snprintf(port->name, sizeof port->name, "dst");
  }
  for (uint32_t client = 0; ports.client != POD_NONE && client < config->pod.req_clients + config->pod.rsp_clients;
       ++client) {
    uint32_t number = plan->first_client[mesh_place + node] + client;
    struct pod_port *port = meet(block, ports.client + client, number, plane);
    int request = client < config->pod.req_clients;
    // Request clients send on plane req and take on plane rsp, response clients the other way round.
    int sends = request == (plane == FLITLOCK_PLANE_REQ);
    port->has_in = (uint8_t)sends;
    port->has_out = (uint8_t)!sends;
    (void)snprintf(port->name, sizeof port->name, "%s_client%u", request ? "req" : "rsp",
                   request ? client : client - config->pod.req_clients);
  }
  return FLITLOCK_OK;
}

static int dst_ports(struct pod_plan *plan, struct pod_block *block, struct flitlock_error *error) {
  const struct flitlock_config *config = plan->config;
  uint32_t plane = block->node.plane, gpu = block->node.gpu;
  uint32_t nodes = config->pod.rows * config->pod.columns;
  uint32_t exit_node = (uint32_t)flitlock_pod_node_number(config, config->pod.exit_node);
  uint32_t links = config->pod.switches ? config->pod.switches : config->pod.gpus - 1;
  int status = flitlock_pod_plan_make_ports(block, config->pod.meshes + links, error);
  if (status != FLITLOCK_OK) return status;
  for (uint32_t mesh = 0; mesh < config->pod.meshes; ++mesh) {
    uint32_t router = plan->router[plane][(gpu * config->pod.meshes + mesh) * nodes + exit_node];
    struct pod_port *port = meet(block, mesh, router, mesh_ports(config, exit_node).exit);
    (void)snprintf(port->name, sizeof port->name, "mesh%u", mesh);
  }
  for (uint32_t link = 0; link < links; ++link) {
    uint32_t other = link < gpu ? link : link + 1;
    struct pod_port *port =
        config->pod.switches
            ? meet(block, config->pod.meshes + link, plan->switches[plane][link], gpu)
            : meet(block, config->pod.meshes + link, plan->dst[plane][other], gpu_port(config, other, gpu));
    port->gpu_link = 1;
    if (!config->pod.switches) through_tlb(plan, plane, other, port);
    (void)snprintf(port->name, sizeof port->name, "%s%u", config->pod.switches ? "switch" : "gpu",
                   config->pod.switches ? link : other);
  }
  return FLITLOCK_OK;
}

static int switch_ports(struct pod_plan *plan, struct pod_block *block, struct flitlock_error *error) {
  const struct flitlock_config *config = plan->config;
  int status = flitlock_pod_plan_make_ports(block, config->pod.gpus, error);
  for (uint32_t gpu = 0; status == FLITLOCK_OK && gpu < config->pod.gpus; ++gpu) {
    struct pod_port *port = meet(block, gpu, plan->dst[block->node.plane][gpu], config->pod.meshes + block->node.node);
    port->gpu_link = 1;
    through_tlb(plan, block->node.plane, gpu, port);
    (void)snprintf(port->name, sizeof port->name, "gpu%u", gpu);
  }
  return status;
}

static int client_ports(struct pod_plan *plan, struct pod_block *block, struct flitlock_error *error) {
  const struct flitlock_config *config = plan->config;
  uint32_t nodes = config->pod.rows * config->pod.columns;
  uint32_t place = (block->node.gpu * config->pod.meshes + block->node.mesh) * nodes + block->node.node;
  uint32_t router_port = mesh_ports(config, block->node.node).client + flitlock_address_port(block->node.address);
  const int cached = plan->partitions > 0 && block->node.kind == FLITLOCK_NODE_RSP_CLIENT;
  int status = flitlock_pod_plan_make_ports(block, 2U + (cached ? plan->partitions : 0), error);
  if (status == FLITLOCK_OK && cached) flitlock_pod_plan_l2_client_ports(plan, block);
  for (uint32_t plane = 0; status == FLITLOCK_OK && plane < 2; ++plane) {
    (void)snprintf(block->port[plane].name, sizeof block->port[plane].name, "%s",
                   plane == FLITLOCK_PLANE_REQ ? "req" : "rsp");
    if (plane >= plan->planes) continue;
    struct pod_port *port = meet(block, plane, plan->router[plane][place], router_port);
    int sends = (block->node.kind == FLITLOCK_NODE_REQ_CLIENT) == (plane == FLITLOCK_PLANE_REQ);
    port->has_in = (uint8_t)!sends;
    port->has_out = (uint8_t)sends;
  }
  return status;
}

int flitlock_pod_plan_ports(struct pod_plan *plan, struct flitlock_error *error) {
  int status = FLITLOCK_OK;
  for (uint32_t i = 0; status == FLITLOCK_OK && i < plan->block_count; ++i) {
    struct pod_block *block = &plan->block[i];
    switch (block->node.kind) {
      case FLITLOCK_NODE_ROUTER:
        status = router_ports(plan, block, error);
        break;
      case FLITLOCK_NODE_DST:
        status = dst_ports(plan, block, error);
        break;
      case FLITLOCK_NODE_SWITCH:
        status = switch_ports(plan, block, error);
        break;
      case FLITLOCK_NODE_L1_TLB:
      case FLITLOCK_NODE_L2_TLB:
      case FLITLOCK_NODE_PAGE_TABLE:
        status = flitlock_pod_plan_tlb_ports(plan, block, error);
        break;
      case FLITLOCK_NODE_L2_FABRIC:
      case FLITLOCK_NODE_L2_SLICE:
      case FLITLOCK_NODE_L2_MEMORY:
        status = flitlock_pod_plan_l2_ports(plan, block, error);
        break;
      default:
        status = client_ports(plan, block, error);
        break;
    }
  }
  return status;
}
