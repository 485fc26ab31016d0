// SPDX-License-Identifier: Apache-2.0
// A sweep's file: its points in their order, their settings and commands, and what is refused with its place.
#include <gtest/gtest.h>

#include <flitlock/sweep.h>

#include "support/paths.h"
#include "support/scratch.h"

using flitlock_test::Scratch;

namespace {

const std::string base = flitlock_test::repository_file("configs/tiny2.yaml");

struct Sweep {
  Scratch scratch;
  flitlock_sweep *sweep = nullptr;
  flitlock_error error = {};
  int status = 0;

  explicit Sweep(const std::string &text, const std::string &file = "s.yaml") {
    Scratch::write(scratch.path(file), text);
    status = flitlock_sweep_load(scratch.path(file).c_str(), &sweep, &error);
  }
  ~Sweep() { flitlock_sweep_free(sweep); }
  Sweep(const Sweep &) = delete;
  Sweep &operator=(const Sweep &) = delete;

  uint64_t count() const { return sweep == nullptr ? 0 : flitlock_sweep_count(sweep); }
  // "a=1 b=2"
  std::string settings(uint64_t n) {
    flitlock_sweep_point point;
    if (flitlock_sweep_point_make(sweep, n, &point, &error) != FLITLOCK_OK) return error.text;
    std::string text;
    for (size_t s = 0; s < point.setting_count; s++)
      text += (s > 0 ? " " : "") + std::string(point.setting[s].key) + "=" + point.setting[s].value;
    flitlock_sweep_point_free(&point);
    return text;
  }
  std::string command(uint64_t n) {
    flitlock_sweep_point point;
    if (flitlock_sweep_point_make(sweep, n, &point, &error) != FLITLOCK_OK) return error.text;
    std::string text = point.command;
    flitlock_sweep_point_free(&point);
    return text;
  }
};

std::string with_base(const std::string &rest) { return "base: " + base + "\n" + rest; }

void expect_refused(const std::string &text, const std::string &part, int status = FLITLOCK_E_CONFIG) {
  Sweep sweep(text);
  EXPECT_EQ(sweep.status, status) << text;
  EXPECT_NE(std::string(sweep.error.text).find(part), std::string::npos)
      << text << "\nexpected '" << part << "' in: " << sweep.error.text;
}

TEST(SweepLoad, TheExamplesAreSweeps) {
  unsigned count = 0;
  for (const auto &entry : std::filesystem::directory_iterator(flitlock_test::repository_file("configs/sweeps"))) {
    flitlock_sweep *sweep = nullptr;
    flitlock_error error = {};
    EXPECT_EQ(flitlock_sweep_load(entry.path().c_str(), &sweep, &error), FLITLOCK_OK) << error.text;
    flitlock_sweep_free(sweep);
    count++;
  }
  EXPECT_GE(count, 3U);
}

TEST(SweepLoad, LastAxisIsTheFastest) {
  Sweep sweep(with_base("grid:\n  workload.op: [write, read]\n  workload.bytes: [64B, 128B, 256B]\nseeds: 2\n"));
  ASSERT_EQ(sweep.status, FLITLOCK_OK) << sweep.error.text;
  ASSERT_EQ(sweep.count(), 12U);
  EXPECT_EQ(sweep.settings(0), "workload.op=write workload.bytes=64B seed=1");
  EXPECT_EQ(sweep.settings(1), "workload.op=write workload.bytes=64B seed=2");
  EXPECT_EQ(sweep.settings(2), "workload.op=write workload.bytes=128B seed=1");
  EXPECT_EQ(sweep.settings(11), "workload.op=read workload.bytes=256B seed=2");
  EXPECT_EQ(sweep.command(11), "flitlock run base.yaml --set workload.op=read --set workload.bytes=256B --set seed=2");
  EXPECT_STREQ(flitlock_sweep_name(sweep.sweep), "s");
  ASSERT_EQ(flitlock_sweep_key_count(sweep.sweep), 3U);
  EXPECT_STREQ(flitlock_sweep_key(sweep.sweep, 2), "seed");
}

TEST(SweepLoad, ListEntriesAreWrittenOutAndMayDifferInTheirKeys) {
  Sweep sweep(
      with_base("list:\n  - {workload.op: read}\n  - {workload.bytes: 128B, run.cycles: 500}\n"
                "grid: {defaults.crossbar_depth: [4, 8]}\n"));
  ASSERT_EQ(sweep.status, FLITLOCK_OK) << sweep.error.text;
  ASSERT_EQ(sweep.count(), 4U);
  EXPECT_EQ(sweep.settings(1), "workload.op=read defaults.crossbar_depth=8");
  EXPECT_EQ(sweep.settings(2), "workload.bytes=128B run.cycles=500 defaults.crossbar_depth=4");
  EXPECT_EQ(flitlock_sweep_key_count(sweep.sweep), 4U);
}

TEST(SweepLoad, KeysJoinedByCommasTakeEachValueTogether) {
  Sweep sweep(with_base("grid:\n  defaults.input_depth, defaults.crossbar_depth: {from: 1, to: 16, times: 4}\n"));
  ASSERT_EQ(sweep.status, FLITLOCK_OK) << sweep.error.text;
  ASSERT_EQ(sweep.count(), 3U);
  EXPECT_EQ(sweep.settings(2), "defaults.input_depth=16 defaults.crossbar_depth=16");
}

TEST(SweepLoad, RangesHaveNoCrumbs) {
  Sweep sweep(with_base("grid: {workload.rate: {from: 0.01, to: 0.1, step: 0.01}}\n"));
  ASSERT_EQ(sweep.status, FLITLOCK_OK) << sweep.error.text;
  ASSERT_EQ(sweep.count(), 10U);
  EXPECT_EQ(sweep.settings(2), "workload.rate=0.03");
  EXPECT_EQ(sweep.settings(9), "workload.rate=0.1");
}

TEST(SweepLoad, ListsAndSectionsAreValuesToo) {
  Sweep sweep(
      with_base("grid:\n  workload.mix:\n    - [{op: read, bytes: 64B}, {op: \"write\", bytes: 256B}]\n"
                "  links.0.match: [\"*.mesh*.rsp\"]\n"));
  ASSERT_EQ(sweep.status, FLITLOCK_OK) << sweep.error.text;
  EXPECT_EQ(sweep.settings(0),
            "workload.mix=[{op: read, bytes: 64B}, {op: \"write\", bytes: 256B}] links.0.match=*.mesh*.rsp");
  EXPECT_EQ(sweep.command(0),
            "flitlock run base.yaml --set 'workload.mix=[{op: read, bytes: 64B}, {op: \"write\", bytes: 256B}]' --set "
            "'links.0.match=*.mesh*.rsp'");
}

TEST(SweepLoad, FixedSettingsAreInTheBaseAndTheBaseGivesTheSameConfigurations) {
  Sweep sweep(with_base("set: {workload.bytes: 128B, run.cycles: 700}\ngrid: {workload.op: [write, read]}\n"));
  ASSERT_EQ(sweep.status, FLITLOCK_OK) << sweep.error.text;
  EXPECT_EQ(sweep.settings(1), "workload.op=read");
  Scratch::write(sweep.scratch.path("base.yaml"), flitlock_sweep_base_yaml(sweep.sweep));
  for (uint64_t n = 0; n < 2; n++) {
    const std::string set = sweep.settings(n);
    const char *sets[] = {set.c_str()};
    flitlock_config *by_command = nullptr, *config = nullptr;
    ASSERT_EQ(flitlock_config_load(sweep.scratch.path("base.yaml").c_str(), sets, 1, &by_command, &sweep.error), 0)
        << sweep.error.text;
    ASSERT_EQ(flitlock_sweep_point_config(sweep.sweep, n, &config, &sweep.error), 0) << sweep.error.text;
    EXPECT_EQ(config->workload.bytes, 128U);
    EXPECT_EQ(config->run.cycles, 700U);
    EXPECT_EQ(flitlock_config_hash(by_command), flitlock_config_hash(config));
    flitlock_config_free(by_command);
    flitlock_config_free(config);
  }
}

TEST(SweepLoad, FilesOfASweepLieBesideIt) {
  const std::string collective = "allreduce-pair-2.xml";
  Sweep sweep(with_base("set: {workload.kind: msccl}\ngrid: {workload.msccl: [" + collective + "]}\n"), "msccl.yaml");
  // The base alone has no file for its collective.
  EXPECT_EQ(sweep.status, FLITLOCK_E_CONFIG);
  Scratch scratch;
  Scratch::write(scratch.path("c.xml"),
                 Scratch::read(flitlock_test::repository_file("tests/data/msccl/" + collective)));
  Scratch::write(scratch.path("s.yaml"), with_base("grid: {workload.msccl: [c.xml]}\n"));
  flitlock_sweep *loaded = nullptr;
  flitlock_error error = {};
  ASSERT_EQ(flitlock_sweep_load(scratch.path("s.yaml").c_str(), &loaded, &error), FLITLOCK_OK) << error.text;
  flitlock_sweep_point point;
  ASSERT_EQ(flitlock_sweep_point_make(loaded, 0, &point, &error), FLITLOCK_OK);
  EXPECT_EQ(std::string(point.setting[0].value), std::filesystem::canonical(scratch.path("c.xml")).string());
  // The place of the file is no part of the sweep's identity.
  EXPECT_NE(std::string(flitlock_sweep_description(loaded)).find("workload.msccl=c.xml"), std::string::npos);
  flitlock_sweep_point_free(&point);
  flitlock_sweep_free(loaded);
}

TEST(SweepLoad, IdentityIsWhatDecidesOnResults) {
  const std::string grid = "grid: {workload.op: [write, read]}\n";
  Sweep first(with_base(grid)), again(with_base("name: other\n" + grid)),
      longer(with_base("set: {run.cycles: 900}\n" + grid)), turned(with_base("grid: {workload.op: [read, write]}\n"));
  EXPECT_EQ(flitlock_sweep_hash(first.sweep), flitlock_sweep_hash(again.sweep));
  EXPECT_NE(flitlock_sweep_hash(first.sweep), flitlock_sweep_hash(longer.sweep));
  EXPECT_NE(flitlock_sweep_hash(first.sweep), flitlock_sweep_hash(turned.sweep));
}

TEST(SweepLoad, AConfigurationThatChangesUnderASweepIsSeen) {
  Scratch scratch;
  Scratch::write(scratch.path("b.yaml"), "base: " + base + "\nrun: {cycles: 800}\n");
  Scratch::write(scratch.path("s.yaml"), "base: b.yaml\ngrid: {workload.op: [write]}\n");
  flitlock_sweep *sweep = nullptr;
  flitlock_error error = {};
  ASSERT_EQ(flitlock_sweep_load(scratch.path("s.yaml").c_str(), &sweep, &error), FLITLOCK_OK) << error.text;
  Scratch::write(scratch.path("b.yaml"), "base: " + base + "\nrun: {cycles: 801}\n");
  flitlock_config *config = nullptr;
  EXPECT_EQ(flitlock_sweep_point_config(sweep, 0, &config, &error), FLITLOCK_E_CONFIG);
  EXPECT_EQ(config, nullptr);
  EXPECT_NE(std::string(error.text).find("changed while the sweep ran"), std::string::npos) << error.text;
  flitlock_sweep_free(sweep);
}

TEST(SweepLoad, ShardsShareThePointsOut) {
  for (uint64_t point = 0; point < 30; point++) {
    int owners = 0;
    for (uint64_t index = 1; index <= 7; index++)
      owners += flitlock_sweep_in_shard(point, index, 7);
    EXPECT_EQ(owners, 1) << point;
  }
  EXPECT_TRUE(flitlock_sweep_in_shard(0, 1, 7));
}

TEST(SweepLoad, ImpossiblePointsAreRefusedUnlessTheyAreToBeRecorded) {
  const std::string grid = "grid:\n  workload.bytes: [64B, 256B]\n  defaults.input_depth: [1, 8]\n";
  expect_refused(with_base(grid), "point 2 of 4 (workload.bytes=256B defaults.input_depth=1)");
  Sweep sweep(with_base("impossible: record\n" + grid));
  ASSERT_EQ(sweep.status, FLITLOCK_OK) << sweep.error.text;
  for (uint64_t n = 0; n < 4; n++) {
    flitlock_sweep_point point;
    ASSERT_EQ(flitlock_sweep_point_make(sweep.sweep, n, &point, nullptr), FLITLOCK_OK);
    EXPECT_EQ(point.impossible, n == 2);
    EXPECT_EQ(std::string(point.why).empty(), n != 2);
    flitlock_sweep_point_free(&point);
  }
  expect_refused(with_base("impossible: record\nset: {workload.bytes: 256B}\ngrid: {defaults.input_depth: [1, 2]}\n"),
                 "none of the 2 points is possible");
}

TEST(SweepLoad, APodThatNoSweepSimulatesIsRefusedBeforeItBegins) {
  const std::string pod = flitlock_test::repository_file("configs/scale-up2-tlb.yaml");
  for (const char *impossible : {"", "impossible: record\n"})
    expect_refused("base: " + pod + "\n" + impossible + "grid: {link_tlb.walkers: [2, 4]}\n",
                   "point 0 of 2 (link_tlb.walkers=2): pod.kind is scale_up; a sweep needs a pod of meshes");
}

TEST(SweepLoad, MistakesAreToldWithTheirPlace) {
  expect_refused("grid: {seed: [1]}\n", "there is no 'base'");
  expect_refused(with_base("gird: {seed: [1]}\n"), "s.yaml:2: gird: unknown key");
  expect_refused(with_base("set: 4\n"), "s.yaml:2: set: found a single value");
  expect_refused(with_base("grid: {}\n"), "grid: found a section");
  expect_refused(with_base("grid: {workload.rate: []}\n"), "an empty list");
  expect_refused(with_base("grid: {workload.rate: 0.1}\n"), "found a single value");
  expect_refused(with_base("grid: {workload.rate: {from: 1, step: 1}}\n"), "a range has no 'to'");
  expect_refused(with_base("grid: {workload.rate: {from: 1, to: 2, step: 1, by: 3}}\n"), "'by' is no part of a range");
  expect_refused(with_base("grid: {workload.rate: {from: 1, to: 2, step: 0}}\n"), "has to rise");
  expect_refused(with_base("grid: {workload.rate: {from: 1, to: 2, times: 1}}\n"), "has to rise");
  expect_refused(with_base("grid: {workload.rate: {from: x, to: 2, step: 1}}\n"), "is a number, not x");
  expect_refused(with_base("grid:\n  \"seed, seed\": [1]\n"), "'seed' is swept twice");
  expect_refused(with_base("grid: {\", \": [1]}\n"), "names no key");
  expect_refused(with_base("grid: {seed: [1]}\nseeds: 2\n"), "'seed' is swept twice");
  expect_refused(with_base("set: {seed: 4}\nseeds: 2\n"), "'seed' is also in 'set'");
  expect_refused(with_base("list: [{workload.op: read}]\ngrid: {workload.op: [read]}\n"), "is swept twice");
  expect_refused(with_base("list: [4]\n"), "list: found a single value");
  expect_refused(with_base("list: {}\n"), "list: found a section");
  expect_refused(with_base("seeds: 0\n"), "seeds: found '0'");
  expect_refused(with_base("impossible: maybe\n"), "allowed: refuse, record");
  expect_refused(with_base("grid: {base: [a.yaml]}\n"), "'base' is no key that a sweep can set");
  expect_refused(with_base("grid: {links.0.match: [\"[AC]*\"]}\n"), "begins with '['");
  expect_refused(with_base("grid: {workload.byts: [64B]}\n"), "point 0 of 1 (workload.byts=64B)");
  expect_refused(with_base("grid: {seed: {from: 1, to: 2000, step: 1}, run.cycles: {from: 1, to: 2000, step: 1}}\n"),
                 "more than 1000000 points");
  expect_refused("base: none.yaml\n", "none.yaml", FLITLOCK_E_INPUT);
}

}  // namespace
