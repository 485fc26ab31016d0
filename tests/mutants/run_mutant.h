// SPDX-License-Identifier: Apache-2.0
// Runs one mutant under one stimulus: golden and Verilated RTL in lockstep, one of them with a planted error. The
// runner (main.cpp) is one for all blocks; run_mutant.cpp does this for routers, tlb/run_mutant.cpp for link TLBs.
#ifndef FLITLOCK_TESTS_MUTANTS_RUN_MUTANT_H
#define FLITLOCK_TESTS_MUTANTS_RUN_MUTANT_H

#include <cstdint>
#include <string>
#include <vector>

#include "mutants/manifest.h"

namespace flitlock_test {

// How lockstep compares.
enum class Mode {
  Full,      // every output in every cycle
  Hash,      // hashes of windows of hash_window cycles
  Progress,  // order and content alone, so that only what never comes is missed
};
constexpr uint64_t hash_window = 32;

struct Verdict {
  std::string check;       // the first check that saw it, empty: none did
  uint64_t cycle = 0;      // when; of a window, its first cycle
  std::string text;        // what it says
  uint64_t outputs = 0;    // comparisons made
  uint64_t flits = 0;      // of flits
  std::string difference;  // what the stimulus itself found, as every output is known
};

// `number` 0: none. A check's name is that of a divergence (FLITLOCK_DIVERGENCE_KINDS), or
//   RTL_ASSERTION  an assertion inside the RTL
//   RTL_LANE       a rule of the lanes that the fields of a flit cannot show: R-FL-1, R-FL-8
//   GOLDEN_CHECK   golden's own check of the protocol and of its invariants
//   HASH           the hash of a window
// In hash mode what a model says of itself is no verdict, as nobody knows yet which of the two is wrong. `golden`: the
// number is that of a mutant of the golden model. `stimulus` is one of stimulus_names(). Throws std::runtime_error.
Verdict run_mutant(int number, bool golden, const std::string &stimulus, Mode mode = Mode::Full);

std::vector<std::string> stimulus_names();
const char *block_of(const Mutant &mutant);  // as the table calls it

// Prints how often what the stimuli are for was seen, in all runs without a mutant so far; false: something never was.
// Of routers everything is known from the reference, and nothing is printed.
bool print_events();

}  // namespace flitlock_test

#endif
