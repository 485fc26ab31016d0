// SPDX-License-Identifier: Apache-2.0
// The mutant that a program under a SystemVerilog top turns on: FLITLOCK_MUTANT=N in the environment. 0: none.
#include <cstdlib>

// Asked by the mutated sources, once.
extern "C" int flitlock_mutant_number(void);
int flitlock_mutant_number(void) {
  const char *number = std::getenv("FLITLOCK_MUTANT");
  return number == nullptr ? 0 : std::atoi(number);
}
