// SPDX-License-Identifier: Apache-2.0
// Verilated RTL that ends itself while its outputs are golden's: by an assertion for writes, by $finish for reads
// (plant.cmake). Neither ends the process; both are divergences with report and waves.
#include <gtest/gtest.h>

#include <flitlock/check.h>
#include <flitlock/results.h>
#include <flitlock/run.h>

#include "support/config.h"
#include "support/scratch.h"
#include "verilated/rtl_router.h"

namespace {

using namespace flitlock_test;

int find(const flitlock_router_params *params, const char *name, flitlock_error *error) {
  return flitlock_rtl_shape_find(params, name, error) < flitlock_rtl_shape_count() ? int{FLITLOCK_OK}
                                                                                   : int{FLITLOCK_E_CONFIG};
}
const flitlock_device device = {"rtl", &flitlock_router_rtl, find, nullptr};

struct Ending {
  const char *op, *what;
};

class RtlThatEndsItself : public ::testing::TestWithParam<Ending> {};

TEST_P(RtlThatEndsItself, IsADivergenceWithReportAndWaves) {
  Scratch scratch;
  Config config(preset("tiny2"), {"run.cycles=600", std::string("workload.op=") + GetParam().op});
  ASSERT_EQ(config.status(), FLITLOCK_OK) << config.error();
  for (int mode : {FLITLOCK_LOCKSTEP_FULL, FLITLOCK_LOCKSTEP_HASH}) {
    const std::string folder = scratch.path(mode == FLITLOCK_LOCKSTEP_FULL ? "full" : "hash");
    flitlock_check_options options;
    flitlock_check_options_default(&options);
    options.implementation.device = &device;
    options.lockstep.mode = mode;
    options.directory = folder.c_str();
    struct flitlock_check *check = nullptr;
    flitlock_error error{};
    EXPECT_EQ(flitlock_check(config.get(), &options, &check, &error), FLITLOCK_E_MISMATCH) << error.text;
    EXPECT_EQ(flitlock_status_exit_code(FLITLOCK_E_MISMATCH), 1);
    EXPECT_GE(check->blocks.lockstep, 2U);
    const flitlock_divergence *found = flitlock_lockstep_divergence(check->session, 0);
    ASSERT_NE(found, nullptr);
    EXPECT_STREQ(flitlock_divergence_name(found->kind), "RTL_ASSERTION");
    EXPECT_NE(std::string(found->message).find(GetParam().what), std::string::npos) << found->message;
    EXPECT_STREQ(found->module, "flitlock_router");
    EXPECT_GT(found->line, 300U);
    EXPECT_EQ(check->reproduced, 1);
    EXPECT_STREQ(check->files, "report.txt report.json wave.vcd wave.gtkw wave.json");
    const std::string waves = Scratch::read(folder + "/wave.vcd");
    EXPECT_NE(waves.find("\n#" + std::to_string(found->cycle + 20) + "\n"), std::string::npos);
    flitlock_check_free(check);
  }
}

// Without lockstep it ends the run with a status, and not the process.
TEST_P(RtlThatEndsItself, EndsARunWithAStatus) {
  Config config(preset("tiny2"), {"run.cycles=600", std::string("workload.op=") + GetParam().op});
  flitlock_implementation_options options{};
  const flitlock_impl_rule rule = {const_cast<char *>("gpu0.mesh0.A.req"), FLITLOCK_USE_RTL};
  options.rules = &rule;
  options.rules_count = 1;
  options.device = &device;
  flitlock_pod *pod = nullptr;
  flitlock_error error{};
  ASSERT_EQ(flitlock_pod_create_chosen(config.get(), nullptr, &options, &pod, nullptr, &error), FLITLOCK_OK)
      << error.text;
  flitlock_run_options running{};
  flitlock_results *results = nullptr;
  EXPECT_EQ(flitlock_run(pod, &running, &results, &error), FLITLOCK_E_PROTOCOL);
  EXPECT_NE(std::string(error.text).find(GetParam().what), std::string::npos) << error.text;
  flitlock_results_free(results);
  flitlock_pod_destroy(pod);
}

INSTANTIATE_TEST_SUITE_P(Ways, RtlThatEndsItself,
                         ::testing::Values(Ending{"write", "the planted assertion"},
                                           Ending{"read", "the design called $finish"}));

}  // namespace
