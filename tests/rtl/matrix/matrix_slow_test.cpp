// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "rtl/matrix/matrix.h"

TEST(Matrix, GoldenAndRtlAreEqual) { flitlock_test::run_matrix(flitlock_test::matrix_points(0, 48), 0.5); }
