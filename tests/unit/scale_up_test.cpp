// SPDX-License-Identifier: Apache-2.0
// The scale-up pod against what chapter 8 of the specification lets one work out by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "support/paths.h"
#include "support/scale_up.h"

extern "C" {
#include "scaleup/pace.h"
}

using flitlock_test::Config;
using flitlock_test::ScaleUp;
using flitlock_test::TempFolder;

namespace {

double stages(const flitlock_scale_up_requests &requests) {
  double sum = 0;
  for (double mean : requests.mean)
    sum += mean;
  return sum;
}

TEST(ScaleUpPace, IsExactOverManyRequests) {
  scale_up_rate rate = scale_up_rate_of(800, 1, 256);
  EXPECT_EQ(rate.full, 2560000U);
  uint64_t next = 0;
  uint64_t sent = 0;
  uint64_t last = 0;
  for (uint64_t cycle = 0; sent < 100000; cycle++) {
    if (!scale_up_pace_ready(next, cycle)) continue;
    if (sent > 0) {
      EXPECT_GE(cycle - last, 2U);
      EXPECT_LE(cycle - last, 3U);
    }
    scale_up_pace_take(&next, cycle, rate.full);
    last = cycle;
    sent++;
  }
  EXPECT_EQ(last, static_cast<uint64_t>(std::ceil(99999 * 2.56)));
}

TEST(ScaleUpPace, DoesNotSaveUpWhatWasNotUsed) {
  scale_up_rate rate = scale_up_rate_of(800, 1, 256);
  uint64_t next = 0;
  scale_up_pace_take(&next, 1000, rate.full);
  EXPECT_FALSE(scale_up_pace_ready(next, 1002));
  EXPECT_TRUE(scale_up_pace_ready(next, 1003));
}

// R-SU-6: nothing is in the way of a lone request of each GPU and station.
TEST(ScaleUp, AnUndisturbedRoundTripTakes2310ns) {
  ScaleUp run({"pod.gpus=8", "collective.bytes=2KiB", "scale_up.stations=1"});
  ASSERT_EQ(run.status(), FLITLOCK_OK) << run.error();
  EXPECT_EQ(run->other_node.round_trip_min, 2310U);
  EXPECT_EQ(run->other_node.round_trip_max, 2310U);
  EXPECT_EQ(run->same_node.round_trip_max, 2310U);
  EXPECT_EQ(run->other_node.count, 8U * 4U);
  EXPECT_EQ(run->same_node.count, 8U * 3U);
}

TEST(ScaleUp, StagesAddUpToTheRoundTrip) {
  ScaleUp run({"collective.bytes=256KiB", "scale_up.buffer=40", "scale_up.switching=7ns", "scale_up.cu_noc=0",
               "collective.kind=all_to_all", "link_tlb.mode=ideal"});
  ASSERT_EQ(run.status(), FLITLOCK_OK) << run.error();
  for (const auto *requests : {&run->other_node, &run->same_node})
    EXPECT_NEAR(stages(*requests), requests->round_trip_mean, 1e-6);
  EXPECT_EQ(run->other_node.mean[FLITLOCK_SCALE_UP_STAGE_TRANSLATION], 50);
  EXPECT_EQ(run->same_node.mean[FLITLOCK_SCALE_UP_STAGE_TRANSLATION], 0);
}

// All-to-all without contention: the last of n requests of a station is issued at ceil((n - 1) * 2.56).
TEST(ScaleUp, AllToAllTakesTheTimeOfItsRequestsAndOneRoundTrip) {
  for (uint32_t gpus : {8U, 16U, 64U}) {
    ScaleUp run({"pod.gpus=" + std::to_string(gpus)});
    ASSERT_EQ(run.status(), FLITLOCK_OK) << run.error();
    uint32_t requests = (1U << 20) / gpus * (gpus - 1) / 256 / 16;
    EXPECT_EQ(run->cycles, 2310 + static_cast<uint64_t>(std::ceil((requests - 1) * 2.56))) << gpus;
    EXPECT_EQ(run->other_node.round_trip_max, 2310U);
    EXPECT_EQ(run->other_node.count + run->same_node.count, static_cast<uint64_t>(requests) * 16 * gpus);
  }
}

TEST(ScaleUp, AnIdealLinkTlbAddsAHitToRequestsOfOtherNodes) {
  ScaleUp run({"link_tlb.mode=ideal", "collective.bytes=16KiB"});
  ASSERT_EQ(run.status(), FLITLOCK_OK) << run.error();
  EXPECT_EQ(run->other_node.round_trip_min, 2360U);
  EXPECT_EQ(run->same_node.round_trip_min, 2310U);
  EXPECT_EQ(run->other_node.translation_p50, 50U);
}

// With w places for n > w requests a GPU, the (w + 1)-th goes as the first response comes.
TEST(ScaleUp, TheWindowLimitsWhatIsOutstanding) {
  ScaleUp run({"pod.gpus=8", "collective.bytes=8KiB", "scale_up.stations=1", "scale_up.window=7"}, false, 0, 1);
  ASSERT_EQ(run.status(), FLITLOCK_OK) << run.error();
  ASSERT_EQ(run->samples, 4U);
  EXPECT_EQ(run->sample[0].issued, 0U);
  EXPECT_EQ(run->sample[1].issued, 2310U);
  EXPECT_EQ(run->sample[2].issued, 2 * 2310U);
}

// R-SU-5, R-SU-8: what a stream sends, and that the followed requests are all of them, in order of issue.
TEST(ScaleUp, AStreamIsFollowedInOrderOfIssue) {
  ScaleUp run({"collective.streams=3"}, false, 2, 9);
  ASSERT_EQ(run.status(), FLITLOCK_OK) << run.error();
  ASSERT_EQ(run->samples, 256U);
  for (uint64_t n = 1; n < run->samples; n++)
    EXPECT_GE(run->sample[n].issued, run->sample[n - 1].issued);
  EXPECT_EQ(run->stream_src, 2U);
  EXPECT_EQ(run->stream_dst, 9U);
}

TEST(ScaleUp, SteppingSleepingBlocksChangesNothing) {
  const std::vector<std::vector<std::string>> cases = {
      {"collective.bytes=64KiB", "link_tlb.mode=ideal"},
      {"collective.bytes=64KiB", "scale_up.buffer=3", "collective.streams=2", "scale_up.window=100"},
      {"collective.kind=all_reduce", "pod.gpus=8", "collective.bytes=100000", "collective.iterations=2",
       "collective.gap=77"}};
  for (const auto &sets : cases) {
    ScaleUp asleep(sets);
    ScaleUp clocked(sets, true);
    ASSERT_EQ(asleep.status(), FLITLOCK_OK) << asleep.error();
    EXPECT_EQ(asleep->cycles, clocked->cycles);
    EXPECT_EQ(asleep->other_node.round_trip_mean, clocked->other_node.round_trip_mean);
    EXPECT_EQ(asleep->same_node.round_trip_mean, clocked->same_node.round_trip_mean);
    EXPECT_EQ(asleep->flits_carried, clocked->flits_carried);
  }
}

// A buffer of b requests behind a loop of 1320 cycles (720 there, then 300 of credit) lets b go in that time.
TEST(ScaleUp, SmallBuffersHoldTheSendersBack) {
  ScaleUp wide({"collective.bytes=1MiB"});
  ScaleUp narrow({"collective.bytes=1MiB", "scale_up.buffer=16"});
  ASSERT_EQ(narrow.status(), FLITLOCK_OK) << narrow.error();
  EXPECT_EQ(narrow->other_node.count, wide->other_node.count);
  // Buffers are for each VC: the 192 requests of a station to other nodes need 12 rounds of 16.
  EXPECT_GT(narrow->cycles, 11U * 1020U);
}

// Everybody writes to GPU 0's node only through MSCCL files; a ring has one step after the other.
TEST(ScaleUp, ARingTakesItsStepsOneAfterTheOther) {
  // Parts of 16 regions: one request a station. A step is delivered 1410 after its issue, less the way back.
  ScaleUp gather({"pod.gpus=8", "collective.kind=all_gather", "collective.bytes=32KiB"});
  ASSERT_EQ(gather.status(), FLITLOCK_OK) << gather.error();
  // Issue to delivery: 720 + 300 + 120 + 150 = 1290; the next step begins a cycle later. 7 steps.
  EXPECT_EQ(gather->cycles, 6U * 1291U + 2310U);
  ScaleUp reduce({"pod.gpus=8", "collective.kind=all_reduce", "collective.bytes=32KiB"});
  ASSERT_EQ(reduce.status(), FLITLOCK_OK) << reduce.error();
  EXPECT_EQ(reduce->cycles, 13U * 1291U + 2310U);
  EXPECT_EQ(reduce->other_node.count, 14U * 2U * 16U);
  EXPECT_EQ(reduce->same_node.count, 14U * 6U * 16U);
}

TEST(ScaleUp, IterationsFollowEachOtherAfterTheGap) {
  ScaleUp run({"collective.bytes=64KiB", "collective.iterations=3", "collective.gap=1us"});
  ASSERT_EQ(run.status(), FLITLOCK_OK) << run.error();
  ASSERT_EQ(run->iterations, 3U);
  for (uint32_t n = 1; n < 3; n++) {
    EXPECT_EQ(run->iteration[n].begin, run->iteration[n - 1].end + 1001);
    EXPECT_NEAR(static_cast<double>(run->iteration[n].end - run->iteration[n].begin),
                static_cast<double>(run->iteration[0].end - run->iteration[0].begin), 3);
  }
}

TEST(ScaleUp, RunsAlgorithmFiles) {
  for (const char *file : {"alltoall-4", "allgather-ring-4", "allreduce-ring-4"}) {
    ScaleUp run({"pod.gpus=4", "scale_up.node_gpus=2", "collective.kind=msccl", "collective.bytes=64KiB",
                 "collective.iterations=2",
                 "collective.msccl=" + flitlock_test::repository_file("tests/data/msccl/") + file + ".xml"});
    ASSERT_EQ(run.status(), FLITLOCK_OK) << file << ": " << run.error();
    EXPECT_GT(run->other_node.count, 0U);
    EXPECT_EQ(run->iterations, 2U);
    EXPECT_EQ(run->iteration[0].end - run->iteration[0].begin, run->iteration[1].end - run->iteration[1].begin) << file;
  }
}

// The ring of the file is the ring built in, so it takes the same time.
TEST(ScaleUp, AnAlgorithmFileOfARingTakesAsLongAsTheRing) {
  const std::vector<std::string> pod = {"pod.gpus=4", "scale_up.node_gpus=2", "collective.bytes=64KiB"};
  std::vector<std::string> file = pod;
  file.push_back("collective.kind=msccl");
  file.push_back("collective.msccl=" + flitlock_test::repository_file("tests/data/msccl/allgather-ring-4.xml"));
  std::vector<std::string> ring = pod;
  ring.push_back("collective.kind=all_gather");
  ScaleUp by_file(file);
  ScaleUp built_in(ring);
  ASSERT_EQ(by_file.status(), FLITLOCK_OK) << by_file.error();
  EXPECT_EQ(by_file->other_node.count, built_in->other_node.count);
  EXPECT_EQ(by_file->cycles, built_in->cycles);
}

TEST(ScaleUp, ARunThatSendsNothingIsVacuous) {
  ScaleUp run({"collective.bytes=1", "collective.kind=all_to_all", "pod.gpus=2", "scale_up.node_gpus=1"});
  EXPECT_EQ(run.status(), FLITLOCK_OK) << "one byte is a part of one GPU";
  ScaleUp limit({"run.cycles=2000"});
  EXPECT_EQ(limit.status(), FLITLOCK_E_TIMEOUT);
  EXPECT_NE(limit.error().find("run.cycles"), std::string::npos);
}

TEST(ScaleUp, RefusesWhatDoesNotFit) {
  TempFolder folder;
  const struct {
    const char *text, *part;
  } rows[] = {
      {"pod: {kind: scale_up, gpus: 10}\n", "scale_up.node_gpus"},
      {"pod: {kind: scale_up, gpus: 1}\n", "2 to 64"},
      {"pod: {kind: scale_up}\nworkload: {bytes: 64B}\n", "workload"},
      {"pod: {kind: scale_up}\nlink_tlb: {acc_lsb: 22}\ncollective: {bytes: 8MiB}\n", "acc_lsb"},
      {"pod: {kind: scale_up}\ncollective: {kind: msccl}\n", "collective.msccl"},
  };
  for (const auto &row : rows) {
    Config config(folder.write("bad.yaml", row.text));
    EXPECT_EQ(config.status(), FLITLOCK_E_CONFIG) << row.text;
    EXPECT_NE(config.error().find(row.part), std::string::npos) << config.error();
  }
  Config pod(folder.write("pod.yaml", "pod: {kind: scale_up, gpus: 8}\n"));
  ASSERT_EQ(pod.status(), FLITLOCK_OK) << pod.error();
  flitlock_pod *mesh = nullptr;
  flitlock_error error{};
  EXPECT_EQ(flitlock_pod_create(pod.get(), nullptr, nullptr, nullptr, &mesh, &error), FLITLOCK_E_CONFIG);
  flitlock_scale_up *none = nullptr;
  Config meshes(folder.write("mesh.yaml", "seed: 1\n"));
  EXPECT_EQ(flitlock_scale_up_create(meshes.get(), &none, &error), FLITLOCK_E_USAGE);
}

}  // namespace
