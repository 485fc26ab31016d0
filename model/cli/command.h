// SPDX-License-Identifier: Apache-2.0
// Commands of the program: one table each, from which parsing, help, man page and shell completion are made.
//
// A new command is a file cmd_NAME.c with a `struct cli_command`, and a line in commands.c.
#ifndef FLITLOCK_CLI_COMMAND_H
#define FLITLOCK_CLI_COMMAND_H

#include <stddef.h>
#include <stdint.h>

#include "flitlock/status.h"

// What a shell offers as the value of an option or as an operand.
enum cli_complete { CLI_COMPLETE_NOTHING, CLI_COMPLETE_FILE, CLI_COMPLETE_DIRECTORY, CLI_COMPLETE_COMMAND };

struct cli_option {
  int id;             // the command's own name for it, >= 1
  int complete;       // enum cli_complete
  const char *name;   // long name without the dashes
  const char *value;  // what the value is called; NULL: the option has none
  const char *help;
};

struct cli_arguments;

struct cli_command {
  const char *name;
  const char *operands;  // as the usage shows them: "CONFIG"; "" for none
  unsigned operands_min;
  unsigned operands_max;
  int complete;             // of the operands
  const char *summary;      // one line
  const char *description;  // paragraphs, an empty line between two
  const struct cli_option *options;
  size_t option_count;
  // FLITLOCK_OK, or a status with its message in `error`. Prints results on standard output.
  int (*run)(const struct cli_arguments *arguments, struct flitlock_error *error);
};

// All commands, in the order in which help lists them.
extern const struct cli_command *const cli_commands[];
extern const size_t cli_command_count;
const struct cli_command *cli_command_find(const char *name);  // NULL: there is none

// The exit codes with their meanings, for help and man page.
struct cli_exit_code {
  int code;
  const char *text;
};
extern const struct cli_exit_code cli_exit_codes[];
extern const size_t cli_exit_code_count;

extern const struct cli_command cli_cmd_check;
extern const struct cli_command cli_cmd_diff;
extern const struct cli_command cli_cmd_events;
extern const struct cli_command cli_cmd_help;
extern const struct cli_command cli_cmd_merge;
extern const struct cli_command cli_cmd_minimise;
extern const struct cli_command cli_cmd_mutate;
extern const struct cli_command cli_cmd_probe;
extern const struct cli_command cli_cmd_regress;
extern const struct cli_command cli_cmd_report;
extern const struct cli_command cli_cmd_reproduce;
extern const struct cli_command cli_cmd_run;
extern const struct cli_command cli_cmd_show;
extern const struct cli_command cli_cmd_sweep;
extern const struct cli_command cli_cmd_tune;

#endif
