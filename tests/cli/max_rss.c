// SPDX-License-Identifier: Apache-2.0
// max_rss FILE PROGRAM ARGUMENT...: runs PROGRAM, writes its largest resident set in KiB to FILE, and ends with its
// exit code (128 and the signal when one ended it).
#define _DEFAULT_SOURCE  // wait4
#include <stdio.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc < 3) {
    fputs("usage: max_rss FILE PROGRAM ARGUMENT...\n", stderr);
    return 2;
  }
  pid_t child = fork();
  if (child == 0) {
    execv(argv[2], argv + 2);
    perror(argv[2]);
    _exit(127);
  }
  int status = 0;
  struct rusage usage;
  if (child < 0 || wait4(child, &status, 0, &usage) != child) {
    perror("max_rss");
    return 1;
  }
  FILE *file = fopen(argv[1], "w");
  if (file == NULL || fprintf(file, "%ld\n", usage.ru_maxrss) < 0 || fclose(file) != 0) {
    perror(argv[1]);
    return 1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
