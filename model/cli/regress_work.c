// SPDX-License-Identifier: Apache-2.0
// One run of a regression in its own process, with a folder of its own for what it leaves.
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/implementation.h"
#include "cli/processes.h"
#include "cli/regress.h"
#include "cli/wavedrom.h"
#include "results/output.h"

#define CONFIG "config.yaml"
#define OUTPUT "output.txt"
#define CASE   "case.json"

static int join(char *path, size_t size, const char *folder, const char *name) {
  const int length = snprintf(path, size, "%s/%s", folder, name);
  return length > 0 && (size_t)length < size;
}

static int write_text(const char *folder, const char *name, const char *text, struct flitlock_error *error) {
  char path[4096];
  struct flitlock_output output;
  if (!join(path, sizeof(path), folder, name))
    return flitlock_fail(error, FLITLOCK_E_OUTPUT, "%.1000s: the path is too long", folder);
  int status = flitlock_output_open(&output, path, error);
  if (status != FLITLOCK_OK) return status;
  fputs(text, output.file);
  return flitlock_output_commit(&output, error);
}

int regress_folder_make(const char *folder, const struct flitlock_case *self, struct flitlock_error *error) {
  int status = flitlock_output_make_folder(folder, error);
  if (status == FLITLOCK_OK) status = write_text(folder, CONFIG, self->config, error);
  if (status != FLITLOCK_OK || (self->plant == NULL && self->device == NULL)) return status;
  // What the configuration does not say.
  json_t *rest = json_pack("{s:s*, s:s*, s:s*, s:s*}", "plant", self->plant, "plant_at", self->plant_at, "plant_into",
                           self->plant_into, "device", self->device);
  char *text = rest != NULL ? json_dumps(rest, JSON_COMPACT) : NULL;
  json_decref(rest);
  if (text == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the case");
  status = write_text(folder, CASE, text, error);
  free(text);
  return status;
}

void regress_folder_remove(const char *folder) {
  static const char *const names[] = {CONFIG,     OUTPUT,      CASE,        "report.txt", "report.json",
                                      "wave.vcd", "wave.gtkw", "wave.json", "wave.svg"};
  char path[4096];
  for (size_t n = 0; n < sizeof(names) / sizeof(names[0]); n++)
    if (join(path, sizeof(path), folder, names[n])) (void)unlink(path);
  (void)rmdir(folder);
}

// What the RTL prints, and the last words of a process that crashes.
void regress_redirect(const char *folder) {
  char path[4096];
  if (!join(path, sizeof(path), folder, OUTPUT)) return;
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0666);
  if (file < 0) return;
  (void)dup2(file, STDOUT_FILENO);
  (void)dup2(file, STDERR_FILENO);
  (void)close(file);
}

static void drop_empty_output(const char *folder) {
  char path[4096];
  if (!join(path, sizeof(path), folder, OUTPUT)) return;
  fflush(NULL);
  FILE *file = fopen(path, "rb");
  const int empty = file != NULL && getc(file) == EOF;
  if (file != NULL) (void)fclose(file);
  if (empty) (void)unlink(path);
}

void regress_case_run(const struct flitlock_case *self, const char *folder, const char *command,
                      struct flitlock_case_result *result) {
  const struct flitlock_case_options options = {.rtl = cli_rtl_device(), .directory = folder, .reproduce = command};
  (void)flitlock_case_run(self, &options, result);
  char json[4096], svg[4096];
  if (result->outcome == FLITLOCK_REGRESS_DIVERGENCE && join(json, sizeof(json), folder, "wave.json") &&
      join(svg, sizeof(svg), folder, "wave.svg"))
    (void)cli_wavedrom(json, svg);
}

void regress_folder_clean(const char *folder, int outcome) {
  if (outcome == FLITLOCK_REGRESS_PASS) {
    regress_folder_remove(folder);
  } else {
    drop_empty_output(folder);
  }
}

int regress_case_work(const struct flitlock_case *self, const char *folder, const char *command, int out) {
  struct flitlock_case_result result;
  struct flitlock_error error = {0};
  memset(&result, 0, sizeof(result));
  if (regress_folder_make(folder, self, &error) == FLITLOCK_OK) {
    regress_redirect(folder);
    regress_case_run(self, folder, command, &result);
    regress_folder_clean(folder, result.outcome);
  } else {
    // A full disk is no failure of the run: the regression ends, and goes on when there is room.
    result.outcome = FLITLOCK_REGRESS_OPEN;
    result.status = error.status;
    memcpy(result.message, error.text, sizeof(result.message));
  }
  return cli_write_all(out, &result, sizeof(result)) ? 0 : 1;
}

int regress_case_read(const char *message, size_t size, struct flitlock_case_result *result) {
  // Of a bench.
  if (size > 0 && message[0] == '{') return flitlock_case_read(message, size, result);
  if (size != sizeof(*result)) return 0;
  memcpy(result, message, sizeof(*result));
  return 1;
}

int regress_is_good(const struct flitlock_regress_run *run, const struct flitlock_case_result *result) {
  return result->outcome == run->expected && strstr(result->kind, run->kind) != NULL;
}
