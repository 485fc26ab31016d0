// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iomanip>
#include <ostream>
#include <sstream>

#include "rtl/matrix/matrix.h"

namespace flitlock_test {
namespace {

std::string number(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

// What has to be met, by parameter, in the order of printing. Depths are in packets and entries.
const WantedValues &wanted() {
  static const WantedValues list = {
      {"ports", {"2", "3", "4", "5", "6", "7", "8", "9"}},
      {"VCs", {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}},
      {"bytes in/out", {"64/64", "64/128", "128/64", "128/128"}},
      {"other unit", {"8", "16", "32"}},
      {"depth", {"one packet", "to 8", "to 16", "to 32", "32"}},
      {"input", {"fall-through", "registered"}},
      {"crossbar", {"fall-through", "registered"}},
      {"output", {"fall-through", "registered"}},
      {"arbiter L1", {"round robin", "weighted", "oldest"}},
      {"arbiter L2", {"round robin", "weighted", "oldest"}},
      {"arbiter L3", {"round robin", "weighted", "oldest"}},
      {"route", {"mesh", "DST", "switch"}},
      {"packet units", {"1", "2", "3", "4"}},
      {"stall", {"0", "0.05", "0.25", "0.5", "0.75", "0.9", "0.95"}},
      {"credit latency", {"1", "2", "3", "4"}},
      {"link latency", {"1", "2", "3"}},
      {"VC change", {"no", "yes"}},
      {"reset", {"no", "yes"}},
  };
  return list;
}

void add_depth(std::map<std::string, unsigned> &met, unsigned depth, unsigned packet) {
  if (depth == 0) return;
  if (depth == packet) met["one packet"]++;
  if (depth == 32) met["32"]++;
  if (depth != packet) met[depth <= 8 ? "to 8" : depth <= 16 ? "to 16" : "to 32"]++;
}

}  // namespace

void MatrixCover::add(const MatrixPoint &point, const RouterBenchResult &result) {
  static const char *const stage[] = {"input", "crossbar", "output"};
  static const char *const level[] = {"arbiter L1", "arbiter L2", "arbiter L3"};
  static const char *const arbiter[] = {"round robin", "weighted", "oldest"};
  static const char *const kind[] = {"mesh", "DST", "switch"};
  const flitlock_router_params &p = point.params;
  met_["ports"][number(p.ports)]++;
  met_["VCs"][number(p.vcs)]++;
  if (p.unit_bytes != 64) met_["other unit"][number(p.unit_bytes)]++;
  bool mapped = false;
  std::set<std::string> pairs;
  for (unsigned i = 0; i < p.ports; i++) {
    for (unsigned v = 0; v < p.vcs; v++) {
      mapped = mapped || (p.port[i].has_in && p.port[i].vc_map[v] != v);
      add_depth(met_["depth"], p.port[i].input_depth[v], flitlock_flits(p.max_len, p.port[i].in_width));
      for (const uint16_t *depth : {p.port[i].crossbar_depth, p.port[i].output_depth, p.port[i].credits})
        add_depth(met_["depth"], depth[v], flitlock_flits(p.max_len, p.port[i].out_width));
      // Of packets that went this way, not of ports that stand beside each other.
      for (unsigned o = 0; o < p.ports; o++)
        for (unsigned waited = 0; waited < 2; waited++)
          if (result.cross[RouterBenchResult::cross_index(p, i, v, o, waited)] != 0)
            pairs.insert(number(p.port[i].in_width * p.unit_bytes) + "/" + number(p.port[o].out_width * p.unit_bytes));
    }
  }
  if (p.unit_bytes == 64)
    for (const std::string &pair : pairs)
      met_["bytes in/out"][pair]++;
  for (unsigned k = 0; k < 3; k++) {
    met_[stage[k]][p.registered[k] ? "registered" : "fall-through"]++;
    met_[level[k]][arbiter[p.arbiter[k]]]++;
  }
  met_["route"][kind[p.route.kind]]++;
  for (unsigned len = 1; len <= 4; len++)
    if (result.packets[len] != 0) met_["packet units"][number(len)]++;
  met_["stall"][number(point.traffic.stall)]++;
  met_["credit latency"][number(point.traffic.credit_latency)]++;
  met_["link latency"][number(point.traffic.link_latency)]++;
  met_["VC change"][mapped ? "yes" : "no"]++;
  met_["reset"][point.traffic.reset_at ? "yes" : "no"]++;
}

bool MatrixCover::print(std::ostream &out) const { return print_values(out, wanted(), met_); }

std::vector<std::pair<std::string, uint64_t>> cross_points(const flitlock_router_params &p,
                                                           const RouterBenchResult &result) {
  std::vector<std::pair<std::string, uint64_t>> points;
  for (unsigned i = 0; i < p.ports; i++)
    for (unsigned v = 0; v < p.vcs; v++)
      for (unsigned o = 0; o < p.ports; o++)
        for (unsigned waited = 0; waited < 2; waited++)
          if (p.port[i].has_in && p.port[o].has_out)
            points.emplace_back(std::string(p.port[i].name) + "." + number(v) + "->" + p.port[o].name +
                                    (waited ? " waited" : " at once"),
                                result.cross[RouterBenchResult::cross_index(p, i, v, o, waited)]);
  return points;
}

void CrossCover::add(const MatrixPoint &point, const RouterBenchResult &result) {
  Points &shape = shapes_[point.name];
  const Points points = cross_points(point.params, result);
  if (shape.empty()) shape.resize(points.size());
  for (size_t k = 0; k < points.size(); k++) {
    shape[k].first = points[k].first;
    shape[k].second += points[k].second;
  }
}

double CrossCover::print(std::ostream &out, unsigned holes_named) const {
  size_t all = 0, met = 0;
  out << "cross of VC x input x output x (at once, waited):\n";
  for (const auto &[name, points] : shapes_) {
    std::vector<std::string> holes;
    for (const auto &[point, count] : points)
      if (count == 0) holes.push_back(point);
    all += points.size();
    met += points.size() - holes.size();
    out << "  " << std::left << std::setw(12) << name << ' ' << points.size() - holes.size() << " of " << points.size();
    for (size_t k = 0; k < holes.size() && k < holes_named; k++)
      out << (k ? ", " : "; holes: ") << holes[k];
    if (holes.size() > holes_named) out << ", and " << holes.size() - holes_named << " more";
    out << '\n';
  }
  out << "  all: " << met << " of " << all << '\n';
  return all ? static_cast<double>(met) / static_cast<double>(all) : 0;
}

}  // namespace flitlock_test
