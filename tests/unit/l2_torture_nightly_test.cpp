// SPDX-License-Identifier: Apache-2.0
#include "l2_torture.h"

namespace {

using flitlock_test::Torture;
using flitlock_test::TortureProfile;

TEST(L2TortureNightly, TenMillionAccesses) {
  for (unsigned n = 0; n < 100; n++) {
    SCOPED_TRACE(n);
    Torture torture(TortureProfile(n), 5000 + n, 1 + n * 11 % 150, 30 + 50 * (n % 9));
    torture.Run(100000);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
