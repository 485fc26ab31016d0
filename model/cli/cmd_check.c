// SPDX-License-Identifier: Apache-2.0
// flitlock check: runs a pod with its routers in lockstep with the RTL, and reports the first difference.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/configuration.h"
#include "cli/implementation.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/wavedrom.h"
#include "flitlock/check.h"
#include "results/output.h"
#include "results/shell.h"

#define DIRECTORY "flitlock-check"

enum {
  SET = 1,
  SEED,
  CYCLES,
  IMPL,
  CONTINUE,
  MODE,
  WINDOW,
  TOLERANCE,
  FOLLOW,
  OUT,
  BEFORE,
  AFTER,
  REPORT_JSON,
  EVENTS,
  DEVICE,
  PLANT,
  PLANT_AT,
  PLANT_INTO,
  QUIET
};

static const struct cli_option options[] = {
    {SET, CLI_COMPLETE_NOTHING, "set", "KEY=VALUE", CLI_HELP_SET},
    {SEED, CLI_COMPLETE_NOTHING, "seed", "N", CLI_HELP_SEED},
    {CYCLES, CLI_COMPLETE_NOTHING, "cycles", "N", CLI_HELP_CYCLES},
    {IMPL, CLI_COMPLETE_NOTHING, "impl", "PATTERN=USE",
     CLI_HELP_IMPL " Default: lockstep wherever there is RTL of the shape, else c."},
    {CONTINUE, CLI_COMPLETE_NOTHING, "continue", "N",
     "Collect up to N divergences before the run ends. The pod goes on with the model that --follow says. Default: 1."},
    {MODE, CLI_COMPLETE_NOTHING, "mode", "MODE",
     "full: every output in every cycle. hash: a hash of all outputs in each window; where it differs, the run is "
     "repeated and that window compared in full. Default: full."},
    {WINDOW, CLI_COMPLETE_NOTHING, "window", "N", "Cycles of a window of --mode hash. Default: 1024."},
    {TOLERANCE, CLI_COMPLETE_NOTHING, "tolerance", "T",
     "What passes besides equality: latency:N, latency:N:C (C: of credits), skew:N, order. One that was never used "
     "fails the check. Default: exact."},
    {FOLLOW, CLI_COMPLETE_NOTHING, "follow", "MODEL", "Whose outputs the pod sees: golden or device. Default: golden."},
    {OUT, CLI_COMPLETE_DIRECTORY, "out", "DIR",
     "Where report and waves of a divergence go; made if missing. Default: " DIRECTORY "."},
    {BEFORE, CLI_COMPLETE_NOTHING, "wave-before", "N", "Cycles of the waves before the divergence. Default: 30."},
    {AFTER, CLI_COMPLETE_NOTHING, "wave-after", "N", "Cycles of the waves after it. Default: 20."},
    {REPORT_JSON, CLI_COMPLETE_FILE, "report-json", "FILE",
     "Write the report as JSON into FILE, of a check that passes, too."},
    {EVENTS, CLI_COMPLETE_FILE, "events", "FILE", "Write every flit and credit of every link into an event log."},
    {DEVICE, CLI_COMPLETE_NOTHING, "device", "rtl|golden",
     "What is compared with golden. 'golden' is golden once more, which needs no RTL and shows nothing of one: to try "
     "out the checker. Default: rtl."},
    {PLANT, CLI_COMPLETE_NOTHING, "plant", "KIND[@CYCLE][/CONDITION]...",
     "Plant an error, to see that the check sees it: flit-late, flit-lost, flit-twice, flit-port, field.NAME, payload, "
     "credit-late, credit-lost, credit-twice, credit-level, credit-vc, delay; from CYCLE on (0). One that is never "
     "made "
     "fails the check. Conditions: ports=N, row=N, full=N, line=VALUE:BITS (docs/checking.md)."},
    {PLANT_AT, CLI_COMPLETE_NOTHING, "plant-at", "PATTERN", "The block in lockstep that gets it. Default: the first."},
    {PLANT_INTO, CLI_COMPLETE_NOTHING, "plant-into", "MODEL", "golden or device. Default: device."},
    {QUIET, CLI_COMPLETE_NOTHING, "quiet", NULL, "Print no summary and no progress."},
};

