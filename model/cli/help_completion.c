// SPDX-License-Identifier: Apache-2.0
// The completion for bash, from the tables of the commands.
#include <stdio.h>

#include "cli/help.h"

static const char head[] =
    "# SPDX-License-Identifier: Apache-2.0\n"
    "# shellcheck shell=bash\n"
    "# Completion of flitlock's commands, options and files. Made by 'flitlock help --completion'; a test compares "
    "the\n"
    "# two.\n"
    "#\n"
    "# bash: source this file in ~/.bashrc.\n"
    "# zsh:  autoload -U +X bashcompinit && bashcompinit, then source this file.\n"
    "\n"
    "# _flitlock_offer ARGUMENT...: what compgen finds, one a line. (zsh has no mapfile.)\n"
    "_flitlock_offer() {\n"
    "    local line\n"
    "    while IFS= read -r line; do\n"
    "        [ -z \"$line\" ] || COMPREPLY+=(\"$line\")\n"
    "    done <<<\"$(compgen \"$@\")\"\n"
    "}\n"
    "\n"
    "_flitlock() {\n"
    "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local options='' operands=''\n"
    "    COMPREPLY=()\n"
    "    if [ \"$COMP_CWORD\" -le 1 ]; then\n";

static const char middle[] =
    "        return\n"
    "    fi\n"
    "    case ${COMP_WORDS[1]} in\n";

static const char tail[] =
    "        *)\n"
    "            return\n"
    "            ;;\n"
    "    esac\n"
    "    if [ \"${word:0:1}\" = - ]; then\n"
    "        _flitlock_offer -W \"$options --help\" -- \"$word\"\n"
    "        return\n"
    "    fi\n"
    "    case $operands in\n"
    "        file) _flitlock_offer -f -- \"$word\" ;;\n"
    "        directory) _flitlock_offer -d -- \"$word\" ;;\n"
    "        nothing) ;;\n"
    "        *) _flitlock_offer -W \"$operands\" -- \"$word\" ;;\n"
    "    esac\n"
    "}\n"
    "\n"
    "complete -o filenames -o bashdefault -F _flitlock flitlock\n";

static void put_names(FILE *file) {
  for (size_t n = 0; n < cli_command_count; n++) {
    fprintf(file, "%s%s", n > 0 ? " " : "", cli_commands[n]->name);
  }
}

static void put_kind(FILE *file, int complete) {
  switch (complete) {
    case CLI_COMPLETE_FILE:
      fputs("file", file);
      break;
    case CLI_COMPLETE_DIRECTORY:
      fputs("directory", file);
      break;
    case CLI_COMPLETE_COMMAND:
      put_names(file);
      break;
    default:
      fputs("nothing", file);
      break;
  }
}

// One branch for each kind of value: after such an option the shell offers the value.
static void put_values(FILE *file, const struct cli_command *command, int complete) {
  int found = 0;
  for (size_t n = 0; n < command->option_count; n++) {
    const struct cli_option *option = &command->options[n];
    if (option->value == NULL || option->complete != complete) continue;
    fprintf(file, "%s--%s", found ? " | " : "                ", option->name);
    found = 1;
  }
  if (!found) return;
  fputs(") operands='", file);
  put_kind(file, complete);
  fputs("' ;;\n", file);
}

static int has_values(const struct cli_command *command) {
  for (size_t n = 0; n < command->option_count; n++) {
    if (command->options[n].value != NULL) return 1;
  }
  return 0;
}

static void put_command(FILE *file, const struct cli_command *command) {
  fprintf(file, "        %s)\n            options='", command->name);
  for (size_t n = 0; n < command->option_count; n++) {
    fprintf(file, "%s--%s", n > 0 ? " " : "", command->options[n].name);
  }
  fputs("' operands='", file);
  put_kind(file, command->complete);
  fputs("'\n", file);
  if (has_values(command)) {
    fputs("            case $before in\n", file);
    for (int complete = CLI_COMPLETE_NOTHING; complete <= CLI_COMPLETE_COMMAND; complete++) {
      put_values(file, command, complete);
    }
    fputs("            esac\n", file);
  }
  fputs("            ;;\n", file);
}

void cli_print_completion(FILE *file) {
  fputs(head, file);
  fputs("        _flitlock_offer -W '", file);
  put_names(file);
  fputs(" --help --version' -- \"$word\"\n", file);
  fputs(middle, file);
  for (size_t n = 0; n < cli_command_count; n++)
    put_command(file, cli_commands[n]);
  fputs(tail, file);
}
