// SPDX-License-Identifier: Apache-2.0
// Link TLBs in a pod of meshes, R-DTLB: where they are, what they cost, that every request arrives with the address
// that the page table gives, and that a check sees it when one does not.
#include <flitlock/check.h>
#include <flitlock/link_tlb.h>
#include <flitlock/results.h>
#include <flitlock/run.h>
#include <flitlock/translation.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <tuple>

#include "support/config.h"
#include "support/lockstep_run.h"
#include "support/paths.h"
#include "support/scratch.h"

using flitlock_test::Config;
using flitlock_test::LockstepRun;
using flitlock_test::LockstepSetup;
using flitlock_test::preset;
using flitlock_test::repository_file;
using flitlock_test::Scratch;

namespace {

using Sets = std::vector<std::string>;

Sets with(Sets sets, const Sets &more) {
  sets.insert(sets.end(), more.begin(), more.end());
  return sets;
}

// Two GPUs, every request checked on every channel, to the end.
Sets checked(const std::string &mode, const Sets &more = {}) {
  return with({"link_tlb.mode=" + mode, "check.invariants=true", "run.drain=true", "run.warmup=0", "run.cycles=1500"},
              more);
}

// What response clients took, in order.
struct Arrival {
  uint64_t cycle;
  flitlock_flit head;
};

class Pod {
 public:
  explicit Pod(const Sets &sets, const char *name = "tiny2", flitlock_pod_choose_block choose = nullptr)
      : config(preset(name), sets) {
    EXPECT_EQ(config.status(), FLITLOCK_OK) << config.error();
    status = flitlock_pod_create_with(config.get(), nullptr, choose, this, &pod, &error);
    if (status != FLITLOCK_OK) return;
    flitlock_observer observer{};
    observer.self = this;
    observer.step = [](void *self, const flitlock_engine *, uint32_t block, uint64_t cycle, const flitlock_in *in,
                       const flitlock_out *) { static_cast<Pod *>(self)->see(block, cycle, *in); };
    EXPECT_EQ(flitlock_engine_add_observer(engine(), &observer, &error), FLITLOCK_OK);
  }
  ~Pod() {
    flitlock_results_free(results);
    flitlock_pod_destroy(pod);
  }
  Pod(const Pod &) = delete;
  Pod &operator=(const Pod &) = delete;

  int run(const std::string &events = "") {
    if (status != FLITLOCK_OK) return status;
    flitlock_run_options options{};
    options.statistics = 1;
    options.events_path = events.empty() ? nullptr : events.c_str();
    return status = flitlock_run(pod, &options, &results, &error);
  }
  flitlock_engine *engine() const { return flitlock_pod_engine(pod); }
  flitlock_page_tables *tables(uint32_t gpu) const {
    return flitlock_translation_tables(flitlock_pod_translation(pod), gpu);
  }

  Config config;
  flitlock_pod *pod = nullptr;
  flitlock_results *results = nullptr;
  flitlock_error error{};
  int status;
  std::vector<Arrival> arrivals;
  std::vector<Arrival> answers;  // at request clients

