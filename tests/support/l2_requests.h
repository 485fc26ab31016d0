// SPDX-License-Identifier: Apache-2.0
// Random requests to the lines of a slice.
#ifndef FLITLOCK_TESTS_SUPPORT_L2_REQUESTS_H
#define FLITLOCK_TESTS_SUPPORT_L2_REQUESTS_H

#include <array>
#include <random>
#include <vector>

#include "reference/reference_l2.h"
#include "support/l2_rig.h"

namespace flitlock_test {

// A request as it is sent; `access` says what it means.
struct L2Request {
  flitlock_flit flit;
  flitlock_l2_access access;
  unsigned code;
  std::array<uint8_t, 128> payload;
};

class L2Requests {
 public:
  L2Requests(const L2Traffic &traffic, const flitlock_l2_slice_params &params);
  // The next request; `memory` is what the lines hold, so that some cas meet what they compare with. `number`: of the
  // request.
  L2Request next(FlatMemory &memory, uint32_t number, uint64_t cycle);

 private:
  uint64_t below(uint64_t bound) { return random_() % bound; }
  void read(L2Request &request);
  void write(L2Request &request, flitlock_l2_command &command);
  void atomic(L2Request &request, flitlock_l2_command &command, FlatMemory &memory);
  void flush(L2Request &request, flitlock_l2_command &command);

  const L2Traffic &traffic_;
  std::mt19937_64 random_;
  std::vector<uint64_t> lines_;
  // A run: requests to one address, atomics or a mixture.
  unsigned run_left_ = 0;
  bool run_atomics_ = false;
  uint64_t run_address_ = 0;
};

}  // namespace flitlock_test

#endif
