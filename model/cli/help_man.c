// SPDX-License-Identifier: Apache-2.0
// The manual page as roff, from the tables of the commands. It holds no date, so it changes only as they do.
#include <stdio.h>

#include "cli/help.h"
#include "flitlock/version.h"

// Text as roff reads it: a backslash and a dash are written with an escape, and a dot or quote must not start a line.
static void put_roff(FILE *file, const char *text) {
  int line_start = 1;
  for (; *text != '\0'; text++) {
    if (line_start && (*text == '.' || *text == '\'')) fputs("\\&", file);
    line_start = *text == '\n';
    if (*text == '\\') {
      fputs("\\e", file);
    } else if (*text == '-') {
      fputs("\\-", file);
    } else {
      fputc(*text, file);
    }
  }
}

// Paragraphs: an empty line becomes .PP.
static void put_paragraphs(FILE *file, const char *text) {
  while (*text != '\0') {
    const char *end = text;
    while (*end != '\0' && !(end[0] == '\n' && end[1] == '\n'))
      end++;
    char paragraph[2048];
    snprintf(paragraph, sizeof(paragraph), "%.*s", (int)(end - text), text);
    put_roff(file, paragraph);
    fputc('\n', file);
    text = end;
    if (*text != '\0') {
      fputs(".PP\n", file);
      text += 2;
    }
  }
}

static void put_command(FILE *file, const struct cli_command *command) {
  fprintf(file, ".SS flitlock %s\n.B flitlock %s\n", command->name, command->name);
  if (command->option_count > 0) fputs("[\\fIOPTION\\fR]...\n", file);
  if (command->operands[0] != '\0') {
    fputs(".I ", file);
    put_roff(file, command->operands);
    fputc('\n', file);
  }
  fputs(".PP\n", file);
  put_paragraphs(file, command->description);
  for (size_t n = 0; n < command->option_count; n++) {
    const struct cli_option *option = &command->options[n];
    fputs(".TP\n\\fB\\-\\-", file);
    put_roff(file, option->name);
    fputs("\\fR", file);
    if (option->value != NULL) {
      fputs(" \\fI", file);
      put_roff(file, option->value);
      fputs("\\fR", file);
    }
    fputc('\n', file);
    put_roff(file, option->help);
    fputc('\n', file);
  }
}

void cli_print_man(FILE *file) {
  fputs(".\\\" SPDX-License-Identifier: Apache-2.0\n", file);
  fputs(".\\\" Made by 'flitlock help --man'; a test compares the two.\n", file);
  fprintf(file, ".TH FLITLOCK 1 \"\" \"flitlock %s\" \"User Commands\"\n", flitlock_version_string());
  fputs(".SH NAME\nflitlock \\- locks RTL to a golden C model, flit by flit\n.SH SYNOPSIS\n", file);
  fputs(".B flitlock\n.I COMMAND\n[\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]...\n.br\n", file);
  fputs(".B flitlock \\-\\-help\n.br\n.B flitlock \\-\\-version\n.SH DESCRIPTION\n", file);
  fputs("Flitlock simulates a pod of GPUs' interconnects exactly to the cycle and compares models of it.\n", file);
  fputs("Options and operands can be given in any order. \\fB\\-\\-help\\fR works with every command.\n", file);
  fputs(".SH COMMANDS\n", file);
  for (size_t n = 0; n < cli_command_count; n++)
    put_command(file, cli_commands[n]);
  fputs(".SH EXIT STATUS\n", file);
  for (size_t n = 0; n < cli_exit_code_count; n++) {
    fprintf(file, ".TP\n.B %d\n", cli_exit_codes[n].code);
    put_roff(file, cli_exit_codes[n].text);
    fputc('\n', file);
  }
}
