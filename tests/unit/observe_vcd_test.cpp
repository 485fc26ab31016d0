// SPDX-License-Identifier: Apache-2.0
// Waves: a strict reader and Debian's vcd2fst take the file, and it shows what the blocks did.
#include <gtest/gtest.h>
#include <xxhash.h>

#include <array>
#include <cstdlib>
#include <sstream>

#include "flitlock/version.h"
#include "support/scratch.h"
#include "support/scripted_engine.h"
#include "support/vcd_reader.h"

namespace {

using namespace flitlock_test;

class Vcd : public ::testing::Test {
 protected:
  Scratch scratch;
  std::string path = scratch.path("waves.vcd");
  flitlock_error error{};
  Script left, right;
  ScriptedEngine pair;
  std::array<uint8_t, 8> payload = {1, 2, 3};

  // `left` sends a flit in cycle 4, which `right` gets in cycle 6; a credit goes back in cycle 7 and arrives in 10.
  // Both sleep otherwise.
  void SetUp() override {
    left.port("E", false);
    left.signals["output.E.vc3.count"] = 0;
    right.port("W", true, false);
    flitlock_flit flit = single_flit(3, 0x10, 0x01020304, 9);
    flit.payload = payload.data();
    left.flit(4, 0, flit);
    left.at[4].sets["output.E.vc3.count"] = 2;
    left.at[8].sets["output.E.vc3.count"] = 1;
    right.credit(7, 0, 3);
    uint32_t a = pair.add(left, "gpu0.mesh0.A.req", {});
    uint32_t b = pair.add(right, "gpu0.mesh0.B.req", {});
    pair.connect("gpu0.mesh0.A->B.req", a, 0, b, 0, 2, 3);
    pair.ready();
  }

  int write(uint64_t cycles, const char *scope = nullptr, uint64_t from = 0, uint64_t to = 0) {
    flitlock_vcd *vcd = nullptr;
    int status = flitlock_vcd_create_for(&pair.target, path.c_str(), scope, from, to, &vcd, &error);
    if (status != FLITLOCK_OK) return status;
    pair.run(cycles);
    return flitlock_vcd_close(vcd, &error);
  }

