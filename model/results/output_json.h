// SPDX-License-Identifier: Apache-2.0
#ifndef FLITLOCK_RESULTS_OUTPUT_JSON_H
#define FLITLOCK_RESULTS_OUTPUT_JSON_H

#include <jansson.h>

#include "flitlock/status.h"

// Writes `root` as a file (results/output.h): indented, reals with `digits` digits, a newline at the end. The reference
// is taken in all cases; NULL says that memory ran out as it was made. `what` is for messages: "the results". E_OUTPUT,
// E_NO_MEMORY.
int flitlock_output_json(json_t *root, unsigned digits, const char *what, const char *path,
                         struct flitlock_error *error);

#endif
