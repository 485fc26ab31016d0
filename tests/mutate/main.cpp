// SPDX-License-Identifier: Apache-2.0
// The companion of 'flitlock mutate' for one block; that program starts it.
//   BLOCK stimuli    the names of the stimuli
//   BLOCK run N      runs mutant N (0: none) under one stimulus after the other until something sees it. Prints
//                    "killed", check, stimulus, cycle, all cycles or outputs so far and what the check says; or
//                    "survived" with the number of stimuli and of outputs compared. Tabs between.
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>

#include "mutants/run_mutant.h"

using namespace flitlock_test;

namespace {

std::string flat(std::string text) {
  for (char &c : text)
    if (c == '\n' || c == '\t') c = ' ';
  return text;
}

int run(int number) {
  uint64_t outputs = 0;
  const std::vector<std::string> names = stimulus_names();
  for (const std::string &name : names) {
    const Verdict verdict = run_mutant(number, false, name);
    outputs += verdict.outputs;
    const bool differs = verdict.check.empty() && !verdict.difference.empty();
    if (verdict.check.empty() && !differs) continue;
    std::printf("killed\t%s\t%s\t%llu\t%llu\t%s\n", differs ? "STIMULUS" : verdict.check.c_str(), name.c_str(),
                static_cast<unsigned long long>(verdict.cycle), static_cast<unsigned long long>(outputs),
                flat(differs ? verdict.difference : verdict.text).c_str());
    return 0;
  }
  std::printf("survived\t%zu\t%llu\n", names.size(), static_cast<unsigned long long>(outputs));
  return 0;
}

}  // namespace

int main(int argc, char **argv) {
  try {
    if (argc == 2 && std::strcmp(argv[1], "stimuli") == 0) {
      for (const std::string &name : stimulus_names())
        std::puts(name.c_str());
      return 0;
    }
    if (argc == 3 && std::strcmp(argv[1], "run") == 0) return run(std::stoi(argv[2]));
  } catch (const std::exception &wrong) {
    std::fprintf(stderr, "%s: %s\n", argv[0], wrong.what());
    return 1;
  }
  std::fputs("usage: stimuli | run NUMBER\n", stderr);
  return 2;
}
