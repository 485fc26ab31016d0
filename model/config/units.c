// SPDX-License-Identifier: Apache-2.0
#include "config/units.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// Digits, at the start of `text`; the rest is returned in `*rest`.
static int leading_count(const char *text, uint64_t *value, const char **rest) {
  if (text[0] < '0' || text[0] > '9') return 0;
  char *end = NULL;
  errno = 0;
  *value = strtoull(text, &end, 10);
  *rest = end;
  return errno == 0;
}

// A number without sign, hexadecimal or "nan".
static int leading_real(const char *text, double *value, const char **rest) {
  if ((text[0] < '0' || text[0] > '9') && text[0] != '.') return 0;
  if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) return 0;
  char *end = NULL;
  errno = 0;
  *value = strtod(text, &end);
  *rest = end;
  return errno == 0 && end != text && isfinite(*value);
}

static const char *skip_blank(const char *text) { return text + strspn(text, " "); }

int flitlock_config_parse_count(const char *text, uint64_t *value) {
  const char *rest = NULL;
  return leading_count(text, value, &rest) && *rest == '\0';
}

int flitlock_config_parse_real(const char *text, double *value) {
  const char *rest = NULL;
  if (!leading_real(text, value, &rest)) return 0;
  if (*rest == '/') {
    double divisor = 0;
    if (!leading_real(rest + 1, &divisor, &rest) || divisor <= 0) return 0;
    *value /= divisor;
  }
  return *rest == '\0';
}

int flitlock_config_parse_bytes(const char *text, uint64_t *bytes) {
  static const struct {
    const char *unit;
    uint64_t factor;
  } units[] = {{"", 1},
               {"B", 1},
               {"KiB", UINT64_C(1) << 10},
               {"MiB", UINT64_C(1) << 20},
               {"GiB", UINT64_C(1) << 30},
               {"TiB", UINT64_C(1) << 40},
               {"KB", 1000},
               {"kB", 1000},
               {"MB", 1000000},
               {"GB", 1000000000},
               {"TB", 1000000000000}};
  const char *rest = NULL;
  uint64_t number = 0;
  if (!leading_count(text, &number, &rest)) return 0;
  rest = skip_blank(rest);
  for (size_t i = 0; i < sizeof units / sizeof units[0]; ++i) {
    if (strcmp(rest, units[i].unit) != 0) continue;
    if (number > UINT64_MAX / units[i].factor) return 0;
    *bytes = number * units[i].factor;
    return 1;
  }
  return 0;
}

int flitlock_config_parse_time(const char *text, double clock_ghz, uint64_t *cycles) {
  static const struct {
    const char *unit;
    double nanoseconds;
  } units[] = {{"ps", 1e-3}, {"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
  const char *rest = NULL;
  if (leading_count(text, cycles, &rest)) {
    rest = skip_blank(rest);
    if (*rest == '\0' || strcmp(rest, "cycles") == 0 || strcmp(rest, "cycle") == 0) return 1;
  }
  double number = 0;
  if (!leading_real(text, &number, &rest)) return 0;
  rest = skip_blank(rest);
  for (size_t i = 0; i < sizeof units / sizeof units[0]; ++i) {
    if (strcmp(rest, units[i].unit) != 0) continue;
    double exact = number * units[i].nanoseconds * clock_ghz;
    if (exact > 1e18) return 0;
    // Up, but not for the last bit of a product such as 50 * 1.1.
    double nearest = floor(exact + 0.5);
    *cycles = (uint64_t)(fabs(exact - nearest) < 1e-9 * (exact + 1) ? nearest : ceil(exact));
    return 1;
  }
  return 0;
}
