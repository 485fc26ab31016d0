// SPDX-License-Identifier: Apache-2.0
// flitlock mutate: runs every systematic mutant of a block's RTL against the golden model. A companion program, built
// with the RTL, does the runs; this one starts it, some at a time, and keeps what comes out.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/jobs.h"
#include "cli/mutate.h"
#include "cli/options.h"
#include "cli/processes.h"
#include "cli/project_file.h"
#include "results/output.h"

enum { OUT = 1, JOBS, TIMEOUT, EVERY, PROGRAMS, JSON, REQUIRE, QUIET };

static const struct cli_option options[] = {
    {OUT, CLI_COMPLETE_DIRECTORY, "out", "FOLDER",
     "Where mutation.db is kept. What is in it already is not run again. Default: mutation-BLOCK."},
    {JOBS, CLI_COMPLETE_NOTHING, "jobs", "N", "Mutants at a time, 1 to 256. Results do not depend on it. Default: 2."},
    {TIMEOUT, CLI_COMPLETE_NOTHING, "timeout", "SECONDS",
     "A mutant that takes longer counts as killed by TIMEOUT. Default: 300."},
    {EVERY, CLI_COMPLETE_NOTHING, "every", "N", "Run only every N-th mutant. Default: 1."},
    {PROGRAMS, CLI_COMPLETE_DIRECTORY, "programs", "FOLDER",
     "Where the companion programs are. Default: mutate beside this program."},
    {JSON, CLI_COMPLETE_FILE, "json", "FILE",
     "Write the result as JSON. '-' is standard output; the text then goes to standard error."},
    {REQUIRE, CLI_COMPLETE_NOTHING, "require", "PERCENT",
     "Exit code 1 if the score is lower, or if a mutant was not run."},
    {QUIET, CLI_COMPLETE_NOTHING, "quiet", NULL, "No bar and no text."},
};

struct request {
  const char *block, *out, *json;
  char program[4096];
  unsigned jobs;
  uint64_t every;
  double seconds, require;
  int quiet;
};

struct pool {
  const struct request *request;
  sqlite3 *db;
  int64_t *number;  // [count]
  uint64_t count, next;
};

static int read_request(const struct cli_arguments *arguments, char *folder, size_t size, struct request *request,
                        struct flitlock_error *error) {
  const char *timeout = cli_value(arguments, TIMEOUT), *every = cli_value(arguments, EVERY),
             *require = cli_value(arguments, REQUIRE);
  *request = (struct request){.block = arguments->operands[0],
                              .out = cli_value(arguments, OUT),
                              .json = cli_value(arguments, JSON),
                              .every = 1,
                              .seconds = 300,
                              .quiet = cli_given(arguments, QUIET)};
  if (request->block[0] == '\0' ||
      strspn(request->block, "abcdefghijklmnopqrstuvwxyz0123456789_-") != strlen(request->block))
    return flitlock_fail(error, FLITLOCK_E_USAGE, "'%s' is no name of a block", request->block);
  if (request->out == NULL) {
    snprintf(folder, size, "mutation-%s", request->block);
    request->out = folder;
  }
  int status = cli_jobs_read(arguments, JOBS, &request->jobs, error);
  if (status == FLITLOCK_OK && timeout != NULL)
    status = cli_positive_real(timeout, "--timeout", &request->seconds, error);
  if (status == FLITLOCK_OK && every != NULL) status = cli_number(every, "--every", 1, &request->every, error);
  if (status == FLITLOCK_OK && require != NULL)
    status = cli_positive_real(require, "--require", &request->require, error);
  if (status == FLITLOCK_OK && request->json != NULL) status = flitlock_output_check(request->json, error);
  return status;
}

static int find_program(const struct cli_arguments *arguments, struct request *request, struct flitlock_error *error) {
  const char *programs = cli_value(arguments, PROGRAMS);
  char relative[256];
  snprintf(relative, sizeof(relative), "mutate/%.200s", request->block);
  if (programs != NULL) {
    snprintf(request->program, sizeof(request->program), "%s/%s", programs, request->block);
    if (access(request->program, X_OK) == 0) return FLITLOCK_OK;
  } else if (cli_project_file(relative, X_OK, request->program, sizeof(request->program))) {
    return FLITLOCK_OK;
  }
  return flitlock_fail(error, FLITLOCK_E_INPUT,
                       "there is no companion program for '%s' ('%s'); 'ninja mutate-%s' in the build folder builds it",
                       request->block, programs != NULL ? request->program : relative, request->block);
}

