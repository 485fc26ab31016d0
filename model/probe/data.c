// SPDX-License-Identifier: Apache-2.0
// E11 to E14: writes, atomics, misses in crowds, and the latencies of each kind of access.
#include <string.h>

#include "probe/bench.h"

static void fill_bytes(uint8_t *bytes, unsigned from) {
  for (unsigned n = 0; n < FLITLOCK_L2_HALF_BYTES; n++)
    bytes[n] = (uint8_t)(from + 3U * n);
}

// Reads lines of A's set until A must be gone.
static void evict(struct probe_bench *bench, uint32_t slice, uint32_t set) {
  for (unsigned n = 1; n < 200; n++)
    probe_read(bench, probe_line(bench, slice, set, n));
}

int probe_writes(const struct flitlock_probe_setting *setting, struct flitlock_probe_table *table,
                 struct flitlock_error *error) {
  struct probe_bench bench;
  probe_begin(table, "E11", "", "");
  probe_open(&bench, setting, NULL, error);
  const uint64_t mask = 0x00FF00F0F00FULL;
  uint8_t data[FLITLOCK_L2_HALF_BYTES], before[FLITLOCK_L2_HALF_BYTES] = {0}, half[FLITLOCK_L2_HALF_BYTES] = {0};
  fill_bytes(data, 17);
  uint64_t a = probe_line(&bench, 0, 1, 0), latency = 0;
  if (bench.status == FLITLOCK_OK) flitlock_l2_store_read(flitlock_l2_cache_store(bench.cache), a, before);
  probe_write(&bench, a, mask, data, &latency);
  probe_row(table, (double)latency, "write to a line that is not there");
  probe_row(table, (double)probe_read(&bench, a), "first read of its sector");
  probe_row(table, (double)probe_read(&bench, a), "second read");
  probe_write(&bench, a + 64, UINT64_MAX, data, &latency);
  probe_row(table, (double)latency, "write of two whole sectors");
  probe_row(table, (double)probe_read(&bench, a + 64), "first read of a whole sector");
  evict(&bench, 0, 1);
  unsigned wrong = 0;
  if (bench.status == FLITLOCK_OK) flitlock_l2_store_read(flitlock_l2_cache_store(bench.cache), a, half);
  for (unsigned n = 0; n < FLITLOCK_L2_HALF_BYTES; n++)
    wrong += half[n] != (mask >> n & 1U ? data[n] : before[n]);
  probe_row(table, wrong, "wrong bytes in memory after the eviction");
  const struct flitlock_l2_access access = {.address = a, .operation = FLITLOCK_L2_READ, .bytes = 64};
  uint64_t again = probe_access(&bench, &access, half);
  probe_row(table, (double)again, "read after the eviction");
  wrong = 0;
  for (unsigned n = 0; n < FLITLOCK_L2_HALF_BYTES; n++)
    wrong += half[n] != (mask >> n & 1U ? data[n] : before[n]);
  probe_row(table, wrong, "wrong bytes of that read");
  return probe_close(&bench, table);
}

// ---- E12

static uint64_t word_at(struct probe_bench *bench, uint64_t address) {
  uint8_t data[FLITLOCK_L2_HALF_BYTES];
  const struct flitlock_l2_access access = {.address = address, .operation = FLITLOCK_L2_READ, .bytes = 8};
  uint64_t value = 0;
  probe_access(bench, &access, data);
  for (unsigned n = 0; n < 8; n++)
    value |= (uint64_t)data[address % 64 + n] << 8U * n;
  return value;
}

static void add_all(struct probe_bench *bench, unsigned clients, uint64_t stride, struct flitlock_probe_table *table,
                    const char *where) {
  const uint64_t base = 1ULL << 20;
  uint64_t expected = 0, sum = 0;
  for (unsigned n = 0; n < (stride == 0 ? 1 : clients); n++)
    expected += word_at(bench, base + n * stride);
  struct probe_crowd crowd;
  probe_crowd_begin(bench, &crowd);
  for (unsigned n = 0; n < clients; n++) {
    const struct flitlock_l2_access access = {.address = base + n * stride,
                                              .operation = FLITLOCK_L2_ATOMIC,
                                              .atomic = FLITLOCK_L2_ADD,
                                              .bytes = 8,
                                              .operand = n + 1U,
                                              .source = n};
    probe_post(bench, &access, n);
    expected += n + 1U;
  }
  probe_crowd_run(bench);
  for (unsigned n = 0; n < (stride == 0 ? 1 : clients); n++)
    sum += word_at(bench, base + n * stride);
  uint64_t idle = probe_read(bench, base);
  probe_row(table, sum == expected, "%u clients, %s: sum is right", clients, where);
  probe_row(table, clients / (double)(crowd.last - crowd.first - idle + 1U), "%u clients, %s: atomics a cycle", clients,
            where);
}

