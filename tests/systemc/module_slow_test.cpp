// SPDX-License-Identifier: Apache-2.0
// The modules: golden and RTL present the same on every pin at any time, and what the reference router presents, under
// random traffic with stalls and resets.
#include <gtest/gtest.h>

#include <cstring>

#include "flitlock/lockstep.h"
#include "reference/router_bench.h"
#include "systemc/dst.h"
#include "systemc/rig.h"
#include "verilated/rtl_router.h"

namespace flitlock_test {
namespace {

// Ports lead to outputs that exist, whatever the destination.
void route_everywhere(flitlock_router_params &params) {
  std::vector<uint8_t> outputs;
  for (uint32_t p = 0; p < params.ports; p++)
    if (params.port[p].has_out) outputs.push_back(static_cast<uint8_t>(p));
  flitlock_route &route = params.route;
  route = {};
  route.exit_node = FLITLOCK_NO_PORT;
  route.client_port = outputs[0];
  route.node = 255;
  for (size_t n = 0; n < sizeof route.next; n++)
    route.next[n] = outputs[n % outputs.size()];
}

void expect_reference(const flitlock_router_params &params, const RouterTraffic &traffic, uint64_t seed) {
  const RouterBenchResult result = run_router_bench(rig_ops, params, traffic, seed);
  EXPECT_EQ(result.difference, "") << describe_router(params, traffic);
  EXPECT_EQ(rig_result.difference, "");
  EXPECT_GT(result.flits, 50U);
  EXPECT_GE(rig_result.flits, result.flits);
  EXPECT_GT(rig_result.compared, 12 * result.cycles);
}

std::vector<size_t> shapes() {
  std::vector<size_t> list;
  for (size_t k = 0; k < flitlock_rtl_shape_count(); k++)
    if (std::strncmp(flitlock_rtl_shape_at(k).name, "random_", 7) == 0) list.push_back(k);
  return list;
}

class SystemcRouter : public testing::TestWithParam<size_t> {};

TEST_P(SystemcRouter, GoldenAndRtlAreTheReferenceOnEveryPin) {
  const uint64_t seed = GetParam() + 1;
  flitlock_router_params params;
  RouterTraffic traffic;
  random_router(seed, params, traffic);
  params = *flitlock_rtl_shape_at(GetParam()).params;
  params.checks = 1;
  route_everywhere(params);
  traffic.load = 0.5;
  traffic.cycles = 600;
  traffic.sleeper = false;
  traffic.reset_at = 100 + seed % 7;
  rig_options.device = &flitlock_router_rtl;
  rig_options.reset_from = static_cast<unsigned>(7 + seed % 2);
  rig_options.reset_edges = static_cast<unsigned>(seed % 3);
  expect_reference(params, traffic, seed);
}

INSTANTIATE_TEST_SUITE_P(Shapes, SystemcRouter, testing::ValuesIn(shapes()),
                         [](const auto &each) { return std::string(flitlock_rtl_shape_at(each.param).name); });

// In every cycle around the first packets, over no edge, one, two and three.
class SystemcReset : public testing::TestWithParam<unsigned> {};

TEST_P(SystemcReset, AtAnyTimeLeavesNothing) {
  flitlock_router_params params = *flitlock_rtl_shape_at(shapes().front()).params;
  params.checks = 1;
  route_everywhere(params);
  RouterTraffic traffic;
  traffic.load = 0.9;
  traffic.stall = 0.3;
  traffic.cycles = 120;
  traffic.sleeper = false;
  traffic.reset_at = 1 + GetParam() / 4;
  rig_options.device = &flitlock_router_rtl;
  rig_options.reset_from = 7 + GetParam() % 2;
  rig_options.reset_edges = GetParam() % 4;
  expect_reference(params, traffic, GetParam() + 1);
}

INSTANTIATE_TEST_SUITE_P(Cycles, SystemcReset, testing::Range(0U, 24U));

TEST(SystemcDst, GoldenAndRtlAreTheReferenceOnEveryPin) {
  flitlock_sc::DstParams dst;
  dst.meshes = 1;
  dst.gpus = 2;
  dst.max_len = 1;
  const flitlock_router_params params = flitlock_sc::dst_router_params(dst, 64);
  EXPECT_STREQ(params.port[0].name, "mesh0");
  EXPECT_STREQ(params.port[1].name, "gpu1");
  RouterTraffic traffic;
  traffic.stall = 0.5;
  traffic.cycles = 600;
  traffic.sleeper = false;
  rig_options.device = &flitlock_router_rtl;
  expect_reference(params, traffic, 3);
}

// An error in the RTL is seen on a pin, whatever it is.
class SystemcPlant : public testing::TestWithParam<int> {};

TEST_P(SystemcPlant, IsSeenOnAPin) {
  flitlock_router_params params = *flitlock_rtl_shape_at(shapes().front()).params;
  params.checks = 1;
  route_everywhere(params);
  flitlock_planted_params planted{&flitlock_router_rtl, &params, params.unit_bytes, {}, nullptr};
  flitlock_error error{};
  ASSERT_EQ(flitlock_plant_parse(flitlock_plant_word(GetParam()), &planted.plant, &error), FLITLOCK_OK) << error.text;
  planted.plant.cycle = 50;
  RouterTraffic traffic;
  traffic.load = 0.4;
  traffic.cycles = 400;
  traffic.sleeper = false;
  rig_options.device = &flitlock_planted_block;
  rig_options.device_params = &planted;
  const RouterBenchResult result = run_router_bench(rig_ops, params, traffic, 5);
  EXPECT_EQ(result.difference.find("the block's own check: "), 0U) << "golden itself differs: " << result.difference;
  EXPECT_NE(rig_result.difference.find(": golden "), std::string::npos) << rig_result.difference;
}

INSTANTIATE_TEST_SUITE_P(Kinds, SystemcPlant, testing::Range(0, int{FLITLOCK_PLANT_COUNT}), [](const auto &each) {
  std::string name = flitlock_plant_word(each.param);
  for (char &c : name)
    if (c == '-') c = '_';
  return name;
});

}  // namespace
}  // namespace flitlock_test
