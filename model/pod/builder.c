// SPDX-License-Identifier: Apache-2.0
// Makes the blocks and channels of a plan, and joins the workload to the engine.
#include <stdlib.h>
#include <string.h>

#include "pod/pod.h"
#include "translation/configured.h"

static int fail_memory(struct flitlock_error *error) {
  return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the pod");
}

// Called by the workload: client `client` is to be asked again.
static void wake(void *host, uint32_t client, uint64_t cycle) {
  struct flitlock_pod *pod = host;
  if (client < pod->plan->req_count) flitlock_engine_wake(pod->engine, pod->plan->req_client[client], cycle);
}

static const char *client_name(const void *self, uint32_t address, char *buffer, size_t size) {
  const struct flitlock_pod *pod = self;
  return flitlock_pod_client_name(pod->plan->config, address, buffer, size);
}

static uint32_t hops(const void *self, uint32_t src, uint32_t dst) { return flitlock_pod_hops(self, src, dst); }

static int list_clients(struct flitlock_pod *pod, struct flitlock_error *error) {
  const struct pod_plan *plan = pod->plan;
  pod->req_address = calloc(plan->req_count, sizeof *pod->req_address);
  pod->rsp_address = calloc(plan->rsp_count, sizeof *pod->rsp_address);
  if (!pod->req_address || !pod->rsp_address) return fail_memory(error);
  for (uint32_t i = 0; i < plan->req_count; ++i)
    pod->req_address[i] = plan->block[plan->req_client[i]].node.address;
  for (uint32_t i = 0; i < plan->rsp_count; ++i)
    pod->rsp_address[i] = plan->block[plan->rsp_client[i]].node.address;
  pod->clients = (struct flitlock_workload_clients){.req_address = pod->req_address,
                                                    .req_count = plan->req_count,
                                                    .rsp_address = pod->rsp_address,
                                                    .rsp_count = plan->rsp_count,
                                                    .client_name = client_name,
                                                    .hops = hops,
                                                    .self = pod};
  return FLITLOCK_OK;
}

// Other readings than the specification's are those of one router in C (R-STU).
static int take_reading(const struct flitlock_pod *pod, const struct pod_block *block,
                        struct flitlock_pod_choice *choice, struct flitlock_error *error) {
  if (!block->router || !flitlock_config_is_study(pod->config)) return FLITLOCK_OK;
  if (choice->ops != &flitlock_router_golden)
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: '%s' was asked for, but the configuration has a reading of `study`, which is for golden "
                         "C alone (R-STU): RTL and lockstep have the specification's; remove the keys of study, or "
                         "use 'c'",
                         block->name, choice->ops->impl);
  choice->ops = &flitlock_router_study;
  return FLITLOCK_OK;
}

// What a block is made with, before it is chosen.
union block_params {
  struct flitlock_client_params client;
  struct flitlock_l1_tlb_params l1_tlb;
  struct flitlock_page_table_params page_table;
  union pod_l2_params l2;
};

static void golden_choice(const struct flitlock_pod *pod, const struct pod_block *block, union block_params *params,
                          struct flitlock_pod_choice *choice) {
  *choice = (struct flitlock_pod_choice){&flitlock_router_golden, block->router};
  switch (block->node.kind) {
    case FLITLOCK_NODE_REQ_CLIENT:
    case FLITLOCK_NODE_RSP_CLIENT:
      params->client = *block->client;
      params->client.workload = pod->workload;
      params->client.pool = pod->pool;
      params->client.translation = pod->translation;
      choice->ops = block->node.kind == FLITLOCK_NODE_REQ_CLIENT ? &flitlock_req_client : &flitlock_rsp_client;
      choice->params = &params->client;
      break;
    case FLITLOCK_NODE_L1_TLB:
      params->l1_tlb = *block->l1_tlb;
      if (pod->config->link_tlb.mode == FLITLOCK_LINK_TLB_IDEAL)
        params->l1_tlb.ideal = flitlock_translation_tables(pod->translation, block->node.gpu);
      *choice = (struct flitlock_pod_choice){&flitlock_l1_tlb_golden, &params->l1_tlb};
      break;
    case FLITLOCK_NODE_L2_TLB:
      *choice = (struct flitlock_pod_choice){&flitlock_l2_tlb_golden, block->l2_tlb};
      break;
    case FLITLOCK_NODE_PAGE_TABLE:
      link_tlb_page_table_params(pod->config, flitlock_translation_tables(pod->translation, block->node.gpu),
                                 &params->page_table);
      params->page_table.unit_bytes = pod->config->pod.unit_bytes;
      *choice = (struct flitlock_pod_choice){&flitlock_page_table_golden, &params->page_table};
      break;
    case FLITLOCK_NODE_L2_FABRIC:
    case FLITLOCK_NODE_L2_SLICE:
    case FLITLOCK_NODE_L2_MEMORY:
      choice->ops = flitlock_pod_plan_l2_params(pod->plan, block, pod->stores[block->node.gpu], &params->l2);
      choice->params = &params->l2;
      break;
    default:
      break;
  }
}

