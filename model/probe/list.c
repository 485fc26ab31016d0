// SPDX-License-Identifier: Apache-2.0
// The experiments by their names.
#include <string.h>
#include <strings.h>

#include "probe/bench.h"

const struct flitlock_probe_experiment flitlock_probe_experiments[] = {
    {"E1", "capacity", "latency of a random chain by its size", probe_capacity},
    {"E2", "ways", "hit rate of N lines of one set, read round robin", probe_ways},
    {"E3", "line", "is A + d gone with A", probe_line_size},
    {"E4", "sector", "what a cold read brings along", probe_sectors},
    {"E5", "policy", "which line makes room", probe_policy},
    {"E6", "slice-hash", "the slice as sums of address bits, from contention", probe_slice_hash},
    {"E7", "residue", "slices that no sum of address bits tells apart", probe_residue},
    {"E8", "set-hash", "the sets of a slice, from evictions", probe_set_hash},
    {"E9", "strides", "64 lines at a stride", probe_strides},
    {"E10", "camping", "accesses a cycle of a stream at a stride", probe_camping},
    {"E11", "writes", "partial writes, evicted and read back", probe_writes},
    {"E12", "atomics", "many clients add to one word, or each to its own", probe_atomics},
    {"E13", "mshr", "more misses than there is room for", probe_mshrs},
    {"E14", "split", "hit, miss, sector miss, merged", probe_split},
    {"E15", "slice-camping", "accesses a cycle of a stream at a stride, by the hash of the slices",
     probe_slice_camping},
    {"E16", "padding", "accesses a cycle along a column of an array, by what its rows are padded with", probe_padding},
    {"E17", "atomics-spread", "atomics a cycle on words in one line, in one slice, in all slices", probe_spread},
    {"E18", "sector-use", "bytes fetched for each byte read, by the stride of the elements", probe_sector_use},
};
const size_t flitlock_probe_experiment_count =
    sizeof(flitlock_probe_experiments) / sizeof(flitlock_probe_experiments[0]);

const struct flitlock_probe_experiment *flitlock_probe_find(const char *name) {
  for (size_t n = 0; n < flitlock_probe_experiment_count; n++) {
    const struct flitlock_probe_experiment *experiment = &flitlock_probe_experiments[n];
    if (strcasecmp(experiment->id, name) == 0 || strcmp(experiment->name, name) == 0) return experiment;
  }
  return NULL;
}

void flitlock_probe_setting_default(struct flitlock_probe_setting *setting) {
  memset(setting, 0, sizeof *setting);
  flitlock_l2_profile_find("SEED", &setting->profile, NULL);
  setting->seed = 1;
  setting->votes = 1;
}

int flitlock_probe_run(const struct flitlock_probe_setting *setting, const char *name,
                       struct flitlock_probe_table *table, struct flitlock_error *error) {
  const struct flitlock_probe_experiment *experiment = flitlock_probe_find(name);
  if (experiment == NULL) return flitlock_fail(error, FLITLOCK_E_USAGE, "there is no experiment '%s'", name);
  return experiment->run(setting, table, error);
}
