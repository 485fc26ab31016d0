// SPDX-License-Identifier: Apache-2.0
// The results of a run as a person reads them.
#ifndef FLITLOCK_CLI_REPORT_H
#define FLITLOCK_CLI_REPORT_H

#include <stdio.h>

#include "flitlock/results.h"

// `links`: how many links are listed, those used most first; 0: all.
void cli_report(FILE *file, const struct flitlock_results *results, unsigned links);

// "no credit": the cause 1 to 5 of R-IDLE in two or three words.
const char *cli_cause_text(unsigned cause);

#endif
