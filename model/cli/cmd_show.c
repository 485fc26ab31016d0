// SPDX-License-Identifier: Apache-2.0
// flitlock show: a pod drawn as text, its links, and which of them fills first.
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/configuration.h"
#include "cli/options.h"
#include "cli/show.h"

enum { SET = 1, RATE, ALL, JSON };

static const struct cli_option options[] = {
    {SET, CLI_COMPLETE_NOTHING, "set", "KEY=VALUE", CLI_HELP_SET},
    {RATE, CLI_COMPLETE_NOTHING, "rate", "R",
     "Show loads at R requests per cycle and req_client. Default: the configured rate, or the one at which the first "
     "link is full."},
    {ALL, CLI_COMPLETE_NOTHING, "all", NULL,
     "Give each link a line. Otherwise links share one that differ in the numbers of GPU, mesh and client alone."},
    {JSON, CLI_COMPLETE_FILE, "json", "FILE",
     "Write the pod as JSON, with the depths of every VC. '-' is standard output; then nothing is drawn."},
};

static int show(const struct cli_arguments *arguments, const struct flitlock_pod *pod, double rate,
                struct flitlock_error *error) {
  const char *json = cli_value(arguments, JSON);
  struct show_pod view;
  int status = show_pod_make(pod, rate, &view, error);
  if (status == FLITLOCK_OK && (json == NULL || strcmp(json, "-") != 0)) {
    show_drawing(stdout, &view);
    status = show_table(stdout, &view, cli_given(arguments, ALL), error);
  }
  if (status == FLITLOCK_OK && json != NULL) status = show_json(&view, json, error);
  show_pod_free(&view);
  return status;
}

static int run(const struct cli_arguments *arguments, struct flitlock_error *error) {
  double rate = 0;
  const char *text = cli_value(arguments, RATE);
  int status = text != NULL ? cli_positive_real(text, "--rate", &rate, error) : FLITLOCK_OK;
  if (status != FLITLOCK_OK) return status;
  struct flitlock_config *config = NULL;
  const struct cli_config_options keys = {.set = SET};
  status = cli_load_config(arguments, &keys, &config, error);
  if (status != FLITLOCK_OK) return status;
  struct flitlock_pod *pod = NULL;
  status = flitlock_pod_create(config, NULL, NULL, NULL, &pod, error);
  if (status == FLITLOCK_OK) {
    status = show(arguments, pod, rate, error);
    flitlock_pod_destroy(pod);
  }
  flitlock_config_free(config);
  return status;
}

const struct cli_command cli_cmd_show = {
    .name = "show",
    .operands = "CONFIG",
    .operands_min = 1,
    .operands_max = 1,
    .complete = CLI_COMPLETE_FILE,
    .summary = "draw a pod and list its links",
    .description =
        "Draws the pod that the YAML file CONFIG describes: the nodes of a mesh, its clients, the way to the other "
        "GPUs. Lists the links with widths, depths of buffers and latencies, the load that the workload puts on each, "
        "and the links that fill first. Nothing is simulated.",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .run = run,
};
