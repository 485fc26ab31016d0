// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <iomanip>
#include <iostream>

#include "rtl/l2_matrix/matrix.h"
#include "support/l2_pair.h"
#include "verilated/rtl_l2_slice.h"

namespace flitlock_test {
namespace {

// FLITLOCK_TEST_POINT=n runs that one alone.
bool chosen(const L2Point &point) {
  const char *only = std::getenv("FLITLOCK_TEST_POINT");
  return only == nullptr || std::strtoull(only, nullptr, 10) == point.traffic.seed;
}

std::string describe(const L2Point &point) {
  const L2Traffic &t = point.traffic;
  const auto number = [](const char *what, uint64_t value) {
    return std::string(", ") + what + " " + std::to_string(value);
  };
  return "point " + std::to_string(t.seed) + ", shape " + point.name + ", " + point.share +
         number("slice", point.params.slice) + number("reserved", point.params.reserved) +
         number("PRand", point.params.p_rand) + number("FetchBytes", point.params.fetch_bytes) +
         number("lines", t.lines) + number("sets", t.sets) + number("gap", t.gap) + number("run", t.run) +
         number("flush", t.flush) + number("rsp stall", t.rsp_stall) + number("mem_req stall", t.mem_stall) +
         number("held", t.held) + number("latency", t.latency) + number("shuffle", t.shuffle) +
         number("reset", t.reset);
}

// Of the edges at which a credit was owed, the share at which it was kept.
void expect_stalls(const L2Point &point, unsigned asked, uint64_t kept, uint64_t owed) {
  if (owed < 400) return;  // of a few edges no share is known
  const double share = 100.0 * static_cast<double>(kept) / static_cast<double>(owed);
  EXPECT_NEAR(share, asked, 8) << describe(point);
}

}  // namespace

void run_l2_matrix(const std::vector<L2Point> &points) {
  L2Cover cover;
  flitlock_lockstep_counts sum{};
  uint64_t logged = 0;
  unsigned ran = 0;
  for (const L2Point &point : points) {
    if (!chosen(point)) continue;
    const L2Block device = {&flitlock_l2_slice_rtl, &point.params};
    L2Seen seen, seen_in_log;
    flitlock_lockstep_counts counts{};
    EXPECT_EQ(l2_lockstep(point.traffic, point.params, device, seen, counts), "") << describe(point);
    EXPECT_EQ(counts.divergences, 0U) << describe(point);
    EXPECT_GT(counts.flits, 1000U) << describe(point);
    EXPECT_GT(counts.credits, 1000U) << describe(point);
    EXPECT_GT(seen.answers, 0U) << describe(point);
    expect_stalls(point, point.traffic.rsp_stall, seen.rsp_keeps, seen.rsp_owes);
    expect_stalls(point, point.traffic.mem_stall, seen.mem_keeps, seen.mem_owes);
    cover.add(point, seen);

    L2Traffic patient = point.traffic;
    patient.requests = 200;
    patient.late = static_cast<unsigned>(1 + point.traffic.seed % 7);
    uint64_t entries = 0;
    EXPECT_EQ(l2_compare_logs(patient, point.params, point.params, device, seen_in_log, entries), "")
        << "logs of " << describe(point);
    EXPECT_GT(entries, 400U) << describe(point);
    sum.outputs += counts.outputs;
    sum.flits += counts.flits;
    sum.credits += counts.credits;
    sum.divergences += counts.divergences;
    logged += entries;
    ran++;
    std::cout << std::setw(4) << point.traffic.seed << ' ' << std::left << std::setw(13) << point.name << std::right
              << seen.answers << " answers in " << seen.cycles << " cycles; compared " << counts.flits << " flits, "
              << counts.credits << " credits; " << counts.divergences << " divergences; " << entries
              << " entries of logs\n";
  }
  std::cout << ran << " configurations: " << sum.outputs << " outputs, " << sum.flits << " flits, " << sum.credits
            << " credits compared, " << sum.divergences << " divergences; " << logged << " entries of logs\n";
  const bool whole = cover.print(std::cout);
  if (ran == points.size()) {
    EXPECT_TRUE(whole) << "a value of the matrix, or an event, was not met";
  }
  EXPECT_GT(ran, 0U) << "FLITLOCK_TEST_POINT is none of the points";
}

}  // namespace flitlock_test
