// SPDX-License-Identifier: Apache-2.0
#include "cli/help.h"

#include <string.h>

#define LINE       78
#define HELP_AT    28  // column at which the help of an option starts
#define NAME_AT    2
#define SUMMARY_AT 10

// Prints `text` from column `column` on, further lines from `indent` on.
static void print_wrapped_from(FILE *file, const char *text, int indent, int column) {
  int line_start = 1;
  while (*text != '\0') {
    if (*text == '\n') {
      fputc('\n', file);
      text++;
      if (*text != '\0' && *text != '\n') fprintf(file, "%*s", indent, "");
      column = indent;
      line_start = 1;
      continue;
    }
    if (*text == ' ') {
      text++;
      continue;
    }
    int length = (int)strcspn(text, " \n");
    if (!line_start && column + 1 + length > LINE) {
      fprintf(file, "\n%*s", indent, "");
      column = indent;
      line_start = 1;
    }
    if (!line_start) {
      fputc(' ', file);
      column++;
    }
    fprintf(file, "%.*s", length, text);
    column += length;
    line_start = 0;
    text += length;
  }
  fputc('\n', file);
}

void cli_print_wrapped(FILE *file, const char *text, int indent) {
  fprintf(file, "%*s", indent, "");
  print_wrapped_from(file, text, indent, indent);
}

static void print_option(FILE *file, const char *name, const char *value, const char *help) {
  int column = fprintf(file, "%*s--%s%s%s", NAME_AT, "", name, value != NULL ? " " : "", value != NULL ? value : "");
  if (column + 2 > HELP_AT) {
    fputc('\n', file);
    column = 0;
  }
  fprintf(file, "%*s", HELP_AT - column, "");
  print_wrapped_from(file, help, HELP_AT, HELP_AT);
}

void cli_help_command(FILE *file, const struct cli_command *command) {
  fprintf(file, "usage: flitlock %s [OPTION]...%s%s\n\n", command->name, command->operands[0] != '\0' ? " " : "",
          command->operands);
  cli_print_wrapped(file, command->description, 0);
  fputs("\noptions:\n", file);
  for (size_t n = 0; n < command->option_count; n++) {
    print_option(file, command->options[n].name, command->options[n].value, command->options[n].help);
  }
  print_option(file, "help", NULL, "Print this text.");
}

void cli_help_program(FILE *file) {
  fputs(
      "usage: flitlock COMMAND [OPTION]... [ARGUMENT]...\n"
      "       flitlock --help | --version\n"
      "\n"
      "Flitlock locks RTL to a golden C model, flit by flit.\n"
      "\n"
      "commands:\n",
      file);
  for (size_t n = 0; n < cli_command_count; n++) {
    fprintf(file, "%*s%-*s%s\n", NAME_AT, "", SUMMARY_AT, cli_commands[n]->name, cli_commands[n]->summary);
  }
  fputs("\n'flitlock help COMMAND' describes a command and its options.\n\nexit codes:\n", file);
  for (size_t n = 0; n < cli_exit_code_count; n++) {
    fprintf(file, "%*s%d  %s\n", NAME_AT, "", cli_exit_codes[n].code, cli_exit_codes[n].text);
  }
}
