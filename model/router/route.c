// SPDX-License-Identifier: Apache-2.0
#include "router/route.h"

uint32_t flitlock_route_port(const struct flitlock_route *route, uint32_t dst) {
  uint32_t port = flitlock_route_lookup(route, dst);
  return port < FLITLOCK_MAX_PORTS ? port : FLITLOCK_NO_PORT;
}
