// SPDX-License-Identifier: Apache-2.0
// Builds a pod from a configuration: routers, DSTs, switches, clients, channels. Source: specification chapter 3.
#ifndef FLITLOCK_POD_H
#define FLITLOCK_POD_H

#include "flitlock/client.h"
#include "flitlock/config.h"
#include "flitlock/engine.h"
#include "flitlock/router.h"

#ifdef __cplusplus
extern "C" {
#endif

struct flitlock_pod;
struct flitlock_l1_tlb_params;  // link_tlb.h
struct flitlock_l2_tlb_params;

enum flitlock_node_kind {
  FLITLOCK_NODE_ROUTER,
  FLITLOCK_NODE_DST,
  FLITLOCK_NODE_SWITCH,
  FLITLOCK_NODE_REQ_CLIENT,
  FLITLOCK_NODE_RSP_CLIENT,
  FLITLOCK_NODE_L1_TLB,  // R-DTLB
  FLITLOCK_NODE_L2_TLB,
  FLITLOCK_NODE_PAGE_TABLE,
  FLITLOCK_NODE_L2_FABRIC,  // R-L2P
  FLITLOCK_NODE_L2_SLICE,
  FLITLOCK_NODE_L2_MEMORY,
};
static inline int flitlock_node_is_client(unsigned kind) {
  return kind == FLITLOCK_NODE_REQ_CLIENT || kind == FLITLOCK_NODE_RSP_CLIENT;
}
static inline int flitlock_node_is_router(unsigned kind) { return kind <= FLITLOCK_NODE_SWITCH; }
// Blocks that tell each other about translations. What they say is no packet from client to client.
static inline int flitlock_node_is_walker(unsigned kind) {
  return kind == FLITLOCK_NODE_L2_TLB || kind == FLITLOCK_NODE_PAGE_TABLE;
}
// Blocks behind the response clients. What they carry are accesses, of units of FLITLOCK_L2_HALF_BYTES.
static inline int flitlock_node_is_memory(unsigned kind) { return kind >= FLITLOCK_NODE_L2_FABRIC; }

enum flitlock_plane { FLITLOCK_PLANE_REQ = 0, FLITLOCK_PLANE_RSP = 1, FLITLOCK_PLANE_BOTH = 2 };

// What block number `n` of the engine is.
struct flitlock_pod_node {
  uint8_t kind;             // enum flitlock_node_kind
  uint8_t plane;            // enum flitlock_plane; clients: BOTH; link TLBs, L2: REQ
  uint8_t gpu, mesh, node;  // of an L2 `node` is the partition or the slice
  uint32_t address;         // clients: R-FL-2
  uint32_t number;          // clients: number among those of their kind
};

// Which implementation a router, DST or switch gets. Returns the functions for instance `name`; `params` are its
// parameters. NULL in `flitlock_pod_create`: golden C for all.
typedef const struct flitlock_block_ops *(*flitlock_pod_choose)(void *self, const char *name,
                                                                const struct flitlock_router_params *params);

// `workload` NULL: made from the configuration, owned by the pod. Otherwise the caller's, not owned.
int flitlock_pod_create(const struct flitlock_config *config, struct flitlock_workload *workload,
                        flitlock_pod_choose choose, void *choose_self, struct flitlock_pod **pod,
                        struct flitlock_error *error);
// The same with a choice that can fail and that can give an implementation parameters of its own kind. `choice` comes
// with golden C and the block's parameters; what it is left with is used at once and not kept. (implementation.h
// chooses by the rules of the configuration, which the function above does not look at.) L1 and L2 link TLBs and
// slices of an L2 are asked for, too: with `params` NULL, and theirs in the choice (`ops->kind` says which).
struct flitlock_pod_choice {
  const struct flitlock_block_ops *ops;
  const void *params;
};
typedef int (*flitlock_pod_choose_block)(void *self, const char *name, const struct flitlock_router_params *params,
                                         struct flitlock_pod_choice *choice, struct flitlock_error *error);
int flitlock_pod_create_with(const struct flitlock_config *config, struct flitlock_workload *workload,
                             flitlock_pod_choose_block choose, void *choose_self, struct flitlock_pod **pod,
                             struct flitlock_error *error);
void flitlock_pod_destroy(struct flitlock_pod *pod);
// Whether a configuration can be built, with all widths, depths, names and routes, but without building it.
int flitlock_pod_check(const struct flitlock_config *config, struct flitlock_error *error);

// The profile of the L2 as the configuration changes it (R-L2P).
int flitlock_config_l2_profile(const struct flitlock_config *config, struct flitlock_l2_profile *profile,
                               struct flitlock_error *error);

const struct flitlock_config *flitlock_pod_config(const struct flitlock_pod *pod);
struct flitlock_engine *flitlock_pod_engine(const struct flitlock_pod *pod);
struct flitlock_workload *flitlock_pod_workload(const struct flitlock_pod *pod);
// (C++ has structs and functions in one name space and warns.)
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#endif
const struct flitlock_pod_node *flitlock_pod_node(const struct flitlock_pod *pod, uint32_t block);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
// Parameters a router, DST or switch was built with; NULL for others.
const struct flitlock_router_params *flitlock_pod_router_params(const struct flitlock_pod *pod, uint32_t block);
// Of an L1 or L2 link TLB; NULL for others. (`ideal` of an L1 is not set.)
const struct flitlock_l1_tlb_params *flitlock_pod_l1_tlb_params(const struct flitlock_pod *pod, uint32_t block);
const struct flitlock_l2_tlb_params *flitlock_pod_l2_tlb_params(const struct flitlock_pod *pod, uint32_t block);
// The page tables; NULL without link TLBs.
struct flitlock_translation;
const struct flitlock_translation *flitlock_pod_translation(const struct flitlock_pod *pod);
// What the link TLBs did so far (translation.h). 0: there are none.
struct flitlock_translation_results;
int flitlock_pod_translated(const struct flitlock_pod *pod, struct flitlock_translation_results *results);
// Request and response clients: block numbers, in client number order.
uint32_t flitlock_pod_req_client_count(const struct flitlock_pod *pod);
uint32_t flitlock_pod_rsp_client_count(const struct flitlock_pod *pod);
uint32_t flitlock_pod_req_client(const struct flitlock_pod *pod, uint32_t number);
uint32_t flitlock_pod_rsp_client(const struct flitlock_pod *pod, uint32_t number);
// Block number by instance name, UINT32_MAX if there is none.
uint32_t flitlock_pod_find(const struct flitlock_pod *pod, const char *name);
// Name of a mesh node: "A" or "r0c0", R-POD-2. Returns `buffer`.
char *flitlock_pod_node_name(const struct flitlock_config *config, uint32_t node, char *buffer, size_t size);
// Routers, DSTs and switches a request passes from client to client (both addresses).
uint32_t flitlock_pod_hops(const struct flitlock_pod *pod, uint32_t src, uint32_t dst);
// Expected load of every link under the configured destinations, all clients asking at the same rate:
// `load[channel]` in packets per cycle at 1 request per cycle and client; `flits[channel]` in flits of the link per
// cycle, for the configured mix of sizes. Traces and collectives have no rate: E_USAGE.
int flitlock_pod_link_load(const struct flitlock_pod *pod, double *load, struct flitlock_error *error);
int flitlock_pod_link_flits(const struct flitlock_pod *pod, double *flits, struct flitlock_error *error);

// The workload of the configuration (synthetic, trace, MSCCL) for the clients listed; used by the pod.
struct flitlock_workload_clients {
  const uint32_t *req_address;  // [req_count]
  uint32_t req_count;
  const uint32_t *rsp_address;  // [rsp_count]
  uint32_t rsp_count;
  const char *(*client_name)(const void *self, uint32_t address, char *buffer, size_t size);
  uint32_t (*hops)(const void *self, uint32_t src, uint32_t dst);
  const void *self;
};
int flitlock_workload_create(const struct flitlock_config *config, const struct flitlock_workload_clients *clients,
                             struct flitlock_workload **workload, struct flitlock_error *error);

#ifdef __cplusplus
}
#endif
#endif
