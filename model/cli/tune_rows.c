// SPDX-License-Identifier: Apache-2.0
// Buffers and points looked up and put together.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/tune.h"
#include "pod/names.h"

static int alike(const struct flitlock_tune_buffer *a, const struct flitlock_tune_buffer *b) {
  return a->kind == b->kind && a->vc == b->vc && a->now == b->now && a->bound == b->bound &&
         a->terms.credit_rtt == b->terms.credit_rtt && a->terms.wait == b->terms.wait &&
         a->terms.packet == b->terms.packet && a->terms.least == b->terms.least &&
         fabs(a->terms.rate - b->terms.rate) <= 1e-9 * fmax(a->terms.rate, b->terms.rate);
}

struct tune_row *tune_rows_make(const struct flitlock_tune_bounds *bounds, uint32_t *count) {
  struct tune_row *rows = calloc(bounds->buffer_count + 1U, sizeof(*rows));
  *count = 0;
  for (uint32_t n = 0; n < bounds->buffer_count && rows != NULL; n++) {
    const struct flitlock_tune_buffer *buffer = &bounds->buffer[n];
    struct tune_row fresh = {.buffer = buffer};
    flitlock_pod_name_pattern(bounds->link[buffer->link].name, fresh.name, sizeof(fresh.name));
    flitlock_pod_name_pattern(buffer->from, fresh.from, sizeof(fresh.from));
    uint32_t row = 0;
    while (row < *count && (strcmp(rows[row].name, fresh.name) != 0 || strcmp(rows[row].from, fresh.from) != 0 ||
                            !alike(rows[row].buffer, buffer)))
      row++;
    if (row == *count) rows[(*count)++] = fresh;
    rows[row].buffers++;
  }
  return rows;
}

static int same_pattern(const struct flitlock_tune_bounds *bounds, uint32_t a, const char *pattern) {
  char other[80];
  flitlock_pod_name_pattern(bounds->link[a].name, other, sizeof(other));
  return strcmp(other, pattern) == 0;
}

char *tune_measured_text(const struct flitlock_tune_bounds *bounds, char *text, size_t size) {
  size_t length = 0;
  text[0] = '\0';
  for (uint32_t n = 0; n < bounds->link_count; n++) {
    if (!bounds->link[n].measured) continue;
    char pattern[80];
    flitlock_pod_name_pattern(bounds->link[n].name, pattern, sizeof(pattern));
    unsigned links = 0;
    int seen = 0;
    for (uint32_t other = 0; other < bounds->link_count; other++) {
      if (!bounds->link[other].measured || !same_pattern(bounds, other, pattern)) continue;
      seen |= other < n;
      links++;
    }
    if (seen) continue;
    int added = snprintf(text + length, size - length, "%s%s (%u link%s)", length > 0 ? ", " : "", pattern, links,
                         links == 1 ? "" : "s");
    length += added > 0 ? (size_t)added : 0;
    if (length >= size) break;
  }
  return text;
}

const struct flitlock_tune_point *tune_point_find(const struct tune_report *report, int kind, uint32_t depth) {
  for (size_t n = 0; n < report->point_count; n++) {
    if (report->point[n].kind == kind && report->point[n].depth == depth) return &report->point[n];
  }
  return NULL;
}
