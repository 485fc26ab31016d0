// SPDX-License-Identifier: Apache-2.0
// Writes the shapes of all routers, DSTs, switches, link TLBs and L2 slices of configurations, equal ones once:
//   flitlock_rtl_pod_shapes NAME CONFIG.. [--set KEY=VALUE].. [--not SHAPES.txt]..
// CONFIG is a pod's, or one of 'flitlock probe': the name of an L2 profile, or a file with the key profile.
// A shape is named after NAME and the first block that has it: pod4_E_rsp, pod4_dst_req. Those that are in a file named
// by --not are left out.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>

#include "flitlock/implementation.h"
#include "flitlock/probe.h"
#include "flitlock/scale_up.h"
#include "verilated/shape.h"
#include "verilated/shape_l2.h"

namespace {

using flitlock_rtl::Shape;
using flitlock_rtl::ShapeKind;

std::vector<Shape> shapes, known;

bool equal(const Shape &a, const Shape &b) {
  unsigned count = 0;
  if (a.kind != b.kind) return false;
  if (a.kind == ShapeKind::L1LinkTlb) return flitlock_rtl::shape_difference(a.l1, b.l1, &count).empty();
  if (a.kind == ShapeKind::L2LinkTlb) return flitlock_rtl::shape_difference(a.l2, b.l2, &count).empty();
  if (a.kind == ShapeKind::L2Slice) return flitlock_rtl::shape_difference(a.slice, b.slice, &count).empty();
  return flitlock_rtl::shape_difference(a.params, b.params, &count).empty();
}

bool named(const std::string &name) {
  return std::any_of(shapes.begin(), shapes.end(), [&](const Shape &shape) { return shape.name == name; });
}

void add(Shape made) {
  for (const std::vector<Shape> *list : {&known, &shapes})
    for (const Shape &shape : *list)
      if (equal(shape, made)) return;
  for (char &c : made.name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  // Blocks of one name in two configurations.
  const std::string name = made.name;
  for (unsigned number = 2; named(made.name); number++)
    made.name = name + "_" + std::to_string(number);
  shapes.push_back(made);
}

// "gpu0.mesh0.E.rsp" -> "E.rsp"
std::string short_name(std::string name) {
  for (const char *prefix : {"gpu0.", "mesh0."})
    if (name.rfind(prefix, 0) == 0) name.erase(0, std::strlen(prefix));
  return name;
}

// What a pod asks a device for is what it is made of. The device says yes, and nothing is run.
std::string prefix;

Shape named(const char *name, ShapeKind kind) {
  Shape shape;
  shape.name = prefix + "_" + short_name(name);
  shape.kind = kind;
  return shape;
}
int find_router(const flitlock_router_params *params, const char *name, flitlock_error *) {
  Shape shape = named(name, ShapeKind::Router);
  shape.params = *params;
  add(shape);
  return FLITLOCK_OK;
}
int find_l1(const void *params, const char *name, flitlock_error *) {
  Shape shape = named(name, ShapeKind::L1LinkTlb);
  shape.l1 = *static_cast<const flitlock_l1_tlb_params *>(params);
  add(shape);
  return FLITLOCK_OK;
}
int find_l2(const void *params, const char *name, flitlock_error *) {
  Shape shape = named(name, ShapeKind::L2LinkTlb);
  shape.l2 = *static_cast<const flitlock_l2_tlb_params *>(params);
  add(shape);
  return FLITLOCK_OK;
}
int find_slice(const void *params, const char *name, flitlock_error *) {
  Shape shape = named(name, ShapeKind::L2Slice);
  shape.slice = *static_cast<const flitlock_l2_slice_params *>(params);
  add(shape);
  return FLITLOCK_OK;
}
const flitlock_device_block blocks[] = {{"l1_link_tlb", &flitlock_l1_tlb_golden, find_l1},
                                        {"l2_link_tlb", &flitlock_l2_tlb_golden, find_l2},
                                        {"l2_slice", &flitlock_l2_slice_golden, find_slice},
                                        {nullptr, nullptr, nullptr}};
const flitlock_device device = {"shapes", &flitlock_router_golden, find_router, blocks};

// All slices of a profile have one shape.
int add_profile(const char *name, const std::vector<const char *> &sets, flitlock_error *error) {
  flitlock_l2_profile profile;
  int status = flitlock_probe_profile_load(name, sets.data(), sets.size(), &profile, error);
  return status != FLITLOCK_OK ? status : find_slice(&profile.slice, "l2.slice", error);
}

int add_pod(const char *path, const std::vector<const char *> &sets, flitlock_error *error) {
  flitlock_config *config = nullptr;
  int status = flitlock_config_load(path, sets.data(), sets.size(), &config, error);
  if (status != FLITLOCK_OK) return status;
  char all[] = "*";
  flitlock_impl_rule rule = {all, FLITLOCK_USE_RTL};
  flitlock_implementation_options options{};
  options.rules = &rule;
  options.rules_count = 1;
  options.device = &device;
  flitlock_pod *pod = nullptr;
  flitlock_scale_up *scale_up = nullptr;
  if (config->pod.kind == FLITLOCK_POD_SCALE_UP)
    status = flitlock_scale_up_create_chosen(config, &options, &scale_up, nullptr, error);
  else
    status = flitlock_pod_create_chosen(config, nullptr, &options, &pod, nullptr, error);
  flitlock_scale_up_destroy(scale_up);
  flitlock_pod_destroy(pod);
  flitlock_config_free(config);
  return status;
}

}  // namespace

const char usage[] =
    "Usage: flitlock_rtl_pod_shapes NAME CONFIG.. [--set KEY=VALUE].. [--not SHAPES.txt]..\n"
    "\n"
    "Writes the shapes of all routers, DSTs, switches, link TLBs and L2 slices of the configurations to standard\n"
    "output, for -DFLITLOCK_RTL_SHAPES. CONFIG is the YAML file of a pod, or what 'flitlock probe' takes: an L2\n"
    "profile by its name, or a YAML file with the key profile.\n";

int main(int argc, char **argv) {
  std::vector<const char *> paths, sets;
  for (int k = 1; k < argc; k++) {
    if (std::strcmp(argv[k], "--help") != 0) continue;
    std::fputs(usage, stdout);
    return 0;
  }
  for (int k = 2; k < argc; k++) {
    if (std::strcmp(argv[k], "--set") == 0 && k + 1 < argc) {
      sets.push_back(argv[++k]);
    } else if (std::strcmp(argv[k], "--not") == 0 && k + 1 < argc) {
      std::ifstream file(argv[++k]);
      for (const Shape &shape : flitlock_rtl::read_shapes(file))
        known.push_back(shape);
    } else if (std::strncmp(argv[k], "--", 2) == 0) {
      std::fprintf(stderr, "flitlock_rtl_pod_shapes: unknown option '%s', or its value is missing (try --help)\n",
                   argv[k]);
      return 2;
    } else {
      paths.push_back(argv[k]);
    }
  }
  if (paths.empty()) {
    std::fputs(usage, stderr);
    return 2;
  }
  prefix = argv[1];
  flitlock_error error{};
  for (const char *path : paths) {
    const bool profile = flitlock_probe_is_profile(path) != 0;
    if ((profile ? add_profile(path, sets, &error) : add_pod(path, sets, &error)) != FLITLOCK_OK) {
      std::fprintf(stderr, "%s\n", error.text);
      return flitlock_status_exit_code(error.status);
    }
  }
  std::cout << "# SPDX-License-Identifier: Apache-2.0\n# Written by flitlock_rtl_pod_shapes";
  for (int k = 1; k < argc; k++)
    std::cout << ' ' << argv[k];
  std::cout << ".\n";
  for (const Shape &shape : shapes)
    write_shape(std::cout, shape);
  return 0;
}
