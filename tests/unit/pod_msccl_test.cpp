// SPDX-License-Identifier: Apache-2.0
// Collectives on whole pods: they run to the end, and what the results say is what the schedule asks for.
#include <gtest/gtest.h>

#include <flitlock/results.h>
#include <flitlock/run.h>

#include <string>
#include <vector>

#include "support/paths.h"

using namespace flitlock_test;

namespace {

// Runs a schedule on a pod and returns its results; the caller frees them.
flitlock_results *run_schedule(const std::string &preset, const std::string &schedule, const std::string &bytes,
                               int expected) {
  std::vector<std::string> sets = {"workload.kind=msccl",
                                   "workload.msccl=" + repository_file("tests/data/msccl/" + schedule),
                                   "workload.msccl_bytes=" + bytes, "run.cycles=100000"};
  std::vector<const char *> pointers;
  for (const auto &set : sets)
    pointers.push_back(set.c_str());
  flitlock_error error{};
  flitlock_config *config = nullptr;
  EXPECT_EQ(flitlock_config_load(repository_file("configs/" + preset).c_str(), pointers.data(), pointers.size(),
                                 &config, &error),
            FLITLOCK_OK)
      << error.text;
  flitlock_pod *pod = nullptr;
  EXPECT_EQ(flitlock_pod_create(config, nullptr, nullptr, nullptr, &pod, &error), FLITLOCK_OK) << error.text;
  flitlock_results *results = nullptr;
  if (pod) {
    flitlock_run_options options{};
    options.statistics = 1;
    EXPECT_EQ(flitlock_run(pod, &options, &results, &error), expected) << error.text;
  }
  flitlock_pod_destroy(pod);
  flitlock_config_free(config);
  return results;
}

TEST(PodMsccl, CollectivesOnTheReferencePod) {
  struct Row {
    const char *file;
    uint64_t transfers;
    uint64_t bytes_out;  // of each GPU
  };
  const Row rows[] = {
      {"allreduce-ring-4.xml", 24, 6 * 4096}, {"allgather-ring-4.xml", 12, 3 * 4096}, {"alltoall-4.xml", 12, 3 * 4096}};
  for (const Row &row : rows) {
    SCOPED_TRACE(row.file);
    flitlock_results *results = run_schedule("pod4-write256.yaml", row.file, "16KiB", FLITLOCK_OK);
    ASSERT_NE(results, nullptr);
    EXPECT_EQ(results->collective.bytes, 16384U);
    EXPECT_EQ(results->collective.gpus, 4U);
    EXPECT_EQ(results->collective.sends, row.transfers);
    EXPECT_EQ(results->collective.receives, row.transfers);
    // A GPU sends at most three links' worth, 192 bytes a cycle.
    EXPECT_GT(results->collective.time_cycles, row.bytes_out / 192);
    EXPECT_LE(results->collective.time_cycles, results->cycles);
    ASSERT_NE(results->collective.bytes_by_pair, nullptr);
    for (uint32_t a = 0; a < 4; a++) {
      uint64_t out = 0;
      for (uint32_t b = 0; b < 4; b++)
        out += results->collective.bytes_by_pair[a * 4 + b];
      EXPECT_EQ(out, row.bytes_out) << "GPU " << a;
    }
    flitlock_results_free(results);
  }
}

TEST(PodMsccl, AByteOfACollectiveTakesTheTimeOfItsHops) {
  // One byte is in chunk 0 alone, so it goes round the ring once, step by step: reduce, then gather.
  flitlock_results *one = run_schedule("pod4-write64.yaml", "allreduce-ring-4.xml", "1", FLITLOCK_OK);
  flitlock_results *again = run_schedule("pod4-write64.yaml", "allreduce-ring-4.xml", "1", FLITLOCK_OK);
  ASSERT_TRUE(one && again);
  EXPECT_EQ(one->requests_issued, 6U);
  EXPECT_EQ(one->collective.time_cycles, again->collective.time_cycles);
  // 6 transfers one after the other. Each crosses at least the client's router, B or E or none, E, two DSTs, and back.
  EXPECT_GE(one->collective.time_cycles, 6U * 8);
  EXPECT_LE(one->collective.time_cycles, 6U * 16);
  flitlock_results_free(one);
  flitlock_results_free(again);
}

}  // namespace
