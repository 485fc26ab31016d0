// SPDX-License-Identifier: Apache-2.0
// SystemVerilog as a row of tokens, as far as the sources of rtl/ need it.
#ifndef FLITLOCK_TESTS_MUTATE_TOKEN_H
#define FLITLOCK_TESTS_MUTATE_TOKEN_H

#include <string>
#include <vector>

namespace flitlock_mutate {

enum class Kind { Name, Number, Text, Macro, Operator, End };

struct Token {
  Kind kind = Kind::End;
  std::string text;  // a name of a package with it: "flitlock_pkg::OpLsb"
  size_t begin = 0, end = 0;
};

// Without comments and without lines of the preprocessor. The last one is End.
std::vector<Token> tokens_of(const std::string &text);

}  // namespace flitlock_mutate

#endif
