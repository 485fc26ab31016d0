// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <iostream>

#include "rtl/matrix/lockstep_ops.h"
#include "rtl/matrix/matrix.h"
#include "verilated/rtl_router.h"

namespace flitlock_test {
namespace {

// FLITLOCK_TEST_POINT=n runs that one alone.
bool chosen(const MatrixPoint &point) {
  const char *only = std::getenv("FLITLOCK_TEST_POINT");
  return only == nullptr || std::strtoull(only, nullptr, 10) == point.seed;
}

}  // namespace

void run_matrix(const std::vector<MatrixPoint> &points, double least_cross) {
  MatrixCover cover;
  CrossCover cross;
  flitlock_lockstep_counts sum{};
  unsigned ran = 0;
  for (const MatrixPoint &point : points) {
    if (!chosen(point)) continue;
    LockstepOps lockstep(flitlock_router_rtl);
    const RouterBenchResult result = run_router_bench(lockstep.ops(), point.params, point.traffic, point.seed);
    const std::string where = "point " + std::to_string(point.seed) + ", shape " + point.name + ": " +
                              describe_router(point.params, point.traffic);
    EXPECT_EQ(result.difference, "") << where;
    flitlock_error text{};
    EXPECT_EQ(lockstep.verdict(text), FLITLOCK_OK) << where << ": " << text.text;
    const flitlock_lockstep_counts counts = lockstep.total();
    EXPECT_EQ(counts.divergences, 0U) << where;
    EXPECT_GT(counts.outputs, 0U) << where;
    EXPECT_GT(counts.flits, 10U) << where;
    EXPECT_GT(counts.credits, 10U) << where;
    // Within five standard deviations of as many draws.
    const double asked = point.traffic.stall;
    const auto draws = static_cast<double>(result.stall_chances);
    const double reached = draws > 0 ? static_cast<double>(result.stalls) / draws : -1;
    EXPECT_GE(draws, 50) << where;
    EXPECT_LE(std::abs(reached - asked), 5 * std::sqrt(asked * (1 - asked) / draws) + 1e-9)
        << where << ": " << asked << " asked, " << reached << " reached";
    cover.add(point, result);
    cross.add(point, result);
    sum.outputs += counts.outputs;
    sum.flits += counts.flits;
    sum.credits += counts.credits;
    sum.divergences += counts.divergences;
    ran++;
    std::cout << std::setw(4) << point.seed << ' ' << std::left << std::setw(12) << point.name << std::right
              << std::fixed << std::setprecision(3) << " stall asked " << asked << " reached " << reached
              << std::defaultfloat << std::setprecision(6) << "; compared " << counts.flits << " flits, "
              << counts.credits << " credits; " << counts.divergences << " divergences\n";
  }
  std::cout << ran << " configurations: " << sum.outputs << " outputs, " << sum.flits << " flits, " << sum.credits
            << " credits compared, " << sum.divergences << " divergences\n";
  const bool whole = cover.print(std::cout);
  const double share = cross.print(std::cout, 6);
  if (ran == points.size()) {
    EXPECT_TRUE(whole) << "a value of the matrix was not met";
    EXPECT_GT(share, least_cross) << "of the cross was met";
  }
  EXPECT_GT(ran, 0U) << "FLITLOCK_TEST_POINT is none of the points";
}

}  // namespace flitlock_test
