// SPDX-License-Identifier: Apache-2.0
// flitlock probe: an L2 taken for a chip, and its structure found from latencies.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/probe.h"
#include "cli/probe_slices.h"
#include "cli/progress.h"
#include "results/output.h"

enum { EXPERIMENT = 1, IMPL, SET, SEED, NOISE, VOTES, SHORT, JSON, PLOT, BENCHMARK, QUIET };

static const struct cli_option options[] = {
    {EXPERIMENT, CLI_COMPLETE_NOTHING, "experiment", "E",
     "The experiment by its number or name, e.g. E1 or capacity. Can be repeated. Default: all of them."},
    {IMPL, CLI_COMPLETE_NOTHING, "impl", "[PATTERN=]USE", PROBE_HELP_IMPL},
    {SET, CLI_COMPLETE_NOTHING, "set", "KEY=VALUE",
     "Change a key of the profile, e.g. --set p_rand=0. Can be repeated."},
    {SEED, CLI_COMPLETE_NOTHING, "seed", "N", "Seed of chains and choices. Default: 1."},
    {NOISE, CLI_COMPLETE_NOTHING, "noise", "P",
     "E6, E7, E8: the share of answers 'same slice or not' that are turned over, up to 0.4. Default: none."},
    {VOTES, CLI_COMPLETE_NOTHING, "votes", "N",
     "Answers that a majority is taken of, an odd number. Default: 1, with --noise 9."},
    {SHORT, CLI_COMPLETE_NOTHING, "short", NULL, "Fewer rounds and trials."},
    {JSON, CLI_COMPLETE_FILE, "json", "FILE",
     "Write what was found as JSON. '-' is standard output; nothing else is printed there then."},
    {PLOT, CLI_COMPLETE_DIRECTORY, "plot", "DIR",
     "Draw the curves with gnuplot, DIR/E1.svg and so on. The folder is made if missing."},
    {BENCHMARK, CLI_COMPLETE_NOTHING, "benchmark", NULL,
     "Print how many accesses a second of processor time each experiment makes, to standard error."},
    {QUIET, CLI_COMPLETE_NOTHING, "quiet", NULL, "Print nothing."},
};

#define MAX_VOTES 101

struct request {
  struct flitlock_probe_setting setting;
  struct probe_slices slices;
  size_t *number;  // [count]: of flitlock_probe_experiments
  struct flitlock_probe_table *table;
  size_t count, done;
  const char *config, *json, *plot;
  int quiet, benchmark;
};

static int add_experiment(struct request *request, const char *name, struct flitlock_error *error) {
  const struct flitlock_probe_experiment *found = flitlock_probe_find(name);
  if (found == NULL) {
    char known[512] = "";
    size_t length = 0;
    for (size_t n = 0; n < flitlock_probe_experiment_count; n++) {
      const struct flitlock_probe_experiment *one = &flitlock_probe_experiments[n];
      int added = snprintf(known + length, sizeof known - length, "%s%s (%s)", n > 0 ? ", " : "", one->id, one->name);
      if (added > 0) length += (size_t)added;
    }
    return flitlock_fail(error, FLITLOCK_E_USAGE, "there is no experiment '%s'; experiments: %s", name, known);
  }
  size_t number = (size_t)(found - flitlock_probe_experiments);
  for (size_t n = 0; n < request->count; n++)
    if (request->number[n] == number) return FLITLOCK_OK;
  request->number[request->count++] = number;
  return FLITLOCK_OK;
}

static int read_experiments(const struct cli_arguments *arguments, struct request *request,
                            struct flitlock_error *error) {
  request->number = calloc(flitlock_probe_experiment_count, sizeof *request->number);
  request->table = calloc(flitlock_probe_experiment_count, sizeof *request->table);
  if (request->number == NULL || request->table == NULL)
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the experiments");
  for (size_t n = 0; n < arguments->given_count; n++) {
    if (arguments->given[n].option->id != EXPERIMENT) continue;
    int status = add_experiment(request, arguments->given[n].value, error);
    if (status != FLITLOCK_OK) return status;
  }
  if (request->count > 0) return FLITLOCK_OK;
  for (size_t n = 0; n < flitlock_probe_experiment_count; n++)
    request->number[request->count++] = n;
  return FLITLOCK_OK;
}

static int read_noise(const struct cli_arguments *arguments, struct flitlock_probe_setting *setting,
                      struct flitlock_error *error) {
  const char *noise = cli_value(arguments, NOISE), *votes = cli_value(arguments, VOTES);
  int status = FLITLOCK_OK;
  if (noise != NULL) {
    status = cli_positive_real(noise, "--noise", &setting->noise, error);
    setting->votes = 9;
    if (status == FLITLOCK_OK && setting->noise > 0.4)
      status = flitlock_fail(error, FLITLOCK_E_USAGE, "--noise is more than 0.4: no majority helps against %s", noise);
  }
  if (status == FLITLOCK_OK && votes != NULL) {
    uint64_t value = 0;
    status = cli_number(votes, "--votes", 1, &value, error);
    if (status == FLITLOCK_OK && (value % 2 == 0 || value > MAX_VOTES))
      status =
          flitlock_fail(error, FLITLOCK_E_USAGE, "--votes must be an odd number up to %d, not %s", MAX_VOTES, votes);
    setting->votes = (unsigned)value;
  }
  return status;
}