// PROGRAM.list, as text. Caller frees.
static int read_list(const struct request *request, char **list, struct flitlock_error *error) {
  char path[4096 + 8];
  snprintf(path, sizeof(path), "%s.list", request->program);
  FILE *file = fopen(path, "rb");
  if (file == NULL) return flitlock_fail(error, FLITLOCK_E_INPUT, "cannot read '%s': %s", path, strerror(errno));
  int status = FLITLOCK_OK;
  size_t size = 0, capacity = 1 << 16;
  *list = malloc(capacity + 1);
  while (*list != NULL) {
    size += fread(*list + size, 1, capacity - size, file);
    if (size < capacity) break;
    capacity *= 2;
    char *larger = realloc(*list, capacity + 1);
    if (larger == NULL) free(*list);
    *list = larger;
  }
  if (*list == NULL) {
    status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for '%s'", path);
  } else {
    (*list)[size] = '\0';
  }
  fclose(file);
  return status;
}

static int find_open(struct pool *pool, struct flitlock_error *error) {
  static const char query[] =
      "SELECT number FROM mutant LEFT JOIN result USING (number) WHERE present AND outcome IS NULL "
      "ORDER BY number";
  sqlite3_stmt *row = NULL;
  struct mutate_counts counts;
  int status = mutate_count(pool->db, &counts, error);
  if (status != FLITLOCK_OK) return status;
  pool->number = calloc(counts.open + 1, sizeof(*pool->number));
  if (pool->number == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the mutants");
  if (sqlite3_prepare_v2(pool->db, query, -1, &row, NULL) != SQLITE_OK) return mutate_fail(pool->db, error);
  while (sqlite3_step(row) == SQLITE_ROW && pool->count < counts.open) {
    int64_t number = sqlite3_column_int64(row, 0);
    if ((uint64_t)number % pool->request->every == 0) pool->number[pool->count++] = number;
  }
  sqlite3_finalize(row);
  return FLITLOCK_OK;
}

static uint64_t next(void *self) {
  struct pool *pool = self;
  return pool->next < pool->count ? (uint64_t)pool->number[pool->next++] : UINT64_MAX;
}

static int work(void *self, uint64_t number, int out) {
  struct pool *pool = self;
  char text[24];
  snprintf(text, sizeof(text), "%llu", (unsigned long long)number);
  if (dup2(out, STDOUT_FILENO) < 0) return 126;
  if (freopen("/dev/null", "w", stderr) == NULL) return 126;  // what the RTL says on its way is in the line, too
  execl(pool->request->program, pool->request->program, "run", text, (char *)NULL);
  return 127;
}

static int take(struct pool *pool, uint64_t number, const struct cli_finished *finished, struct flitlock_error *error) {
  if (finished->timed_out) return mutate_store_end(pool->db, (int64_t)number, "TIMEOUT", "no end in time", error);
  if (finished->how[0] == 's') return mutate_store_end(pool->db, (int64_t)number, "CRASH", finished->how, error);
  if (finished->how[0] != '\0' || finished->size == 0)
    return flitlock_fail(error, FLITLOCK_E_INTERNAL, "mutant %llu: '%s' ended with %s", (unsigned long long)number,
                         pool->request->program, finished->how[0] != '\0' ? finished->how : "no result");
  char *line = malloc(finished->size + 1);
  if (line == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for a result");
  memcpy(line, finished->message, finished->size);
  line[finished->size] = '\0';
  line[strcspn(line, "\n")] = '\0';
  int status = mutate_store(pool->db, (int64_t)number, line, error);
  free(line);
  return status;
}

static int finished(void *self, const struct cli_finished *ended, struct flitlock_error *error) {
  struct pool *pool = self;
  if (ended->item != 0) return take(pool, ended->item, ended, error);
  // Without a mutant nothing may be seen, or every mutant would be "killed".
  if (ended->how[0] == '\0' && ended->size > 8 && strncmp(ended->message, "survived", 8) == 0) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_MISMATCH, "without a mutant: %s%s%.*s",
                       ended->timed_out ? "no end in time" : ended->how, ended->how[0] != '\0' ? "; " : "",
                       ended->message != NULL ? (int)strcspn(ended->message, "\n") : 0,
                       ended->message != NULL ? ended->message : "");
}

static int run_pool(struct pool *pool, struct flitlock_error *error) {
  struct cli_processes processes = {.self = pool,
                                    .next = next,
                                    .work = work,
                                    .finished = finished,
                                    .jobs = pool->request->jobs,
                                    .seconds = pool->request->seconds,
                                    .items = pool->count,
                                    .unit = "mutant",
                                    .quiet = pool->request->quiet};
  int interrupted = 0;
  int status = cli_processes_run(&processes, &interrupted, error);
  if (interrupted)
    return flitlock_fail(error, FLITLOCK_E_TIMEOUT, "interrupted; the same command goes on where it stopped");
  return status;
}

static int run_all(struct pool *pool, struct flitlock_error *error) {
  int status = find_open(pool, error);
  if (status != FLITLOCK_OK || pool->count == 0) return status;
  int64_t *const list = pool->number;
  const uint64_t count = pool->count;
  int64_t none = 0;
  pool->number = &none;
  pool->count = 1;
  status = run_pool(pool, error);
  pool->number = list;
  pool->count = count;
  pool->next = 0;
  return status == FLITLOCK_OK ? run_pool(pool, error) : status;
}

static int report(const struct request *request, sqlite3 *db, struct flitlock_error *error) {
  int status = FLITLOCK_OK;
  if (!request->quiet)
    status = mutate_text(db, request->block, request->json != NULL && strcmp(request->json, "-") == 0 ? stderr : stdout,
                         error);
  if (status == FLITLOCK_OK && request->json != NULL) status = mutate_json(db, request->block, request->json, error);
  struct mutate_counts counts;
  if (status == FLITLOCK_OK) status = mutate_count(db, &counts, error);
  if (status != FLITLOCK_OK || request->require <= 0) return status;
  if (counts.score >= request->require && counts.open == 0) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_MISMATCH,
                       "the score is %.1f %%, with %llu mutants not run; asked for is %.1f %%", counts.score,
                       (unsigned long long)counts.open, request->require);
}

