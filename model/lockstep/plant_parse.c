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
                       "unknown planted error '%s': KIND[@CYCLE][/CONDITION]..., where KIND is one of %s; field.NAME "
                       "chooses a header field; conditions are ports=N, row=N, full=N, line=VALUE:BITS",
                       text, list);
}

// "ports=3"
static int parse_condition(const char *text, struct flitlock_plant *plant) {
  const struct {
    const char *name;
    uint32_t *value;
  } counts[] = {{"ports=", &plant->ports}, {"row=", &plant->row}, {"full=", &plant->full}};
  char rest = '\0';
  for (size_t n = 0; n < sizeof counts / sizeof counts[0]; n++) {
    size_t length = strlen(counts[n].name);
    if (strncmp(text, counts[n].name, length) != 0) continue;
    return strspn(text + length, "0123456789") > 0 &&
           sscanf(text + length, "%9" SCNu32 "%c", counts[n].value, &rest) == 1 && *counts[n].value > 0;
  }
  return strncmp(text, "line=", 5) == 0 && strspn(text + 5, "0123456789") > 0 &&
         sscanf(text + 5, "%18" SCNu64 ":%2" SCNu32 "%c", &plant->line, &plant->line_bits, &rest) == 2 &&
         plant->line_bits > 0 && plant->line_bits <= 58 && plant->line >> plant->line_bits == 0;
}

static int parse_conditions(const char *text, struct flitlock_plant *plant) {
  char word[64];
  while (*text == '/') {
    const size_t length = strcspn(++text, "/");
    if (length >= sizeof word) return 0;
    snprintf(word, sizeof word, "%.*s", (int)length, text);
    if (!parse_condition(word, plant)) return 0;
    text += length;
  }
  return *text == '\0';
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
  char head[96], word[64], rest = '\0';
  snprintf(head, sizeof head, "%.*s", (int)strcspn(text, "/"), text);
  snprintf(word, sizeof word, "%.*s", (int)strcspn(head, "@"), head);
  const char *at = strchr(head, '@');
  if (at != NULL && (strspn(at + 1, "0123456789") == 0 || sscanf(at + 1, "%18" SCNu64 "%c", &plant->cycle, &rest) != 1))
    return unknown(text, error);
  if (!parse_conditions(text + strcspn(text, "/"), plant)) return unknown(text, error);
  char *dot = strchr(word, '.');
  if (dot != NULL) *dot = '\0';
  for (plant->kind = 0; plant->kind < FLITLOCK_PLANT_COUNT; plant->kind++)
    if (strcmp(plants[plant->kind].word, word) == 0) break;
  if (plant->kind == FLITLOCK_PLANT_COUNT) return unknown(text, error);
  if (dot != NULL && (plant->kind != FLITLOCK_PLANT_FIELD || !parse_field(dot + 1, plant))) return unknown(text, error);
  return FLITLOCK_OK;
}