struct request {
  struct flitlock_check_options check;
  struct cli_rules rules;
  struct flitlock_plant plant;
  char reproduce[4096];
  int quiet;
};

// The number of `value` in a list of two words.
static int one_of(const struct cli_arguments *arguments, int id, const char *option, const char *const words[2],
                  int *number, struct flitlock_error *error) {
  const char *value = cli_value(arguments, id);
  if (value == NULL) return FLITLOCK_OK;
  for (*number = 0; *number < 2; (*number)++) {
    if (strcmp(value, words[*number]) == 0) return FLITLOCK_OK;
  }
  *number = 0;
  return flitlock_fail(error, FLITLOCK_E_USAGE, "--%s is %s or %s, not '%s'", option, words[0], words[1], value);
}

static int optional_number(const struct cli_arguments *arguments, int id, const char *what, uint64_t least,
                           uint64_t *value, struct flitlock_error *error) {
  const char *text = cli_value(arguments, id);
  return text == NULL ? FLITLOCK_OK : cli_number(text, what, least, value, error);
}

// Numbers of cycles of which frames are kept.
#define WAVE_MAX 100000U

static int read_numbers(const struct cli_arguments *arguments, struct flitlock_check_options *check,
                        struct flitlock_error *error) {
  int status = optional_number(arguments, CONTINUE, "--continue", 1, &check->lockstep.limit, error);
  if (status == FLITLOCK_OK) status = optional_number(arguments, WINDOW, "--window", 1, &check->lockstep.window, error);
  if (status == FLITLOCK_OK)
    status = optional_number(arguments, BEFORE, "--wave-before", 0, &check->wave_before, error);
  if (status == FLITLOCK_OK) status = optional_number(arguments, AFTER, "--wave-after", 0, &check->wave_after, error);
  if (status == FLITLOCK_OK && (check->wave_before > WAVE_MAX || check->wave_after > WAVE_MAX))
    return flitlock_fail(error, FLITLOCK_E_USAGE, "--wave-before and --wave-after are at most %u cycles", WAVE_MAX);
  if (status == FLITLOCK_OK && check->lockstep.limit > 10000)
    return flitlock_fail(error, FLITLOCK_E_USAGE, "--continue is at most 10000 divergences");
  return status;
}

static int read_plant(const struct cli_arguments *arguments, struct request *request, struct flitlock_error *error) {
  static const char *const models[2] = {"device", "golden"};
  struct flitlock_implementation_options *implementation = &request->check.implementation;
  const char *plant = cli_value(arguments, PLANT), *at = cli_value(arguments, PLANT_AT);
  if (plant == NULL && (at != NULL || cli_given(arguments, PLANT_INTO)))
    return flitlock_fail(error, FLITLOCK_E_USAGE, "--plant-at and --plant-into need --plant KIND");
  int status = one_of(arguments, PLANT_INTO, "plant-into", models, &implementation->plant_golden, error);
  if (plant == NULL || status != FLITLOCK_OK) return status;
  implementation->plant = &request->plant;
  implementation->plant_match = at != NULL ? at : "*";
  return flitlock_plant_parse(plant, &request->plant, error);
}

static int read_device(const struct cli_arguments *arguments, struct request *request, struct flitlock_error *error) {
  static const char *const devices[2] = {"rtl", "golden"};
  int device = 0;
  int status = one_of(arguments, DEVICE, "device", devices, &device, error);
  if (status != FLITLOCK_OK) return status;
  request->check.implementation.device = device == 1 ? &flitlock_device_golden : cli_rtl_device();
  if (request->check.implementation.device != NULL) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_CONFIG,
                       "this program was built without the RTL, so there is nothing to compare golden with: configure "
                       "it with FLITLOCK_RTL=ON (it needs Verilator). --device golden tries out the checker");
}

