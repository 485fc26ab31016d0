// SPDX-License-Identifier: Apache-2.0
// flitlock run: simulates a pod and tells what came of it.
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/configuration.h"
#include "cli/implementation.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/scale_up.h"
#include "flitlock/observe.h"
#include "flitlock/pod.h"
#include "flitlock/results.h"
#include "flitlock/run.h"
#include "results/output.h"

#define LINKS_SHOWN 12

enum {
  SET = 1,
  SEED,
  CYCLES,
  IMPL,
  JSON,
  CSV,
  EVENTS,
  VCD,
  VCD_SCOPE,
  VCD_WINDOW,
  VCD_SAVE,
  LINKS,
  STREAM,
  PLOT,
  QUIET
};

static const struct cli_option options[] = {
    {SET, CLI_COMPLETE_NOTHING, "set", "KEY=VALUE", CLI_HELP_SET},
    {SEED, CLI_COMPLETE_NOTHING, "seed", "N", CLI_HELP_SEED},
    {CYCLES, CLI_COMPLETE_NOTHING, "cycles", "N", CLI_HELP_CYCLES},
    {IMPL, CLI_COMPLETE_NOTHING, "impl", "PATTERN=USE", CLI_HELP_IMPL},
    {JSON, CLI_COMPLETE_FILE, "json", "FILE",
     "Write the results as JSON. '-' is standard output; the summary then goes to standard error."},
    {CSV, CLI_COMPLETE_DIRECTORY, "csv", "DIR",
     "Write links.csv, rates.csv, latency.csv and summary.csv (with link TLBs classes.csv, with an L2 l2.csv, too) "
     "into a folder, which "
     "is "
     "made if missing; of a scale-up pod summary.csv, stages.csv, iterations.csv, classes.csv and stream.csv."},
    {EVENTS, CLI_COMPLETE_FILE, "events", "FILE", "Write every flit and credit of every link into an event log."},
    {VCD, CLI_COMPLETE_FILE, "vcd", "FILE", "Write waves for a viewer such as GTKWave."},
    {VCD_SCOPE, CLI_COMPLETE_NOTHING, "vcd-scope", "PATTERN",
     "Only blocks whose name matches, e.g. 'gpu0.mesh0.*'. Default: all."},
    {VCD_WINDOW, CLI_COMPLETE_NOTHING, "vcd-window", "FROM:TO",
     "Only cycles from FROM to before TO; either may be left out."},
    {VCD_SAVE, CLI_COMPLETE_FILE, "vcd-save", "FILE",
     "Write a GTKWave save file for the one block that --vcd-scope names: its ports, credits and buffers."},
    {LINKS, CLI_COMPLETE_NOTHING, "links", "N", "How many links the summary lists; 0 for all. Default: 12."},
    {STREAM, CLI_COMPLETE_NOTHING, "stream", "SRC:DST",
     "Of a scale-up pod: follow the requests of GPU SRC to GPU DST one by one, for --json, --csv and --plot."},
    {PLOT, CLI_COMPLETE_FILE, "plot", "FILE",
     "Draw the latencies along the stream that --stream names, with gnuplot: SVG, or PNG if FILE ends so."},
    {QUIET, CLI_COMPLETE_NOTHING, "quiet", NULL, "Print no summary and no progress."},
};

struct request {
  struct flitlock_run_options run;
  struct cli_rules rules;
  struct flitlock_lockstep *session;
  const char *json, *csv;
  const char *vcd_save;
  const char *plot;
  int has_stream;
  uint64_t stream_src, stream_dst;
  uint64_t links;
  int quiet;
};

static int read_stream(const char *text, struct request *request, struct flitlock_error *error) {
  if (text == NULL && request->plot == NULL) return FLITLOCK_OK;
  if (text == NULL) return flitlock_fail(error, FLITLOCK_E_USAGE, "--plot needs --stream SRC:DST, which it draws");
  char src[24];
  const char *colon = strchr(text, ':');
  if (colon == NULL || (size_t)(colon - text) >= sizeof(src)) {
    return flitlock_fail(error, FLITLOCK_E_USAGE, "--stream needs SRC:DST, the numbers of two GPUs, not '%s'", text);
  }
  memcpy(src, text, (size_t)(colon - text));
  src[colon - text] = '\0';
  request->has_stream = 1;
  int status = cli_number(src, "--stream", 0, &request->stream_src, error);
  return status != FLITLOCK_OK ? status : cli_number(colon + 1, "--stream", 0, &request->stream_dst, error);
}

