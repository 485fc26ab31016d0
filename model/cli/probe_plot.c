// SPDX-License-Identifier: Apache-2.0
// The curve of each experiment as a picture, drawn by gnuplot.
#include "cli/gnuplot.h"
#include "cli/probe.h"

static int has_points(const struct flitlock_probe_table *table) {
  for (unsigned n = 0; n < table->rows; n++)
    if (table->row[n].is_point) return 1;
  return 0;
}

static void put_points(FILE *script, const struct flitlock_probe_table *table, unsigned series) {
  fprintf(script, "$points%u << END\n", series);
  for (unsigned n = 0; n < table->rows; n++) {
    const struct flitlock_probe_row *row = &table->row[n];
    if (row->is_point && row->series == series) fprintf(script, "%.9g %.9g\n", row->x, row->value);
  }
  fputs("END\n", script);
}

// Where x reaches far its axis is in powers of two.
static int is_wide(const struct flitlock_probe_table *table) {
  double least = 0, most = 0;
  int first = 1;
  for (unsigned n = 0; n < table->rows; n++) {
    const struct flitlock_probe_row *row = &table->row[n];
    if (!row->is_point) continue;
    if (first || row->x < least) least = row->x;
    if (first || row->x > most) most = row->x;
    first = 0;
  }
  return least > 0 && most / least >= 32;
}

static void put_script(FILE *script, const struct probe_report *report, size_t number) {
  static const char *const colours[FLITLOCK_PROBE_SERIES] = {"1f5fa8", "c0392b", "2e8b57", "8e44ad",
                                                             "d68910", "16a2b8", "7f8c8d", "34495e"};
  const struct flitlock_probe_table *table = &report->table[number];
  const unsigned curves = table->series > 0 ? table->series : 1;
  fputs("set terminal svg size 820,480 font 'sans,12' background '#ffffff' noenhanced\n", script);
  for (unsigned n = 0; n < curves; n++)
    put_points(script, table, n);
  fprintf(script, "set title \"%s: %s\"\n", table->id, flitlock_probe_experiments[report->number[number]].summary);
  fprintf(script, "set xlabel '%s'\nset ylabel '%s'\n", table->x_unit, table->unit);
  fprintf(script, "set grid lc rgb '#dddddd'\nset key %s\nset yrange [0:*]\n",
          table->series > 0 ? "outside right top" : "top left");
  if (is_wide(table)) fputs("set logscale x 2\n", script);
  for (unsigned n = 0; n < curves; n++)
    fprintf(script, "%s $points%u using 1:2 with linespoints pt 7 ps 0.6 lw 2 lc rgb '#%s' title '%s'",
            n == 0 ? "plot" : ",", n, colours[n],
            table->series > 0 ? table->series_name[n] : report->setting->profile.name);
  fputc('\n', script);
}

int probe_plot(const struct probe_report *report, const char *folder, FILE *text, struct flitlock_error *error) {
  for (size_t n = 0; n < report->count; n++) {
    if (!has_points(&report->table[n])) {
      if (text != NULL) fprintf(text, "%s has no curve to draw\n", report->table[n].id);
      continue;
    }
    char path[1024];
    int length = snprintf(path, sizeof path, "%s/%s.svg", folder, report->table[n].id);
    if (length < 0 || (size_t)length >= sizeof path)
      return flitlock_fail(error, FLITLOCK_E_OUTPUT, "the name of the folder is too long: '%s'", folder);
    FILE *script = cli_gnuplot_script(error);
    if (script == NULL) return FLITLOCK_E_OUTPUT;
    put_script(script, report, n);
    int status = cli_gnuplot_draw(script, path, error);
    if (status != FLITLOCK_OK) return status;
  }
  return FLITLOCK_OK;
}
