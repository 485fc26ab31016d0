// SPDX-License-Identifier: Apache-2.0
// Parameters of a slice: sensible values, and what is impossible.
#include <inttypes.h>

#include "flitlock/l2_slice.h"

void flitlock_l2_slice_params_default(struct flitlock_l2_slice_params *params) {
  struct flitlock_l2_profile profile = {0};
  flitlock_l2_profile_find("MINI48", &profile, NULL);
  *params = profile.slice;
}

static int check_range(const char *name, const char *what, uint32_t value, uint32_t low, uint32_t high,
                       struct flitlock_error *error) {
  if (value >= low && value <= high) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_CONFIG,
                       "L2 slice %s: %s is %" PRIu32 ", but it must be %" PRIu32 " to %" PRIu32, name, what, value, low,
                       high);
}

int flitlock_l2_slice_params_validate(const struct flitlock_l2_slice_params *params, const char *name,
                                      struct flitlock_error *error) {
  const struct {
    const char *what;
    uint32_t value, low, high;
  } ranges[] = {
      {"the number of slices of the map", params->map.slices, 1, 256},
      {"the number of sets", params->map.sets, 1, 65535},
      {"b of the map", params->map.low_bits, 1, 8},
      {"d of the map", params->map.set_bits, 1, 8},
      {"the slice's number", params->slice, 0, params->map.slices - 1U},
      {"ways", params->ways, 1, FLITLOCK_L2_MAX_WAYS},
      {"reserved", params->reserved, 0, params->ways - 1U},
      {"p_rand", params->p_rand, 0, 256},
      {"mshrs", params->mshrs, 1, FLITLOCK_L2_MAX_MSHRS},
      {"list", params->list, 1, FLITLOCK_L2_MAX_LIST},
      {"req_depth", params->req_depth, 1, FLITLOCK_L2_MAX_DEPTH},
      {"rsp_depth", params->rsp_depth, 1, FLITLOCK_L2_MAX_DEPTH},
      {"order_depth", params->order_depth, 1, FLITLOCK_L2_MAX_DEPTH},
      {"fill_depth", params->fill_depth, 1, FLITLOCK_L2_MAX_DEPTH},
      {"rsp_credits", params->rsp_credits, 1, FLITLOCK_L2_MAX_DEPTH},
      {"mem_req_credits", params->mem_req_credits, 1, FLITLOCK_L2_MAX_DEPTH},
      {"events", params->events, 0, 1},
      {"checks", params->checks, 0, 1},
  };
  for (size_t n = 0; n < sizeof(ranges) / sizeof(ranges[0]); n++) {
    int status = check_range(name, ranges[n].what, ranges[n].value, ranges[n].low, ranges[n].high, error);
    if (status != FLITLOCK_OK) return status;
  }
  if (params->fetch_bytes == 32 || params->fetch_bytes == 64 || params->fetch_bytes == 128) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_CONFIG, "L2 slice %s: fetch_bytes is %u, but it must be 32, 64 or 128", name,
                       (unsigned)params->fetch_bytes);
}
