// SPDX-License-Identifier: Apache-2.0
#include "cli/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "results/l2.h"
#include "results/stages.h"
#include "results/translation.h"

// Nodes of a mesh that are listed one by one.
#define NODES_SHOWN 16

const char *cli_cause_text(unsigned cause) {
  switch (cause) {
    case 1:
      return "own output";
    case 2:
      return "no credit";
    case 3:
      return "own crossbar";
    case 4:
      return "own input";
    default:
      return "upstream";
  }
}

static void print_head(FILE *file, const struct flitlock_results *results) {
  uint64_t length = results->window_to - results->window_from;
  fprintf(file, "%s: %" PRIu64 " cycles", results->name[0] != '\0' ? results->name : "run", results->cycles);
  if (results->clock_ghz > 0 && results->clock_ghz != 1) {
    fprintf(file, " (%.6g ns)", (double)results->cycles / results->clock_ghz);
  }
  if (!results->steady && results->window_from == 0 && results->window_to == results->cycles) {
    fputs(", measured whole\n", file);
  } else {
    fprintf(file, ", window %" PRIu64 " to %" PRIu64 " (%" PRIu64 " cycles, %s)\n", results->window_from,
            results->window_to, length, results->steady ? "steady" : "not found steady");
  }
  if (length < results->window_asked) {
    fprintf(
        file,
        "the window has %" PRIu64 " of the %" PRIu64
        " cycles that run.window asks for: the run ended before; raise run.cycles, or open it earlier by run.warmup\n",
        length, results->window_asked);
  }
  fprintf(file, "requests: %" PRIu64 " issued, %" PRIu64 " completed, %" PRIu64 " in flight\n",
          results->requests_issued, results->requests_completed, results->requests_in_flight);
}

static double whole_rate(const struct flitlock_results *results, unsigned node) {
  const struct flitlock_rate *whole = &results->accepted_whole;
  return node < whole->by_node_count ? whole->by_node[node].rate : 0;
}

static void print_node(FILE *file, const struct flitlock_results *results, unsigned n, const char *note) {
  const struct flitlock_node_rate *node = &results->accepted.by_node[n];
  fprintf(file, "  %-8s %10.5f %10.5f%s\n", node->name, node->rate, whole_rate(results, n), note);
}

static void print_rates(FILE *file, const struct flitlock_results *results) {
  if (results->accepted.by_node_count == 0) return;
  fprintf(file, "\naccepted rate (requests per cycle and req_client)\n");
  fprintf(file, "  %-8s %10s %10s", "node", "window", "whole run");
  if (results->offered_rate >= 0) fprintf(file, " %10s", "offered");
  fprintf(file, "\n  %-8s %10.5f %10.5f", "mean", results->accepted.mean, results->accepted_whole.mean);
  if (results->offered_rate >= 0) fprintf(file, " %10.5f", results->offered_rate);
  fputc('\n', file);
  unsigned least = 0, most = 0, count = results->accepted.by_node_count;
  for (unsigned n = 0; n < count; n++) {
    if (count <= NODES_SHOWN) print_node(file, results, n, "");
    if (results->accepted.by_node[n].rate < results->accepted.by_node[least].rate) least = n;
    if (results->accepted.by_node[n].rate > results->accepted.by_node[most].rate) most = n;
  }
  if (count <= NODES_SHOWN) return;
  print_node(file, results, least, "  least of all nodes");
  print_node(file, results, most, "  most");
}

static void print_latency(FILE *file, const struct flitlock_results *results) {
  if (results->latency.count == 0) return;
  fprintf(file, "\nlatency (cycles, %" PRIu64 " requests of the window)\n", results->latency.count);
  fprintf(file, "  mean %.2f   min %" PRIu64 "   p50 %" PRIu64 "   p99 %" PRIu64 "   max %" PRIu64 "\n",
          results->latency.mean, results->latency.min, results->latency.p50, results->latency.p99,
          results->latency.max);
  fprintf(file, "  %-14s %10s %8s\n", "stage", "mean", "share");
  for (int stage = 0; stage < FLITLOCK_STAGE_COUNT; stage++) {
    if (!flitlock_stage_is_shown(results, stage)) continue;
    double mean = results->latency.stage[stage];
    double share = results->latency.mean > 0 ? 100 * mean / results->latency.mean : 0;
    fprintf(file, "  %-14s %10.2f %6.1f %%\n", flitlock_stage_names[stage], mean, share);
  }
}

