// SPDX-License-Identifier: Apache-2.0
#include "results/real.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

char *flitlock_real_text(double value, char *buffer, size_t size) {
  if (size == 0) return buffer;
  buffer[0] = '\0';
  if (!isfinite(value)) return buffer;
  snprintf(buffer, size, "%.*g", FLITLOCK_REAL_DIGITS, value);
  // A host may have chosen a locale with a decimal comma.
  char *comma = strchr(buffer, ',');
  if (comma != NULL) *comma = '.';
  return buffer;
}
