// SPDX-License-Identifier: Apache-2.0
// The whole reference pod with RTL in the place of every router and DST, against the same pod of golden routers: every
// flit and credit of every channel is in the event log, and the logs must be the same, byte for byte.
#include <gtest/gtest.h>

#include <flitlock/observe.h>

#include "support/scratch.h"
#include "unit/pod_load.h"
#include "verilated/rtl_router.h"

using namespace flitlock_test;

namespace {

struct PodCase {
  const char *name;
  std::vector<std::string> sets;
};

std::ostream &operator<<(std::ostream &out, const PodCase &pod) { return out << pod.name; }

// All of the shapes of tb/verilated/shapes/pod4.txt.
const PodCase cases[] = {
    {"WriteOf64", {"workload.bytes=64B"}},
    {"ReadOf256", {"workload.bytes=256B", "workload.op=read"}},
    {"Mixed", {"workload.mix=[{op: write, bytes: 192B, weight: 2}, {op: read, bytes: 256B, weight: 1}]"}},
    {"LongLinksAndStalls",
     {"defaults.latency=3", "defaults.credit_latency=2", "defaults.gpu_link_latency=5", "clients.stall=0.6",
      "workload.bytes=128B", "workload.op=read"}},
    {"WhollyLocal", {"workload.scope=all", "workload.bytes=192B", "workload.op=read"}},
};

const flitlock_block_ops *choose_rtl(void *, const char *, const flitlock_router_params *) {
  return &flitlock_router_rtl;
}
// Every other router is RTL, so golden and RTL stand side by side.
const flitlock_block_ops *choose_mixed(void *, const char *name, const flitlock_router_params *) {
  unsigned sum = 0;
  for (const char *c = name; *c; c++)
    sum += static_cast<unsigned char>(*c);
  return sum % 2 ? &flitlock_router_rtl : &flitlock_router_golden;
}

class PodOfRtl : public testing::TestWithParam<PodCase> {};

}  // namespace

TEST_P(PodOfRtl, HasTheEventLogOfTheGoldenPod) {
  Scratch scratch;
  std::vector<std::string> sets = GetParam().sets;
  sets.insert(sets.end(), {"run.cycles=250", "run.warmup=0"});
  const struct {
    std::string log;
    flitlock_pod_choose choose;
  } pods[] = {
      {scratch.path("golden"), nullptr}, {scratch.path("rtl"), choose_rtl}, {scratch.path("mixed"), choose_mixed}};
  uint64_t flits = 0;
  for (const auto &pod : pods) {
    flitlock_run_options options = PodRun::with_statistics();
    options.events_path = pod.log.c_str();
    PodRun run(sets, options, pod.choose);
    ASSERT_EQ(run.failure, "");
    if (!pod.choose) flits = run.results->flits_carried;
    EXPECT_EQ(run.results->flits_carried, flits);
    if (!pod.choose) continue;
    flitlock_error error{};
    char text[4096] = "";
    EXPECT_EQ(flitlock_events_diff(pods[0].log.c_str(), pod.log.c_str(), text, sizeof text, &error), FLITLOCK_OK)
        << text << error.text;
    EXPECT_TRUE(Scratch::read(pods[0].log) == Scratch::read(pod.log));
  }
  EXPECT_GT(flits, 2000U);
}

INSTANTIATE_TEST_SUITE_P(Pods, PodOfRtl, testing::ValuesIn(cases),
                         [](const auto &one) { return std::string(one.param.name); });
