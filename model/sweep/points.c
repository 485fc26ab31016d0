// SPDX-License-Identifier: Apache-2.0
// Points of a sweep by number.
#define _POSIX_C_SOURCE 200809L  // strdup
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "results/shell.h"
#include "sweep/sweep.h"

// The entry that axis `n` has in a point. `rest` is the point's number without the axes after it.
static const struct sweep_entry *take_entry(const struct flitlock_sweep *sweep, size_t n, uint64_t *rest) {
  const struct sweep_axis *axis = &sweep->axis[n];
  const struct sweep_entry *entry = &axis->entry[*rest % axis->count];
  *rest /= axis->count;
  return entry;
}

// All settings of a point, by axis; caller frees. NULL: out of memory.
static struct flitlock_sweep_setting *collect(const struct flitlock_sweep *sweep, uint64_t number, size_t *count) {
  size_t total = 0;
  uint64_t rest = number;
  for (size_t n = sweep->axis_count; n-- > 0;)
    total += take_entry(sweep, n, &rest)->count;
  struct flitlock_sweep_setting *settings = calloc(total + 1, sizeof(*settings));
  if (settings == NULL) return NULL;
  *count = total;
  rest = number;
  for (size_t n = sweep->axis_count; n-- > 0;) {
    const struct sweep_entry *entry = take_entry(sweep, n, &rest);
    total -= entry->count;
    if (entry->count > 0) memcpy(settings + total, entry->setting, entry->count * sizeof(*settings));
  }
  return settings;
}

static char *assignment(const struct flitlock_sweep_setting *setting) {
  if (setting->key == NULL || setting->value == NULL) return NULL;
  size_t size = strlen(setting->key) + strlen(setting->value) + 2;
  char *text = malloc(size);
  if (text != NULL) snprintf(text, size, "%s=%s", setting->key, setting->value);
  return text;
}

void sweep_sets_free(char **sets) {
  for (char **set = sets; set != NULL && *set != NULL; set++)
    free(*set);
  free(sets);
}

char **sweep_sets_make(const struct flitlock_sweep *sweep, uint64_t number, size_t *count) {
  size_t own = 0;
  struct flitlock_sweep_setting *settings = number != UINT64_MAX ? collect(sweep, number, &own) : NULL;
  char **sets = calloc(sweep->fixed.count + own + 1, sizeof(*sets));
  *count = sweep->fixed.count + own;
  int failed = sets == NULL || (number != UINT64_MAX && settings == NULL);
  size_t put = 0;
  for (size_t n = 0; n < sweep->fixed.count && !failed; n++)
    failed = (sets[put++] = assignment(&sweep->fixed.setting[n])) == NULL;
  for (size_t n = 0; n < own && !failed; n++)
    failed = (sets[put++] = assignment(&settings[n])) == NULL;
  free(settings);
  if (!failed) return sets;
  sweep_sets_free(sets);
  return NULL;
}

static char *command_line(const struct flitlock_sweep_setting *settings, size_t count) {
  size_t size = 64;
  for (size_t n = 0; n < count; n++)
    size += 4 * (strlen(settings[n].key) + strlen(settings[n].value)) + 16;
  char *line = malloc(size);
  if (line == NULL) return NULL;
  snprintf(line, size, "flitlock run base.yaml");
  for (size_t n = 0; n < count; n++) {
    char *set = assignment(&settings[n]);
    int put = set != NULL && flitlock_shell_append(line, size, "--set") && flitlock_shell_append(line, size, set);
    free(set);
    if (put) continue;
    free(line);
    return NULL;
  }
  return line;
}

int flitlock_sweep_point_make(const struct flitlock_sweep *sweep, uint64_t number, struct flitlock_sweep_point *point,
                              struct flitlock_error *error) {
  memset(point, 0, sizeof(*point));
  point->number = number;
  point->config_hash = sweep->config_hash[number];
  point->impossible = sweep->why[number] != NULL;
  point->why = point->impossible ? sweep->why[number] : "";
  point->setting = collect(sweep, number, &point->setting_count);
  if (point->setting != NULL) point->command = command_line(point->setting, point->setting_count);
  if (point->command != NULL) return FLITLOCK_OK;
  flitlock_sweep_point_free(point);
  return sweep_no_memory(sweep, error);
}

void flitlock_sweep_point_free(struct flitlock_sweep_point *point) {
  free(point->setting);
  free(point->command);
  point->setting = NULL;
  point->command = NULL;
}

int flitlock_sweep_point_config(const struct flitlock_sweep *sweep, uint64_t number, struct flitlock_config **config,
                                struct flitlock_error *error) {
  size_t count = 0;
  char **sets = sweep_sets_make(sweep, number, &count);
  if (sets == NULL) return sweep_no_memory(sweep, error);
  int status = flitlock_config_load(sweep->base_path, (const char *const *)sets, count, config, error);
  sweep_sets_free(sets);
  if (status != FLITLOCK_OK || flitlock_config_hash(*config) == sweep->config_hash[number]) return status;
  flitlock_config_free(*config);
  *config = NULL;
  return flitlock_fail(error, FLITLOCK_E_CONFIG,
                       "point %" PRIu64 ": %s, or a file that it needs, was changed while the sweep ran", number,
                       sweep->base_path);
}

int flitlock_sweep_in_shard(uint64_t point, uint64_t index, uint64_t shards) { return point % shards == index - 1; }