int probe_atomics(const struct flitlock_probe_setting *setting, struct flitlock_probe_table *table,
                  struct flitlock_error *error) {
  struct probe_bench bench;
  probe_begin(table, "E12", "", "");
  probe_open(&bench, setting, NULL, error);
  static const unsigned clients[] = {1, 8, 64, 512};
  for (unsigned n = 0; n < 4; n++)
    add_all(&bench, clients[n], 0, table, "one word");
  for (unsigned n = 1; n < 4; n++)
    add_all(&bench, clients[n], FLITLOCK_L2_LINE_BYTES, table, "a line each");
  return probe_close(&bench, table);
}

// ---- E13

// `lines` lines of one set, each read `times` times, all at once.
static void flood(struct probe_bench *bench, unsigned lines, unsigned times, struct flitlock_probe_table *table) {
  struct probe_crowd crowd;
  probe_crowd_begin(bench, &crowd);
  for (unsigned n = 0; n < lines * times; n++) {
    const struct flitlock_l2_access access = {
        .address = probe_line(bench, 0, 2, n % lines) + n / lines % 4 * 32, .operation = FLITLOCK_L2_READ, .bytes = 4};
    probe_post(bench, &access, n);
  }
  probe_crowd_run(bench);
  probe_row(table, (double)crowd.answers, "%u lines, %u reads each: answers", lines, times);
  probe_row(table, (double)(crowd.last - crowd.first), "%u lines, %u reads each: cycles", lines, times);
  probe_drop_all(bench);
}

int probe_mshrs(const struct flitlock_probe_setting *setting, struct flitlock_probe_table *table,
                struct flitlock_error *error) {
  struct probe_bench bench;
  probe_begin(table, "E13", "", "");
  probe_open(&bench, setting, NULL, error);
  flood(&bench, 1, 4, table);
  flood(&bench, 1, 64, table);
  flood(&bench, 16, 1, table);
  flood(&bench, 17, 1, table);
  flood(&bench, 40, 9, table);
  return probe_close(&bench, table);
}

// ---- E14

struct later {
  struct probe_bench *bench;
  uint64_t merged;
};

// The answer of a hit has the line under way read again: it merges.
static void read_again(void *self, uint32_t id, uint64_t presented, uint64_t sampled, const uint8_t *data) {
  struct later *later = self;
  (void)data;
  if (id == 2) later->merged = sampled - presented;
  if (id != 1) return;
  const struct flitlock_l2_access access = {.address = 1U << 21, .operation = FLITLOCK_L2_READ, .bytes = 4};
  probe_post(later->bench, &access, 2);
}

int probe_split(const struct flitlock_probe_setting *setting, struct flitlock_probe_table *table,
                struct flitlock_error *error) {
  struct probe_bench bench;
  probe_begin(table, "E14", "", "");
  probe_open(&bench, setting, NULL, error);
  const uint64_t a = 1ULL << 20, cold = 1ULL << 21;
  probe_row(table, (double)probe_read(&bench, a), "miss");
  probe_row(table, (double)probe_read(&bench, a), "hit");
  probe_row(table, (double)probe_read(&bench, a + 32), "sector miss");
  struct later later = {&bench, 0};
  const struct flitlock_l2_access first = {.address = cold, .operation = FLITLOCK_L2_READ, .bytes = 4};
  const struct flitlock_l2_access timer = {.address = a, .operation = FLITLOCK_L2_READ, .bytes = 4};
  if (bench.status == FLITLOCK_OK) flitlock_l2_cache_answer(bench.cache, read_again, &later);
  probe_post(&bench, &first, 0);
  probe_post(&bench, &timer, 1);
  probe_crowd_run(&bench);
  probe_row(table, (double)later.merged, "merged");
  return probe_close(&bench, table);
}
