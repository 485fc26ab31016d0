// SPDX-License-Identifier: Apache-2.0
// Which lines two descriptions do not share.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sweep/sweep.h"

#define SHOWN 6  // lines of each

struct line {
  const char *text;
  size_t length, number;
  int alone;
};

struct lines {
  struct line *line;
  size_t count;
};

static int by_text(const void *left, const void *right) {
  const struct line *a = left, *b = right;
  int order = memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);
  if (order != 0) return order;
  return a->length < b->length ? -1 : a->length > b->length;
}

static int by_number(const void *left, const void *right) {
  const struct line *a = left, *b = right;
  return a->number < b->number ? -1 : a->number > b->number;
}

static void split(const char *text, struct lines *lines) {
  size_t count = 1;
  for (const char *c = text; *c != '\0'; c++)
    count += *c == '\n';
  lines->line = calloc(count, sizeof(*lines->line));
  lines->count = 0;
  while (lines->line != NULL && *text != '\0') {
    size_t length = strcspn(text, "\n");
    lines->line[lines->count] = (struct line){text, length, lines->count, 1};
    lines->count++;
    text += length + (text[length] == '\n');
  }
  if (lines->count > 0) qsort(lines->line, lines->count, sizeof(*lines->line), by_text);
}

static void mark(struct lines *a, struct lines *b) {
  for (size_t i = 0, j = 0; i < a->count && j < b->count;) {
    int order = by_text(&a->line[i], &b->line[j]);
    if (order == 0) a->line[i].alone = b->line[j].alone = 0;
    i += order <= 0;
    j += order >= 0;
  }
}

static void put(char *buffer, size_t size, struct lines *lines, char sign) {
  if (lines->count > 0) qsort(lines->line, lines->count, sizeof(*lines->line), by_number);
  size_t alone = 0;
  for (size_t n = 0; n < lines->count; n++) {
    if (!lines->line[n].alone || ++alone > SHOWN) continue;
    size_t used = strlen(buffer);
    snprintf(buffer + used, size - used, "\n  %c %.*s", sign,
             (int)(lines->line[n].length < 120 ? lines->line[n].length : 120), lines->line[n].text);
  }
  size_t used = strlen(buffer);
  if (alone > SHOWN) snprintf(buffer + used, size - used, "\n  %c ... and %zu more lines", sign, alone - SHOWN);
}

char *sweep_difference(const char *before, const char *now, char *buffer, size_t size) {
  struct lines old = {NULL, 0}, new = {NULL, 0};
  buffer[0] = '\0';
  split(before, &old);
  split(now, &new);
  mark(&old, &new);
  put(buffer, size, &old, '-');
  put(buffer, size, &new, '+');
  free(old.line);
  free(new.line);
  return buffer;
}