 private:
  void see(uint32_t block, uint64_t cycle, const flitlock_in &in) {
    const unsigned kind = flitlock_pod_node(pod, block)->kind;
    for (unsigned port = 0; port < 2 && flitlock_node_is_client(kind); port++)
      if ((in.flit_valid >> port & 1U) != 0 && in.flit[port].head)
        (kind == FLITLOCK_NODE_RSP_CLIENT ? arrivals : answers).push_back({cycle, in.flit[port]});
  }
};

// Runs a trace of lines "cycle,source,destination,op,bytes,address" of clients A of the two GPUs.
Sets trace(const Scratch &scratch,
           const std::vector<std::tuple<uint64_t, unsigned, std::string, unsigned, uint64_t>> &lines) {
  const std::string path = scratch.path("trace.csv");
  std::ofstream file(path);
  file << "cycle,source,destination,op,bytes,address\n";
  for (const auto &[cycle, gpu, op, bytes, address] : lines)
    file << cycle << ",gpu" << gpu << ".mesh0.A.req_client0,gpu" << 1 - gpu << ".mesh0.A.rsp_client0," << op << ','
         << bytes << ',' << address << '\n';
  return {"workload.kind=trace", "workload.trace=" + path, "pod.max_bytes=256B", "run.cycles=100000"};
}

TEST(PodTlb, BlocksAndLinksAreThoseOfTheSpecification) {
  Pod pod({"link_tlb.mode=modelled"});
  ASSERT_EQ(pod.status, FLITLOCK_OK) << pod.error.text;
  std::vector<std::string> blocks, links;
  for (uint32_t b = flitlock_pod_find(pod.pod, "gpu0.dst.req"); b <= flitlock_pod_find(pod.pod, "gpu0.page_table"); b++)
    blocks.emplace_back(flitlock_engine_block_name(pod.engine(), b));
  EXPECT_EQ(blocks, (std::vector<std::string>{"gpu0.dst.req", "gpu0.dst.rsp", "gpu0.station0.l1tlb", "gpu0.l2tlb",
                                              "gpu0.page_table"}));
  for (uint32_t c = 0; c < flitlock_engine_channel_count(pod.engine()); c++) {
    const flitlock_channel *channel = flitlock_engine_channel(pod.engine(), c);
    const std::string name = channel->name;
    if (name.find("tlb") == std::string::npos && name.rfind("gpu1.dst->gpu0", 0) != 0) continue;
    if (name.rfind("gpu0", 0) != 0 && name.rfind("gpu1.dst->gpu0", 0) != 0) continue;
    links.push_back(name + " " + flitlock_engine_block_name(pod.engine(), channel->src_block) + " " +
                    flitlock_engine_block_name(pod.engine(), channel->dst_block));
  }
  EXPECT_EQ(links, (std::vector<std::string>{
                       "gpu0.station0.l1tlb->dst.req gpu0.station0.l1tlb gpu0.dst.req",
                       "gpu0.station0.l1tlb->l2tlb.up gpu0.station0.l1tlb gpu0.l2tlb",
                       "gpu0.station0.l1tlb->l2tlb.down gpu0.l2tlb gpu0.station0.l1tlb",
                       "gpu0.l2tlb->page_table.up gpu0.l2tlb gpu0.page_table",
                       "gpu0.l2tlb->page_table.down gpu0.page_table gpu0.l2tlb",
                       "gpu1.dst->gpu0.dst.req gpu1.dst.req gpu0.station0.l1tlb",
                       "gpu1.dst->gpu0.dst.rsp gpu1.dst.rsp gpu0.dst.rsp",
                   }));
  Pod ideal({"link_tlb.mode=ideal"});
  EXPECT_EQ(flitlock_pod_find(ideal.pod, "gpu0.l2tlb"), UINT32_MAX);
  EXPECT_NE(flitlock_pod_find(ideal.pod, "gpu1.station0.l1tlb"), UINT32_MAX);
  Pod off({});
  EXPECT_EQ(flitlock_pod_translation(off.pod), nullptr);
  EXPECT_EQ(flitlock_pod_find(off.pod, "gpu1.station0.l1tlb"), UINT32_MAX);
}

TEST(PodTlb, APodOfSwitchesHasOneForEachSwitch) {
  Pod pod({"link_tlb.mode=modelled", "check.invariants=true", "run.cycles=1500", "link_tlb.access=40"}, "switch16");
  ASSERT_EQ(pod.status, FLITLOCK_OK) << pod.error.text;
  const uint32_t switches = pod.config.get()->pod.switches;
  const std::string last = std::to_string(switches - 1);
  const uint32_t l1 = flitlock_pod_find(pod.pod, ("gpu3.station" + last + ".l1tlb").c_str());
  ASSERT_NE(l1, UINT32_MAX);
  EXPECT_EQ(flitlock_pod_find(pod.pod, ("gpu3.station" + std::to_string(switches) + ".l1tlb").c_str()), UINT32_MAX);
  EXPECT_EQ(pod.run(), FLITLOCK_OK) << pod.error.text;
}

// R-DTLB-3: what a lone request waits for, on top of what it waits for without link TLBs.
TEST(PodTlb, ALoneRequestTakesTheLatenciesOfTheDesign) {
  Scratch scratch;
  const Sets lines = trace(scratch, {{0, 0, "write", 64, 0},
                                     {3000, 0, "write", 256, 128},     // the page is in L1
                                     {6000, 0, "read", 64, 3 << 21},   // of the leaf alone
                                     {9000, 1, "write", 192, 4096}});  // another GPU's TLBs
  std::map<std::string, std::vector<uint64_t>> latency;
  for (const std::string mode : {"off", "ideal", "modelled"}) {
    Pod pod(with(checked(mode), lines));
    ASSERT_EQ(pod.run(), FLITLOCK_OK) << mode << ": " << pod.error.text;
    ASSERT_EQ(pod.arrivals.size(), 4U);
    for (const Arrival &arrival : pod.arrivals)
      latency[mode].push_back(arrival.cycle - arrival.head.birth);
  }
  for (size_t n = 0; n < 4; n++) {
    EXPECT_EQ(latency["ideal"][n], latency["off"][n] + 50U) << n;
    EXPECT_EQ(latency["modelled"][n], latency["off"][n] + (n == 1   ? 50U
                                                           : n == 2 ? 50U + 100U + 270U
                                                                    : 50U + 100U + 4U * 270U))
        << n;
  }
}

// R-RQ-7, R-DTLB-9: told by hand, not by what the pod has.
TEST(PodTlb, ARequestArrivesAtTheAddressThatItsPageIsMappedTo) {
  Scratch scratch;
  Pod pod(with(checked("modelled", {"link_tlb.memory=7MiB"}),  // four pages of 2 MiB
               trace(scratch, {{0, 0, "write", 64, 0x1040}, {10, 1, "write", 64, (3 << 21) + 64}})));
  ASSERT_EQ(pod.run(), FLITLOCK_OK) << pod.error.text;
  ASSERT_EQ(pod.arrivals.size(), 2U);
  // To GPU 1, page 0 of 4: the last one of GPU 1's 8 MiB from 16 MiB on.
  EXPECT_EQ(pod.arrivals[0].head.addr, (16U << 20) + (6U << 20) + 0x1040U);
  // To GPU 0, page 3: the first of those from 8 MiB on.
  EXPECT_EQ(pod.arrivals[1].head.addr, (8U << 20) + 64U);
  for (size_t n = 0; n < 2; n++)
    EXPECT_EQ(pod.answers[n].head.addr, pod.arrivals[n].head.addr) << "R-RS-4";
}

uint64_t translated(const flitlock_translation_results &t) {
  uint64_t sum = 0;
  for (int c = FLITLOCK_CLASS_L1_HIT; c < FLITLOCK_CLASS_COUNT; c++)
    sum += t.requests[c];
  return sum;
}

TEST(PodTlb, EveryRequestOfAFullPodIsTranslatedOnceAndTheStagesAddUp) {
  for (const Sets &more : std::vector<Sets>{
           {},
           {"workload.scope=all", "workload.mix=[{op: write, bytes: 256B}, {op: read, bytes: 192B}]"},
           {"link_tlb.page=64KiB", "link_tlb.l1_entries=4", "link_tlb.l1_ways=4", "link_tlb.l2_entries=16",
            "link_tlb.walkers=2", "link_tlb.l1_mshrs=3", "link_tlb.l1_targets=2", "link_tlb.access=20"},
           {"link_tlb.page_bits=[12, 16, 21, 13]", "link_tlb.size_lsb=23", "link_tlb.access=9", "workload.posted=true"},
           {"links=[{match: \"*dst*\", width: 128B}]", "link_tlb.l1_store=8", "workload.bytes=256B"},
           {"link_tlb.mode=ideal", "link_tlb.l1_latency=1", "defaults.gpu_link_latency=7"}}) {
    SCOPED_TRACE(more.empty() ? "plain" : more[0]);
    Pod pod(checked("modelled", more));
    ASSERT_EQ(pod.run(), FLITLOCK_OK) << pod.error.text;
    uint64_t remote = 0;
    for (const Arrival &arrival : pod.arrivals) {
      const unsigned from = flitlock_address_gpu(arrival.head.src), to = flitlock_address_gpu(arrival.head.dst);
      remote += from != to;
      // 64 MiB of GPU 0 are mapped from 64 MiB on, of GPU 1 from 128 MiB on.
      EXPECT_EQ(arrival.head.addr >> 26, to + 1U);
    }
    EXPECT_GT(remote, 150U);
    EXPECT_TRUE(pod.results->translates);
    EXPECT_EQ(translated(pod.results->translation), remote);
    EXPECT_EQ(pod.results->translation.errors, 0U);
    double sum = 0;
    for (double stage : pod.results->latency.stage)
      sum += stage;
    EXPECT_NEAR(sum, pod.results->latency.mean, 1e-6);
    EXPECT_GE(pod.results->latency.stage[FLITLOCK_STAGE_REQ_TRANSLATION], more.empty() ? 50.0 : 0.5);
  }
}

// R-DTLB-7: without it the invariants would ask for more than there is, and with it not for nothing.
TEST(PodTlb, HitsOvertakeMissesButNotInARegion) {
  Pod pod(checked("modelled", {"link_tlb.page=4KiB", "link_tlb.memory=64KiB", "link_tlb.l1_entries=4",
                               "link_tlb.l1_ways=4", "run.cycles=4000"}));
  ASSERT_EQ(pod.run(), FLITLOCK_OK) << pod.error.text;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> last;
  std::map<std::tuple<uint32_t, uint32_t, uint64_t>, uint32_t> last_of_region;
  unsigned overtaken = 0;
  for (const Arrival &a : pod.arrivals) {
    auto [flow, first] = last.emplace(std::pair(a.head.src, a.head.dst), a.head.id);
    if (!first && a.head.id < flow->second) overtaken++;
    flow->second = std::max(flow->second, a.head.id);
    auto [region, fresh] = last_of_region.emplace(std::tuple(a.head.src, a.head.dst, a.head.addr >> 8), a.head.id);
    EXPECT_TRUE(fresh || a.head.id > region->second) << a.head.id;
    region->second = a.head.id;
  }
  EXPECT_GT(overtaken, 100U);
}

// R-DTLB-8.
TEST(PodTlb, ARequestWithoutATranslationIsAnsweredWithAnError) {
  for (const std::string mode : {"ideal", "modelled"}) {
    SCOPED_TRACE(mode);
    Scratch scratch;
    Pod pod(with(checked(mode), trace(scratch, {{0, 0, "write", 256, 64 << 20},    // behind the memory
                                                {4000, 0, "read", 256, 2 << 21},   // not to be read
                                                {8000, 0, "write", 256, 2 << 21},  // but to be written
                                                {12000, 0, "read", 256, 3 << 21},  // not there any more
                                                {16000, 0, "read", 256, 64}})));
    ASSERT_EQ(pod.status, FLITLOCK_OK) << pod.error.text;
    ASSERT_EQ(flitlock_page_tables_map(pod.tables(1), 2 << 21, 0x40000000, 0, 1, &pod.error), FLITLOCK_OK);
    flitlock_page_tables_unmap(pod.tables(1), 3 << 21);
    ASSERT_EQ(pod.run(), FLITLOCK_OK) << pod.error.text;
    ASSERT_EQ(pod.answers.size(), 5U);
    const unsigned expected[] = {FLITLOCK_TRANSLATION_DECODE, FLITLOCK_TRANSLATION_PROTECTION, 0,
                                 FLITLOCK_TRANSLATION_DECODE, 0};
    for (size_t n = 0; n < 5; n++) {
      EXPECT_EQ(pod.answers[n].head.status, expected[n]) << n;
      EXPECT_EQ(pod.arrivals[n].head.status, expected[n]) << n;
      if (expected[n] != 0) {
        EXPECT_EQ(pod.answers[n].head.len, 1U) << "no data";
        EXPECT_EQ(pod.answers[n].head.addr >> 42, 1U) << "the NPA";
      }
    }
    EXPECT_EQ(pod.arrivals[2].head.addr, 0x40000000U);
    EXPECT_EQ(pod.results->translation.errors, 3U);
    EXPECT_EQ(pod.results->requests_completed, 5U);
  }
}

// A TLB that is wrong is found, by those who look at the channels and by the requester alone.
int number_of_another(void *, const char *name, const flitlock_router_params *, flitlock_pod_choice *choice,
                      flitlock_error *) {
  static flitlock_l1_tlb_params changed;
  if (std::string(choice->ops->kind) != "l1_link_tlb" || std::string(name) != "gpu1.station0.l1tlb") return FLITLOCK_OK;
  changed = *static_cast<const flitlock_l1_tlb_params *>(choice->params);
  changed.npa.acc = 0;
  choice->params = &changed;
  return FLITLOCK_OK;
}
// The page table of the other GPU: good translations, but not this GPU's.
int table_of_another(void *self, const char *name, const flitlock_router_params *, flitlock_pod_choice *choice,
                     flitlock_error *) {
  static flitlock_l1_tlb_params changed;
  if (std::string(name) != "gpu1.station0.l1tlb") return FLITLOCK_OK;
  changed = *static_cast<const flitlock_l1_tlb_params *>(choice->params);
  changed.ideal = *static_cast<flitlock_page_tables **>(self);
  choice->params = &changed;
  return FLITLOCK_OK;
}

TEST(PodTlb, AWrongTranslationIsFound) {
  Pod decoded(checked("modelled"), "tiny2", number_of_another);
  EXPECT_EQ(decoded.run(), FLITLOCK_E_MISMATCH);
  EXPECT_NE(std::string(decoded.error.text).find("R-INV-7"), std::string::npos) << decoded.error.text;
  EXPECT_NE(std::string(decoded.error.text).find("gpu1.station0.l1tlb->dst.req"), std::string::npos);

  Config config(preset("tiny2"), checked("ideal"));
  flitlock_error error{};
  flitlock_translation *other = nullptr;
  ASSERT_EQ(flitlock_translation_create(config.get(), &other, &error), FLITLOCK_OK) << error.text;
  flitlock_page_tables *tables = flitlock_translation_tables(other, 0);
  flitlock_pod *pod = nullptr;
  ASSERT_EQ(flitlock_pod_create_with(config.get(), nullptr, table_of_another, &tables, &pod, &error), FLITLOCK_OK);
  // Without the invariants: the requester alone.
  flitlock_engine_run(flitlock_pod_engine(pod), 1000);
  int wrong = FLITLOCK_OK;
  for (uint32_t n = 0; n < flitlock_pod_req_client_count(pod) && wrong == FLITLOCK_OK; n++)
    wrong = flitlock_req_client.check(flitlock_engine_block(flitlock_pod_engine(pod), flitlock_pod_req_client(pod, n)),
                                      &error);
  EXPECT_EQ(wrong, FLITLOCK_E_PROTOCOL);
  EXPECT_NE(std::string(error.text).find("R-RQ-7"), std::string::npos) << error.text;
  flitlock_pod_destroy(pod);
  flitlock_translation_destroy(other);
}

TEST(PodTlb, ResultsAreTheSameWhenEveryBlockIsClocked) {
  Scratch scratch;
  std::string log[2];
  for (int clocked = 0; clocked < 2; clocked++) {
    Pod pod(checked("modelled", {"link_tlb.page=64KiB", "run.cycles=600"}));
    flitlock_engine_set_clocked(pod.engine(), clocked != 0);
    const std::string path = scratch.path("log" + std::to_string(clocked));
    ASSERT_EQ(pod.run(path), FLITLOCK_OK) << pod.error.text;
    std::ifstream file(path, std::ios::binary);
    log[clocked] = std::string(std::istreambuf_iterator<char>(file), {});
  }
  EXPECT_GT(log[0].size(), 10000U);
  EXPECT_TRUE(log[0] == log[1]);
}

TEST(PodTlb, CollectivesEndAndWriteWhatTheyShould) {
  const Sets schedule = {
      "workload.kind=msccl",   "workload.msccl_bytes=100000",
      "run.cycles=400000",     "workload.msccl=" + repository_file("tests/data/msccl/allreduce-ring-4.xml"),
      "check.invariants=true", "workload.bytes=256B"};
  Pod off(schedule, "pod4-write256");
  ASSERT_EQ(off.run(), FLITLOCK_OK) << off.error.text;
  Pod modelled(with(schedule, {"link_tlb.mode=modelled"}), "pod4-write256");
  ASSERT_EQ(modelled.run(), FLITLOCK_OK) << modelled.error.text;
  EXPECT_GT(modelled.results->collective.time_cycles, off.results->collective.time_cycles + 1230U);
  EXPECT_EQ(translated(modelled.results->translation), off.results->requests_issued);

  Pod small(with(schedule, {"link_tlb.mode=modelled", "link_tlb.memory=64KiB"}), "pod4-write256");
  EXPECT_EQ(small.status, FLITLOCK_E_CONFIG);
  EXPECT_NE(std::string(small.error.text).find("link_tlb.memory is 65536"), std::string::npos) << small.error.text;
}

// Golden C with itself: that link TLBs of a pod are compared, and that a planted error is found where it was planted.
TEST(PodTlb, LinkTlbsRunInLockstep) {
  Config config(preset("tiny2"),
                {"link_tlb.mode=modelled", "link_tlb.page=64KiB", "link_tlb.access=20", "run.cycles=900"});
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  LockstepSetup setup;
  setup.match = "*tlb";
  LockstepRun good(config, setup);
  EXPECT_EQ(good.status, FLITLOCK_OK) << good.error.text << good.verdict.text;
  EXPECT_EQ(good.blocks.lockstep, 4U);
  EXPECT_GT(good.results->translation.requests[FLITLOCK_CLASS_WALK], 0U) << "told by the golden one of the two";
  EXPECT_EQ(good.results->translation.not_told, 0U);
  for (const char *block : {"gpu1.station0.l1tlb", "gpu0.l2tlb"}) {
    for (const char *plant : {"field.addr@300", "flit-late@300", "flit-lost@300", "credit-late@200"}) {
      setup.plant = plant;
      setup.plant_match = block;
      LockstepRun planted(config, setup);
      EXPECT_EQ(planted.status, FLITLOCK_E_MISMATCH) << block << " " << plant << ": " << planted.verdict.text;
      ASSERT_NE(planted.divergence(), nullptr) << block << " " << plant;
      EXPECT_EQ(std::string(planted.divergence()->block), block) << plant;
    }
  }
}

TEST(PodTlb, AnIdealOneHasNoRtl) {
  Config config(preset("tiny2"), {"link_tlb.mode=ideal", "run.cycles=400"});
  const flitlock_device device = {
      "rtl", &flitlock_router_golden,
      [](const flitlock_router_params *, const char *, flitlock_error *) { return int{FLITLOCK_OK}; }, nullptr};
  LockstepSetup setup;
  setup.match = "*.l1tlb";
  setup.device = &device;
  LockstepRun run(config, setup);
  EXPECT_EQ(run.status, FLITLOCK_E_CONFIG);
  EXPECT_NE(std::string(run.error.text).find("golden C alone"), std::string::npos) << run.error.text;
  Config modelled(preset("tiny2"), {"link_tlb.mode=modelled", "run.cycles=400"});
  LockstepRun none(modelled, setup);
  EXPECT_EQ(none.status, FLITLOCK_E_CONFIG);
  EXPECT_NE(std::string(none.error.text).find("no block of the kind l1_link_tlb"), std::string::npos)
      << none.error.text;
}

TEST(PodTlb, WhatCannotBeIsRefused) {
  const std::vector<std::pair<Sets, std::string>> rows = {
      {{"pod.gpus=1", "workload.scope=local"}, "no links between GPUs"},
      {{"study.pointer=tail"}, "study"},
      {{"link_tlb.prefetch=stride"}, "link_tlb.prefetch"},
      {{"link_tlb.flush=true"}, "link_tlb.flush"},
      {{"link_tlb.page=5000"}, "no power of two"},
      {{"link_tlb.memory=8MiB", "link_tlb.acc_lsb=22"}, "link_tlb.acc_lsb = 22"},
      {{"link_tlb.memory=64GiB", "link_tlb.page=4KiB"}, "pages"},
      {{"link_tlb.access=20000"}, "link_tlb.access"},
      {{"workload.kind=msccl", "workload.msccl_packet=192B",
        "workload.msccl=" + repository_file("tests/data/msccl/allreduce-pair-2.xml")},
       "R-RQ-7"},
  };
  for (const auto &[sets, text] : rows) {
    Config config(preset("tiny2"), with({"link_tlb.mode=modelled"}, sets));
    EXPECT_EQ(config.status(), FLITLOCK_E_CONFIG) << text;
    EXPECT_NE(std::string(config.error()).find(text), std::string::npos) << config.error();
  }
  Pod narrow({"link_tlb.mode=modelled", "link_tlb.l1_store=3", "workload.bytes=256B"});
  EXPECT_EQ(narrow.status, FLITLOCK_E_CONFIG);
  EXPECT_NE(std::string(narrow.error.text).find("link_tlb.l1_store"), std::string::npos) << narrow.error.text;
  Scratch scratch;
  Pod crossing(with({"link_tlb.mode=modelled"}, trace(scratch, {{0, 0, "write", 256, (1 << 21) - 128}})));
  EXPECT_EQ(crossing.status, FLITLOCK_E_INPUT);
  EXPECT_NE(std::string(crossing.error.text).find("in one page"), std::string::npos) << crossing.error.text;
}

}  // namespace
