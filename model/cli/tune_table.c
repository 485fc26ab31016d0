// SPDX-License-Identifier: Apache-2.0
// Bounds and sweep as tables.
#include <stdlib.h>
#include <string.h>

#include "cli/tune.h"

static void put_row(FILE *file, const struct tune_row *row, int width) {
  const struct flitlock_tune_buffer *buffer = row->buffer;
  const struct flitlock_tune_terms *terms = &buffer->terms;
  char what[40];
  snprintf(what, sizeof(what), "%s%s%s", flitlock_tune_kind_text(buffer->kind), buffer->from[0] != '\0' ? " " : "",
           row->from);
  fprintf(file, "  %-*s %2u %-20s %5u %6.4f %4u %4u %7.3f %7.3f %6u %5u %5u%s\n", width, row->name, buffer->vc, what,
          row->buffers, terms->rate, terms->credit_rtt, terms->wait, terms->credit_rtt * terms->rate,
          terms->wait * terms->rate, terms->packet, buffer->bound, buffer->now,
          buffer->now < buffer->bound ? "  low" : "");
}

int tune_table_bounds(FILE *file, const struct tune_report *report, struct flitlock_error *error) {
  const struct flitlock_tune_bounds *bounds = report->bounds;
  uint32_t count = 0;
  struct tune_row *rows = tune_rows_make(bounds, &count);
  if (rows == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the table of bounds");
  int width = 4;
  for (uint32_t row = 0; row < count; row++) {
    int length = (int)strlen(rows[row].name);
    if (length > width) width = length;
  }
  fprintf(file, "bound: depth >= RTT * rate + wait * rate + packet, in flits (docs/tuning.md)\n");
  fprintf(file, "  first link full at r = %.6g requests per cycle and req_client\n\n", bounds->rate);
  fprintf(file, "  %-*s %2s %-20s %5s %6s %4s %4s %7s %7s %6s %5s %5s\n", width, "link", "vc", "buffer", "count",
          "rate", "RTT", "wait", "credit", "gap", "packet", "bound", "now");
  for (uint32_t row = 0; row < count; row++)
    put_row(file, &rows[row], width);
  free(rows);
  fprintf(file,
          "  %llu other buffers carry nothing: the largest packet is enough for them\n"
          "  rate: flits per cycle; RTT, wait: edges; credit = RTT * rate, gap = wait * rate\n",
          (unsigned long long)bounds->idle_count);
  return FLITLOCK_OK;
}

static void put_number(FILE *file, uint32_t number) {
  if (number > 0) {
    fprintf(file, " %9u", number);
  } else {
    fprintf(file, " %9s", "-");
  }
}

void tune_table_sweep(FILE *file, const struct tune_report *report) {
  char text[512];
  fprintf(file, "\nsweep: use of %s\n", tune_measured_text(report->bounds, text, sizeof(text)));
  fprintf(file, "  buffers of one kind (all: of the three) at one depth, others as configured; %llu cycles a point\n\n",
          (unsigned long long)report->config->run.cycles);
  fprintf(file, "  %7s", "depth");
  for (int kind = 0; kind < FLITLOCK_TUNE_KIND_COUNT; kind++)
    fprintf(file, " %9s", flitlock_tune_kind_text(kind));
  fputc('\n', file);
  int skipped = 0;
  for (size_t n = 0; n < report->depth_count; n++) {
    fprintf(file, "  %7u", report->depths[n]);
    for (int kind = 0; kind < FLITLOCK_TUNE_KIND_COUNT; kind++) {
      const struct flitlock_tune_point *point = tune_point_find(report, kind, report->depths[n]);
      skipped |= point == NULL;
      if (point != NULL) {
        fprintf(file, " %9.4f", point->use);
      } else {
        fprintf(file, " %9s", "skipped");
      }
    }
    fputc('\n', file);
  }
  fprintf(file, "  %7s", "bound");
  for (int kind = 0; kind < FLITLOCK_TUNE_KIND_COUNT; kind++)
    put_number(file, report->bounds->largest[kind]);
  fprintf(file, "\n  %7s", "knee");
  int open = 0;
  for (int kind = 0; kind < FLITLOCK_TUNE_KIND_COUNT; kind++) {
    uint32_t knee = flitlock_tune_knee(report->point, report->point_count, kind);
    open |= knee > 0 && knee == report->depths[report->depth_count - 1];
    put_number(file, knee);
  }
  fprintf(file,
          "\n  bound: the largest of the kind; knee: the smallest depth within 1 %% of the largest depth's use\n");
  if (open) fprintf(file, "  a knee at the largest depth of all may lie beyond it: --depths tries others\n");
  if (!skipped) return;
  fprintf(file, "  skipped: the largest packet needs");
  for (int kind = 0; kind < FLITLOCK_TUNE_ALL; kind++) {
    fprintf(file, "%s %u in %s", kind > 0 ? "," : "", report->bounds->least[kind], flitlock_tune_kind_text(kind));
  }
  fprintf(file, " buffers\n");
}
