// SPDX-License-Identifier: Apache-2.0
// Runs the manifest:  flitlock_mutants [--explore] MANIFEST [NAME...]
// First everything without a mutant, then each mutant (or those named). Prints a table in Markdown; the exit code is 1
// unless all passed that should, and each mutant was caught in time by the check the manifest expects.
// --explore shows every mutant every stimulus and says what sees it, for whoever writes the manifest.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "mutants/manifest.h"
#include "mutants/run_mutant.h"

using namespace flitlock_test;

namespace {

// Without a mutant both the sources that hold the mutants and golden agree with everybody.
bool run_none(const std::vector<std::string> &stimuli, bool golden, Mode mode, const char *how) {
  bool passed = true;
  uint64_t outputs = 0, flits = 0;
  for (const std::string &stimulus : stimuli) {
    const Verdict verdict = run_mutant(0, golden, stimulus, mode);
    outputs += verdict.outputs;
    flits += verdict.flits;
    if (verdict.check.empty() && verdict.difference.empty() && verdict.flits != 0) continue;
    passed = false;
    std::printf("FAILED without a mutant on %s: %s %s %s (%llu flits)\n", stimulus.c_str(), verdict.check.c_str(),
                verdict.text.c_str(), verdict.difference.c_str(), static_cast<unsigned long long>(verdict.flits));
  }
  std::printf("- Without a mutant, %s: %zu stimuli, %llu outputs, %llu flits, %s.\n", how, stimuli.size(),
              static_cast<unsigned long long>(outputs), static_cast<unsigned long long>(flits),
              passed ? "no difference" : "DIFFERENT");
  return passed;
}

void check_stimulus(const std::vector<std::string> &stimuli, const Mutant &mutant) {
  if (std::find(stimuli.begin(), stimuli.end(), mutant.on) == stimuli.end())
    throw std::runtime_error("mutant " + mutant.name + ": no stimulus " + mutant.on);
}

bool run_one(const Mutant &mutant) {
  const Verdict verdict =
      run_mutant(mutant.number, mutant.in_golden(), mutant.on, mutant.progress ? Mode::Progress : Mode::Full);
  const bool caught = verdict.check == mutant.expect && verdict.cycle <= mutant.within;
  std::printf("| %s | %s | %s | %s | %s | %s | %s%llu of %llu |\n", mutant.name.c_str(),
              mutant.in_golden() ? "golden" : block_of(mutant), mutant.says.c_str(), mutant.on.c_str(),
              mutant.expect.c_str(), verdict.check.empty() ? "**nothing**" : verdict.check.c_str(),
              caught ? "" : "**FAILED** ", static_cast<unsigned long long>(verdict.cycle),
              static_cast<unsigned long long>(mutant.within));
  if (!caught) std::fprintf(stderr, "%s: %s\n", mutant.name.c_str(), verdict.text.c_str());
  return caught;
}

bool run_all(const std::vector<Mutant> &mutants) {
  size_t caught = 0;
  std::puts(
      "\n| mutant | block | what is wrong | stimulus | expected | caught by | cycle |\n|---|---|---|---|---|---|---|");
  for (const Mutant &mutant : mutants)
    caught += run_one(mutant);
  std::printf("\n%zu of %zu mutants caught by the check expected, in time.\n", caught, mutants.size());
  return caught == mutants.size();
}

// Whatever shows in an output also shows in the hash of the window of that cycle.
bool run_hashed(const std::vector<Mutant> &mutants) {
  size_t shown = 0, caught = 0;
  for (const Mutant &mutant : mutants) {
    if (mutant.progress || mutant.expect.rfind("RTL_", 0) == 0) continue;
    const uint64_t cycle = run_mutant(mutant.number, mutant.in_golden(), mutant.on).cycle;
    const Verdict verdict = run_mutant(mutant.number, mutant.in_golden(), mutant.on, Mode::Hash);
    const bool right = verdict.check == "HASH" && verdict.cycle <= cycle && cycle < verdict.cycle + hash_window;
    shown++;
    caught += right;
    if (!right)
      std::fprintf(stderr, "%s: differs in cycle %llu; hash mode: %s %llu %s\n", mutant.name.c_str(),
                   static_cast<unsigned long long>(cycle), verdict.check.c_str(),
                   static_cast<unsigned long long>(verdict.cycle), verdict.text.c_str());
  }
  std::printf("\n%zu of %zu mutants that show in an output caught by the hash of its window of %llu cycles.\n", caught,
              shown, static_cast<unsigned long long>(hash_window));
  return caught == shown;
}

void explore(const std::vector<Mutant> &mutants, const std::vector<std::string> &stimuli) {
  for (const Mutant &mutant : mutants)
    for (const std::string &stimulus : stimuli) {
      const Verdict verdict =
          run_mutant(mutant.number, mutant.in_golden(), stimulus, mutant.progress ? Mode::Progress : Mode::Full);
      std::printf("%s %s %s %llu\n", mutant.name.c_str(), stimulus.c_str(),
                  verdict.check.empty() ? "-" : verdict.check.c_str(), static_cast<unsigned long long>(verdict.cycle));
      std::fflush(stdout);
    }
}

}  // namespace

int main(int argc, char **argv) {
  const bool exploring = argc > 1 && std::strcmp(argv[1], "--explore") == 0;
  const int first = exploring ? 2 : 1;
  if (argc <= first) {
    std::fputs("usage: flitlock_mutants [--explore] MANIFEST [NAME...]\n", stderr);
    return 2;
  }
  try {
    std::ifstream in(argv[first]);
    std::vector<Mutant> mutants = read_manifest(in);
    if (argc > first + 1) {
      const std::vector<std::string> names(argv + first + 1, argv + argc);
      mutants.erase(std::remove_if(mutants.begin(), mutants.end(),
                                   [&](const Mutant &mutant) {
                                     return std::find(names.begin(), names.end(), mutant.name) == names.end();
                                   }),
                    mutants.end());
    }
    if (mutants.empty()) throw std::runtime_error("no such mutant");
    const std::vector<std::string> stimuli = stimulus_names();
    if (exploring) {
      explore(mutants, stimuli);
      return 0;
    }
    for (const Mutant &mutant : mutants)
      check_stimulus(stimuli, mutant);
    bool passed = run_none(stimuli, false, Mode::Full, "mutants in the RTL, every output compared");
    passed = print_events() && passed;
    passed = run_none(stimuli, true, Mode::Full, "mutants in golden, every output compared") && passed;
    passed = run_none(stimuli, false, Mode::Hash, "hashes compared") && passed;
    passed = run_none(stimuli, false, Mode::Progress, "order and content compared") && passed;
    passed = run_all(mutants) && passed;
    return run_hashed(mutants) && passed ? 0 : 1;
  } catch (const std::exception &wrong) {
    std::fprintf(stderr, "flitlock_mutants: %s\n", wrong.what());
    return 2;
  }
}
