// SPDX-License-Identifier: Apache-2.0
// flitlock regress: a suite of runs with expected outcomes, each in a process of its own.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "cli/command.h"
#include "cli/implementation.h"
#include "cli/options.h"
#include "cli/regress.h"
#include "cli/shard.h"
#include "results/output.h"

enum {
  OUT = 1,
  JOBS,
  SHARD,
  SEED,
  ENTRY,
  HOSTS,
  WITHOUT_RTL,
  BENCHES,
  BUDGET,
  COVERAGE,
  FILL,
  MINIMISE,
  NO_MINIMISE,
  RESUME,
  ANEW,
  LABEL,
  JUNIT,
  JSON,
  LIST,
  QUIET
};

static const struct cli_option options[] = {
    {OUT, CLI_COMPLETE_DIRECTORY, "out", "DIR",
     "Where the results go: DIR/regress.db, and the files of failures below DIR/runs; made if missing. A session that "
     "was interrupted is gone on with; otherwise a new one begins with the cases that failed before."},
    {JOBS, CLI_COMPLETE_NOTHING, "jobs", "N",
     "Runs at a time, 1 to 1024. Outcomes do not depend on it. Default: one for each processor."},
    {SHARD, CLI_COMPLETE_NOTHING, "shard", "I/N",
     "Only every N-th run, from the I-th on (I: 1 to N). Shards of one regression need the same --seed, and a folder "
     "each."},
    {SEED, CLI_COMPLETE_NOTHING, "seed", "N",
     "Seed of the suite, from which fresh seeds and random configurations are drawn. Default: drawn, printed and "
     "stored."},
    {ENTRY, CLI_COMPLETE_NOTHING, "entry", "PATTERN,...", "Only the entries whose name matches."},
    {HOSTS, CLI_COMPLETE_NOTHING, "hosts", "HOST,...", "Only these of c, rtl and lockstep."},
    {WITHOUT_RTL, CLI_COMPLETE_NOTHING, "without-rtl", NULL,
     "Leave out the runs that need the RTL, for a program that was built without it."},
    {BENCHES, CLI_COMPLETE_DIRECTORY, "benches", "DIR",
     "Where the programs of benches are, which run blocks that stand in no pod. Default: benches/ beside flitlock."},
    {BUDGET, CLI_COMPLETE_NOTHING, "time-budget", "TIME",
     "Begin no run after TIME (90s, 10m, 2h); what is left is told as missing, and the session is over."},
    {COVERAGE, CLI_COMPLETE_NOTHING, "coverage", "KIND,...",
     "Count what is covered, of cross, line and toggle, and hold it to what SUITE asks for. The last two need a build "
     "with FLITLOCK_RTL_COVERAGE=ON."},
    {FILL, CLI_COMPLETE_NOTHING, "fill-holes", "TIME",
     "When all is run, spend TIME on random configurations for what is not covered, and tell which holes each filled. "
     "Implies --coverage cross."},
    {MINIMISE, CLI_COMPLETE_NOTHING, "minimise", "TIME",
     "Longest time to shrink a failure to the smallest case that fails in the same way. Default: 1m."},
    {NO_MINIMISE, CLI_COMPLETE_NOTHING, "no-minimise", NULL,
     "Shrink nothing, whatever entries say of how small their failures have to get."},
    {RESUME, CLI_COMPLETE_NOTHING, "resume", NULL,
     "There has to be an interrupted session of this suite to go on with; otherwise nothing is run."},
    {ANEW, CLI_COMPLETE_NOTHING, "new", NULL,
     "Begin a new session even where an interrupted one could be gone on with."},
    {LABEL, CLI_COMPLETE_NOTHING, "label", "TEXT", "What the session is called in reports, for example a commit."},
    {JUNIT, CLI_COMPLETE_FILE, "junit", "FILE", "Write the session as JUnit's XML."},
    {JSON, CLI_COMPLETE_FILE, "json", "FILE",
     "Write the runs with their outcomes as JSON. '-' is standard output; the text then goes to standard error."},
    {LIST, CLI_COMPLETE_NOTHING, "list", NULL, "List the runs with their seeds; run and write nothing."},
    {QUIET, CLI_COMPLETE_NOTHING, "quiet", NULL, "Print no failures, no summary and no progress."},
};

