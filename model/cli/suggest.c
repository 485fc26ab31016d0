// SPDX-License-Identifier: Apache-2.0
#include "cli/suggest.h"

#include <stdint.h>
#include <string.h>

#define LONGEST 63

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

// Optimal string alignment: the table of all prefixes, three rows of it at a time.
size_t cli_distance(const char *a, const char *b) {
  size_t rows = strlen(a), columns = strlen(b);
  if (rows > LONGEST || columns > LONGEST) return SIZE_MAX;
  size_t table[3][LONGEST + 1];
  for (size_t column = 0; column <= columns; column++)
    table[0][column] = column;
  for (size_t row = 1; row <= rows; row++) {
    size_t *now = table[row % 3];
    const size_t *before = table[(row + 2) % 3], *earlier = table[(row + 1) % 3];
    now[0] = row;
    for (size_t column = 1; column <= columns; column++) {
      size_t replace = before[column - 1] + (a[row - 1] != b[column - 1]);
      now[column] = least(replace, least(before[column], now[column - 1]) + 1);
      if (row > 1 && column > 1 && a[row - 1] == b[column - 2] && a[row - 2] == b[column - 1]) {
        now[column] = least(now[column], earlier[column - 2] + 1);
      }
    }
  }
  return table[rows % 3][columns];
}

// A third of the word may be wrong, and one letter of a short one.
int cli_is_near(const char *word, size_t distance) {
  size_t length = strlen(word);
  return distance <= (length < 3 ? 1 : length / 3);
}
