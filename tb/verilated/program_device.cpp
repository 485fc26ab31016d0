// SPDX-License-Identifier: Apache-2.0
// The RTL as the device of the program flitlock.
#include <cstdio>

#include "verilated/rtl_l2_slice.h"
#include "verilated/rtl_link_tlb.h"
#include "verilated/rtl_router.h"

extern "C" {
#include "cli/implementation.h"
}

namespace {

// Adds how a shape is added.
int tell(const flitlock_error &why, flitlock_error *error) {
  return flitlock_fail(
      error, FLITLOCK_E_CONFIG,
      "%.1500s. To add the shape: write it with 'flitlock_rtl_pod_shapes NAME CONFIG >NAME.txt', with the same --set, "
      "and build with the file in -DFLITLOCK_RTL_SHAPES",
      why.text);
}

int find(const flitlock_router_params *params, const char *name, flitlock_error *error) {
  flitlock_error why{};
  if (flitlock_rtl_shape_find(params, name, &why) < flitlock_rtl_shape_count()) return FLITLOCK_OK;
  return tell(why, error);
}

const flitlock_device_block blocks[] = {
    {"l1_link_tlb", &flitlock_l1_tlb_rtl,
     [](const void *params, const char *name, flitlock_error *error) {
       flitlock_error why{};
       const int status = flitlock_rtl_l1_find(static_cast<const flitlock_l1_tlb_params *>(params), name, &why);
       return status == FLITLOCK_OK ? status : tell(why, error);
     }},
    {"l2_link_tlb", &flitlock_l2_tlb_rtl,
     [](const void *params, const char *name, flitlock_error *error) {
       flitlock_error why{};
       const int status = flitlock_rtl_l2_find(static_cast<const flitlock_l2_tlb_params *>(params), name, &why);
       return status == FLITLOCK_OK ? status : tell(why, error);
     }},
    {"l2_slice", &flitlock_l2_slice_rtl,
     [](const void *params, const char *name, flitlock_error *error) {
       flitlock_error why{};
       const int status = flitlock_rtl_l2_slice_find(static_cast<const flitlock_l2_slice_params *>(params), name, &why);
       return status == FLITLOCK_OK ? status : tell(why, error);
     }},
    {nullptr, nullptr, nullptr},
};

const flitlock_device device = {"rtl", &flitlock_router_rtl, find, blocks};

}  // namespace

extern "C" const flitlock_device *cli_rtl_device(void) { return &device; }
