// SPDX-License-Identifier: Apache-2.0
// Where a packet leaves a router. R-RT-1: the answer depends on the place of the router and on `dst` alone.
#ifndef FLITLOCK_MODEL_ROUTER_ROUTE_H
#define FLITLOCK_MODEL_ROUTER_ROUTE_H

#include "flitlock/router.h"

// A route made ready for asking.
struct flitlock_way {
  struct flitlock_route route;
  uint32_t place;  // mesh: GPU and mesh as the low half of an address has them
  uint32_t exit;   // mesh: output towards all that is outside the mesh
};

static inline struct flitlock_way flitlock_way_of(const struct flitlock_route *route) {
  struct flitlock_way way = {*route, flitlock_address(route->gpu, route->mesh, 0, 0), FLITLOCK_NO_PORT};
  if (route->exit_node != FLITLOCK_NO_PORT)
    way.exit = route->exit_node == route->node ? route->exit_port : route->next[route->exit_node];
  return way;
}

// R-RT-2.
static inline uint32_t flitlock_way_mesh(const struct flitlock_way *way, uint32_t dst) {
  if ((dst & 0xFFFFU) != way->place) return way->exit;
  uint32_t target = flitlock_address_node(dst);
  if (target != way->route.node) return way->route.next[target];
  return way->route.client_port + flitlock_address_port(dst);
}

// R-DST-2, R-SW-2.
static inline uint32_t flitlock_way_dst(const struct flitlock_way *way, uint32_t dst) {
  uint32_t gpu = flitlock_address_gpu(dst);
  if (gpu == way->route.gpu) return way->route.mesh_port[flitlock_address_mesh(dst)];
  if (way->route.switches == 0) return way->route.gpu_port[gpu];
  uint32_t spread = flitlock_address_mesh(dst) + flitlock_address_node(dst) + flitlock_address_port(dst);
  return way->route.switch_port + spread % way->route.switches;
}

// The output for `dst`; a number that is no port if there is none.
static inline uint32_t flitlock_way_port(const struct flitlock_way *way, uint32_t dst) {
  if (way->route.kind == FLITLOCK_ROUTE_MESH) return flitlock_way_mesh(way, dst);
  if (way->route.kind == FLITLOCK_ROUTE_DST) return flitlock_way_dst(way, dst);
  return way->route.gpu_port[flitlock_address_gpu(dst)];
}

#endif
