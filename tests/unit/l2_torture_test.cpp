// SPDX-License-Identifier: Apache-2.0
#include "l2_torture.h"

namespace {

using flitlock_test::Torture;
using flitlock_test::TortureProfile;

TEST(L2Torture, NoByteIsWrongInTwentyFourShapes) {
  for (unsigned n = 0; n < 24; n++) {
    SCOPED_TRACE(n);
    Torture torture(TortureProfile(n), n + 1, 1 + n * 5 % 97, 40 + 30 * (n % 5));
    torture.Run(4000);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

// R-L2S-MSHR-1, -2 and the stalls: with many clients on few lines every outcome happens often.
TEST(L2Torture, EveryOutcomeHappens) {
  Torture torture(TortureProfile(0), 7, 64, 200);
  torture.Run(20000);
  for (unsigned outcome = 0; outcome < 4; outcome++)
    EXPECT_GT(torture.outcome(outcome), 100U) << outcome;
  EXPECT_GT(torture.write_backs(), 100U);
  EXPECT_GE(torture.flushes(), 1U);
}

}  // namespace
