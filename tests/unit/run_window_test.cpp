// SPDX-License-Identifier: Apache-2.0
// The steady window on made-up counts of requests: no pod is needed.
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include <flitlock/config.h>

extern "C" {
#include "run/steady.h"
#include "run/window.h"
}

namespace {

constexpr uint64_t batch_length = 512;

flitlock_config endless(uint64_t cycles, uint64_t warmup, uint64_t window) {
  flitlock_config config = {};
  config.workload.kind = FLITLOCK_WORKLOAD_SYNTHETIC;
  config.run.cycles = cycles;
  config.run.warmup = warmup;
  config.run.window = window;
  return config;
}

// Plays a run of totals given as functions of the cycle; returns the window as it was closed.
flitlock_window play(const flitlock_config &config, const std::function<flitlock_totals(uint64_t)> &totals_at) {
  flitlock_window window;
  flitlock_window_init(&window, &config);
  uint64_t cycle = 0;
  flitlock_totals totals = {};
  while (cycle < config.run.cycles) {
    cycle = std::min(flitlock_window_next(&window, cycle), config.run.cycles);
    totals = totals_at(cycle);
    flitlock_window_update(&window, cycle, &totals);
  }
  flitlock_window_finish(&window, cycle, &totals);
  return window;
}

// `rate` from the start; completions follow after `delay` cycles.
std::function<flitlock_totals(uint64_t)> constant(double rate, uint64_t delay) {
  return [=](uint64_t cycle) {
    flitlock_totals totals = {};
    totals.injected = static_cast<uint64_t>(rate * static_cast<double>(cycle));
    totals.completed = cycle > delay ? static_cast<uint64_t>(rate * static_cast<double>(cycle - delay)) : 0;
    totals.most_created = totals.injected / 10;
    return totals;
  };
}

}  // namespace

TEST(Steady, CountsAgreeWithinOnePercentOrWhatChanceAllows) {
  EXPECT_TRUE(flitlock_steady_agree(1000000, 512, 1009000, 512));
  EXPECT_FALSE(flitlock_steady_agree(1000000, 512, 1011000, 512));
  EXPECT_TRUE(flitlock_steady_agree(10000, 512, 10250, 512));  // 2.8 % is what two Poisson counts differ by
  EXPECT_FALSE(flitlock_steady_agree(10000, 512, 10350, 512));
  EXPECT_FALSE(flitlock_steady_agree(100, 512, 106, 512));  // chance may be, but 5 % is never steady
  EXPECT_TRUE(flitlock_steady_agree(1000000, 500, 2000000, 1000));
  EXPECT_FALSE(flitlock_steady_agree(0, 512, 0, 512));
  EXPECT_FALSE(flitlock_steady_agree(10, 0, 10, 512));
}

TEST(Steady, ChangingRateIsNotSteady) {
  flitlock_steady steady;
  flitlock_steady_init(&steady, batch_length);
  uint64_t injected = 0;
  for (uint64_t batch = 1; batch <= 40; batch++) {
    injected += 10000 * batch;
    EXPECT_EQ(flitlock_steady_update(&steady, batch * batch_length, injected, injected), 0) << batch;
  }
  EXPECT_GT(steady.length, batch_length);
}

TEST(Steady, FillingNetworkIsNotSteadyThoughInjectionIs) {
  flitlock_steady steady;
  flitlock_steady_init(&steady, batch_length);
  for (uint64_t batch = 1; batch <= 40; batch++) {
    uint64_t cycle = batch * batch_length;
    EXPECT_EQ(flitlock_steady_update(&steady, cycle, 100 * cycle, 90 * cycle), 0) << batch;
  }
}

TEST(Steady, SparsePoissonTrafficIsFoundSteadyByLongerBatches) {
  std::mt19937_64 random(1);
  std::poisson_distribution<uint64_t> batch_of(50);
  flitlock_steady steady;
  flitlock_steady_init(&steady, batch_length);
  uint64_t injected = 0, cycle = 0;
  int found = 0;
  while (!found && cycle < 2000000) {
    cycle += batch_length;
    injected += batch_of(random);
    found = flitlock_steady_update(&steady, cycle, injected, injected);
  }
  EXPECT_TRUE(found);
  EXPECT_GT(steady.length, batch_length);
}

