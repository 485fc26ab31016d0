// SPDX-License-Identifier: Apache-2.0
// Settings and rows for the tests of the experiments.
#ifndef FLITLOCK_TESTS_UNIT_PROBE_SUPPORT_H
#define FLITLOCK_TESTS_UNIT_PROBE_SUPPORT_H

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "flitlock/probe.h"

namespace flitlock_test {

inline flitlock_probe_setting Setting(const char *profile) {
  flitlock_probe_setting setting;
  flitlock_error error;
  flitlock_probe_setting_default(&setting);
  EXPECT_EQ(flitlock_probe_profile_load(profile, nullptr, 0, &setting.profile, &error), FLITLOCK_OK) << error.text;
  setting.is_short = 1;
  return setting;
}

inline flitlock_probe_table Find(const flitlock_probe_setting &setting, const char *experiment) {
  flitlock_probe_table table;
  flitlock_error error;
  EXPECT_EQ(flitlock_probe_run(&setting, experiment, &table, &error), FLITLOCK_OK) << error.text;
  EXPECT_LT(table.rows, static_cast<unsigned>(FLITLOCK_PROBE_ROWS)) << "the table is too small";
  EXPECT_GT(table.accesses, 0U);
  return table;
}

inline double Value(const flitlock_probe_table &table, const std::string &what) {
  double value = flitlock_probe_value(&table, what.c_str());
  EXPECT_FALSE(std::isnan(value)) << table.id << " has no row " << what;
  return value;
}

}  // namespace flitlock_test

#endif
