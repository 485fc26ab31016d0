// SPDX-License-Identifier: Apache-2.0
#include "results/shell.h"

#include <string.h>

#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,@%+"

// With quotes around it, a quote within a word becomes '\''.
static size_t quoted_length(const char *word) {
  size_t length = 2;
  for (; *word != '\0'; word++)
    length += *word == '\'' ? 4 : 1;
  return length;
}

int flitlock_shell_append(char *line, size_t size, const char *word) {
  size_t at = strlen(line), length = strlen(word);
  int plain = length > 0 && strspn(word, PLAIN) == length;
  size_t needed = 1 + (plain ? length : quoted_length(word));
  if (at + needed >= size) return 0;
  line[at++] = ' ';
  if (plain) {
    memcpy(line + at, word, length + 1);
    return 1;
  }
  line[at++] = '\'';
  for (; *word != '\0'; word++) {
    if (*word == '\'') {
      memcpy(line + at, "'\\''", 4);
      at += 4;
    } else {
      line[at++] = *word;
    }
  }
  line[at++] = '\'';
  line[at] = '\0';
  return 1;
}
