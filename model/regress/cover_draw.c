// SPDX-License-Identifier: Apache-2.0
// Random configurations for holes: an entry that can come to the place of a hole, and what it draws.
#include <stdio.h>
#include <string.h>

#include "regress/suite.h"

// "router/shape=mesh_1".
struct place {
  char bench[64], key[64], value[256];  // "" where it says nothing
};

static void read_place(const char *text, struct place *place) {
  memset(place, 0, sizeof(*place));
  const char *slash = strchr(text, '/'), *equal = slash != NULL ? strchr(slash, '=') : NULL;
  if (equal == NULL) return;
  snprintf(place->bench, sizeof(place->bench), "%.*s", (int)(slash - text), text);
  snprintf(place->key, sizeof(place->key), "%.*s", (int)(equal - slash - 1), slash + 1);
  snprintf(place->value, sizeof(place->value), "%s", equal + 1);
}

static int draws_value(const struct regress_entry *entry, const struct place *place) {
  for (size_t n = 0; n < entry->range_count; n++) {
    const struct regress_range *range = &entry->range[n];
    for (size_t k = 0; k < range->key_count; k++) {
      if (strcmp(range->keys[k], place->key) != 0) continue;
      for (uint32_t v = 0; v < range->count; v++)
        if (range->values != NULL && strcmp(range->values[v], place->value) == 0) return 1;
    }
  }
  return 0;
}

static int can(const struct flitlock_regress_suite *suite, const struct regress_entry *entry,
               const struct place *place) {
  // What is expected to fail is no search for holes.
  if (entry->draws == 0 || entry->expected != FLITLOCK_REGRESS_PASS) return 0;
  if (!regress_listed(suite->choice.entries, entry->name) || regress_cover_host(suite, entry) == NULL) return 0;
  if (place->bench[0] == '\0') return 1;
  return entry->bench != NULL && strcmp(entry->bench, place->bench) == 0 && draws_value(entry, place);
}

int flitlock_cover_draw(struct flitlock_regress_suite *suite, const char *text, uint64_t number,
                        struct flitlock_regress_run *run, struct flitlock_error *error) {
  struct place place;
  read_place(text, &place);
  size_t candidates = 0;
  for (size_t n = 0; n < suite->entry_count; n++)
    candidates += can(suite, &suite->entry[n], &place) != 0;
  if (candidates == 0)
    return flitlock_fail(error, FLITLOCK_E_VACUOUS, "%s: no entry with 'random' comes to %s", suite->path, text);
  size_t chosen = (size_t)(number % candidates);
  for (size_t n = 0; n < suite->entry_count; n++) {
    const struct regress_entry *entry = &suite->entry[n];
    if (!can(suite, entry, &place) || chosen-- > 0) continue;
    return regress_plan_one(suite, entry, entry->draws + number, place.key[0] != '\0' ? place.key : NULL, place.value,
                            run, error);
  }
  return FLITLOCK_E_INTERNAL;
}
