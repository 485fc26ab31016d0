// SPDX-License-Identifier: Apache-2.0
// Where a packet leaves a router. R-RT-1: the answer depends on the place of the router and on `dst` alone.
#ifndef FLITLOCK_MODEL_ROUTER_ROUTE_H
#define FLITLOCK_MODEL_ROUTER_ROUTE_H

#include "flitlock/router.h"

// R-RT-2.
static inline uint32_t flitlock_route_mesh(const struct flitlock_route *route, uint32_t dst) {
  uint32_t target = flitlock_address_node(dst);
  bool local = (dst & 0xFFFFU) == flitlock_address(route->gpu, route->mesh, 0, 0);
  if (!local) {
    target = route->exit_node;
    if (target == FLITLOCK_NO_PORT) return FLITLOCK_NO_PORT;
  }
  if (target != route->node) return route->next[target];
  return local ? route->client_port + flitlock_address_port(dst) : route->exit_port;
}

// R-DST-2, R-SW-2.
static inline uint32_t flitlock_route_dst(const struct flitlock_route *route, uint32_t dst) {
  uint32_t gpu = flitlock_address_gpu(dst);
  if (gpu == route->gpu) return route->mesh_port[flitlock_address_mesh(dst)];
  if (route->switches == 0) return route->gpu_port[gpu];
  uint32_t spread = flitlock_address_mesh(dst) + flitlock_address_node(dst) + flitlock_address_port(dst);
  return route->switch_port + spread % route->switches;
}

static inline uint32_t flitlock_route_lookup(const struct flitlock_route *route, uint32_t dst) {
  if (route->kind == FLITLOCK_ROUTE_MESH) return flitlock_route_mesh(route, dst);
  if (route->kind == FLITLOCK_ROUTE_DST) return flitlock_route_dst(route, dst);
  return route->gpu_port[flitlock_address_gpu(dst)];
}

#endif
