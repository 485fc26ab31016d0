// SPDX-License-Identifier: Apache-2.0
// How the values of a shape are written: lists of numbers in its text (shapes/README.md), bits and literals in the top.
#ifndef FLITLOCK_TB_SHAPE_TEXT_H
#define FLITLOCK_TB_SHAPE_TEXT_H

#include <algorithm>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "verilated/shape.h"

namespace flitlock_rtl {

[[noreturn]] void wrong_line(unsigned line, const std::string &text);
uint64_t read_number(unsigned line, const std::string &text, uint64_t most);
// "8", or "8*10" for ten times 8, until the line's end; exactly `count` values.
std::vector<uint64_t> read_numbers(unsigned line, std::istream &words, unsigned count, uint64_t most);

// A value, or a list of them, of a line.
template <class T>
void read_into(T &value, std::istream &words, unsigned line, uint64_t most) {
  value = static_cast<T>(read_numbers(line, words, 1, most)[0]);
}
template <class T>
void read_into(T *values, unsigned count, std::istream &words, unsigned line, uint64_t most) {
  const std::vector<uint64_t> read = read_numbers(line, words, count, most);
  std::transform(read.begin(), read.end(), values, [](uint64_t value) { return static_cast<T>(value); });
}

// "8*10" or "8 9 8"; long runs are drawn together, too: "1 2 0*254".
template <class T>
std::string number_list(const T *value, unsigned count) {
  std::string text;
  for (unsigned k = 0; k < count;) {
    unsigned same = 1;
    while (k + same < count && value[k + same] == value[k])
      same++;
    if (same < 32 && same < count) same = 1;
    text += (k ? " " : "") + std::to_string(value[k]) + (same > 1 ? "*" + std::to_string(same) : "");
    k += same;
  }
  return text;
}

// Collects values of some bits each into words.
class Bits {
 public:
  void add(uint64_t value, unsigned bits);
  Parameter named(const char *name, Parameter::Kind kind, unsigned element) const {
    return {name, kind, element, count_, words_};
  }

 private:
  unsigned count_ = 0;
  std::vector<uint32_t> words_;
};

Parameter integer_parameter(const char *name, uint32_t value);
template <class T>
Parameter list_parameter(const char *name, Parameter::Kind kind, unsigned element, const T *value, unsigned count) {
  Bits all;
  for (unsigned k = 0; k < count; k++)
    all.add(value[k], element);
  return all.named(name, kind, element);
}
std::string parameter_literal(const Parameter &parameter);

// The first value in which two lists of parameters of the same names differ, as shape_difference says it.
std::string parameter_difference(const std::vector<Parameter> &rtl, const std::vector<Parameter> &wanted,
                                 unsigned *equal);

}  // namespace flitlock_rtl

#endif
