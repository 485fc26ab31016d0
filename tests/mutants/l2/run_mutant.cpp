// SPDX-License-Identifier: Apache-2.0
// Mutants of the L2 slice: a slice with everything around it (tests/support/l2_rig.h), in lockstep, or by its log.
#include "mutants/run_mutant.h"

#include <stdexcept>

#include <flitlock/l2_slice.h>
#include <flitlock/lockstep.h>

#include "mutants/lockstep_run.h"
#include "support/l2_rig.h"
#include "verilated/rtl_l2_slice.h"

// The golden slice of model/l2 with the mutants in it (CMakeLists.txt gives it other names).
extern "C" const struct flitlock_block_ops flitlock_mutated_l2_slice_golden;

namespace {

int selected = 0;

}  // namespace

// Asked by the mutated sources.
extern "C" int flitlock_mutant_number(void);
int flitlock_mutant_number(void) { return selected; }

namespace flitlock_test {
namespace {

// 'flitlock mutate' (tests/mutate) has a model of its own of this shape.
#ifdef FLITLOCK_SYSTEMATIC
constexpr const char *slice_shape = "slice_mutate";
#else
constexpr const char *slice_shape = "slice_mutant";
#endif

struct Stimulus {
  const char *name;
  L2Traffic traffic;
  uint16_t reserved, p_rand, fetch_bytes;
};

std::vector<Stimulus> make_stimuli() {
  L2Traffic base;
  base.requests = 700;
  base.lines = 36;
  base.run = 20;
  std::vector<Stimulus> list;
  const auto add = [&](const char *name, L2Traffic traffic, uint16_t reserved, uint16_t p_rand, uint16_t fetch_bytes) {
    traffic.seed = 100 + list.size();
    list.push_back({name, traffic, reserved, p_rand, fetch_bytes});
  };
  add("plain", base, 0, 0, 32);
  L2Traffic crowded = base;  // one set, slow fills: victims beside locked lines, by chance and by the tree
  crowded.sets = 1;
  crowded.lines = 20;
  crowded.latency = 30;
  crowded.requests = 1500;
  add("crowded", crowded, 1, 128, 32);
  crowded.latency = 40;  // both ways locked: nothing can make room
  crowded.writes = 8;
  add("two-ways", crowded, 3, 128, 32);
  L2Traffic few = base;  // hits, merges, sector misses
  few.lines = 5;
  few.latency = 20;
  add("few-lines", few, 0, 26, 32);
  L2Traffic halves = base;
  halves.latency = 25;
  halves.lines = 20;
  add("halves", halves, 1, 26, 64);
  L2Traffic lines = base;
  lines.latency = 25;
  lines.lines = 20;
  lines.writes = 6;
  add("lines", lines, 0, 26, 128);
  L2Traffic atomics = base;
  atomics.atomics = 12;
  atomics.run = 3;
  atomics.lines = 8;
  add("atomics", atomics, 0, 26, 32);
  L2Traffic flushes = base;
  flushes.flush = 25;
  flushes.writes = 6;
  add("flushes", flushes, 0, 26, 64);
  L2Traffic stalled = base;
  stalled.rsp_stall = 80;
  stalled.mem_stall = 80;
  add("stalled", stalled, 0, 26, 32);
  L2Traffic reset = base;  // in the midst of a flush
  reset.reset = 501;
  reset.flush = 5;
  reset.writes = 6;
  add("reset", reset, 0, 26, 32);
  L2Traffic stalled_reset = stalled;
  stalled_reset.held = 2;
  stalled_reset.reset = 700;
  stalled_reset.flush = 60;
  add("stalled-reset", stalled_reset, 0, 128, 128);
  return list;
}

const std::vector<Stimulus> &stimuli() {
  static const std::vector<Stimulus> list = make_stimuli();
  return list;
}

// Slice 1, so that the number of the slice counts.
flitlock_l2_slice_params params_of(const Stimulus &stimulus) {
  flitlock_l2_slice_params params{};
  flitlock_error error{};
  if (flitlock_rtl_l2_slice_shape(slice_shape, &params, &error) != FLITLOCK_OK) throw std::runtime_error(error.text);
  params.events = params.checks = 1;
  params.slice = 1;
  params.self = 0x01020304;
  params.memory = 0x0A0B0C0D;
  params.reserved = stimulus.reserved;
  params.p_rand = stimulus.p_rand;
  params.fetch_bytes = stimulus.fetch_bytes;
  return params;
}

L2Seen seen;  // in runs without a mutant

std::vector<SeenEvent> events() {
  return {{"read hits", seen.outcome[0][0]},
          {"sector misses", seen.outcome[0][1]},
          {"misses", seen.outcome[0][2]},
          {"merged", seen.outcome[0][3]},
          {"write hits", seen.outcome[1][0]},
          {"misses", seen.outcome[1][2]},
          {"merged", seen.outcome[1][3]},
          {"atomic hits", seen.outcome[2][0]},
          {"sector misses", seen.outcome[2][1]},
          {"misses", seen.outcome[2][2]},
          {"merged", seen.outcome[2][3]},
          {"atomics at the edge after one to the same address", seen.in_a_row},
          {"fills", seen.fills},
          {"out of order", seen.fills_shuffled},
          {"that freed an MSHR", seen.fills_last},
          {"drained reads", seen.drains[0]},
          {"writes", seen.drains[1]},
          {"atomics", seen.drains[2]},
          {"free ways taken", seen.to_invalid},
          {"clean victims", seen.clean},
          {"dirty victims", seen.dirty},
          {"by chance", seen.by_chance},
          {"beside locked lines", seen.beside_locked},
          {"lines flushed", seen.flush_written},
          {"flushes", seen.flushes},
          {"invalidates", seen.invalidates},
          {"edges without a credit of rsp", seen.rsp_dry},
          {"of mem_req", seen.mem_dry},
          {"requests that waited", seen.req_dry}};
}

// By the log: which entry of it differs takes the place of the cycle.
Verdict run_log(int number, bool golden, const Stimulus &stimulus) {
  const flitlock_l2_slice_params params = params_of(stimulus);
  L2Traffic traffic = stimulus.traffic;
  traffic.patient = 1;
  traffic.reset = 0;
  traffic.requests = 300;
  L2Log expected, found;
  L2Seen unused;
  Verdict verdict;
  selected = golden ? number : 0;
  std::string problem = run_l2(traffic, params, {&flitlock_mutated_l2_slice_golden, &params}, unused, &expected);
  selected = golden ? 0 : number;
  traffic.late = 4;
  const std::string other = run_l2(traffic, params, {&flitlock_l2_slice_rtl, &params}, unused, &found);
  selected = 0;
  verdict.text = compare_l2_logs(expected, found);
  verdict.outputs = verdict.flits = expected.event.size() + expected.rsp.size() + expected.mem_req.size();
  if (!verdict.text.empty()) {
    verdict.check = "LOG";
    const size_t digit = verdict.text.find_first_of("0123456789");
    verdict.cycle = std::stoull(verdict.text.substr(digit));
  } else if (number == 0) {
    verdict.difference = problem + other;
  }
  return verdict;
}

}  // namespace

std::vector<std::string> stimulus_names() { return names_of(stimuli()); }

const char *block_of(const Mutant &) { return "L2 slice"; }

bool print_events() { return print_seen(events()); }

Verdict run_mutant(int number, bool golden, const std::string &name, Mode mode) {
  const Stimulus &stimulus = find_stimulus(stimuli(), name);
  if (mode == Mode::Progress) return run_log(number, golden, stimulus);
  const flitlock_l2_slice_params params = params_of(stimulus);
  LockstepRun run(mode);
  flitlock_lockstep_params pair{};
  pair.session = run.session();
  pair.golden = golden ? &flitlock_mutated_l2_slice_golden : &flitlock_l2_slice_golden;
  pair.device = &flitlock_l2_slice_rtl;
  pair.golden_params = pair.device_params = &params;
  pair.max_len = 2;
  pair.unit_bytes = FLITLOCK_L2_HALF_BYTES;
  pair.makes_packets = 1;
  const flitlock_block_ops ops = LockstepRun::ops();

  // The RTL asks for the number as it is made, the golden model whenever it is stepped.
  selected = number;
  L2Seen found;
  Verdict verdict;
  verdict.difference = run_l2(stimulus.traffic, params, {&ops, &pair}, found);
  run.judge(found.cycles, verdict);
  selected = 0;
  if (number == 0 && mode == Mode::Full && !golden) seen += found;
  return verdict;
}

}  // namespace flitlock_test
