// SPDX-License-Identifier: Apache-2.0
// Runs of benches: blocks that stand in no pod, each in a program of its own (tests/rtl/benches).
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/processes.h"
#include "cli/regress.h"

// Options of a bench: --json, --cover, --plant, --plant-at, --plant-into, --device, each with a value, and the case.
#define ARGUMENTS 16

int regress_bench_path(const struct regress_request *request, const char *bench, char *path, size_t size) {
  const int length = snprintf(path, size, "%s/%s", request->benches, bench);
  return length > 0 && (size_t)length < size;
}

void regress_benches_find(const char *given, char *folder, size_t size) {
  char program[3000];
  const ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 1);
  program[length > 0 ? length : 0] = '\0';
  char *slash = strrchr(program, '/');
  if (slash != NULL) *slash = '\0';
  if (given != NULL) {
    // The command of a run is given where the database is.
    char *real = realpath(given, NULL);
    snprintf(folder, size, "%s", real != NULL ? real : given);
    free(real);
  } else {
    snprintf(folder, size, "%s/benches", program);
  }
}

int regress_benches_check(const struct regress_request *request, const struct flitlock_regress_suite *suite,
                          struct flitlock_error *error) {
  char bench[64] = "", path[4200];
  for (uint64_t n = 0; n < flitlock_regress_count(suite); n++) {
    const struct flitlock_regress_run *run = flitlock_regress_at(suite, n);
    if (!flitlock_case_bench(&run->run, bench, sizeof(bench))) continue;
    if (regress_bench_path(request, bench, path, sizeof(path)) && access(path, X_OK) == 0) continue;
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "entry '%s' is of the bench '%s', but there is no program '%.1000s': build the target "
                         "flitlock_benches, name the folder by --benches, or leave such runs out by --without-rtl",
                         run->entry, bench, path);
  }
  return FLITLOCK_OK;
}

static int tell(int status, const char *message, int out) {
  struct flitlock_case_result result;
  memset(&result, 0, sizeof(result));
  result.outcome = FLITLOCK_REGRESS_OPEN;
  result.status = status;
  snprintf(result.message, sizeof(result.message), "%s", message);
  return cli_write_all(out, &result, sizeof(result)) ? 0 : 1;
}

int regress_bench_work(const struct flitlock_case *self, const char *program, const char *folder, unsigned cover,
                       int out) {
  struct flitlock_error error = {0};
  char config[4200], lines[4200], json[32], message[600];
  const struct {
    const char *option, *value;
  } options[] = {{"--json", json},
                 {"--cover", (cover >> FLITLOCK_COVER_CROSS & 1U) != 0 ? lines : NULL},
                 {"--plant", self->plant},
                 {"--plant-at", self->plant_at},
                 {"--plant-into", self->plant_into},
                 {"--device", self->device}};
  char texts[ARGUMENTS][4200], *arguments[ARGUMENTS + 1];
  size_t count = 0;
  if (regress_folder_make(folder, self, &error) != FLITLOCK_OK) return tell(error.status, error.text, out);
  snprintf(json, sizeof(json), "/dev/fd/%d", out);
  snprintf(config, sizeof(config), "%s/config.yaml", folder);
  snprintf(lines, sizeof(lines), "%s/cover.txt", folder);
  snprintf(texts[count++], sizeof(texts[0]), "%s", program);
  snprintf(texts[count++], sizeof(texts[0]), "%s", config);
  for (size_t n = 0; n < sizeof(options) / sizeof(options[0]); n++) {
    if (options[n].value == NULL) continue;
    snprintf(texts[count++], sizeof(texts[0]), "%s", options[n].option);
    snprintf(texts[count++], sizeof(texts[0]), "%s", options[n].value);
  }
  for (size_t n = 0; n < count; n++)
    arguments[n] = texts[n];
  arguments[count] = NULL;
  // The bench keeps the pipe, and is the process that the parent knows.
  const int flags = fcntl(out, F_GETFD);
  if (flags >= 0) (void)fcntl(out, F_SETFD, flags & ~FD_CLOEXEC);
  regress_redirect(folder);
  regress_cover_ask(folder, cover);
  (void)execv(program, arguments);
  snprintf(message, sizeof(message), "cannot run '%.400s': %s", program, strerror(errno));
  return tell(FLITLOCK_E_CONFIG, message, out);
}
