// SPDX-License-Identifier: Apache-2.0
// Command line of flitlock: finds the command, runs it, turns its status into an exit code.
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/help.h"
#include "cli/options.h"
#include "cli/suggest.h"
#include "flitlock/version.h"

static int unknown_command(const char *given, struct flitlock_error *error) {
  const char *kind = given[0] == '-' ? "option" : "command";
  const char *nearest = NULL;
  size_t distance = SIZE_MAX;
  for (size_t n = 0; n < cli_command_count; n++) {
    size_t other = cli_distance(given, cli_commands[n]->name);
    if (other < distance) {
      distance = other;
      nearest = cli_commands[n]->name;
    }
  }
  const char *const options[] = {"--help", "--version"};
  for (size_t n = 0; n < 2; n++) {
    size_t other = cli_distance(given, options[n]);
    if (other < distance) {
      distance = other;
      nearest = options[n];
    }
  }
  if (nearest == NULL || !cli_is_near(given, distance)) {
    return flitlock_fail(error, FLITLOCK_E_USAGE, "unknown %s '%s' (try 'flitlock --help')", kind, given);
  }
  return flitlock_fail(error, FLITLOCK_E_USAGE, "unknown %s '%s': did you mean '%s'? (try 'flitlock --help')", kind,
                       given, nearest);
}

static int run_command(const struct cli_command *command, int argc, char **argv, struct flitlock_error *error) {
  struct cli_arguments arguments;
  int status = cli_arguments_parse(command, argc, argv, &arguments, error);
  if (status == FLITLOCK_OK && arguments.help) {
    cli_help_command(stdout, command);
  } else if (status == FLITLOCK_OK) {
    status = command->run(&arguments, error);
  }
  cli_arguments_free(&arguments);
  return status;
}

static int dispatch(int argc, char **argv, struct flitlock_error *error) {
  int is_version = strcmp(argv[1], "--version") == 0;
  int is_help = strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0;
  if ((is_version || is_help) && argc > 2) {
    return flitlock_fail(error, FLITLOCK_E_USAGE, "unexpected argument '%s' after '%s'", argv[2], argv[1]);
  }
  if (is_version) {
    printf("flitlock %s\n", flitlock_version_string());
    return FLITLOCK_OK;
  }
  if (is_help) {
    cli_help_program(stdout);
    return FLITLOCK_OK;
  }
  const struct cli_command *command = cli_command_find(argv[1]);
  if (command == NULL) return unknown_command(argv[1], error);
  return run_command(command, argc - 1, argv + 1, error);
}

int main(int argc, char **argv) {
  if (argc < 2) {
    cli_help_program(stderr);
    return flitlock_status_exit_code(FLITLOCK_E_USAGE);
  }
  struct flitlock_error error = {0};
  int status = dispatch(argc, argv, &error);
  if (status != FLITLOCK_OK) {
    fprintf(stderr, "flitlock: %s\n", error.text[0] != '\0' ? error.text : flitlock_status_text(status));
  }
  // A full disk or a closed pipe shows only as the stream is flushed.
  if (fflush(stdout) != 0 || ferror(stdout)) {
    fputs("flitlock: cannot write to standard output\n", stderr);
    if (status == FLITLOCK_OK) status = FLITLOCK_E_OUTPUT;
  }
  return flitlock_status_exit_code(status);
}
