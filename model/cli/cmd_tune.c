// SPDX-License-Identifier: Apache-2.0
// flitlock tune: how deep buffers must be, by arithmetic, and how deep it pays to make them, by simulation.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/configuration.h"
#include "cli/jobs.h"
#include "cli/options.h"
#include "cli/tune.h"
#include "results/output.h"

#define DEPTH_MAX 65535  // as in the configuration

enum { SET = 1, SEED, CYCLES, TARGET, DEPTHS, JOBS, NO_SWEEP, CSV, JSON, PLOT, QUIET };

static const uint32_t default_depths[] = {1, 2, 4, 8, 16, 32};

static const struct cli_option options[] = {
    {SET, CLI_COMPLETE_NOTHING, "set", "KEY=VALUE", CLI_HELP_SET},
    {SEED, CLI_COMPLETE_NOTHING, "seed", "N", CLI_HELP_SEED},
    {CYCLES, CLI_COMPLETE_NOTHING, "cycles", "N", "Length of each simulation of the sweep (run.cycles)."},
    {TARGET, CLI_COMPLETE_NOTHING, "target", "PATTERN=FRACTION",
     "The bandwidth that links are to have, e.g. --target '*.E->dst.req=0.9': a fraction of what they can carry. The "
     "sweep measures these links. Can be repeated; later ones win. Default: each link's load when the first link is "
     "full; the sweep measures the links that fill first."},
    {DEPTHS, CLI_COMPLETE_NOTHING, "depths", "N,N,...",
     "Depths of the sweep. Those that do not hold the largest packet are skipped. Default: 1,2,4,8,16,32."},
    {JOBS, CLI_COMPLETE_NOTHING, "jobs", "N", CLI_HELP_JOBS},
    {NO_SWEEP, CLI_COMPLETE_NOTHING, "no-sweep", NULL, "Only the bounds; nothing is simulated."},
    {CSV, CLI_COMPLETE_DIRECTORY, "csv", "DIR",
     "Write bounds.csv, sweep.csv and knees.csv into a folder, which is made if missing."},
    {JSON, CLI_COMPLETE_FILE, "json", "FILE",
     "Write all as JSON. '-' is standard output; the tables then go to standard error."},
    {PLOT, CLI_COMPLETE_FILE, "plot", "FILE",
     "Draw use against depth with gnuplot, as PNG where the name ends in .png, else as SVG."},
    {QUIET, CLI_COMPLETE_NOTHING, "quiet", NULL, "Print no tables and no progress."},
};

struct request {
  struct flitlock_tune_target *target;
  size_t targets;
  char *patterns;  // what the targets' patterns point into
  uint32_t *depths;
  size_t depth_count;
  unsigned jobs;
  int sweep, quiet;
  const char *csv, *json, *plot;
};

static int read_target(char *text, struct flitlock_tune_target *target, struct flitlock_error *error) {
  char *equals = strrchr(text, '=');
  if (equals == NULL || equals == text) {
    return flitlock_fail(error, FLITLOCK_E_USAGE, "--target needs PATTERN=FRACTION, not '%s'", text);
  }
  int status = cli_positive_real(equals + 1, "the fraction of --target", &target->fraction, error);
  if (status != FLITLOCK_OK) return status;
  if (target->fraction > 1) {
    return flitlock_fail(error, FLITLOCK_E_USAGE,
                         "the fraction of --target is more than 1, all that a link carries: '%s'", equals + 1);
  }
  *equals = '\0';
  target->pattern = text;
  return FLITLOCK_OK;
}

