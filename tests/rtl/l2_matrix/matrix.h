// SPDX-License-Identifier: Apache-2.0
// The matrix of L2 slices: every shape this program has RTL of, each with traffic of its own; golden and RTL in
// lockstep at every port, their logs compared once more without their cycles, and both held to what the rig knows
// (tests/support/l2_rig.h). A configuration is a shape with its static inputs, shares of requests, stalls, latencies, a
// reset and a seed.
#ifndef FLITLOCK_TESTS_RTL_L2_MATRIX_MATRIX_H
#define FLITLOCK_TESTS_RTL_L2_MATRIX_MATRIX_H

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "rtl/cover_text.h"
#include "support/l2_rig.h"

namespace flitlock_test {

struct L2Point {
  std::string name;  // of the shape
  flitlock_l2_slice_params params{};
  L2Traffic traffic;  // its seed is the number of the point
  std::string share;  // which requests there are
};

// The same list for the same `first` and `count`; point n has the (n mod shapes)th shape.
std::vector<L2Point> l2_points(unsigned first, unsigned count);

// What is to happen.
std::vector<CoverEvent> l2_events(const flitlock_l2_slice_params &params, const L2Seen &seen);

// Values that were met, by parameter, and events, by shape. What a shape cannot show is not asked for.
class L2Cover {
 public:
  void add(const L2Point &point, const L2Seen &seen);
  // All values with how often they were met; a hole has its name. True: there is no hole.
  bool print(std::ostream &out) const;

 private:
  MetValues met_;
  std::map<std::string, L2Point> shapes_;
  std::map<std::string, L2Seen> seen_;
};

// Runs the points, prints a line for each and what they cover, and adds failures to the running test: a divergence, a
// configuration that compared nothing, stalls that are not as many as were asked for, a value or an event not met.
void run_l2_matrix(const std::vector<L2Point> &points);

}  // namespace flitlock_test

#endif
