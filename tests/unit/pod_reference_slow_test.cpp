// SPDX-License-Identifier: Apache-2.0
// Whole pods with the reference in the place of every router, DST and switch, against the same pods of golden routers:
// every flit and credit of every channel is in the event log, every idle cause in the results, and both must be the
// same. So parameters that a pod gives its routers (routes, widths, depths, VC maps, weights) are used as the
// specification reads them.
#include <gtest/gtest.h>

#include <flitlock/observe.h>

#include "reference/reference_router.h"
#include "support/scratch.h"
#include "unit/pod_load.h"

using namespace flitlock_test;

namespace {

struct PodCase {
  const char *name;
  std::vector<std::string> sets;
};

std::ostream &operator<<(std::ostream &out, const PodCase &pod) { return out << pod.name; }

const PodCase cases[] = {
    {"WriteOf256", {"workload.bytes=256B"}},
    {"ReadOf192", {"workload.bytes=192B", "workload.op=read"}},
    {"Mixed", {"workload.mix=[{op: write, bytes: 64B, weight: 2}, {op: read, bytes: 256B, weight: 1}]"}},
    {"RegisteredYx",
     {"defaults.input_stage=registered", "defaults.crossbar_stage=registered", "defaults.output_stage=registered",
      "routing.algorithm=yx", "workload.bytes=128B", "workload.op=read"}},
    {"LongLinksShallowBuffers",
     {"defaults.latency=3", "defaults.credit_latency=2", "defaults.gpu_link_latency=5", "defaults.input_depth=2",
      "defaults.crossbar_depth=2", "defaults.output_depth=2", "workload.bytes=128B"}},
    {"OldestFirst",
     {"defaults.arbiter_l1=oldest", "defaults.arbiter_l2=oldest", "defaults.arbiter_l3=oldest",
      "workload.injection=bernoulli", "workload.rate=0.1"}},
    {"WeightedWithStalls",
     {"routers=[{match: \"*.E.*\", arbiter_l2: weighted, port_weights: [{port: N, weight: 3}]}]", "clients.stall=0.6",
      "workload.op=read", "workload.bytes=256B"}},
    {"Switched", {"pod.switches=2", "pod.gpus=3", "workload.bytes=192B", "workload.op=read"}},
    {"HotSpotOfTwoGpus",
     {"pod.gpus=2", "pod.meshes=1", "workload.destination=hot_spot", "workload.hot_fraction=0.7",
      "workload.hot_target=gpu1.mesh0.F.rsp_client1", "clients.response_queue=2", "workload.scope=all"}},
};

class PodOfReferences : public testing::TestWithParam<PodCase> {};

}  // namespace

TEST_P(PodOfReferences, HasTheEventLogOfTheGoldenPod) {
  Scratch scratch;
  const std::string golden = scratch.path("golden"), reference = scratch.path("reference");
  std::vector<std::string> sets = GetParam().sets;
  sets.insert(sets.end(), {"run.cycles=250", "run.warmup=0"});
  uint64_t flits = 0;
  for (bool of_reference : {false, true}) {
    flitlock_run_options options = PodRun::with_statistics();
    options.events_path = of_reference ? reference.c_str() : golden.c_str();
    PodRun run(sets, options,
               of_reference ? [](void *, const char *, const flitlock_router_params *) { return &reference_router_ops; }
                            : flitlock_pod_choose{nullptr});
    ASSERT_EQ(run.failure, "");
    EXPECT_TRUE(!of_reference || run.results->flits_carried == flits);
    flits = run.results->flits_carried;
    flitlock_error error{};
    const std::string json = (of_reference ? reference : golden) + ".json";
    ASSERT_EQ(flitlock_results_write_json(run.results, json.c_str(), &error), FLITLOCK_OK) << error.text;
  }
  EXPECT_GT(flits, 2000U);
  flitlock_error error{};
  char text[4096] = "";
  EXPECT_EQ(flitlock_events_diff(golden.c_str(), reference.c_str(), text, sizeof text, &error), FLITLOCK_OK)
      << text << error.text;
  EXPECT_TRUE(Scratch::read(golden) == Scratch::read(reference));
  // The idle causes of every link, too.
  EXPECT_EQ(Scratch::read(golden + ".json"), Scratch::read(reference + ".json"));
}

INSTANTIATE_TEST_SUITE_P(Pods, PodOfReferences, testing::ValuesIn(cases),
                         [](const auto &one) { return std::string(one.param.name); });
