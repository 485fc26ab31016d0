// SPDX-License-Identifier: Apache-2.0
// flitlock help: a command's description; the man page and the shell completion from the same tables.
#include <stdio.h>

#include "cli/command.h"
#include "cli/help.h"
#include "cli/options.h"
#include "cli/suggest.h"

enum { MAN = 1, COMPLETION };

static const struct cli_option options[] = {
    {MAN, CLI_COMPLETE_NOTHING, "man", NULL, "Print the manual page, as roff."},
    {COMPLETION, CLI_COMPLETE_NOTHING, "completion", NULL, "Print the completion for bash (and zsh by bashcompinit)."},
};

static int help_about(const char *name, struct flitlock_error *error) {
  const struct cli_command *command = cli_command_find(name);
  if (command != NULL) {
    cli_help_command(stdout, command);
    return FLITLOCK_OK;
  }
  for (size_t n = 0; n < cli_command_count; n++) {
    if (cli_is_near(name, cli_distance(name, cli_commands[n]->name))) {
      return flitlock_fail(error, FLITLOCK_E_USAGE, "no command '%s': did you mean '%s'?", name, cli_commands[n]->name);
    }
  }
  return flitlock_fail(error, FLITLOCK_E_USAGE, "no command '%s' (try 'flitlock --help')", name);
}

static int run(const struct cli_arguments *arguments, struct flitlock_error *error) {
  if (cli_given(arguments, MAN)) {
    cli_print_man(stdout);
  } else if (cli_given(arguments, COMPLETION)) {
    cli_print_completion(stdout);
  } else if (arguments->operand_count > 0) {
    return help_about(arguments->operands[0], error);
  } else {
    cli_help_program(stdout);
  }
  return FLITLOCK_OK;
}

const struct cli_command cli_cmd_help = {
    .name = "help",
    .operands = "[COMMAND]",
    .operands_min = 0,
    .operands_max = 1,
    .complete = CLI_COMPLETE_COMMAND,
    .summary = "describe a command",
    .description = "Describes a command and its options; without one, lists the commands.",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .run = run,
};
