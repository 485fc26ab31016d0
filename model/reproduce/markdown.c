// SPDX-License-Identifier: Apache-2.0
// The table as a page.
#include "reproduce/cells.h"

static void put_figures(const struct flitlock_section *section, FILE *file) {
  if (section->figure_count == 0) return;
  fputs("\n| id | figure | source | ours | ratio | gate | verdict |\n|---|---|---|---|---|---|---|\n", file);
  for (unsigned n = 0; n < section->figure_count; n++) {
    const struct flitlock_figure *figure = &section->figure[n];
    struct flitlock_cells cells;
    flitlock_cells_make(figure, &cells);
    fprintf(file, "| `%s` | %s |", figure->id, figure->what);
    for (int cell = 0; cell < FLITLOCK_CELL_COUNT; cell++)
      fprintf(file, " %s%s|", cells.text[cell], cells.text[cell][0] != '\0' ? " " : "");
    int verdict = flitlock_figure_verdict(figure);
    const char *strong = verdict == FLITLOCK_VERDICT_MISSED ? "**" : "";
    fprintf(file, " %s%s%s |\n", strong, flitlock_verdict_text(verdict), strong);
  }
}

static void put_reasons(const struct flitlock_section *section, FILE *file) {
  int any = 0;
  for (unsigned n = 0; n < section->figure_count; n++) {
    if (!flitlock_reason_first(section, n)) continue;
    if (!any) fputc('\n', file);
    any = 1;
    int missed = flitlock_figure_verdict(&section->figure[n]) == FLITLOCK_VERDICT_MISSED;
    fprintf(file, "- %s`%s`", missed ? "missed: " : "", section->figure[n].id);
    for (unsigned other = n + 1; other < section->figure_count; other++)
      if (flitlock_reason_shared(section, n, other)) fprintf(file, ", `%s`", section->figure[other].id);
    fprintf(file, ": %s\n", section->figure[n].reason);
  }
}

static void put_grid(const struct flitlock_grid *grid, FILE *file) {
  fputc('\n', file);
  for (unsigned n = 0; n < grid->cells; n++) {
    const char *cell = grid->cell[n];
    fprintf(file, "%s %s%s", n % grid->columns == 0 ? "|" : "", cell, cell[0] != '\0' ? " |" : "|");
    if ((n + 1) % grid->columns != 0) continue;
    fputc('\n', file);
    for (unsigned column = 0; n < grid->columns && column < grid->columns; column++)
      fprintf(file, "|---%s", column + 1 == grid->columns ? "|\n" : "");
  }
}

void flitlock_reproduction_markdown(const struct flitlock_reproduction *table, FILE *file) {
  fprintf(file, "# %s\n\n%s\n\n", table->title, table->intro);
  fprintf(file, "%u figures are met, %u missed, %u printed without a gate.\n",
          flitlock_reproduction_count(table, FLITLOCK_VERDICT_MET),
          flitlock_reproduction_count(table, FLITLOCK_VERDICT_MISSED),
          flitlock_reproduction_count(table, FLITLOCK_VERDICT_PRINTED));
  for (unsigned n = 0; n < table->section_count; n++) {
    const struct flitlock_section *section = &table->section[n];
    fprintf(file, "\n## %s\n", section->title);
    if (section->intro[0] != '\0') fprintf(file, "\n%s\n", section->intro);
    put_figures(section, file);
    put_reasons(section, file);
    for (unsigned grid = 0; grid < section->grid_count; grid++)
      put_grid(&section->grid[grid], file);
    if (section->notes[0] != '\0') fprintf(file, "\n%s\n", section->notes);
  }
}
