// SPDX-License-Identifier: Apache-2.0
// Runs a pod with its routers in lockstep, and keeps what the session found.
#ifndef FLITLOCK_TESTS_SUPPORT_LOCKSTEP_RUN_H
#define FLITLOCK_TESTS_SUPPORT_LOCKSTEP_RUN_H

#include <flitlock/implementation.h>
#include <flitlock/results.h>
#include <flitlock/run.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/config.h"

namespace flitlock_test {

struct LockstepSetup {
  std::string match = "*";  // routers in lockstep
  int use = FLITLOCK_USE_LOCKSTEP;
  const flitlock_device *device = &flitlock_device_golden;
  flitlock_lockstep_options options = defaults();
  std::string plant;  // "field.vc@100"; empty: none
  std::string plant_match;
  bool plant_golden = false;
  std::string events;  // path of an event log

  static flitlock_lockstep_options defaults() {
    flitlock_lockstep_options options;
    flitlock_lockstep_options_default(&options);
    return options;
  }
};

class LockstepRun {
 public:
  LockstepRun(const Config &config, const LockstepSetup &setup) {
    flitlock_error ignored = {};
    EXPECT_EQ(flitlock_lockstep_create(&setup.options, &session, &error), FLITLOCK_OK) << error.text;
    std::string match = setup.match;
    flitlock_impl_rule rule = {match.data(), setup.use};
    flitlock_implementation_options options = {};
    options.rules = &rule;
    options.rules_count = 1;
    options.device = setup.device;
    options.session = session;
    flitlock_plant plant = {};
    if (!setup.plant.empty()) {
      EXPECT_EQ(flitlock_plant_parse(setup.plant.c_str(), &plant, &ignored), FLITLOCK_OK) << ignored.text;
      options.plant = &plant;
      options.plant_match = setup.plant_match.c_str();
      options.plant_golden = setup.plant_golden;
    }
    status = flitlock_pod_create_chosen(config.get(), nullptr, &options, &pod, &blocks, &error);
    if (status != FLITLOCK_OK) return;
    flitlock_run_options run = {};
    run.events_path = setup.events.empty() ? nullptr : setup.events.c_str();
    run_status = flitlock_run(pod, &run, &results, &error);
    flitlock_lockstep_finish(session);
    flitlock_lockstep_total(session, &total);
    status = flitlock_lockstep_verdict(session, &verdict);
  }
  ~LockstepRun() {
    flitlock_results_free(results);
    flitlock_pod_destroy(pod);
    flitlock_lockstep_destroy(session);
  }
  LockstepRun(const LockstepRun &) = delete;
  LockstepRun &operator=(const LockstepRun &) = delete;

  const flitlock_divergence *divergence(uint64_t n = 0) const { return flitlock_lockstep_divergence(session, n); }

  flitlock_lockstep *session = nullptr;
  flitlock_pod *pod = nullptr;
  flitlock_results *results = nullptr;
  flitlock_implementation_counts blocks = {};
  flitlock_lockstep_counts total = {};
  flitlock_error error = {}, verdict = {};
  int status = FLITLOCK_E_INTERNAL;      // the pod's, then the session's verdict
  int run_status = FLITLOCK_E_INTERNAL;  // of flitlock_run
};

}  // namespace flitlock_test

#endif
