// SPDX-License-Identifier: Apache-2.0
// The L2 in a pod of meshes, R-L2P: where its blocks are, what an access costs, that a read gets what was written, and
// that a wrong byte is found by the flat memory (R-INV-8).
#include <flitlock/l2_fabric.h>
#include <flitlock/results.h>
#include <flitlock/run.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <tuple>

#include "support/config.h"
#include "support/lockstep_run.h"
#include "support/scratch.h"

using flitlock_test::Config;
using flitlock_test::LockstepRun;
using flitlock_test::LockstepSetup;
using flitlock_test::preset;
using flitlock_test::Scratch;

namespace {

using Sets = std::vector<std::string>;

Sets with(Sets sets, const Sets &more) {
  sets.insert(sets.end(), more.begin(), more.end());
  return sets;
}

// Every access checked, to the end.
Sets checked(const Sets &more = {}) {
  return with({"l2.mode=modelled", "check.invariants=true", "run.drain=true", "run.warmup=0", "run.cycles=1500"}, more);
}

struct Answer {
  uint64_t cycle;  // at which it left the response client
  flitlock_flit head;
  std::vector<uint8_t> bytes;  // of its first flit
};

class Pod {
 public:
  explicit Pod(const Sets &sets, flitlock_pod_choose_block choose = nullptr, void *self = nullptr)
      : config(preset("tiny2"), sets) {
    EXPECT_EQ(config.status(), FLITLOCK_OK) << config.error();
    status = flitlock_pod_create_with(config.get(), nullptr, choose, self, &pod, &error);
    if (status != FLITLOCK_OK) return;
    flitlock_observer observer{};
    observer.self = this;
    observer.step = [](void *me, const flitlock_engine *, uint32_t block, uint64_t cycle, const flitlock_in *in,
                       const flitlock_out *out) { static_cast<Pod *>(me)->See(block, cycle, *in, *out); };
    EXPECT_EQ(flitlock_engine_add_observer(flitlock_pod_engine(pod), &observer, &error), FLITLOCK_OK);
  }
  ~Pod() {
    flitlock_results_free(results);
    flitlock_pod_destroy(pod);
  }
  Pod(const Pod &) = delete;

  int Run(const std::string &events = "") {
    if (status != FLITLOCK_OK) return status;
    flitlock_run_options options{};
    options.statistics = 1;
    options.events_path = events.empty() ? nullptr : events.c_str();
    return status = flitlock_run(pod, &options, &results, &error);
  }

  Config config;
  flitlock_pod *pod = nullptr;
  flitlock_results *results = nullptr;
  flitlock_error error{};
  int status;
  std::vector<uint64_t> taken;  // cycles at which tails of requests arrived
  std::vector<Answer> answers;
  uint64_t pieces[2] = {0, 0};  // of reads, writes

