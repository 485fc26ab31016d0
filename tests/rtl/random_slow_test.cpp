// SPDX-License-Identifier: Apache-2.0
// The RTL in random shapes, under random traffic, against the naive reference router: every output of every port in
// every cycle.
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "reference/router_bench.h"
#include "verilated/rtl_router.h"

namespace flitlock_test {
namespace {

std::vector<size_t> random_shapes() {
  std::vector<size_t> list;
  for (size_t k = 0; k < flitlock_rtl_shape_count(); k++)
    if (std::strncmp(flitlock_rtl_shape_at(k).name, "random_", 7) == 0) list.push_back(k);
  return list;
}

// Where the router is and where its ports lead: to outputs that exist.
flitlock_route random_route(const flitlock_router_params &params, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<uint8_t> outputs;
  for (uint32_t port = 0; port < params.ports; port++)
    if (params.port[port].has_out) outputs.push_back(static_cast<uint8_t>(port));
  auto below = [&](size_t bound) { return static_cast<uint8_t>(random() % bound); };
  auto any_output = [&] { return outputs[below(outputs.size())]; };
  flitlock_route route{};
  route.kind = below(3);
  route.gpu = below(4);
  route.mesh = below(4);
  route.node = below(16);
  route.exit_node = below(16);
  route.exit_port = any_output();
  route.client_port = any_output();
  route.switch_port = any_output();
  if (below(2))
    while (route.switch_port + route.switches < static_cast<int>(params.ports) &&
           params.port[route.switch_port + route.switches].has_out)
      route.switches++;
  for (unsigned k = 0; k < 256; k++) {
    route.next[k] = any_output();
    route.gpu_port[k] = any_output();
    route.mesh_port[k] = any_output();
  }
  return route;
}

class RtlRandom : public testing::TestWithParam<size_t> {};

// The shape is the model's; the traffic is drawn anew, and so is where the ports lead.
TEST_P(RtlRandom, IsTheReference) {
  const flitlock_rtl_shape shape = flitlock_rtl_shape_at(GetParam());
  uint64_t flits = 0, credits = 0;
  for (uint64_t seed = 1; seed <= 8; seed++) {
    flitlock_router_params params;
    RouterTraffic traffic;
    random_router(seed * 1000 + GetParam(), params, traffic);
    params = *shape.params;
    params.route = random_route(params, seed * 1000 + GetParam());
    params.checks = 1;
    const RouterBenchResult result = run_router_bench(flitlock_router_rtl, params, traffic, seed);
    ASSERT_EQ(result.difference, "") << "seed " << seed << ", shape " << shape.name << ": "
                                     << describe_router(params, traffic);
    flits += result.flits;
    credits += result.credits;
  }
  EXPECT_GT(flits, 100U) << shape.name;
  EXPECT_GT(credits, 100U) << shape.name;
}

INSTANTIATE_TEST_SUITE_P(Shapes, RtlRandom, testing::ValuesIn(random_shapes()),
                         [](const auto &each) { return std::string(flitlock_rtl_shape_at(each.param).name); });

}  // namespace
}  // namespace flitlock_test
