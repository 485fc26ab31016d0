// SPDX-License-Identifier: Apache-2.0
#include "verilated/rtl_router.h"

#include <algorithm>
#include <cstring>

#include "verilated/rtl_host.h"

namespace flitlock_rtl {
namespace {

const std::vector<KnownShape> &routers() {
  static const std::vector<KnownShape> shapes = known_shapes(ShapeKind::Router);
  return shapes;
}

std::vector<HostPort> ports_of(const flitlock_router_params &params) {
  std::vector<HostPort> ports(params.ports);
  for (uint32_t number = 0; number < params.ports; number++) {
    const flitlock_router_port &from = params.port[number];
    flitlock_port_info &to = ports[number].info;
    std::memcpy(to.name, from.name, sizeof to.name);
    to.has_in = from.has_in;
    to.has_out = from.has_out;
    to.in_width = from.in_width;
    to.out_width = from.out_width;
    std::copy_n(from.input_depth, FLITLOCK_MAX_VCS, to.in_depth);
  }
  return ports;
}

void wire_route(RtlHost &host, const flitlock_route &route) {
  const Pins &pins = host.pins();
  *pins.kind = route.kind & 3U;
  *pins.gpu = route.gpu;
  *pins.mesh = route.mesh;
  *pins.node = route.node;
  *pins.exit_node = route.exit_node;
  *pins.exit_port = route.exit_port;
  *pins.client_port = route.client_port;
  *pins.switches = route.switches;
  *pins.switch_port = route.switch_port;
  std::memcpy(pins.next, route.next, sizeof route.next);
  std::memcpy(pins.gpu_port, route.gpu_port, sizeof route.gpu_port);
  std::memcpy(pins.mesh_port, route.mesh_port, sizeof route.mesh_port);
  *pins.load = 1;
  host.eval();
}

int create(const void *params_pointer, const char *name, flitlock_block **block, flitlock_error *error) {
  const auto &params = *static_cast<const flitlock_router_params *>(params_pointer);
  const size_t number = flitlock_rtl_shape_find(&params, name, error);
  if (number == routers().size()) return FLITLOCK_E_CONFIG;
  return create_host(
      *routers()[number].kind, {"router", params.vcs, params.unit_bytes, params.checks != 0}, ports_of(params),
      rtl_parameters(params), name, [&](RtlHost &host) { wire_route(host, params.route); }, block, error);
}

}  // namespace
}  // namespace flitlock_rtl

extern "C" {

size_t flitlock_rtl_shape_count(void) { return flitlock_rtl::routers().size(); }

struct flitlock_rtl_shape flitlock_rtl_shape_at(size_t number) {
  const flitlock_rtl::KnownShape &known = flitlock_rtl::routers().at(number);
  return {known.kind->name, &known.shape.params};
}

size_t flitlock_rtl_shape_find(const struct flitlock_router_params *params, const char *name,
                               struct flitlock_error *error) {
  return flitlock_rtl::find_shape(
      flitlock_rtl::routers(),
      [params](const flitlock_rtl::Shape &shape, unsigned *equal) {
        return flitlock_rtl::shape_difference(shape.params, *params, equal);
      },
      "router", name, error);
}

const uint8_t *flitlock_rtl_payload(const struct flitlock_block *block, uint32_t port) {
  return flitlock_rtl::rtl_host(block)->payload(port);
}
void flitlock_rtl_write_back(struct flitlock_block *block, int on) {
  flitlock_rtl::rtl_host(block)->write_back(on != 0);
}

const struct flitlock_block_ops flitlock_router_rtl = flitlock_rtl::rtl_ops("router", flitlock_rtl::create);

}  // extern "C"
