// SPDX-License-Identifier: Apache-2.0
// The dispatch table.
#include <string.h>

#include "cli/command.h"

const struct cli_command *const cli_commands[] = {
    &cli_cmd_run,   &cli_cmd_check,     &cli_cmd_show,    &cli_cmd_tune,     &cli_cmd_sweep,
    &cli_cmd_merge, &cli_cmd_report,    &cli_cmd_regress, &cli_cmd_minimise, &cli_cmd_mutate,
    &cli_cmd_probe, &cli_cmd_reproduce, &cli_cmd_diff,    &cli_cmd_events,   &cli_cmd_help,
};
const size_t cli_command_count = sizeof(cli_commands) / sizeof(cli_commands[0]);

// The codes of flitlock_status_exit_code, in words.
const struct cli_exit_code cli_exit_codes[] = {
    {0, "the run passed; the logs are equal"},
    {1,
     "mismatch: two models, logs or results differ, an invariant broke, points of a sweep failed, runs of a suite were "
     "not as expected, or a figure is "
     "missed "
     "and no reason known"},
    {2, "wrong use, impossible configuration, or an input that cannot be read"},
    {3, "no progress: nothing moved for too long"},
    {4, "the limit of cycles was reached, or the run or sweep was interrupted"},
    {5, "vacuous: nothing was simulated or compared"},
    {6, "an output cannot be written, out of memory, or an internal error"},
};
const size_t cli_exit_code_count = sizeof(cli_exit_codes) / sizeof(cli_exit_codes[0]);

const struct cli_command *cli_command_find(const char *name) {
  for (size_t n = 0; n < cli_command_count; n++) {
    if (strcmp(cli_commands[n]->name, name) == 0) return cli_commands[n];
  }
  return NULL;
}
