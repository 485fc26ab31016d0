// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "rtl/tlb_matrix/matrix.h"

namespace flitlock_test {
namespace {

// What has to be met by any program, in the order of printing.
const WantedValues &wanted() {
  static const WantedValues list = {
      {"pages", {"3", "8", "20", "48"}},
      {"gap", {"1", "2", "8"}},
      {"stall", {"0", "4", "60"}},
      {"channel", {"1", "2", "4"}},
      {"table latency", {"2", "10", "40", "120"}},
      {"invalidations", {"0", "12", "50", "200"}},
      {"prefetches", {"0", "2", "10"}},
      {"faults", {"0", "3", "8"}},
      {"reset", {"0", "900"}},
  };
  return list;
}

}  // namespace

std::vector<CoverEvent> tlb_events(const TlbPoint &point, const TlbSeen &seen) {
  const bool shown = point.l1.trace && point.l2.trace;
  const flitlock_l2_tlb_params &l2 = point.l2;
  std::vector<CoverEvent> list = {
      {"packets", seen.status[0], true},
      {"decode errors", seen.status[1], true},
      {"protection violations", seen.status[2], true},
      {"invalidations", seen.completed, true},
      {"L1 hits", seen.l1[1], shown},
      {"L1 merges", seen.l1[2], shown && point.l1.targets != 1},
      {"L1 misses", seen.l1[3], shown},
      {"violations at a hit", seen.l1[5], shown},
      {"error answers", seen.l1_message[2], shown},
      {"L2 hits", seen.l2[1], shown},
      {"L2 merges", seen.l2[2], shown && l2.mshrs > 1},
      {"L2 misses", seen.l2[3], shown},
      {"prefetches dropped", seen.l2[4], shown},
      {"prefetches walked", seen.l2[5], shown},
      {"walks well", seen.l2_pte[2], shown},
      {"walks in error", seen.l2_pte[3], shown},
      {"walks anew", seen.l2_pte[4], shown},
  };
  static const char *const from[] = {"from level 0", "from level 1", "from level 2",
                                     "from level 3", "from level 4", "from level 5"};
  unsigned deepest = 0;
  for (unsigned c = 0; c < 4; c++)
    deepest = std::max(deepest, flitlock_l2_tlb_leaf_level(&l2, c));
  for (unsigned level = 0; level <= deepest; level++)
    list.push_back({from[level], seen.level[level], shown && (level == 0 || l2.pwc_ways[level - 1] != 0)});
  return list;
}

void TlbCover::add(const TlbPoint &point, const TlbSeen &seen) {
  const TlbTraffic &traffic = point.traffic;
  const auto met = [&](const char *parameter, unsigned value) { met_[parameter][std::to_string(value)]++; };
  met("pages", traffic.pages);
  met("gap", traffic.gap);
  met("stall", traffic.stall);
  met("channel", traffic.channel);
  met("table latency", traffic.table);
  met("invalidations", traffic.change);
  met("prefetches", traffic.prefetch);
  met("faults", traffic.fault);
  met("reset", traffic.reset);
  shapes_[point.name] = point;
  seen_[point.name] += seen;
}

bool TlbCover::print(std::ostream &out) const {
  bool whole = print_values(out, wanted(), met_);
  out << "events by shape:\n";
  for (const auto &[name, point] : shapes_)
    whole = print_shape(out, name, tlb_events(point, seen_.at(name))) && whole;
  return whole;
}

}  // namespace flitlock_test
