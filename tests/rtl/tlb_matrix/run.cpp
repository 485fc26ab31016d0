// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <iomanip>
#include <iostream>

#include <flitlock/lockstep.h>

#include "rtl/tlb_matrix/matrix.h"
#include "verilated/rtl_link_tlb.h"

namespace flitlock_test {
namespace {

// FLITLOCK_TEST_POINT=n runs that one alone.
bool chosen(const TlbPoint &point) {
  const char *only = std::getenv("FLITLOCK_TEST_POINT");
  return only == nullptr || std::strtoull(only, nullptr, 10) == point.traffic.seed;
}

std::string describe(const TlbPoint &point) {
  const TlbTraffic &t = point.traffic;
  return "point " + std::to_string(t.seed) + ", shape " + point.name + ": " + std::to_string(t.pages) + " pages, gap " +
         std::to_string(t.gap) + ", stall " + std::to_string(t.stall) + ", channel " + std::to_string(t.channel) +
         ", table " + std::to_string(t.table) + ", change " + std::to_string(t.change) + ", prefetch " +
         std::to_string(t.prefetch) + ", fault " + std::to_string(t.fault) + ", reset " + std::to_string(t.reset);
}

// Golden and RTL in lockstep; what is wrong, or the first divergence.
std::string run_point(const TlbPoint &point, TlbSeen &seen, flitlock_lockstep_counts &counts) {
  flitlock_lockstep_options options;
  flitlock_lockstep_options_default(&options);
  flitlock_lockstep *session = nullptr;
  flitlock_error error{};
  if (flitlock_lockstep_create(&options, &session, &error) != FLITLOCK_OK) return error.text;
  flitlock_lockstep_params l1{}, l2{};
  l1.session = l2.session = session;
  l1.golden = &flitlock_l1_tlb_golden;
  l1.device = &flitlock_l1_tlb_rtl;
  l1.golden_params = l1.device_params = &point.l1;
  l1.max_len = point.l1.max_len;
  l1.unit_bytes = point.l1.unit_bytes;
  l2.golden = &flitlock_l2_tlb_golden;
  l2.device = &flitlock_l2_tlb_rtl;
  l2.golden_params = l2.device_params = &point.l2;
  l2.max_len = 1;
  l2.unit_bytes = point.l2.unit_bytes;
  std::string problem = run_tlb(point.traffic, point.l1, point.l2, {&flitlock_lockstep_block, &l1},
                                {&flitlock_lockstep_block, &l2}, seen);
  flitlock_lockstep_finish(session);
  flitlock_lockstep_total(session, &counts);
  if (flitlock_lockstep_verdict(session, &error) != FLITLOCK_OK)
    problem += std::string(problem.empty() ? "" : "; ") + error.text;
  flitlock_lockstep_destroy(session);
  return problem;
}

}  // namespace

void run_tlb_matrix(const std::vector<TlbPoint> &points) {
  TlbCover cover;
  flitlock_lockstep_counts sum{};
  unsigned ran = 0;
  for (const TlbPoint &point : points) {
    if (!chosen(point)) continue;
    TlbSeen seen;
    flitlock_lockstep_counts counts{};
    EXPECT_EQ(run_point(point, seen, counts), "") << describe(point);
    EXPECT_EQ(counts.divergences, 0U) << describe(point);
    EXPECT_GT(counts.flits, 100U) << describe(point);
    EXPECT_GT(counts.credits, 100U) << describe(point);
    EXPECT_GT(seen.packets, 0U) << describe(point);
    cover.add(point, seen);
    sum.outputs += counts.outputs;
    sum.flits += counts.flits;
    sum.credits += counts.credits;
    sum.divergences += counts.divergences;
    ran++;
    std::cout << std::setw(4) << point.traffic.seed << ' ' << std::left << std::setw(8) << point.name << std::right
              << seen.packets << " packets in " << seen.cycles << " cycles; compared " << counts.flits << " flits, "
              << counts.credits << " credits; " << counts.divergences << " divergences\n";
  }
  std::cout << ran << " configurations: " << sum.outputs << " outputs, " << sum.flits << " flits, " << sum.credits
            << " credits compared, " << sum.divergences << " divergences\n";
  const bool whole = cover.print(std::cout);
  if (ran == points.size()) {
    EXPECT_TRUE(whole) << "a value of the matrix, or an event, was not met";
  }
  EXPECT_GT(ran, 0U) << "FLITLOCK_TEST_POINT is none of the points";
}

}  // namespace flitlock_test
