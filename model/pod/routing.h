// SPDX-License-Identifier: Apache-2.0
// Ways inside a mesh: R-RT-3.
#ifndef FLITLOCK_POD_ROUTING_H
#define FLITLOCK_POD_ROUTING_H

#include "flitlock/config.h"

#ifdef __cplusplus
extern "C" {
#endif

// next[to]: the neighbour of `at` on the way to node `to`; -1 for `at` itself, and where a table has no entry.
void flitlock_pod_next_nodes(const struct flitlock_config *config, uint32_t at, int next[256]);
// 1 when the nodes have an edge.
int flitlock_pod_nodes_adjacent(const struct flitlock_config *config, uint32_t a, uint32_t b);

// Sides in the order of R-RT-4.
enum pod_side { POD_NORTH, POD_EAST, POD_SOUTH, POD_WEST, POD_SIDES };
// The neighbour on a side, or -1 at the edge of the mesh.
int flitlock_pod_neighbour(const struct flitlock_config *config, uint32_t node, enum pod_side side);

#ifdef __cplusplus
}
#endif
#endif