static int read_request(const struct cli_arguments *arguments, struct request *request, struct flitlock_error *error) {
  memset(request, 0, sizeof(*request));
  request->json = cli_value(arguments, JSON);
  request->csv = cli_value(arguments, CSV);
  request->quiet = cli_given(arguments, QUIET);
  request->links = LINKS_SHOWN;
  request->run.statistics = 1;
  request->run.events_path = cli_value(arguments, EVENTS);
  request->run.vcd_path = cli_value(arguments, VCD);
  request->run.vcd_scope = cli_value(arguments, VCD_SCOPE);
  request->vcd_save = cli_value(arguments, VCD_SAVE);
  request->plot = cli_value(arguments, PLOT);
  const char *window = cli_value(arguments, VCD_WINDOW), *links = cli_value(arguments, LINKS);
  if (request->run.vcd_path == NULL && (request->run.vcd_scope != NULL || window != NULL)) {
    return flitlock_fail(error, FLITLOCK_E_USAGE, "--vcd-scope and --vcd-window need --vcd FILE");
  }
  if (request->vcd_save != NULL && request->run.vcd_scope == NULL) {
    return flitlock_fail(error, FLITLOCK_E_USAGE, "--vcd-save needs --vcd FILE and a block named by --vcd-scope");
  }
  int status = FLITLOCK_OK;
  if (window != NULL) {
    status = cli_range(window, "--vcd-window", &request->run.vcd_from, &request->run.vcd_to, error);
  }
  if (status == FLITLOCK_OK && links != NULL) status = cli_number(links, "--links", 0, &request->links, error);
  if (status == FLITLOCK_OK) status = cli_rules_read(arguments, IMPL, &request->rules, error);
  if (status == FLITLOCK_OK) status = read_stream(cli_value(arguments, STREAM), request, error);
  return status;
}

// The choice of implementations; a session for what runs in lockstep.
static int choose(struct request *request, struct flitlock_implementation_options *implementation,
                  struct flitlock_error *error) {
  struct flitlock_lockstep_options lockstep;
  flitlock_lockstep_options_default(&lockstep);
  int status = flitlock_lockstep_create(&lockstep, &request->session, error);
  *implementation = (struct flitlock_implementation_options){.rules = request->rules.rule,
                                                             .rules_count = request->rules.count,
                                                             .device = cli_rtl_device(),
                                                             .session = request->session};
  return status;
}

static int create_pod(const struct flitlock_config *config, struct request *request, struct flitlock_pod **pod,
                      struct flitlock_error *error) {
  struct flitlock_implementation_options implementation;
  int status = choose(request, &implementation, error);
  return status != FLITLOCK_OK ? status : flitlock_pod_create_chosen(config, NULL, &implementation, pod, NULL, error);
}

// Blocks in lockstep have a say in how the run came out.
static int judge_lockstep(struct request *request, FILE *text, int status, struct flitlock_error *error) {
  if (flitlock_lockstep_block_count(request->session) == 0) return status;
  struct flitlock_error verdict = {0};
  flitlock_lockstep_finish(request->session);
  int compared = flitlock_lockstep_verdict(request->session, &verdict);
  struct flitlock_lockstep_counts total;
  flitlock_lockstep_total(request->session, &total);
  if (!request->quiet) {
    fprintf(text, "\nlockstep: %lu blocks, %llu flits and %llu credits compared, %llu divergences\n",
            (unsigned long)flitlock_lockstep_block_count(request->session), (unsigned long long)total.flits,
            (unsigned long long)total.credits, (unsigned long long)total.divergences);
  }
  if (compared == FLITLOCK_OK || (status != FLITLOCK_OK && compared != FLITLOCK_E_MISMATCH)) return status;
  return flitlock_fail(error, compared, "%.1900s (flitlock check makes a report and waves)", verdict.text);
}

