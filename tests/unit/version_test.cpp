// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <flitlock/version.h>

#include "support/paths.h"

TEST(Version, IsTheProjectsVersion) { EXPECT_EQ(flitlock_version_string(), flitlock_test::project_version()); }
