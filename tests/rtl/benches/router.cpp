// SPDX-License-Identifier: Apache-2.0
// The bench of a router, DST or switch under random traffic, beside the reference router (tests/reference).
#include <random>

#include "rtl/benches/bench.h"
#include "rtl/matrix/matrix.h"
#include "verilated/rtl_router.h"

namespace {

using namespace flitlock_test;

size_t find_shape(const std::string &name) {
  std::string known;
  for (size_t n = 0; n < flitlock_rtl_shape_count(); n++) {
    if (name == flitlock_rtl_shape_at(n).name) return n;
    known += std::string(n ? ", " : "") + flitlock_rtl_shape_at(n).name;
  }
  throw BenchMistake("there is no shape '" + name + "'; there are " + known);
}

// run_router_bench creates its blocks from router parameters; a table of functions has no pointer of its owner.
BenchHost *the_host = nullptr;
const flitlock_router_params *the_params = nullptr;

int create(const void *params, const char *name, flitlock_block **block, flitlock_error *error) {
  const auto *router = static_cast<const flitlock_router_params *>(params);
  const auto made = the_host->block("router", flitlock_router_golden, flitlock_router_rtl, the_params, router->max_len,
                                    router->unit_bytes);
  return made.ops->create(made.params, name, block, error);
}

// The bench destroys its blocks at the end of its run: the last moment at which the session can look at them.
void destroy(flitlock_block *block) {
  flitlock_lockstep_finish(the_host->session());
  flitlock_lockstep_block.destroy(block);
}

BenchResult run(BenchCase &bench_case, BenchHost &host) {
  std::mt19937_64 random(bench_case.seed);
  MatrixPoint point = matrix_point(find_shape(bench_case.word("shape", "mesh_1")), random);
  RouterTraffic &traffic = point.traffic;
  traffic.sleeper = false;
  traffic.load = bench_case.real("load", 0.5);
  traffic.gap = bench_case.real("gap", 0);
  traffic.stall = bench_case.real("stall", 0);
  traffic.credit_latency = bench_case.number("credit_latency", 1);
  traffic.source_latency = bench_case.number("source_latency", 1);
  traffic.link_latency = bench_case.number("link_latency", 1);
  traffic.len = bench_case.number("len", 0);
  traffic.cycles = bench_case.number("cycles", 1000);
  traffic.reset_at = bench_case.number("reset_at", 0);
  bench_case.check_all();
  if (traffic.load > 1 || traffic.gap > 0.95 || traffic.stall > 0.95)
    throw BenchMistake("load is 0 to 1, gap and stall are 0 to 0.95");
  if (traffic.credit_latency == 0 || traffic.source_latency == 0 || traffic.link_latency == 0)
    throw BenchMistake("latencies are 1 or more");
  if (traffic.len > point.params.max_len) traffic.len = point.params.max_len;
  the_host = &host;
  the_params = &point.params;
  flitlock_block_ops ops = bench_case.host == "c"     ? flitlock_router_golden
                           : bench_case.host == "rtl" ? flitlock_router_rtl
                                                      : flitlock_lockstep_block;
  if (bench_case.host == "rtl" && bench_case.device_golden) ops = flitlock_router_golden;
  if (bench_case.host == "lockstep") {
    ops.create = create;
    ops.destroy = destroy;
  }
  const RouterBenchResult seen = run_router_bench(ops, point.params, traffic, bench_case.seed);
  BenchResult result;
  result.problem = seen.difference;
  result.cycles = seen.cycles;
  for (const uint64_t count : seen.packets)
    result.completed += count;
  result.group = "shape=" + point.name;
  result.cross = cross_points(point.params, seen);
  return result;
}

}  // namespace

int main(int argc, char **argv) {
  return bench_main(argc, argv,
                    {"router",
                     "shape, load, gap, stall, credit_latency, source_latency, link_latency, len, cycles, reset_at:\n"
                     "as in tests/reference/router_bench.h. Block: router.\n",
                     run});
}
