// SPDX-License-Identifier: Apache-2.0
// The key that somebody meant.
#include <stdio.h>
#include <string.h>

#include "config/check.h"

#define MAX_NAME 32

// Edit distance with insertion, deletion and replacement; names longer than MAX_NAME are far from all.
static size_t distance(const char *a, const char *b) {
  size_t length_a = strlen(a), length_b = strlen(b);
  if (length_a > MAX_NAME || length_b > MAX_NAME) return MAX_NAME;
  size_t row[MAX_NAME + 1];
  for (size_t j = 0; j <= length_b; ++j)
    row[j] = j;
  for (size_t i = 1; i <= length_a; ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= length_b; ++j) {
      size_t best = diagonal + (a[i - 1] != b[j - 1]);
      if (row[j] + 1 < best) best = row[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      diagonal = row[j];
      row[j] = best;
    }
  }
  return row[length_b];
}

static const struct config_key *nearest(const struct config_key *keys, const char *name, size_t *best) {
  const struct config_key *found = NULL;
  for (const struct config_key *key = keys; key->name; ++key) {
    size_t apart = distance(name, key->name);
    if (apart >= *best) continue;
    *best = apart;
    found = key;
  }
  return found;
}

// The right name in the wrong place.
static int elsewhere(const struct config_key *keys, const char *name, char *buffer, size_t size) {
  for (const struct config_key *section = flitlock_config_keys; section->name; ++section) {
    if (strcmp(section->name, name) == 0 && keys != flitlock_config_keys) {
      (void)snprintf(buffer, size, "%s (at the top level)", name);
      return 1;
    }
    if (!section->keys || section->keys == keys || !flitlock_config_key_find(section->keys, name)) continue;
    (void)snprintf(buffer, size, "%s.%s%s", section->name, section->kind == CONFIG_LIST ? "N." : "", name);
    return 1;
  }
  return 0;
}

int flitlock_config_suggest(const struct config_key *keys, const char *path, const char *name, char *buffer,
                            size_t size) {
  if (elsewhere(keys, name, buffer, size)) return 1;
  size_t best = strlen(name) / 3 + 2;
  const struct config_key *key = nearest(keys, name, &best);
  if (!key) return 0;
  (void)snprintf(buffer, size, "%s%s%s", path, *path ? "." : "", key->name);
  return 1;
}
