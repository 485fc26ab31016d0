// SPDX-License-Identifier: Apache-2.0
// The bench of link TLBs: three L1s and their L2, with sources, endpoints, page table and host (tests/rtl/tlb_rig.h).
#include "rtl/benches/bench.h"
#include "rtl/tlb_matrix/matrix.h"
#include "verilated/rtl_link_tlb.h"

namespace {

using namespace flitlock_test;

BenchResult run(BenchCase &bench_case, BenchHost &host) {
  TlbPoint point;
  point.name = bench_case.word("shape", "mixed");
  const flitlock_l1_tlb_params *l1 = flitlock_rtl_l1_shape(("l1_" + point.name).c_str());
  const flitlock_l2_tlb_params *l2 = flitlock_rtl_l2_shape(("l2_" + point.name).c_str());
  if (l1 == nullptr || l2 == nullptr) {
    std::string known;
    for (size_t n = 0; flitlock_rtl_l1_shape_name(n) != nullptr; n++)
      known += std::string(n ? ", " : "") + (flitlock_rtl_l1_shape_name(n) + 3);
    throw BenchMistake("there is no shape '" + point.name + "'; there are " + known);
  }
  point.l1 = *l1;
  point.l2 = *l2;
  point.l1.checks = point.l2.checks = 1;
  TlbTraffic &traffic = point.traffic;
  traffic.seed = bench_case.seed;
  traffic.cycles = bench_case.number("cycles", 5000);
  traffic.pages = bench_case.number("pages", 12);
  traffic.gap = bench_case.number("gap", 2);
  traffic.stall = bench_case.number("stall", 4);
  traffic.channel = bench_case.number("channel", 3);
  traffic.table = bench_case.number("table", 12);
  traffic.change = bench_case.number("change", 40);
  traffic.prefetch = bench_case.number("prefetch", 8);
  traffic.fault = bench_case.number("fault", 6);
  traffic.reset = bench_case.number("reset", 0);
  bench_case.check_all();
  if (traffic.pages == 0 || traffic.gap == 0 || traffic.channel == 0 || traffic.table == 0)
    throw BenchMistake("pages, gap, channel and table are 1 or more");
  const auto second =
      host.block("l2tlb", flitlock_l2_tlb_golden, flitlock_l2_tlb_rtl, &point.l2, 1, point.l2.unit_bytes);
  const auto first = host.block("l1tlb", flitlock_l1_tlb_golden, flitlock_l1_tlb_rtl, &point.l1, point.l1.max_len,
                                point.l1.unit_bytes);
  TlbSeen seen;
  BenchResult result;
  result.problem = run_tlb(traffic, point.l1, point.l2, {first.ops, first.params}, {second.ops, second.params}, seen);
  result.cycles = seen.cycles;
  result.completed = seen.packets;
  result.group = "shape=" + point.name;
  for (const CoverEvent &event : tlb_events(point, seen))
    if (event.possible) result.cross.emplace_back(event.what, event.count);
  return result;
}

}  // namespace

int main(int argc, char **argv) {
  return bench_main(argc, argv,
                    {"tlb",
                     "shape, cycles, pages, gap, stall, channel, table, change, prefetch, fault, reset: as in\n"
                     "tests/rtl/tlb_rig.h. Blocks: l2tlb, l1tlb.\n",
                     run});
}
