// SPDX-License-Identifier: Apache-2.0
// Each idle cause of chapter 5 is the main one on E->dst in its configuration, and weights repair the unfairness.
#include <gtest/gtest.h>

#include "flitlock/observe.h"
#include "support/config.h"

using flitlock_test::Config;
using flitlock_test::Pod;
using flitlock_test::preset;

namespace {

class Results {
 public:
  Results(const Pod &pod, uint64_t warmup, uint64_t window) {
    flitlock_error error = {};
    EXPECT_EQ(flitlock_stats_create(pod.get(), &stats_, &error), FLITLOCK_OK) << error.text;
    flitlock_engine_run(pod.engine(), warmup);
    flitlock_stats_window_open(stats_);
    flitlock_engine_run(pod.engine(), window);
    flitlock_stats_window_close(stats_);
    results_ = static_cast<flitlock_results *>(calloc(1, sizeof *results_));
    flitlock_stats_results(stats_, results_);
  }
  ~Results() {
    flitlock_results_free(results_);
    flitlock_stats_destroy(stats_);
  }
  const flitlock_results *operator->() const { return results_; }

 private:
  flitlock_stats *stats_ = nullptr;
  flitlock_results *results_ = nullptr;
};

TEST(PodCauses, EachIsTheMainOneInItsConfiguration) {
  for (unsigned cause = 1; cause <= 5; ++cause) {
    Config config(preset("causes/cause" + std::to_string(cause)));
    ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
    Pod pod(config);
    ASSERT_EQ(pod.status(), FLITLOCK_OK) << pod.error();
    Results results(pod, 1000, 2000);
    unsigned links = 0;
    for (unsigned i = 0; i < results->links_count; ++i) {
      const flitlock_link_result &link = results->links[i];
      std::string name = link.name;
      if (name.find(".E->dst.req") == std::string::npos) continue;
      ++links;
      uint64_t idle = 0;
      for (uint64_t cycles : link.idle)
        idle += cycles;
      EXPECT_EQ(link.flits + idle + link.unknown, 2000U) << name;
      EXPECT_EQ(link.unknown, 0U) << name;
      EXPECT_GT(idle, 800U) << name;
      EXPECT_GT(static_cast<double>(link.idle[cause - 1]), 0.85 * static_cast<double>(idle))
          << "cause " << cause << " of " << name << ": " << link.idle[0] << " " << link.idle[1] << " " << link.idle[2]
          << " " << link.idle[3] << " " << link.idle[4];
    }
    EXPECT_EQ(links, 12U);
  }
}

double rate_of(const Results &results, const char *node) {
  for (unsigned i = 0; i < results->accepted.by_node_count; ++i)
    if (std::string(results->accepted.by_node[i].name) == node) return results->accepted.by_node[i].rate;
  ADD_FAILURE() << "no node " << node;
  return 0;
}

TEST(PodFairness, RoundRobinIsTwoToOneAndWeightsAreOneToOne) {
  const struct {
    const char *preset;
    double ratio;
  } rows[] = {{"pod4-write64", 2}, {"pod4-fair", 1}};
  for (const auto &row : rows) {
    Config config(preset(row.preset));
    Pod pod(config);
    Results results(pod, 2000, 4000);
    for (const char *slow : {"A", "C"})
      for (const char *fast : {"D", "F"})
        EXPECT_NEAR(rate_of(results, fast) / rate_of(results, slow), row.ratio, 0.02 * row.ratio) << row.preset;
  }
}

}  // namespace
