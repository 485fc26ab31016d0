// SPDX-License-Identifier: Apache-2.0
// E18: what is fetched for what is used.
#include "probe/bench.h"

#define REGION 16384U

// Elements at a stride from `first` on, each read once in a cold cache, an access for each half it reaches into.
static double fetched_by_used(struct probe_bench *bench, unsigned bytes, unsigned stride, unsigned first) {
  const uint64_t base = 1ULL << 20;
  uint64_t used = 0;
  probe_drop_all(bench);
  bench->fetched = 0;
  for (uint64_t at = base + first; at + bytes <= base + REGION; at += stride) {
    for (uint64_t from = at; from < at + bytes;) {
      uint64_t end = (from / FLITLOCK_L2_HALF_BYTES + 1U) * FLITLOCK_L2_HALF_BYTES;
      if (end > at + bytes) end = at + bytes;
      const struct flitlock_l2_access access = {
          .address = from, .operation = FLITLOCK_L2_READ, .bytes = (uint16_t)(end - from)};
      probe_access(bench, &access, NULL);
      from = end;
    }
    used += bytes;
  }
  return (double)bench->fetched / (double)used;
}

// Writes of 4 bytes at a stride: what they fetch.
static double fetched_by_written(struct probe_bench *bench, unsigned stride) {
  const uint8_t data[FLITLOCK_L2_HALF_BYTES] = {1};
  const uint64_t base = 1ULL << 20;
  uint64_t written = 0;
  probe_drop_all(bench);
  bench->fetched = 0;
  for (uint64_t at = base; at < base + REGION; at += stride, written += 4)
    probe_write(bench, at, 0xFULL << at % FLITLOCK_L2_HALF_BYTES, data, NULL);
  return (double)bench->fetched / (double)written;
}

static void curve(struct probe_bench *bench, unsigned fetch, unsigned bytes, struct flitlock_probe_table *table) {
  probe_series(table, "%u bytes, fetch %u", bytes, fetch);
  for (unsigned stride = bytes; stride <= 256; stride *= 2)
    probe_point(table, stride, fetched_by_used(bench, bytes, stride, 0), "fetch %u: %u bytes at stride %u", fetch,
                bytes, stride);
}

int probe_sector_use(const struct flitlock_probe_setting *setting, struct flitlock_probe_table *table,
                     struct flitlock_error *error) {
  int status = FLITLOCK_OK;
  probe_begin(table, "E18", "bytes fetched per byte", "stride, bytes");
  for (unsigned fetch = 32; fetch <= 128 && status == FLITLOCK_OK; fetch *= 2) {
    struct flitlock_l2_profile profile = setting->profile;
    profile.slice.fetch_bytes = (uint16_t)fetch;
    struct probe_bench bench;
    probe_open_counting(&bench, setting, &profile, error);
    curve(&bench, fetch, 4, table);
    if (!setting->is_short) curve(&bench, fetch, 16, table);
    probe_row(table, fetched_by_used(&bench, 1, 128, 0), "fetch %u: 1 byte of each line", fetch);
    probe_row(table, fetched_by_used(&bench, 32, 128, 16), "fetch %u: 32 bytes of each line, 16 beyond a sector",
              fetch);
    probe_row(table, fetched_by_written(&bench, 32), "fetch %u: written, 4 bytes of each sector", fetch);
    status = probe_close(&bench, table);
  }
  return status;
}
