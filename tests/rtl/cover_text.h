// SPDX-License-Identifier: Apache-2.0
// How the matrices print what they cover: what was met and how often; what was not is a HOLE. Both return whether there
// is none.
#ifndef FLITLOCK_TESTS_RTL_COVER_TEXT_H
#define FLITLOCK_TESTS_RTL_COVER_TEXT_H

#include <cstdint>
#include <iomanip>
#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace flitlock_test {

// The values of every parameter, in the order of printing.
using WantedValues = std::vector<std::pair<std::string, std::vector<std::string>>>;
using MetValues = std::map<std::string, std::map<std::string, unsigned>>;

struct CoverEvent {
  const char *what;
  uint64_t count;
  bool possible;  // false: the parameters rule it out, and it is not asked for
};

inline bool print_values(std::ostream &out, const WantedValues &wanted, const MetValues &met) {
  bool whole = true;
  out << "values met (how often):\n";
  for (const auto &[parameter, values] : wanted) {
    out << "  " << std::left << std::setw(16) << parameter;
    const auto found = met.find(parameter);
    for (const std::string &value : values) {
      const bool is_met = found != met.end() && found->second.count(value) != 0;
      out << ' ' << value << " (" << (is_met ? std::to_string(found->second.at(value)) : "HOLE") << ')';
      whole = whole && is_met;
    }
    out << '\n';
  }
  return whole;
}

inline bool print_shape(std::ostream &out, const std::string &name, const std::vector<CoverEvent> &events) {
  bool whole = true;
  out << "  " << std::left << std::setw(16) << name;
  for (const CoverEvent &event : events) {
    if (!event.possible) continue;
    out << ' ' << event.what << " (" << (event.count != 0 ? std::to_string(event.count) : "HOLE") << ')';
    whole = whole && event.count != 0;
  }
  out << '\n';
  return whole;
}

}  // namespace flitlock_test

#endif
