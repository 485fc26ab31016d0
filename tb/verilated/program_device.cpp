// SPDX-License-Identifier: Apache-2.0
// The RTL as the device of the program flitlock.
#include <cstdio>

#include "verilated/rtl_router.h"

extern "C" {
#include "cli/implementation.h"
}

namespace {

int find(const flitlock_router_params *params, const char *name, flitlock_error *error) {
  flitlock_error why{};
  if (flitlock_rtl_shape_find(params, name, &why) < flitlock_rtl_shape_count()) return FLITLOCK_OK;
  return flitlock_fail(
      error, FLITLOCK_E_CONFIG,
      "%.1500s. To add the shape: write it with 'flitlock_rtl_pod_shapes NAME CONFIG.yaml >NAME.txt', and "
      "build with the file in -DFLITLOCK_RTL_SHAPES",
      why.text);
}

const flitlock_device device = {"rtl", &flitlock_router_rtl, find, nullptr};

}  // namespace

extern "C" const flitlock_device *cli_rtl_device(void) { return &device; }