static uint64_t draw_seed(void) {
  uint32_t seed = 0;
  if (getrandom(&seed, sizeof(seed), 0) != (ssize_t)sizeof(seed)) seed = 0;
  return (uint64_t)seed + 1;
}

static int read_numbers(const struct cli_arguments *arguments, struct regress_request *request,
                        struct flitlock_error *error) {
  const char *jobs = cli_value(arguments, JOBS), *shard = cli_value(arguments, SHARD);
  const char *seed = cli_value(arguments, SEED), *budget = cli_value(arguments, BUDGET);
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
  if (status == FLITLOCK_OK && seed != NULL) status = cli_number(seed, "--seed", 1, &request->choice.seed, error);
  if (status == FLITLOCK_OK && budget != NULL && !flitlock_regress_seconds(budget, &request->budget))
    status =
        flitlock_fail(error, FLITLOCK_E_USAGE, "--time-budget is a time above 0, as 90s, 10m or 2h, not '%s'", budget);
  const char *minimise = cli_value(arguments, MINIMISE);
  if (status == FLITLOCK_OK && minimise != NULL && !flitlock_regress_seconds(minimise, &request->minimise))
    status =
        flitlock_fail(error, FLITLOCK_E_USAGE, "--minimise is a time above 0, as 90s, 10m or 2h, not '%s'", minimise);
  if (cli_given(arguments, NO_MINIMISE)) request->minimise = 0;
  const char *kinds = cli_value(arguments, COVERAGE), *fill = cli_value(arguments, FILL);
  if (kinds != NULL || fill != NULL) request->cover = flitlock_cover_kinds_of(kinds != NULL ? kinds : "cross");
  if (status == FLITLOCK_OK && kinds != NULL && request->cover == 0)
    status = flitlock_fail(error, FLITLOCK_E_USAGE, "--coverage has cross, line and toggle, not '%s'", kinds);
  if (status == FLITLOCK_OK && fill != NULL && !flitlock_regress_seconds(fill, &request->fill))
    status =
        flitlock_fail(error, FLITLOCK_E_USAGE, "--fill-holes is a time above 0, as 90s, 10m or 2h, not '%s'", fill);
  snprintf(request->shard, sizeof(request->shard), "%llu/%llu", (unsigned long long)request->index,
           (unsigned long long)request->shards);
  return status;
}

static int check_hosts(const char *hosts, struct flitlock_error *error) {
  static const char *const known[] = {"c", "rtl", "lockstep"};
  while (hosts != NULL && *hosts != '\0') {
    const size_t length = strcspn(hosts, ",");
    int good = 0;
    for (size_t n = 0; n < sizeof(known) / sizeof(known[0]); n++)
      good |= strlen(known[n]) == length && strncmp(known[n], hosts, length) == 0;
    if (!good)
      return flitlock_fail(error, FLITLOCK_E_USAGE, "--hosts has c, rtl and lockstep, not '%.*s'", (int)length, hosts);
    hosts += length + (hosts[length] == ',');
  }
  return FLITLOCK_OK;
}

