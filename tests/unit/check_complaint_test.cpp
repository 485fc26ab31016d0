// SPDX-License-Identifier: Apache-2.0
// A device whose outputs are golden's and whose own check fails, as RTL does whose assertion fires first: a divergence
// with report, waves and the exit code of a mismatch. (tests/rtl/ending has it with Verilated RTL.)
#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "flitlock/check.h"
#include "support/config.h"
#include "support/scratch.h"

namespace {

using namespace flitlock_test;

const char assertion[] =
    "gpu0.dst.req: cycle 120: the RTL says: [1205] %Error: flitlock_fifo.sv:120: Assertion failed in rtl.i_router: "
    "more entries than there is room for";

// Golden, until cycle 120 of gpu0.dst.req.
struct Complainer {
  flitlock_block *golden = nullptr;
  bool complains = false, wrong = false;
};
const char *message = assertion;
bool with_wrong_output = false;

Complainer *of(flitlock_block *block) { return reinterpret_cast<Complainer *>(block); }
const Complainer *of(const flitlock_block *block) { return reinterpret_cast<const Complainer *>(block); }

int create(const void *params, const char *name, flitlock_block **block, flitlock_error *error) {
  auto made = std::make_unique<Complainer>();
  const int status = flitlock_router_golden.create(params, name, &made->golden, error);
  made->complains = std::strcmp(name, "gpu0.dst.req") == 0;
  if (status == FLITLOCK_OK) *block = reinterpret_cast<flitlock_block *>(made.release());
  return status;
}
void destroy(flitlock_block *block) {
  if (block == nullptr) return;
  flitlock_router_golden.destroy(of(block)->golden);
  delete of(block);
}
void reset(flitlock_block *block) { flitlock_router_golden.reset(of(block)->golden); }
uint64_t step(flitlock_block *block, uint64_t cycle, const flitlock_in *in, flitlock_out *out) {
  const uint64_t next = flitlock_router_golden.step(of(block)->golden, cycle, in, out);
  if (of(block)->complains && cycle >= 120) {
    of(block)->wrong = true;
    if (with_wrong_output && out->flit_valid != 0) out->flit[__builtin_ctzll(out->flit_valid)].id ^= 1U;
  }
  return next < cycle + 1 ? next : cycle + 1;
}
void describe(const flitlock_block *block, flitlock_block_info *info) {
  flitlock_router_golden.describe(of(block)->golden, info);
}
int check(const flitlock_block *block, flitlock_error *error) {
  return of(block)->wrong ? flitlock_fail(error, FLITLOCK_E_PROTOCOL, "%s", message) : FLITLOCK_OK;
}
const flitlock_block_ops complainer = {"router", "rtl",   create,  destroy, reset,   step,
                                       describe, nullptr, nullptr, nullptr, nullptr, check};
const flitlock_device device = {
    "rtl", &complainer, [](const flitlock_router_params *, const char *, flitlock_error *) { return int{FLITLOCK_OK}; },
    nullptr};

class Complaint : public ::testing::Test {
 protected:
  void SetUp() override {
    message = assertion;
    with_wrong_output = false;
    flitlock_check_options_default(&options);
    options.implementation.device = &device;
    folder = scratch.path("out");
    options.directory = folder.c_str();
  }
  int run() {
    flitlock_check_free(result);
    return flitlock_check(config.get(), &options, &result, &error);
  }
  ~Complaint() override { flitlock_check_free(result); }
  std::string file(const std::string &name) const { return Scratch::read(folder + "/" + name); }

  Scratch scratch;
  Config config{preset("tiny2"), {"run.cycles=600"}};
  flitlock_check_options options{};
  std::string folder;
  struct flitlock_check *result = nullptr;
  flitlock_error error{};
};

TEST_F(Complaint, OfAnAssertionIsADivergenceWithReportAndWaves) {
  for (int mode : {FLITLOCK_LOCKSTEP_FULL, FLITLOCK_LOCKSTEP_HASH}) {
    options.lockstep.mode = mode;
    ASSERT_EQ(run(), FLITLOCK_E_MISMATCH) << error.text;
    EXPECT_NE(std::string(error.text).find("more entries than there is room for"), std::string::npos) << error.text;
    const flitlock_divergence *found = flitlock_lockstep_divergence(result->session, 0);
    ASSERT_NE(found, nullptr);
    EXPECT_STREQ(flitlock_divergence_name(found->kind), "RTL_ASSERTION");
    EXPECT_EQ(found->cycle, 120U);
    EXPECT_STREQ(found->block, "gpu0.dst.req");
    EXPECT_STREQ(found->message, assertion);
    EXPECT_STREQ(found->module, "flitlock_fifo");
    EXPECT_EQ(found->line, 120U);
    EXPECT_EQ(result->reproduced, 1);
    EXPECT_STREQ(result->files, "report.txt report.json wave.vcd wave.gtkw wave.json");
    EXPECT_NE(file("report.txt").find("module   flitlock_fifo, line 120"), std::string::npos) << file("report.txt");
    EXPECT_NE(file("report.json").find("\"module\": \"flitlock_fifo\""), std::string::npos);
    EXPECT_NE(file("wave.vcd").find("#140"), std::string::npos) << "the cycles after it are in the waves";
  }
}

TEST_F(Complaint, ComesSecondWhereAnOutputDiffersInTheSameCycleOrBefore) {
  with_wrong_output = true;
  for (int mode : {FLITLOCK_LOCKSTEP_FULL, FLITLOCK_LOCKSTEP_HASH}) {
    options.lockstep.mode = mode;
    ASSERT_EQ(run(), FLITLOCK_E_MISMATCH) << error.text;
    const flitlock_divergence *found = flitlock_lockstep_divergence(result->session, 0);
    ASSERT_NE(found, nullptr);
    // The block presents a flit in nearly every cycle: whichever was first, it is the same in both modes.
    EXPECT_GE(found->cycle, 120U);
    EXPECT_TRUE(found->kind == FLITLOCK_DIVERGENCE_FLIT_FIELD || found->kind == FLITLOCK_DIVERGENCE_RTL_ASSERTION);
  }
}

TEST_F(Complaint, OfTheDeviceItselfHasAKindOfItsOwnAndNoModule) {
  message = "gpu0.dst.req: cycle 120: output 1: R-FL-8: wires are not 0 without a flit";
  ASSERT_EQ(run(), FLITLOCK_E_MISMATCH) << error.text;
  const flitlock_divergence *found = flitlock_lockstep_divergence(result->session, 0);
  ASSERT_NE(found, nullptr);
  EXPECT_STREQ(flitlock_divergence_name(found->kind), "DEVICE_CHECK");
  EXPECT_STREQ(found->module, "");
  EXPECT_NE(file("report.json").find("\"module\": null"), std::string::npos);
}

TEST_F(Complaint, InterruptedCheckLeavesAReportOfHowFarItGot) {
  options.implementation.device = &flitlock_device_golden;
  options.progress = [](void *, uint64_t cycle, uint64_t) { return cycle >= 200 ? 1 : 0; };
  EXPECT_EQ(run(), FLITLOCK_E_TIMEOUT);
  EXPECT_STREQ(result->files, "report.txt report.json");
  EXPECT_NE(file("report.txt").find("no verdict: interrupted at cycle"), std::string::npos) << file("report.txt");
  EXPECT_NE(file("report.json").find("\"status\": \"E_TIMEOUT\""), std::string::npos);
}

}  // namespace
