// SPDX-License-Identifier: Apache-2.0
// What the slices of an L2 did, as files and tables write it.
#ifndef FLITLOCK_RESULTS_L2_H
#define FLITLOCK_RESULTS_L2_H

#include <jansson.h>
#include <stdio.h>

#include "flitlock/results.h"

// NULL: out of memory.
json_t *flitlock_l2_json(const struct flitlock_l2_results *results);
// The table of l2.csv: a line for each slice.
void flitlock_l2_csv(FILE *file, const struct flitlock_l2_results *results);
// For a person.
void flitlock_l2_print(FILE *file, const struct flitlock_l2_results *results);

#endif
