// SPDX-License-Identifier: Apache-2.0
// Pictures of timing diagrams by wavedrom-cli, a program of its own.
#ifndef FLITLOCK_CLI_WAVEDROM_H
#define FLITLOCK_CLI_WAVEDROM_H

// Draws `json` as `svg`. 1: it is drawn; 0: wavedrom-cli is not there or failed, and `svg` was not made.
int cli_wavedrom(const char *json, const char *svg);

#endif
