// SPDX-License-Identifier: Apache-2.0
// "Did you mean ...?"
#ifndef FLITLOCK_CLI_SUGGEST_H
#define FLITLOCK_CLI_SUGGEST_H

#include <stddef.h>

// Edits (insert, delete, replace, exchange of neighbours) that turn one word into the other. Words of more than 63
// characters count as very far from everything.
size_t cli_distance(const char *a, const char *b);
// 1 if a word at this distance is near enough to be what was meant.
int cli_is_near(const char *word, size_t distance);

#endif
