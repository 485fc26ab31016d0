// SPDX-License-Identifier: Apache-2.0
// The mutants of manifest.txt. What a line of the file means: docs/mutants.md.
#ifndef FLITLOCK_TESTS_MUTANTS_MANIFEST_H
#define FLITLOCK_TESTS_MUTANTS_MANIFEST_H

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace flitlock_test {

struct Mutant {
  int number = 0;           // from 1, in the order of the file; 0 selects none
  std::string name;         // unique
  std::string file;         // from the root of the repository
  std::string before;       // of the site's line: what stands before the original text,
  std::string original;     // the original text,
  std::string after;        // and what stands after it
  std::string replacement;  // takes the place of the original text
  std::string declare;      // stands in a line of its own before the site's line; most have none
  std::string expect;       // the check that must see it, a name of lockstep.h or of run_mutant.h
  std::string on;           // the stimulus that must show it
  bool progress = false;    // compared in order and content alone
  uint64_t within = 0;      // at the latest in this cycle of the stimulus
  std::string says;         // in a few words

  bool in_golden() const { return file.rfind("model/", 0) == 0; }
};

// Throws std::runtime_error with the line's number.
std::vector<Mutant> read_manifest(std::istream &in);

}  // namespace flitlock_test

#endif
