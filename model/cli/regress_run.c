// SPDX-License-Identifier: Apache-2.0
// The runs of a regression in parallel processes. Only this process writes to the database.
#include "cli/regress.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/minimise.h"
#include "cli/processes.h"
#include "results/shell.h"

// Items above this are runs that are to be shrunk.
#define SHRINK (UINT64_C(1) << 62)

struct pool {
  struct regress_work *work;
  struct cli_processes *processes;
  uint64_t next;  // in `order`
  double until;   // the time is over; 0: never
};

static double now(void) {
  struct timespec time;
  if (clock_gettime(CLOCK_MONOTONIC, &time) != 0) return 0;
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

const struct flitlock_regress_run *regress_work_run(const struct regress_work *work, uint64_t number) {
  const struct flitlock_regress_run *run = flitlock_regress_at(work->suite, number);
  for (size_t n = 0; n < work->again.count && run == NULL; n++)
    if (work->again.run[n].number == number) run = &work->again.run[n];
  if (run == NULL && number >= work->fill_first && number - work->fill_first < work->fill_count)
    run = work->fill[number - work->fill_first];
  return run;
}

// ---- What is next

int regress_is_shrunk(const struct regress_request *request, const struct flitlock_regress_run *run, int outcome,
                      int good) {
  if (request->minimise <= 0) return 0;
  char bench[64];
  // What goes into a bench is not recorded.
  if (flitlock_case_bench(&run->run, bench, sizeof(bench))) return 0;
  if (good) return run->packets > 0;
  // How long it takes to fail to end is not to be made smaller, nor is what cannot be run.
  return outcome == FLITLOCK_REGRESS_DIVERGENCE || outcome == FLITLOCK_REGRESS_INVARIANT ||
         outcome == FLITLOCK_REGRESS_NO_PROGRESS || outcome == FLITLOCK_REGRESS_CRASH;
}

// The first run that is to be shrunk and is not yet, UINT64_MAX: there is none.
static uint64_t next_to_shrink(const struct regress_work *work) {
  for (uint64_t n = 0; n < work->order_count; n++) {
    const uint64_t number = work->order[n];
    const struct flitlock_regress_state *state = &work->state[number];
    if (state->outcome == FLITLOCK_REGRESS_OPEN || state->minimised || work->shrinking[number]) continue;
    if (regress_is_shrunk(work->request, regress_work_run(work, number), state->outcome, state->good)) return number;
  }
  return UINT64_MAX;
}

// What is under way may fill the holes itself.
static uint64_t next_fill(struct pool *pool) {
  struct regress_work *work = pool->work;
  if (work->request->fill <= 0 || (work->fill_until <= 0 && regress_missing(work) > 0)) return UINT64_MAX;
  const uint64_t number = regress_fill_next(work, now());
  pool->next = work->order_count;
  if (number != UINT64_MAX) pool->processes->items++;
  return number;
}

static uint64_t next(void *self) {
  struct pool *pool = self;
  struct regress_work *work = pool->work;
  while (pool->next < work->order_count && work->state[work->order[pool->next]].outcome != FLITLOCK_REGRESS_OPEN)
    pool->next++;
  const uint64_t shrink = next_to_shrink(work);
  if (pool->next == work->order_count && shrink == UINT64_MAX) return next_fill(pool);
  if (pool->until > 0 && now() >= pool->until) {
    work->over = 1;
    return UINT64_MAX;
  }
  if (shrink == UINT64_MAX) return work->order[pool->next++];
  work->shrinking[shrink] = 1;
  pool->processes->items++;
  return shrink | SHRINK;
}

static double seconds_of(void *self, uint64_t item) {
  struct regress_work *work = ((struct pool *)self)->work;
  const uint64_t number = item & ~SHRINK;
  const double seconds = regress_work_run(work, number)->seconds;
  work->begun[number] = now();
  // Shrinking looks at the time by itself; what is left over is for the last run, with waves and picture.
  return item < SHRINK ? seconds : work->request->minimise + 2 * seconds + 120;
}

// ---- One run

// Where its files are: below the database, and from here.
static void folder_of(const struct regress_work *work, uint64_t number, char *below, size_t below_size, char *folder,
                      size_t size) {
  snprintf(below, below_size, REGRESS_RUNS "/%" PRId64 "-%" PRIu64, work->session.number, number);
  snprintf(folder, size, "%s/%s", work->request->out, below);
}

static void command_of(const struct regress_work *work, const struct flitlock_regress_run *run, const char *below,
                       char *line, size_t size) {
  char config[256], bench[64], command[4000], path[4200];
  line[0] = '\0';
  snprintf(config, sizeof(config), "%s/config.yaml", below);
  if (!flitlock_case_command(&run->run, config, command, sizeof(command))) return;
  if (!flitlock_case_bench(&run->run, bench, sizeof(bench))) {
    snprintf(line, size, "%s", command);
  } else if (regress_bench_path(work->request, bench, path, sizeof(path))) {
    // The program by its path, then what follows its name; a blank comes before each word.
    const char *rest = command + strlen(bench);
    if (!flitlock_shell_append(line, size, path) || strlen(line) + strlen(rest) >= size) {
      line[0] = '\0';
    } else {
      const size_t length = strlen(line);
      memmove(line, line + 1, length - 1);
      memcpy(line + length - 1, rest, strlen(rest) + 1);
    }
  }
}

static int work_one(void *self, uint64_t item, int out) {
  const struct regress_work *work = ((struct pool *)self)->work;
  const uint64_t number = item & ~SHRINK;
  const struct flitlock_regress_run *run = regress_work_run(work, number);
  char below[128], folder[4096], command[4096], smallest[4200];
  folder_of(work, number, below, sizeof(below), folder, sizeof(folder));
  if (item >= SHRINK) {
    snprintf(smallest, sizeof(smallest), "%s/minimal", folder);
    return minimise_work(&run->run, smallest, work->request->minimise, out);
  }
  command_of(work, run, below, command, sizeof(command));
  char bench[64], program[4200];
  if (flitlock_case_bench(&run->run, bench, sizeof(bench)) &&
      regress_bench_path(work->request, bench, program, sizeof(program)))
    return regress_bench_work(&run->run, program, folder, work->request->cover, out);
  regress_cover_ask(folder, work->request->cover);
  return regress_case_work(&run->run, folder, command, out);
}

static FILE *text_of(const struct regress_work *work) {
  return work->request->json != NULL && strcmp(work->request->json, "-") == 0 ? stderr : stdout;
}

static int finished_shrinking(struct regress_work *work, uint64_t number, const struct cli_finished *finished,
                              struct flitlock_error *error) {
  const struct flitlock_regress_run *run = regress_work_run(work, number);
  struct minimise_message message;
  char below[128], folder[4096], smallest[160];
  folder_of(work, number, below, sizeof(below), folder, sizeof(folder));
  snprintf(smallest, sizeof(smallest), "%s/minimal", below);
  if (!minimise_read(finished->message, finished->size, &message)) {
    memset(&message, 0, sizeof(message));
    snprintf(message.text, sizeof(message.text), "shrinking it ended without a result (%s)",
             finished->timed_out ? "too long" : finished->how);
  }
  if (message.status == FLITLOCK_E_OUTPUT) return flitlock_fail(error, message.status, "%.2000s", message.text);
  struct flitlock_regress_state *state = &work->state[number];
  const struct flitlock_regress_minimal *minimal = &message.minimal;
  const struct flitlock_regress_minimal_record record = {
      .minimal = *minimal,
      .good = state->good && minimal->found && minimal->packets <= run->packets,
      .seconds = now() - work->begun[number],
      .folder = minimal->found ? smallest : "",
      .command = message.command,
      .message = message.text};
  int status = flitlock_regress_store_minimal(work->database, &work->session, run, &record, error);
  if (status != FLITLOCK_OK) return status;
  if (!work->request->quiet) regress_tell_minimal(text_of(work), work, run, &record);
  state->good = record.good != 0;
  state->minimised = 1;
  return FLITLOCK_OK;
}

static int finished(void *self, const struct cli_finished *finished, struct flitlock_error *error) {
  struct regress_work *work = ((struct pool *)self)->work;
  if (finished->item >= SHRINK) return finished_shrinking(work, finished->item & ~SHRINK, finished, error);
  const struct flitlock_regress_run *run = regress_work_run(work, finished->item);
  struct flitlock_regress_record record = {.folder = "", .command = ""};
  char below[128], folder[4096], command[4096];
  folder_of(work, finished->item, below, sizeof(below), folder, sizeof(folder));
  if (!regress_case_read(finished->message, finished->size, &record.result))
    flitlock_case_lost(finished->how, finished->timed_out, &record.result);
  if (record.result.outcome == FLITLOCK_REGRESS_OPEN)
    return flitlock_fail(error, record.result.status, "%.2000s", record.result.message);
  record.good = regress_is_good(run, &record.result);
  record.seconds = now() - work->begun[finished->item];
  if (record.result.outcome != FLITLOCK_REGRESS_PASS) {
    command_of(work, run, below, command, sizeof(command));
    record.folder = below;
    record.command = command;
  }
  struct regress_cover cover;
  regress_cover_take(work, run, folder, &cover);
  record.cover = &cover.files;
  int status = flitlock_regress_store(work->database, &work->session, run, &record, error);
  if (status == FLITLOCK_OK && !work->request->quiet) regress_cover_tell_found(text_of(work), run, &cover.found);
  work->fill_found += cover.found.points;
  regress_cover_drop(&cover);
  char bench[64];
  if (flitlock_case_bench(&run->run, bench, sizeof(bench)) || work->request->cover != 0)
    regress_folder_clean(folder, record.result.outcome);
  if (status != FLITLOCK_OK) return status;
  work->state[finished->item] =
      (struct flitlock_regress_state){.outcome = (uint8_t)record.result.outcome, .good = record.good != 0};
  work->now++;
  if (!work->request->quiet) regress_tell(text_of(work), work, run, &record);
  return FLITLOCK_OK;
}

// ---- All

// Failing cases of earlier sessions first.
static void put_order(struct regress_work *work) {
  const struct flitlock_regress_again *again = &work->again;
  for (size_t n = 0; n < again->first_count; n++)
    if (again->first[n] % work->request->shards == work->request->index - 1)
      work->order[work->order_count++] = again->first[n];
  for (size_t n = 0; n < again->count; n++)
    work->order[work->order_count++] = again->run[n].number;
  for (uint64_t n = 0; n < flitlock_regress_count(work->suite); n++) {
    int is_first = n % work->request->shards != work->request->index - 1;
    for (size_t f = 0; f < again->first_count && !is_first; f++)
      is_first = again->first[f] == n;
    if (!is_first) work->order[work->order_count++] = n;
  }
}

static int prepare(struct regress_work *work, struct flitlock_error *error) {
  int status = flitlock_regress_read_again(work->database, &work->session, work->suite, &work->again, error);
  if (status != FLITLOCK_OK) return status;
  work->count = flitlock_regress_count(work->suite) + work->again.count + work->again.first_count;
  work->state = calloc(work->count, sizeof(*work->state));
  work->order = calloc(work->count, sizeof(*work->order));
  work->begun = calloc(work->count, sizeof(*work->begun));
  work->shrinking = calloc(work->count, sizeof(*work->shrinking));
  if (work->state == NULL || work->order == NULL || work->begun == NULL || work->shrinking == NULL)
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the regression");
  put_order(work);
  status = flitlock_regress_states(work->database, &work->session, work->state, work->count, error);
  work->before = work->order_count - regress_missing(work);
  return status;
}

int regress_work_all(struct regress_work *work, struct flitlock_error *error) {
  const struct regress_request *request = work->request;
  int status = prepare(work, error);
  if (status != FLITLOCK_OK) return status;
  if (!request->quiet) regress_head(request->json != NULL && strcmp(request->json, "-") == 0 ? stderr : stdout, work);
  struct pool pool = {.work = work, .until = request->budget > 0 ? now() + request->budget : 0};
  struct cli_processes processes = {.self = &pool,
                                    .next = next,
                                    .work = work_one,
                                    .finished = finished,
                                    .seconds_of = seconds_of,
                                    .jobs = request->jobs,
                                    .first = work->before,
                                    .items = work->order_count,
                                    .unit = "run",
                                    .quiet = request->quiet};
  pool.processes = &processes;
  int interrupted = 0;
  status = cli_processes_run(&processes, &interrupted, error);
  if (interrupted)
    return flitlock_fail(error, FLITLOCK_E_TIMEOUT,
                         "interrupted: %" PRIu64 " of %" PRIu64
                         " runs are in '%s' and are kept; the same command goes on from there",
                         work->order_count - regress_missing(work), work->order_count, request->out);
  if (status == FLITLOCK_OK)
    status = flitlock_regress_end(work->database, &work->session, work->over ? "budget" : "complete", error);
  return status;
}
