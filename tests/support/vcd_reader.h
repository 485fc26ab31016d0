// SPDX-License-Identifier: Apache-2.0
// A strict reader of VCD files, independent of the writer: it refuses what IEEE 1364 does not allow and what a good
// writer does not do (a change that changes nothing, a time twice, names used twice).
#ifndef FLITLOCK_TESTS_SUPPORT_VCD_READER_H
#define FLITLOCK_TESTS_SUPPORT_VCD_READER_H

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace flitlock_test {

struct VcdFile {
  struct Signal {
    unsigned bits;
    std::vector<std::pair<uint64_t, uint64_t>> changes;  // (time, value), the first one from $dumpvars
    uint64_t at(uint64_t time) const;
  };
  std::string error;  // empty: the file is good
  std::string timescale;
  uint64_t begin = 0, end = 0;
  std::map<std::string, Signal> signals;  // by full name, "gpu0.mesh0.A.req.W.in.valid"
};

VcdFile read_vcd(const std::string &path);

}  // namespace flitlock_test

#endif