 private:
  void See(uint32_t block, uint64_t cycle, const flitlock_in &in, const flitlock_out &out) {
    if (flitlock_pod_node(pod, block)->kind != FLITLOCK_NODE_RSP_CLIENT) return;
    if ((in.flit_valid & 1U) != 0 && in.flit[0].tail) {
      const flitlock_flit &flit = in.flit[0];
      taken.push_back(cycle);
      pieces[flit.op == FLITLOCK_OP_WRITE_REQ] += (flit.addr % 64 + flit.bytes + 63) / 64;
    }
    if ((out.flit_valid & 2U) == 0 || !out.flit[1].head) return;
    const flitlock_flit &flit = out.flit[1];
    answers.push_back({cycle, flit, {flit.payload, flit.payload + 64 * flit.units}});
  }
};

// Requests of client A of GPU 0 to client A of GPU 1.
Sets Trace(const Scratch &scratch, const std::vector<std::tuple<uint64_t, std::string, unsigned, uint64_t>> &lines) {
  const std::string path = scratch.path("trace.csv");
  std::ofstream file(path);
  file << "cycle,source,destination,op,bytes,address\n";
  for (const auto &[cycle, op, bytes, address] : lines)
    file << cycle << ",gpu0.mesh0.A.req_client0,gpu1.mesh0.A.rsp_client0," << op << ',' << bytes << ',' << address
         << '\n';
  return {"workload.kind=trace", "workload.trace=" + path, "pod.max_bytes=256B", "run.cycles=100000"};
}

TEST(PodL2, BlocksAndLinksAreThoseOfTheSpecification) {
  Pod pod({"l2.mode=modelled", "l2.fabric_latency=9"});
  ASSERT_EQ(pod.status, FLITLOCK_OK) << pod.error.text;
  flitlock_engine *engine = flitlock_pod_engine(pod.pod);
  std::vector<std::string> blocks, links;
  const uint32_t first = flitlock_pod_find(pod.pod, "gpu0.dst.rsp");
  for (uint32_t b = first; b <= first + 6; b++)
    blocks.emplace_back(flitlock_engine_block_name(engine, b));
  EXPECT_EQ(blocks, (Sets{"gpu0.dst.rsp", "gpu0.l2.fabric0", "gpu0.l2.slice0", "gpu0.l2.slice1", "gpu0.l2.memory0",
                          "gpu0.l2.memory1", "gpu1.mesh0.A.req"}));
  for (uint32_t c = 0; c < flitlock_engine_channel_count(engine); c++) {
    const flitlock_channel *channel = flitlock_engine_channel(engine, c);
    const std::string name = channel->name;
    if (name.rfind("gpu0", 0) != 0 || name.find("l2.") == std::string::npos) continue;
    if (name.find("mesh0") != std::string::npos && name.find("mesh0.C") == std::string::npos) continue;
    links.push_back(name + " " + std::to_string(channel->latency) + " " + std::to_string(channel->credit_latency));
  }
  EXPECT_EQ(links, (Sets{"gpu0.mesh0.C.rsp_client0->l2.fabric0.req 9 1", "gpu0.l2.fabric0->mesh0.C.rsp_client0.rsp 9 1",
                         "gpu0.l2.fabric0->slice0.req 1 1", "gpu0.l2.fabric0->slice1.req 1 1",
                         "gpu0.l2.slice0->fabric0.rsp 1 1", "gpu0.l2.slice0->memory0.req 1 1",
                         "gpu0.l2.slice1->fabric0.rsp 1 1", "gpu0.l2.slice1->memory1.req 1 1",
                         "gpu0.l2.memory0->slice0.rsp 1 1", "gpu0.l2.memory1->slice1.rsp 1 1"}));
  Pod off({});
  EXPECT_EQ(flitlock_pod_find(off.pod, "gpu0.l2.slice0"), UINT32_MAX);
  EXPECT_EQ(flitlock_config_hash(off.config.get()), flitlock_config_hash(Config(preset("tiny2")).get()));
  EXPECT_EQ(flitlock_config_hash(Config(preset("tiny2"), {"l2.profile=SEED", "workload.align=8B"}).get()),
            flitlock_config_hash(off.config.get()))
      << "what is off has no part in the hash";
}

// R-L2P-LAT-1: cycles from the tail's arrival until the response leaves. F = 20, memory 215 (MINI48).
TEST(PodL2, ALoneRequestTakesTheLatenciesOfTheDesign) {
  struct Row {
    const char *op;
    unsigned bytes;
    uint64_t addr, wait;
  };
  const uint64_t hit = 2 * 20 + 4, miss = hit + 5 + 215;
  const std::vector<Row> rows = {{"write", 64, 0, hit},          // a write does not fetch
                                 {"read", 64, 0, hit},           // of what was written
                                 {"read", 64, 1 << 20, miss},    // cold
                                 {"read", 64, 1 << 20, hit},     // again
                                 {"write", 256, 4096, hit + 3},  // four pieces, one an edge
                                 {"read", 256, 4096, hit + 3},  {"write", 8, 8192 + 60, hit + 1},  // two halves
                                 {"read", 4, 8192 + 60, miss}};  // of a sector that has holes
  Scratch scratch;
  std::vector<std::tuple<uint64_t, std::string, unsigned, uint64_t>> lines;
  for (size_t n = 0; n < rows.size(); n++)
    lines.emplace_back(2000 * n, rows[n].op, rows[n].bytes, rows[n].addr);
  const Sets trace = Trace(scratch, lines);
  Pod pod(checked(trace));
  ASSERT_EQ(pod.Run(), FLITLOCK_OK) << pod.error.text;
  ASSERT_EQ(pod.answers.size(), rows.size());
  for (size_t n = 0; n < rows.size(); n++)
    EXPECT_EQ(pod.answers[n].cycle - pod.taken[n], rows[n].wait) << n;
  // 64 / 16 edges for what carries data: the fourth piece crosses 12 edges after the first, not 3.
  Pod narrow(checked(with(trace, {"l2.fabric_bytes=16"})));
  ASSERT_EQ(narrow.Run(), FLITLOCK_OK) << narrow.error.text;
  EXPECT_EQ(narrow.answers[0].cycle - narrow.taken[0], hit);
  EXPECT_EQ(narrow.answers[4].cycle - narrow.taken[4], hit + 12);
  EXPECT_EQ(narrow.answers[1].cycle - narrow.taken[1], hit);
}

// R-L2S-MEM-3, written down once more.
uint8_t FirstByte(uint64_t addr) {
  uint64_t z = addr / 4 + 0x9E3779B97F4A7C15U;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9U;
  z = (z ^ z >> 27) * 0x94D049BB133111EBU;
  z ^= z >> 31;
  return static_cast<uint8_t>(z >> 8 * (addr % 4));
}

TEST(PodL2, AReadMeetsAnEarlierWrite) {
  for (const bool translated : {false, true}) {
    Scratch scratch;
    Pod pod(checked(
        with(Trace(scratch, {{0, "write", 100, 0x1234}, {3000, "read", 64, 0x1200}, {6000, "read", 64, 0x1280}}),
             {translated ? "link_tlb.mode=modelled" : "link_tlb.mode=off"})));
    ASSERT_EQ(pod.Run(), FLITLOCK_OK) << pod.error.text;
    ASSERT_EQ(pod.answers.size(), 3U);
    std::vector<uint8_t> written(100);
    flitlock_payload_fill(pod.config->seed, pod.answers[0].head.dst, 0, 0, 0, written.data(), 100);
    for (unsigned read = 0; read < 2; read++)
      for (unsigned n = 0; n < 64; n++) {
        const uint64_t offset = 0x1200 + 0x80 * read + n;
        const bool in = offset >= 0x1234 && offset < 0x1234 + 100;
        // With link TLBs the memory is that at the page's place (R-DTLB-9).
        const uint64_t place = pod.answers[1 + read].head.addr + n;
        EXPECT_EQ(place == offset, !translated);
        EXPECT_EQ(pod.answers[1 + read].bytes[n], in ? written[offset - 0x1234] : FirstByte(place)) << offset;
      }
  }
}

// Reads and partial writes that meet in few lines, from all sides.
const Sets kMixed = {"workload.scope=all", "workload.region=16KiB", "workload.align=1B", "pod.max_bytes=256B",
                     "workload.mix=[{op: write, bytes: 7}, {op: write, bytes: 100}, {op: read, bytes: 64}, "
                     "{op: read, bytes: 200}]"};

TEST(PodL2, RandomTrafficIsThatOfAFlatMemory) {
  const std::vector<Sets> rows = {
      {},
      {"seed=7", "l2.fabric_bytes=5", "l2.memory_interval=40", "clients.response_queue=2"},
      {"l2.profile=SEED", "workload.region=4MiB", "clients.stall=0.3", "clients.service_latency=13"},
      {"l2.profile=GA102", "l2.fabric_latency=1", "l2.memory_latency=1", "l2.memory_interval=1"},
      {"link_tlb.mode=modelled", "link_tlb.page=4KiB", "link_tlb.memory=64KiB", "link_tlb.access=20"},
      {"workload.mix=[{op: write, bytes: 40}, {op: write, bytes: 256}]", "workload.posted=true"},
      {"pod.unit_bytes=16B", "pod.max_bytes=240B", "defaults.width=16B", "links=[]", "defaults.input_depth=16",
       "defaults.crossbar_depth=16", "defaults.output_depth=16", "clients.input_depth=16"}};
  for (const Sets &more : rows) {
    SCOPED_TRACE(more.empty() ? "plain" : more[0]);
    Pod pod(checked(with(kMixed, more)));
    ASSERT_EQ(pod.Run(), FLITLOCK_OK) << pod.error.text;
    const flitlock_l2_results &l2 = pod.results->l2;
    EXPECT_TRUE(pod.results->caches);
    EXPECT_EQ(l2.all.reads, pod.pieces[0]);
    EXPECT_EQ(l2.all.writes, pod.pieces[1]);
    EXPECT_EQ(l2.answered[0], pod.pieces[0]);
    EXPECT_EQ(l2.answered[1], pod.pieces[1]);
    EXPECT_GT(pod.pieces[1], 300U);
    EXPECT_TRUE(l2.compared);
    EXPECT_GE(l2.compared_written, pod.pieces[1]);
    EXPECT_LE(l2.compared_written, 64 * pod.pieces[1]);
    EXPECT_GE(l2.compared_read, pod.pieces[0]);
    EXPECT_LE(l2.compared_read, 64 * pod.pieces[0]);
    EXPECT_EQ(l2.all.reads, l2.all.read_hits + l2.all.sector_misses + l2.all.read_misses +
                                (l2.all.merged - (l2.all.writes - l2.all.write_hits - l2.all.write_misses)));
  }
}

// ---- Slices that are wrong

// A golden slice, spoilt: in the n-th message that `spoil` is asked about.
struct Spoilt {
  flitlock_block_ops ops;
  int kind;
  unsigned count = 0;
};
Spoilt *spoilt;  // of the test under way

uint64_t SpoiltStep(flitlock_block *block, uint64_t cycle, const flitlock_in *in, flitlock_out *out) {
  flitlock_in changed = *in;
  flitlock_flit flit[FLITLOCK_L2_PORTS];
  std::vector<uint8_t> payload;
  const bool write = (in->flit_valid & 1U) != 0 && in->flit[0].op == FLITLOCK_OP_WRITE_REQ;
  if (write && spoilt->kind < 2 && ++spoilt->count == 40) {
    std::memcpy(flit, in->flit, sizeof flit);
    payload.assign(in->flit[0].payload, in->flit[0].payload + 128);
    flit[0].payload = payload.data();
    flitlock_l2_command command;
    flitlock_l2_command_unpack(&command, payload.data());
    if (spoilt->kind == 0) command.mask &= command.mask - 1;                     // a byte is not written
    if (spoilt->kind == 1) payload[64 + __builtin_ctzll(command.mask)] ^= 0x10;  // or wrongly
    std::vector<uint8_t> data(payload.begin() + 64, payload.end());
    flitlock_l2_command_pack(&command, payload.data());
    std::copy(data.begin(), data.end(), payload.begin() + 64);
    changed.flit = flit;
  }
  const uint64_t next = flitlock_l2_slice_golden.step(block, cycle, &changed, out);
  const bool read = (out->flit_valid & 2U) != 0 && out->flit[1].op == FLITLOCK_OP_READ_RSP;
  if (read && spoilt->kind == 2 && ++spoilt->count == 40) out->flit[1].payload[out->flit[1].addr % 64] ^= 1;
  if (read && spoilt->kind == 3 && ++spoilt->count == 40) out->flit[1].id++;
  return next;
}

int ChooseSpoilt(void *, const char *name, const flitlock_router_params *, flitlock_pod_choice *choice,
                 flitlock_error *) {
  if (std::string(name) == "gpu1.l2.slice1") choice->ops = &spoilt->ops;
  return FLITLOCK_OK;
}

TEST(PodL2, AWrongByteIsFound) {
  for (int kind = 0; kind < 4; kind++) {
    SCOPED_TRACE(kind);
    Spoilt mutant{flitlock_l2_slice_golden, kind};
    mutant.ops.step = SpoiltStep;
    spoilt = &mutant;
    Pod pod(checked(with(kMixed, {"workload.region=4KiB", "run.cycles=3000"})), ChooseSpoilt);
    EXPECT_EQ(pod.Run(), FLITLOCK_E_MISMATCH);
    const std::string text = pod.error.text;
    EXPECT_GE(mutant.count, 40U);
    EXPECT_NE(text.find("R-INV-8: cycle "), std::string::npos) << text;
    EXPECT_NE(text.find("gpu1.l2.slice1->fabric0.rsp"), std::string::npos) << text;
    if (kind < 3) {
      EXPECT_NE(text.find("read: address 0x"), std::string::npos) << text;
      EXPECT_NE(text.find(" of GPU 1 is 0x"), std::string::npos) << text;
      EXPECT_NE(text.find(", must be 0x"), std::string::npos) << text;
    }
  }
}

TEST(PodL2, SlicesRunInLockstep) {
  Config config(preset("tiny2"), with(kMixed, {"l2.mode=modelled", "run.cycles=900", "check.invariants=true"}));
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  LockstepSetup setup;
  setup.match = "gpu*.l2.slice*";
  LockstepRun good(config, setup);
  EXPECT_EQ(good.status, FLITLOCK_OK) << good.error.text << good.verdict.text;
  EXPECT_EQ(good.run_status, FLITLOCK_OK) << good.error.text;
  EXPECT_EQ(good.blocks.lockstep, 4U);
  setup.plant_match = "gpu0.l2.slice1";
  for (const char *plant : {"field.addr@300", "flit-late@300", "credit-late@300"}) {
    setup.plant = plant;
    LockstepRun planted(config, setup);
    EXPECT_EQ(planted.status, FLITLOCK_E_MISMATCH) << plant << ": " << planted.verdict.text;
    ASSERT_NE(planted.divergence(), nullptr) << plant;
    EXPECT_EQ(std::string(planted.divergence()->block), "gpu0.l2.slice1") << plant;
  }
}

TEST(PodL2, ResultsAreTheSameWhenEveryBlockIsClocked) {
  Scratch scratch;
  std::string log[2];
  for (int clocked = 0; clocked < 2; clocked++) {
    Pod pod(checked(with(kMixed, {"run.cycles=400", "l2.fabric_bytes=24"})));
    flitlock_engine_set_clocked(flitlock_pod_engine(pod.pod), clocked != 0);
    const std::string path = scratch.path("log" + std::to_string(clocked));
    ASSERT_EQ(pod.Run(path), FLITLOCK_OK) << pod.error.text;
    std::ifstream file(path, std::ios::binary);
    log[clocked] = std::string(std::istreambuf_iterator<char>(file), {});
  }
  EXPECT_GT(log[0].size(), 10000U);
  EXPECT_TRUE(log[0] == log[1]);
}

TEST(PodL2, ProfilesAreThoseOfTheModel) {
  for (unsigned n = 0; flitlock_l2_profile_name(n) != nullptr; n++) {
    Config config(preset("tiny2"), {"l2.mode=modelled", std::string("l2.profile=") + flitlock_l2_profile_name(n),
                                    "l2.memory_latency=77"});
    ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
    flitlock_l2_profile profile;
    ASSERT_EQ(flitlock_config_l2_profile(config.get(), &profile, nullptr), FLITLOCK_OK);
    EXPECT_EQ(std::string(profile.name), flitlock_l2_profile_name(n));
    EXPECT_EQ(profile.memory_latency, 77U);
    EXPECT_EQ(profile.memory_interval, 2U);
  }
}

TEST(PodL2, WhatCannotBeIsRefused) {
  const std::vector<std::pair<Sets, std::string>> rows = {
      {{"l2.profile=SEED", "pod.meshes=3", "pod.rsp_clients=3"}, "R-L2P-POD-2"},
      {{"study.instant_credits=true"}, "l2.mode"},
      {{"l2.profile=BIG"}, "MINI48"},
      {{"l2.fabric_bytes=65"}, "l2.fabric_bytes"},
      {{"l2.memory_latency=20000"}, "check.watchdog"},
      {{"workload.align=3B"}, "no power of two"},
      {{"workload.region=100B"}, "workload.region"},
      {{"link_tlb.mode=modelled", "link_tlb.memory=2MiB", "workload.region=4MiB"}, "link_tlb.memory"},
  };
  for (const auto &[sets, text] : rows) {
    Config config(preset("tiny2"), with({"l2.mode=modelled"}, sets));
    EXPECT_EQ(config.status(), FLITLOCK_E_CONFIG) << text;
    EXPECT_NE(std::string(config.error()).find(text), std::string::npos) << config.error();
  }
}

}  // namespace
