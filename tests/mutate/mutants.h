// SPDX-License-Identifier: Apache-2.0
// Systematic mutants of a SystemVerilog source: docs/mutation.md says of which kinds.
#ifndef FLITLOCK_TESTS_MUTATE_MUTANTS_H
#define FLITLOCK_TESTS_MUTATE_MUTANTS_H

#include <string>
#include <vector>

namespace flitlock_mutate {

struct Mutant {
  size_t begin = 0, end = 0;  // what is replaced, in the text; the pieces of two mutants are apart or nested
  const char *kind = "";      // "operator", "constant", ...
  std::string replacement;
};

struct Found {
  std::vector<Mutant> mutants;  // in the order of their places
  size_t dropped = 0;           // made and left out, as they would not fit where they stand
};

// Throws std::runtime_error where it cannot read the text.
Found find_mutants(const std::string &text);

// The text with all mutants in it: number `first` is that of the first one. `selected`: the expression that is
// compared.
std::string with_mutants(const std::string &text, const std::vector<Mutant> &mutants, unsigned first,
                         const std::string &selected);
// The text with one of them in the place of the original.
std::string with_one(const std::string &text, const Mutant &mutant);

}  // namespace flitlock_mutate

#endif