// An empty name would be a file or folder that nobody meant: --out '' the root of the file system.
static int check_names(const struct cli_arguments *arguments, struct flitlock_error *error) {
  static const struct {
    int id;
    const char *option;
  } outputs[] = {{OUT, "--out"}, {REPORT_JSON, "--report-json"}, {EVENTS, "--events"}};
  for (size_t n = 0; n < sizeof(outputs) / sizeof(outputs[0]); n++) {
    const char *path = cli_value(arguments, outputs[n].id);
    if (path != NULL && path[0] == '\0')
      return flitlock_fail(error, FLITLOCK_E_USAGE, "%s needs a name", outputs[n].option);
  }
  return FLITLOCK_OK;
}

static int read_request(const struct cli_arguments *arguments, struct request *request, struct flitlock_error *error) {
  static const char *const modes[2] = {"full", "hash"}, *const models[2] = {"golden", "device"};
  struct flitlock_check_options *check = &request->check;
  flitlock_check_options_default(check);
  request->quiet = cli_given(arguments, QUIET);
  check->directory = cli_value(arguments, OUT) != NULL ? cli_value(arguments, OUT) : DIRECTORY;
  check->report_json = cli_value(arguments, REPORT_JSON);
  check->events_path = cli_value(arguments, EVENTS);
  int status = check_names(arguments, error);
  if (status == FLITLOCK_OK) status = cli_rules_read(arguments, IMPL, &request->rules, error);
  check->implementation.rules = request->rules.rule;
  check->implementation.rules_count = request->rules.count;
  if (status == FLITLOCK_OK) status = one_of(arguments, MODE, "mode", modes, &check->lockstep.mode, error);
  if (status == FLITLOCK_OK) status = one_of(arguments, FOLLOW, "follow", models, &check->lockstep.follow, error);
  if (status == FLITLOCK_OK) status = read_numbers(arguments, check, error);
  if (status == FLITLOCK_OK && cli_value(arguments, TOLERANCE) != NULL)
    status = flitlock_tolerance_parse(cli_value(arguments, TOLERANCE), &check->lockstep.tolerance, error);
  if (status == FLITLOCK_OK) status = read_plant(arguments, request, error);
  if (status == FLITLOCK_OK) status = read_device(arguments, request, error);
  return status;
}

// ---- The line that repeats a check

static void describe_run(const struct cli_arguments *arguments, const struct flitlock_config *config, char *line,
                         size_t size) {
  snprintf(line, size, "flitlock check");
  (void)flitlock_shell_append(line, size, arguments->operands[0]);
  for (size_t n = 0; n < arguments->given_count; n++) {
    const struct cli_given *given = &arguments->given[n];
    char option[64];
    snprintf(option, sizeof(option), "--%s", given->option->name);
    (void)flitlock_shell_append(line, size, option);
    if (given->value != NULL) (void)flitlock_shell_append(line, size, given->value);
  }
  if (cli_given(arguments, SEED)) return;
  char seed[32];
  snprintf(seed, sizeof(seed), "%" PRIu64, config->seed);
  (void)flitlock_shell_append(line, size, "--seed");
  (void)flitlock_shell_append(line, size, seed);
}

// ---- Output

static void print_summary(const struct flitlock_check *check, const struct flitlock_device *device) {
  const struct flitlock_implementation_counts *blocks = &check->blocks;
  printf("%" PRIu32 " of %" PRIu32 " %s in lockstep with %s", blocks->lockstep,
         blocks->lockstep + blocks->c + blocks->rtl + blocks->missing,
         blocks->kinds[0] != '\0' ? blocks->kinds : "blocks", device->name);
  if (blocks->rtl > 0) printf(", %" PRIu32 " %s alone", blocks->rtl, device->name);
  if (blocks->c > 0) printf(", %" PRIu32 " golden alone", blocks->c);
  if (blocks->missing > 0) printf(", %" PRIu32 " golden and not compared:\n  %s", blocks->missing, blocks->why);
  const struct flitlock_lockstep_counts *compared = &check->compared;
  printf("\n%" PRIu64 " cycles: %" PRIu64 " outputs compared, %" PRIu64 " flits, %" PRIu64 " credits, ", check->cycles,
         compared->outputs, compared->flits, compared->credits);
  if (compared->windows > 0) printf("%" PRIu64 " windows, ", compared->windows);
  if (compared->tolerance_used > 0) printf("%" PRIu64 " by the tolerance, ", compared->tolerance_used);
  printf("%" PRIu64 " divergences\n", compared->divergences);
  uint32_t idle = 0;
  for (uint32_t n = 0; n < flitlock_lockstep_block_count(check->session); n++) {
    struct flitlock_lockstep_counts counts;
    flitlock_lockstep_block_counts(check->session, n, &counts);
    idle += counts.flits == 0;
  }
  if (idle > 0 && compared->divergences == 0) printf("%" PRIu32 " blocks in lockstep saw no flit\n", idle);
}