static int run(const struct cli_arguments *arguments, struct flitlock_error *error) {
  char folder[300], *list = NULL;
  struct request request;
  struct pool pool = {.request = &request};
  int status = read_request(arguments, folder, sizeof(folder), &request, error);
  if (status == FLITLOCK_OK) status = find_program(arguments, &request, error);
  if (status == FLITLOCK_OK) status = read_list(&request, &list, error);
  if (status == FLITLOCK_OK) status = mutate_open(request.out, request.block, list, &pool.db, error);
  if (status == FLITLOCK_OK) status = run_all(&pool, error);
  if (status == FLITLOCK_OK) status = report(&request, pool.db, error);
  sqlite3_close(pool.db);
  free(pool.number);
  free(list);
  return status;
}

const struct cli_command cli_cmd_mutate = {
    .name = "mutate",
    .operands = "BLOCK",
    .operands_min = 1,
    .operands_max = 1,
    .complete = CLI_COMPLETE_NOTHING,
    .summary = "count which systematic errors in a block's RTL are seen",
    .description =
        "Runs golden and RTL of BLOCK (router, dst, l1_link_tlb, l2_link_tlb, l2_slice) in lockstep once for each "
        "systematic mutant "
        "of the RTL: operators, operands, constants, conditions, dropped assignments, reset values, signals swapped. "
        "Says "
        "which check saw it and when, lists those that nothing saw by file and line, and counts the score.\n\nThe runs "
        "are "
        "done by a companion program in which all mutants are built, mutate/BLOCK beside this one; it is not part of "
        "the "
        "default build: 'ninja mutate-BLOCK'. Killed and started again, the command goes on where it stopped. "
        "scripts/mutate-prove then shows which survivors are no change at all. docs/mutation.md describes it.",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .run = run,
};
