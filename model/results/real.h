// SPDX-License-Identifier: Apache-2.0
// One way of writing a real number, for every file and table: the same bytes in every locale.
#ifndef FLITLOCK_RESULTS_REAL_H
#define FLITLOCK_RESULTS_REAL_H

#include <stddef.h>

// Digits that a decimal number keeps on its way through a double and back: 0.1 is written as 0.1.
#define FLITLOCK_REAL_DIGITS 15

// "0.125", "1e-07"; empty for what is no number. Returns `buffer`.
char *flitlock_real_text(double value, char *buffer, size_t size);

#endif
