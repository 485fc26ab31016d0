// SPDX-License-Identifier: Apache-2.0
// Latencies along a stream as a picture: translation and round trip of each request, in order of issue.
#include <inttypes.h>

#include "cli/gnuplot.h"
#include "cli/scale_up.h"

// A name of a file in gnuplot's double quotes.
static void put_quoted(FILE *script, const char *text) {
  for (; *text != '\0'; text++) {
    if (*text == '"' || *text == '\\') fputc('\\', script);
    fputc(*text, script);
  }
}

static void put_script(FILE *script, const struct flitlock_scale_up_results *results, int png) {
  fprintf(script, "set terminal %s size 820,480 font 'sans,12' background '#ffffff' noenhanced\n",
          png ? "pngcairo" : "svg");
  fputs("$data << END\n", script);
  for (uint64_t n = 0; n < results->samples; n++)
    fprintf(script, "%" PRIu64 " %.6g %.6g\n", n, results->sample[n].translation / results->clock_ghz,
            results->sample[n].round_trip / results->clock_ghz);
  fputs("END\nset title \"", script);
  put_quoted(script, results->name);
  fprintf(script, ": requests of GPU %" PRIu32 " to GPU %" PRIu32 "\"\n", results->stream_src, results->stream_dst);
  fputs("set grid lc rgb '#dddddd'\nset key top right\nset xlabel 'request, in order of issue'\n", script);
  fputs("set ylabel 'ns'\nset yrange [0:*]\n", script);
  fputs(
      "plot $data using 1:3 with lines lw 1 lc rgb '#bbbbbb' title 'round trip', "
      "$data using 1:2 with lines lw 1.5 lc rgb '#b5482f' title 'translation'\n",
      script);
}

int cli_scale_up_plot(const struct flitlock_scale_up_results *results, const char *path, struct flitlock_error *error) {
  if (results->samples == 0)
    return flitlock_fail(error, FLITLOCK_E_VACUOUS, "nothing to draw: GPU %u sent nothing to GPU %u",
                         results->stream_src, results->stream_dst);
  FILE *script = cli_gnuplot_script(error);
  if (script == NULL) return FLITLOCK_E_OUTPUT;
  put_script(script, results, cli_gnuplot_is_png(path));
  return cli_gnuplot_draw(script, path, error);
}
