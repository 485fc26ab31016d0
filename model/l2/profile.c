// SPDX-License-Identifier: Apache-2.0
// The profiles of R-L2S-PRO.
#include <string.h>

#include "flitlock/l2_slice.h"

static const struct profile_row {
  const char *name, *map;
  uint16_t reserved, p_rand;
  uint16_t channel_latency;  // there, and back
  uint16_t memory_latency;
  uint8_t small;  // the sizes of the RTL
} rows[] = {
    {"SEED", "SEED48", 3, 26, 104, 215, 0},       {"CLEAN", "SEED48", 0, 0, 104, 215, 0},
    {"V100", "SEED48", 0, 3, 105, 208, 0},        {"GA102", "GA102", 0, 3, 124, 292, 0},
    {"V100-AS", "V100-AS", 0, 3, 105, 208, 0},    {"MINI48", "MINI48", 3, 26, 104, 215, 1},
    {"SEED-LIT", "SEED-LIT", 3, 26, 104, 215, 0},
};
#define ROWS (sizeof(rows) / sizeof(rows[0]))

const char *flitlock_l2_profile_name(unsigned n) { return n < ROWS ? rows[n].name : NULL; }

static void set_sizes(struct flitlock_l2_slice_params *slice, int small) {
  slice->list = 4;
  slice->mshrs = small ? 16 : 192;
  slice->req_depth = small ? 8 : 64;
  slice->rsp_depth = slice->req_depth;
  slice->order_depth = slice->req_depth;
  slice->fill_depth = small ? 4 : 64;
  slice->rsp_credits = slice->rsp_depth;
  slice->mem_req_credits = slice->order_depth;
}

int flitlock_l2_profile_find(const char *name, struct flitlock_l2_profile *profile, struct flitlock_error *error) {
  size_t n = 0;
  while (n < ROWS && strcmp(rows[n].name, name) != 0)
    n++;
  if (n == ROWS) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "there is no L2 profile '%s': choose SEED, CLEAN, V100, GA102, V100-AS, MINI48 or SEED-LIT",
                         name);
  }
  const struct profile_row *row = &rows[n];
  memset(profile, 0, sizeof *profile);
  int status = flitlock_l2_map_find(row->map, &profile->slice.map, error);
  if (status != FLITLOCK_OK) return status;
  profile->name = row->name;
  profile->slice.ways = profile->slice.map.ways;
  profile->slice.reserved = row->reserved;
  profile->slice.p_rand = row->p_rand;
  profile->slice.fetch_bytes = 32;
  profile->slice.checks = 1;
  set_sizes(&profile->slice, row->small);
  profile->req_latency = row->channel_latency;
  profile->rsp_latency = row->channel_latency;
  profile->memory_latency = row->memory_latency;
  profile->memory_interval = 2;
  return FLITLOCK_OK;
}
