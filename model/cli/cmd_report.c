// SPDX-License-Identifier: Apache-2.0
// flitlock report: a sweep or regression as one web page that opens from the disk.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/page.h"
#include "flitlock/regress.h"
#include "flitlock/sweep.h"
#include "results/output.h"

enum { OUT = 1, DATA, LIBRARY, QUIET };

static const struct cli_option options[] = {
    {OUT, CLI_COMPLETE_FILE, "out", "FILE", "The page. Default: report.html in that folder."},
    {DATA, CLI_COMPLETE_FILE, "json", "FILE",
     "Write what the page shows as JSON. '-' is standard output; the text then goes to standard error."},
    {LIBRARY, CLI_COMPLETE_FILE, "echarts", "FILE",
     "The plotting library, echarts.min.js, which goes into the page. Default: where scripts/setup installs it."},
    {QUIET, CLI_COMPLETE_NOTHING, "quiet", NULL, "Print nothing."},
};

static int find_library(const struct cli_arguments *arguments, char *path, size_t size, struct flitlock_error *error) {
  const char *given = cli_value(arguments, LIBRARY);
  if (given != NULL) {
    snprintf(path, size, "%s", given);
    return FLITLOCK_OK;
  }
  if (cli_page_find_library(path, size)) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_INPUT,
                       "the plotting library is not installed; 'npm ci' in the project's folder (scripts/setup) "
                       "installs it, or name echarts.min.js by --echarts");
}

// report.html beside the database.
static void default_path(const char *sweep, char *path, size_t size) {
  size_t length = strlen(sweep);
  const char *slash = strrchr(sweep, '/');
  if (length > 3 && strcmp(sweep + length - 3, ".db") == 0) {
    snprintf(path, size, "%.*sreport.html", slash != NULL ? (int)(slash - sweep) + 1 : 0, sweep);
  } else {
    snprintf(path, size, "%s/report.html", sweep);
  }
}

static int write_data(const char *json, const char *path, struct flitlock_error *error) {
  struct flitlock_output output;
  int status = flitlock_output_open(&output, path, error);
  if (status != FLITLOCK_OK) return status;
  fputs(json, output.file);
  fputc('\n', output.file);
  return flitlock_output_commit(&output, error);
}

static int run(const struct cli_arguments *arguments, struct flitlock_error *error) {
  const char *sweep = arguments->operands[0], *out = cli_value(arguments, OUT), *data = cli_value(arguments, DATA);
  char library[4096], beside[4096];
  if (out == NULL) {
    default_path(sweep, beside, sizeof(beside));
    out = beside;
  }
  if (data != NULL && strcmp(data, "-") == 0 && strcmp(out, "-") == 0)
    return flitlock_fail(error, FLITLOCK_E_USAGE, "--out and --json cannot both be standard output");
  int status = find_library(arguments, library, sizeof(library), error);
  char *json = NULL;
  const int regression = flitlock_regress_is_database(sweep);
  if (status == FLITLOCK_OK)
    status = regression ? flitlock_regress_report(sweep, &json, error) : flitlock_sweep_report(sweep, &json, error);
  if (status == FLITLOCK_OK)
    status = cli_page_write(out, json, library, regression ? cli_page_regression : cli_page_script, error);
  if (status == FLITLOCK_OK && data != NULL) status = write_data(json, data, error);
  if (status == FLITLOCK_OK && !cli_given(arguments, QUIET) && strcmp(out, "-") != 0)
    fprintf(data != NULL && strcmp(data, "-") == 0 ? stderr : stdout, "report: %s\n", out);
  free(json);
  return status;
}

const struct cli_command cli_cmd_report = {
    .name = "report",
    .operands = "DIR",
    .operands_min = 1,
    .operands_max = 1,
    .complete = CLI_COMPLETE_DIRECTORY,
    .summary = "the results of a sweep or regression as one web page",
    .description =
        "Makes one HTML file of the sweep in the folder DIR (or in a file whose name ends in .db), which opens from "
        "the "
        "disk without a network: load against latency and throughput, idle causes, use of links on the drawn pod, "
        "fairness by node, latency by stage, a table behind each plot, and the command of each point "
        "(docs/report.md). It works while the sweep goes on, with the points that are there.\n\nOf a regression: "
        "entries "
        "and hosts, each failure with its picture, waves and smallest case, and the sessions before.",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .run = run,
};
