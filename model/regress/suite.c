// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE  // fnmatch
#include "regress/suite.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "config/units.h"
#include "flitlock/version.h"

int regress_no_memory(const struct flitlock_regress_suite *suite, struct flitlock_error *error) {
  return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory for the suite",
                       suite->path != NULL ? suite->path : "suite");
}

int regress_listed(const char *list, const char *name) {
  char pattern[256];
  while (list != NULL && *list != '\0') {
    const size_t length = strcspn(list, ",");
    if (length < sizeof(pattern)) {
      memcpy(pattern, list, length);
      pattern[length] = '\0';
      if (fnmatch(pattern, name, 0) == 0) return 1;
    }
    list += length + (list[length] == ',');
  }
  return list == NULL;
}

int flitlock_regress_seconds(const char *text, double *seconds) {
  static const struct {
    char unit;
    double factor;
  } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}};
  char number[32];
  size_t length = strlen(text);
  double factor = 1;
  if (length == 0 || length >= sizeof(number)) return 0;
  for (size_t n = 0; n < sizeof(units) / sizeof(units[0]); n++) {
    if (text[length - 1] != units[n].unit) continue;
    factor = units[n].factor;
    length--;
    break;
  }
  memcpy(number, text, length);
  number[length] = '\0';
  if (number[strspn(number, "0123456789.")] != '\0' || !flitlock_config_parse_real(number, seconds)) return 0;
  *seconds *= factor;
  return *seconds > 0;
}

// Everything that decides on what comes out.
static void make_hash(struct flitlock_regress_suite *suite) {
  const char *version = flitlock_version_string();
  uint64_t hash = XXH64(version, strlen(version), suite->choice.seed);
  for (uint64_t n = 0; n < suite->count; n++) {
    const struct flitlock_regress_run *run = &suite->run[n];
    const uint64_t numbers[] = {run->key, (uint64_t)run->expected, run->packets};
    hash = XXH64(numbers, sizeof(numbers), hash);
    hash = XXH64(run->entry, strlen(run->entry), hash);
    hash = XXH64(run->kind, strlen(run->kind), hash);
  }
  suite->hash = hash;
}

static int plan(struct flitlock_regress_suite *suite, struct flitlock_error *error) {
  int status = FLITLOCK_OK;
  for (size_t n = 0; n < suite->entry_count && status == FLITLOCK_OK; n++)
    if (regress_listed(suite->choice.entries, suite->entry[n].name))
      status = regress_plan(suite, &suite->entry[n], error);
  if (status == FLITLOCK_OK && suite->count == 0)
    return flitlock_fail(error, FLITLOCK_E_VACUOUS, "%s: no run is left by --entry, --hosts and --without-rtl",
                         suite->path);
  make_hash(suite);
  return status;
}

int flitlock_regress_load(const char *path, const struct flitlock_regress_choice *choice,
                          struct flitlock_regress_suite **suite, struct flitlock_error *error) {
  struct flitlock_error unread;
  if (error == NULL) error = &unread;
  *suite = NULL;
  struct flitlock_regress_suite *made = calloc(1, sizeof(*made));
  if (made == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", path);
  made->choice = *choice;
  for (int kind = 0; kind < FLITLOCK_COVER_KIND_COUNT; kind++)
    made->goal[kind] = -1;
  made->path = flitlock_config_arena_text(&made->arena, path);
  int status = made->path != NULL ? regress_read(made, error) : regress_no_memory(made, error);
  if (status == FLITLOCK_OK) status = plan(made, error);
  if (status != FLITLOCK_OK) {
    flitlock_regress_free(made);
    return status;
  }
  *suite = made;
  return FLITLOCK_OK;
}

void flitlock_regress_free(struct flitlock_regress_suite *suite) {
  if (suite == NULL) return;
  for (size_t n = 0; n < suite->entry_count; n++)
    flitlock_config_arena_free(&suite->entry[n].matrix.arena);
  flitlock_config_arena_free(&suite->arena);
  free(suite->run);
  free(suite);
}

const char *flitlock_regress_name(const struct flitlock_regress_suite *suite) { return suite->name; }
uint64_t flitlock_regress_seed(const struct flitlock_regress_suite *suite) { return suite->choice.seed; }
uint64_t flitlock_regress_count(const struct flitlock_regress_suite *suite) { return suite->count; }
uint64_t flitlock_regress_refused(const struct flitlock_regress_suite *suite) { return suite->refused; }
uint64_t flitlock_regress_hash(const struct flitlock_regress_suite *suite) { return suite->hash; }
const struct flitlock_regress_run *flitlock_regress_at(const struct flitlock_regress_suite *suite, uint64_t number) {
  return number < suite->count ? &suite->run[number] : NULL;
}
