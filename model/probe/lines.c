// SPDX-License-Identifier: Apache-2.0
// E3, E4: lines and sectors.
#include "probe/bench.h"

// E3: A and A + d are read, then A is evicted by lines of its set. What shares A's line is gone with it.
int probe_line_size(const struct flitlock_probe_setting *setting, struct flitlock_probe_table *table,
                    struct flitlock_error *error) {
  static const unsigned distances[] = {0, 16, 32, 64, 96, 124, 128, 160, 192, 256};
  struct probe_bench bench;
  probe_begin(table, "E3", "gone with A", "d, bytes");
  probe_open(&bench, setting, NULL, error);
  for (unsigned k = 0; k < sizeof(distances) / sizeof(distances[0]) && bench.status == FLITLOCK_OK; k++) {
    const unsigned d = distances[k];
    unsigned gone = 0, trials = 8, done = 0;
    for (unsigned trial = 0; trial < trials; trial++) {
      // A set of its own for each trial; neighbours of A lie in other sets.
      uint32_t slice = (7 * k + trial) % bench.map->slices, set = (k * 4 + trial) % bench.map->sets;
      uint64_t a = probe_line(&bench, slice, set, 0);
      probe_read(&bench, a);
      probe_read(&bench, a + d);
      // Random victims may spare A for a while: until it is gone, which is seen on its other sector.
      for (unsigned n = 1; n < 200; n++)
        probe_read(&bench, probe_line(&bench, slice, set, n));
      gone += !probe_hits(&bench, a + d);
      done++;
    }
    probe_point(table, d, (double)gone / done, "d = %u", d);
  }
  return probe_close(&bench, table);
}

// E4: 1 for a hit of the reads that follow a cold one.
int probe_sectors(const struct flitlock_probe_setting *setting, struct flitlock_probe_table *table,
                  struct flitlock_error *error) {
  probe_begin(table, "E4", "", "");
  int status = FLITLOCK_OK;
  for (unsigned fetch = 32; fetch <= 128 && status == FLITLOCK_OK; fetch *= 2) {
    struct flitlock_l2_profile profile = setting->profile;
    profile.slice.fetch_bytes = (uint16_t)fetch;
    struct probe_bench bench;
    probe_open(&bench, setting, &profile, error);
    for (unsigned offset = 0; offset < FLITLOCK_L2_LINE_BYTES; offset += FLITLOCK_L2_SECTOR_BYTES)
      probe_row(table, probe_hits(&bench, 1U << 20 | offset), "fetch %u: A + %u hits", fetch, offset);
    status = probe_close(&bench, table);
  }
  return status;
}
