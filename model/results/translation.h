// SPDX-License-Identifier: Apache-2.0
// What link TLBs did, as files and tables write it: one form for all pods.
#ifndef FLITLOCK_RESULTS_TRANSLATION_H
#define FLITLOCK_RESULTS_TRANSLATION_H

#include <jansson.h>
#include <stdio.h>

#include "flitlock/translation.h"

// NULL: out of memory.
json_t *flitlock_translation_json(const struct flitlock_translation_results *results, double clock_ghz);
// The table of classes.csv.
void flitlock_translation_csv(FILE *file, const struct flitlock_translation_results *results, double clock_ghz);
// For a person.
void flitlock_translation_print(FILE *file, const struct flitlock_translation_results *results, double clock_ghz);

#endif
