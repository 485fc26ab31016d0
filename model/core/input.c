// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L
#include "core/input.h"

#include <errno.h>
#include <sys/stat.h>

FILE *flitlock_input_open(const char *path) {
  FILE *file = fopen(path, "rb");
  struct stat info;
  if (file == NULL || fstat(fileno(file), &info) != 0 || !S_ISDIR(info.st_mode)) return file;
  (void)fclose(file);
  errno = EISDIR;
  return NULL;
}
