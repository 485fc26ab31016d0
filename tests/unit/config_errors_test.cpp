// SPDX-License-Identifier: Apache-2.0
// What a person is told: where, which key, what was found, what is allowed or what it conflicts with, what to do.
#include <gtest/gtest.h>

#include "support/config.h"

using flitlock_test::Config;
using flitlock_test::Pod;
using flitlock_test::preset;
using flitlock_test::TempFolder;

namespace {

struct Mistake {
  const char *text;  // of the file; the first line is line 1
  std::vector<const char *> said;
};

// Each part must be in the message; "FILE" stands for the file's path.
void expect_parts(const std::string &message, const std::string &path, const std::vector<const char *> &parts) {
  for (std::string part : parts) {
    for (size_t at = 0; (at = part.find("FILE", at)) != std::string::npos; at += path.size())
      part.replace(at, 4, path);
    EXPECT_NE(message.find(part), std::string::npos) << "expected: " << part << "\nin: " << message;
  }
}

void expect_mistakes(const std::vector<Mistake> &mistakes, int status = FLITLOCK_E_CONFIG) {
  TempFolder folder;
  for (const Mistake &mistake : mistakes) {
    std::string path = folder.write("c.yaml", mistake.text);
    Config config(path);
    EXPECT_EQ(config.status(), status) << mistake.text << config.error();
    EXPECT_EQ(config.get(), nullptr);
    expect_parts(config.error(), path, mistake.said);
  }
}

TEST(ConfigErrors, UnknownKeysSuggestTheNearest) {
  expect_mistakes({
      {"seed: 1\nworkload:\n  rate: 0.1\n  byts: 64B\n",
       {"FILE:4: workload.byts: unknown key", "did you mean workload.bytes?", "the keys here are: kind, op, bytes"}},
      {"links:\n- match: '*'\n  widht: 64B\n", {"FILE:3: links.0.widht", "did you mean links.0.width?"}},
      {"rate: 0.5\n", {"FILE:1: rate: unknown key", "did you mean workload.rate?"}},
      {"pod: {seed: 3}\n", {"FILE:1: pod.seed", "did you mean seed (at the top level)?"}},
      {"defaults: {match: x}\n", {"did you mean routers.N.match?"}},
      {"pod: {xyzzyplugh: 3}\n", {"pod.xyzzyplugh: unknown key; the keys here are: gpus, switches"}},
      {"a_key_that_is_very_much_longer_than_any_key_of_a_configuration: 1\n", {"FILE:1: a_key", "unknown key"}},
      {"workload:\n  mix:\n  - op: read\n    bytes: 64\n    wieght: 2\n",
       {"FILE:5: workload.mix.0.wieght", "did you mean workload.mix.0.weight?"}},
      {"routers: [{match: x, port_weights: [{prot: N, weight: 1}]}]\n",
       {"routers.0.port_weights.0.prot", "did you mean routers.0.port_weights.0.port?"}},
  });
}

TEST(ConfigErrors, WrongKindsOfValue) {
  expect_mistakes({
      {"pod:\n  gpus: four\n", {"FILE:2: pod.gpus: found 'four'", "a whole number from 1 to 64"}},
      {"pod: {gpus: 2.5}\n", {"pod.gpus: found '2.5'"}},
      {"pod: {gpus: [1]}\n", {"pod.gpus: found a list"}},
      {"pod: {gpus: {a: 1}}\n", {"pod.gpus: found a section"}},
      {"pod:\n  gpus:\n", {"FILE:2: pod.gpus: found nothing"}},
      {"pod: 3\n", {"FILE:1: pod: found '3'", "a section with the keys gpus, switches"}},
      {"pod:\n", {"FILE:1: pod: found nothing"}},
      {"links: {match: x}\n", {"links: found a section", "a list of entries with the keys match, width"}},
      {"links: [x]\n", {"links.0: found a single value", "an entry with the keys match, width"}},
      {"links: [{width: 64B}]\n", {"FILE:1: links.0.match: missing"}},
      {"workload: {mix: [{op: read}]}\n", {"workload.mix.0.bytes: missing"}},
      {"links:\n- match:\n", {"links.0.match: found nothing"}},
      {"workload: {op: erase}\n", {"workload.op: found 'erase'; allowed: write, read"}},
      {"workload: {injection: Greedy}\n", {"found 'Greedy'; allowed: greedy, bernoulli, interval, bursty"}},
      {"workload: {destination: near}\n", {"allowed: uniform, fixed_order, permutation, hot_spot, nearest"}},
      {"workload: {kind: x}\n", {"allowed: synthetic, trace, msccl"}},
      {"workload: {scope: x}\n", {"allowed: remote, local, all"}},
      {"routing: {algorithm: 0}\n", {"found '0'; allowed: xy, yx, table"}},
      {"defaults: {output_stage: slow}\n", {"allowed: fall_through, registered"}},
      {"defaults: {arbiter_l2: rr}\n", {"allowed: round_robin, weighted, oldest"}},
      {"routers: [{match: x, arbiter_l1: rr}]\n", {"allowed: round_robin, weighted, oldest; or leave the key out"}},
      {"workload: {posted: yes}\n", {"found 'yes'; allowed: true, false"}},
      {"workload: {bytes: 64K}\n", {"found '64K'", "64B, 256KiB, 1MiB, 1GiB or 1TiB"}},
      {"run: {cycles: 5 minutes}\n", {"found '5 minutes'", "12cycles, 50ns or 1us"}},
      {"run: {warmup: soon}\n", {"found 'soon'", "auto, or 0 to"}},
      {"clients: {stall: a}\n", {"found 'a'", "a number from 0 to 0.99"}},
      {"pod: {clock_ghz: fast}\n", {"FILE:1: pod.clock_ghz: found 'fast'"}},
      {"pod: {client_nodes: A}\n", {"pod.client_nodes: found 'A'", "a list of one or more names"}},
      {"pod: {client_nodes: [[A]]}\n", {"pod.client_nodes.0: found a list"}},
      {"pod: {exit_node: ''}\n", {"pod.exit_node: found ''"}},
      {"routers: [{match: x, vc_weights: [1, two]}]\n", {"routers.0.vc_weights.1: found 'two'", "from 1 to 15"}},
      {"base: [a]\n", {"FILE:1: base: found a list"}},
  });
}

TEST(ConfigErrors, ValuesOutOfRange) {
  expect_mistakes({
      {"name: x\nseed: 0\n", {"FILE:2: seed: found '0'", "a whole number from 1 to 18446744073709551615"}},
      {"vcs: {count: 0}\n", {"vcs.count: found '0'", "from 1 to 16"}},
      {"vcs: {count: 17}\n", {"vcs.count: found '17'", "from 1 to 16"}},
      {"workload: {rate: 1.01}\n", {"workload.rate: found '1.01'", "to 1"}},
      {"workload: {rate: 0}\n", {"workload.rate: found '0'"}},
      {"workload: {hot_fraction: -0.5}\n", {"workload.hot_fraction: found '-0.5'"}},
      {"defaults: {input_depth: 0}\n", {"defaults.input_depth: found '0'", "from 1 to 65535"}},
      {"defaults: {latency: 0}\n", {"defaults.latency: found '0'", "1 to"}},
      {"links: [{match: x, vc: -1}]\n", {"links.0.vc: found '-1'"}},
      {"routers: [{match: x, port_weights: [{port: N, weight: 16}]}]\n", {"weight: found '16'", "from 1 to 15"}},
      {"clients: {stall: 1}\n", {"clients.stall: found '1'", "0.99"}},
      {"workload: {bytes: 0B}\n", {"workload.bytes: found '0B'"}},
      {"workload: {bytes: 1MiB}\n", {"workload.bytes: found '1MiB'", "1 to 960 bytes"}},
      {"pod: {gpus: 0}\n", {"pod.gpus: found '0'"}},
  });
}

TEST(ConfigErrors, ConflictsShowBothValues) {
  expect_mistakes({
      {"pod:\n  gpus: 9\n", {"FILE:2: pod.gpus: 9 GPUs with pod.switches 0", "set pod.switches to 1 or more"}},
      {"pod: {gpus: 65, switches: 1}\n", {"pod.gpus: found '65'", "from 1 to 64"}},
      {"pod: {gpus: 1, switches: 2}\nworkload: {scope: local}\n", {"pod.switches: 2 switches, but pod.gpus is 1"}},
      {"pod: {gpus: 2, switches: 63, meshes: 16}\n", {"pod.meshes: 16 meshes and 63 links", "at most 64"}},
      {"pod: {req_clients: 31, rsp_clients: 31}\n", {"31 and 31 (pod.rsp_clients)", "67 ports", "at most 64"}},
      {"pod:\n  exit_node: null\n", {"FILE:2: pod.exit_node: null, but pod.gpus is 4"}},
      {"pod: {exit_node: G}\n", {"pod.exit_node: found 'G'; a mesh of 2 x 3 has the nodes A to F"}},
      {"pod: {rows: 9, columns: 9}\n", {"pod.exit_node (by default): found 'E'", "r0c0 to r8c8"}},
      {"pod: {client_nodes: [A, Z]}\n", {"pod.client_nodes.1: found 'Z'", "A to F"}},
      {"pod: {client_nodes: [A, C, A]}\n", {"pod.client_nodes.2: 'A' is in the list twice"}},
      {"pod: {client_nodes: []}\n", {"pod.client_nodes: found an empty list", "null for all"}},
      {"pod: {rows: 16, columns: 16}\n", {"16 rows x 16 columns (pod.columns) are 256 nodes", "255"}},
      {"defaults: {width: 96B}\n", {"defaults.width: found 96 bytes", "pod.unit_bytes (64): allowed are 64 and 128"}},
      {"pod: {unit_bytes: 32B}\ndefaults: {width: 32B}\nlinks:\n- {match: x, width: 128B}\n",
       {"FILE:4: links.0.width: found 128 bytes", "allowed are 32 and 64"}},
      {"pod: {max_bytes: 512, unit_bytes: 32}\n", {"pod.max_bytes: 512 bytes are more than the 15 units", "480"}},
      {"workload: {bytes: 320B}\n", {"workload.bytes: 320 bytes, but the largest packet is pod.max_bytes = 256"}},
      {"workload: {mix: [{op: read, bytes: 64}, {op: read, bytes: 257}]}\n",
       {"workload.mix.1.bytes: 257 bytes", "pod.max_bytes = 256"}},
      {"workload: {kind: msccl, msccl: x, msccl_packet: 512}\n", {"workload.msccl_packet: 512 bytes"}},
      {"vcs: {count: 4}\n", {"vcs.inbound_req (by default): found VC 4, but vcs.count is 4: allowed are 0 to 3"}},
      {"vcs: {outbound: 10}\n", {"vcs.outbound: found VC 10", "0 to 9"}},
      {"vcs: {inbound_rsp: 12}\n", {"vcs.inbound_rsp: found VC 12"}},
      {"links: [{match: 'A->B'}]\n", {"FILE:1: links.0.match: the rule for 'A->B' sets nothing", "a depth"}},
      {"links: [{match: '*', vc: 3}]\n", {"links.0.match: the rule for '*' sets nothing", "vc alone"}},
      {"routers: [{match: '*', input_depth: 9}, {match: '*.E.*'}]\n", {"routers.1.match: the rule for '*.E.*' sets"}},
      {"routers: [{match: x, vc: 10}]\n", {"routers.0.vc: found VC 10"}},
      {"links: [{match: x, vc: 10}]\n", {"links.0.vc: found VC 10"}},
      {"routers: [{match: x, vc_weights: [1,1,1,1,1,1,1,1,1,1,1]}]\n", {"11 weights, but vcs.count is 10"}},
      {"pod:\n  planes_rsp: false\n", {"FILE:2: pod.planes_rsp: false, but workload.posted is false"}},
      {"workload: {posted: true, op: read}\n", {"workload.op: read, but workload.posted is true"}},
      {"workload: {posted: true, mix: [{op: read, bytes: 1}]}\n", {"workload.mix: read, but workload.posted is true"}},
      {"pod: {gpus: 1}\n", {"workload.scope (by default): remote, but pod.gpus is 1"}},
      {"pod: {gpus: 1, client_nodes: [A]}\nworkload: {scope: local}\n",
       {"FILE:2: workload.scope: local, but only one"}},
      {"pod: {gpus: 1, client_nodes: [A]}\nworkload: {scope: all}\n", {"workload.scope: all, but only one node"}},
      {"workload: {destination: hot_spot}\n", {"workload.destination: hot_spot, but workload.hot_target is not given"}},
      {"workload:\n  destination: hot_spot\n  hot_target: gpu4.mesh0.A.rsp_client0\n",
       {"FILE:3: workload.hot_target: found 'gpu4.mesh0.A.rsp_client0'", "4 GPUs", "gpu3.mesh0.A.rsp_client0"}},
      {"workload: {destination: hot_spot, hot_target: gpu0.mesh0.B.rsp_client0}\n", {"which is no response client"}},
      {"workload: {destination: hot_spot, hot_target: gpu0.mesh0.A.rsp_client2}\n", {"which is no response client"}},
      {"workload: {destination: hot_spot, hot_target: gpu0.mesh0.A.rsp_client0x}\n", {"which is no response client"}},
      {"workload: {destination: hot_spot, hot_target: gpu00.mesh0.A.rsp_client0}\n", {"which is no response client"}},
      {"workload: {destination: hot_spot, hot_target: somebody}\n", {"which is no response client"}},
      {"workload: {kind: trace}\n", {"workload.kind: trace, but workload.trace is not given"}},
      {"workload: {kind: msccl}\n", {"workload.kind: msccl, but workload.msccl is not given"}},
      {"run:\n  cycles: 100\n  warmup: 100\n", {"FILE:3: run.warmup: 100 cycles, but run.cycles is 100"}},
      {"run: {cycles: 100, warmup: 50, window: 51}\n",
       {"run.window: 51 cycles after run.warmup = 50 end behind run.cycles = 100", "at least 101", "at most 50"}},
      {"run: {cycles: 100, window: 100}\n", {"run.window: 100 cycles, but run.cycles is 100"}},
      {"check: {watchdog: 20}\ndefaults: {gpu_link_latency: 20}\n",
       {"FILE:1: check.watchdog: 20 cycles, but defaults.gpu_link_latency is 20"}},
      {"check: {watchdog: 20}\nlinks: [{match: x, latency: 2}, {match: x, latency: 20}]\n",
       {"FILE:1: check.watchdog: 20 cycles, but links.1.latency is 20"}},
      {"check: {watchdog: 20}\nlinks: [{match: x, credit_latency: 21}]\n",
       {"FILE:1: check.watchdog: 20 cycles, but links.0.credit_latency is 21"}},
  });
}

TEST(ConfigErrors, RoutingTables) {
  const std::string head =
      "pod: {gpus: 1, meshes: 1, rows: 1, columns: 3, exit_node: null, client_nodes: null}\n"
      "workload: {scope: local}\nrouting:\n  algorithm: table\n  table:\n";
  const std::string good =
      "  - {at: A, to: B, via: B}\n  - {at: A, to: C, via: B}\n  - {at: B, to: A, via: A}\n"
      "  - {at: B, to: C, via: C}\n  - {at: C, to: A, via: B}\n";
  const std::string last = "  - {at: C, to: B, via: B}\n";
  TempFolder folder;
  Config works(folder.write("c.yaml", head + good + last));
  ASSERT_EQ(works.status(), FLITLOCK_OK) << works.error();
  std::string circle = head + good + last;
  circle.replace(circle.find("{at: B, to: C, via: C}"), 22, "{at: B, to: C, via: A}");
  std::string missing = head + good;
  std::string stranger = head + good + "  - {at: C, to: B, via: Q}\n";
  std::string apart = head + good + "  - {at: C, to: B, via: A}\n";
  std::string twice = head + good + last + "  - {at: A, to: B, via: B}\n";
  std::string self = head + good + last + "  - {at: A, to: A, via: B}\n";
  expect_mistakes({
      {missing.c_str(), {"FILE:5: routing.table: no entry for at: C, to: B", "each of the 6 pairs"}},
      {circle.c_str(), {"FILE:5: routing.table: the way from A to C goes in a circle"}},
      {stranger.c_str(), {"FILE:11: routing.table.5.via: found 'Q', which is no node", "A to C"}},
      {apart.c_str(), {"FILE:11: routing.table.5: at C, to B, via A: C and A have no edge"}},
      {twice.c_str(), {"FILE:12: routing.table.6: at A, to B is given twice", "routing.table.0"}},
      {self.c_str(), {"FILE:12: routing.table.6: a way from A to itself"}},
      {"routing: {algorithm: table}\n", {"FILE:1: routing.algorithm: no entry for at: A, to: B", "30 pairs"}},
      {"routing: {table: [{at: A, to: B, via: B}]}\n", {"routing.table: 1 entries, but routing.algorithm is 'xy'"}},
  });
}

TEST(ConfigErrors, FilesThatAreNoConfiguration) {
  expect_mistakes(
      {
          {"", {"FILE: there is nothing in it"}},
          {"# only a comment\n", {"there is nothing in it"}},
          {"- a\n- b\n", {"FILE:1: found a list", "keys with values"}},
          {"word\n", {"FILE:1: found a single value"}},
          {"seed: 1\npod: {gpus: 4\nrun: [\n", {"FILE:", "not YAML"}},
          {"seed: 1\n\tgpus: 2\n", {"FILE:2: not YAML"}},
          {"a: *nothing\n", {"not YAML"}},
          {"seed: 1\n---\nseed: 2\n", {"FILE:3: a second document begins"}},
          {"? [a]\n: b\n", {"FILE:1: a key is a list or a section"}},
          {"a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]\n"
           "c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]\n"
           "e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d]\nf: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e]\n",
           {"more than 500000 values"}},
          {"a: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]\n", {"nested more than 32 deep"}},
          {"base: nowhere.yaml\n", {"FILE:1: base: ", "nowhere.yaml: cannot be opened: No such file"}},
          {"base: .\n", {"FILE:1: base: ", "/.: cannot be opened: Is a directory"}},
      },
      FLITLOCK_E_INPUT);
  expect_mistakes({{"seed: 1\npod: {}\nseed: 2\n", {"FILE:3: key 'seed' is given twice, the first time at FILE:1"}}});
  Config missing("no/such/file.yaml");
  EXPECT_EQ(missing.status(), FLITLOCK_E_INPUT);
  expect_parts(missing.error(), "", {"no/such/file.yaml: cannot be opened: No such file or directory"});
  EXPECT_EQ(Config("").status(), FLITLOCK_E_INPUT);
  EXPECT_EQ(Config(TempFolder().path(".")).status(), FLITLOCK_E_INPUT);
}

TEST(ConfigErrors, BasesAreNamedWhereTheMistakeIs) {
  TempFolder folder;
  std::string base = folder.write("base.yaml", "seed: 1\nworkload:\n  rate: 7\n");
  Config config(folder.write("top.yaml", "base: base.yaml\nname: x\n"));
  EXPECT_EQ(config.status(), FLITLOCK_E_CONFIG);
  expect_parts(config.error(), base, {"FILE:3: workload.rate: found '7'"});
  Config mended(folder.write("top.yaml", "base: base.yaml\nworkload: {rate: 0.7}\n"));
  EXPECT_EQ(mended.status(), FLITLOCK_OK) << mended.error();
  folder.write("a.yaml", "base: b.yaml\n");
  Config circle(folder.write("b.yaml", "base: a.yaml\n"));
  EXPECT_EQ(circle.status(), FLITLOCK_E_CONFIG);
  expect_parts(circle.error(), "", {".yaml:1: base: ", "the 9th base in a row", "name each other"});
}

TEST(ConfigErrors, Sets) {
  const struct {
    const char *set;
    std::vector<const char *> said;
  } rows[] = {
      {"seed", {"--set seed: no value; write --set key.path=value"}},
      {"=3", {"--set =3: no value"}},
      {"seed=0", {"--set seed=0: seed: found '0'"}},
      {"workload.rat=1", {"--set workload.rat=1: workload.rat: unknown key; did you mean workload.rate?"}},
      {"seed.x=1", {"seed is a single value ('1', ", "has no part 'x'"}},
      {"links.7.width=64B", {"'7' names no entry of links, which has 5", "links.5 adds one"}},
      {"links.first.width=64B", {"'first' names no entry of links"}},
      {"links.99999999999.width=64B", {"names no entry of links"}},
      {"links.5.width=64B", {"links.5.match: missing"}},
      {"workload.mix=[{op: read", {"the value is not YAML"}},
      {"workload.mix=[]x", {"not YAML"}},
      {"pod=3", {"pod: found '3'"}},
  };
  for (const auto &row : rows) {
    Config config(preset("pod4-write64"), {row.set});
    EXPECT_NE(config.status(), FLITLOCK_OK) << row.set;
    expect_parts(config.error(), "", row.said);
  }
}

TEST(ConfigErrors, ErrorsMayBeIgnored) {
  flitlock_config *config = nullptr;
  EXPECT_EQ(flitlock_config_load("no/such/file.yaml", nullptr, 0, &config, nullptr), FLITLOCK_E_INPUT);
  EXPECT_EQ(flitlock_config_load(nullptr, nullptr, 0, &config, nullptr), FLITLOCK_E_INPUT);
  EXPECT_EQ(config, nullptr);
}

// Rules and depths are judged when the pod is built, where the links and their widths are known.
TEST(ConfigErrors, RulesOfThePod) {
  const struct {
    const char *text;
    std::vector<const char *> said;
  } rows[] = {
      {"links:\n- {match: '*.rsp', width: 128B}\n- {match: '*X*', width: 64B}\n",
       {"FILE:3: links.1.match: '*X*' matches none of the pod's links", "gpu0.mesh0.A->B.req"}},
      {"routers:\n- match: '*.G.*'\n  input_depth: 9\n",
       {"FILE:2: routers.0.match: '*.G.*' matches none of the pod's routers", "gpu0.mesh0.A.req"}},
      {"routers: [{match: '*.E.*', port_weights: [{port: N, weight: 2}, {port: S, weight: 1}]}]\n",
       {"routers.0.port_weights.1.port: found 'S'", "'*.E.*' matches", "N, E, W, dst"}},
      {"workload: {bytes: 256B}\ndefaults:\n  input_depth: 3\n",
       {"FILE:3: defaults.input_depth: 3 entries for VC 0 of gpu0.mesh0.A->B.req", "workload.bytes = 256, FILE:1",
        "4 flits of 64 bytes", "at least 4"}},
      {"workload: {bytes: 256B}\ndefaults: {crossbar_depth: 2}\n", {"defaults.crossbar_depth: 2 entries"}},
      {"workload: {bytes: 256B}\ndefaults: {output_depth: 1}\n", {"defaults.output_depth: 1 entries"}},
      {"workload: {bytes: 256B}\nclients: {input_depth: 3}\n",
       {"clients.input_depth: 3 entries for VC 0 of gpu0.mesh0.A->A.rsp_client0.req"}},
      {"workload: {mix: [{op: read, bytes: 64}, {op: read, bytes: 192}]}\nlinks:\n- {match: '*E->dst.rsp', vc: 3, "
       "input_depth: 2}\n",
       {"FILE:3: links.0.input_depth: 2 entries for VC 3 of gpu0.mesh0.E->dst.rsp", "workload.mix.1.bytes = 192"}},
      {"workload: {bytes: 128B}\nrouters: [{match: '*.dst.*', output_depth: 1}]\n",
       {"routers.0.output_depth: 1 entries for VC 0 of gpu0.mesh0.dst->E.req"}},
  };
  TempFolder folder;
  for (const auto &row : rows) {
    std::string path = folder.write("c.yaml", row.text);
    Config config(path);
    ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
    Pod pod(config);
    EXPECT_EQ(pod.status(), FLITLOCK_E_CONFIG) << row.text;
    EXPECT_EQ(pod.get(), nullptr);
    expect_parts(pod.error(), path, row.said);
  }
  // 256 bytes are two flits of a link of 128 bytes.
  Config wide(folder.write("c.yaml",
                           "workload: {bytes: 256B}\ndefaults: {width: 128B, input_depth: 2, crossbar_depth: 2, "
                           "output_depth: 2}\n"));
  Pod pod(wide);
  EXPECT_EQ(pod.status(), FLITLOCK_OK) << pod.error();
}

}  // namespace
