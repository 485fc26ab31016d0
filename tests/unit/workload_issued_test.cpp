// SPDX-License-Identifier: Apache-2.0
// Requests under way by requester and id (model/workload/issued.h).
#include <gtest/gtest.h>

#include <map>
#include <vector>

extern "C" {
#include "flitlock/rng.h"
#include "workload/issued.h"
}

namespace {

TEST(WorkloadIssued, FindsWhatArrivesInAnyOrderOnce) {
  // Addresses are not in order: those of a pod are not either.
  const std::vector<uint32_t> address = {0x03000000, 7, 0x00010000, 6, 0x03000001};
  issued list{};
  ASSERT_TRUE(issued_create(&list, address.data(), 5));
  flitlock_rng rng;
  flitlock_rng_seed(&rng, 5, 1);
  std::vector<uint32_t> next(5);
  std::vector<std::map<uint32_t, uint32_t>> open(5);
  for (uint32_t round = 0; round < 20000; round++) {
    const auto client = static_cast<uint32_t>(flitlock_rng_below(&rng, 5));
    if (flitlock_rng_below(&rng, 100) < 55 && open[client].size() < 300) {
      ASSERT_TRUE(issued_push(&list, client, round));
      open[client][next[client]++] = round;
    } else if (!open[client].empty()) {
      auto it = std::next(open[client].begin(), flitlock_rng_below(&rng, static_cast<uint32_t>(open[client].size())));
      EXPECT_EQ(issued_take(&list, address[client], it->first), it->second);
      EXPECT_EQ(issued_take(&list, address[client], it->first), WORKLOAD_ISSUED_NONE) << "it has arrived";
      open[client].erase(it);
    }
  }
  EXPECT_EQ(issued_take(&list, address[1], next[1]), WORKLOAD_ISSUED_NONE) << "not sent yet";
  EXPECT_EQ(issued_take(&list, 8, 0), WORKLOAD_ISSUED_NONE) << "nobody";
  issued_free(&list);
}

}  // namespace