static int read_request(const struct cli_arguments *arguments, struct regress_request *request,
                        struct flitlock_error *error) {
  *request = (struct regress_request){.file = arguments->operands[0],
                                      .out = cli_value(arguments, OUT),
                                      .json = cli_value(arguments, JSON),
                                      .junit = cli_value(arguments, JUNIT),
                                      .label = cli_value(arguments, LABEL),
                                      .choice = {.entries = cli_value(arguments, ENTRY),
                                                 .hosts = cli_value(arguments, HOSTS),
                                                 .rtl = cli_rtl_device(),
                                                 .without_rtl = cli_given(arguments, WITHOUT_RTL)},
                                      .seed_given = cli_given(arguments, SEED),
                                      .index = 1,
                                      .shards = 1,
                                      .jobs = cli_processors(),
                                      .minimise = 60,
                                      .quiet = cli_given(arguments, QUIET),
                                      .resume = cli_given(arguments, RESUME),
                                      .anew = cli_given(arguments, ANEW)};
  if (request->label == NULL) request->label = "";
  regress_benches_find(cli_value(arguments, BENCHES), request->benches, sizeof(request->benches));
  int status = read_numbers(arguments, request, error);
  if (status == FLITLOCK_OK) status = check_hosts(request->choice.hosts, error);
  if (status == FLITLOCK_OK && request->resume && request->anew)
    status = flitlock_fail(error, FLITLOCK_E_USAGE, "--resume and --new exclude each other");
  if (status == FLITLOCK_OK && (request->out == NULL || request->out[0] == '\0') && !cli_given(arguments, LIST))
    status = flitlock_fail(error, FLITLOCK_E_USAGE, "'flitlock regress' needs --out DIR, a folder for the results");
  if (status == FLITLOCK_OK && request->junit != NULL && strcmp(request->junit, "-") == 0)
    status = flitlock_fail(error, FLITLOCK_E_USAGE, "--junit cannot be standard output, only --json can; name a file");
  if (status == FLITLOCK_OK && request->json != NULL) status = flitlock_output_check(request->json, error);
  if (status == FLITLOCK_OK && request->junit != NULL) status = flitlock_output_check(request->junit, error);
  return status;
}

static int list(struct regress_request *request, struct flitlock_error *error) {
  struct flitlock_regress_suite *suite = NULL;
  if (!request->seed_given) request->choice.seed = draw_seed();
  int status = flitlock_regress_load(request->file, &request->choice, &suite, error);
  if (status == FLITLOCK_OK) regress_list(stdout, suite, request->index, request->shards);
  flitlock_regress_free(suite);
  return status;
}

// ---- The session

// The suite as the session that was interrupted had it, if it still is the same; else `*suite` is NULL.
static int load_unfinished(const struct regress_request *request, const struct flitlock_regress_session *session,
                           struct flitlock_regress_suite **suite, struct flitlock_error *error) {
  *suite = NULL;
  if (session->number == 0 || request->anew || strcmp(session->shard, request->shard) != 0 ||
      (request->seed_given && request->choice.seed != session->seed))
    return FLITLOCK_OK;
  struct flitlock_regress_choice choice = request->choice;
  choice.seed = session->seed;
  int status = flitlock_regress_load(request->file, &choice, suite, error);
  if (status == FLITLOCK_OK && flitlock_regress_hash(*suite) == session->hash) return FLITLOCK_OK;
  flitlock_regress_free(*suite);
  *suite = NULL;
  return status;
}

static int begin(struct regress_request *request, struct regress_work *work, struct flitlock_regress_suite **suite,
                 struct flitlock_error *error) {
  int status = flitlock_regress_unfinished(work->database, &work->session, error);
  if (status == FLITLOCK_OK) status = load_unfinished(request, &work->session, suite, error);
  if (status != FLITLOCK_OK) return status;
  work->resumed = *suite != NULL;
  if (request->resume && !work->resumed)
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         work->session.number == 0
                             ? "--resume: '%s' has no session that was interrupted"
                             : "--resume: the interrupted session in '%s' is of another suite, seed or shard, or the "
                               "suite or the program was changed since; without --resume a new one begins",
                         request->out);
  if (!work->resumed) {
    if (!request->seed_given) request->choice.seed = draw_seed();
    status = flitlock_regress_load(request->file, &request->choice, suite, error);
    if (status == FLITLOCK_OK) status = regress_benches_check(request, *suite, error);
    if (status == FLITLOCK_OK && request->shards > flitlock_regress_count(*suite))
      status = flitlock_fail(error, FLITLOCK_E_USAGE, "--shard: %llu shards for %llu runs leave some without any",
                             (unsigned long long)request->shards, (unsigned long long)flitlock_regress_count(*suite));
    if (status == FLITLOCK_OK)
      status = flitlock_regress_begin(work->database, *suite, request->shard, request->label, &work->session, error);
  }
  work->suite = *suite;
  if (status == FLITLOCK_OK && request->cover != 0)
    status = flitlock_cover_keep_goals(work->database, &work->session, *suite, request->cover, error);
  return status;
}

