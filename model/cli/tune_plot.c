// SPDX-License-Identifier: Apache-2.0
// The sweep as a picture, drawn by gnuplot: use against depth, one curve a kind, bounds and knees marked.
#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/tune.h"
#include "results/output.h"

extern char **environ;

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

// gnuplot with the script as its input and the picture as its output.
static int draw(FILE *script, FILE *picture, struct flitlock_error *error) {
  char name[] = "gnuplot";
  char *const arguments[] = {name, NULL};
  posix_spawn_file_actions_t files;
  if (posix_spawn_file_actions_init(&files) != 0) {
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for gnuplot");
  }
  pid_t process = 0;
  int failed = posix_spawn_file_actions_adddup2(&files, fileno(script), STDIN_FILENO);
  if (failed == 0) failed = posix_spawn_file_actions_adddup2(&files, fileno(picture), STDOUT_FILENO);
  if (failed == 0) failed = posix_spawnp(&process, name, &files, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&files);
  if (failed == ENOENT) {
    return flitlock_fail(error, FLITLOCK_E_INPUT,
                         "--plot needs gnuplot, which is not in the PATH: install it (Debian: gnuplot-nox), or plot "
                         "sweep.csv of --csv with what you have");
  }
  if (failed != 0) return flitlock_fail(error, FLITLOCK_E_INTERNAL, "cannot start gnuplot: %s", strerror(failed));
  int ended = 0;
  while (waitpid(process, &ended, 0) < 0) {
    if (errno != EINTR) return flitlock_fail(error, FLITLOCK_E_INTERNAL, "gnuplot is lost: %s", strerror(errno));
  }
  if (WIFEXITED(ended) && WEXITSTATUS(ended) == 127) {
    return flitlock_fail(error, FLITLOCK_E_INPUT, "--plot needs gnuplot, which cannot be run");
  }
  if (ended != 0) return flitlock_fail(error, FLITLOCK_E_OUTPUT, "gnuplot could not draw the plot");
  return FLITLOCK_OK;
}

int tune_plot(const struct tune_report *report, const char *path, struct flitlock_error *error) {
  size_t length = strlen(path);
  int png = length >= 4 && strcmp(path + length - 4, ".png") == 0;
  FILE *script = tmpfile();
  if (script == NULL) {
    return flitlock_fail(error, FLITLOCK_E_OUTPUT, "no temporary file for gnuplot: %s", strerror(errno));
  }
  put_script(script, report, png);
  rewind(script);
  struct flitlock_output output;
  int status = flitlock_output_open(&output, path, error);
  if (status == FLITLOCK_OK) {
    fflush(output.file);
    status = draw(script, output.file, error);
    if (status == FLITLOCK_OK) {
      status = flitlock_output_commit(&output, error);
    } else {
      flitlock_output_abort(&output);
    }
  }
  fclose(script);
  return status;
}
