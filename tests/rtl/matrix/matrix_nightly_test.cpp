// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "rtl/matrix/matrix.h"

TEST(MatrixNightly, GoldenAndRtlAreEqual) { flitlock_test::run_matrix(flitlock_test::matrix_points(1000, 280), 0.9); }
