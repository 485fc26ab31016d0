// SPDX-License-Identifier: Apache-2.0
// What a configuration says once it is loaded: values, defaults, bases, sets, dump and hash.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "flitlock/router.h"
#include "support/config.h"
#include "support/paths.h"

using flitlock_test::Config;
using flitlock_test::preset;
using flitlock_test::TempFolder;

namespace {

std::vector<std::string> all_presets() {
  std::vector<std::string> files;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(flitlock_test::repository_file("configs")))
    if (entry.path().extension() == ".yaml" && entry.path().parent_path().filename() != "sweeps")
      files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

TEST(ConfigLoad, DefaultsAreTheReferencePod) {
  TempFolder folder;
  Config config(folder.write("least.yaml", "seed: 1\n"));
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  EXPECT_STREQ(config->name, "least");
  EXPECT_EQ(config->seed, 1U);
  EXPECT_EQ(config->pod.gpus, 4U);
  EXPECT_EQ(config->pod.meshes, 3U);
  EXPECT_EQ(config->pod.rows, 2U);
  EXPECT_EQ(config->pod.columns, 3U);
  EXPECT_STREQ(config->pod.exit_node, "E");
  ASSERT_EQ(config->pod.client_nodes_count, 4U);
  EXPECT_STREQ(config->pod.client_nodes[3], "F");
  EXPECT_EQ(config->vcs.count, 10U);
  EXPECT_EQ(config->vcs.outbound, 3U);
  EXPECT_EQ(config->vcs.inbound_req, 4U);
  EXPECT_EQ(config->vcs.inbound_rsp, 0U);
  EXPECT_EQ(config->defaults.input_depth, 8U);
  EXPECT_EQ(config->routers_count, 0U);
  EXPECT_EQ(config->routers, nullptr);
  EXPECT_EQ(config->run.warmup, UINT64_MAX);
  EXPECT_EQ(config->workload.hot_target, nullptr);
  EXPECT_EQ(config->workload.bytes, 64U);
}

TEST(ConfigLoad, EveryKindOfValue) {
  TempFolder folder;
  Config config(folder.write("c.yaml", R"(
name: "12"
seed: 18446744073709551615
pod: {clock_ghz: 1.5, planes_rsp: false, client_nodes: null}
routing: {algorithm: yx}
defaults: {latency: 10ns, credit_latency: 3cycles, width: 128B, output_stage: registered, arbiter_l2: oldest}
routers:
  - {match: "*", vc: 0, input_depth: 12, crossbar_stage: fall_through, vc_weights: [1, 2, 15],
     port_weights: [{port: N, weight: 2}, {port: dst, weight: 3}]}
links:
  - {match: "*.rsp", input_depth: 9}
  - {match: "*.req", width: 64B, credit_latency: 2ns}
clients: {stall: 0.25, service_latency: 1us}
workload: {mix: [{op: write, bytes: 64}, {op: write, bytes: 192B, weight: 2.5}], posted: true, rate: 1/8, msccl_bytes: 256KiB}
run: {warmup: 1us, cycles: 20us, drain: true}
)"));
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  EXPECT_STREQ(config->name, "12");
  EXPECT_EQ(config->seed, UINT64_MAX);
  EXPECT_EQ(config->pod.planes_rsp, 0);
  EXPECT_EQ(config->pod.client_nodes, nullptr);
  EXPECT_EQ(config->pod.client_nodes_count, 0U);
  EXPECT_EQ(config->routing.algorithm, FLITLOCK_ROUTING_YX);
  EXPECT_EQ(config->defaults.latency, 15U);
  EXPECT_EQ(config->defaults.credit_latency, 3U);
  EXPECT_EQ(config->defaults.width, 128U);
  EXPECT_EQ(config->defaults.output_stage, FLITLOCK_REGISTERED);
  EXPECT_EQ(config->defaults.arbiter_l2, FLITLOCK_ARB_OLDEST);
  ASSERT_EQ(config->routers_count, 1U);
  const flitlock_router_rule &router = config->routers[0];
  EXPECT_EQ(router.vc, 0);
  EXPECT_EQ(router.input_depth, 12);
  EXPECT_EQ(router.output_depth, -1);
  EXPECT_EQ(router.input_stage, -1);
  EXPECT_EQ(router.crossbar_stage, FLITLOCK_FALL_THROUGH);
  EXPECT_EQ(router.arbiter_l1, -1);
  ASSERT_EQ(router.vc_weights_count, 3U);
  EXPECT_EQ(router.vc_weights[2], 15);
  ASSERT_EQ(router.port_weights_count, 2U);
  EXPECT_STREQ(router.port_weights[1].port, "dst");
  EXPECT_EQ(router.port_weights[1].weight, 3);
  ASSERT_EQ(config->links_count, 2U);
  EXPECT_EQ(config->links[0].width, -1);
  EXPECT_EQ(config->links[0].vc, -1);
  EXPECT_EQ(config->links[1].width, 64);
  EXPECT_EQ(config->links[1].credit_latency, 3);
  EXPECT_EQ(config->links[1].latency, -1);
  EXPECT_DOUBLE_EQ(config->clients.stall, 0.25);
  EXPECT_EQ(config->clients.service_latency, 1500U);
  ASSERT_EQ(config->workload.mix_count, 2U);
  EXPECT_EQ(config->workload.mix[0].op, FLITLOCK_OP_WRITE_REQ);
  EXPECT_DOUBLE_EQ(config->workload.mix[0].weight, 1);
  EXPECT_EQ(config->workload.mix[1].bytes, 192U);
  EXPECT_DOUBLE_EQ(config->workload.mix[1].weight, 2.5);
  EXPECT_DOUBLE_EQ(config->workload.rate, 0.125);
  EXPECT_EQ(config->workload.msccl_bytes, 262144U);
  EXPECT_EQ(config->run.warmup, 1500U);
  EXPECT_EQ(config->run.cycles, 30000U);
  EXPECT_EQ(config->run.drain, 1);
  EXPECT_EQ(flitlock_config_max_len(config.get()), 3U);
}

TEST(ConfigLoad, BaseIsBelowAndRelativeToTheFile) {
  TempFolder folder;
  folder.write("base/root.yaml",
               "workload: {rate: 0.2, bytes: 128B}\npod: {client_nodes: [A, B]}\n"
               "links: [{match: 'a', width: 64B}]\nworkload_unused: 1\n");
  folder.write("base/root.yaml",
               "workload: {rate: 0.2, bytes: 128B}\npod: {client_nodes: [A, B]}\n"
               "links: [{match: 'a', width: 64B}]\nrun: {cycles: 77}\n");
  folder.write("middle.yaml", "base: base/root.yaml\nworkload: {rate: 0.3}\n");
  Config config(folder.write("top/top.yaml",
                             "base: ../middle.yaml\npod: {client_nodes: [C, D]}\nlinks: [{match: 'b', width: 64B}]\n"));
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  EXPECT_DOUBLE_EQ(config->workload.rate, 0.3);
  EXPECT_EQ(config->workload.bytes, 128U);
  EXPECT_EQ(config->run.cycles, 77U);
  ASSERT_EQ(config->pod.client_nodes_count, 2U);  // replaced
  EXPECT_STREQ(config->pod.client_nodes[0], "C");
  ASSERT_EQ(config->links_count, 2U);  // appended: later rules win
  EXPECT_STREQ(config->links[0].match, "a");
  EXPECT_STREQ(config->links[1].match, "b");
  EXPECT_STREQ(config->name, "top");
}

TEST(ConfigLoad, SetsComeInOrderAndReachLists) {
  TempFolder folder;
  std::string path = folder.write(
      "c.yaml", "links: [{match: 'a', latency: 2}, {match: 'b', width: 64B}]\nworkload: {hot_target: x}\n");
  Config config(path, {"seed=5", "seed=6", "links.1.width=128B", "links.2.match=*->*.req", "links.2.latency=3",
                       "routers.0.match=*.E.*", "routers.0.vc_weights=[3, 4]", "workload.mix=[{op: read, bytes: 256B}]",
                       "workload.mix.0.weight=7", "pod={meshes: 2}", "workload.hot_target=", "name=a=b"});
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  EXPECT_EQ(config->seed, 6U);
  ASSERT_EQ(config->links_count, 3U);
  EXPECT_EQ(config->links[0].width, -1);
  EXPECT_EQ(config->links[1].width, 128);
  EXPECT_STREQ(config->links[2].match, "*->*.req");
  ASSERT_EQ(config->routers_count, 1U);
  EXPECT_EQ(config->routers[0].vc_weights[1], 4);
  ASSERT_EQ(config->workload.mix_count, 1U);
  EXPECT_EQ(config->workload.mix[0].op, FLITLOCK_OP_READ_REQ);
  EXPECT_DOUBLE_EQ(config->workload.mix[0].weight, 7);
  EXPECT_EQ(config->pod.meshes, 2U);
  EXPECT_EQ(config->pod.gpus, 4U);
  EXPECT_EQ(config->workload.hot_target, nullptr);
  EXPECT_STREQ(config->name, "a=b");
  char place[200];
  EXPECT_STREQ(flitlock_config_where(config.get(), "seed", place, sizeof place), "--set seed=6");
  EXPECT_STREQ(flitlock_config_where(config.get(), "links.1.match", place, sizeof place), (path + ":1").c_str());
  EXPECT_STREQ(flitlock_config_where(config.get(), "workload.hot_target", place, sizeof place),
               "--set workload.hot_target=");
  EXPECT_STREQ(flitlock_config_where(config.get(), "run.cycles", place, sizeof place), "default");
  EXPECT_STREQ(flitlock_config_where(config.get(), "links.9.width", place, sizeof place), "default");
}

TEST(ConfigLoad, FilesLieBesideTheFileThatNamesThem) {
  TempFolder folder;
  folder.write("a/base.yaml", "workload: {trace: t.csv}\n");
  Config config(folder.write("top.yaml", "base: a/base.yaml\n"), {"workload.msccl=m.xml"});
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  EXPECT_EQ(std::string(config->workload.trace), folder.path("a/t.csv"));
  EXPECT_STREQ(config->workload.msccl, "m.xml");  // from the command line: beside the caller
}

TEST(ConfigLoad, MaxLenFollowsTheWorkload) {
  const struct {
    std::vector<std::string> sets;
    uint32_t len;
  } rows[] = {{{"workload.bytes=1"}, 1},
              {{"workload.bytes=65"}, 2},
              {{"workload.bytes=256"}, 4},
              {{"workload.mix=[{op: read, bytes: 192}, {op: write, bytes: 64}]", "workload.bytes=256"}, 3},
              {{"workload.kind=trace", "workload.trace=t.csv", "pod.max_bytes=320"}, 5},
              {{"workload.kind=msccl", "workload.msccl=m.xml", "workload.msccl_packet=128"}, 2},
              {{"pod.unit_bytes=32", "defaults.width=32", "links=", "workload.bytes=256"}, 8}};
  TempFolder folder;
  std::string path = folder.write("c.yaml", "seed: 1\n");
  for (const auto &row : rows) {
    Config config(path, row.sets);
    ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
    EXPECT_EQ(flitlock_config_max_len(config.get()), row.len) << row.sets[0];
  }
}

TEST(ConfigLoad, PresetsLoadAndDumpsLoadToTheSame) {
  TempFolder folder;
  std::vector<std::string> files = all_presets();
  ASSERT_GE(files.size(), 17U);
  for (const std::string &file : files) {
    Config config(file);
    ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
    EXPECT_EQ(config->name, std::filesystem::path(file).stem().string());
    Config again(folder.write("dump.yaml", config.dump()));
    ASSERT_EQ(again.status(), FLITLOCK_OK) << again.error();
    EXPECT_EQ(again.dump(), config.dump()) << file;
    EXPECT_EQ(flitlock_config_hash(again.get()), flitlock_config_hash(config.get())) << file;
  }
}

TEST(ConfigLoad, DumpKeepsWhatIsHardToWrite) {
  TempFolder folder;
  folder.write("m.xml", "<algo/>");
  Config config(folder.write("c.yaml", R"(
name: "null"
seed: 18446744073709551615
pod: {gpus: 1, exit_node: null, client_nodes: null}
routers: [{match: "a: #b", vc: 0, vc_weights: [1, 2], port_weights: [{port: "N", weight: 1}]}]
links: [{match: "*\"'x", width: 128B}]
workload: {rate: 0.1234567890123456, mix: [{op: read, bytes: 1, weight: 1/3}], scope: all, msccl: m.xml}
run: {warmup: 3}
)"));
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  Config again(folder.write("elsewhere/dump.yaml", config.dump()));
  ASSERT_EQ(again.status(), FLITLOCK_OK) << again.error() << config.dump();
  EXPECT_EQ(again.dump(), config.dump());
  EXPECT_STREQ(again->name, "null");
  EXPECT_EQ(again->seed, UINT64_MAX);
  EXPECT_EQ(again->pod.exit_node, nullptr);
  EXPECT_EQ(again->pod.client_nodes, nullptr);
  EXPECT_STREQ(again->routers[0].match, "a: #b");
  EXPECT_STREQ(again->links[0].match, "*\"'x");
  EXPECT_EQ(again->workload.rate, 0.1234567890123456);
  EXPECT_EQ(again->workload.mix[0].weight, 1.0 / 3);
  EXPECT_EQ(again->run.warmup, 3U);
  EXPECT_TRUE(std::filesystem::equivalent(again->workload.msccl, folder.path("m.xml")));
}

TEST(ConfigLoad, HashIsOfWhatInfluencesAResult) {
  std::string path = preset("tiny2");
  uint64_t plain = flitlock_config_hash(Config(path).get());
  for (const char *same : {"name=other", "check.invariants=false", "check.watchdog=5000", "workload.bytes=64B"})
    EXPECT_EQ(flitlock_config_hash(Config(path, {same}).get()), plain) << same;
  for (const char *other :
       {"seed=2", "pod.meshes=2", "defaults.input_depth=9", "links.0.width=64B", "workload.rate=0.2",
        "routers=[{match: '*', input_depth: 9}]", "run.cycles=2001", "clients.stall=0.1"})
    EXPECT_NE(flitlock_config_hash(Config(path, {other}).get()), plain) << other;

  TempFolder folder;
  std::string trace = folder.write("t.csv", "one");
  std::vector<std::string> sets = {"workload.kind=trace", "workload.trace=" + trace};
  uint64_t one = flitlock_config_hash(Config(path, sets).get());
  folder.write("t.csv", "two");
  EXPECT_NE(flitlock_config_hash(Config(path, sets).get()), one);
  folder.write("u.csv", "one");
  sets[1] = "workload.trace=" + folder.path("u.csv");
  EXPECT_EQ(flitlock_config_hash(Config(path, sets).get()), one);
}

TEST(ConfigLoad, AliasesAreTheValuesTheyStandFor) {
  TempFolder folder;
  Config config(folder.write("c.yaml", "defaults: {input_depth: &d 12, output_depth: *d}\n"));
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  EXPECT_EQ(config->defaults.output_depth, 12U);
}

}  // namespace
