// SPDX-License-Identifier: Apache-2.0
// Help, man page and shell completion, made from the tables of the commands.
#ifndef FLITLOCK_CLI_HELP_H
#define FLITLOCK_CLI_HELP_H

#include <stdio.h>

#include "cli/command.h"

void cli_help_program(FILE *file);
void cli_help_command(FILE *file, const struct cli_command *command);
// Text in lines of at most 78 characters, each after `indent` spaces; empty lines stay.
void cli_print_wrapped(FILE *file, const char *text, int indent);

void cli_print_man(FILE *file);         // docs/flitlock.1
void cli_print_completion(FILE *file);  // scripts/completion/flitlock.bash

#endif
