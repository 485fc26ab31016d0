// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include <flitlock/status.h>

TEST(CoreStatus, NamesAndExitCodesComeFromTheTable) {
  EXPECT_STREQ(flitlock_status_name(FLITLOCK_OK), "OK");
  EXPECT_STREQ(flitlock_status_name(FLITLOCK_E_CONFIG), "E_CONFIG");
  EXPECT_STREQ(flitlock_status_text(FLITLOCK_E_NO_MEMORY), "out of memory");
  EXPECT_EQ(flitlock_status_exit_code(FLITLOCK_OK), 0);
  EXPECT_EQ(flitlock_status_exit_code(FLITLOCK_E_MISMATCH), 1);
  EXPECT_EQ(flitlock_status_exit_code(FLITLOCK_E_VACUOUS), 5);
}

TEST(CoreStatus, UnknownCodesAreNeverNull) {
  EXPECT_STREQ(flitlock_status_name(7), "unknown");
  EXPECT_STREQ(flitlock_status_text(-1), "unknown");
  EXPECT_EQ(flitlock_status_exit_code(12345), 6);
}

TEST(CoreStatus, FailKeepsStatusAndTextAndCutsWhatIsTooLong) {
  flitlock_error error;
  EXPECT_EQ(flitlock_fail(&error, FLITLOCK_E_CONFIG, "depth %d below %d", 2, 4), FLITLOCK_E_CONFIG);
  EXPECT_EQ(error.status, FLITLOCK_E_CONFIG);
  EXPECT_STREQ(error.text, "depth 2 below 4");
  EXPECT_EQ(flitlock_fail(nullptr, FLITLOCK_E_INPUT, "nobody reads this"), FLITLOCK_E_INPUT);
  flitlock_fail(&error, FLITLOCK_E_INPUT, "%s", std::string(5000, 'x').c_str());
  EXPECT_EQ(std::string(error.text).size(), sizeof error.text - 1);
}
