// SPDX-License-Identifier: Apache-2.0
// flitlock merge: the databases of a sweep's shards as one.
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/options.h"
#include "flitlock/sweep.h"
#include "results/output.h"
#include "results/output_json.h"
#include "results/real.h"

enum { JSON = 1, COMPLETE, QUIET };

static const struct cli_option options[] = {
    {JSON, CLI_COMPLETE_FILE, "json", "FILE",
     "Write what was merged as JSON. '-' is standard output; the text then goes to standard error."},
    {COMPLETE, CLI_COMPLETE_NOTHING, "complete", NULL,
     "Exit code 1 when points of the sweep are missing afterwards, or are there without a result."},
    {QUIET, CLI_COMPLETE_NOTHING, "quiet", NULL, "Print no summary."},
};

static int write_json(const struct flitlock_sweep_merged *merged, const char *path, struct flitlock_error *error) {
  json_t *root = json_pack("{s:i, s:I, s:I, s:I, s:I, s:I}", "format", 1, "sweep_points", (json_int_t)merged->points,
                           "points", (json_int_t)merged->present, "added", (json_int_t)merged->added, "same",
                           (json_int_t)merged->same, "failed", (json_int_t)merged->failed);
  return flitlock_output_json(root, FLITLOCK_REAL_DIGITS, "the summary", path, error);
}

static int run(const struct cli_arguments *arguments, struct flitlock_error *error) {
  const char *json = cli_value(arguments, JSON), *out = arguments->operands[0];
  int status = json != NULL ? flitlock_output_check(json, error) : FLITLOCK_OK;
  struct flitlock_sweep_merged merged;
  if (status == FLITLOCK_OK)
    status = flitlock_sweep_merge(out, (const char *const *)arguments->operands + 1, arguments->operand_count - 1,
                                  &merged, error);
  if (status != FLITLOCK_OK) return status;
  if (!cli_given(arguments, QUIET))
    fprintf(json != NULL && strcmp(json, "-") == 0 ? stderr : stdout,
            "%s: %llu of %llu points: %llu added, %llu the same twice, %llu missing\n", out,
            (unsigned long long)merged.present, (unsigned long long)merged.points, (unsigned long long)merged.added,
            (unsigned long long)merged.same, (unsigned long long)(merged.points - merged.present));
  if (json != NULL) status = write_json(&merged, json, error);
  if (status != FLITLOCK_OK || !cli_given(arguments, COMPLETE)) return status;
  uint64_t without = merged.points - merged.present + merged.failed;
  if (without == 0) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_POINTS, "%llu of %llu points are missing and %llu failed",
                       (unsigned long long)(merged.points - merged.present), (unsigned long long)merged.points,
                       (unsigned long long)merged.failed);
}

const struct cli_command cli_cmd_merge = {
    .name = "merge",
    .operands = "OUT IN...",
    .operands_min = 2,
    .operands_max = 100000,
    .complete = CLI_COMPLETE_FILE,
    .summary = "join the databases of a sweep's shards",
    .description =
        "Puts the points of the sweeps IN into the sweep OUT, all or none. Each is a folder of 'flitlock sweep' or a "
        "file "
        "whose name ends in .db; OUT is made if missing, and what is in it stays.\n\nAll must be of the same sweep: "
        "what "
        "differs is shown otherwise (exit code 2). A point that is there twice must have the same result, or it is "
        "named "
        "with both values (exit code 1); but a result replaces a point that crashed or took too long elsewhere.",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .run = run,
};
