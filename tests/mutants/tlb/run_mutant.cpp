// SPDX-License-Identifier: Apache-2.0
// Mutants of the link TLBs: the TLBs of a GPU with everything around them (tests/rtl/tlb_rig.h), each L1 and the L2 in
// lockstep.
#include "mutants/run_mutant.h"

#include <stdexcept>

#include <flitlock/link_tlb.h>
#include <flitlock/lockstep.h>

#include "mutants/lockstep_run.h"
#include "rtl/tlb_rig.h"
#include "verilated/rtl_link_tlb.h"

// The golden link TLBs of model/tlb with the mutants in them (CMakeLists.txt gives them other names).
extern "C" const struct flitlock_block_ops flitlock_mutated_l1_tlb_golden, flitlock_mutated_l2_tlb_golden;

namespace {

int selected = 0;

}  // namespace

// Asked by the mutated sources.
extern "C" int flitlock_mutant_number(void);
int flitlock_mutant_number(void) { return selected; }

namespace flitlock_test {
namespace {

// 'flitlock mutate' (tests/mutate) has models of its own of these shapes.
#ifdef FLITLOCK_SYSTEMATIC
constexpr const char *l1_shape = "l1_mutate", *l2_shape = "l2_mutate";
#else
constexpr const char *l1_shape = "l1_mutant", *l2_shape = "l2_mutant";
#endif

struct Stimulus {
  const char *name;
  TlbTraffic traffic;
};

std::vector<Stimulus> make_stimuli() {
  TlbTraffic base;
  base.cycles = 3000;
  std::vector<Stimulus> list;
  const auto add = [&](const char *name, TlbTraffic traffic) {
    traffic.seed = 100 + list.size();
    list.push_back({name, traffic});
  };
  add("plain", base);
  TlbTraffic few = base;  // hits and merges: requests at every edge for a few pages, a slow page table
  few.pages = 5;
  few.gap = 1;
  few.table = 30;
  add("few-pages", few);
  TlbTraffic many = base;  // victims at every level
  many.pages = 40;
  many.table = 3;
  many.change = 300;
  add("many-pages", many);
  TlbTraffic changes = base;
  changes.change = 9;
  changes.table = 8;
  changes.channel = 1;
  add("invalidations", changes);
  TlbTraffic faults = base;
  faults.fault = 2;
  faults.table = 5;
  faults.gap = 1;
  add("faults", faults);
  TlbTraffic stalled = base;
  stalled.stall = 60;
  stalled.gap = 1;
  stalled.pages = 8;
  add("stalled", stalled);
  TlbTraffic prefetches = base;
  prefetches.prefetch = 2;
  prefetches.gap = 6;
  prefetches.pages = 30;
  add("prefetches", prefetches);
  TlbTraffic reset = base;
  reset.reset = 700;
  reset.gap = 1;
  add("reset", reset);
  return list;
}

const std::vector<Stimulus> &stimuli() {
  static const std::vector<Stimulus> list = make_stimuli();
  return list;
}

TlbSeen seen;  // in runs without a mutant

std::vector<SeenEvent> events() {
  return {{"L1 hits", seen.l1[1]},
          {"hits with a protection violation", seen.l1[5]},
          {"L1 merges", seen.l1[2]},
          {"L1 misses", seen.l1[3]},
          {"NPAs of others", seen.l1[4]},
          {"L1 fills", seen.l1_message[1]},
          {"error answers", seen.l1_message[2]},
          {"invalidations at an L1", seen.l1_message[3]},
          {"L2 hits", seen.l2[1]},
          {"L2 merges", seen.l2[2]},
          {"L2 misses", seen.l2[3]},
          {"prefetches dropped", seen.l2[4]},
          {"prefetches walked", seen.l2[5]},
          {"walks from level 0", seen.level[0]},
          {"from level 1", seen.level[1]},
          {"from level 2", seen.level[2]},
          {"from level 3", seen.level[3]},
          {"walks that ended well", seen.l2_pte[2]},
          {"with an error", seen.l2_pte[3]},
          {"begun anew", seen.l2_pte[4]},
          {"invalidations complete", seen.completed},
          {"packets of status 0", seen.status[0]},
          {"of status 1", seen.status[1]},
          {"of status 2", seen.status[2]}};
}

}  // namespace

std::vector<std::string> stimulus_names() { return names_of(stimuli()); }

const char *block_of(const Mutant &mutant) {
  const auto in = [&](const char *piece) { return mutant.file.find(piece) != std::string::npos; };
  return in("/flitlock_l1_") ? "L1" : in("/flitlock_tlb_") ? "L1, L2" : in("l2_") ? "L2" : "walkers";
}

bool print_events() { return print_seen(events()); }

Verdict run_mutant(int number, bool golden, const std::string &name, Mode mode) {
  const Stimulus &stimulus = find_stimulus(stimuli(), name);
  flitlock_l1_tlb_params l1 = *flitlock_rtl_l1_shape(l1_shape);
  flitlock_l2_tlb_params l2 = *flitlock_rtl_l2_shape(l2_shape);
  l1.checks = l2.checks = 1;

  LockstepRun run(mode);
  flitlock_lockstep_params l1_pair{}, l2_pair{};
  l1_pair.session = l2_pair.session = run.session();
  l1_pair.golden = golden ? &flitlock_mutated_l1_tlb_golden : &flitlock_l1_tlb_golden;
  l2_pair.golden = golden ? &flitlock_mutated_l2_tlb_golden : &flitlock_l2_tlb_golden;
  l1_pair.device = &flitlock_l1_tlb_rtl;
  l2_pair.device = &flitlock_l2_tlb_rtl;
  l1_pair.golden_params = l1_pair.device_params = &l1;
  l2_pair.golden_params = l2_pair.device_params = &l2;
  l1_pair.max_len = l1.max_len;
  l2_pair.max_len = 1;
  l1_pair.unit_bytes = l1.unit_bytes;
  l2_pair.unit_bytes = l2.unit_bytes;
  const flitlock_block_ops ops = LockstepRun::ops();

  selected = number;
  TlbSeen found;
  Verdict verdict;
  verdict.difference = run_tlb(stimulus.traffic, l1, l2, {&ops, &l1_pair}, {&ops, &l2_pair}, found);
  run.judge(found.cycles, verdict);
  selected = 0;
  if (number == 0 && mode == Mode::Full && !golden) seen += found;
  return verdict;
}

}  // namespace flitlock_test
