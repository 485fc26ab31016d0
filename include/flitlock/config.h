// SPDX-License-Identifier: Apache-2.0
// The configuration of a run, as read from YAML. Each key is documented in docs/configuration.md.
//
// Shapes follow the YAML one to one: `workload.bytes` is `config->workload.bytes`. Lengths and times are written with
// units by a person ("64B", "256KiB", "50ns", "3cycles") and stored as bytes and cycles.
#ifndef FLITLOCK_CONFIG_H
#define FLITLOCK_CONFIG_H

#include <stdint.h>

#include "flitlock/flit.h"
#include "flitlock/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum flitlock_routing { FLITLOCK_ROUTING_XY, FLITLOCK_ROUTING_YX, FLITLOCK_ROUTING_TABLE };
enum flitlock_buffering { FLITLOCK_FALL_THROUGH = 0, FLITLOCK_REGISTERED = 1 };
enum flitlock_destination {
  FLITLOCK_DEST_UNIFORM,      // any candidate, equally likely
  FLITLOCK_DEST_FIXED_ORDER,  // candidates in one fixed order, the same start for all clients
  FLITLOCK_DEST_PERMUTATION,  // one fixed partner for each client, drawn from the seed; no two share one
  FLITLOCK_DEST_HOT_SPOT,     // `hot_fraction` to `hot_target`, the rest uniform
  FLITLOCK_DEST_NEAREST,      // the candidates with the fewest hops, uniform among these
};
enum flitlock_injection {
  FLITLOCK_INJECT_GREEDY,
  FLITLOCK_INJECT_BERNOULLI,  // a request per cycle with probability `rate`
  FLITLOCK_INJECT_INTERVAL,   // a request every `interval` cycles, first at cycle 0 (+ `phase` * client number)
  FLITLOCK_INJECT_BURSTY,     // on/off: bursts of `burst` requests back to back, geometric gaps, mean rate `rate`
};
enum flitlock_workload_kind { FLITLOCK_WORKLOAD_SYNTHETIC, FLITLOCK_WORKLOAD_TRACE, FLITLOCK_WORKLOAD_MSCCL };
enum flitlock_scope {
  FLITLOCK_SCOPE_REMOTE,  // response clients of other GPUs
  FLITLOCK_SCOPE_LOCAL,   // response clients of the same mesh, other nodes
  FLITLOCK_SCOPE_ALL,     // both
};

// One entry of `routing.table`: at node `at`, packets for node `to` go to the neighbour `via`. Node names as R-POD-2.
struct flitlock_table_entry {
  char *at;
  char *to;
  char *via;
};

// One entry of `routers`: applies to every router whose name matches (fnmatch pattern); later entries win.
// NULL / -1: not said.
struct flitlock_router_rule {
  char *match;
  int input_depth, crossbar_depth, output_depth;  // entries, all VCs (or `vc` alone)
  int vc;                                         // -1: all
  int input_stage, crossbar_stage, output_stage;  // enum flitlock_buffering, -1
  int arbiter_l1, arbiter_l2, arbiter_l3;         // enum flitlock_arbiter, -1
  uint8_t *vc_weights;                            // L1, L3; VC 0 first
  unsigned vc_weights_count;
  struct flitlock_port_weight {
    char *port;  // port name, e.g. "N"
    int weight;
  } * port_weights;  // L2
  unsigned port_weights_count;
};

// One entry of `links`: applies to every link whose name matches; later entries win.
struct flitlock_link_rule {
  char *match;
  int width;                    // bytes, -1
  int latency, credit_latency;  // cycles, -1
  int vc;                       // the depths below: -1 all VCs
  int input_depth;              // buffer the link feeds, -1
  int crossbar_depth;           // crossbar buffers towards the link, each, -1
  int output_depth;             // buffer that feeds the link, -1
};

// Which implementation a router, DST or switch gets: golden C, RTL, or both in lockstep.
enum flitlock_use { FLITLOCK_USE_C, FLITLOCK_USE_RTL, FLITLOCK_USE_LOCKSTEP };

// One entry of `impl`: applies to every router, DST and switch whose name matches; later entries win.
struct flitlock_impl_rule {
  char *match;
  int use;  // enum flitlock_use
};

// One entry of `workload.mix`.
struct flitlock_mix_entry {
  int op;  // FLITLOCK_OP_WRITE_REQ or FLITLOCK_OP_READ_REQ
  uint32_t bytes;
  double weight;
};

