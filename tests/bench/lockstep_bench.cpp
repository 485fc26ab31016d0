// SPDX-License-Identifier: Apache-2.0
// flitlock_lockstep_bench CONFIG CYCLES ROUNDS: what lockstep costs. The same pod, with every router and DST golden,
// RTL in a pod that knows of no check, RTL with checking off, with hash check and with full check; they take turns, so
// that all see the same machine. Prints the best processor time of each in microseconds per cycle, one `name=value` a
// line, and `flits=` that were compared.
#include <ctime>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <flitlock/implementation.h>

#include "verilated/rtl_router.h"

namespace {

double now_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

int find(const flitlock_router_params *params, const char *name, flitlock_error *error) {
  return flitlock_rtl_shape_find(params, name, error) < flitlock_rtl_shape_count() ? FLITLOCK_OK : FLITLOCK_E_CONFIG;
}
const flitlock_device rtl_device = {"rtl", &flitlock_router_rtl, find, nullptr};

const flitlock_block_ops *choose_rtl(void *, const char *, const flitlock_router_params *) {
  return &flitlock_router_rtl;
}

constexpr int plain = -1;  // no rule, no session: what the pod's builder is without the library's checks

struct Way {
  const char *name;
  int use, mode;
};
const Way ways[] = {
    {"golden", FLITLOCK_USE_C, FLITLOCK_LOCKSTEP_FULL},      {"plain", plain, FLITLOCK_LOCKSTEP_FULL},
    {"rtl", FLITLOCK_USE_RTL, FLITLOCK_LOCKSTEP_FULL},       {"hash", FLITLOCK_USE_LOCKSTEP, FLITLOCK_LOCKSTEP_HASH},
    {"full", FLITLOCK_USE_LOCKSTEP, FLITLOCK_LOCKSTEP_FULL},
};
constexpr unsigned way_count = sizeof ways / sizeof ways[0];

// With checking off there is no call of the checker: the engine steps golden or the RTL itself.
bool has_wrappers(const flitlock_pod *pod, const Way &way) {
  if (way.use == FLITLOCK_USE_LOCKSTEP) return false;
  const flitlock_block_ops *direct = way.use == FLITLOCK_USE_C ? &flitlock_router_golden : &flitlock_router_rtl;
  const flitlock_engine *engine = flitlock_pod_engine(pod);
  for (uint32_t block = 0; block < flitlock_engine_block_count(engine); block++)
    if (flitlock_pod_router_params(pod, block) && flitlock_engine_block_ops(engine, block) != direct) return true;
  return false;
}

// Seconds that the cycles take, creation and the first tenth not counted; negative: `error` says why not.
double measure(const flitlock_config *config, const Way &way, uint64_t cycles, uint64_t *carried, uint64_t *compared,
               flitlock_error *error) {
  flitlock_lockstep_options check;
  flitlock_lockstep_options_default(&check);
  check.mode = way.mode;
  flitlock_lockstep *session = nullptr;
  flitlock_pod *pod = nullptr;
  char everything[] = "*";
  flitlock_impl_rule rule{};
  rule.match = everything;
  rule.use = way.use;
  flitlock_implementation_options options{};
  options.rules = &rule;
  options.rules_count = 1;
  options.device = &rtl_device;
  double seconds = -1;
  if (flitlock_lockstep_create(&check, &session, error) == FLITLOCK_OK) {
    options.session = session;
    const int status = way.use == plain ? flitlock_pod_create(config, nullptr, choose_rtl, nullptr, &pod, error)
                                        : flitlock_pod_create_chosen(config, nullptr, &options, &pod, nullptr, error);
    if (status == FLITLOCK_OK && has_wrappers(pod, way)) {
      flitlock_fail(error, FLITLOCK_E_INTERNAL, "a router with checking off is not stepped directly");
    } else if (status == FLITLOCK_OK) {
      flitlock_engine *engine = flitlock_pod_engine(pod);
      flitlock_engine_run(engine, cycles / 10);
      const double start = now_seconds();
      flitlock_engine_run(engine, cycles);
      seconds = now_seconds() - start;
      *carried = flitlock_engine_flits_carried(engine);
      flitlock_lockstep_finish(session);
      if (way.use == FLITLOCK_USE_LOCKSTEP) {
        flitlock_lockstep_counts counts{};
        flitlock_lockstep_total(session, &counts);
        *compared = counts.flits;
        if (flitlock_lockstep_verdict(session, error) != FLITLOCK_OK) seconds = -1;
      }
    }
  }
  flitlock_pod_destroy(pod);
  flitlock_lockstep_destroy(session);
  return seconds;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 4) {
    std::fputs("usage: flitlock_lockstep_bench CONFIG CYCLES ROUNDS\n", stderr);
    return 2;
  }
  const uint64_t cycles = std::strtoull(argv[2], nullptr, 10);
  flitlock_config *config = nullptr;
  flitlock_error error{};
  if (cycles < 10 || flitlock_config_load(argv[1], nullptr, 0, &config, &error) != FLITLOCK_OK) {
    std::fprintf(stderr, "flitlock_lockstep_bench: %s\n", cycles < 10 ? "at least 10 cycles" : error.text);
    return 2;
  }
  double best[way_count] = {};
  uint64_t carried[way_count] = {}, compared = 0;
  for (unsigned long round = std::strtoul(argv[3], nullptr, 10); round > 0; round--)
    for (unsigned k = 0; k < way_count; k++) {
      const double seconds = measure(config, ways[k], cycles, &carried[k], &compared, &error);
      if (seconds < 0 || carried[k] != carried[0] || carried[k] == 0) {
        std::fprintf(stderr, "flitlock_lockstep_bench: %s: %s\n", ways[k].name,
                     seconds < 0 ? error.text : "not the traffic of the golden pod");
        flitlock_config_free(config);
        return 1;
      }
      best[k] = best[k] > 0 ? std::min(best[k], seconds) : seconds;
    }
  flitlock_config_free(config);
  for (unsigned k = 0; k < way_count; k++)
    std::printf("%s=%.3f\n", ways[k].name, 1e6 * best[k] / static_cast<double>(cycles));
  std::printf("flits=%llu\n", static_cast<unsigned long long>(compared));
  return compared > 0 ? 0 : 5;
}
