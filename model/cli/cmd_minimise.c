// SPDX-License-Identifier: Apache-2.0
// flitlock minimise: from a case that fails to the smallest one that fails in the same way.
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/command.h"
#include "cli/configuration.h"
#include "cli/implementation.h"
#include "cli/minimise.h"
#include "cli/options.h"
#include "results/output.h"
#include "results/output_json.h"
#include "results/real.h"

#define DIRECTORY "flitlock-minimal"
#define SECONDS   600

enum { SET = 1, SEED, CYCLES, IMPL, DEVICE, PLANT, PLANT_AT, PLANT_INTO, OUT, BUDGET, JSON, QUIET };

static const struct cli_option options[] = {
    {SET, CLI_COMPLETE_NOTHING, "set", "KEY=VALUE", CLI_HELP_SET},
    {SEED, CLI_COMPLETE_NOTHING, "seed", "N", CLI_HELP_SEED},
    {CYCLES, CLI_COMPLETE_NOTHING, "cycles", "N", CLI_HELP_CYCLES},
    {IMPL, CLI_COMPLETE_NOTHING, "impl", "PATTERN=USE",
     CLI_HELP_IMPL " Default: what the configuration says, and lockstep where it says nothing."},
    {DEVICE, CLI_COMPLETE_NOTHING, "device", "rtl|golden", "As of flitlock check. Default: rtl."},
    {PLANT, CLI_COMPLETE_NOTHING, "plant", "KIND[@CYCLE][/CONDITION]...", "Plant an error, as flitlock check does."},
    {PLANT_AT, CLI_COMPLETE_NOTHING, "plant-at", "PATTERN", "The block in lockstep that gets it. Default: the first."},
    {PLANT_INTO, CLI_COMPLETE_NOTHING, "plant-into", "MODEL", "golden or device. Default: device."},
    {OUT, CLI_COMPLETE_DIRECTORY, "out", "DIR",
     "Where the smallest case goes, with its report and waves; made if missing. Default: " DIRECTORY "."},
    {BUDGET, CLI_COMPLETE_NOTHING, "time-budget", "TIME",
     "Longest time (90s, 10m, 2h); then what is smallest so far is the result. Default: 10m."},
    {JSON, CLI_COMPLETE_FILE, "json", "FILE",
     "Write what came of it as JSON. '-' is standard output; the text then goes to standard error."},
    {QUIET, CLI_COMPLETE_NOTHING, "quiet", NULL, "Print nothing."},
};

struct request {
  struct flitlock_case failing;
  char *text;    // of the configuration
  json_t *rest;  // case.json of a folder
  const char *out, *json;
  double seconds;
  int quiet;
};

// ---- What is to be made smaller

