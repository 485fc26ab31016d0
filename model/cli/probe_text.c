// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "cli/probe.h"

#define BAR 36

static void put_bar(FILE *file, double value, double most) {
  int length = most > 0 ? (int)(value / most * BAR + 0.5) : 0;
  if (length > 0) fputs("  ", file);
  for (int n = 0; n < length; n++)
    fputc('#', file);
}

static void put_mask(FILE *file, uint64_t mask) {
  const char *before = "";
  fputs("  address bits ", file);
  for (unsigned bit = 0; bit < 64; bit++) {
    if ((mask >> bit & 1U) == 0) continue;
    fprintf(file, "%s%u", before, bit);
    before = " ";
  }
  fputc('\n', file);
}

void probe_text(FILE *file, const struct flitlock_probe_experiment *experiment,
                const struct flitlock_probe_table *table) {
  double most = 0;
  size_t width = 0;
  for (unsigned n = 0; n < table->rows; n++) {
    const struct flitlock_probe_row *row = &table->row[n];
    if (row->is_point && row->value > most) most = row->value;
    if (strlen(row->what) > width) width = strlen(row->what);
  }
  fprintf(file, "%s %s: %s%s%s\n", table->id, experiment->name, experiment->summary, table->unit[0] != '\0' ? ", " : "",
          table->unit);
  for (unsigned n = 0; n < table->rows; n++) {
    const struct flitlock_probe_row *row = &table->row[n];
    fprintf(file, "  %-*s %10.6g", (int)width, row->what, row->value);
    if (row->is_point) put_bar(file, row->value, most);
    fputc('\n', file);
  }
  if (table->masks > 0) fputs("  the slice is made of these sums (XOR) of address bits:\n", file);
  for (unsigned n = 0; n < table->masks; n++)
    put_mask(file, table->mask[n]);
  fputc('\n', file);
}