static int read_targets(const struct cli_arguments *arguments, struct request *request, struct flitlock_error *error) {
  size_t size = 1, count = 0;
  for (size_t n = 0; n < arguments->given_count; n++) {
    if (arguments->given[n].option->id != TARGET) continue;
    size += strlen(arguments->given[n].value) + 1;
    count++;
  }
  request->target = calloc(count + 1, sizeof(*request->target));
  request->patterns = calloc(size, 1);
  if (request->target == NULL || request->patterns == NULL) {
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the targets");
  }
  char *text = request->patterns;
  int status = FLITLOCK_OK;
  for (size_t n = 0; n < arguments->given_count && status == FLITLOCK_OK; n++) {
    if (arguments->given[n].option->id != TARGET) continue;
    size_t length = strlen(arguments->given[n].value) + 1;
    memcpy(text, arguments->given[n].value, length);
    status = read_target(text, &request->target[request->targets++], error);
    text += length;
  }
  return status;
}

static int compare_depths(const void *left, const void *right) {
  uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
  return a < b ? -1 : a > b;
}

static int read_depth(const char *text, size_t length, uint32_t *depth, struct flitlock_error *error) {
  char word[32];
  snprintf(word, sizeof(word), "%.*s", (int)length, text);
  uint64_t value = 0;
  int status = cli_number(word, "a depth of --depths", 1, &value, error);
  if (status == FLITLOCK_OK && (value > DEPTH_MAX || length >= sizeof(word))) {
    status = flitlock_fail(error, FLITLOCK_E_USAGE, "a depth of --depths is too large: %.*s is more than %d",
                           (int)length, text, DEPTH_MAX);
  }
  *depth = (uint32_t)value;
  return status;
}

