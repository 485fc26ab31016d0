// SPDX-License-Identifier: Apache-2.0
#include "cli/wavedrom.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/project_file.h"

#define BELOW_PROJECT "node_modules/.bin/wavedrom-cli"

extern char **environ;

int cli_wavedrom(const char *json, const char *svg) {
  char program[2176];
  if (!cli_project_file(BELOW_PROJECT, X_OK, program, sizeof(program)))
    snprintf(program, sizeof(program), "wavedrom-cli");
  // The arguments are not changed by whom they are given to.
  char *arguments[] = {program, (char[]){"-i"}, (char *)json, (char[]){"-s"}, (char *)svg, NULL};
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init(&actions) != 0) return 0;
  pid_t child = 0;
  int code = 0;
  int good = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) == 0 &&
             posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
             posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
             posix_spawnp(&child, program, &actions, NULL, arguments, environ) == 0;
  if (good) good = waitpid(child, &code, 0) == child && WIFEXITED(code) && WEXITSTATUS(code) == 0;
  posix_spawn_file_actions_destroy(&actions);
  struct stat made;
  if (good && stat(svg, &made) == 0 && made.st_size > 0) return 1;
  (void)remove(svg);
  return 0;
}
