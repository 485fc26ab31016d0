// SPDX-License-Identifier: Apache-2.0
#include "l2_torture.h"

namespace {

using flitlock_test::Torture;
using flitlock_test::TortureProfile;

TEST(L2TortureSlow, AMillionAccessesInAHundredShapes) {
  for (unsigned n = 0; n < 100; n++) {
    SCOPED_TRACE(n);
    Torture torture(TortureProfile(n), 1000 + n, 1 + n * 7 % 120, 30 + 40 * (n % 7));
    torture.Run(10000);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
