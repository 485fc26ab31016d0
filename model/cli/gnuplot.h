// SPDX-License-Identifier: Apache-2.0
// Pictures drawn by gnuplot from a script: SVG, or PNG where the name of the file ends so.
#ifndef FLITLOCK_CLI_GNUPLOT_H
#define FLITLOCK_CLI_GNUPLOT_H

#include <stdio.h>

#include "flitlock/status.h"

int cli_gnuplot_is_png(const char *path);
// An empty script to be written; NULL: E_OUTPUT.
FILE *cli_gnuplot_script(struct flitlock_error *error);
// Draws and closes the script. E_INPUT: there is no gnuplot; E_OUTPUT.
int cli_gnuplot_draw(FILE *script, const char *path, struct flitlock_error *error);

#endif
