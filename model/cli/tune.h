// SPDX-License-Identifier: Apache-2.0
// What `flitlock tune` found, and the forms in which it is shown.
#ifndef FLITLOCK_CLI_TUNE_H
#define FLITLOCK_CLI_TUNE_H

#include <stdio.h>

#include "flitlock/tune.h"

// Points of a kind stand together, by rising depth.
struct tune_report {
  const struct flitlock_config *config;
  const struct flitlock_tune_bounds *bounds;
  struct flitlock_tune_point *point;
  size_t point_count;      // 0: no sweep
  const uint32_t *depths;  // all that were asked for, rising, without doubles
  size_t depth_count;
};

// Buffers alike in everything but the numbers in their names.
struct tune_row {
  char name[80];  // of the link
  char from[24];
  const struct flitlock_tune_buffer *buffer;  // the first of them
  unsigned buffers;
};
// NULL: out of memory. Caller frees.
struct tune_row *tune_rows_make(const struct flitlock_tune_bounds *bounds, uint32_t *count);
// The names of the measured links, one for those alike: "gpu*.mesh*.E->dst.req (12 links)". Returns `text`.
char *tune_measured_text(const struct flitlock_tune_bounds *bounds, char *text, size_t size);
// The point of a kind and depth; NULL: there is none.
const struct flitlock_tune_point *tune_point_find(const struct tune_report *report, int kind, uint32_t depth);

// Simulates all points, up to `jobs` at a time, each in a process of its own. The first failure, by the order of the
// points, is the one that is told. E_TIMEOUT: interrupted.
int tune_jobs_run(struct tune_report *report, unsigned jobs, int quiet, struct flitlock_error *error);

int tune_table_bounds(FILE *file, const struct tune_report *report, struct flitlock_error *error);
void tune_table_sweep(FILE *file, const struct tune_report *report);
// bounds.csv, sweep.csv and knees.csv in a folder, which is made if missing.
int tune_csv(const struct tune_report *report, const char *directory, struct flitlock_error *error);
int tune_json(const struct tune_report *report, const char *path, struct flitlock_error *error);
// A picture by gnuplot: PNG where the name ends so, else SVG. E_INPUT: there is no gnuplot.
int tune_plot(const struct tune_report *report, const char *path, struct flitlock_error *error);

#endif