// Which pod is built: meshes with routers (chapters 2 and 3), or GPUs at the level of requests (chapter 8).
enum flitlock_pod_kind { FLITLOCK_POD_MESH, FLITLOCK_POD_SCALE_UP };
enum flitlock_collective {
  FLITLOCK_COLLECTIVE_ALL_TO_ALL,
  FLITLOCK_COLLECTIVE_ALL_REDUCE,
  FLITLOCK_COLLECTIVE_ALL_GATHER,
  FLITLOCK_COLLECTIVE_REDUCE_SCATTER,
  FLITLOCK_COLLECTIVE_MSCCL,
};
enum flitlock_ranges { FLITLOCK_RANGES_SHARED, FLITLOCK_RANGES_OWN };  // R-SU-4
enum flitlock_link_tlb_mode {
  FLITLOCK_LINK_TLB_OFF,       // requests are not translated
  FLITLOCK_LINK_TLB_IDEAL,     // every look-up takes the latency of an L1 hit
  FLITLOCK_LINK_TLB_MODELLED,  // chapter 7
};
enum flitlock_walk { FLITLOCK_WALK_A, FLITLOCK_WALK_B };  // levels at bits 48, 39, 30, 21, 12; at 57, 48, 39, 30, 21
enum flitlock_prefetch {                                  // R-SU-16
  FLITLOCK_PREFETCH_NONE,
  FLITLOCK_PREFETCH_NEXT_PAGE,
  FLITLOCK_PREFETCH_STRIDE,
  FLITLOCK_PREFETCH_ORACLE,
  FLITLOCK_PREFETCH_RECORDED,
};

enum flitlock_l2_mode { FLITLOCK_L2_OFF, FLITLOCK_L2_MODELLED };  // chapter 10

struct flitlock_config_places;  // opaque: file and line of every key, for messages

struct flitlock_config {
  char *path;                             // file it came from, for messages
  struct flitlock_config_places *places;  // NULL: not known
  char *name;
  uint64_t seed;  // never 0
  struct flitlock_config_pod {
    uint32_t gpus;           // 1 to 255
    uint32_t switches;       // 0: fully connected (2 to 8 GPUs)
    uint32_t meshes;         // a GPU, 1 to 16
    uint32_t rows, columns;  // of a mesh; rows * columns <= 255
    char *exit_node;         // "E"; NULL: no DST (then gpus = meshes = 1 or nothing leaves a mesh)
    char **client_nodes;     // NULL: every node
    unsigned client_nodes_count;
    uint32_t req_clients;  // at each client node
    uint32_t rsp_clients;
    uint32_t unit_bytes;  // 64
    uint32_t max_bytes;   // upper bound of the data of one packet, 256; flitlock_config_max_len says what is built
    double clock_ghz;     // cycles per ns, for values with time units and for reports; 1
    int planes_rsp;       // 1: the response plane is built; 0: request plane only (needs workload.posted)
    int kind;             // enum flitlock_pod_kind
  } pod;
  struct flitlock_config_routing {
    int algorithm;  // enum flitlock_routing
    struct flitlock_table_entry *table;
    unsigned table_count;
  } routing;
  struct flitlock_config_vcs {
    uint32_t count;        // 10
    uint32_t outbound;     // 3
    uint32_t inbound_req;  // 4
    uint32_t inbound_rsp;  // 0
  } vcs;
  struct flitlock_config_defaults {                      // defaults of all routers and links
    uint32_t input_depth, crossbar_depth, output_depth;  // 8, 8, 8
    uint32_t width;                                      // bytes, 64
    uint32_t latency, credit_latency;                    // 1, 1
    uint32_t gpu_link_latency;                           // of DST-DST, DST-switch links, 1
    int input_stage, crossbar_stage, output_stage;
    int arbiter_l1, arbiter_l2, arbiter_l3;
  } defaults;
  struct flitlock_router_rule *routers;
  unsigned routers_count;
  struct flitlock_link_rule *links;
  unsigned links_count;
  struct flitlock_impl_rule *impl;  // obeyed by flitlock_pod_create_chosen
  unsigned impl_count;
  struct flitlock_config_clients {
    uint32_t outstanding;      // 0: no limit
    uint32_t service_latency;  // cycles
    uint32_t response_queue;   // 64
    uint32_t input_depth;      // 8
    double stall;              // 0
  } clients;
  struct flitlock_config_workload {
    int kind;        // enum flitlock_workload_kind
    int op;          // write or read, when `mix` is empty
    uint32_t bytes;  // 64
    struct flitlock_mix_entry *mix;
    unsigned mix_count;
    int posted;
    int scope;        // enum flitlock_scope
    int destination;  // enum flitlock_destination
    double hot_fraction;
    char *hot_target;  // client name, "gpu1.mesh0.A.rsp_client0"
    int injection;     // enum flitlock_injection
    double rate;       // requests per cycle and client
    uint32_t interval, phase;
    uint32_t burst;
    uint64_t count;         // requests of each client, 0: no end
    uint64_t region;        // bytes from 0 on that synthetic requests go to, 0: as many as there are
    uint32_t align;         // with `region`: addresses are multiples of it, a power of two
    char *trace;            // CSV file
    char *msccl;            // XML file
    uint64_t msccl_bytes;   // size of the collective, bytes a GPU
    uint32_t msccl_packet;  // bytes of one write, 256
  } workload;
  struct flitlock_config_scale_up {                 // chapter 8
    uint32_t node_gpus;                             // GPUs of a node
    uint32_t stations;                              // of a GPU
    double station_rate;                            // Gb/s a direction
    uint32_t cu_noc, fabric, hbm, link, switching;  // cycles, R-SU-6
    uint32_t request_bytes;
    uint32_t window;  // outstanding requests of a GPU
    uint32_t buffer;  // requests, behind each input of a switch and of a memory
  } scale_up;
  struct flitlock_config_link_tlb {  // chapter 7
    int mode;                        // enum flitlock_link_tlb_mode
    uint32_t acc_lsb;                // bit of an NPA above the offset
    uint32_t page;                   // bytes, a power of two
    uint8_t *page_bits;              // four, by size class, instead of `page`; NULL: none
    unsigned page_bits_count;
    uint32_t size_lsb;                         // where the size class is
    uint32_t l1_latency, l1_entries, l1_ways;  // cycles, translations
    uint32_t l1_mshrs, l1_targets;             // 0 targets: no limit
    int l1_policy;                             // enum flitlock_replacement
    uint32_t l2_latency, l2_entries, l2_ways, l2_mshrs;
    int l2_policy;
    uint32_t l2_partitions;  // by number of the source GPU
    int walk;                // enum flitlock_walk
    uint32_t access;         // cycles, of a PTE
    uint32_t walkers;
    int pwc;            // 1: page-walk caches
    uint8_t *pwc_ways;  // by level; NULL: 16, 32, 64, 128
    unsigned pwc_ways_count;
    int prefetch;             // enum flitlock_prefetch
    uint32_t prefetch_ahead;  // pages
    double misprediction;     // of the pages translated in the compute phase, share that is wrong
    int pre_translate;        // 1: in the compute phase
    int flush;                // 1: TLBs are emptied before each iteration but the first
    uint64_t memory;          // of a pod of meshes: bytes of each GPU that are mapped, from offset 0 (R-DTLB-9)
    uint32_t l1_store;        // of a pod of meshes: flits that an L1 has room for (R-DTLB-4)
  } link_tlb;
  struct flitlock_config_l2 {  // chapter 10
    int mode;                  // enum flitlock_l2_mode
    int profile;               // number of flitlock_l2_profile_name
    uint32_t fabric_latency;   // cycles
    uint32_t fabric_bytes;     // that an output of the fabric carries in a cycle
    uint32_t memory_latency;   // cycles, 0: the profile's
    uint32_t memory_interval;  // cycles for 64 bytes, 0: the profile's
  } l2;
  struct flitlock_config_collective {  // R-SU-19 to R-SU-21
    int kind;                          // enum flitlock_collective
    uint64_t bytes;
    uint32_t streams;
    int ranges;  // enum flitlock_ranges
    uint32_t iterations;
    uint64_t gap;      // cycles between iterations
    uint64_t compute;  // cycles of computing before each iteration
    char *msccl;
  } collective;
  struct flitlock_config_run {
    uint64_t cycles;       // length of a run without an end of its own; limit of one with
    uint64_t warmup;       // cycles before the window; UINT64_MAX: detect
    uint64_t window;       // length of the window; 0: to the end
    int drain;             // 1: after `cycles` stop injecting and run until empty
    uint64_t drain_limit;  // cycles
  } run;
  struct flitlock_config_study {  // other readings of the source, docs/spec/study-readings.md
    int instant_credits;
    int pointer;        // enum flitlock_study_pointer
    int room;           // enum flitlock_study_room
    int l2_candidates;  // enum flitlock_study_candidates
  } study;
  struct flitlock_config_check {
    int invariants;     // 1
    uint64_t watchdog;  // cycles without any movement, 10000
    uint64_t max_age;   // cycles, 0: no limit
  } check;
};

