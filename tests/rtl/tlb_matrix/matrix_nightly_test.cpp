// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "rtl/tlb_matrix/matrix.h"

TEST(TlbMatrixNightly, GoldenAndRtlAreEqual) { flitlock_test::run_tlb_matrix(flitlock_test::tlb_points(1000, 144)); }
