// SPDX-License-Identifier: Apache-2.0
// A pod as data: which blocks there are, what each is made with, and how they are wired. Made from a configuration by
// plan.c (blocks), ports.c (who meets whom), links.c (names, widths, depths by rules), params.c (what routers and
// clients are given); builder.c makes the blocks.
#ifndef FLITLOCK_POD_PLAN_H
#define FLITLOCK_POD_PLAN_H

#include "flitlock/link_tlb.h"
#include "flitlock/pod.h"
#include "pod/names.h"
#include "pod/routing.h"

#ifdef __cplusplus
extern "C" {
#endif

#define POD_NONE UINT32_MAX

// What a port meets.
struct pod_port {
  char name[24];
  uint32_t peer_block, peer_port;  // where the link from its output ends
  uint8_t has_in, has_out;
  uint8_t gpu_link;            // the far end is another GPU's DST or a switch
  uint32_t link_in, link_out;  // numbers of links, POD_NONE
};

struct pod_block {
  char name[POD_NAME_SIZE];
  struct flitlock_pod_node node;
  uint32_t port_count;
  struct pod_port *port;                  // [port_count]
  struct flitlock_router_params *router;  // NULL for clients
  struct flitlock_client_params *client;  // NULL for routers; without workload, pool and translation
  struct flitlock_l1_tlb_params *l1_tlb;  // NULL for others, as the next; without `ideal`
  struct flitlock_l2_tlb_params *l2_tlb;
};

// Who said a depth: 0 the defaults, n > 0 entry n - 1 of `routers`, n < 0 entry -n - 1 of `links`.
typedef int32_t pod_source;

struct pod_link {
  struct flitlock_channel channel;  // blocks by their numbers in the plan, which are the engine's
  uint8_t plane;
  uint8_t units;      // width
  uint8_t gpu_link;   // between GPUs
  uint8_t to_client;  // the buffer at the end is a client's
  uint8_t from_client;
  uint8_t from_tlb;                           // from an L1 link TLB to its DST
  uint8_t messages;                           // of link TLBs and page table, or of an L2: no rule is about it
  uint16_t input_depth[FLITLOCK_MAX_VCS];     // of the buffer that the link feeds
  uint16_t crossbar_depth[FLITLOCK_MAX_VCS];  // of each crossbar buffer towards the link
  uint16_t output_depth[FLITLOCK_MAX_VCS];    // of the buffer that feeds the link
  pod_source input_source[FLITLOCK_MAX_VCS], crossbar_source[FLITLOCK_MAX_VCS], output_source[FLITLOCK_MAX_VCS];
};

struct pod_plan {
  const struct flitlock_config *config;
  uint32_t max_len;
  uint32_t planes;  // 1 or 2
  struct pod_block *block;
  uint32_t block_count;
  struct pod_link *link;  // R-POD-4 order
  uint32_t link_count;
  uint32_t *req_client, *rsp_client;  // block numbers
  uint32_t req_count, rsp_count;
  // Block numbers by place.
  uint32_t *router[2];     // [plane][(gpu * meshes + mesh) * nodes + node]
  uint32_t *dst[2];        // [plane][gpu]
  uint32_t *switches[2];   // [plane][switch]
  uint32_t *first_client;  // of a node, POD_NONE where there are none
  // Link TLBs, R-DTLB-2. `stations` is 0 where there are none.
  uint32_t stations;
  uint32_t *l1_tlb;  // [gpu * stations + station]
  uint32_t *l2_tlb;  // [gpu]; POD_NONE with `ideal`; the page table follows it
  // L2, R-L2P-POD. `partitions` is 0 where there is none.
  uint32_t partitions;
  struct flitlock_l2_profile l2;
  struct flitlock_client_l2 client_l2;
  uint32_t *l2_first;        // [gpu]: its first fabric; other fabrics, slices and memories follow
  uint32_t *client_address;  // [rsp_count]: of response clients, GPU by GPU
};

int flitlock_pod_plan_create(const struct flitlock_config *config, struct pod_plan **plan,
                             struct flitlock_error *error);
void flitlock_pod_plan_destroy(struct pod_plan *plan);  // NULL is allowed
// Number of the block with a client's address.
uint32_t flitlock_pod_plan_client(const struct pod_plan *plan, uint32_t address);
// Follows a packet from one client to another on a plane. Calls `visit` for each link on the way; returns the number of
// routers, DSTs and switches passed, or 0 when there is no way.
uint32_t flitlock_pod_plan_walk(const struct pod_plan *plan, enum flitlock_plane plane, uint32_t src, uint32_t dst,
                                void (*visit)(void *self, uint32_t link), void *self);

// Link TLBs, tlbs.c: blocks, ports, parameters.
void flitlock_pod_plan_add_tlbs(struct pod_plan *plan, uint32_t gpu);
int flitlock_pod_plan_tlb_ports(struct pod_plan *plan, struct pod_block *block, struct flitlock_error *error);
int flitlock_pod_plan_tlb_params(struct pod_plan *plan, struct pod_block *block, struct flitlock_error *error);
int flitlock_pod_plan_make_ports(struct pod_block *block, uint32_t count, struct flitlock_error *error);

// L2, l2.c: blocks, ports, links, and what golden blocks are made with.
int flitlock_pod_plan_l2(struct pod_plan *plan, struct flitlock_error *error);
uint32_t flitlock_pod_plan_l2_blocks(const struct pod_plan *plan);  // of a GPU
void flitlock_pod_plan_add_l2(struct pod_plan *plan, uint32_t gpu);
int flitlock_pod_plan_l2_ports(struct pod_plan *plan, struct pod_block *block, struct flitlock_error *error);
void flitlock_pod_plan_l2_client_ports(const struct pod_plan *plan, struct pod_block *block);
void flitlock_pod_plan_l2_link(const struct pod_plan *plan, uint32_t from, uint32_t port, struct pod_link *link);
uint32_t flitlock_pod_plan_l2_clients(const struct pod_plan *plan);  // response clients of a GPU
union pod_l2_params {
  struct flitlock_l2_fabric_params fabric;
  struct flitlock_l2_slice_params slice;
  struct flitlock_l2_memory_params memory;
};
// `store`: of the block's GPU.
const struct flitlock_block_ops *flitlock_pod_plan_l2_params(const struct pod_plan *plan, const struct pod_block *block,
                                                             struct flitlock_l2_store *store,
                                                             union pod_l2_params *params);

// Parts of flitlock_pod_plan_create.
int flitlock_pod_plan_ports(struct pod_plan *plan, struct flitlock_error *error);
int flitlock_pod_plan_links(struct pod_plan *plan, struct flitlock_error *error);
int flitlock_pod_plan_params(struct pod_plan *plan, struct flitlock_error *error);
int flitlock_pod_plan_check_depths(const struct pod_plan *plan, struct flitlock_error *error);

#ifdef __cplusplus
}
#endif
#endif
