// SPDX-License-Identifier: Apache-2.0
#include "reproduce/cells.h"

#include <math.h>
#include <string.h>

#define DIGITS 4

static void put(char *cell, size_t size, double value, int digits) {
  cell[0] = '\0';
  if (isfinite(value)) snprintf(cell, size, "%.*f", digits, value);
}

void flitlock_cells_make(const struct flitlock_figure *figure, struct flitlock_cells *cells) {
  const size_t size = sizeof(cells->text[0]);
  int digits = figure->digits == 0 ? DIGITS : figure->digits < 0 ? 0 : figure->digits;
  char *source = cells->text[FLITLOCK_CELL_SOURCE];
  source[0] = '\0';
  if (figure->source_text[0] != '\0') {
    snprintf(source, size, "%s", figure->source_text);
  } else if (figure->has_source) {
    snprintf(source, size, "%.6g", figure->source);
  }
  const char *origin = flitlock_origin_text(figure->origin);
  size_t length = strlen(source);
  if (origin[0] != '\0') snprintf(source + length, size - length, "%s%s", length > 0 ? " " : "", origin);
  put(cells->text[FLITLOCK_CELL_OURS], size, figure->ours, digits);
  put(cells->text[FLITLOCK_CELL_RATIO], size, flitlock_figure_ratio(figure), 3);
  flitlock_figure_gate_text(figure, cells->text[FLITLOCK_CELL_GATE], size);
}

int flitlock_reason_shared(const struct flitlock_section *section, unsigned figure, unsigned other) {
  const struct flitlock_figure *a = &section->figure[figure], *b = &section->figure[other];
  return flitlock_figure_verdict(a) != FLITLOCK_VERDICT_MET && strcmp(a->reason, b->reason) == 0 &&
         flitlock_figure_verdict(a) == flitlock_figure_verdict(b);
}

int flitlock_reason_first(const struct flitlock_section *section, unsigned figure) {
  const struct flitlock_figure *at = &section->figure[figure];
  if (at->reason[0] == '\0' || flitlock_figure_verdict(at) == FLITLOCK_VERDICT_MET) return 0;
  for (unsigned before = 0; before < figure; before++)
    if (flitlock_reason_shared(section, before, figure)) return 0;
  return 1;
}
