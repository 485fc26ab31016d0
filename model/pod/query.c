// SPDX-License-Identifier: Apache-2.0
// Questions to a pod.
#include <string.h>

#include "pod/pod.h"
#include "translation/counts.h"

const struct flitlock_config *flitlock_pod_config(const struct flitlock_pod *pod) { return pod->config; }

struct flitlock_engine *flitlock_pod_engine(const struct flitlock_pod *pod) {
  return pod->engine;
}

struct flitlock_workload *flitlock_pod_workload(const struct flitlock_pod *pod) {
  return pod->workload;
}

const struct flitlock_pod_node *flitlock_pod_node(const struct flitlock_pod *pod, uint32_t block) {
  return block < pod->plan->block_count ? &pod->plan->block[block].node : NULL;
}

const struct flitlock_router_params *flitlock_pod_router_params(const struct flitlock_pod *pod, uint32_t block) {
  return block < pod->plan->block_count ? pod->plan->block[block].router : NULL;
}

const struct flitlock_l1_tlb_params *flitlock_pod_l1_tlb_params(const struct flitlock_pod *pod, uint32_t block) {
  return block < pod->plan->block_count ? pod->plan->block[block].l1_tlb : NULL;
}

const struct flitlock_l2_tlb_params *flitlock_pod_l2_tlb_params(const struct flitlock_pod *pod, uint32_t block) {
  return block < pod->plan->block_count ? pod->plan->block[block].l2_tlb : NULL;
}

const struct flitlock_translation *flitlock_pod_translation(const struct flitlock_pod *pod) { return pod->translation; }

int flitlock_pod_translated(const struct flitlock_pod *pod, struct flitlock_translation_results *results) {
  if (!pod->translation) return 0;
  link_tlb_counts_begin(results);
  for (uint32_t b = 0; b < pod->plan->block_count; ++b) {
    if (pod->plan->block[b].l1_tlb) link_tlb_counts_l1(results, pod->engine, b);
    if (pod->plan->block[b].l2_tlb) link_tlb_counts_l2(results, pod->engine, b);
  }
  link_tlb_counts_end(results);
  return 1;
}

uint32_t flitlock_pod_req_client_count(const struct flitlock_pod *pod) { return pod->plan->req_count; }

uint32_t flitlock_pod_rsp_client_count(const struct flitlock_pod *pod) { return pod->plan->rsp_count; }

uint32_t flitlock_pod_req_client(const struct flitlock_pod *pod, uint32_t number) {
  return number < pod->plan->req_count ? pod->plan->req_client[number] : POD_NONE;
}

uint32_t flitlock_pod_rsp_client(const struct flitlock_pod *pod, uint32_t number) {
  return number < pod->plan->rsp_count ? pod->plan->rsp_client[number] : POD_NONE;
}

uint32_t flitlock_pod_find(const struct flitlock_pod *pod, const char *name) {
  for (uint32_t i = 0; i < pod->plan->block_count; ++i)
    if (strcmp(pod->plan->block[i].name, name) == 0) return i;
  return POD_NONE;
}

uint32_t flitlock_pod_hops(const struct flitlock_pod *pod, uint32_t src, uint32_t dst) {
  return flitlock_pod_plan_walk(pod->plan, FLITLOCK_PLANE_REQ, src, dst, NULL, NULL);
}
