// SPDX-License-Identifier: Apache-2.0
// The table as data. The meaning of a key never changes without FORMAT (docs/results-noc.md names the keys).
#include <jansson.h>
#include <math.h>

#include "flitlock/reproduce.h"

#define FORMAT 1
#define DIGITS 12

static int put(json_t *object, const char *key, json_t *value) { return json_object_set_new(object, key, value) != 0; }
static json_t *real(double value) { return isfinite(value) ? json_real(value) : json_null(); }

static json_t *whole(json_t *object, int failed) {
  if (!failed) return object;
  json_decref(object);
  return NULL;
}

static json_t *figure_object(const struct flitlock_figure *figure) {
  char gate[64];
  json_t *object = json_object();
  int failed = put(object, "id", json_string(figure->id));
  failed |= put(object, "what", json_string(figure->what));
  failed |= put(object, "origin", json_string(flitlock_origin_text(figure->origin)));
  failed |= put(object, "source", figure->has_source ? real(figure->source) : json_null());
  failed |= put(object, "source_text", json_string(figure->source_text));
  failed |= put(object, "ours", real(figure->ours));
  failed |= put(object, "ratio", real(flitlock_figure_ratio(figure)));
  failed |= put(object, "gate", json_string(flitlock_figure_gate_text(figure, gate, sizeof(gate))));
  failed |= put(object, "verdict", json_string(flitlock_verdict_text(flitlock_figure_verdict(figure))));
  int met = flitlock_figure_verdict(figure) == FLITLOCK_VERDICT_MET;
  failed |= put(object, "reason", json_string(met ? "" : figure->reason));
  return whole(object, failed);
}

static json_t *grid_array(const struct flitlock_grid *grid) {
  json_t *rows = json_array();
  int failed = 0;
  for (unsigned n = 0; n < grid->cells; n += grid->columns) {
    json_t *row = json_array();
    for (unsigned column = 0; column < grid->columns && n + column < grid->cells; column++)
      failed |= json_array_append_new(row, json_string(grid->cell[n + column])) != 0;
    failed |= json_array_append_new(rows, row) != 0;
  }
  return whole(rows, failed);
}

static json_t *section_object(const struct flitlock_section *section) {
  json_t *object = json_object(), *figures = json_array(), *grids = json_array();
  int failed = put(object, "id", json_string(section->id));
  failed |= put(object, "title", json_string(section->title));
  for (unsigned n = 0; n < section->figure_count; n++)
    failed |= json_array_append_new(figures, figure_object(&section->figure[n])) != 0;
  for (unsigned n = 0; n < section->grid_count; n++)
    failed |= json_array_append_new(grids, grid_array(&section->grid[n])) != 0;
  failed |= put(object, "figures", figures);
  failed |= put(object, "grids", grids);
  return whole(object, failed);
}

static json_t *table_object(const struct flitlock_reproduction *table) {
  json_t *root = json_object(), *sections = json_array();
  int failed = put(root, "format", json_integer(FORMAT));
  failed |= put(root, "topic", json_string(table->topic));
  failed |= put(root, "title", json_string(table->title));
  failed |= put(root, "short", json_boolean(table->is_short));
  for (int verdict = FLITLOCK_VERDICT_PRINTED; verdict <= FLITLOCK_VERDICT_MISSED; verdict++)
    failed |= put(root, flitlock_verdict_text(verdict), json_integer(flitlock_reproduction_count(table, verdict)));
  for (unsigned n = 0; n < table->section_count; n++)
    failed |= json_array_append_new(sections, section_object(&table->section[n])) != 0;
  failed |= put(root, "sections", sections);
  return whole(root, failed);
}

int flitlock_reproduction_json(const struct flitlock_reproduction *table, FILE *file, struct flitlock_error *error) {
  json_t *root = table_object(table);
  if (root == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the figures in JSON");
  json_dumpf(root, file, JSON_INDENT(2) | JSON_REAL_PRECISION(DIGITS));
  fputc('\n', file);
  json_decref(root);
  return FLITLOCK_OK;
}
