// SPDX-License-Identifier: Apache-2.0
// The blocks of a pod in the order of R-POD-4, with the names of R-POD-2.
#include "pod/plan.h"

#include <stdio.h>
#include <stdlib.h>

static int fail_memory(struct flitlock_error *error) {
  (void)flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the pod");
  return FLITLOCK_E_NO_MEMORY;
}

static struct pod_block *add_block(struct pod_plan *plan, enum flitlock_node_kind kind, uint32_t plane,
                                   uint32_t *number) {
  struct pod_block *block = &plan->block[plan->block_count];
  *number = plan->block_count++;
  block->node.kind = (uint8_t)kind;
  block->node.plane = (uint8_t)plane;
  return block;
}

static const char *plane_name(uint32_t plane) { return plane == FLITLOCK_PLANE_REQ ? "req" : "rsp"; }

static void add_clients(struct pod_plan *plan, uint32_t gpu, uint32_t mesh, uint32_t node, uint32_t place) {
  const struct flitlock_config *config = plan->config;
  plan->first_client[place] = POD_NONE;
  if (!flitlock_pod_node_has_clients(config, node)) return;
  plan->first_client[place] = plan->block_count;
  for (uint32_t port = 0; port < config->pod.req_clients + config->pod.rsp_clients; ++port) {
    int request = port < config->pod.req_clients;
    uint32_t number = 0;
    struct pod_block *block =
        add_block(plan, request ? FLITLOCK_NODE_REQ_CLIENT : FLITLOCK_NODE_RSP_CLIENT, FLITLOCK_PLANE_BOTH, &number);
    block->node.gpu = (uint8_t)gpu;
    block->node.mesh = (uint8_t)mesh;
    block->node.node = (uint8_t)node;
    block->node.address = flitlock_address(gpu, mesh, node, port);
    block->node.number = request ? plan->req_count : plan->rsp_count;
    if (request)
      plan->req_client[plan->req_count++] = number;
    else
      plan->rsp_client[plan->rsp_count++] = number;
    (void)flitlock_pod_client_name(config, block->node.address, block->name, sizeof block->name);
  }
}

static void add_gpu(struct pod_plan *plan, uint32_t gpu) {
  const struct flitlock_config *config = plan->config;
  uint32_t nodes = config->pod.rows * config->pod.columns;
  char node_name[POD_NODE_NAME_SIZE];
  for (uint32_t mesh = 0; mesh < config->pod.meshes; ++mesh)
    for (uint32_t node = 0; node < nodes; ++node) {
      uint32_t place = (gpu * config->pod.meshes + mesh) * nodes + node;
      (void)flitlock_pod_node_name(config, node, node_name, sizeof node_name);
      for (uint32_t plane = 0; plane < plan->planes; ++plane) {
        struct pod_block *block = add_block(plan, FLITLOCK_NODE_ROUTER, plane, &plan->router[plane][place]);
        block->node.gpu = (uint8_t)gpu;
        block->node.mesh = (uint8_t)mesh;
        block->node.node = (uint8_t)node;
        (void)snprintf(block->name, sizeof block->name, "gpu%u.mesh%u.%s.%s", gpu, mesh, node_name, plane_name(plane));
      }
      add_clients(plan, gpu, mesh, node, place);
    }
  for (uint32_t plane = 0; config->pod.exit_node && plane < plan->planes; ++plane) {
    struct pod_block *block = add_block(plan, FLITLOCK_NODE_DST, plane, &plan->dst[plane][gpu]);
    block->node.gpu = (uint8_t)gpu;
    (void)snprintf(block->name, sizeof block->name, "gpu%u.dst.%s", gpu, plane_name(plane));
  }
  if (config->pod.exit_node) flitlock_pod_plan_add_tlbs(plan, gpu);
  flitlock_pod_plan_add_l2(plan, gpu);
}

static void add_switches(struct pod_plan *plan) {
  for (uint32_t number = 0; number < plan->config->pod.switches; ++number)
    for (uint32_t plane = 0; plane < plan->planes; ++plane) {
      struct pod_block *block = add_block(plan, FLITLOCK_NODE_SWITCH, plane, &plan->switches[plane][number]);
      block->node.node = (uint8_t)number;
      (void)snprintf(block->name, sizeof block->name, "switch%u.%s", number, plane_name(plane));
    }
}

static int make_room(struct pod_plan *plan, struct flitlock_error *error) {
  const struct flitlock_config_pod *pod = &plan->config->pod;
  size_t places = (size_t)pod->gpus * pod->meshes * pod->rows * pod->columns;
  const size_t l2_blocks = (size_t)pod->gpus * flitlock_pod_plan_l2_blocks(plan);
  size_t blocks = l2_blocks + places * (plan->planes + pod->req_clients + pod->rsp_clients) +
                  (size_t)(pod->gpus + pod->switches) * plan->planes + (size_t)pod->gpus * (plan->stations + 2U);
  plan->block = calloc(blocks, sizeof *plan->block);
  plan->req_client = calloc(places * pod->req_clients, sizeof *plan->req_client);
  plan->rsp_client = calloc(places * pod->rsp_clients, sizeof *plan->rsp_client);
  plan->first_client = calloc(places, sizeof *plan->first_client);
  plan->l1_tlb = calloc((size_t)pod->gpus * plan->stations + 1U, sizeof *plan->l1_tlb);
  plan->l2_tlb = calloc(pod->gpus, sizeof *plan->l2_tlb);
  int ok = plan->block && plan->req_client && plan->rsp_client && plan->first_client && plan->l1_tlb && plan->l2_tlb;
  for (uint32_t plane = 0; ok && plane < 2; ++plane) {
    plan->router[plane] = calloc(places, sizeof *plan->router[plane]);
    plan->dst[plane] = calloc(pod->gpus, sizeof *plan->dst[plane]);
    plan->switches[plane] = calloc(pod->switches + 1U, sizeof *plan->switches[plane]);
    ok = plan->router[plane] && plan->dst[plane] && plan->switches[plane];
  }
  return ok ? FLITLOCK_OK : fail_memory(error);
}