TEST(Window, GivenWindowIsKeptToTheCycle) {
  flitlock_window window = play(endless(10000, 1001, 7000), constant(10, 50));
  EXPECT_EQ(window.from, 1001U);
  EXPECT_EQ(window.to, 8001U);
  EXPECT_TRUE(window.steady);
}

TEST(Window, GivenWindowInWhichTheRateFallsIsNotSteady) {
  auto falling = [](uint64_t cycle) {
    flitlock_totals totals = {};
    totals.injected = totals.completed = cycle < 5000 ? cycle * 10 : 50000 + (cycle - 5000) * 5;
    return totals;
  };
  flitlock_window window = play(endless(10000, 0, 0), falling);
  EXPECT_EQ(window.from, 0U);
  EXPECT_EQ(window.to, 10000U);
  EXPECT_FALSE(window.steady);
}

TEST(Window, AutomaticWarmUpEndsOnceInjectionAndCompletionAreLevel) {
  flitlock_window window = play(endless(20000, UINT64_MAX, 0), constant(10, 700));
  EXPECT_EQ(window.from % batch_length, 0U);
  EXPECT_GE(window.from, 700U + 2 * batch_length);
  EXPECT_LE(window.from, 8U * batch_length);
  EXPECT_EQ(window.to, 20000U);
  EXPECT_TRUE(window.steady);
}

TEST(Window, ShortRunIsLookedAtInShortBatches) {
  flitlock_window window = play(endless(2000, UINT64_MAX, 0), constant(1000, 50));
  EXPECT_EQ(window.batch, 64U);
  EXPECT_LE(window.from, 512U);
  EXPECT_TRUE(window.steady);
  EXPECT_EQ(play(endless(10, UINT64_MAX, 0), constant(1000, 0)).batch, 16U);
  flitlock_config counted = endless(1000000, UINT64_MAX, 0);
  counted.workload.count = 250;
  EXPECT_EQ(play(counted, constant(1, 0)).batch, 64U);
}

TEST(Window, RunThatNeverSettlesOpensItHalfWayAndSaysSo) {
  auto growing = [](uint64_t cycle) {
    flitlock_totals totals = {};
    totals.injected = totals.completed = cycle * cycle / 100;
    return totals;
  };
  flitlock_window window = play(endless(20000, UINT64_MAX, 0), growing);
  EXPECT_EQ(window.from, 10000U);
  EXPECT_EQ(window.to, 20000U);
  EXPECT_FALSE(window.steady);
}

TEST(Window, ClosesBeforeTheFirstClientRunsOut) {
  flitlock_config config = endless(100000, UINT64_MAX, 0);
  config.workload.count = 5000;  // reached by the client that is furthest at cycle 50000
  flitlock_window window = play(config, constant(1, 10));
  EXPECT_GT(window.from, 0U);
  EXPECT_GT(window.to, 45000U);
  EXPECT_LT(window.to, 50000U);
}

TEST(Window, RunTooShortForItIsItsOwnWindow) {
  flitlock_config config = endless(100000, UINT64_MAX, 0);
  config.workload.count = 10;
  flitlock_window window = play(config, [](uint64_t cycle) {
    flitlock_totals totals = {};
    totals.most_created = std::min<uint64_t>(cycle / 10, 10);
    totals.injected = totals.completed = totals.most_created * 10;
    return totals;
  });
  EXPECT_EQ(window.from, 0U);
  EXPECT_EQ(window.to, 100000U);
  EXPECT_FALSE(window.steady);
}

TEST(Window, TraceIsMeasuredWhole) {
  flitlock_config config = endless(10000, UINT64_MAX, 0);
  config.workload.kind = FLITLOCK_WORKLOAD_TRACE;
  flitlock_window window = play(config, constant(10, 0));
  EXPECT_EQ(window.from, 0U);
  EXPECT_EQ(window.to, 10000U);
  EXPECT_FALSE(window.steady);
}
