// SPDX-License-Identifier: Apache-2.0
// Command line of flitlock.
#include <stdio.h>
#include <string.h>

#include <flitlock/version.h>

// Exit codes; the whole list is in docs/spec.
enum { EXIT_PASS = 0, EXIT_USAGE = 2, EXIT_INTERNAL = 6 };

static const char help[] =
    "usage: flitlock --help | --version\n"
    "\n"
    "Flitlock locks RTL to a golden C model, flit by flit.\n"
    "\n"
    "  --help     print this text\n"
    "  --version  print the version\n";

// A full disk or a closed pipe shows only when the stream is flushed.
static int finish_output(void) {
  if (fflush(stdout) != 0 || ferror(stdout)) {
    fputs("flitlock: cannot write to standard output\n", stderr);
    return EXIT_INTERNAL;
  }
  return EXIT_PASS;
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--version") == 0) {
    printf("flitlock %s\n", flitlock_version_string());
    return finish_output();
  }
  if (argc == 2 && strcmp(argv[1], "--help") == 0) {
    fputs(help, stdout);
    return finish_output();
  }
  if (argc < 2) {
    fputs(help, stderr);
  } else {
    fprintf(stderr, "flitlock: unknown argument '%s' (try --help)\n", argc == 2 ? argv[1] : argv[2]);
  }
  return EXIT_USAGE;
}
