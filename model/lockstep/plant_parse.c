// SPDX-License-Identifier: Apache-2.0
// Names of the errors that can be planted.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "flitlock/lockstep.h"

static const struct {
  const char *word, *text;
} plants[] = {
#define PLANT(name, word, text) {word, text},
    FLITLOCK_PLANTS(PLANT)
#undef PLANT
};

const char *flitlock_plant_word(int kind) {
  return kind >= 0 && kind < FLITLOCK_PLANT_COUNT ? plants[kind].word : NULL;
}

const char *flitlock_plant_text(int kind) {
  return kind >= 0 && kind < FLITLOCK_PLANT_COUNT ? plants[kind].text : NULL;
}

static int unknown(const char *text, struct flitlock_error *error) {
  char list[512] = "";
  size_t length = 0;
  for (int kind = 0; kind < FLITLOCK_PLANT_COUNT; kind++) {
    int added = snprintf(list + length, sizeof list - length, "%s%s", kind == 0 ? "" : ", ", plants[kind].word);
    length += added > 0 ? (size_t)added : 0U;
  }
  return flitlock_fail(error, FLITLOCK_E_USAGE,
                       "unknown planted error '%s': KIND or KIND@CYCLE, where KIND is one of %s; field.NAME chooses a "
                       "header field",
                       text, list);
}

static int parse_field(const char *name, struct flitlock_plant *plant) {
  for (size_t field = 0; field < flitlock_flit_field_count; field++) {
    if (strcmp(flitlock_flit_fields[field].name, name) != 0) continue;
    plant->field = (unsigned)field;
    return 1;
  }
  return 0;
}

int flitlock_plant_parse(const char *text, struct flitlock_plant *plant, struct flitlock_error *error) {
  memset(plant, 0, sizeof *plant);
  char word[64], rest = '\0';
  snprintf(word, sizeof word, "%.*s", (int)strcspn(text, "@"), text);
  const char *at = strchr(text, '@');
  if (at != NULL && (strspn(at + 1, "0123456789") == 0 || sscanf(at + 1, "%18" SCNu64 "%c", &plant->cycle, &rest) != 1))
    return unknown(text, error);
  char *dot = strchr(word, '.');
  if (dot != NULL) *dot = '\0';
  for (plant->kind = 0; plant->kind < FLITLOCK_PLANT_COUNT; plant->kind++)
    if (strcmp(plants[plant->kind].word, word) == 0) break;
  if (plant->kind == FLITLOCK_PLANT_COUNT) return unknown(text, error);
  if (dot != NULL && (plant->kind != FLITLOCK_PLANT_FIELD || !parse_field(dot + 1, plant))) return unknown(text, error);
  return FLITLOCK_OK;
}
