// SPDX-License-Identifier: Apache-2.0
#include "cli/project_file.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

int cli_project_file(const char *relative, int mode, char *path, size_t size) {
  char self[2048];
  snprintf(path, size, "%s", relative);
  if (access(path, mode) == 0) return 1;
  ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
  self[length > 0 ? length : 0] = '\0';
  for (int up = 0; up < 3; up++) {
    char *slash = strrchr(self, '/');
    if (slash == NULL) break;
    *slash = '\0';
    snprintf(path, size, "%s/%s", self, relative);
    if (access(path, mode) == 0) return 1;
  }
  return 0;
}