static int read_profile(const struct cli_arguments *arguments, struct request *request, struct flitlock_error *error) {
  request->config = arguments->operands[0];
  const char **sets = calloc(arguments->given_count + 1, sizeof *sets);
  size_t count = 0;
  if (sets == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the settings");
  for (size_t n = 0; n < arguments->given_count; n++)
    if (arguments->given[n].option->id == SET) sets[count++] = arguments->given[n].value;
  int status = flitlock_probe_profile_load(request->config, sets, count, &request->setting.profile, error);
  free(sets);
  return status;
}

static int read_request(const struct cli_arguments *arguments, struct request *request, struct flitlock_error *error) {
  flitlock_probe_setting_default(&request->setting);
  request->setting.is_short = cli_given(arguments, SHORT);
  request->quiet = cli_given(arguments, QUIET);
  request->benchmark = cli_given(arguments, BENCHMARK);
  request->json = cli_value(arguments, JSON);
  request->plot = cli_value(arguments, PLOT);
  const char *seed = cli_value(arguments, SEED);
  int status = seed != NULL ? cli_number(seed, "--seed", 1, &request->setting.seed, error) : FLITLOCK_OK;
  if (status == FLITLOCK_OK) status = read_noise(arguments, &request->setting, error);
  if (status == FLITLOCK_OK) status = read_profile(arguments, request, error);
  if (status == FLITLOCK_OK) status = read_experiments(arguments, request, error);
  if (status == FLITLOCK_OK) status = probe_slices_read(arguments, IMPL, &request->setting, &request->slices, error);
  if (status == FLITLOCK_OK && request->json != NULL) status = flitlock_output_check(request->json, error);
  if (status == FLITLOCK_OK && request->plot != NULL) status = flitlock_output_make_folder(request->plot, error);
  return status;
}

static double cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int is_interrupted(void *progress) { return cli_progress_step(progress, 0, 0); }

static int run_experiments(struct request *request, FILE *text, struct flitlock_error *error) {
  for (size_t n = 0; n < request->count; n++, request->done++) {
    struct flitlock_probe_table *table = &request->table[n];
    double before = cpu_seconds();
    const struct flitlock_probe_experiment *experiment = &flitlock_probe_experiments[request->number[n]];
    int status = experiment->run(&request->setting, table, error);
    if (status == FLITLOCK_E_TIMEOUT)
      return flitlock_fail(error, status, "interrupted after %zu of %zu experiments", request->done, request->count);
    if (status != FLITLOCK_OK) return status;
    if (text != NULL) {
      probe_text(text, experiment, table);
      fflush(text);
    }
    double took = cpu_seconds() - before;
    if (request->benchmark && took > 0)
      fprintf(stderr, "%s: %" PRIu64 " accesses, %.1f million a second\n", table->id, table->accesses,
              (double)table->accesses / took * 1e-6);
  }
  return FLITLOCK_OK;
}

// What was found is written after a failure, too, as far as it got. The first failure is the one that is told.
static int write_report(const struct request *request, FILE *text, int status, struct flitlock_error *error) {
  const struct probe_report report = {.config = request->config,
                                      .setting = &request->setting,
                                      .number = request->number,
                                      .table = request->table,
                                      .count = request->done,
                                      .status = status};
  int written = FLITLOCK_OK;
  struct flitlock_error *told = status == FLITLOCK_OK ? error : NULL;
  if (request->json != NULL) written = probe_json(&report, request->json, told);
  if (written == FLITLOCK_OK && request->plot != NULL) written = probe_plot(&report, request->plot, text, told);
  return status == FLITLOCK_OK ? written : status;
}

static int probe(struct request *request, struct flitlock_error *error) {
  FILE *text = request->quiet || (request->json != NULL && strcmp(request->json, "-") == 0) ? NULL : stdout;
  if (text != NULL)
    fprintf(text, "seed %" PRIu64 "\nprofile %s of %s\n\n", request->setting.seed, request->setting.profile.name,
            request->config);
  struct cli_progress progress;
  cli_progress_start(&progress, 1);
  request->setting.stop = is_interrupted;
  request->setting.stop_self = &progress;
  int status = run_experiments(request, text, error);
  cli_progress_end(&progress);
  request->setting.stop = NULL;
  request->setting.stop_self = NULL;
  status = probe_slices_judge(&request->slices, text, status, error);
  return write_report(request, text, status, error);
}

static int run(const struct cli_arguments *arguments, struct flitlock_error *error) {
  struct request request = {0};
  int status = read_request(arguments, &request, error);
  if (status == FLITLOCK_OK) status = probe(&request, error);
  free(request.number);
  free(request.table);
  probe_slices_free(&request.slices);
  return status;
}

const struct cli_command cli_cmd_probe = {
    .name = "probe",
    .operands = "CONFIG",
    .operands_min = 1,
    .operands_max = 1,
    .complete = CLI_COMPLETE_FILE,
    .summary = "find the structure of an L2 from its latencies",
    .description =
        "Takes an L2 cache for a chip of which only latencies are seen, and finds out what it is: capacity, ways, "
        "line, "
        "sectors, replacement, the hash of slices and sets, what strides, writes, atomics and crowds of misses cost, "
        "and what padding and spreading gain. CONFIG is a profile (SEED, CLEAN, V100, GA102, V100-AS, MINI48, "
        "SEED-LIT) or a YAML file with the key "
        "profile and keys that change it. docs/probe.md describes experiments and keys.\n\n"
        "Ctrl-C ends it cleanly: what the experiments before have found is written, and the exit code is 4.",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .run = run,
};
