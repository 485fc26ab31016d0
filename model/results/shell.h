// SPDX-License-Identifier: Apache-2.0
// Command lines that a shell reads back as the same words.
#ifndef FLITLOCK_RESULTS_SHELL_H
#define FLITLOCK_RESULTS_SHELL_H

#include <stddef.h>

// Appends a blank and `word`, in quotes where it needs them, to the text in `line`. 0: there was no room, and `line` is
// as it was.
int flitlock_shell_append(char *line, size_t size, const char *word);

#endif
