// SPDX-License-Identifier: Apache-2.0
// Results as CSV files, one table each, by RFC 4180 with line feeds: docs/results.md.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flitlock/results.h"
#include "results/l2.h"
#include "results/output.h"
#include "results/real.h"
#include "results/stages.h"
#include "results/translation.h"

static void put_text(FILE *file, const char *text) {
  if (strpbrk(text, ",\"\r\n") == NULL) {
    fputs(text, file);
    return;
  }
  fputc('"', file);
  for (; *text != '\0'; text++) {
    if (*text == '"') fputc('"', file);
    fputc(*text, file);
  }
  fputc('"', file);
}

// `last`: 1 at the end of a line.
static void put_real(FILE *file, double value, int last) {
  char text[40];
  fprintf(file, "%s%c", flitlock_real_text(value, text, sizeof(text)), last ? '\n' : ',');
}

static void put_count(FILE *file, uint64_t value, int last) {
  fprintf(file, "%" PRIu64 "%c", value, last ? '\n' : ',');
}

static double share(uint64_t part, uint64_t whole) { return whole > 0 ? (double)part / (double)whole : NAN; }

static void write_links(FILE *file, const struct flitlock_results *results) {
  fputs("name,width,utilization,idle1,idle2,idle3,idle4,idle5,unknown,cycles,flits,packets,", file);
  fputs("idle_cycles1,idle_cycles2,idle_cycles3,idle_cycles4,idle_cycles5,unknown_cycles,offered\n", file);
  for (unsigned n = 0; n < results->links_count; n++) {
    const struct flitlock_link_result *link = &results->links[n];
    put_text(file, link->name);
    fprintf(file, ",%u,", (unsigned)link->width);
    put_real(file, share(link->flits, link->cycles), 0);
    for (int cause = 0; cause < 5; cause++) {
      put_real(file, share(link->idle[cause], link->cycles), 0);
    }
    put_real(file, share(link->unknown, link->cycles), 0);
    put_count(file, link->cycles, 0);
    put_count(file, link->flits, 0);
    put_count(file, link->packets, 0);
    for (int cause = 0; cause < 5; cause++) {
      put_count(file, link->idle[cause], 0);
    }
    put_count(file, link->unknown, 0);
    put_real(file, link->offered >= 0 ? link->offered : NAN, 1);
  }
}

// The rate that a node of the same name has in the other measurement.
static double rate_of(const struct flitlock_rate *rate, const char *name) {
  for (unsigned n = 0; n < rate->by_node_count; n++) {
    if (strcmp(rate->by_node[n].name, name) == 0) return rate->by_node[n].rate;
  }
  return NAN;
}

static void write_rates(FILE *file, const struct flitlock_results *results) {
  fputs("node,window,whole\nmean,", file);
  put_real(file, results->accepted.mean, 0);
  put_real(file, results->accepted_whole.mean, 1);
  for (unsigned n = 0; n < results->accepted.by_node_count; n++) {
    const struct flitlock_node_rate *node = &results->accepted.by_node[n];
    put_text(file, node->name);
    fputc(',', file);
    put_real(file, node->rate, 0);
    put_real(file, rate_of(&results->accepted_whole, node->name), 1);
  }
}

static void write_latency(FILE *file, const struct flitlock_results *results) {
  int known = results->latency.count > 0;
  const struct {
    const char *name;
    double value;
  } rows[] = {{"mean", results->latency.mean},
              {"min", (double)results->latency.min},
              {"p50", (double)results->latency.p50},
              {"p99", (double)results->latency.p99},
              {"max", (double)results->latency.max}};
  fputs("value,cycles\n", file);
  for (size_t n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
    fprintf(file, "%s,", rows[n].name);
    put_real(file, known ? rows[n].value : NAN, 1);
  }
  for (int stage = 0; stage < FLITLOCK_STAGE_COUNT; stage++) {
    if (!flitlock_stage_is_shown(results, stage)) continue;
    fprintf(file, "stage.%s,", flitlock_stage_names[stage]);
    put_real(file, known ? results->latency.stage[stage] : NAN, 1);
  }
}

static void write_summary(FILE *file, const struct flitlock_results *results) {
  int known = results->latency.count > 0;
  fputs("name,config_hash,seed,status,cycles,window_from,window_to,steady,issued,completed,in_flight,", file);
  fputs("offered_rate,accepted_rate,accepted_rate_whole,latency_mean,latency_p50,latency_p99,latency_max\n", file);
  put_text(file, results->name);
  fprintf(file, ",0x%016" PRIx64 ",%" PRIu64 ",%s,", results->config_hash, results->seed,
          flitlock_status_name(results->status));
  put_count(file, results->cycles, 0);
  put_count(file, results->window_from, 0);
  put_count(file, results->window_to, 0);
  fprintf(file, "%d,", results->steady);
  put_count(file, results->requests_issued, 0);
  put_count(file, results->requests_completed, 0);
  put_count(file, results->requests_in_flight, 0);
  put_real(file, results->offered_rate >= 0 ? results->offered_rate : NAN, 0);
  put_real(file, results->accepted.mean, 0);
  put_real(file, results->accepted_whole.mean, 0);
  put_real(file, known ? results->latency.mean : NAN, 0);
  put_real(file, known ? (double)results->latency.p50 : NAN, 0);
  put_real(file, known ? (double)results->latency.p99 : NAN, 0);
  put_real(file, known ? (double)results->latency.max : NAN, 1);
}

static void write_classes(FILE *file, const struct flitlock_results *results) {
  flitlock_translation_csv(file, &results->translation, results->clock_ghz);
}

static void write_l2(FILE *file, const struct flitlock_results *results) { flitlock_l2_csv(file, &results->l2); }

static int write_table(const struct flitlock_results *results, const char *directory, const char *name,
                       void (*write)(FILE *, const struct flitlock_results *), struct flitlock_error *error) {
  size_t size = strlen(directory) + strlen(name) + 2;
  char *path = malloc(size);
  if (path == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the name of a file");
  snprintf(path, size, "%s/%s", directory, name);
  struct flitlock_output output;
  int status = flitlock_output_open(&output, path, error);
  free(path);
  if (status != FLITLOCK_OK) return status;
  write(output.file, results);
  return flitlock_output_commit(&output, error);
}

int flitlock_results_write_csv(const struct flitlock_results *results, const char *directory,
                               struct flitlock_error *error) {
  int status = flitlock_output_make_folder(directory, error);
  if (status == FLITLOCK_OK) status = write_table(results, directory, "links.csv", write_links, error);
  if (status == FLITLOCK_OK) status = write_table(results, directory, "rates.csv", write_rates, error);
  if (status == FLITLOCK_OK) status = write_table(results, directory, "latency.csv", write_latency, error);
  if (status == FLITLOCK_OK) status = write_table(results, directory, "summary.csv", write_summary, error);
  if (status == FLITLOCK_OK && results->translates)
    status = write_table(results, directory, "classes.csv", write_classes, error);
  if (status == FLITLOCK_OK && results->caches) status = write_table(results, directory, "l2.csv", write_l2, error);
  return status;
}
