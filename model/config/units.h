// SPDX-License-Identifier: Apache-2.0
// Numbers, lengths and times as a person writes them.
#ifndef FLITLOCK_CONFIG_UNITS_H
#define FLITLOCK_CONFIG_UNITS_H

#include <stdint.h>

// All return 1, or 0 when the text is not one of these or does not fit.
int flitlock_config_parse_count(const char *text, uint64_t *value);  // "12"
int flitlock_config_parse_real(const char *text, double *value);     // "0.125", "1/8", "1e-3"
int flitlock_config_parse_bytes(const char *text, uint64_t *bytes);  // "64", "64B", "256KiB", "1MiB", "4KB" (4000)
// "12", "12cycles", "50ns", "1us"; a time is rounded up to cycles of a clock of `clock_ghz`.
int flitlock_config_parse_time(const char *text, double clock_ghz, uint64_t *cycles);

#endif
