// SPDX-License-Identifier: Apache-2.0
// The observer of the noc study changes nothing, and counts what a hand can count.
#include <gtest/gtest.h>

#include <flitlock/results.h>
#include <flitlock/run.h>

extern "C" {
#include "reproduce/noc_watch.h"
}
#include "support/config.h"
#include "support/scratch.h"

using flitlock_test::Config;
using flitlock_test::Pod;
using flitlock_test::preset;

namespace {

// The results as JSON, and what the observer saw.
std::string run(bool watched, const std::vector<std::string> &sets, noc_result *result) {
  Config config(preset("pod4-write64"), sets);
  Pod pod(config);
  EXPECT_EQ(pod.status(), FLITLOCK_OK) << pod.error();
  flitlock_error error = {};
  noc_watch *watch = nullptr;
  if (watched) {
    EXPECT_EQ(noc_watch_create(pod.get(), 100, &watch, &error), FLITLOCK_OK) << error.text;
  }
  flitlock_results *results = nullptr;
  flitlock_run_options options = {};
  options.statistics = 1;
  EXPECT_EQ(flitlock_run(pod.get(), &options, &results, &error), FLITLOCK_OK) << error.text;
  if (watched) noc_watch_result(watch, result);
  noc_watch_destroy(watch);
  flitlock_test::Scratch scratch;
  EXPECT_EQ(flitlock_results_write_json(results, scratch.path("results.json").c_str(), &error), FLITLOCK_OK);
  flitlock_results_free(results);
  return flitlock_test::Scratch::read(scratch.path("results.json"));
}

}  // namespace

TEST(ReproduceWatch, ChangesNothing) {
  noc_result result = {};
  const std::vector<std::string> sets = {"run.cycles=1500"};
  EXPECT_EQ(run(true, sets, &result), run(false, sets, &result));
}

TEST(ReproduceWatch, CountsArrivalsAndTheTail) {
  noc_result result = {};
  run(true, {"run.cycles=5000", "workload.count=100"}, &result);
  double all = 0, from_b = 0;
  for (int n = 0; n < 8; n++) {
    all += result.together[n];
    if ((n & 1) != 0) from_b += result.together[n];
  }
  EXPECT_NEAR(all, 1, 1e-9);
  EXPECT_GT(from_b, 0.1);
  for (const noc_arrivals &arrivals : result.arrivals) {
    double shares = 0;
    for (double share : arrivals.share)
      shares += share;
    EXPECT_NEAR(shares, 1, 1e-9);
    EXPECT_GE(arrivals.mean, 1);
    EXPECT_GE(static_cast<double>(arrivals.longest), arrivals.mean);
  }
  EXPECT_LT(result.tail.inner_done, result.tail.outer_done);
  EXPECT_LT(result.tail.outer_done, result.tail.end);
  // 100 requests of 8 clients over one link.
  EXPECT_NEAR(result.tail.use_whole * static_cast<double>(result.tail.end), 800, 20);
}