// What would be lost: one output written over another, or binary data in the midst of the summary.
static int check_outputs(const struct request *request, struct flitlock_error *error) {
  const struct {
    const char *option, *path;
  } outputs[] = {
      {"--json", request->json},        {"--csv", request->csv},           {"--events", request->run.events_path},
      {"--vcd", request->run.vcd_path}, {"--vcd-save", request->vcd_save}, {"--plot", request->plot}};
  const size_t count = sizeof(outputs) / sizeof(outputs[0]);
  for (size_t n = 0; n < count; n++) {
    const char *path = outputs[n].path;
    if (path == NULL) continue;
    if (path[0] == '\0') return flitlock_fail(error, FLITLOCK_E_USAGE, "%s needs a name", outputs[n].option);
    if (n > 0 && strcmp(path, "-") == 0) {
      return flitlock_fail(error, FLITLOCK_E_USAGE, "%s cannot be standard output, only --json can; name a file",
                           outputs[n].option);
    }
    // /dev/null may be named twice.
    if (strncmp(path, "/dev/", 5) == 0) continue;
    for (size_t other = 0; other < n; other++) {
      if (outputs[other].path == NULL || strcmp(path, outputs[other].path) != 0) continue;
      return flitlock_fail(error, FLITLOCK_E_USAGE, "%s and %s both name '%s'", outputs[other].option,
                           outputs[n].option, path);
    }
  }
  return FLITLOCK_OK;
}

// Results are written after a failed run, too, as far as it got. The first failure is the one that is told.
static int write_results(const struct request *request, const struct flitlock_results *results, FILE *text, int status,
                         struct flitlock_error *error) {
  if (!request->quiet) cli_report(text, results, request->links > UINT32_MAX ? 0 : (unsigned)request->links);
  if (request->json != NULL) {
    int written = flitlock_results_write_json(results, request->json, status == FLITLOCK_OK ? error : NULL);
    if (status == FLITLOCK_OK) status = written;
  }
  if (request->csv != NULL) {
    int written = flitlock_results_write_csv(results, request->csv, status == FLITLOCK_OK ? error : NULL);
    if (status == FLITLOCK_OK) status = written;
  }
  return status;
}

// Waves of cycles that no run of this configuration can have.
static int check_vcd_window(const struct flitlock_config *config, const struct request *request,
                            struct flitlock_error *error) {
  uint64_t longest = config->run.cycles;
  if (config->run.drain) longest += config->run.drain_limit < UINT64_MAX - longest ? config->run.drain_limit : 0U;
  if (request->run.vcd_path == NULL || request->run.vcd_from < longest) return FLITLOCK_OK;
  return flitlock_fail(
      error, FLITLOCK_E_USAGE,
      "--vcd-window begins at cycle %llu, but the run has no more than %llu cycles (run.cycles%s): the "
      "waves would be empty",
      (unsigned long long)request->run.vcd_from, (unsigned long long)longest,
      config->run.drain ? " and run.drain_limit" : "");
}

// A run of hours must not end in a file that cannot be.
static int prepare_outputs(const struct request *request, const struct flitlock_pod *pod,
                           struct flitlock_error *error) {
  int status = FLITLOCK_OK;
  if (request->csv != NULL) status = flitlock_output_make_folder(request->csv, error);
  if (status == FLITLOCK_OK && request->vcd_save != NULL) {
    status = flitlock_vcd_write_gtkw(pod, request->run.vcd_scope, request->vcd_save, error);
  }
  return status;
}

