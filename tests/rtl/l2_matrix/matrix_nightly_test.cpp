// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "rtl/l2_matrix/matrix.h"

TEST(L2MatrixNightly, GoldenAndRtlAreEqual) { flitlock_test::run_l2_matrix(flitlock_test::l2_points(1000, 120)); }
