// SPDX-License-Identifier: Apache-2.0
// flitlock reproduce: each figure of a study beside ours.
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/jobs.h"
#include "cli/options.h"
#include "flitlock/reproduce.h"
#include "results/output.h"

enum { SHORT = 1, FORMAT, OUT, JSON, CONFIGS, JOBS, QUIET };

static const struct cli_option options[] = {
    {SHORT, CLI_COMPLETE_NOTHING, "short", NULL, "Shorter simulations, held to wider gates."},
    {FORMAT, CLI_COMPLETE_NOTHING, "format", "FORM", "text (the default), markdown or json."},
    {OUT, CLI_COMPLETE_FILE, "out", "FILE", "Write the table into a file instead of standard output ('-')."},
    {JSON, CLI_COMPLETE_FILE, "json", "FILE", "Write the table as JSON into a file, too."},
    {CONFIGS, CLI_COMPLETE_DIRECTORY, "configs", "DIR",
     "The folder with the configurations of the study, those of Flitlock's sources. Default: configs."},
    {JOBS, CLI_COMPLETE_NOTHING, "jobs", "N", CLI_HELP_JOBS},
    {QUIET, CLI_COMPLETE_NOTHING, "quiet", NULL, "Print no progress."},
};

enum form { TEXT, MARKDOWN, AS_JSON };

struct request {
  const struct flitlock_reproduce_topic *topic;
  struct flitlock_reproduce_setting setting;
  int form;
  const char *out, *json;
  unsigned jobs;
  int quiet;
};

static int read_topic(const char *name, struct request *request, struct flitlock_error *error) {
  request->topic = flitlock_reproduce_find(name);
  if (request->topic != NULL) return FLITLOCK_OK;
  char known[512] = "";
  for (size_t n = 0, length = 0; n < flitlock_reproduce_topic_count && length < sizeof(known); n++) {
    int added =
        snprintf(known + length, sizeof(known) - length, "%s%s", n > 0 ? ", " : "", flitlock_reproduce_topics[n]->name);
    length += added > 0 ? (size_t)added : 0;
  }
  return flitlock_fail(error, FLITLOCK_E_USAGE, "there is no topic '%s'; topics: %s", name, known);
}

static int read_form(const char *text, int *form, struct flitlock_error *error) {
  static const char *const names[] = {"text", "markdown", "json"};
  for (int n = TEXT; n <= AS_JSON; n++) {
    *form = n;
    if (text == NULL || strcmp(text, names[n]) == 0) return FLITLOCK_OK;
  }
  return flitlock_fail(error, FLITLOCK_E_USAGE, "--format is text, markdown or json, not '%s'", text);
}

static int read_request(const struct cli_arguments *arguments, struct request *request, struct flitlock_error *error) {
  const char *configs = cli_value(arguments, CONFIGS);
  request->setting.is_short = cli_given(arguments, SHORT);
  request->setting.configs = configs != NULL ? configs : "configs";
  request->out = cli_value(arguments, OUT);
  request->json = cli_value(arguments, JSON);
  request->quiet = cli_given(arguments, QUIET);
  if (request->out == NULL) request->out = "-";
  int status = read_topic(arguments->operands[0], request, error);
  if (status == FLITLOCK_OK) status = read_form(cli_value(arguments, FORMAT), &request->form, error);
  if (status == FLITLOCK_OK) status = cli_jobs_read(arguments, JOBS, &request->jobs, error);
  if (status == FLITLOCK_OK && request->json != NULL && strcmp(request->json, request->out) == 0) {
    status = flitlock_fail(error, FLITLOCK_E_USAGE, "--json and the table both go to '%s'", request->json);
  }
  // Simulations of minutes must not end in a file that cannot be.
  if (status == FLITLOCK_OK) status = flitlock_output_check(request->out, error);
  if (status == FLITLOCK_OK && request->json != NULL) status = flitlock_output_check(request->json, error);
  return status;
}

static int simulate(void *self, size_t n, void *result, struct flitlock_error *error) {
  const struct request *request = self;
  return request->topic->run(&request->setting, n, result, error);
}

static char *label(void *self, size_t n, char *buffer, size_t size) {
  const struct request *request = self;
  return request->topic->label(&request->setting, n, buffer, size);
}

static int write_table(const struct flitlock_reproduction *table, int form, const char *path,
                       struct flitlock_error *error) {
  struct flitlock_output output;
  int status = flitlock_output_open(&output, path, error);
  if (status != FLITLOCK_OK) return status;
  if (form == TEXT) flitlock_reproduction_text(table, output.file);
  if (form == MARKDOWN) flitlock_reproduction_markdown(table, output.file);
  if (form == AS_JSON) status = flitlock_reproduction_json(table, output.file, error);
  if (status == FLITLOCK_OK) return flitlock_output_commit(&output, error);
  flitlock_output_abort(&output);
  return status;
}

// The table is written before a missed figure is told.
static int report(const struct request *request, const void *results, struct flitlock_error *error) {
  struct flitlock_reproduction *table = NULL;
  int status = flitlock_reproduction_create(request->topic, &request->setting, results, &table, error);
  if (status == FLITLOCK_OK) status = write_table(table, request->form, request->out, error);
  if (status == FLITLOCK_OK && request->json != NULL) status = write_table(table, AS_JSON, request->json, error);
  if (status == FLITLOCK_OK) status = flitlock_reproduction_status(table, error);
  flitlock_reproduction_free(table);
  return status;
}

static int run(const struct cli_arguments *arguments, struct flitlock_error *error) {
  struct request request = {0};
  int status = read_request(arguments, &request, error);
  if (status != FLITLOCK_OK) return status;
  size_t count = request.topic->count(&request.setting);
  void *results = calloc(count + 1, request.topic->result_size);
  if (results == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the results");
  const struct cli_jobs jobs = {.count = count,
                                .result_size = request.topic->result_size,
                                .results = results,
                                .at_a_time = request.jobs,
                                .quiet = request.quiet,
                                .unit = "simulation",
                                .whole = "the study",
                                .self = &request,
                                .run = simulate,
                                .label = label};
  status = cli_jobs_run(&jobs, error);
  if (status == FLITLOCK_OK) status = report(&request, results, error);
  free(results);
  return status;
}

const struct cli_command cli_cmd_reproduce = {
    .name = "reproduce",
    .operands = "TOPIC",
    .operands_min = 1,
    .operands_max = 1,
    .complete = CLI_COMPLETE_NOTHING,
    .summary = "put each figure of a study beside ours",
    .description =
        "Simulates what a study did and prints each of its figures beside ours, with their ratio, what ours is held "
        "to, "
        "and the verdict: met, missed, or printed where there is nothing to hold it to. Topics: noc, the "
        "interconnect of the four-GPU pod (docs/results-noc.md is its table); l2, an L2 taken for a chip "
        "(docs/results-l2.md); tlb, reverse address translation in scale-up pods (docs/results-tlb.md).\n\nFigures "
        "that "
        "are known to be missed "
        "have their reason with them. One that is missed without a reason ends the command with exit code 1, after the "
        "table has been written. The same program gives the same bytes, however many simulations run at a time.",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .run = run,
};