// Used most first; links used alike stay in the order of the pod.
static int compare_use(const void *left, const void *right) {
  const struct flitlock_link_result *a = *(const struct flitlock_link_result *const *)left;
  const struct flitlock_link_result *b = *(const struct flitlock_link_result *const *)right;
  double use_a = a->cycles > 0 ? (double)a->flits / (double)a->cycles : 0;
  double use_b = b->cycles > 0 ? (double)b->flits / (double)b->cycles : 0;
  if (use_a > use_b) return -1;
  if (use_a < use_b) return 1;
  return a < b ? -1 : a > b;
}

static void print_link(FILE *file, const struct flitlock_link_result *link, int name_width) {
  double cycles = link->cycles > 0 ? (double)link->cycles : 1;
  unsigned main_cause = 0;
  for (unsigned cause = 1; cause < 5; cause++) {
    if (link->idle[cause] > link->idle[main_cause]) main_cause = cause;
  }
  fprintf(file, "  %-*s %7.4f", name_width, link->name, (double)link->flits / cycles);
  for (unsigned cause = 0; cause < 5; cause++)
    fprintf(file, " %7.4f", (double)link->idle[cause] / cycles);
  if (link->unknown > 0) {
    fprintf(file, "  not told in %.4f\n", (double)link->unknown / cycles);
  } else if (link->idle[main_cause] > 0) {
    fprintf(file, "  %u %s\n", main_cause + 1, cli_cause_text(main_cause + 1));
  } else {
    fputs("  -\n", file);
  }
}

static void print_links(FILE *file, const struct flitlock_results *results, unsigned limit) {
  if (results->links_count == 0) return;
  const struct flitlock_link_result **order = calloc(results->links_count, sizeof(const void *));
  if (order == NULL) return;
  for (unsigned n = 0; n < results->links_count; n++)
    order[n] = &results->links[n];
  qsort(order, results->links_count, sizeof(const void *), compare_use);
  unsigned shown = limit > 0 && limit < results->links_count ? limit : results->links_count;
  int width = 4;
  for (unsigned n = 0; n < shown; n++) {
    int length = (int)strlen(order[n]->name);
    if (length > width) width = length;
  }
  fprintf(file, "\nlinks (%u of %u, those used most; idle shares by cause)\n", shown, results->links_count);
  fprintf(file, "  %-*s %7s %7s %7s %7s %7s %7s  %s\n", width, "link", "use", "cause1", "cause2", "cause3", "cause4",
          "cause5", "main cause");
  for (unsigned n = 0; n < shown; n++)
    print_link(file, order[n], width);
  free(order);
  fputs("  causes: 1 own output  2 no credit  3 own crossbar  4 own input  5 upstream\n", file);
}

static void print_collective(FILE *file, const struct flitlock_results *results) {
  if (results->collective.name[0] == '\0') return;
  fprintf(file, "\ncollective %s: %" PRIu64 " bytes a GPU", results->collective.name, results->collective.bytes);
  if (results->status == FLITLOCK_OK) {
    fprintf(file, " in %" PRIu64 " cycles", results->collective.time_cycles);
    if (results->clock_ghz > 0)
      fprintf(file, " (%.6g ns)", (double)results->collective.time_cycles / results->clock_ghz);
  } else {
    fputs(", not finished", file);
  }
  fprintf(file, ", %" PRIu64 " sends, %" PRIu64 " receives\n", results->collective.sends, results->collective.receives);
}

void cli_report(FILE *file, const struct flitlock_results *results, unsigned links) {
  print_head(file, results);
  print_collective(file, results);
  print_rates(file, results);
  print_latency(file, results);
  if (results->translates) flitlock_translation_print(file, &results->translation, results->clock_ghz);
  if (results->caches) flitlock_l2_print(file, &results->l2);
  print_links(file, results, links);
}
