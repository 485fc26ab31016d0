// SPDX-License-Identifier: Apache-2.0
// The sweep as a picture, drawn by gnuplot: use against depth, one curve a kind, bounds and knees marked.
#include <string.h>

#include "cli/gnuplot.h"
#include "cli/tune.h"

// Curves often lie on each other: the one of all is broad and drawn first, the others have dashes of their own.
static const struct style {
  const char *color;
  const char *line;
} styles[FLITLOCK_TUNE_KIND_COUNT] = {
    {"#1f5fa8", "dt 1 lw 2 pt 7"},
    {"#b5482f", "dt (14,8) lw 2 pt 5"},
    {"#3b7a3b", "dt (5,5) lw 2 pt 9"},
    {"#bbbbbb", "dt 1 lw 7 pt 7"},
};

// The tables that the curves are drawn from: sweep.csv of --csv by kind, and the two marks.
static void put_data(FILE *script, const struct tune_report *report, int kind) {
  const char *name = flitlock_tune_kind_text(kind);
  fprintf(script, "$%s << END\n", name);
  for (size_t n = 0; n < report->point_count; n++)
    if (report->point[n].kind == kind) fprintf(script, "%u %.6f\n", report->point[n].depth, report->point[n].use);
  fprintf(script, "END\n$knee_%s << END\n", name);
  uint32_t knee = flitlock_tune_knee(report->point, report->point_count, kind);
  const struct flitlock_tune_point *point = tune_point_find(report, kind, knee);
  if (point != NULL) fprintf(script, "%u %.6f\n", knee, point->use);
  fprintf(script, "END\n");
}

static int has_points(const struct tune_report *report, int kind) {
  for (size_t n = 0; n < report->point_count; n++)
    if (report->point[n].kind == kind) return 1;
  return 0;
}

static void put_script(FILE *script, const struct tune_report *report, int png) {
  char text[512];
  // In double quotes, where \n is a new line: many links do not fit on one.
  char title[2 * sizeof(text)];
  size_t length = 0;
  size_t line = 0;
  tune_measured_text(report->bounds, text, sizeof(text));
  for (const char *c = text; *c != '\0'; c++, line++) {
    if (*c == '"' || *c == '\\') title[length++] = '\\';
    title[length++] = *c;
    if (c[0] == ',' && c[1] == ' ' && line > 60) {
      title[length++] = '\\';
      title[length++] = 'n';
      c++;
      line = 0;
    }
  }
  title[length] = '\0';
  fprintf(script, "set terminal %s size 820,480 font 'sans,12' background '#ffffff' noenhanced\n",
          png ? "pngcairo" : "svg");
  for (int kind = 0; kind < FLITLOCK_TUNE_KIND_COUNT; kind++)
    if (has_points(report, kind)) put_data(script, report, kind);
  fprintf(script, "set title \"Use of %s\"\n", title);
  fputs("set grid lc rgb '#dddddd'\nset key outside right\nset logscale x 2\n", script);
  fputs("set xlabel 'depth (flits); upright lines: bounds, circles: knees'\nset ylabel 'use (flits per cycle)'\n",
        script);
  fputs("set yrange [*:1.02<*]\n", script);
  uint32_t largest = report->depths[report->depth_count - 1];
  for (int kind = 0; kind < FLITLOCK_TUNE_ALL; kind++) {
    uint32_t bound = report->bounds->largest[kind];
    if (bound == 0 || !has_points(report, kind)) continue;
    if (bound > largest) largest = bound;
    // Bounds of kinds may be equal: then the dashes of one stand between those of the other.
    fprintf(script, "set arrow from %u, graph 0 to %u, graph 1 nohead dt (6,%d) lw 1.5 lc rgb '%s'\n", bound, bound,
            6 + 3 * kind, styles[kind].color);
  }
  fprintf(script, "set xrange [%u:%g]\nplot ", report->depths[0], largest * 1.1);
  const char *comma = "";
  for (int n = 0; n < FLITLOCK_TUNE_KIND_COUNT; n++) {
    int kind = n == 0 ? FLITLOCK_TUNE_ALL : n - 1;
    if (!has_points(report, kind)) continue;
    const char *name = flitlock_tune_kind_text(kind);
    fprintf(script, "%s$%s using 1:2 with linespoints %s ps 0.7 lc rgb '%s' title '%s'", comma, name, styles[kind].line,
            styles[kind].color, name);
    fprintf(script, ", $knee_%s using 1:2 with points pt 6 ps %.1f lw 2 lc rgb '%s' notitle", name, 2 + 0.5 * n,
            styles[kind].color);
    comma = ", ";
  }
  fputc('\n', script);
}

int tune_plot(const struct tune_report *report, const char *path, struct flitlock_error *error) {
  FILE *script = cli_gnuplot_script(error);
  if (script == NULL) return FLITLOCK_E_OUTPUT;
  put_script(script, report, cli_gnuplot_is_png(path));
  return cli_gnuplot_draw(script, path, error);
}
