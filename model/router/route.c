// SPDX-License-Identifier: Apache-2.0
#include "router/route.h"

uint32_t flitlock_route_port(const struct flitlock_route *route, uint32_t dst) {
  struct flitlock_way way = flitlock_way_of(route);
  uint32_t port = flitlock_way_port(&way, dst);
  return port < FLITLOCK_MAX_PORTS ? port : FLITLOCK_NO_PORT;
}
