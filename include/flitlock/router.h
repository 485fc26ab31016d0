// SPDX-License-Identifier: Apache-2.0
// Router, DST and switch: parameters and the golden block. Source: specification chapters 2 and 3.
#ifndef FLITLOCK_ROUTER_H
#define FLITLOCK_ROUTER_H

#include "flitlock/block.h"

#ifdef __cplusplus
extern "C" {
#endif

enum flitlock_arbiter {
  FLITLOCK_ARB_ROUND_ROBIN = 0,  // R-ARB-1, R-ARB-2
  FLITLOCK_ARB_WEIGHTED = 1,     // R-ARB-3
  FLITLOCK_ARB_OLDEST = 2,       // R-ARB-4
};

enum flitlock_route_kind {
  FLITLOCK_ROUTE_MESH = 0,    // R-RT-2
  FLITLOCK_ROUTE_DST = 1,     // R-DST-2 (and R-SW-2 when `switches` > 0)
  FLITLOCK_ROUTE_SWITCH = 2,  // R-SW-2
};

#define FLITLOCK_NO_PORT 255

// Where packets go. Ports are numbers of this router.
struct flitlock_route {
  uint8_t kind;
  uint8_t gpu;             // own place (mesh, DST)
  uint8_t mesh;            // own place (mesh)
  uint8_t node;            // own place (mesh)
  uint8_t exit_node;       // mesh: node with the way out; FLITLOCK_NO_PORT: none, every destination is local
  uint8_t exit_port;       // mesh, at the exit node: port to the DST
  uint8_t client_port;     // mesh: port of client 0; client c is client_port + c
  uint8_t switches;        // DST: 0 fully connected, else number of switches
  uint8_t switch_port;     // DST with switches: port of switch 0
  uint8_t next[256];       // mesh: port towards node n (not used for n == node)
  uint8_t gpu_port[256];   // DST without switches, switch: port towards GPU g
  uint8_t mesh_port[256];  // DST: port of mesh m
};

// One port. Depths are entries, at least F(max_len, width) each; 0 for a side that does not exist.
struct flitlock_router_port {
  char name[24];  // "N", "E", "S", "W", "dst", "req_client0", "mesh0", "gpu2", "switch1"
  uint8_t has_in;
  uint8_t has_out;
  uint8_t in_width;                           // units, 1 or 2
  uint8_t out_width;                          // units, 1 or 2
  uint8_t vc_map[FLITLOCK_MAX_VCS];           // VcMap of the input, R-DST-3
  uint8_t weight;                             // L2 weight of this input, 1 to 15
  uint16_t input_depth[FLITLOCK_MAX_VCS];     // input_buffer[this][vc]
  uint16_t crossbar_depth[FLITLOCK_MAX_VCS];  // crossbar_buffer[*][this][vc], each
  uint16_t output_depth[FLITLOCK_MAX_VCS];    // output_buffer[this][vc]
  uint16_t credits[FLITLOCK_MAX_VCS];         // depth of the buffer at the far end of this output
};

// Other readings of the source than the specification's, for studies, in C alone: docs/spec/study-readings.md. All
// zero: the specification.
enum flitlock_study_pointer { FLITLOCK_STUDY_GRANT = 0, FLITLOCK_STUDY_TAIL = 1, FLITLOCK_STUDY_CYCLE = 2 };
enum flitlock_study_room { FLITLOCK_STUDY_BEFORE = 0, FLITLOCK_STUDY_AFTER = 1 };
enum flitlock_study_candidates { FLITLOCK_STUDY_PAIRS = 0, FLITLOCK_STUDY_INPUTS = 1 };
struct flitlock_study {
  uint8_t pointer;        // enum flitlock_study_pointer: when that of round robin moves
  uint8_t room;           // enum flitlock_study_room: judged before or after the pops of later levels
  uint8_t l2_candidates;  // enum flitlock_study_candidates
};

struct flitlock_router_params {
  uint32_t ports;                       // 1 to FLITLOCK_MAX_PORTS
  uint32_t vcs;                         // 1 to FLITLOCK_MAX_VCS
  uint32_t max_len;                     // units of the largest packet, 1 to FLITLOCK_MAX_LEN
  uint32_t unit_bytes;                  // 8 to 64
  uint8_t registered[3];                // input, crossbar, output buffers: R-REG-1
  uint8_t arbiter[3];                   // L1, L2, L3: enum flitlock_arbiter
  uint8_t vc_weight[FLITLOCK_MAX_VCS];  // weights at L1 and L3, 1 to 15
  uint8_t checks;  // 1: protocol and invariants are checked in every step (see `check` of the block)
  struct flitlock_route route;
  struct flitlock_router_port port[FLITLOCK_MAX_PORTS];
  struct flitlock_study study;  // looked at by flitlock_router_study alone
};

// Sensible values: no ports yet, 10 VCs, packets up to 4 units of 64 bytes, fall-through, round robin, weights 1,
// identity VC maps, every depth 8, checks on.
void flitlock_router_params_default(struct flitlock_router_params *params);
// Says what is impossible and why, with both values: E_CONFIG.
int flitlock_router_params_validate(const struct flitlock_router_params *params, const char *name,
                                    struct flitlock_error *error);
// The output port for a destination, R-RT and R-DST-2; FLITLOCK_NO_PORT if there is none.
uint32_t flitlock_route_port(const struct flitlock_route *route, uint32_t dst);

// The golden router in C.
extern const struct flitlock_block_ops flitlock_router_golden;
// A slower router in C that takes the readings of `study`. Fall-through buffers and round robin alone: E_CONFIG for
// others.
extern const struct flitlock_block_ops flitlock_router_study;
// The first half of its step (engine.h): arrivals and L1, with the credits that these give.
void flitlock_router_study_early(struct flitlock_block *block, uint64_t cycle, const struct flitlock_in *in,
                                 struct flitlock_out *out);

#ifdef __cplusplus
}
#endif
#endif
