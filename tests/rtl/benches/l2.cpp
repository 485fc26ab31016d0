// SPDX-License-Identifier: Apache-2.0
// The bench of an L2 slice with its clients and the memory behind it (tests/support/l2_rig.h).
#include <random>

#include "rtl/benches/bench.h"
#include "rtl/l2_matrix/matrix.h"
#include "verilated/rtl_l2_slice.h"

namespace {

using namespace flitlock_test;

BenchResult run(BenchCase &bench_case, BenchHost &host) {
  L2Point point;
  point.name = bench_case.word("shape", "slice_mini48");
  flitlock_error error{};
  flitlock_l2_slice_params &params = point.params;
  if (flitlock_rtl_l2_slice_shape(point.name.c_str(), &params, &error) != FLITLOCK_OK) throw BenchMistake(error.text);
  std::mt19937_64 random(bench_case.seed);
  params.events = params.checks = 1;
  params.slice = static_cast<uint32_t>(random() % params.map.slices);
  params.self = static_cast<uint32_t>(random());
  params.memory = static_cast<uint32_t>(random());
  if (bench_case.number("reserved", 0) != 0)
    params.reserved = static_cast<uint16_t>(params.ways > 4 ? 3 : params.ways - 1);
  params.p_rand = static_cast<uint16_t>(bench_case.number("p_rand", 26));
  params.fetch_bytes = static_cast<uint16_t>(bench_case.number("fetch_bytes", 32));
  L2Traffic &traffic = point.traffic;
  traffic.seed = bench_case.seed;
  traffic.requests = bench_case.number("requests", 1500);
  traffic.reads = bench_case.number("reads", 5);
  traffic.writes = bench_case.number("writes", 3);
  traffic.atomics = bench_case.number("atomics", 2);
  traffic.sets = bench_case.number("sets", 3);
  traffic.lines = static_cast<unsigned>(params.ways - params.reserved) * traffic.sets * bench_case.number("spread", 3);
  traffic.gap = bench_case.number("gap", 1);
  traffic.run = bench_case.number("run", 10);
  traffic.flush = bench_case.number("flush", 80);
  traffic.rsp_stall = bench_case.number("rsp_stall", 0);
  traffic.mem_stall = bench_case.number("mem_stall", 0);
  traffic.held = bench_case.number("held", 0);
  traffic.latency = bench_case.number("latency", 6);
  traffic.shuffle = bench_case.number("shuffle", 1);
  traffic.reset = bench_case.number("reset", 0);
  bench_case.check_all();
  if (traffic.sets == 0 || traffic.lines == 0 || traffic.gap == 0 || traffic.latency == 0)
    throw BenchMistake("sets, spread, gap and latency are 1 or more");
  if (traffic.rsp_stall > 95 || traffic.mem_stall > 95) throw BenchMistake("stalls are 0 to 95 per cent");
  const auto block =
      host.block("slice", flitlock_l2_slice_golden, flitlock_l2_slice_rtl, &params, 2, FLITLOCK_L2_HALF_BYTES, true);
  L2Seen seen;
  BenchResult result;
  result.problem = run_l2(traffic, params, {block.ops, block.params}, seen);
  result.cycles = seen.cycles;
  result.completed = seen.answers;
  result.group = "shape=" + point.name;
  for (const CoverEvent &event : l2_events(params, seen))
    if (event.possible) result.cross.emplace_back(event.what, event.count);
  return result;
}

}  // namespace

int main(int argc, char **argv) {
  return bench_main(argc, argv,
                    {"l2",
                     "shape, requests, reads, writes, atomics, sets, spread, gap, run, flush, rsp_stall, mem_stall,\n"
                     "held, latency, shuffle, reset: as in tests/support/l2_rig.h (lines: spread times what the sets\n"
                     "hold); reserved, p_rand, fetch_bytes: of the slice. Block: slice.\n",
                     run});
}
