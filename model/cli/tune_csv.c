// SPDX-License-Identifier: Apache-2.0
// Bounds, sweep and knees as CSV: docs/tuning.md.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/tune.h"
#include "results/output.h"
#include "results/real.h"

static void put_real(FILE *file, double value, char after) {
  char text[40];
  fprintf(file, "%s%c", flitlock_real_text(value, text, sizeof(text)), after);
}

static void write_bounds(FILE *file, const struct tune_report *report) {
  fputs("link,vc,kind,from,rate,credit_rtt,wait,credit,gap,packet,least,bound,configured\n", file);
  for (uint32_t n = 0; n < report->bounds->buffer_count; n++) {
    const struct flitlock_tune_buffer *buffer = &report->bounds->buffer[n];
    const struct flitlock_tune_terms *terms = &buffer->terms;
    fprintf(file, "%s,%u,%s,%s,", report->bounds->link[buffer->link].name, buffer->vc,
            flitlock_tune_kind_text(buffer->kind), buffer->from);
    put_real(file, terms->rate, ',');
    fprintf(file, "%u,%u,", terms->credit_rtt, terms->wait);
    put_real(file, terms->credit_rtt * terms->rate, ',');
    put_real(file, terms->wait * terms->rate, ',');
    fprintf(file, "%u,%u,%u,%u\n", terms->packet, terms->least, buffer->bound, buffer->now);
  }
}

static void write_sweep(FILE *file, const struct tune_report *report) {
  fputs("kind,depth,use,least_use,steady\n", file);
  for (size_t n = 0; n < report->point_count; n++) {
    const struct flitlock_tune_point *point = &report->point[n];
    fprintf(file, "%s,%u,", flitlock_tune_kind_text(point->kind), point->depth);
    put_real(file, point->use, ',');
    put_real(file, point->least, ',');
    fprintf(file, "%d\n", point->steady);
  }
}

static void write_knees(FILE *file, const struct tune_report *report) {
  fputs("kind,bound,knee,use_at_knee\n", file);
  for (int kind = 0; kind < FLITLOCK_TUNE_KIND_COUNT; kind++) {
    uint32_t knee = flitlock_tune_knee(report->point, report->point_count, kind);
    fprintf(file, "%s,%u,", flitlock_tune_kind_text(kind), report->bounds->largest[kind]);
    const struct flitlock_tune_point *point = tune_point_find(report, kind, knee);
    if (point == NULL) {
      fputs(",\n", file);
      continue;
    }
    fprintf(file, "%u,", knee);
    put_real(file, point->use, '\n');
  }
}

static int write_file(const struct tune_report *report, const char *directory, const char *name,
                      void (*write)(FILE *file, const struct tune_report *report), struct flitlock_error *error) {
  size_t size = strlen(directory) + strlen(name) + 2;
  char *path = malloc(size);
  if (path == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for a path");
  snprintf(path, size, "%s/%s", directory, name);
  struct flitlock_output output;
  int status = flitlock_output_open(&output, path, error);
  free(path);
  if (status != FLITLOCK_OK) return status;
  write(output.file, report);
  return flitlock_output_commit(&output, error);
}

int tune_csv(const struct tune_report *report, const char *directory, struct flitlock_error *error) {
  if (mkdir(directory, 0777) != 0 && errno != EEXIST) {
    return flitlock_fail(error, FLITLOCK_E_OUTPUT, "%s: cannot make the folder: %s", directory, strerror(errno));
  }
  int status = write_file(report, directory, "bounds.csv", write_bounds, error);
  if (report->point_count == 0 || status != FLITLOCK_OK) return status;
  status = write_file(report, directory, "sweep.csv", write_sweep, error);
  return status == FLITLOCK_OK ? write_file(report, directory, "knees.csv", write_knees, error) : status;
}
