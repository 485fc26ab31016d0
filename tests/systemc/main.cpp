// SPDX-License-Identifier: Apache-2.0
// GoogleTest inside sc_main. SystemC simulates once in a process, so run one test at a time, as ctest does.
#include <gtest/gtest.h>

#include <systemc>

int sc_main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
