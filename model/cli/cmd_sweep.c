// SPDX-License-Identifier: Apache-2.0
// flitlock sweep: many configurations in parallel, each result kept, to be interrupted and gone on with at any moment.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/shard.h"
#include "cli/sweep.h"
#include "results/output.h"

enum { OUT = 1, JOBS, SHARD, TIMEOUT, RETRY, DRY_RUN, JSON, QUIET };

static const struct cli_option options[] = {
    {OUT, CLI_COMPLETE_DIRECTORY, "out", "DIR",
     "Where the results go: DIR/sweep.db; made if missing. A folder with a part of this sweep is gone on with."},
    {JOBS, CLI_COMPLETE_NOTHING, "jobs", "N",
     "Simulations at a time, 1 to 1024. Results do not depend on it. Default: one for each processor."},
    {SHARD, CLI_COMPLETE_NOTHING, "shard", "I/N",
     "Only every N-th point, from the I-th on (I: 1 to N). Each shard has a folder of its own; 'flitlock merge' joins "
     "them."},
    {TIMEOUT, CLI_COMPLETE_NOTHING, "timeout", "SECONDS",
     "Longest time for a point; one that takes longer is ended and has failed. Default: no limit."},
    {RETRY, CLI_COMPLETE_NOTHING, "retry-failed", NULL,
     "Simulate points anew that are in the database as failed, crashed or timed out."},
    {DRY_RUN, CLI_COMPLETE_NOTHING, "dry-run", NULL,
     "List the points with their commands; simulate and write nothing."},
    {JSON, CLI_COMPLETE_FILE, "json", "FILE",
     "Write how far the sweep came and which points failed as JSON (--dry-run: the points). '-' is standard output; "
     "the "
     "text then goes to standard error."},
    {QUIET, CLI_COMPLETE_NOTHING, "quiet", NULL, "Print no summary and no progress."},
};

static int read_request(const struct cli_arguments *arguments, struct sweep_request *request,
                        struct flitlock_error *error) {
  const char *jobs = cli_value(arguments, JOBS), *shard = cli_value(arguments, SHARD);
  const char *seconds = cli_value(arguments, TIMEOUT);
  *request = (struct sweep_request){.file = arguments->operands[0],
                                    .out = cli_value(arguments, OUT),
                                    .json = cli_value(arguments, JSON),
                                    .index = 1,
                                    .shards = 1,
                                    .jobs = cli_processors(),
                                    .quiet = cli_given(arguments, QUIET),
                                    .retry = cli_given(arguments, RETRY)};
  int status = FLITLOCK_OK;
  if (jobs != NULL) {
    uint64_t number = 0;
    status = cli_number(jobs, "--jobs", 1, &number, error);
    if (status == FLITLOCK_OK && number > CLI_PROCESSES_MAX)
      status =
          flitlock_fail(error, FLITLOCK_E_USAGE, "--jobs is too large: %s is more than %d", jobs, CLI_PROCESSES_MAX);
    request->jobs = (unsigned)number;
  }
  if (status == FLITLOCK_OK && shard != NULL) status = cli_shard_read(shard, &request->index, &request->shards, error);
  if (status == FLITLOCK_OK && seconds != NULL)
    status = cli_positive_real(seconds, "--timeout", &request->seconds, error);
  if (status == FLITLOCK_OK && (request->out == NULL || request->out[0] == '\0') && !cli_given(arguments, DRY_RUN))
    status = flitlock_fail(error, FLITLOCK_E_USAGE, "'flitlock sweep' needs --out DIR, a folder for the results");
  if (status == FLITLOCK_OK && request->json != NULL) status = flitlock_output_check(request->json, error);
  return status;
}

static int list(const struct sweep_request *request, struct flitlock_error *error) {
  FILE *text = request->json != NULL && strcmp(request->json, "-") == 0 ? stderr : stdout;
  int status = FLITLOCK_OK;
  if (!request->quiet) status = sweep_list_points(text, request->sweep, request->index, request->shards, error);
  return status == FLITLOCK_OK && request->json != NULL ? sweep_list_json(request, error) : status;
}

// How far a sweep came is told however it ended; the first failure is the one that is told.
static int tell(const struct sweep_request *request, struct flitlock_sweep_database *database,
                const struct sweep_progress *progress, int status, struct flitlock_error *error) {
  FILE *text = request->json != NULL && strcmp(request->json, "-") == 0 ? stderr : stdout;
  struct flitlock_error later = {0};
  int told = request->quiet ? FLITLOCK_OK : sweep_summary(text, request, database, progress, &later);
  if (told == FLITLOCK_OK && request->json != NULL) told = sweep_summary_json(request, database, progress, &later);
  if (status == FLITLOCK_OK && told != FLITLOCK_OK) {
    *error = later;
    return told;
  }
  uint64_t failed = progress->count[FLITLOCK_SWEEP_FAILED] + progress->count[FLITLOCK_SWEEP_CRASHED] +
                    progress->count[FLITLOCK_SWEEP_TIMED_OUT];
  if (status != FLITLOCK_OK || failed == 0) return status;
  return flitlock_fail(error, FLITLOCK_E_POINTS, "%llu of %llu points failed", (unsigned long long)failed,
                       (unsigned long long)progress->points);
}

static int simulate(const struct sweep_request *request, struct flitlock_error *error) {
  struct flitlock_sweep_database *database = NULL;
  int status = flitlock_sweep_open(request->out, request->sweep, &database, error);
  if (status != FLITLOCK_OK) return status;
  struct sweep_progress progress = {0};
  status = sweep_run(request, database, &progress, error);
  if (progress.points > 0) status = tell(request, database, &progress, status, error);
  free(progress.outcomes);
  int closed = flitlock_sweep_close(database, status == FLITLOCK_OK ? error : NULL);
  return status == FLITLOCK_OK ? closed : status;
}

static int run(const struct cli_arguments *arguments, struct flitlock_error *error) {
  struct sweep_request request;
  struct flitlock_sweep *sweep = NULL;
  int status = read_request(arguments, &request, error);
  if (status == FLITLOCK_OK) status = flitlock_sweep_load(request.file, &sweep, error);
  if (status == FLITLOCK_OK) {
    request.sweep = sweep;
    if (request.shards > flitlock_sweep_count(sweep)) {
      status = flitlock_fail(error, FLITLOCK_E_USAGE, "--shard: %llu shards for %llu points leave some without any",
                             (unsigned long long)request.shards, (unsigned long long)flitlock_sweep_count(sweep));
    } else {
      status = cli_given(arguments, DRY_RUN) ? list(&request, error) : simulate(&request, error);
    }
  }
  flitlock_sweep_free(sweep);
  return status;
}

const struct cli_command cli_cmd_sweep = {
    .name = "sweep",
    .operands = "SWEEP",
    .operands_min = 1,
    .operands_max = 1,
    .complete = CLI_COMPLETE_FILE,
    .summary = "simulate many configurations, and keep what came of each",
    .description =
        "Simulates every point that the YAML file SWEEP describes (docs/sweeps.md): a grid or list over any keys of a "
        "base configuration, and seeds. Each point runs in a process of its own, and its result goes into an SQLite "
        "database in one transaction.\n\nA sweep can be ended at any moment, by Ctrl-C, SIGKILL or a power cut; the "
        "same "
        "command goes on with the points that are missing. A folder with the results of another sweep is refused, and "
        "what differs is shown.\n\nExit code 0: all points are there. 1: all are there, and some failed. 2: a mistake "
        "in "
        "SWEEP, or another sweep's folder, or one in use. 4: interrupted. 6: the database cannot be written.",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .run = run,
};
