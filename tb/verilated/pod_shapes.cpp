// SPDX-License-Identifier: Apache-2.0
// Writes the shapes of all routers, DSTs and switches of configurations, equal ones once:
//   flitlock_rtl_pod_shapes NAME CONFIG.yaml.. [--set KEY=VALUE]..
// A shape is named after NAME and the first router that has it: pod4_E_rsp, pod4_dst_req.
#include <cctype>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "flitlock/config.h"
#include "flitlock/engine.h"
#include "flitlock/pod.h"
#include "verilated/shape.h"

namespace {

std::vector<flitlock_rtl::Shape> shapes;

void add(const std::string &name, const flitlock_router_params &params) {
  unsigned equal = 0;
  for (const flitlock_rtl::Shape &shape : shapes)
    if (flitlock_rtl::shape_difference(shape.params, params, &equal).empty()) return;
  shapes.push_back({name, params});
  for (char &c : shapes.back().name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
}

// "gpu0.mesh0.E.rsp" -> "E.rsp"
std::string short_name(std::string name) {
  for (const char *prefix : {"gpu0.", "mesh0."})
    if (name.rfind(prefix, 0) == 0) name.erase(0, std::strlen(prefix));
  return name;
}

int add_pod(const std::string &prefix, const char *path, const std::vector<const char *> &sets, flitlock_error *error) {
  flitlock_config *config = nullptr;
  int status = flitlock_config_load(path, sets.data(), sets.size(), &config, error);
  if (status != FLITLOCK_OK) return status;
  flitlock_pod *pod = nullptr;
  status = flitlock_pod_create(config, nullptr, nullptr, nullptr, &pod, error);
  if (status == FLITLOCK_OK) {
    const flitlock_engine *engine = flitlock_pod_engine(pod);
    for (uint32_t block = 0; block < flitlock_engine_block_count(engine); block++) {
      const flitlock_router_params *params = flitlock_pod_router_params(pod, block);
      if (params) add(prefix + "_" + short_name(flitlock_engine_block_name(engine, block)), *params);
    }
  }
  flitlock_pod_destroy(pod);
  flitlock_config_free(config);
  return status;
}

}  // namespace

int main(int argc, char **argv) {
  std::vector<const char *> paths, sets;
  for (int k = 2; k < argc; k++) {
    if (std::strcmp(argv[k], "--set") == 0 && k + 1 < argc) {
      sets.push_back(argv[++k]);
    } else {
      paths.push_back(argv[k]);
    }
  }
  if (paths.empty()) {
    std::fputs("usage: flitlock_rtl_pod_shapes NAME CONFIG.yaml.. [--set KEY=VALUE]..\n", stderr);
    return 2;
  }
  flitlock_error error{};
  for (const char *path : paths) {
    if (add_pod(argv[1], path, sets, &error) != FLITLOCK_OK) {
      std::fprintf(stderr, "%s\n", error.text);
      return flitlock_status_exit_code(error.status);
    }
  }
  std::cout << "# SPDX-License-Identifier: Apache-2.0\n# Written by flitlock_rtl_pod_shapes";
  for (int k = 1; k < argc; k++)
    std::cout << ' ' << argv[k];
  std::cout << ".\n";
  for (const flitlock_rtl::Shape &shape : shapes)
    write_shape(std::cout, shape);
  return 0;
}