static int read_depths(const struct cli_arguments *arguments, struct request *request, struct flitlock_error *error) {
  const char *text = cli_value(arguments, DEPTHS);
  size_t count = text != NULL ? strlen(text) / 2 + 1 : sizeof(default_depths) / sizeof(default_depths[0]);
  request->depths = calloc(count, sizeof(*request->depths));
  if (request->depths == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the depths");
  if (text == NULL) {
    memcpy(request->depths, default_depths, sizeof(default_depths));
    request->depth_count = count;
    return FLITLOCK_OK;
  }
  size_t given = 0;
  for (;;) {
    size_t length = strcspn(text, ",");
    uint32_t depth = 0;
    int status = read_depth(text, length, &depth, error);
    if (status != FLITLOCK_OK) return status;
    request->depths[given++] = depth;
    if (text[length] == '\0') break;
    text += length + 1;
  }
  qsort(request->depths, given, sizeof(*request->depths), compare_depths);
  for (size_t n = 0; n < given; n++)
    if (n == 0 || request->depths[n] != request->depths[n - 1]) {
      request->depths[request->depth_count++] = request->depths[n];
    }
  return FLITLOCK_OK;
}

static int read_request(const struct cli_arguments *arguments, struct request *request, struct flitlock_error *error) {
  request->sweep = !cli_given(arguments, NO_SWEEP);
  request->quiet = cli_given(arguments, QUIET);
  request->csv = cli_value(arguments, CSV);
  request->json = cli_value(arguments, JSON);
  request->plot = cli_value(arguments, PLOT);
  if (request->plot != NULL && !request->sweep) {
    return flitlock_fail(error, FLITLOCK_E_USAGE, "--plot draws the sweep that --no-sweep leaves out");
  }
  int status = cli_jobs_read(arguments, JOBS, &request->jobs, error);
  if (status == FLITLOCK_OK) status = read_targets(arguments, request, error);
  if (status == FLITLOCK_OK) status = read_depths(arguments, request, error);
  // A sweep of hours must not end in a file that cannot be.
  if (status == FLITLOCK_OK && request->json != NULL) status = flitlock_output_check(request->json, error);
  if (status == FLITLOCK_OK && request->plot != NULL) status = flitlock_output_check(request->plot, error);
  return status;
}

// All depths that hold the largest packet, kind by kind.
static int make_points(struct tune_report *report, struct flitlock_error *error) {
  report->point = calloc(report->depth_count * FLITLOCK_TUNE_KIND_COUNT, sizeof(*report->point));
  if (report->point == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the sweep");
  for (int kind = 0; kind < FLITLOCK_TUNE_KIND_COUNT; kind++) {
    for (size_t n = 0; n < report->depth_count; n++) {
      if (report->depths[n] < report->bounds->least[kind]) continue;
      report->point[report->point_count++] = (struct flitlock_tune_point){.kind = kind, .depth = report->depths[n]};
    }
  }
  if (report->point_count > 0) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_USAGE, "no depth of --depths holds the largest packet: it needs %u",
                       report->bounds->least[FLITLOCK_TUNE_ALL]);
}

static int write_files(const struct request *request, const struct tune_report *report, struct flitlock_error *error) {
  int status = FLITLOCK_OK;
  if (request->json != NULL) status = tune_json(report, request->json, error);
  if (status == FLITLOCK_OK && request->csv != NULL) status = tune_csv(report, request->csv, error);
  if (status == FLITLOCK_OK && request->plot != NULL) status = tune_plot(report, request->plot, error);
  return status;
}

static int report_all(const struct request *request, struct tune_report *report, struct flitlock_error *error) {
  FILE *text = request->json != NULL && strcmp(request->json, "-") == 0 ? stderr : stdout;
  int status = FLITLOCK_OK;
  if (!request->quiet) {
    fprintf(text, "seed %llu\n", (unsigned long long)report->config->seed);
    status = tune_table_bounds(text, report, error);
    fflush(text);
  }
  if (status == FLITLOCK_OK && request->sweep) {
    status = make_points(report, error);
    if (status == FLITLOCK_OK) status = tune_jobs_run(report, request->jobs, request->quiet, error);
    if (status == FLITLOCK_OK && !request->quiet) tune_table_sweep(text, report);
  }
  if (status == FLITLOCK_OK) status = write_files(request, report, error);
  free(report->point);
  return status;
}

static int tune(const struct request *request, const struct flitlock_config *config, struct flitlock_error *error) {
  struct flitlock_pod *pod = NULL;
  int status = flitlock_pod_create(config, NULL, NULL, NULL, &pod, error);
  if (status != FLITLOCK_OK) return status;
  struct flitlock_tune_bounds *bounds = NULL;
  status = flitlock_tune_bounds_create(pod, request->target, request->targets, &bounds, error);
  flitlock_pod_destroy(pod);
  if (status != FLITLOCK_OK) return status;
  struct tune_report report = {
      .config = config, .bounds = bounds, .depths = request->depths, .depth_count = request->depth_count};
  status = report_all(request, &report, error);
  flitlock_tune_bounds_free(bounds);
  return status;
}

static int run(const struct cli_arguments *arguments, struct flitlock_error *error) {
  struct request request = {0};
  int status = read_request(arguments, &request, error);
  struct flitlock_config *config = NULL;
  const struct cli_config_options keys = {.set = SET, .seed = SEED, .cycles = CYCLES};
  if (status == FLITLOCK_OK) status = cli_load_config(arguments, &keys, &config, error);
  if (status == FLITLOCK_OK) {
    status = tune(&request, config, error);
    flitlock_config_free(config);
  }
  free(request.target);
  free(request.patterns);
  free(request.depths);
  return status;
}

const struct cli_command cli_cmd_tune = {
    .name = "tune",
    .operands = "CONFIG",
    .operands_min = 1,
    .operands_max = 1,
    .complete = CLI_COMPLETE_FILE,
    .summary = "find how deep the buffers of a pod should be",
    .description =
        "Gives for every buffer of the pod that the YAML file CONFIG describes the least depth that carries its "
        "bandwidth, as the sum of three terms: credit round trip, arbitration gap, room for a whole packet. Then "
        "simulates the pod with other depths, one kind of buffer at a time and all together, and shows the knee, the "
        "depth beyond which links gain less than 1 %, beside the bound. docs/tuning.md defines the terms.",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .run = run,
};
