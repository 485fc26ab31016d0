// SPDX-License-Identifier: Apache-2.0
#include "rtl/l2_matrix/matrix.h"

namespace flitlock_test {
namespace {

const WantedValues &wanted() {
  static const WantedValues list = {
      {"requests", {"mixed", "reads", "writes", "atomics"}},
      {"sets", {"1", "3", "8"}},
      {"gap", {"1", "4"}},
      {"runs", {"0", "10", "40"}},
      {"flushes", {"0", "80", "300"}},
      {"rsp stalls", {"0", "50", "95"}},
      {"mem_req stalls", {"0", "50", "95"}},
      {"credits held", {"0", "1", "7"}},
      {"fill latency", {"1", "6", "40", "200"}},
      {"fills shuffled", {"0", "1"}},
      {"reset", {"0", "900"}},
      {"PRand", {"0", "3", "26", "256"}},
      {"FetchBytes", {"32", "64", "128"}},
      {"ways reserved", {"no", "yes"}},
  };
  return list;
}

}  // namespace

std::vector<CoverEvent> l2_events(const flitlock_l2_slice_params &params, const L2Seen &seen) {
  const bool ways = params.ways > 1, many = params.mshrs > 1;
  const uint64_t sum[] = {seen.outcome[0][3] + seen.outcome[1][3] + seen.outcome[2][3],
                          seen.drains[0] + seen.drains[1] + seen.drains[2]};
  std::vector<CoverEvent> list = {
      {"read hits", seen.outcome[0][0], true},
      {"read sector misses", seen.outcome[0][1], true},
      {"read misses", seen.outcome[0][2], true},
      {"write hits", seen.outcome[1][0], true},
      {"write misses", seen.outcome[1][2], true},
      {"atomic hits", seen.outcome[2][0], true},
      {"atomic sector misses", seen.outcome[2][1], true},
      {"atomic misses", seen.outcome[2][2], true},
      {"merged", sum[0], true},
      {"drains", sum[1], true},
      {"last drains", seen.drains_last, true},
      {"writes drained", seen.drains[1], params.list > 1},
      {"fills", seen.fills, true},
      {"last fills", seen.fills_last, true},
      {"fills out of order", seen.fills_shuffled, many},
      {"ways that were free", seen.to_invalid, true},
      {"clean victims", seen.clean, true},
      {"dirty victims", seen.dirty, true},
      {"victims by chance", seen.by_chance, true},
      {"beside a locked line", seen.beside_locked, ways && many},
      {"lower halves written back", seen.lower, true},
      {"upper halves", seen.upper, true},
      {"both", seen.both, true},
      {"flushed lines", seen.flush_written, true},
      {"flushes", seen.flushes, true},
      {"invalidates", seen.invalidates, true},
      {"empty masks", seen.empty_masks, true},
      {"atomics in a row", seen.in_a_row, params.rsp_depth > 1},
      {"edges without a credit of rsp", seen.rsp_dry, true},
      {"of mem_req", seen.mem_dry, true},
      {"requests that waited", seen.req_dry, true},
  };
  static const char *const sectors[] = {"no fetches", "fetches of 1 sector", "2 sectors", "3 sectors", "4 sectors"};
  for (unsigned k = 1; k < 5; k++)
    list.push_back({sectors[k], seen.fetched[k], true});
  static const char *const codes[] = {"add",    "min",    "max",    "and",    "or",    "xor",    "exch",    "cas",
                                      "add 64", "min 64", "max 64", "and 64", "or 64", "xor 64", "exch 64", "cas 64"};
  for (unsigned k = 0; k < 16; k++)
    list.push_back({codes[k], seen.atomic[k], true});
  return list;
}

void L2Cover::add(const L2Point &point, const L2Seen &seen) {
  const L2Traffic &traffic = point.traffic;
  const auto met = [&](const char *parameter, unsigned value) { met_[parameter][std::to_string(value)]++; };
  met_["requests"][point.share]++;
  met("sets", traffic.sets);
  met("gap", traffic.gap);
  met("runs", traffic.run);
  met("flushes", traffic.flush);
  met("rsp stalls", traffic.rsp_stall);
  met("mem_req stalls", traffic.mem_stall);
  met("credits held", traffic.held);
  met("fill latency", traffic.latency);
  met("fills shuffled", traffic.shuffle);
  met("reset", traffic.reset);
  met("PRand", point.params.p_rand);
  met("FetchBytes", point.params.fetch_bytes);
  met_["ways reserved"][point.params.reserved ? "yes" : "no"]++;
  shapes_[point.name] = point;
  seen_[point.name] += seen;
}

bool L2Cover::print(std::ostream &out) const {
  bool whole = print_values(out, wanted(), met_);
  out << "events by shape:\n";
  for (const auto &[name, point] : shapes_)
    whole = print_shape(out, name, l2_events(point.params, seen_.at(name))) && whole;
  return whole;
}

}  // namespace flitlock_test