// How far it came is told however it ended; the first failure is the one that is told.
static int tell(const struct regress_work *work, int status, struct flitlock_error *error) {
  const struct regress_request *request = work->request;
  struct flitlock_error later = {0};
  FILE *text = request->json != NULL && strcmp(request->json, "-") == 0 ? stderr : stdout;
  if (!request->quiet) regress_summary(text, work);
  int told = request->quiet ? FLITLOCK_OK : regress_cover_tell(text, work, &later);
  if (told == FLITLOCK_OK && request->json != NULL) told = regress_json(work, &later);
  if (told == FLITLOCK_OK && request->junit != NULL)
    told = flitlock_regress_junit(request->out, work->session.number, request->junit, &later);
  if (status == FLITLOCK_OK && told != FLITLOCK_OK) {
    *error = later;
    return told;
  }
  if (status != FLITLOCK_OK) return status;
  if (regress_bad(work) > 0)
    return flitlock_fail(error, FLITLOCK_E_POINTS, "%llu of %llu runs are not as expected",
                         (unsigned long long)regress_bad(work), (unsigned long long)work->order_count);
  if (regress_missing(work) == work->order_count) return flitlock_fail(error, FLITLOCK_E_VACUOUS, "nothing was run");
  return regress_cover_check(work, error);
}

static int regress(struct regress_request *request, struct flitlock_error *error) {
  struct regress_work work = {.request = request};
  struct flitlock_regress_suite *suite = NULL;
  int status = flitlock_regress_open(request->out, &work.database, error);
  if (status != FLITLOCK_OK) return status;
  status = begin(request, &work, &suite, error);
  if (status == FLITLOCK_OK) {
    status = regress_work_all(&work, error);
    if (work.begun != NULL) status = tell(&work, status, error);
  }
  flitlock_regress_again_free(&work.again);
  free(work.state);
  free(work.order);
  free(work.begun);
  free(work.shrinking);
  for (uint64_t n = 0; n < work.fill_count; n++)
    free(work.fill[n]);
  free(work.fill);
  flitlock_regress_free(suite);
  int closed = flitlock_regress_close(work.database, status == FLITLOCK_OK ? error : NULL);
  return status == FLITLOCK_OK ? closed : status;
}

static int run(const struct cli_arguments *arguments, struct flitlock_error *error) {
  struct regress_request request;
  int status = read_request(arguments, &request, error);
  if (status != FLITLOCK_OK) return status;
  return cli_given(arguments, LIST) ? list(&request, error) : regress(&request, error);
}

const struct cli_command cli_cmd_regress = {
    .name = "regress",
    .operands = "SUITE",
    .operands_min = 1,
    .operands_max = 1,
    .complete = CLI_COMPLETE_FILE,
    .summary = "run a suite, and tell what is not as it is expected to be",
    .description =
        "Runs what the YAML file SUITE describes (docs/regression.md): a matrix of blocks, hosts, traffic, parameters "
        "and seeds, and random configurations. Each run is a process of its own. It ends as pass, divergence, "
        "invariant, no-progress, vacuous, time-out, crash or error, and goes into an SQLite database in one "
        "transaction.\n\nA regression can be ended at any moment, by Ctrl-C, SIGKILL or a power cut; the same command "
        "goes on with the runs that are missing. Cases that failed are kept, and are the first runs of the next "
        "session in the same folder.\n\nExit code 0: all runs are as expected. 1: some are not. 2: a mistake in SUITE, "
        "or a folder in use. 4: interrupted. 5: nothing was run. 6: the database cannot be written. "
        "7: less is covered than SUITE asks for.",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .run = run,
};
