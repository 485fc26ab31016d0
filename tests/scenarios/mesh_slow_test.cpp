// SPDX-License-Identifier: Apache-2.0
// Scenarios of meshes: narrow ones, golden and RTL mixed, logs that depend on the seed alone (docs/scenarios.md).
#include <thread>

#include "support/lockstep_run.h"
#include "support/paths.h"
#include "support/scratch.h"
#include "verilated/rtl_router.h"

namespace flitlock_test {
namespace {

int find(const flitlock_router_params *params, const char *name, flitlock_error *error) {
  return flitlock_rtl_shape_find(params, name, error) < flitlock_rtl_shape_count() ? FLITLOCK_OK : FLITLOCK_E_CONFIG;
}
const flitlock_device rtl_device = {"rtl", &flitlock_router_rtl, find, nullptr};

std::string mesh() { return repository_file("tests/scenarios/mesh.yaml"); }

LockstepSetup with(int use, const std::string &events = "") {
  LockstepSetup setup;
  setup.use = use;
  setup.device = &rtl_device;
  setup.events = events;
  return setup;
}

// ---- Narrow meshes

struct Size {
  unsigned rows, columns;
};
class NarrowMesh : public testing::TestWithParam<Size> {};

TEST_P(NarrowMesh, GoldenAndRtlAreEqualInEveryRouter) {
  const Size size = GetParam();
  for (const char *stall : {"clients.stall=0", "clients.stall=0.7"}) {
    for (const char *algorithm : {"routing.algorithm=xy", "routing.algorithm=yx"}) {
      Config config(mesh(), {"pod.rows=" + std::to_string(size.rows), "pod.columns=" + std::to_string(size.columns),
                             stall, algorithm, "run.drain=true"});
      ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
      LockstepRun run(config, with(FLITLOCK_USE_LOCKSTEP));
      ASSERT_EQ(run.run_status, FLITLOCK_OK) << run.error.text;
      EXPECT_EQ(run.status, FLITLOCK_OK) << run.verdict.text;
      EXPECT_EQ(run.blocks.lockstep, size.rows * size.columns);
      EXPECT_EQ(run.total.divergences, 0U);
      EXPECT_GT(run.total.flits, 500U);
      for (uint32_t n = 0; n < flitlock_lockstep_block_count(run.session); n++) {
        flitlock_lockstep_counts counts{};
        flitlock_lockstep_block_counts(run.session, n, &counts);
        EXPECT_GT(counts.flits, 10U) << flitlock_lockstep_block_name(run.session, n);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, NarrowMesh, testing::Values(Size{1, 4}, Size{4, 1}, Size{1, 2}, Size{2, 5}, Size{5, 2}),
                         [](const auto &each) {
                           return std::to_string(each.param.rows) + "x" + std::to_string(each.param.columns);
                         });

// ---- Golden and RTL side by side

// Eight routers, corners and edges: all golden, all RTL, all in lockstep, and each way mixed give one event log, so
// each router does what it does alone.
TEST(Scenario, EightRoutersOfTwoShapesMixed) {
  Scratch folder;
  Config config(mesh());
  const std::string golden = folder.path("golden");
  LockstepRun reference(config, with(FLITLOCK_USE_C, golden));
  ASSERT_EQ(reference.run_status, FLITLOCK_OK) << reference.error.text;
  ASSERT_GT(reference.results->flits_carried, 500U);
  struct {
    const char *name, *rules[3];
    uint32_t c, rtl, lockstep;
  } mixes[] = {
      {"rtl", {"rtl", "rtl", "rtl"}, 0, 8, 0},
      {"lockstep", {"lockstep", "lockstep", "lockstep"}, 0, 0, 8},
      {"mixed", {"c", "rtl", "lockstep"}, 2, 3, 3},
      {"mixed the other way", {"lockstep", "c", "rtl"}, 3, 3, 2},
  };
  for (const auto &mix : mixes) {
    // A, E | B, C, F | D, G, H.
    const char *names[8] = {"A", "E", "B", "C", "F", "D", "G", "H"};
    const unsigned which[8] = {0, 0, 1, 1, 1, 2, 2, 2};
    std::vector<std::string> sets;
    for (unsigned k = 0; k < 8; k++) {
      const std::string at = "impl." + std::to_string(k);
      sets.push_back(at + ".match=*." + names[k] + ".req");
      sets.push_back(at + ".use=" + mix.rules[which[k]]);
    }
    Config mixed(mesh(), sets);
    ASSERT_EQ(mixed.status(), FLITLOCK_OK) << mixed.error();
    LockstepSetup setup = with(FLITLOCK_USE_C, folder.path("log"));
    setup.match = "*.A.req";  // as the configuration says
    setup.use = std::string(mix.rules[0]) == "c"     ? FLITLOCK_USE_C
                : std::string(mix.rules[0]) == "rtl" ? FLITLOCK_USE_RTL
                                                     : FLITLOCK_USE_LOCKSTEP;
    LockstepRun run(mixed, setup);
    ASSERT_EQ(run.run_status, FLITLOCK_OK) << mix.name << ": " << run.error.text;
    EXPECT_EQ(run.blocks.c, mix.c) << mix.name;
    EXPECT_EQ(run.blocks.rtl, mix.rtl) << mix.name;
    EXPECT_EQ(run.blocks.lockstep, mix.lockstep) << mix.name;
    EXPECT_EQ(run.total.divergences, 0U) << mix.name;
    EXPECT_TRUE(Scratch::read(setup.events) == Scratch::read(golden)) << mix.name;
  }
}

// ---- One seed, one log

struct OneRun {
  std::string log, error;
};
OneRun run_mesh(const std::string &events, const std::string &vcd, const std::vector<std::string> &sets = {}) {
  Config config(mesh(), sets);
  flitlock_pod *pod = nullptr;
  flitlock_error error{};
  flitlock_results *results = nullptr;
  OneRun one;
  auto rtl = [](void *, const char *, const flitlock_router_params *) { return &flitlock_router_rtl; };
  if (flitlock_pod_create(config.get(), nullptr, rtl, nullptr, &pod, &error) == FLITLOCK_OK) {
    flitlock_run_options options{};
    options.events_path = events.c_str();
    options.vcd_path = vcd.empty() ? nullptr : vcd.c_str();
    flitlock_run(pod, &options, &results, &error);
  }
  flitlock_results_free(results);
  flitlock_pod_destroy(pod);
  one.error = error.text;
  one.log = Scratch::read(events);
  return one;
}

TEST(Scenario, SameSeedSameLogOfRtlWithAndWithoutTrace) {
  Scratch folder;
  const OneRun plain = run_mesh(folder.path("plain"), ""), traced = run_mesh(folder.path("traced"), folder.path("vcd")),
               again = run_mesh(folder.path("again"), ""), other = run_mesh(folder.path("other"), "", {"seed=2"});
  EXPECT_EQ(plain.error, "");
  EXPECT_EQ(traced.error, "");
  EXPECT_GT(plain.log.size(), 1000U);
  EXPECT_TRUE(plain.log == traced.log);
  EXPECT_TRUE(plain.log == again.log);
  EXPECT_FALSE(plain.log == other.log);
  EXPECT_GT(Scratch::read(folder.path("vcd")).size(), 1000U);
}

// Three pods of RTL at once, in threads of their own: each is as alone.
TEST(Scenario, SameSeedSameLogOfOneOrManyInstances) {
  Scratch folder;
  const OneRun alone = run_mesh(folder.path("alone"), "");
  OneRun many[3];
  std::vector<std::thread> threads;
  for (unsigned k = 0; k < 3; k++)
    threads.emplace_back([&folder, &many, k] { many[k] = run_mesh(folder.path("many" + std::to_string(k)), ""); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_GT(alone.log.size(), 1000U);
  for (const OneRun &one : many) {
    EXPECT_EQ(one.error, "");
    EXPECT_TRUE(one.log == alone.log);
  }
}

// ---- A credit as a level

// A credit that stays up for a cycle too many is seen where clients stall, at the first one, in any router.
TEST(Scenario, CreditAsALevelUnderStall) {
  for (const char *router : {"*.A.req", "*.B.req", "*.G.req"}) {
    Config config(mesh(), {"clients.stall=0.8"});
    LockstepSetup setup = with(FLITLOCK_USE_LOCKSTEP);
    setup.plant = "credit-level@100";
    setup.plant_match = router;
    LockstepRun run(config, setup);
    ASSERT_EQ(run.status, FLITLOCK_E_MISMATCH) << router << ": " << run.verdict.text;
    const flitlock_divergence *divergence = run.divergence();
    EXPECT_EQ(divergence->lane, FLITLOCK_LANE_CREDIT);
    EXPECT_TRUE(divergence->kind == FLITLOCK_DIVERGENCE_CREDIT_EARLY ||
                divergence->kind == FLITLOCK_DIVERGENCE_CREDIT_COUNT)
        << flitlock_divergence_name(divergence->kind);
    EXPECT_GT(divergence->cycle, 100U);
    EXPECT_LT(divergence->cycle, 200U);
  }
}

}  // namespace
}  // namespace flitlock_test
