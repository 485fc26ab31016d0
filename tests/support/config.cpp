// SPDX-License-Identifier: Apache-2.0
#include "support/config.h"

#include <stdlib.h>

#include <filesystem>
#include <stdexcept>

#include "support/paths.h"

namespace flitlock_test {

std::string TempFolder::write(const std::string &name, const std::string &text) const {
  std::string path = scratch_.path(name);
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  Scratch::write(path, text);
  return path;
}

Config::Config(const std::string &path, const std::vector<std::string> &sets) {
  std::vector<const char *> list;
  for (const std::string &set : sets)
    list.push_back(set.c_str());
  status_ = flitlock_config_load(path.c_str(), list.data(), list.size(), &config_, &error_);
}

Config::~Config() { flitlock_config_free(config_); }

std::string Config::dump() const {
  char *text = nullptr;
  size_t size = 0;
  flitlock_error error = {};
  if (flitlock_config_dump(config_, &text, &size, &error) != FLITLOCK_OK) throw std::runtime_error(error.text);
  std::string copy(text, size);
  free(text);
  return copy;
}

std::string preset(const std::string &name) { return repository_file("configs/" + name + ".yaml"); }

Pod::Pod(const Config &config, flitlock_workload *workload) {
  if (!config.get()) throw std::runtime_error("no configuration: " + config.error());
  status_ = flitlock_pod_create(config.get(), workload, nullptr, nullptr, &pod_, &error_);
}

Pod::~Pod() { flitlock_pod_destroy(pod_); }

uint32_t Pod::channel(const std::string &name) const {
  for (uint32_t i = 0; i < flitlock_engine_channel_count(engine()); ++i)
    if (name == flitlock_engine_channel(engine(), i)->name) return i;
  throw std::runtime_error("no channel " + name);
}

uint32_t Pod::block(const std::string &name) const {
  uint32_t number = flitlock_pod_find(pod_, name.c_str());
  if (number == UINT32_MAX) throw std::runtime_error("no block " + name);
  return number;
}

const flitlock_router_port &Pod::port(const std::string &router, const std::string &name) const {
  const flitlock_router_params *params = flitlock_pod_router_params(pod_, block(router));
  for (uint32_t i = 0; params && i < params->ports; ++i)
    if (name == params->port[i].name) return params->port[i];
  throw std::runtime_error("no port " + name + " of " + router);
}

}  // namespace flitlock_test
