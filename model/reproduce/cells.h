// SPDX-License-Identifier: Apache-2.0
// The cells of a figure's row, as every form shows them.
#ifndef FLITLOCK_MODEL_REPRODUCE_CELLS_H
#define FLITLOCK_MODEL_REPRODUCE_CELLS_H

#include "flitlock/reproduce.h"

enum { FLITLOCK_CELL_SOURCE, FLITLOCK_CELL_OURS, FLITLOCK_CELL_RATIO, FLITLOCK_CELL_GATE, FLITLOCK_CELL_COUNT };

struct flitlock_cells {
  char text[FLITLOCK_CELL_COUNT][64];
};
void flitlock_cells_make(const struct flitlock_figure *figure, struct flitlock_cells *cells);

// The figures of a section that share a reason are told of it together. 1: `figure` is the first of them.
int flitlock_reason_first(const struct flitlock_section *section, unsigned figure);
int flitlock_reason_shared(const struct flitlock_section *section, unsigned figure, unsigned other);

#endif
