// SPDX-License-Identifier: Apache-2.0
// Results of a scale-up pod as CSV files, one table each: docs/results.md.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flitlock/scale_up.h"
#include "results/output.h"
#include "results/real.h"
#include "results/translation.h"

static void put_time(FILE *file, double cycles, double clock_ghz, int last) {
  char text[40];
  fprintf(file, "%s,", flitlock_real_text(cycles, text, sizeof text));
  fprintf(file, "%s%c", flitlock_real_text(cycles / clock_ghz, text, sizeof text), last ? '\n' : ',');
}

static void write_summary(FILE *file, const struct flitlock_scale_up_results *results) {
  fputs("value,count,cycles,ns\n", file);
  fprintf(file, "time,%" PRIu32 ",", results->iterations);
  put_time(file, (double)results->cycles, results->clock_ghz, 1);
  const struct {
    const char *name;
    const struct flitlock_scale_up_requests *requests;
  } kinds[] = {{"same_node", &results->same_node}, {"other_node", &results->other_node}};
  for (unsigned n = 0; n < 2; n++) {
    const struct flitlock_scale_up_requests *r = kinds[n].requests;
    const struct {
      const char *name;
      double value;
    } rows[] = {{"mean", r->round_trip_mean},
                {"min", (double)r->round_trip_min},
                {"p50", (double)r->round_trip_p50},
                {"p99", (double)r->round_trip_p99},
                {"max", (double)r->round_trip_max}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
      fprintf(file, "%s.round_trip.%s,%" PRIu64 ",", kinds[n].name, rows[k].name, r->count);
      put_time(file, rows[k].value, results->clock_ghz, 1);
    }
  }
}

static void write_stages(FILE *file, const struct flitlock_scale_up_results *results) {
  fputs("requests,stage,mean_cycles,mean_ns,max_cycles,max_ns\n", file);
  for (int n = 0; n < 2 * FLITLOCK_SCALE_UP_STAGE_COUNT; n++) {
    int other = n / FLITLOCK_SCALE_UP_STAGE_COUNT;
    int stage = n % FLITLOCK_SCALE_UP_STAGE_COUNT;
    const struct flitlock_scale_up_requests *r = other ? &results->other_node : &results->same_node;
    fprintf(file, "%s,%s,", other ? "other_node" : "same_node", flitlock_scale_up_stage_text(stage));
    put_time(file, r->mean[stage], results->clock_ghz, 0);
    put_time(file, (double)r->max[stage], results->clock_ghz, 1);
  }
}

static void write_classes(FILE *file, const struct flitlock_scale_up_results *results) {
  flitlock_translation_csv(file, &results->translation, results->clock_ghz);
}

static void write_iterations(FILE *file, const struct flitlock_scale_up_results *results) {
  fputs("iteration,begin,end,cycles,ns\n", file);
  for (uint32_t n = 0; n < results->iterations; n++) {
    const struct flitlock_scale_up_iteration *iteration = &results->iteration[n];
    fprintf(file, "%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",", n, iteration->begin, iteration->end);
    put_time(file, (double)(iteration->end - iteration->begin), results->clock_ghz, 1);
  }
}

static void write_stream(FILE *file, const struct flitlock_scale_up_results *results) {
  fputs("request,issued,translation_cycles,translation_ns,round_trip_cycles,round_trip_ns\n", file);
  for (uint64_t n = 0; n < results->samples; n++) {
    const struct flitlock_scale_up_sample *sample = &results->sample[n];
    fprintf(file, "%" PRIu64 ",%" PRIu64 ",", n, sample->issued);
    put_time(file, sample->translation, results->clock_ghz, 0);
    put_time(file, sample->round_trip, results->clock_ghz, 1);
  }
}

static int write_table(const struct flitlock_scale_up_results *results, const char *directory, const char *name,
                       void (*write)(FILE *, const struct flitlock_scale_up_results *), struct flitlock_error *error) {
  size_t size = strlen(directory) + strlen(name) + 2;
  char *path = malloc(size);
  if (path == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the name of a file");
  (void)snprintf(path, size, "%s/%s", directory, name);
  struct flitlock_output output;
  int status = flitlock_output_open(&output, path, error);
  free(path);
  if (status != FLITLOCK_OK) return status;
  write(output.file, results);
  return flitlock_output_commit(&output, error);
}

int flitlock_scale_up_write_csv(const struct flitlock_scale_up_results *results, const char *directory,
                                struct flitlock_error *error) {
  int status = flitlock_output_make_folder(directory, error);
  if (status == FLITLOCK_OK) status = write_table(results, directory, "summary.csv", write_summary, error);
  if (status == FLITLOCK_OK) status = write_table(results, directory, "stages.csv", write_stages, error);
  if (status == FLITLOCK_OK) status = write_table(results, directory, "iterations.csv", write_iterations, error);
  if (status == FLITLOCK_OK && results->translates)
    status = write_table(results, directory, "classes.csv", write_classes, error);
  if (status == FLITLOCK_OK && results->samples > 0)
    status = write_table(results, directory, "stream.csv", write_stream, error);
  return status;
}
