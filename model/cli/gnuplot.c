// SPDX-License-Identifier: Apache-2.0
#include "cli/gnuplot.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "results/output.h"

extern char **environ;

int cli_gnuplot_is_png(const char *path) {
  size_t length = strlen(path);
  return length >= 4 && strcmp(path + length - 4, ".png") == 0;
}

FILE *cli_gnuplot_script(struct flitlock_error *error) {
  FILE *script = tmpfile();
  if (script == NULL) flitlock_fail(error, FLITLOCK_E_OUTPUT, "no temporary file for gnuplot: %s", strerror(errno));
  return script;
}

// gnuplot with the script as its input and the picture as its output.
static int run_gnuplot(FILE *script, int picture, struct flitlock_error *error) {
  char name[] = "gnuplot";
  char *const arguments[] = {name, NULL};
  posix_spawn_file_actions_t files;
  if (posix_spawn_file_actions_init(&files) != 0) {
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for gnuplot");
  }
  pid_t process = 0;
  int failed = posix_spawn_file_actions_adddup2(&files, fileno(script), STDIN_FILENO);
  if (failed == 0) failed = posix_spawn_file_actions_adddup2(&files, picture, STDOUT_FILENO);
  if (failed == 0) failed = posix_spawnp(&process, name, &files, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&files);
  if (failed == ENOENT) {
    return flitlock_fail(error, FLITLOCK_E_INPUT,
                         "--plot needs gnuplot, which is not in the PATH: install it (Debian: gnuplot-nox), or plot "
                         "the tables of --csv with what you have");
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

int cli_gnuplot_draw(FILE *script, const char *path, struct flitlock_error *error) {
  rewind(script);
  struct flitlock_output output;
  int status = flitlock_output_open(&output, path, error);
  if (status == FLITLOCK_OK) {
    status = run_gnuplot(script, flitlock_output_descriptor(&output), error);
    if (status == FLITLOCK_OK) {
      status = flitlock_output_commit(&output, error);
    } else {
      flitlock_output_abort(&output);
    }
  }
  fclose(script);
  return status;
}
