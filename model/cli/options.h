// SPDX-License-Identifier: Apache-2.0
// Reading a command's options and operands by its table; strict values.
#ifndef FLITLOCK_CLI_OPTIONS_H
#define FLITLOCK_CLI_OPTIONS_H

#include "cli/command.h"

// What a command line gave, in its order.
struct cli_arguments {
  const struct cli_command *command;
  struct cli_given {
    const struct cli_option *option;
    const char *value;  // NULL: the option has none
  } * given;            // [given_count]
  size_t given_count;
  char **operands;  // [operand_count]
  size_t operand_count;
  int help;  // 1: --help was given, nothing else was looked at
};

// `argv[0]` is the command's name. E_USAGE names what is wrong and what comes nearest. After any result the arguments
// must be freed.
int cli_arguments_parse(const struct cli_command *command, int argc, char **argv, struct cli_arguments *arguments,
                        struct flitlock_error *error);
void cli_arguments_free(struct cli_arguments *arguments);

// The last value given for an option; NULL if it was not given. Whether it was given at all.
const char *cli_value(const struct cli_arguments *arguments, int id);
int cli_given(const struct cli_arguments *arguments, int id);

// A decimal number: digits alone, no sign, at most UINT64_MAX, at least `least`. `what` names it in the message.
int cli_number(const char *text, const char *what, uint64_t least, uint64_t *value, struct flitlock_error *error);
// "FROM:TO" with FROM < TO; an empty FROM is 0, an empty TO (the end) is returned as 0.
int cli_range(const char *text, const char *what, uint64_t *from, uint64_t *to, struct flitlock_error *error);
// A real number above 0, in C's notation without a sign.
int cli_positive_real(const char *text, const char *what, double *value, struct flitlock_error *error);

#endif
