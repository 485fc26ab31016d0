// SPDX-License-Identifier: Apache-2.0
// Results with known numbers, and reading a file back.
#ifndef FLITLOCK_TESTS_RESULTS_SUPPORT_H
#define FLITLOCK_TESTS_RESULTS_SUPPORT_H

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include <flitlock/results.h>

namespace flitlock_test {

using ResultsPointer = std::unique_ptr<flitlock_results, decltype(&flitlock_results_free)>;

// Memory from calloc, as flitlock_results_free expects it.
template <typename T>
T *allocate(unsigned count) {
  return static_cast<T *>(calloc(count, sizeof(T)));
}

inline void set_rate(flitlock_rate &rate, double mean) {
  rate.mean = mean;
  rate.by_node_count = 2;
  rate.by_node = allocate<flitlock_rate::flitlock_node_rate>(2);
  snprintf(rate.by_node[0].name, sizeof(rate.by_node[0].name), "A");
  snprintf(rate.by_node[1].name, sizeof(rate.by_node[1].name), "D");
  rate.by_node[0].rate = mean / 2;
  rate.by_node[1].rate = mean * 3 / 2;
}

inline ResultsPointer known_results() {
  ResultsPointer results(allocate<flitlock_results>(1), flitlock_results_free);
  snprintf(results->name, sizeof(results->name), "known, \"quoted\"");
  results->seed = 18446744073709551615U;
  results->config_hash = 0xabcU;
  results->cycles = 1000;
  results->window_from = 100;
  results->window_to = 900;
  results->steady = 1;
  results->requests_issued = 50;
  results->requests_completed = 45;
  results->requests_in_flight = 5;
  results->offered_rate = 0.1;
  set_rate(results->accepted, 0.1);
  set_rate(results->accepted_whole, 0.08);
  results->latency.count = 4;
  results->latency.mean = 12.5;
  results->latency.min = 10;
  results->latency.p50 = 12;
  results->latency.p99 = 20;
  results->latency.max = 21;
  for (int stage = 0; stage < FLITLOCK_STAGE_COUNT; stage++)
    results->latency.stage[stage] = stage;
  results->links_count = 2;
  results->links = allocate<flitlock_link_result>(2);
  for (unsigned n = 0; n < 2; n++) {
    flitlock_link_result &link = results->links[n];
    snprintf(link.name, sizeof(link.name), n == 0 ? "gpu0.mesh0.A->B.req" : "gpu0.mesh0.E->dst.req");
    link.width = 1;
    link.cycles = 700;
    link.flits = 300 + n;
    link.idle[0] = 100;
    link.idle[1] = 99;
    link.idle[2] = 98;
    link.idle[3] = 97;
    link.idle[4] = 6 - n;
    link.packets = 30;
    link.offered = n == 0 ? 0.4 : -1;
  }
  results->flits_carried = 601;
  results->clock_ghz = 1;
  results->status = FLITLOCK_OK;
  return results;
}

inline std::string read_file(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// A folder of its own, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    char pattern[] = "flitlock-test-XXXXXX";
    path_ = mkdtemp(pattern);
  }
  ~TemporaryFolder() { (void)!system(("rm -rf -- '" + path_ + "'").c_str()); }
  std::string operator/(const std::string &name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace flitlock_test

#endif
