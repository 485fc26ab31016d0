// SPDX-License-Identifier: Apache-2.0
#include "probe/bench.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Far above what experiments read, and in the 40 bits of R-L2S-MAP-1.
#define CALIBRATION (1ULL << 39)

void probe_stop_if_asked(struct probe_bench *bench) {
  const struct flitlock_probe_setting *setting = bench->setting;
  bench->unasked = 0;
  if (bench->status == FLITLOCK_OK && setting->stop != NULL && setting->stop(setting->stop_self))
    bench->status = flitlock_fail(bench->error, FLITLOCK_E_TIMEOUT, "interrupted");
}

// Asking costs as much as an access of golden, and nothing beside one of the RTL.
#define ACCESSES_UNASKED 256U

static void ask(struct probe_bench *bench) {
  if (++bench->unasked >= ACCESSES_UNASKED || bench->setting->choose != NULL) probe_stop_if_asked(bench);
}

static void calibrate(struct probe_bench *bench) {
  uint64_t cold = probe_read(bench, CALIBRATION), warm = probe_read(bench, CALIBRATION);
  bench->threshold = (double)(cold + warm) / 2;
}

static void count_fetched(void *self, uint32_t slice, const struct flitlock_l2_event *event, uint64_t address,
                          uint32_t id) {
  struct probe_bench *bench = self;
  (void)slice;
  (void)address;
  (void)id;
  bench->fetched += (uint64_t)__builtin_popcount(event->fetch) * FLITLOCK_L2_SECTOR_BYTES;
}

static void open_cache(struct probe_bench *bench, const struct flitlock_probe_setting *setting,
                       const struct flitlock_l2_profile *profile, bool counting, struct flitlock_error *error) {
  const struct flitlock_l2_cache_options options = {.profile = profile != NULL ? *profile : setting->profile,
                                                    .events = counting,
                                                    .choose = setting->choose,
                                                    .choose_self = setting->choose_self};
  memset(bench, 0, sizeof *bench);
  bench->setting = setting;
  bench->error = error;
  flitlock_rng_seed(&bench->rng, setting->seed, 0);
  bench->status = flitlock_l2_cache_create(&options, &bench->cache, error);
  if (bench->status != FLITLOCK_OK) return;
  probe_stop_if_asked(bench);
  bench->map = &flitlock_l2_cache_profile(bench->cache)->slice.map;
  calibrate(bench);
  if (counting) flitlock_l2_cache_listen(bench->cache, count_fetched, bench);
}

void probe_open(struct probe_bench *bench, const struct flitlock_probe_setting *setting,
                const struct flitlock_l2_profile *profile, struct flitlock_error *error) {
  open_cache(bench, setting, profile, false, error);
}

void probe_open_counting(struct probe_bench *bench, const struct flitlock_probe_setting *setting,
                         const struct flitlock_l2_profile *profile, struct flitlock_error *error) {
  open_cache(bench, setting, profile, true, error);
}

int probe_close(struct probe_bench *bench, struct flitlock_probe_table *table) {
  flitlock_l2_cache_destroy(bench->cache);
  bench->cache = NULL;
  if (table != NULL) table->accesses += bench->accesses;
  return bench->status;
}

uint64_t probe_access(struct probe_bench *bench, const struct flitlock_l2_access *access, uint8_t *data) {
  struct flitlock_l2_result result = {0};
  ask(bench);
  if (bench->status == FLITLOCK_OK)
    bench->status = flitlock_l2_cache_access(bench->cache, access, &result, bench->error);
  bench->accesses++;
  if (data != NULL) memcpy(data, result.data, sizeof result.data);
  return result.latency;
}

uint64_t probe_read(struct probe_bench *bench, uint64_t address) {
  const struct flitlock_l2_access access = {.address = address, .operation = FLITLOCK_L2_READ, .bytes = 4};
  return probe_access(bench, &access, NULL);
}

int probe_hits(struct probe_bench *bench, uint64_t address) {
  return (double)probe_read(bench, address) < bench->threshold;
}

void probe_write(struct probe_bench *bench, uint64_t address, uint64_t mask, const uint8_t *data, uint64_t *latency) {
  const struct flitlock_l2_access access = {
      .address = address, .operation = FLITLOCK_L2_WRITE, .mask = mask, .data = data};
  uint64_t took = probe_access(bench, &access, NULL);
  if (latency != NULL) *latency = took;
}

