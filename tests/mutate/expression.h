// SPDX-License-Identifier: Apache-2.0
// Expressions of SystemVerilog as trees.
#ifndef FLITLOCK_TESTS_MUTATE_EXPRESSION_H
#define FLITLOCK_TESTS_MUTATE_EXPRESSION_H

#include <memory>
#include <string>
#include <vector>

#include "mutate/token.h"

namespace flitlock_mutate {

struct Expression {
  enum class Shape { Number, Name, Unary, Binary, Choice, Other };
  Shape shape = Shape::Other;
  std::string op;             // of Unary and Binary; the text of Number; the name of Name
  size_t begin = 0, end = 0;  // in the text
  size_t op_begin = 0, op_end = 0;
  std::vector<std::unique_ptr<Expression>> part;   // operands; of Other: what is in parentheses, braces, arguments
  std::vector<std::unique_ptr<Expression>> index;  // of Name: indices that are evaluated, not widths and bounds
};

// Reads one from tokens[at] on and sets `at` behind it. Throws std::runtime_error.
std::unique_ptr<Expression> read_expression(const std::vector<Token> &tokens, size_t &at);

}  // namespace flitlock_mutate

#endif
