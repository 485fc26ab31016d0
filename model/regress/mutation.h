// SPDX-License-Identifier: Apache-2.0
#ifndef FLITLOCK_REGRESS_MUTATION_H
#define FLITLOCK_REGRESS_MUTATION_H

#include <jansson.h>

// The scores in FOLDER/mutation/*.json, in the order of their names; files that are none are left out. NULL: no memory.
json_t *regress_mutation_scores(const char *folder);

#endif
