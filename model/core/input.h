// SPDX-License-Identifier: Apache-2.0
// Files that are read.
#ifndef FLITLOCK_CORE_INPUT_H
#define FLITLOCK_CORE_INPUT_H

#include <stdio.h>

// NULL with errno where a file cannot be read. EISDIR: a folder, which can be opened, but nothing comes of it.
FILE *flitlock_input_open(const char *path);

#endif
