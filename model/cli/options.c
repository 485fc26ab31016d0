// SPDX-License-Identifier: Apache-2.0
#include "cli/options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/suggest.h"

// getopt's value for option number n of the table is FIRST + n: outside of characters.
enum { FIRST = 256, HELP = 1 };

static int usage_error(const struct cli_command *command, struct flitlock_error *error, const char *what,
                       const char *which) {
  return flitlock_fail(error, FLITLOCK_E_USAGE, "%s '%s' (try 'flitlock help %s')", what, which, command->name);
}

// "--jsn": names the option that comes nearest, if one is near.
static int unknown_option(const struct cli_command *command, const char *given, struct flitlock_error *error) {
  char word[64];
  snprintf(word, sizeof(word), "%s", given + strspn(given, "-"));
  word[strcspn(word, "=")] = '\0';
  const char *nearest = "help";
  size_t distance = cli_distance(word, nearest);
  for (size_t n = 0; n < command->option_count; n++) {
    size_t other = cli_distance(word, command->options[n].name);
    if (other < distance) {
      distance = other;
      nearest = command->options[n].name;
    }
  }
  if (!cli_is_near(word, distance)) return usage_error(command, error, "unknown option", given);
  return flitlock_fail(error, FLITLOCK_E_USAGE, "unknown option '%s': did you mean '--%s'? (try 'flitlock help %s')",
                       given, nearest, command->name);
}

// What getopt refused. It has gone past the argument unless that is a cluster of letters.
static int refused(const struct cli_command *command, int result, int argc, char **argv, int before,
                   struct flitlock_error *error) {
  int at = optind > before ? optind - 1 : optind;
  const char *given = at < argc ? argv[at] : argv[argc - 1];
  if (result == ':') return usage_error(command, error, "a value is missing after", given);
  if (optopt >= FIRST || optopt == HELP) return usage_error(command, error, "this option takes no value:", given);
  return unknown_option(command, given, error);
}

static struct option *long_options(const struct cli_command *command) {
  struct option *list = calloc(command->option_count + 2, sizeof(*list));
  if (list == NULL) return NULL;
  for (size_t n = 0; n < command->option_count; n++) {
    list[n].name = command->options[n].name;
    list[n].has_arg = command->options[n].value != NULL ? required_argument : no_argument;
    list[n].val = FIRST + (int)n;
  }
  list[command->option_count].name = "help";
  list[command->option_count].val = HELP;
  return list;
}

static int check_operands(const struct cli_arguments *arguments, struct flitlock_error *error) {
  const struct cli_command *command = arguments->command;
  if (arguments->operand_count < command->operands_min) {
    return flitlock_fail(error, FLITLOCK_E_USAGE, "'flitlock %s' needs %s (try 'flitlock help %s')", command->name,
                         command->operands, command->name);
  }
  if (arguments->operand_count > command->operands_max) {
    return usage_error(command, error, "unexpected argument", arguments->operands[command->operands_max]);
  }
  return FLITLOCK_OK;
}

int cli_arguments_parse(const struct cli_command *command, int argc, char **argv, struct cli_arguments *arguments,
                        struct flitlock_error *error) {
  memset(arguments, 0, sizeof(*arguments));
  arguments->command = command;
  struct option *list = long_options(command);
  arguments->given = calloc((size_t)argc, sizeof(*arguments->given));
  if (list == NULL || arguments->given == NULL) {
    free(list);
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the command line");
  }
  opterr = 0;
  optind = 0;  // getopt starts anew
  int status = FLITLOCK_OK;
  while (status == FLITLOCK_OK && !arguments->help) {
    int before = optind > 0 ? optind : 1;
    int result = getopt_long(argc, argv, ":h", list, NULL);
    if (result < 0) break;
    if (result >= FIRST) {
      struct cli_given *given = &arguments->given[arguments->given_count++];
      given->option = &command->options[result - FIRST];
      given->value = given->option->value != NULL ? optarg : NULL;
    } else if (result == HELP || result == 'h') {
      arguments->help = 1;
    } else {
      status = refused(command, result, argc, argv, before, error);
    }
  }
  free(list);
  arguments->operands = argv + optind;
  arguments->operand_count = (size_t)(argc - optind);
  if (status == FLITLOCK_OK && !arguments->help) status = check_operands(arguments, error);
  return status;
}

