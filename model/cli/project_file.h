// SPDX-License-Identifier: Apache-2.0
// Files of the project that the program uses as it runs.
#ifndef FLITLOCK_CLI_PROJECT_FILE_H
#define FLITLOCK_CLI_PROJECT_FILE_H

#include <stddef.h>

// What scripts/setup installs lies in the project's folder: here, or above the folder of this program (build/PRESET).
// `mode` as for access(). 1: `path` is where `relative` is. 0: it is not there.
int cli_project_file(const char *relative, int mode, char *path, size_t size);

#endif