static int simulate(const struct flitlock_config *config, struct request *request, struct flitlock_error *error) {
  FILE *text = request->json != NULL && strcmp(request->json, "-") == 0 ? stderr : stdout;
  struct flitlock_pod *pod = NULL;
  int status = check_vcd_window(config, request, error);
  if (status == FLITLOCK_OK) status = create_pod(config, request, &pod, error);
  if (status != FLITLOCK_OK) return status;
  status = prepare_outputs(request, pod, error);
  if (status != FLITLOCK_OK) {
    flitlock_pod_destroy(pod);
    return status;
  }
  if (!request->quiet) {
    fprintf(text, "seed %llu\n", (unsigned long long)config->seed);
    fflush(text);
  }

  struct cli_progress progress;
  cli_progress_start(&progress, request->quiet);
  request->run.progress = cli_progress_step;
  request->run.progress_self = &progress;
  struct flitlock_results *results = NULL;
  status = flitlock_run(pod, &request->run, &results, error);
  cli_progress_end(&progress);

  if (results != NULL) status = write_results(request, results, text, status, error);
  status = judge_lockstep(request, text, status, error);
  flitlock_results_free(results);
  flitlock_pod_destroy(pod);
  return status;
}

static int judge_scale_up(void *self, FILE *text, int status, struct flitlock_error *error) {
  return judge_lockstep(self, text, status, error);
}

// A scale-up pod has no flits of a network to log or to draw.
static int simulate_scale_up(const struct flitlock_config *config, struct request *request,
                             struct flitlock_error *error) {
  struct flitlock_implementation_options implementation;
  if (request->run.events_path != NULL || request->run.vcd_path != NULL) {
    return flitlock_fail(error, FLITLOCK_E_USAGE, "%s and scale_up: there are no event logs and waves of such a pod",
                         request->run.events_path != NULL ? "--events" : "--vcd");
  }
  int status = choose(request, &implementation, error);
  if (status != FLITLOCK_OK) return status;
  const struct cli_scale_up scale_up = {.json = request->json,
                                        .csv = request->csv,
                                        .plot = request->plot,
                                        .has_stream = request->has_stream,
                                        .stream_src = request->stream_src,
                                        .stream_dst = request->stream_dst,
                                        .quiet = request->quiet,
                                        .implementation = &implementation,
                                        .judge = judge_scale_up,
                                        .judge_self = request};
  return cli_scale_up_run(config, &scale_up, error);
}

static int run(const struct cli_arguments *arguments, struct flitlock_error *error) {
  struct request request;
  struct flitlock_config *config = NULL;
  int status = read_request(arguments, &request, error);
  if (status == FLITLOCK_OK) status = check_outputs(&request, error);
  if (status == FLITLOCK_OK && request.json != NULL) status = flitlock_output_check(request.json, error);
  if (status == FLITLOCK_OK) {
    const struct cli_config_options keys = {.set = SET, .seed = SEED, .cycles = CYCLES};
    status = cli_load_config(arguments, &keys, &config, error);
  }
  if (status == FLITLOCK_OK && config->pod.kind == FLITLOCK_POD_SCALE_UP) {
    status = simulate_scale_up(config, &request, error);
  } else if (status == FLITLOCK_OK) {
    status = request.has_stream ? flitlock_fail(error, FLITLOCK_E_USAGE, "--stream needs a scale-up pod (pod.kind)")
                                : simulate(config, &request, error);
  }
  flitlock_config_free(config);
  cli_rules_free(&request.rules);
  flitlock_lockstep_destroy(request.session);
  return status;
}

const struct cli_command cli_cmd_run = {
    .name = "run",
    .operands = "CONFIG",
    .operands_min = 1,
    .operands_max = 1,
    .complete = CLI_COMPLETE_FILE,
    .summary = "simulate a pod",
    .description =
        "Simulates the pod that the YAML file CONFIG describes (docs/configuration.md), exactly to the cycle, and "
        "prints "
        "the accepted rates, the latency by stage, and the use of links with the causes of their idle cycles "
        "(docs/results.md). A scale-up pod (pod.kind: scale_up, docs/scale-up.md) tells the time of its collective, "
        "where "
        "the time of its requests went, and what its link TLBs did.\n\nThe same configuration and seed give the same "
        "bytes, whatever else is written. Ctrl-C "
        "ends a run cleanly: files are closed, the results so far are written, and the exit code is 4.",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .run = run,
};