static int add_block(struct flitlock_pod *pod, uint32_t number, flitlock_pod_choose_block choose, void *choose_self,
                     struct flitlock_error *error) {
  const struct pod_block *block = &pod->plan->block[number];
  struct flitlock_pod_choice choice;
  union block_params params;
  int status = FLITLOCK_OK;
  golden_choice(pod, block, &params, &choice);
  // The page table is the host's memory: there is one of it. So are the memories of an L2.
  if (choose && (block->router || block->l1_tlb || block->l2_tlb || block->node.kind == FLITLOCK_NODE_L2_SLICE))
    status = choose(choose_self, block->name, block->router, &choice, error);
  if (status == FLITLOCK_OK) status = take_reading(pod, block, &choice, error);
  uint32_t given = POD_NONE;
  if (status == FLITLOCK_OK)
    status = flitlock_engine_add_block(pod->engine, choice.ops, choice.params, block->name, &given, error);
  if (status == FLITLOCK_OK && block->router && pod->config->study.instant_credits)
    status = flitlock_engine_set_early(pod->engine, number, flitlock_router_study_early, error);
  if (status == FLITLOCK_OK && given != number)
    return flitlock_fail(error, FLITLOCK_E_INTERNAL, "block %s has number %u in the engine and %u in the plan",
                         block->name, given, number);
  return status;
}

static int make_stores(struct flitlock_pod *pod, struct flitlock_error *error) {
  if (pod->plan->partitions == 0) return FLITLOCK_OK;
  const uint32_t gpus = pod->config->pod.gpus;
  pod->stores = calloc(gpus, sizeof(struct flitlock_l2_store *));
  if (!pod->stores) return fail_memory(error);
  int status = FLITLOCK_OK;
  for (uint32_t gpu = 0; status == FLITLOCK_OK && gpu < gpus; ++gpu)
    status = flitlock_l2_store_create(&pod->stores[gpu], error);
  return status;
}

static int build(struct flitlock_pod *pod, struct flitlock_workload *workload, flitlock_pod_choose_block choose,
                 void *choose_self, struct flitlock_error *error) {
  int status = flitlock_pod_plan_create(pod->config, &pod->plan, error);
  if (status == FLITLOCK_OK) status = list_clients(pod, error);
  if (status == FLITLOCK_OK)
    status = flitlock_payload_pool_create(pod->plan->max_len, pod->config->pod.unit_bytes, &pod->pool, error);
  if (status == FLITLOCK_OK && pod->plan->stations > 0)
    status = flitlock_translation_create(pod->config, &pod->translation, error);
  if (status == FLITLOCK_OK) status = make_stores(pod, error);
  if (status == FLITLOCK_OK && !workload) {
    status = flitlock_workload_create(pod->config, &pod->clients, &workload, error);
    pod->workload_owned = status == FLITLOCK_OK;
  }
  pod->workload = workload;
  if (status == FLITLOCK_OK) status = flitlock_engine_create(&pod->engine, error);
  for (uint32_t i = 0; status == FLITLOCK_OK && i < pod->plan->block_count; ++i)
    status = add_block(pod, i, choose, choose_self, error);
  for (uint32_t i = 0; status == FLITLOCK_OK && i < pod->plan->link_count; ++i)
    status = flitlock_engine_connect(pod->engine, &pod->plan->link[i].channel, error);
  if (status != FLITLOCK_OK) return status;
  pod->workload->wake = wake;
  pod->workload->host = pod;
  flitlock_engine_reset(pod->engine);
  return FLITLOCK_OK;
}

int flitlock_pod_create_with(const struct flitlock_config *config, struct flitlock_workload *workload,
                             flitlock_pod_choose_block choose, void *choose_self, struct flitlock_pod **pod,
                             struct flitlock_error *error) {
  *pod = NULL;
  if (config->pod.kind != FLITLOCK_POD_MESH)
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: pod.kind is scale_up: a pod at the level of requests has no routers; 'flitlock run' "
                         "simulates it, and it needs a pod of meshes here",
                         config->path ? config->path : "configuration");
  struct flitlock_pod *made = calloc(1, sizeof *made);
  if (!made) return fail_memory(error);
  made->config = config;
  int status = build(made, workload, choose, choose_self, error);
  if (status != FLITLOCK_OK) {
    flitlock_pod_destroy(made);
    return status;
  }
  *pod = made;
  return FLITLOCK_OK;
}

// A choice of functions alone.
struct chooser {
  flitlock_pod_choose choose;
  void *self;
};

static int choose_ops(void *self, const char *name, const struct flitlock_router_params *params,
                      struct flitlock_pod_choice *choice, struct flitlock_error *error) {
  const struct chooser *chooser = self;
  if (params == NULL) return FLITLOCK_OK;  // a link TLB
  choice->ops = chooser->choose(chooser->self, name, params);
  if (choice->ops) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_USAGE, "no implementation was chosen for %s; choose one for every router",
                       name);
}

int flitlock_pod_create(const struct flitlock_config *config, struct flitlock_workload *workload,
                        flitlock_pod_choose choose, void *choose_self, struct flitlock_pod **pod,
                        struct flitlock_error *error) {
  struct chooser chooser = {choose, choose_self};
  return flitlock_pod_create_with(config, workload, choose ? choose_ops : NULL, &chooser, pod, error);
}

void flitlock_pod_destroy(struct flitlock_pod *pod) {
  if (!pod) return;
  if (pod->engine) flitlock_engine_destroy(pod->engine);
  if (pod->workload_owned && pod->workload) pod->workload->ops->destroy(pod->workload);
  // A caller's workload outlives the pod.
  if (!pod->workload_owned && pod->workload && pod->workload->host == pod) {
    pod->workload->wake = NULL;
    pod->workload->host = NULL;
  }
  flitlock_payload_pool_destroy(pod->pool);
  free(pod->req_address);
  free(pod->rsp_address);
  flitlock_translation_destroy(pod->translation);
  for (uint32_t gpu = 0; pod->stores && gpu < pod->config->pod.gpus; ++gpu)
    flitlock_l2_store_destroy(pod->stores[gpu]);
  free(pod->stores);
  flitlock_pod_plan_destroy(pod->plan);
  free(pod);
}