static void draw(const char *directory, const struct flitlock_check *check, int quiet) {
  char json[3072], svg[3072];
  if (strstr(check->files, "wave.json") == NULL) return;
  snprintf(json, sizeof(json), "%s/wave.json", directory);
  snprintf(svg, sizeof(svg), "%s/wave.svg", directory);
  int drawn = cli_wavedrom(json, svg);
  if (quiet) return;
  if (drawn)
    printf("timing diagram: %s\n", svg);
  else
    printf(
        "no timing diagram: wavedrom-cli is not installed; 'npm ci' in the project's folder (scripts/setup) installs "
        "it, then: wavedrom-cli -i %s -s %s\n",
        json, svg);
}

static void print_report(const struct request *request, const struct flitlock_check *check) {
  if (check->report == NULL) return;
  printf("\n%s\n", check->report);
  if (check->files[0] != '\0') printf("files in %s: %s\n", request->check.directory, check->files);
}

static int check_pod(const struct flitlock_config *config, struct request *request, struct flitlock_error *error) {
  if (!request->quiet) {
    printf("seed %" PRIu64 "\n", config->seed);
    fflush(stdout);
  }
  struct cli_progress progress;
  cli_progress_start(&progress, request->quiet);
  request->check.progress = cli_progress_step;
  request->check.progress_self = &progress;
  struct flitlock_check *check = NULL;
  int status = flitlock_check(config, &request->check, &check, error);
  cli_progress_end(&progress);
  if (check != NULL && check->session != NULL) {
    if (!request->quiet) {
      print_summary(check, request->check.implementation.device);
      print_report(request, check);
    }
    draw(request->check.directory, check, request->quiet);
  }
  flitlock_check_free(check);
  return status;
}

static int run(const struct cli_arguments *arguments, struct flitlock_error *error) {
  struct request request = {0};
  struct flitlock_config *config = NULL;
  int status = read_request(arguments, &request, error);
  if (status == FLITLOCK_OK && request.check.report_json != NULL)
    status = flitlock_output_check(request.check.report_json, error);
  if (status == FLITLOCK_OK) {
    const struct cli_config_options keys = {.set = SET, .seed = SEED, .cycles = CYCLES};
    status = cli_load_config(arguments, &keys, &config, error);
  }
  if (status == FLITLOCK_OK) {
    if (config->pod.kind == FLITLOCK_POD_SCALE_UP && request.check.events_path != NULL)
      status = flitlock_fail(error, FLITLOCK_E_USAGE, "--events and scale_up: there are no event logs of such a pod");
  }
  if (status == FLITLOCK_OK) {
    describe_run(arguments, config, request.reproduce, sizeof(request.reproduce));
    request.check.reproduce = request.reproduce;
    status = check_pod(config, &request, error);
  }
  flitlock_config_free(config);
  cli_rules_free(&request.rules);
  return status;
}

const struct cli_command cli_cmd_check = {
    .name = "check",
    .operands = "CONFIG",
    .operands_min = 1,
    .operands_max = 1,
    .complete = CLI_COMPLETE_FILE,
    .summary = "compare the RTL with the golden model, cycle by cycle",
    .description =
        "Runs the pod that CONFIG describes with its routers, DSTs, switches, link TLBs and L2 slices in lockstep: the "
        "golden model and the RTL get the same inputs, and in every cycle every output of every port is compared, "
        "flits with all fields and "
        "payload, and credits of each VC (docs/checking.md). Of a scale-up pod its link TLBs are compared, until its "
        "collective ends.\n\nThe first divergence ends the run with exit code 1, "
        "and "
        "leaves a report, waves of both models and of what they differ in, and a timing diagram. A run in which "
        "nothing "
        "was compared exits with code 5.",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .run = run,
};
