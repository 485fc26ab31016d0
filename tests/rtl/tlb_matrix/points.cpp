// SPDX-License-Identifier: Apache-2.0
#include <random>

#include "rtl/tlb_matrix/matrix.h"
#include "verilated/rtl_link_tlb.h"

namespace flitlock_test {

std::vector<TlbPoint> tlb_points(unsigned first, unsigned count) {
  std::vector<std::string> shapes;
  for (size_t k = 0; flitlock_rtl_l1_shape_name(k) != nullptr; k++)
    shapes.push_back(std::string(flitlock_rtl_l1_shape_name(k)).substr(3));
  std::vector<TlbPoint> points;
  for (unsigned n = first; n < first + count; n++) {
    std::mt19937_64 random(n);
    const auto pick = [&](std::initializer_list<unsigned> values) { return values.begin()[random() % values.size()]; };
    TlbPoint point;
    point.name = shapes[n % shapes.size()];
    point.l1 = *flitlock_rtl_l1_shape(("l1_" + point.name).c_str());
    point.l2 = *flitlock_rtl_l2_shape(("l2_" + point.name).c_str());
    point.l1.checks = point.l2.checks = 1;
    TlbTraffic &traffic = point.traffic;
    traffic.seed = n;
    traffic.cycles = 5000;
    traffic.pages = pick({3, 8, 20, 48});
    traffic.gap = pick({1, 2, 8});
    traffic.stall = pick({0, 4, 60});
    traffic.channel = pick({1, 2, 4});
    traffic.table = pick({2, 10, 40, 120});
    traffic.change = pick({0, 12, 50, 200});
    traffic.prefetch = pick({0, 2, 10});
    traffic.fault = pick({0, 3, 8});
    traffic.reset = pick({0, 0, 900});
    points.push_back(point);
  }
  return points;
}

}  // namespace flitlock_test
