// SPDX-License-Identifier: Apache-2.0
// The table for a terminal: columns under each other.
#include <string.h>

#include "reproduce/cells.h"

#define NARROW 28  // a reason begins here, under the figures

// What there is between back quotes and stars is told to a person without them.
static void put_plain(const char *text, FILE *file) {
  for (; *text != '\0'; text++)
    if (*text != '`' && *text != '*') fputc(*text, file);
}

static int widest_id(const struct flitlock_section *section) {
  size_t widest = 0;
  for (unsigned n = 0; n < section->figure_count; n++) {
    size_t length = strlen(section->figure[n].id);
    if (length > widest) widest = length;
  }
  return (int)widest;
}

static void put_figures(const struct flitlock_section *section, FILE *file) {
  if (section->figure_count == 0) return;
  int width = widest_id(section);
  fprintf(file, "  %-*s %14s %10s %7s  %-16s %s\n", width, "figure", "source", "ours", "ratio", "gate", "verdict");
  for (unsigned n = 0; n < section->figure_count; n++) {
    const struct flitlock_figure *figure = &section->figure[n];
    struct flitlock_cells cells;
    flitlock_cells_make(figure, &cells);
    fprintf(file, "  %-*s %14s %10s %7s  %-16s %s\n", width, figure->id, cells.text[FLITLOCK_CELL_SOURCE],
            cells.text[FLITLOCK_CELL_OURS], cells.text[FLITLOCK_CELL_RATIO], cells.text[FLITLOCK_CELL_GATE],
            flitlock_verdict_text(flitlock_figure_verdict(figure)));
  }
}

static void put_reasons(const struct flitlock_section *section, FILE *file) {
  for (unsigned n = 0; n < section->figure_count; n++) {
    if (!flitlock_reason_first(section, n)) continue;
    fprintf(file, "  %-*s ", NARROW, section->figure[n].id);
    put_plain(section->figure[n].reason, file);
    fputc('\n', file);
    for (unsigned other = n + 1; other < section->figure_count; other++)
      if (flitlock_reason_shared(section, n, other)) fprintf(file, "  %-*s \"\n", NARROW, section->figure[other].id);
  }
}

static void put_grid(const struct flitlock_grid *grid, FILE *file) {
  for (unsigned n = 0; n < grid->cells; n++) {
    size_t width = 0;
    for (unsigned other = n % grid->columns; other < grid->cells; other += grid->columns)
      if (strlen(grid->cell[other]) > width) width = strlen(grid->cell[other]);
    int first = n % grid->columns == 0, end = (n + 1) % grid->columns == 0;
    fprintf(file, first ? "  %-*s" : "  %*s", (int)width, grid->cell[n]);
    if (end) fputc('\n', file);
  }
}

void flitlock_reproduction_text(const struct flitlock_reproduction *table, FILE *file) {
  put_plain(table->title, file);
  fputc('\n', file);
  for (unsigned n = 0; n < table->section_count; n++) {
    const struct flitlock_section *section = &table->section[n];
    fputc('\n', file);
    put_plain(section->title, file);
    fputc('\n', file);
    put_figures(section, file);
    put_reasons(section, file);
    for (unsigned grid = 0; grid < section->grid_count; grid++)
      put_grid(&section->grid[grid], file);
  }
  fprintf(file, "\n%u met, %u missed, %u printed\n", flitlock_reproduction_count(table, FLITLOCK_VERDICT_MET),
          flitlock_reproduction_count(table, FLITLOCK_VERDICT_MISSED),
          flitlock_reproduction_count(table, FLITLOCK_VERDICT_PRINTED));
}
