// SPDX-License-Identifier: Apache-2.0
#include "cli/wavedrom.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define BELOW_PROJECT "node_modules/.bin/wavedrom-cli"

// What scripts/setup installs lies in the project's folder: here, or above the folder of this program (build/PRESET).
// Otherwise the search path.
static void find(char *program, size_t size) {
  char self[2048];
  snprintf(program, size, "%s", BELOW_PROJECT);
  if (access(program, X_OK) == 0) return;
  ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
  self[length > 0 ? length : 0] = '\0';
  for (int up = 0; up < 3; up++) {
    char *slash = strrchr(self, '/');
    if (slash == NULL) break;
    *slash = '\0';
    snprintf(program, size, "%s/%s", self, BELOW_PROJECT);
    if (access(program, X_OK) == 0) return;
  }
  snprintf(program, size, "wavedrom-cli");
}

extern char **environ;

int cli_wavedrom(const char *json, const char *svg) {
  char program[2176];
  find(program, sizeof(program));
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
