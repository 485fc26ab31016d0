// SPDX-License-Identifier: Apache-2.0
// flitlock events: an event log as text.
#include <stdio.h>

#include "cli/command.h"
#include "cli/options.h"
#include "flitlock/events.h"

// Ends the dump where nobody can read it: the disk is full or the pipe is closed.
static int print_line(void *self, const char *text) {
  FILE *file = self;
  fputs(text, file);
  fputc('\n', file);
  return ferror(file) != 0;
}

static int run(const struct cli_arguments *arguments, struct flitlock_error *error) {
  return flitlock_events_dump(arguments->operands[0], print_line, stdout, error);
}

const struct cli_command cli_cmd_events = {
    .name = "events",
    .operands = "FILE",
    .operands_min = 1,
    .operands_max = 1,
    .complete = CLI_COMPLETE_FILE,
    .summary = "print an event log as text",
    .description =
        "Prints an event log, one line an event: its cycle, its link, and the fields of the flit or the "
        "credits. The format of the file is described in docs/events.md.",
    .options = NULL,
    .option_count = 0,
    .run = run,
};
