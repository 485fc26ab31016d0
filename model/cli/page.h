// SPDX-License-Identifier: Apache-2.0
// A web page in one file: data, scripts and style within it, nothing from outside.
#ifndef FLITLOCK_CLI_PAGE_H
#define FLITLOCK_CLI_PAGE_H

#include "flitlock/status.h"

// The files of model/cli/page/, built into the program.
extern const char cli_page_script[];
extern const char cli_page_style[];
extern const char cli_page_regression[];

// Writes a report. `json` is what it shows (flitlock_sweep_report, flitlock_regress_report), by `script`; `library` is
// the path of echarts.min.js. E_INPUT: the library cannot be read; E_OUTPUT.
int cli_page_write(const char *path, const char *json, const char *library, const char *script,
                   struct flitlock_error *error);
// Looks for echarts.min.js where scripts/setup puts it. 0: it is not there.
int cli_page_find_library(char *path, unsigned long size);

#endif
