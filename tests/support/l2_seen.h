// SPDX-License-Identifier: Apache-2.0
// What the event log of a slice shows: counts, and which lines are locked.
#ifndef FLITLOCK_TESTS_SUPPORT_L2_SEEN_H
#define FLITLOCK_TESTS_SUPPORT_L2_SEEN_H

#include <map>
#include <set>
#include <string>
#include <utility>

#include "support/l2_rig.h"

namespace flitlock_test {

class L2Watch {
 public:
  L2Watch(const flitlock_l2_slice_params &params, L2Seen &seen) : params_(params), seen_(seen) {}
  // Empty, or which rule the event breaks. `code`: of the request's command unit, where there is one.
  std::string look(uint64_t cycle, const flitlock_flit &flit, const flitlock_l2_event &event, unsigned code);
  void restart();

 private:
  using Line = std::pair<unsigned, unsigned>;  // set, way
  std::string look_at_new(uint64_t cycle, const flitlock_flit &flit, const flitlock_l2_event &event, unsigned code);
  std::string look_at_victim(const flitlock_l2_event &event);
  void look_at_flush(const flitlock_l2_event &event);
  void write_back(const flitlock_l2_event &event);

  const flitlock_l2_slice_params &params_;
  L2Seen &seen_;
  std::map<unsigned, Line> live_;  // MSHRs
  std::set<Line> locked_;
  uint64_t atomic_cycle_ = UINT64_MAX, atomic_addr_ = 0;
};

}  // namespace flitlock_test

#endif
