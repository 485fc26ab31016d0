// SPDX-License-Identifier: Apache-2.0
// A strict reader of the VCD files that sc_trace writes. (The one of tests/support reads Flitlock's own, which have no
// date and begin with a time.)
#ifndef FLITLOCK_TESTS_SYSTEMC_VCD_H
#define FLITLOCK_TESTS_SYSTEMC_VCD_H

#include <cstdint>
#include <map>
#include <string>

namespace flitlock_test {

struct ScVcd {
  std::string error;  // empty: the file is good
  std::string timescale;
  uint64_t end = 0;
  struct Signal {
    unsigned bits = 0;
    uint64_t changes = 0;
    std::string last;
  };
  std::map<std::string, Signal> signals;  // by full name, "golden.out_valid_o_0"
};

ScVcd read_sc_vcd(const std::string &path);

}  // namespace flitlock_test

#endif