void cli_arguments_free(struct cli_arguments *arguments) {
  free(arguments->given);
  arguments->given = NULL;
}

const char *cli_value(const struct cli_arguments *arguments, int id) {
  const char *value = NULL;
  for (size_t n = 0; n < arguments->given_count; n++) {
    if (arguments->given[n].option->id == id) value = arguments->given[n].value;
  }
  return value;
}

int cli_given(const struct cli_arguments *arguments, int id) {
  for (size_t n = 0; n < arguments->given_count; n++) {
    if (arguments->given[n].option->id == id) return 1;
  }
  return 0;
}

int cli_number(const char *text, const char *what, uint64_t least, uint64_t *value, struct flitlock_error *error) {
  size_t digits = strspn(text, "0123456789"), negative = text[0] == '-' ? strspn(text + 1, "0123456789") : 0;
  if (negative > 0 && text[1 + negative] == '\0') {
    return flitlock_fail(error, FLITLOCK_E_USAGE, "%s must be %llu or more, not %s", what, (unsigned long long)least,
                         text);
  }
  if (digits == 0 || text[digits] != '\0') {
    return flitlock_fail(error, FLITLOCK_E_USAGE, "%s is not a whole number: '%s'", what, text);
  }
  errno = 0;
  unsigned long long number = strtoull(text, NULL, 10);
  if (errno == ERANGE || number > UINT64_MAX) {
    return flitlock_fail(error, FLITLOCK_E_USAGE, "%s is too large: %s is more than %llu", what, text,
                         (unsigned long long)UINT64_MAX);
  }
  if (number < least) {
    return flitlock_fail(error, FLITLOCK_E_USAGE, "%s is too small: %s, the least is %llu", what, text,
                         (unsigned long long)least);
  }
  *value = number;
  return FLITLOCK_OK;
}

int cli_range(const char *text, const char *what, uint64_t *from, uint64_t *to, struct flitlock_error *error) {
  *from = *to = 0;
  const char *colon = strchr(text, ':');
  char first[32];
  size_t length = colon != NULL ? (size_t)(colon - text) : 0;
  if (colon == NULL || length >= sizeof(first)) {
    return flitlock_fail(error, FLITLOCK_E_USAGE, "%s is not of the form FROM:TO: '%s'", what, text);
  }
  memcpy(first, text, length);
  first[length] = '\0';
  int status = FLITLOCK_OK;
  if (length > 0) status = cli_number(first, what, 0, from, error);
  if (status != FLITLOCK_OK || colon[1] == '\0') return status;
  status = cli_number(colon + 1, what, 0, to, error);
  if (status == FLITLOCK_OK && *to <= *from) {
    return flitlock_fail(error, FLITLOCK_E_USAGE, "%s is empty: it ends at %llu and begins at %llu", what,
                         (unsigned long long)*to, (unsigned long long)*from);
  }
  return status;
}

int cli_positive_real(const char *text, const char *what, double *value, struct flitlock_error *error) {
  char *end = NULL;
  int plain = isdigit((unsigned char)text[0]) || text[0] == '.';
  double number = plain ? strtod(text, &end) : 0;
  // strtod would also take "0x1p3".
  if (!plain || *end != '\0' || strpbrk(text, "xX") != NULL || !isfinite(number) || number <= 0) {
    return flitlock_fail(error, FLITLOCK_E_USAGE, "%s is not a number above 0: '%s'", what, text);
  }
  *value = number;
  return FLITLOCK_OK;
}