void probe_drop_all(struct probe_bench *bench) {
  if (bench->status == FLITLOCK_OK) bench->status = flitlock_l2_cache_flush(bench->cache, true, bench->error);
}

uint64_t probe_line(const struct probe_bench *bench, uint32_t slice, uint32_t set, unsigned n) {
  struct flitlock_l2_place place = {slice, set, 0};
  uint64_t address = 0;
  if (bench->status != FLITLOCK_OK) return 0;
  for (unsigned found = 0;; place.tag++)
    if (flitlock_l2_map_join(bench->map, &place, &address) && found++ == n) return address;
}

// ---- Tables

void probe_begin(struct flitlock_probe_table *table, const char *id, const char *unit, const char *x_unit) {
  memset(table, 0, sizeof *table);
  snprintf(table->id, sizeof table->id, "%s", id);
  snprintf(table->unit, sizeof table->unit, "%s", unit);
  snprintf(table->x_unit, sizeof table->x_unit, "%s", x_unit);
}

static struct flitlock_probe_row *next_row(struct flitlock_probe_table *table, const char *format, va_list arguments) {
  // A full table keeps its last row: an experiment that needs more shows it by that.
  struct flitlock_probe_row *row = &table->row[table->rows < FLITLOCK_PROBE_ROWS ? table->rows++ : table->rows - 1];
  vsnprintf(row->what, sizeof row->what, format, arguments);
  return row;
}

void probe_row(struct flitlock_probe_table *table, double value, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  next_row(table, format, arguments)->value = value;
  va_end(arguments);
}

void probe_point(struct flitlock_probe_table *table, double x, double value, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  struct flitlock_probe_row *row = next_row(table, format, arguments);
  row->value = value;
  row->x = x;
  row->is_point = 1;
  row->series = table->series > 0 ? table->series - 1U : 0;
  va_end(arguments);
}

void probe_series(struct flitlock_probe_table *table, const char *format, ...) {
  if (table->series < FLITLOCK_PROBE_SERIES) table->series++;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(table->series_name[table->series - 1U], sizeof table->series_name[0], format, arguments);
  va_end(arguments);
}

double flitlock_probe_value(const struct flitlock_probe_table *table, const char *what) {
  for (unsigned n = 0; n < table->rows; n++)
    if (strcmp(table->row[n].what, what) == 0) return table->row[n].value;
  return NAN;
}

// ---- Many accesses

static void note_answer(void *self, uint32_t id, uint64_t presented, uint64_t sampled, const uint8_t *data) {
  struct probe_crowd *crowd = self;
  (void)id;
  (void)data;
  if (crowd->answers++ == 0 || presented < crowd->first) crowd->first = presented;
  if (sampled > crowd->last) crowd->last = sampled;
  crowd->latency_sum += sampled - presented;
}

void probe_crowd_begin(struct probe_bench *bench, struct probe_crowd *crowd) {
  memset(crowd, 0, sizeof *crowd);
  if (bench->status == FLITLOCK_OK) flitlock_l2_cache_answer(bench->cache, note_answer, crowd);
}

void probe_post(struct probe_bench *bench, const struct flitlock_l2_access *access, uint32_t id) {
  ask(bench);
  bench->accesses++;
  bench->posted++;
  if (bench->status == FLITLOCK_OK) bench->status = flitlock_l2_cache_post(bench->cache, access, id, bench->error);
}

// As if each was a miss for which a line is written back, one after the other. An answer may post some more.
static uint64_t crowd_limit(const struct probe_bench *bench) {
  const struct flitlock_l2_profile *profile = flitlock_l2_cache_profile(bench->cache);
  const uint64_t memory = profile->memory_latency + 8U * (uint64_t)profile->memory_interval;
  return (bench->posted + 8U) * (profile->req_latency + profile->rsp_latency + 2U * memory + 1000U);
}

void probe_crowd_run(struct probe_bench *bench) {
  if (bench->status == FLITLOCK_OK)
    bench->status = flitlock_l2_cache_run(bench->cache, crowd_limit(bench), NULL, bench->error);
  bench->posted = 0;
}

double probe_crowd_rate(const struct probe_crowd *crowd, uint64_t idle) {
  return (double)crowd->answers / (double)(crowd->last - crowd->first - idle + 1U);
}
