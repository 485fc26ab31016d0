// SPDX-License-Identifier: Apache-2.0
// The observers on whole pods: they find nothing wrong, count every cycle once, and change nothing.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "flitlock/config.h"
#include "flitlock/observe.h"
#include "support/paths.h"
#include "support/scratch.h"
#include "support/vcd_reader.h"

namespace {

using namespace flitlock_test;

struct Pod {
  flitlock_config *config = nullptr;
  flitlock_pod *pod = nullptr;
  flitlock_error error{};

  explicit Pod(const std::string &name, std::vector<const char *> sets = {}) {
    std::string path = repository_file("configs/" + name);
    if (flitlock_config_load(path.c_str(), sets.data(), sets.size(), &config, &error) != FLITLOCK_OK ||
        flitlock_pod_create(config, nullptr, nullptr, nullptr, &pod, &error) != FLITLOCK_OK) {
      throw std::runtime_error(error.text);
    }
  }
  ~Pod() {
    flitlock_pod_destroy(pod);
    flitlock_config_free(config);
  }
  Pod(const Pod &) = delete;
  Pod &operator=(const Pod &) = delete;
  void run(uint64_t cycles) { flitlock_engine_run(flitlock_pod_engine(pod), cycles); }
};

class AnyPod : public ::testing::TestWithParam<const char *> {};

TEST_P(AnyPod, InvariantsHoldAndEveryCycleOfEveryLinkIsCountedOnce) {
  Pod pod(GetParam());
  flitlock_stats *stats = nullptr;
  flitlock_invariants *invariants = nullptr;
  ASSERT_EQ(flitlock_stats_create(pod.pod, &stats, &pod.error), FLITLOCK_OK) << pod.error.text;
  ASSERT_EQ(flitlock_invariants_create(pod.pod, &invariants, &pod.error), FLITLOCK_OK) << pod.error.text;
  pod.run(100);
  flitlock_stats_window_open(stats);
  pod.run(500);
  flitlock_stats_window_close(stats);
  pod.run(50);
  EXPECT_EQ(flitlock_invariants_check(invariants, 0, &pod.error), FLITLOCK_OK) << pod.error.text;

  auto *results = static_cast<flitlock_results *>(std::calloc(1, sizeof(flitlock_results)));
  ASSERT_EQ(flitlock_stats_results(stats, results), FLITLOCK_OK);
  EXPECT_EQ(results->links_count, flitlock_engine_channel_count(flitlock_pod_engine(pod.pod)));
  uint64_t flits = 0;
  for (unsigned l = 0; l < results->links_count; l++) {
    const flitlock_link_result &link = results->links[l];
    uint64_t sum = link.flits;
    for (uint64_t idle : link.idle)
      sum += idle;
    ASSERT_EQ(sum, 500U) << link.name;
    ASSERT_EQ(link.unknown, 0U) << link.name;
    flits += link.flits;
  }
  EXPECT_GT(flits, 500U);
  double stages = 0;
  for (double stage : results->latency.stage)
    stages += stage;
  EXPECT_GT(results->latency.count, 10U);
  EXPECT_NEAR(stages, results->latency.mean, 1e-9 * results->latency.mean);
  flitlock_results_free(results);
  flitlock_stats_destroy(stats);
  flitlock_invariants_destroy(invariants);
}

INSTANTIATE_TEST_SUITE_P(Presets, AnyPod,
                         ::testing::Values("tiny2.yaml", "chain.yaml", "mesh2x5.yaml", "mesh8x8.yaml",
                                           "pod4-write64.yaml", "pod4-mixed.yaml", "switch16.yaml"),
                         [](const auto &preset) {
                           std::string name = preset.param;
                           for (char &c : name)
                             c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
                           return name;
                         });

// What the observers write is the same whether the others look on or not, and whether blocks sleep or not.
TEST(ObservedPod, LogsAndWavesDoNotDependOnWhoElseLooksOn) {
  Scratch scratch;
  auto log = [&scratch](const std::string &name, bool others, bool clocked) {
    Pod pod("tiny2.yaml");
    flitlock_engine_set_clocked(flitlock_pod_engine(pod.pod), clocked);
    flitlock_events *events = nullptr;
    flitlock_vcd *vcd = nullptr;
    flitlock_stats *stats = nullptr;
    flitlock_invariants *invariants = nullptr;
    std::string path = scratch.path(name);
    if (others) {
      EXPECT_EQ(flitlock_stats_create(pod.pod, &stats, &pod.error), FLITLOCK_OK);
      EXPECT_EQ(flitlock_invariants_create(pod.pod, &invariants, &pod.error), FLITLOCK_OK);
      flitlock_stats_window_open(stats);
    }
    EXPECT_EQ(flitlock_events_create(pod.pod, (path + ".events").c_str(), &events, &pod.error), FLITLOCK_OK);
    EXPECT_EQ(flitlock_vcd_create(pod.pod, (path + ".vcd").c_str(), nullptr, 0, 300, &vcd, &pod.error), FLITLOCK_OK);
    pod.run(700);
    EXPECT_EQ(flitlock_events_close(events, &pod.error), FLITLOCK_OK) << pod.error.text;
    EXPECT_EQ(flitlock_vcd_close(vcd, &pod.error), FLITLOCK_OK) << pod.error.text;
    flitlock_stats_destroy(stats);
    flitlock_invariants_destroy(invariants);
    return path;
  };
  std::string alone = log("alone", false, false);
  for (const std::string &other : {log("watched", true, false), log("clocked", true, true)}) {
    EXPECT_EQ(Scratch::read(alone + ".events"), Scratch::read(other + ".events")) << other;
    EXPECT_EQ(Scratch::read(alone + ".vcd"), Scratch::read(other + ".vcd")) << other;
    std::array<char, 2048> text{};
    flitlock_error error{};
    EXPECT_EQ(flitlock_events_diff((alone + ".events").c_str(), (other + ".events").c_str(), text.data(), text.size(),
                                   &error),
              FLITLOCK_OK)
        << text.data();
  }
  VcdFile vcd = read_vcd(alone + ".vcd");
  EXPECT_EQ(vcd.error, "");
  EXPECT_EQ(vcd.end, 300U);
}

TEST(ObservedPod, OtherSeedIsAnotherRun) {
  Scratch scratch;
  std::vector<std::string> paths;
  for (const char *seed : {"seed=1", "seed=2"}) {
    Pod pod("tiny2.yaml", {seed});
    flitlock_events *events = nullptr;
    paths.push_back(scratch.path(seed));
    ASSERT_EQ(flitlock_events_create(pod.pod, paths.back().c_str(), &events, &pod.error), FLITLOCK_OK);
    pod.run(300);
    ASSERT_EQ(flitlock_events_close(events, &pod.error), FLITLOCK_OK);
  }
  std::array<char, 4096> text{};
  flitlock_error error{};
  EXPECT_EQ(flitlock_events_diff(paths[0].c_str(), paths[1].c_str(), text.data(), text.size(), &error),
            FLITLOCK_E_MISMATCH);
  EXPECT_NE(std::string(text.data()).find("note: the seeds differ: 1 and 2"), std::string::npos) << text.data();
}

// A network whose servers take nothing stands still; the chain leads from the oldest packet to such a server.
TEST(ObservedPod, ChainLeadsToTheServerThatStalls) {
  Pod pod("tiny2.yaml", {"clients.stall=0.99", "check.watchdog=20"});
  flitlock_invariants *invariants = nullptr;
  ASSERT_EQ(flitlock_invariants_create(pod.pod, &invariants, &pod.error), FLITLOCK_OK);
  pod.run(20000);
  EXPECT_EQ(flitlock_invariants_check(invariants, 0, &pod.error), FLITLOCK_E_NO_PROGRESS);
  std::string text = pod.error.text;
  EXPECT_NE(text.find("R-INV-6 no progress"), std::string::npos) << text;
  EXPECT_NE(text.find("who waits on whom"), std::string::npos) << text;
  size_t end = text.rfind("\n  ");
  ASSERT_NE(end, std::string::npos) << text;
  EXPECT_NE(text.find("rsp_client", end), std::string::npos) << text;
  flitlock_invariants_destroy(invariants);
}

// waves/E-router.gtkw is what the command in docs/waves.md writes.
TEST(ObservedPod, CommittedSaveFileIsCurrent) {
  Scratch scratch;
  Pod pod("pod4-write64.yaml");
  std::string path = scratch.path("E.gtkw");
  ASSERT_EQ(flitlock_vcd_write_gtkw(pod.pod, "gpu0.mesh0.E.req", path.c_str(), &pod.error), FLITLOCK_OK);
  EXPECT_EQ(Scratch::read(path), Scratch::read(repository_file("waves/E-router.gtkw")))
      << "make it again by the command in docs/waves.md";
}

}  // namespace
