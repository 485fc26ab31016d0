// SPDX-License-Identifier: Apache-2.0
#include <random>

#include "rtl/l2_matrix/matrix.h"
#include "verilated/rtl_l2_slice.h"

namespace flitlock_test {
namespace {

struct Share {
  const char *name;
  unsigned reads, writes, atomics;
};
constexpr Share shares[] = {{"mixed", 5, 3, 2}, {"reads", 1, 0, 0}, {"writes", 1, 6, 1}, {"atomics", 1, 1, 4}};

}  // namespace

std::vector<L2Point> l2_points(unsigned first, unsigned count) {
  std::vector<std::string> shapes;
  for (size_t k = 0; flitlock_rtl_l2_slice_shape_name(k) != nullptr; k++)
    shapes.push_back(flitlock_rtl_l2_slice_shape_name(k));
  std::vector<L2Point> points;
  for (unsigned n = first; n < first + count; n++) {
    std::mt19937_64 random(n);
    const auto pick = [&](std::initializer_list<unsigned> values) { return values.begin()[random() % values.size()]; };
    L2Point point;
    point.name = shapes[n % shapes.size()];
    flitlock_l2_slice_params &params = point.params;
    flitlock_rtl_l2_slice_shape(point.name.c_str(), &params, nullptr);
    params.events = params.checks = 1;
    params.slice = static_cast<uint32_t>(random() % params.map.slices);
    params.self = static_cast<uint32_t>(random());
    params.memory = static_cast<uint32_t>(random());
    params.reserved = static_cast<uint16_t>(random() % 2 ? 0 : params.ways > 4 ? 3 : params.ways - 1);
    const unsigned turn = static_cast<unsigned>(n / shapes.size());
    params.p_rand =
        static_cast<uint16_t>(std::initializer_list<unsigned>{26, 256, 0, 3}.begin()[(n % shapes.size() + turn) % 4]);
    params.fetch_bytes = static_cast<uint16_t>(128U >> turn % 3);
    L2Traffic &traffic = point.traffic;
    const Share &share = shares[turn % std::size(shares)];
    point.share = share.name;
    traffic.reads = share.reads;
    traffic.writes = share.writes;
    traffic.atomics = share.atomics;
    traffic.seed = n;
    traffic.requests = 1500;
    traffic.sets = pick({1, 3, 8});
    traffic.lines = static_cast<unsigned>(params.ways - params.reserved) * traffic.sets * pick({2, 3, 4});
    traffic.gap = pick({1, 1, 4});
    traffic.run = pick({0, 10, 40});
    traffic.flush = pick({0, 80, 300});
    traffic.rsp_stall = pick({0, 50, 95});
    traffic.mem_stall = pick({0, 50, 95});
    traffic.held = pick({0, 1, 7});
    traffic.latency = pick({1, 6, 40, 200});
    traffic.shuffle = pick({0, 1, 1});
    traffic.reset = pick({0, 0, 900});
    points.push_back(point);
  }
  return points;
}

}  // namespace flitlock_test