int flitlock_pod_plan_create(const struct flitlock_config *config, struct pod_plan **plan,
                             struct flitlock_error *error) {
  *plan = NULL;
  struct pod_plan *made = calloc(1, sizeof *made);
  if (!made) return fail_memory(error);
  made->config = config;
  made->max_len = flitlock_config_max_len(config);
  made->planes = config->pod.planes_rsp ? 2 : 1;
  if (config->link_tlb.mode != FLITLOCK_LINK_TLB_OFF)
    made->stations = config->pod.switches ? config->pod.switches : config->pod.gpus - 1;
  int status = flitlock_pod_plan_l2(made, error);
  if (status == FLITLOCK_OK) status = make_room(made, error);
  if (status == FLITLOCK_OK) {
    for (uint32_t gpu = 0; gpu < config->pod.gpus; ++gpu)
      add_gpu(made, gpu);
    add_switches(made);
    status = flitlock_pod_plan_ports(made, error);
  }
  if (status == FLITLOCK_OK) status = flitlock_pod_plan_links(made, error);
  if (status == FLITLOCK_OK) status = flitlock_pod_plan_check_depths(made, error);
  if (status == FLITLOCK_OK) status = flitlock_pod_plan_params(made, error);
  if (status != FLITLOCK_OK) {
    flitlock_pod_plan_destroy(made);
    return status;
  }
  *plan = made;
  return FLITLOCK_OK;
}

void flitlock_pod_plan_destroy(struct pod_plan *plan) {
  if (!plan) return;
  for (uint32_t i = 0; i < plan->block_count; ++i) {
    free(plan->block[i].port);
    free(plan->block[i].router);
    free(plan->block[i].client);
    free(plan->block[i].l1_tlb);
    free(plan->block[i].l2_tlb);
  }
  for (uint32_t plane = 0; plane < 2; ++plane) {
    free(plan->router[plane]);
    free(plan->dst[plane]);
    free(plan->switches[plane]);
  }
  free(plan->block);
  free(plan->link);
  free(plan->req_client);
  free(plan->rsp_client);
  free(plan->first_client);
  free(plan->l1_tlb);
  free(plan->l2_tlb);
  free(plan->l2_first);
  free(plan->client_address);
  free(plan);
}

uint32_t flitlock_pod_plan_client(const struct pod_plan *plan, uint32_t address) {
  const struct flitlock_config_pod *pod = &plan->config->pod;
  uint32_t gpu = flitlock_address_gpu(address), mesh = flitlock_address_mesh(address);
  uint32_t node = flitlock_address_node(address), port = flitlock_address_port(address);
  uint32_t nodes = pod->rows * pod->columns;
  if (gpu >= pod->gpus || mesh >= pod->meshes || node >= nodes || port >= pod->req_clients + pod->rsp_clients)
    return POD_NONE;
  uint32_t first = plan->first_client[(gpu * pod->meshes + mesh) * nodes + node];
  return first == POD_NONE ? POD_NONE : first + port;
}

uint32_t flitlock_pod_plan_walk(const struct pod_plan *plan, enum flitlock_plane plane, uint32_t src, uint32_t dst,
                                void (*visit)(void *self, uint32_t link), void *self) {
  uint32_t from = flitlock_pod_plan_client(plan, src), to = flitlock_pod_plan_client(plan, dst);
  if (from == POD_NONE || to == POD_NONE || (uint32_t)plane >= plan->planes) return 0;
  uint32_t link = plan->block[from].port[plane].link_out;
  for (uint32_t passed = 0; link != POD_NONE && passed <= plan->block_count; ++passed) {
    if (visit) visit(self, link);
    uint32_t at = plan->link[link].channel.dst_block;
    if (plan->block[at].l1_tlb) {  // there is one way on
      link = plan->block[at].port[FLITLOCK_L1_TLB_INSIDE].link_out;
      if (visit) visit(self, link);
      at = plan->link[link].channel.dst_block;
    }
    if (at == to) return passed;
    if (!plan->block[at].router) return 0;
    uint32_t port = flitlock_route_port(&plan->block[at].router->route, dst);
    if (port >= plan->block[at].port_count) return 0;
    link = plan->block[at].port[port].link_out;
  }
  return 0;
}

int flitlock_pod_check(const struct flitlock_config *config, struct flitlock_error *error) {
  struct pod_plan *plan = NULL;
  int status = flitlock_pod_plan_create(config, &plan, error);
  flitlock_pod_plan_destroy(plan);
  return status;
}
