// SPDX-License-Identifier: Apache-2.0
// flitlock diff: the first event in which two logs differ.
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/options.h"
#include "flitlock/observe.h"

static int run(const struct cli_arguments *arguments, struct flitlock_error *error) {
  const char *a = arguments->operands[0], *b = arguments->operands[1];
  char text[4096] = "";
  int status = flitlock_events_diff(a, b, text, sizeof(text), error);
  if (status == FLITLOCK_OK || status == FLITLOCK_E_MISMATCH) {
    fputs(text, stdout);
    if (text[0] != '\0' && text[strlen(text) - 1] != '\n') fputc('\n', stdout);
  }
  if (status == FLITLOCK_E_MISMATCH) flitlock_fail(error, status, "'%s' and '%s' differ", a, b);
  return status;
}

const struct cli_command cli_cmd_diff = {
    .name = "diff",
    .operands = "A B",
    .operands_min = 2,
    .operands_max = 2,
    .complete = CLI_COMPLETE_FILE,
    .summary = "find the first difference of two event logs",
    .description =
        "Compares two event logs (of 'flitlock run --events', or of any other host that writes the format) "
        "event by event, and prints the first that differs, with both values.\n\nThe exit code is 0 for "
        "equal logs, 1 for different ones, 5 if there was no event to compare.",
    .options = NULL,
    .option_count = 0,
    .run = run,
};
