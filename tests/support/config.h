// SPDX-License-Identifier: Apache-2.0
// Configurations for tests: from text or from the repository's presets, freed at the end of their scope.
#ifndef FLITLOCK_TESTS_SUPPORT_CONFIG_H
#define FLITLOCK_TESTS_SUPPORT_CONFIG_H

#include <string>
#include <vector>

#include "flitlock/config.h"
#include "flitlock/pod.h"
#include "support/scratch.h"

namespace flitlock_test {

// A folder for the configuration files of one test.
class TempFolder {
 public:
  // Writes a file into it, with the folders on the way; returns its path.
  std::string write(const std::string &name, const std::string &text) const;
  std::string path(const std::string &name) const { return scratch_.path(name); }

 private:
  Scratch scratch_;
};

// A loaded configuration, or why there is none.
class Config {
 public:
  explicit Config(const std::string &path, const std::vector<std::string> &sets = {});
  ~Config();
  Config(const Config &) = delete;
  Config &operator=(const Config &) = delete;
  flitlock_config *operator->() const { return config_; }
  flitlock_config *get() const { return config_; }
  int status() const { return status_; }
  std::string error() const { return error_.text; }
  // As YAML.
  std::string dump() const;

 private:
  flitlock_config *config_ = nullptr;
  flitlock_error error_ = {};
  int status_ = 0;
};

// "configs/NAME.yaml" of the repository.
std::string preset(const std::string &name);

// A pod built from a configuration.
class Pod {
 public:
  explicit Pod(const Config &config, flitlock_workload *workload = nullptr);
  ~Pod();
  Pod(const Pod &) = delete;
  Pod &operator=(const Pod &) = delete;
  flitlock_pod *get() const { return pod_; }
  flitlock_engine *engine() const { return flitlock_pod_engine(pod_); }
  int status() const { return status_; }
  std::string error() const { return error_.text; }
  // Number of the channel of that name; fails the test if there is none.
  uint32_t channel(const std::string &name) const;
  // Number of the block of that name; fails the test if there is none.
  uint32_t block(const std::string &name) const;
  // Parameters of a router's port; fails the test if there is none.
  const flitlock_router_port &port(const std::string &router, const std::string &name) const;

 private:
  flitlock_pod *pod_ = nullptr;
  flitlock_error error_ = {};
  int status_ = 0;
};

}  // namespace flitlock_test

#endif