// Reads `path`, applies `sets` ("key.path=value", in order; list entries by number, "links.0.width=64B"), fills in
// defaults and validates. On failure the error names file, line where there is one, key path, both values and what to
// do. E_INPUT or E_CONFIG.
int flitlock_config_load(const char *path, const char *const *sets, size_t set_count, struct flitlock_config **config,
                         struct flitlock_error *error);
// The same from a text; `path` is its name in messages, and its base is found beside that. Other files are found from
// where the program runs.
int flitlock_config_load_text(const char *text, const char *path, const char *const *sets, size_t set_count,
                              struct flitlock_config **config, struct flitlock_error *error);
void flitlock_config_free(struct flitlock_config *config);
// The whole configuration, defaults included, as YAML that loads to the same configuration. Caller frees `*text`.
int flitlock_config_dump(const struct flitlock_config *config, char **text, size_t *size, struct flitlock_error *error);
// A hash over everything that can influence a result (not `name`, not paths).
uint64_t flitlock_config_hash(const struct flitlock_config *config);
// Where a key was said, for a message: "file:line", "--set KEY=VALUE", or "default" (key "links.0.width" or "links.0").
// Returns `buffer`.
char *flitlock_config_where(const struct flitlock_config *config, const char *key, char *buffer, size_t size);
// Units of the largest packet the workload makes (a trace: of `pod.max_bytes`); what routers and clients are built for.
uint32_t flitlock_config_max_len(const struct flitlock_config *config);
// 1 when a key of `study` is not what the specification says.
int flitlock_config_is_study(const struct flitlock_config *config);

#ifdef __cplusplus
}
#endif
#endif
