// SPDX-License-Identifier: Apache-2.0
#include "mutants/manifest.h"

#include <algorithm>
#include <istream>
#include <set>
#include <stdexcept>

namespace flitlock_test {
namespace {

[[noreturn]] void wrong(unsigned line, const std::string &text) {
  throw std::runtime_error("line " + std::to_string(line) + ": " + text);
}

std::string trimmed(const std::string &text) {
  const size_t first = text.find_first_not_of(' ');
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

void read_site(Mutant &mutant, const std::string &value, unsigned line) {
  if (std::count(value.begin(), value.end(), '`') != 2) wrong(line, "'at' has the original text between two backticks");
  const size_t open = value.find('`'), close = value.find('`', open + 1);
  mutant.before = value.substr(0, open);
  mutant.original = value.substr(open + 1, close - open - 1);
  mutant.after = value.substr(close + 1);
  if (mutant.original.empty()) wrong(line, "'at' has no original text");
}

void read_value(Mutant &mutant, const std::string &key, const std::string &value, unsigned line) {
  if (key == "says") {
    mutant.says = value;
  } else if (key == "file") {
    mutant.file = value;
  } else if (key == "at") {
    read_site(mutant, value, line);
  } else if (key == "to") {
    mutant.replacement = value;
  } else if (key == "declare") {
    mutant.declare = value;
  } else if (key == "expect") {
    mutant.expect = value;
  } else if (key == "on") {
    mutant.on = value;
  } else if (key == "compare") {
    if (value != "order") wrong(line, "'compare' knows 'order' alone");
    mutant.progress = true;
  } else if (key == "within") {
    if (value.find_first_not_of("0123456789") != std::string::npos) wrong(line, "'" + value + "' is not a cycle");
    mutant.within = std::stoull(value);
  } else {
    wrong(line, "unknown word '" + key + "'");
  }
}

void check_whole(const Mutant &mutant, unsigned line) {
  for (const std::string *value :
       {&mutant.says, &mutant.file, &mutant.original, &mutant.replacement, &mutant.expect, &mutant.on})
    if (value->empty()) wrong(line, "mutant " + mutant.name + " ends before here and is not whole");
}

}  // namespace

std::vector<Mutant> read_manifest(std::istream &in) {
  std::vector<Mutant> list;
  std::set<std::string> names;
  unsigned line = 0;
  for (std::string text; std::getline(in, text);) {
    line++;
    text = trimmed(text);
    if (text.empty() || text[0] == '#') continue;
    const size_t space = text.find(' ');
    if (space == std::string::npos) wrong(line, "'" + text + "' has no value");
    const std::string key = text.substr(0, space), value = trimmed(text.substr(space));
    if (key == "mutant") {
      if (!list.empty()) check_whole(list.back(), line);
      if (!names.insert(value).second) wrong(line, "a second mutant " + value);
      list.emplace_back();
      list.back().number = static_cast<int>(list.size());
      list.back().name = value;
    } else if (list.empty()) {
      wrong(line, "'" + key + "' before the first mutant");
    } else {
      read_value(list.back(), key, value, line);
    }
  }
  if (!list.empty()) check_whole(list.back(), line);
  return list;
}

}  // namespace flitlock_test