  // The same run in a new engine.
  int write_again(uint64_t from, uint64_t to) {
    Script again_left = left, again_right = right;
    again_left.signals["output.E.vc3.count"] = 0;
    ScriptedEngine other;
    uint32_t a = other.add(again_left, "gpu0.mesh0.A.req", {});
    uint32_t b = other.add(again_right, "gpu0.mesh0.B.req", {});
    other.connect("gpu0.mesh0.A->B.req", a, 0, b, 0, 2, 3);
    flitlock_vcd *vcd = nullptr;
    int status = flitlock_vcd_create_for(other.ready(), path.c_str(), nullptr, from, to, &vcd, &error);
    if (status != FLITLOCK_OK) return status;
    other.run(20);
    return flitlock_vcd_close(vcd, &error);
  }
};

TEST_F(Vcd, ShowsFlitsWhenTheyAreThereAndZeroOtherwise) {
  ASSERT_EQ(write(20), FLITLOCK_OK) << error.text;
  VcdFile vcd = read_vcd(path);
  ASSERT_EQ(vcd.error, "");
  EXPECT_EQ(vcd.timescale, "1ns");
  EXPECT_EQ(vcd.begin, 0U);
  EXPECT_EQ(vcd.end, 20U);
  using Changes = std::vector<std::pair<uint64_t, uint64_t>>;
  EXPECT_EQ(vcd.signals["gpu0.mesh0.A.req.E.out.valid"].changes, (Changes{{0, 0}, {4, 1}, {5, 0}}));
  EXPECT_EQ(vcd.signals["gpu0.mesh0.A.req.E.out.dst"].changes, (Changes{{0, 0}, {4, 0x01020304}, {5, 0}}));
  EXPECT_EQ(vcd.signals["gpu0.mesh0.B.req.W.in.id"].changes, (Changes{{0, 0}, {6, 9}, {7, 0}}));
  EXPECT_EQ(vcd.signals["gpu0.mesh0.B.req.W.in_credit.vc3"].changes, (Changes{{0, 0}, {7, 1}, {8, 0}}));
  EXPECT_EQ(vcd.signals["gpu0.mesh0.A.req.E.out_credit.vc3"].changes, (Changes{{0, 0}, {10, 1}, {11, 0}}));
  EXPECT_EQ(vcd.signals["gpu0.mesh0.A.req.output.E.vc3.count"].changes, (Changes{{0, 0}, {4, 2}, {8, 1}}));
  EXPECT_EQ(vcd.signals["gpu0.mesh0.A.req.E.out.payload_xxh32"].at(4), XXH32(payload.data(), 8, 0));
}

TEST_F(Vcd, EveryFieldOfTheTableIsThereWithItsWidth) {
  ASSERT_EQ(write(1), FLITLOCK_OK) << error.text;
  VcdFile vcd = read_vcd(path);
  ASSERT_EQ(vcd.error, "");
  for (size_t f = 0; f < flitlock_flit_field_count; f++) {
    for (const char *lane : {"gpu0.mesh0.A.req.E.out.", "gpu0.mesh0.B.req.W.in."}) {
      auto found = vcd.signals.find(std::string(lane) + flitlock_flit_fields[f].name);
      ASSERT_NE(found, vcd.signals.end()) << flitlock_flit_fields[f].name;
      EXPECT_EQ(found->second.bits, flitlock_flit_fields[f].bits) << flitlock_flit_fields[f].name;
    }
  }
}

TEST_F(Vcd, ScopeChoosesBlocks) {
  ASSERT_EQ(write(20, "gpu0.*.B.*"), FLITLOCK_OK) << error.text;
  VcdFile vcd = read_vcd(path);
  ASSERT_EQ(vcd.error, "");
  EXPECT_EQ(vcd.signals.count("gpu0.mesh0.A.req.E.out.valid"), 0U);
  EXPECT_EQ(vcd.signals["gpu0.mesh0.B.req.W.in.valid"].changes.size(), 3U);
}

TEST_F(Vcd, ScopeWithoutBlocksIsAnError) {
  EXPECT_EQ(write(20, "gpu9.*"), FLITLOCK_E_USAGE);
  EXPECT_NE(std::string(error.text).find("'gpu9.*'"), std::string::npos) << error.text;
  EXPECT_NE(std::string(error.text).find("'gpu0.mesh0.A.req'"), std::string::npos) << error.text;
}

// Every window shows the same values as the whole file does.
TEST_F(Vcd, WindowsShowThePartOfTheWhole) {
  ASSERT_EQ(write(20), FLITLOCK_OK) << error.text;
  VcdFile whole = read_vcd(path);
  for (uint64_t from = 1; from < 12; from++) {
    for (uint64_t to = from + 1; to < 14; to++) {
      ASSERT_EQ(write_again(from, to), FLITLOCK_OK) << error.text << " " << from << ":" << to;
      VcdFile part = read_vcd(path);
      ASSERT_EQ(part.error, "") << from << ":" << to;
      ASSERT_EQ(part.end, to) << from << ":" << to;
      ASSERT_EQ(part.signals.size(), whole.signals.size());
      for (auto &[name, signal] : whole.signals) {
        for (uint64_t time = part.begin; time < to; time++) {
          ASSERT_EQ(part.signals[name].at(time), signal.at(time)) << name << " at " << time << " " << from << ":" << to;
        }
      }
    }
  }
}

TEST_F(Vcd, WindowAfterTheRunIsAnError) {
  EXPECT_EQ(write(20, nullptr, 30, 40), FLITLOCK_E_USAGE);
  EXPECT_NE(std::string(error.text).find("begins at cycle 30, the run ended at cycle 20"), std::string::npos)
      << error.text;
  EXPECT_EQ(write(20, nullptr, 30, 30), FLITLOCK_E_USAGE);
}

TEST_F(Vcd, ClockSetsTheTimeOfACycle) {
  pair.target.clock_ghz = 0.5;
  ASSERT_EQ(write(10), FLITLOCK_OK);
  VcdFile vcd = read_vcd(path);
  ASSERT_EQ(vcd.error, "");
  EXPECT_EQ(vcd.timescale, "1ns");
  EXPECT_EQ(vcd.signals["gpu0.mesh0.A.req.E.out.valid"].changes[1].first, 8U);
}

TEST_F(Vcd, ClockThatIsNoWholeNumberOfNanosecondsIsInPicoseconds) {
  pair.target.clock_ghz = 1.6;
  ASSERT_EQ(write(10), FLITLOCK_OK);
  VcdFile vcd = read_vcd(path);
  ASSERT_EQ(vcd.error, "");
  EXPECT_EQ(vcd.timescale, "1ps");
  EXPECT_EQ(vcd.signals["gpu0.mesh0.A.req.E.out.valid"].changes[1].first, 4U * 625U);
}

TEST_F(Vcd, NamesAreLegalAndUnique) {
  Script odd;
  odd.port("x->y", true, true);
  odd.port("x__y", true, true);
  odd.port("9", true, true);
  odd.signals = {{"a b", 0}, {"a_b", 0}, {"x__y", 0}};
  ScriptedEngine other;
  other.add(odd, "gpu0.a.b", {});
  flitlock_vcd *vcd = nullptr;
  ASSERT_EQ(flitlock_vcd_create_for(other.ready(), path.c_str(), nullptr, 0, 0, &vcd, &error), FLITLOCK_OK);
  other.run(3);
  ASSERT_EQ(flitlock_vcd_close(vcd, &error), FLITLOCK_OK) << error.text;
  VcdFile read = read_vcd(path);
  EXPECT_EQ(read.error, "");
  EXPECT_EQ(read.signals.count("gpu0.a.b.a_b"), 1U);
  EXPECT_EQ(read.signals.count("gpu0.a.b.a_b_2"), 1U);
  EXPECT_EQ(read.signals.count("gpu0.a.b.x__y_2"), 1U) << "a scope has the name";
  EXPECT_EQ(read.signals.count("gpu0.a.b._9.in.valid"), 1U);
}

TEST_F(Vcd, SameRunSameBytes) {
  ASSERT_EQ(write(20), FLITLOCK_OK);
  std::string one = Scratch::read(path);
  path = scratch.path("again.vcd");
  ASSERT_EQ(write_again(0, 0), FLITLOCK_OK);
  EXPECT_EQ(one, Scratch::read(path));
  EXPECT_EQ(one.find("$date"), std::string::npos);
  EXPECT_NE(one.find(std::string("$version Flitlock ") + flitlock_version_string()), std::string::npos);
}

TEST_F(Vcd, PathThatCannotBeWrittenIsNamed) {
  path = scratch.path("no/folder/waves.vcd");
  EXPECT_EQ(write(20), FLITLOCK_E_OUTPUT);
  EXPECT_NE(std::string(error.text).find(path), std::string::npos) << error.text;
  EXPECT_NE(std::string(error.text).find("No such file"), std::string::npos) << error.text;
}

TEST_F(Vcd, FullDiskIsReported) {
  path = "/dev/full";
  EXPECT_EQ(write(20), FLITLOCK_E_OUTPUT);
  EXPECT_NE(std::string(error.text).find("/dev/full"), std::string::npos) << error.text;
  EXPECT_NE(std::string(error.text).find("No space left"), std::string::npos) << error.text;
}

// GTKWave's own reader, through vcd2fst, and back: no complaint, and the same values.
TEST_F(Vcd, GtkwavesReaderTakesIt) {
  ASSERT_EQ(write(20), FLITLOCK_OK);
  std::string log = scratch.path("log");
  std::string back = scratch.path("back.vcd");
  std::string command = "vcd2fst " + path + " " + scratch.path("waves.fst") + " >" + log + " 2>&1 && fst2vcd -f " +
                        scratch.path("waves.fst") + " -o " + back + " >>" + log + " 2>&1";
  ASSERT_EQ(std::system(command.c_str()), 0) << Scratch::read(log);
  for (const char *word : {"arning", "rror", "nknown"}) {
    EXPECT_EQ(Scratch::read(log).find(word), std::string::npos) << Scratch::read(log);
  }
  std::string text = Scratch::read(back);
  EXPECT_NE(text.find("$scope module gpu0 $end"), std::string::npos);
  EXPECT_NE(text.find("payload_xxh32 [31:0] $end"), std::string::npos);
  EXPECT_NE(text.find("1000000100000001100000100 "), std::string::npos) << "the destination address";
}

// Every trace of the save file is a signal of the waves, with the same range; groups are closed.
TEST_F(Vcd, SaveFileNamesSignalsThatExist) {
  left.signals = {{"output.E.vc3.count", 0}, {"output.E.vc4.count", 0}, {"input.W.vc3.count", 0}, {"cycles", 0}};
  pair.target.vc_mask = 1U << 3;
  ASSERT_EQ(write(20), FLITLOCK_OK);
  VcdFile vcd = read_vcd(path);
  std::string save = scratch.path("A.gtkw");
  ASSERT_EQ(flitlock_vcd_write_gtkw_for(&pair.target, "gpu0.mesh0.A.req", save.c_str(), &error), FLITLOCK_OK);
  std::istringstream lines(Scratch::read(save));
  std::vector<std::string> groups;
  std::string flags;
  size_t traces = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line[0] == '[') continue;
    if (line[0] == '@') {
      flags = line;
    } else if (line[0] == '-') {
      if (flags == "@800200" || flags == "@c00200") {
        groups.push_back(line);
      } else {
        ASSERT_FALSE(groups.empty()) << line;
        EXPECT_EQ(groups.back(), line);
        groups.pop_back();
      }
    } else {
      traces++;
      std::string name = line.substr(0, line.find('['));
      ASSERT_EQ(vcd.signals.count(name), 1U) << name;
      unsigned bits = vcd.signals[name].bits;
      EXPECT_EQ(line.substr(name.size()), bits == 1 ? "" : "[" + std::to_string(bits - 1) + ":0]") << name;
      EXPECT_EQ(name.find("vc4"), std::string::npos) << "not among the VCs to show";
    }
  }
  EXPECT_TRUE(groups.empty());
  EXPECT_EQ(traces, 1 + flitlock_flit_field_count + 1 + 3) << "valid and fields, a credit, three signals";
  EXPECT_EQ(flitlock_vcd_write_gtkw_for(&pair.target, "gpu7", save.c_str(), &error), FLITLOCK_E_USAGE);
  EXPECT_EQ(flitlock_vcd_write_gtkw_for(&pair.target, "gpu0.mesh0.A.req", "/dev/full", &error), FLITLOCK_E_OUTPUT);
}

}  // namespace
