// SPDX-License-Identifier: Apache-2.0
// Makes, counts and frees the table of a topic.
#define _XOPEN_SOURCE 700  // strdup

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "flitlock/reproduce.h"

// A list grown by one element, which is all zero; NULL, and the table has failed, where there is no memory.
static void *grow(struct flitlock_reproduction *table, void *list, unsigned count, size_t size) {
  char *grown = table->failed ? NULL : realloc(list, (count + 1U) * size);
  if (grown == NULL) {
    table->failed = 1;
    return NULL;
  }
  memset(grown + count * size, 0, size);
  return grown;
}

static char *copy(struct flitlock_reproduction *table, const char *text) {
  char *copied = strdup(text != NULL ? text : "");
  if (copied == NULL) table->failed = 1;
  return copied;
}

void flitlock_reproduction_intro(struct flitlock_reproduction *table, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  char *text = length < 0 ? NULL : malloc((size_t)length + 1);
  if (text != NULL) {
    vsnprintf(text, (size_t)length + 1, format, again);
    free(table->intro);
    table->intro = text;
  } else {
    table->failed = 1;
  }
  va_end(again);
}

static struct flitlock_section *last(struct flitlock_reproduction *table) {
  if (table->failed || table->section_count == 0) return NULL;
  return &table->section[table->section_count - 1];
}

void flitlock_reproduction_section(struct flitlock_reproduction *table, const char *id, const char *title,
                                   const char *intro) {
  struct flitlock_section *sections = grow(table, table->section, table->section_count, sizeof(*sections));
  if (sections == NULL) return;
  table->section = sections;
  struct flitlock_section *section = &sections[table->section_count++];
  section->id = copy(table, id);
  section->title = copy(table, title);
  section->intro = copy(table, intro);
  section->notes = copy(table, "");
}

void flitlock_reproduction_add(struct flitlock_reproduction *table, const struct flitlock_figure *figure) {
  struct flitlock_section *section = last(table);
  if (section == NULL) return;
  struct flitlock_figure *figures = grow(table, section->figure, section->figure_count, sizeof(*figures));
  if (figures == NULL) return;
  section->figure = figures;
  figures[section->figure_count++] = *figure;
}

void flitlock_reproduction_note(struct flitlock_reproduction *table, const char *paragraph) {
  struct flitlock_section *section = last(table);
  if (section == NULL || section->notes == NULL) return;
  size_t before = strlen(section->notes), added = strlen(paragraph);
  char *notes = realloc(section->notes, before + added + 3);
  if (notes == NULL) {
    table->failed = 1;
    return;
  }
  section->notes = notes;
  if (before > 0) {
    notes[before++] = '\n';
    notes[before++] = '\n';
  }
  memcpy(notes + before, paragraph, added + 1);
}

void flitlock_reproduction_grid(struct flitlock_reproduction *table, unsigned columns, const char *const *heading) {
  struct flitlock_section *section = last(table);
  if (section == NULL) return;
  struct flitlock_grid *grids = grow(table, section->grid, section->grid_count, sizeof(*grids));
  if (grids == NULL) return;
  section->grid = grids;
  grids[section->grid_count++].columns = columns;
  flitlock_reproduction_grid_row(table, heading);
}

void flitlock_reproduction_grid_row(struct flitlock_reproduction *table, const char *const *cell) {
  struct flitlock_section *section = last(table);
  if (section == NULL || section->grid_count == 0) return;
  struct flitlock_grid *grid = &section->grid[section->grid_count - 1];
  for (unsigned column = 0; column < grid->columns; column++) {
    char **cells = grow(table, grid->cell, grid->cells, sizeof(*cells));
    if (cells == NULL) return;
    grid->cell = cells;
    cells[grid->cells++] = copy(table, cell[column]);
  }
}

int flitlock_reproduction_status(const struct flitlock_reproduction *table, struct flitlock_error *error) {
  if (table->failed) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the table of figures");
  for (unsigned n = 0; n < table->section_count; n++) {
    for (unsigned k = 0; k < table->section[n].figure_count; k++) {
      const struct flitlock_figure *figure = &table->section[n].figure[k];
      if (flitlock_figure_verdict(figure) != FLITLOCK_VERDICT_MISSED || figure->reason[0] != '\0') continue;
      char gate[64];
      return flitlock_fail(error, FLITLOCK_E_MISMATCH, "%s is missed, and no reason is known: %.6g is not %s%s",
                           figure->id, figure->ours, flitlock_figure_gate_text(figure, gate, sizeof(gate)),
                           figure->gate == FLITLOCK_GATE_WITHIN ? " of the source" : "");
    }
  }
  return FLITLOCK_OK;
}

unsigned flitlock_reproduction_count(const struct flitlock_reproduction *table, int verdict) {
  unsigned count = 0;
  for (unsigned n = 0; n < table->section_count; n++)
    for (unsigned k = 0; k < table->section[n].figure_count; k++)
      count += flitlock_figure_verdict(&table->section[n].figure[k]) == verdict;
  return count;
}

int flitlock_reproduction_create(const struct flitlock_reproduce_topic *topic,
                                 const struct flitlock_reproduce_setting *setting, const void *results,
                                 struct flitlock_reproduction **table, struct flitlock_error *error) {
  *table = calloc(1, sizeof(**table));
  if (*table == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the table of figures");
  (*table)->is_short = setting->is_short;
  (*table)->topic = copy(*table, topic->name);
  (*table)->title = copy(*table, topic->summary);
  (*table)->intro = copy(*table, "");
  topic->report(setting, results, *table);
  if ((*table)->failed) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the table of figures");
  return FLITLOCK_OK;
}

static void free_grid(struct flitlock_grid *grid) {
  for (unsigned n = 0; n < grid->cells; n++)
    free(grid->cell[n]);
  free(grid->cell);
}

void flitlock_reproduction_free(struct flitlock_reproduction *table) {
  if (table == NULL) return;
  for (unsigned n = 0; n < table->section_count; n++) {
    struct flitlock_section *section = &table->section[n];
    for (unsigned k = 0; k < section->grid_count; k++)
      free_grid(&section->grid[k]);
    free(section->grid);
    free(section->figure);
    free(section->id);
    free(section->title);
    free(section->intro);
    free(section->notes);
  }
  free(table->section);
  free(table->topic);
  free(table->title);
  free(table->intro);
  free(table);
}