static int read_text(const char *path, char **text, struct flitlock_error *error) {
  struct stat info;
  FILE *file = fopen(path, "rb");
  if (file == NULL || fstat(fileno(file), &info) != 0) {
    if (file != NULL) (void)fclose(file);
    return flitlock_fail(error, FLITLOCK_E_INPUT,
                         "'%s' cannot be read; a folder of a failure (runs/... of flitlock regress) has it", path);
  }
  *text = calloc((size_t)info.st_size + 1, 1);
  const size_t got = *text != NULL ? fread(*text, 1, (size_t)info.st_size, file) : 0;
  (void)fclose(file);
  if (*text == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", path);
  return got == (size_t)info.st_size ? FLITLOCK_OK
                                     : flitlock_fail(error, FLITLOCK_E_INPUT, "'%s' cannot be read", path);
}

static int read_folder(const char *folder, struct request *request, struct flitlock_error *error) {
  char path[4096];
  snprintf(path, sizeof(path), "%s/config.yaml", folder);
  int status = read_text(path, &request->text, error);
  if (status != FLITLOCK_OK) return status;
  snprintf(path, sizeof(path), "%s/case.json", folder);
  json_error_t unread;
  request->rest = json_load_file(path, 0, &unread);  // without one there is nothing more to say
  request->failing = (struct flitlock_case){
      .config = request->text,
      .plant = json_string_value(json_object_get(request->rest, "plant")),
      .plant_at = json_string_value(json_object_get(request->rest, "plant_at")),
      .plant_into = json_string_value(json_object_get(request->rest, "plant_into")),
      .device = json_string_value(json_object_get(request->rest, "device")),
  };
  return FLITLOCK_OK;
}

// The rules of the configuration and of the command line behind one that makes all else golden C.
static int dump_with_rules(struct flitlock_config *config, const struct cli_rules *rules, char **text,
                           struct flitlock_error *error) {
  char every[] = "*";
  const unsigned own = config->impl_count, all = own + rules->count;
  struct flitlock_impl_rule *list = calloc(all + 2, sizeof(*list)), *before = config->impl;
  size_t size = 0;
  if (list == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for --impl");
  list[0] = (struct flitlock_impl_rule){.match = every, .use = FLITLOCK_USE_C};
  list[1] = (struct flitlock_impl_rule){.match = every, .use = FLITLOCK_USE_LOCKSTEP};
  if (own > 0) memcpy(list + 1, config->impl, own * sizeof(*list));
  if (rules->count > 0) memcpy(list + 1 + own, rules->rule, rules->count * sizeof(*list));
  config->impl = list;
  config->impl_count = all > 0 ? all + 1 : 2;
  int status = flitlock_config_dump(config, text, &size, error);
  config->impl = before;
  config->impl_count = own;
  free(list);
  return status;
}

static int read_config(const struct cli_arguments *arguments, struct request *request, struct flitlock_error *error) {
  const struct cli_config_options keys = {.set = SET, .seed = SEED, .cycles = CYCLES};
  struct flitlock_config *config = NULL;
  struct cli_rules rules = {0};
  struct flitlock_plant plant;
  request->failing = (struct flitlock_case){.plant = cli_value(arguments, PLANT),
                                            .plant_at = cli_value(arguments, PLANT_AT),
                                            .plant_into = cli_value(arguments, PLANT_INTO),
                                            .device = cli_value(arguments, DEVICE)};
  int status = cli_rules_read(arguments, IMPL, &rules, error);
  if (status == FLITLOCK_OK && request->failing.plant != NULL)
    status = flitlock_plant_parse(request->failing.plant, &plant, error);
  if (status == FLITLOCK_OK) status = cli_load_config(arguments, &keys, &config, error);
  if (status == FLITLOCK_OK) status = dump_with_rules(config, &rules, &request->text, error);
  request->failing.config = request->text;
  flitlock_config_free(config);
  cli_rules_free(&rules);
  return status;
}

static int is_folder(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static int check_words(const struct cli_arguments *arguments, struct flitlock_error *error) {
  const char *device = cli_value(arguments, DEVICE), *into = cli_value(arguments, PLANT_INTO);
  if (device != NULL && strcmp(device, "rtl") != 0 && strcmp(device, "golden") != 0)
    return flitlock_fail(error, FLITLOCK_E_USAGE, "--device is rtl or golden, not '%s'", device);
  if (into != NULL && strcmp(into, "device") != 0 && strcmp(into, "golden") != 0)
    return flitlock_fail(error, FLITLOCK_E_USAGE, "--plant-into is device or golden, not '%s'", into);
  return FLITLOCK_OK;
}

static int read_request(const struct cli_arguments *arguments, struct request *request, struct flitlock_error *error) {
  const char *budget = cli_value(arguments, BUDGET), *out = cli_value(arguments, OUT), *what = arguments->operands[0];
  request->json = cli_value(arguments, JSON);
  request->quiet = cli_given(arguments, QUIET);
  request->seconds = SECONDS;
  request->out = out != NULL ? out : DIRECTORY;
  if (request->out[0] == '\0') return flitlock_fail(error, FLITLOCK_E_USAGE, "--out needs a name");
  if (budget != NULL && !flitlock_regress_seconds(budget, &request->seconds))
    return flitlock_fail(error, FLITLOCK_E_USAGE, "--time-budget is a time above 0, as 90s, 10m or 2h, not '%s'",
                         budget);
  int status = check_words(arguments, error);
  if (status == FLITLOCK_OK && request->json != NULL) status = flitlock_output_check(request->json, error);
  if (status != FLITLOCK_OK) return status;
  if (!is_folder(what)) return read_config(arguments, request, error);
  static const int of_a_file[] = {SET, SEED, CYCLES, IMPL, DEVICE, PLANT, PLANT_AT, PLANT_INTO};
  for (size_t n = 0; n < sizeof(of_a_file) / sizeof(of_a_file[0]); n++)
    if (cli_given(arguments, of_a_file[n]))
      return flitlock_fail(error, FLITLOCK_E_USAGE, "--%s is for a configuration; '%s' is a folder, which says all",
                           options[of_a_file[n] - 1].name, what);
  return read_folder(what, request, error);
}

// ---- What came of it

static void print(FILE *file, const struct request *request, const struct minimise_message *message) {
  const struct flitlock_regress_minimal *minimal = &message->minimal;
  fprintf(file, "%s\n", message->failure.kind);
  if (message->failure.block[0] != '\0')
    fprintf(file, "%s, cycle %" PRIu64 "\n", message->failure.block, message->failure.at);
  fprintf(file,
          "%" PRIu64 " of %" PRIu64 " packets, in %" PRIu64 " cycles (before: %" PRIu64 "), after %" PRIu64
          " attempts%s\n",
          minimal->packets, minimal->packets_before, minimal->cycles, minimal->cycles_before, minimal->tries,
          minimal->whole ? "; nothing more can be left out" : "; the time was over");
  fprintf(file, "files in %s: case.yaml trace.csv case_test.cpp, and report and waves of a divergence\n", request->out);
  fprintf(file, "again: (cd %s && %s)\n", request->out, message->command);
}

static int write_json(const struct request *request, const struct minimise_message *message,
                      struct flitlock_error *error) {
  const struct flitlock_regress_minimal *minimal = &message->minimal;
  json_t *root = json_pack("{s:i, s:s, s:b, s:b, s:I, s:I, s:I, s:I, s:I, s:s, s:s}", "format", 1, "kind",
                           message->failure.kind, "found", minimal->found, "whole", minimal->whole, "packets_before",
                           (json_int_t)minimal->packets_before, "packets", (json_int_t)minimal->packets,
                           "cycles_before", (json_int_t)minimal->cycles_before, "cycles", (json_int_t)minimal->cycles,
                           "tries", (json_int_t)minimal->tries, "directory", request->out, "command", message->command);
  return flitlock_output_json(root, FLITLOCK_REAL_DIGITS, "the result", request->json, error);
}

static int minimise(const struct request *request, struct flitlock_error *error) {
  struct minimise_message message;
  FILE *text = request->json != NULL && strcmp(request->json, "-") == 0 ? stderr : stdout;
  minimise_case(&request->failing, request->out, request->seconds, &message);
  if (message.status != FLITLOCK_OK) return flitlock_fail(error, message.status, "%s", message.text);
  if (!message.minimal.found)
    return flitlock_fail(error, FLITLOCK_E_VACUOUS,
                         "%s: with the recorded traffic of %" PRIu64
                         " packets it does not come again, so there is nothing to leave out",
                         message.failure.kind, message.minimal.packets_before);
  if (!request->quiet) print(text, request, &message);
  return request->json != NULL ? write_json(request, &message, error) : FLITLOCK_OK;
}

static int run(const struct cli_arguments *arguments, struct flitlock_error *error) {
  struct request request = {0};
  int status = read_request(arguments, &request, error);
  if (status == FLITLOCK_OK) status = minimise(&request, error);
  json_decref(request.rest);
  free(request.text);
  return status;
}

const struct cli_command cli_cmd_minimise = {
    .name = "minimise",
    .operands = "CASE",
    .operands_min = 1,
    .operands_max = 1,
    .complete = CLI_COMPLETE_FILE,
    .summary = "find the smallest case that fails in the same way",
    .description =
        "CASE is a configuration that fails, or the folder of a failure of 'flitlock regress'. Its traffic is recorded "
        "as a trace; packets, cycles, and what the pod is made of are left out as long as the first difference is of "
        "the same kind (docs/regression.md). Each attempt is a process of its own, so that crashes can be shrunk, "
        "too.\n\nThe result is a configuration with its trace, a command that repeats it, report and waves, and the "
        "source of a unit test. Exit code 0: there is one. 5: CASE does not fail, or its traffic alone is not what it "
        "depends on. 2: CASE is a scale-up pod, which has no packets.",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .run = run,
};
