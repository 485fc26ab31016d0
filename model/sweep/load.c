// SPDX-License-Identifier: Apache-2.0
// A sweep from its file, with the configuration of every point tried out: a mistake shows before the first hour.
#define _XOPEN_SOURCE 700  // realpath
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "flitlock/pod.h"
#include "sweep/sweep.h"

static int count_points(struct flitlock_sweep *sweep, struct flitlock_error *error) {
  sweep->count = 1;
  for (size_t n = 0; n < sweep->axis_count; n++) {
    sweep->count *= sweep->axis[n].count;
    if (sweep->count > SWEEP_MAX_POINTS) {
      return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: the sweep has more than %" PRIu64 " points; make it smaller",
                           sweep->path, SWEEP_MAX_POINTS);
    }
  }
  sweep->config_hash = flitlock_config_arena_alloc(&sweep->arena, sweep->count * sizeof(*sweep->config_hash));
  sweep->why = flitlock_config_arena_alloc(&sweep->arena, sweep->count * sizeof(*sweep->why));
  return sweep->config_hash != NULL && sweep->why != NULL ? FLITLOCK_OK : sweep_no_memory(sweep, error);
}

// The settings of a point in a message: "point 17 (a=1 b=2)".
static int fail_point(const struct flitlock_sweep *sweep, uint64_t number, char **sets, size_t count, int status,
                      const char *why, struct flitlock_error *error) {
  char list[512] = "";
  size_t length = 0;
  for (size_t n = sweep->fixed.count; n < count && length < sizeof(list); n++)
    length += (size_t)snprintf(list + length, sizeof(list) - length, "%s%s", length > 0 ? " " : "", sets[n]);
  return flitlock_fail(error, status, "%s: point %" PRIu64 " of %" PRIu64 " (%.500s): %.1400s", sweep->path, number,
                       sweep->count, list, why);
}

static int try_point(struct flitlock_sweep *sweep, uint64_t number, struct flitlock_error *error) {
  size_t count = 0;
  char **sets = sweep_sets_make(sweep, number, &count);
  if (sets == NULL) return sweep_no_memory(sweep, error);
  struct flitlock_config *config = NULL;
  struct flitlock_error why = {0};
  int status = flitlock_config_load(sweep->base_path, (const char *const *)sets, count, &config, &why);
  // Not one point that is impossible, but one that no sweep can simulate.
  if (status == FLITLOCK_OK && config->pod.kind == FLITLOCK_POD_SCALE_UP) {
    flitlock_config_free(config);
    status = fail_point(sweep, number, sets, count, FLITLOCK_E_CONFIG,
                        "pod.kind is scale_up; a sweep needs a pod of meshes", error);
    sweep_sets_free(sets);
    return status;
  }
  if (status == FLITLOCK_OK) status = flitlock_pod_check(config, &why);
  if (status == FLITLOCK_OK) {
    sweep->config_hash[number] = flitlock_config_hash(config);
  } else if (status == FLITLOCK_E_CONFIG && sweep->record_impossible) {
    sweep->why[number] = flitlock_config_arena_text(&sweep->arena, why.text);
    status = sweep->why[number] != NULL ? FLITLOCK_OK : sweep_no_memory(sweep, error);
  } else {
    status = fail_point(sweep, number, sets, count, status, why.text, error);
  }
  flitlock_config_free(config);
  sweep_sets_free(sets);
  return status;
}

static int try_points(struct flitlock_sweep *sweep, struct flitlock_error *error) {
  uint64_t possible = 0;
  for (uint64_t n = 0; n < sweep->count; n++) {
    int status = try_point(sweep, n, error);
    if (status != FLITLOCK_OK) return status;
    possible += sweep->why[n] == NULL;
  }
  if (possible > 0) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: none of the %" PRIu64 " points is possible; the first: %.1500s",
                       sweep->path, sweep->count, sweep->why[0]);
}

// The base works from any folder once its files have absolute names.
static int dump_base(struct flitlock_sweep *sweep, const struct flitlock_config *base, struct flitlock_error *error) {
  struct flitlock_config moved = *base;
  char *trace = base->workload.trace != NULL ? realpath(base->workload.trace, NULL) : NULL;
  char *msccl = base->workload.msccl != NULL ? realpath(base->workload.msccl, NULL) : NULL;
  if (trace != NULL) moved.workload.trace = trace;
  if (msccl != NULL) moved.workload.msccl = msccl;
  char *text = NULL;
  size_t size = 0;
  int status = flitlock_config_dump(&moved, &text, &size, error);
  free(trace);
  free(msccl);
  if (status != FLITLOCK_OK) return status;
  sweep->base_yaml = flitlock_config_arena_text(&sweep->arena, text);
  free(text);
  return sweep->base_yaml != NULL ? FLITLOCK_OK : sweep_no_memory(sweep, error);
}

static int load_base(struct flitlock_sweep *sweep, struct flitlock_error *error) {
  size_t count = 0;
  char **sets = sweep_sets_make(sweep, UINT64_MAX, &count);
  if (sets == NULL) return sweep_no_memory(sweep, error);
  struct flitlock_config *base = NULL;
  int status = flitlock_config_load(sweep->base_path, (const char *const *)sets, count, &base, error);
  sweep_sets_free(sets);
  if (status != FLITLOCK_OK) {
    struct flitlock_error inner = *error;
    return flitlock_fail(error, status, "%s: the base with what is set for all points: %.1900s", sweep->path,
                         inner.text);
  }
  status = dump_base(sweep, base, error);
  if (status == FLITLOCK_OK) status = try_points(sweep, error);
  if (status == FLITLOCK_OK) status = sweep_describe(sweep, base, error);
  flitlock_config_free(base);
  return status;
}

int flitlock_sweep_load(const char *path, struct flitlock_sweep **sweep, struct flitlock_error *error) {
  struct flitlock_error unread;
  if (error == NULL) error = &unread;
  *sweep = NULL;
  struct flitlock_sweep *made = calloc(1, sizeof(*made));
  if (made == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", path);
  made->path = flitlock_config_arena_text(&made->arena, path);
  int status = made->path != NULL ? sweep_read(made, error) : FLITLOCK_E_NO_MEMORY;
  if (status == FLITLOCK_OK) status = count_points(made, error);
  if (status == FLITLOCK_OK) status = load_base(made, error);
  if (status != FLITLOCK_OK) {
    flitlock_sweep_free(made);
    return status;
  }
  *sweep = made;
  return FLITLOCK_OK;
}

void flitlock_sweep_free(struct flitlock_sweep *sweep) {
  if (sweep == NULL) return;
  flitlock_config_arena_free(&sweep->arena);
  free(sweep);
}

const char *flitlock_sweep_name(const struct flitlock_sweep *sweep) { return sweep->name; }
uint64_t flitlock_sweep_count(const struct flitlock_sweep *sweep) { return sweep->count; }
const char *flitlock_sweep_description(const struct flitlock_sweep *sweep) { return sweep->description; }
uint64_t flitlock_sweep_hash(const struct flitlock_sweep *sweep) { return sweep->hash; }
const char *flitlock_sweep_base_yaml(const struct flitlock_sweep *sweep) { return sweep->base_yaml; }
size_t flitlock_sweep_key_count(const struct flitlock_sweep *sweep) { return sweep->key_count; }
const char *flitlock_sweep_key(const struct flitlock_sweep *sweep, size_t n) { return sweep->key[n]; }
