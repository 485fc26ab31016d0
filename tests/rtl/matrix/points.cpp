// SPDX-License-Identifier: Apache-2.0
#include "rtl/matrix/matrix.h"
#include "verilated/rtl_router.h"

namespace flitlock_test {
namespace {

using Random = std::mt19937_64;

unsigned below(Random &random, size_t bound) { return static_cast<unsigned>(random() % bound); }

// Where the router is and where its ports lead: every output that exists is a destination.
flitlock_route route_to_all(const flitlock_router_params &params, Random &random) {
  std::vector<uint8_t> outputs;
  for (uint32_t port = 0; port < params.ports; port++)
    if (params.port[port].has_out) outputs.push_back(static_cast<uint8_t>(port));
  const unsigned shift = below(random, outputs.size());
  auto output = [&](unsigned n) { return outputs[(n + shift) % outputs.size()]; };
  flitlock_route route{};
  route.kind = static_cast<uint8_t>(below(random, 3));
  route.exit_node = FLITLOCK_NO_PORT;
  if (route.kind == FLITLOCK_ROUTE_MESH) {
    route.gpu = static_cast<uint8_t>(below(random, 4));
    route.mesh = static_cast<uint8_t>(below(random, 4));
    route.node = static_cast<uint8_t>(below(random, 16));
    route.exit_node = static_cast<uint8_t>(below(random, 16));
    route.exit_port = output(1);
    route.client_port = output(2);
  } else {
    route.gpu = FLITLOCK_MAX_PORTS;  // nobody's: a DST leads to every GPU
    if (route.kind == FLITLOCK_ROUTE_DST && below(random, 2)) {
      route.switch_port = outputs[0];
      while (route.switch_port + route.switches < static_cast<int>(params.ports) &&
             params.port[route.switch_port + route.switches].has_out)
        route.switches++;
    }
  }
  for (unsigned k = 0; k < 256; k++) {
    route.next[k] = output(k);
    route.gpu_port[k] = output(k);
    route.mesh_port[k] = output(k);
  }
  return route;
}

// The largest packet of 1 to 4 units for which all buffers have room. RTL has no parameter for it.
void set_max_len(flitlock_router_params &params) {
  for (params.max_len = 4; params.max_len > 1; params.max_len--) {
    flitlock_error error{};
    if (flitlock_router_params_validate(&params, "matrix", &error) == FLITLOCK_OK) return;
  }
}

}  // namespace

MatrixPoint matrix_point(size_t shape, std::mt19937_64 &random) {
  MatrixPoint point;
  point.shape = shape;
  point.name = flitlock_rtl_shape_at(shape).name;
  point.params = *flitlock_rtl_shape_at(shape).params;
  point.params.checks = 1;
  point.params.route = route_to_all(point.params, random);
  set_max_len(point.params);
  return point;
}

std::vector<MatrixPoint> matrix_points(unsigned first, unsigned count) {
  static const double stalls[] = {0, 0.05, 0.25, 0.5, 0.75, 0.9, 0.95};
  std::vector<MatrixPoint> points;
  for (unsigned n = first; n < first + count; n++) {
    Random random(n);
    MatrixPoint point = matrix_point(n % flitlock_rtl_shape_count(), random);
    point.seed = n;
    RouterTraffic &traffic = point.traffic;
    traffic.sleeper = false;
    traffic.stall = stalls[n % 7];
    traffic.credit_latency = 1 + n % 4;
    traffic.source_latency = 1 + below(random, 4);
    traffic.link_latency = 1 + n % 3;
    traffic.len = (n + n / 5) % 5 <= point.params.max_len ? (n + n / 5) % 5 : 0;
    // Low loads for packets that meet nobody, high ones for packets that wait.
    traffic.load = n % 3 == 2 ? 0.1 : 0.4 + 0.2 * below(random, 4);
    traffic.gap = n % 2 ? 0.3 * below(random, 3) : 0;
    traffic.cycles = 1000;
    traffic.reset_at = n % 6 == 5 ? 100 + below(random, 800) : 0;
    points.push_back(point);
  }
  return points;
}

}  // namespace flitlock_test
