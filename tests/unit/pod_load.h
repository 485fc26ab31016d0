// SPDX-License-Identifier: Apache-2.0
// Runs of the reference pod through the public headers, for tests that look at rates and loads.
#ifndef FLITLOCK_TESTS_UNIT_POD_LOAD_H
#define FLITLOCK_TESTS_UNIT_POD_LOAD_H

#include <fnmatch.h>

#include <string>
#include <vector>

#include <flitlock/pod.h>
#include <flitlock/results.h>
#include <flitlock/run.h>

#include "support/paths.h"

namespace flitlock_test {

// One run of configs/pod4-write64.yaml with `sets` on top; everything is freed with it.
class PodRun {
 public:
  explicit PodRun(const std::vector<std::string> &sets, flitlock_run_options options = with_statistics(),
                  flitlock_pod_choose choose = nullptr) {
    std::vector<const char *> list;
    for (const std::string &set : sets)
      list.push_back(set.c_str());
    const std::string path = repository_file("configs/pod4-write64.yaml");
    flitlock_error error{};
    if (flitlock_config_load(path.c_str(), list.data(), list.size(), &config_, &error) != FLITLOCK_OK ||
        flitlock_pod_create(config_, nullptr, choose, nullptr, &pod_, &error) != FLITLOCK_OK ||
        flitlock_run(pod_, &options, &results, &error) != FLITLOCK_OK)
      failure = error.text;
  }
  PodRun(const PodRun &) = delete;
  PodRun &operator=(const PodRun &) = delete;
  ~PodRun() {
    if (results) flitlock_results_free(results);
    flitlock_pod_destroy(pod_);
    flitlock_config_free(config_);
  }

  static flitlock_run_options with_statistics() {
    flitlock_run_options options{};
    options.statistics = 1;
    return options;
  }

  // Links whose name matches the fnmatch pattern, e.g. "gpu*.mesh*.E->dst.req".
  std::vector<const flitlock_link_result *> links(const char *pattern) const {
    std::vector<const flitlock_link_result *> list;
    for (unsigned k = 0; k < results->links_count; k++)
      if (fnmatch(pattern, results->links[k].name, 0) == 0) list.push_back(&results->links[k]);
    return list;
  }
  // Mean of flits per cycle over those links; negative if there are none.
  double use(const char *pattern) const {
    double flits = 0, cycles = 0;
    for (const flitlock_link_result *link : links(pattern)) {
      flits += static_cast<double>(link->flits);
      cycles += static_cast<double>(link->cycles);
    }
    return cycles > 0 ? flits / cycles : -1;
  }
  // Requests per cycle and client at the nodes of this name; negative if there are none.
  double rate_of(const std::string &node) const {
    for (unsigned k = 0; k < results->accepted.by_node_count; k++)
      if (node == results->accepted.by_node[k].name) return results->accepted.by_node[k].rate;
    return -1;
  }

  flitlock_results *results = nullptr;
  std::string failure;

 private:
  flitlock_config *config_ = nullptr;
  flitlock_pod *pod_ = nullptr;
};

}  // namespace flitlock_test

#endif
