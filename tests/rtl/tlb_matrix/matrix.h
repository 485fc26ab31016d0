// SPDX-License-Identifier: Apache-2.0
// The matrix of link TLBs: every shape this program has RTL of, each with traffic of its own, golden and RTL in
// lockstep at every port of every L1 and of the L2, and both held to what the rig knows (tests/rtl/tlb_rig.h). A
// configuration is a shape with pages, rates, stalls, latencies, faults, invalidations, prefetches, a reset and a seed.
#ifndef FLITLOCK_TESTS_RTL_TLB_MATRIX_MATRIX_H
#define FLITLOCK_TESTS_RTL_TLB_MATRIX_MATRIX_H

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "rtl/cover_text.h"
#include "rtl/tlb_rig.h"

namespace flitlock_test {

struct TlbPoint {
  std::string name;  // of the shape, without "l1_" and "l2_"
  flitlock_l1_tlb_params l1{};
  flitlock_l2_tlb_params l2{};
  TlbTraffic traffic;  // its seed is the number of the point
};

// The same list for the same `first` and `count`; point n has the (n mod shapes)th shape.
std::vector<TlbPoint> tlb_points(unsigned first, unsigned count);

// What is to happen.
std::vector<CoverEvent> tlb_events(const TlbPoint &point, const TlbSeen &seen);

// Values that were met, by parameter, and events, by shape. What no shape of the program has is not asked for.
class TlbCover {
 public:
  void add(const TlbPoint &point, const TlbSeen &seen);
  // All values with how often they were met; a hole has its name. True: there is no hole.
  bool print(std::ostream &out) const;

 private:
  MetValues met_;
  std::map<std::string, TlbPoint> shapes_;
  std::map<std::string, TlbSeen> seen_;
};

// Runs the points, prints a line for each and what they cover, and adds failures to the running test: a divergence, a
// configuration that compared nothing, a value or an event that was not met.
void run_tlb_matrix(const std::vector<TlbPoint> &points);

}  // namespace flitlock_test

#endif
