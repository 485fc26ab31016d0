// SPDX-License-Identifier: Apache-2.0
#include "verilated/shape_text.h"

#include <cstdio>
#include <istream>
#include <stdexcept>

namespace flitlock_rtl {

void wrong_line(unsigned line, const std::string &text) {
  throw std::runtime_error("line " + std::to_string(line) + ": " + text);
}

uint64_t read_number(unsigned line, const std::string &text, uint64_t most) {
  size_t used = 0;
  uint64_t value = 0;
  try {
    value = std::stoull(text, &used);
  } catch (const std::exception &) {
    used = 0;
  }
  if (used == 0 || used != text.size() || value > most)
    wrong_line(line, "'" + text + "' is not a number of 0 to " + std::to_string(most));
  return value;
}

std::vector<uint64_t> read_numbers(unsigned line, std::istream &words, unsigned count, uint64_t most) {
  std::vector<uint64_t> list;
  for (std::string word; words >> word;) {
    const size_t star = word.find('*');
    const uint64_t times = star == std::string::npos ? 1U : read_number(line, word.substr(star + 1), 256);
    list.insert(list.end(), times, read_number(line, word.substr(0, star), most));
  }
  if (list.size() != count)
    wrong_line(line, std::to_string(list.size()) + " values where " + std::to_string(count) + " are needed");
  return list;
}

void Bits::add(uint64_t value, unsigned bits) {
  for (unsigned k = 0; k < bits; k++, count_++) {
    if (count_ % 32 == 0) words_.push_back(0);
    words_.back() |= static_cast<uint32_t>(value >> k & 1U) << count_ % 32;
  }
}

Parameter integer_parameter(const char *name, uint32_t value) { return {name, Parameter::Integer, 32, 32, {value}}; }

std::string parameter_literal(const Parameter &parameter) {
  if (parameter.kind == Parameter::Integer) return std::to_string(parameter.value[0]);
  std::string text = std::to_string(parameter.bits) + "'h";
  char digits[9];
  for (size_t k = parameter.value.size(); k-- > 0;) {
    std::snprintf(digits, sizeof digits, "%08x", parameter.value[k]);
    text += digits;
  }
  // No more digits than the parameter has bits, or the tools warn.
  const size_t want = (parameter.bits + 3) / 4, head = text.find('h') + 1;
  text.erase(head, text.size() - head - want);
  return text;
}

uint64_t Parameter::at(unsigned index) const {
  uint64_t result = 0;
  for (unsigned k = 0; k < element; k++) {
    const unsigned bit = index * element + k;
    result |= uint64_t{value[bit / 32] >> bit % 32 & 1U} << k;
  }
  return result;
}

std::string parameter_difference(const std::vector<Parameter> &rtl, const std::vector<Parameter> &wanted,
                                 unsigned *equal) {
  *equal = 0;
  for (size_t k = 0; k < rtl.size(); k++) {
    // Vcs comes first, so that later vectors are of one length.
    for (unsigned index = 0; index * rtl[k].element < rtl[k].bits; index++) {
      if (rtl[k].at(index) == wanted[k].at(index)) {
        ++*equal;
        continue;
      }
      const char *of = rtl[k].kind == Parameter::ByVc      ? " of VC "
                       : rtl[k].kind == Parameter::ByClass ? " of class "
                       : rtl[k].kind == Parameter::ByGpu   ? " of GPU "
                       : rtl[k].kind == Parameter::ByRow   ? " of row "
                                                           : " of level ";
      const bool one = rtl[k].kind == Parameter::Integer || rtl[k].kind == Parameter::Number;
      return rtl[k].name + (one ? std::string() : of + std::to_string(index)) + " is " +
             std::to_string(rtl[k].at(index)) + " in the RTL and " + std::to_string(wanted[k].at(index)) +
             " in the configuration";
    }
  }
  return "";
}

}  // namespace flitlock_rtl
