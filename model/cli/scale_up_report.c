// SPDX-License-Identifier: Apache-2.0
// A scale-up pod for a person: times in ns, cycles beside them where the clock is not 1 GHz or where they count.
#include <inttypes.h>

#include "cli/scale_up.h"

#define ITERATIONS_SHOWN 8U

static void print_head(FILE *file, const struct flitlock_scale_up_results *r) {
  fprintf(file, "%s: %" PRIu32 " GPUs, %" PRIu32 " a node, %" PRIu32 " stations each; %s of %" PRIu64 " bytes a GPU\n",
          r->name, r->gpus, r->gpus_per_node, r->stations, r->collective, r->bytes);
  fprintf(file, "time: %.6g ns (%" PRIu64 " cycles)%s\n", (double)r->cycles / r->clock_ghz, r->cycles,
          r->status == FLITLOCK_OK ? "" : ", not finished");
  if (r->iterations < 2) return;
  for (uint32_t n = 0; n < r->iterations && n < ITERATIONS_SHOWN; n++) {
    uint64_t cycles = r->iteration[n].end - r->iteration[n].begin;
    fprintf(file, "  iteration %" PRIu32 ": %.6g ns (%" PRIu64 " cycles)\n", n, (double)cycles / r->clock_ghz, cycles);
  }
  if (r->iterations > ITERATIONS_SHOWN) fprintf(file, "  (%" PRIu32 " more)\n", r->iterations - ITERATIONS_SHOWN);
}

static void print_requests(FILE *file, const struct flitlock_scale_up_requests *requests, const char *what,
                           double clock_ghz) {
  if (requests->count == 0) return;
  fprintf(file, "\nrequests to %s: %" PRIu64 "\n", what, requests->count);
  fprintf(file, "  round trip (ns): mean %.6g   min %.6g   p50 %.6g   p99 %.6g   max %.6g\n",
          requests->round_trip_mean / clock_ghz, (double)requests->round_trip_min / clock_ghz,
          (double)requests->round_trip_p50 / clock_ghz, (double)requests->round_trip_p99 / clock_ghz,
          (double)requests->round_trip_max / clock_ghz);
  fprintf(file, "  %-16s %12s %12s %8s %12s\n", "stage", "mean ns", "mean cycles", "share", "max ns");
  for (int n = 0; n < FLITLOCK_SCALE_UP_STAGE_COUNT; n++)
    fprintf(file, "  %-16s %12.2f %12.2f %6.1f %% %12.6g\n", flitlock_scale_up_stage_text(n),
            requests->mean[n] / clock_ghz, requests->mean[n], 100 * requests->mean[n] / requests->round_trip_mean,
            (double)requests->max[n] / clock_ghz);
}

static void print_walks(FILE *file, const struct flitlock_scale_up_translation *t) {
  fprintf(file,
          "  walks: %" PRIu64 " (%" PRIu64 " to %" PRIu64 " a GPU), %" PRIu64 " accesses; deepest page-walk cache hit:",
          t->walks, t->walks_least, t->walks_most, t->accesses);
  for (unsigned level = 0; level < FLITLOCK_MAX_LEVELS; level++)
    if (t->pwc_hits[level] > 0) fprintf(file, " level %u: %" PRIu64 ",", level, t->pwc_hits[level]);
  fprintf(file, " none: %" PRIu64 "\n", t->pwc_misses);
  if (t->prefetch_walks + t->prefetches_dropped > 0)
    fprintf(file, "  prefetches: %" PRIu64 " walked, %" PRIu64 " dropped\n", t->prefetch_walks, t->prefetches_dropped);
  fprintf(file,
          "  evictions: L1 %" PRIu64 ", L2 %" PRIu64 "; stalled look-ups (cycles): L1 %" PRIu64 ", L2 %" PRIu64
          "; most MSHRs: L1 %" PRIu32 ", L2 %" PRIu32 "; walkers %" PRIu32 "\n",
          t->l1_evictions, t->l2_evictions, t->l1_stalls, t->l2_stalls, t->l1_mshrs_peak, t->l2_mshrs_peak,
          t->walkers_peak);
  if (t->errors > 0) fprintf(file, "  answered with an error: %" PRIu64 "\n", t->errors);
}

static void print_translation(FILE *file, const struct flitlock_scale_up_results *results) {
  const struct flitlock_scale_up_translation *t = &results->translation;
  uint64_t all = 0;
  for (int c = FLITLOCK_CLASS_L1_HIT; c < FLITLOCK_CLASS_COUNT; c++)
    all += t->requests[c];
  fprintf(file, "\nlink TLBs: %" PRIu64 " requests translated\n", all);
  fprintf(file, "  %-16s %12s %8s %12s %12s\n", "class", "requests", "share", "mean ns", "mean cycles");
  for (int c = FLITLOCK_CLASS_L1_HIT; c < FLITLOCK_CLASS_COUNT; c++) {
    if (t->requests[c] == 0) continue;
    fprintf(file, "  %-16s %12" PRIu64 " %6.2f %% %12.2f %12.2f\n", flitlock_translation_class_name(c), t->requests[c],
            100 * (double)t->requests[c] / (double)all, t->mean[c] / results->clock_ghz, t->mean[c]);
    for (unsigned a = 1; c == FLITLOCK_CLASS_WALK && a <= FLITLOCK_MAX_LEVELS; a++)
      if (t->walk_requests[a] > 0) fprintf(file, "    of %u accesses %10" PRIu64 "\n", a, t->walk_requests[a]);
  }
  print_walks(file, t);
}

void cli_scale_up_report(FILE *file, const struct flitlock_scale_up_results *results) {
  print_head(file, results);
  print_requests(file, &results->other_node, "GPUs of other nodes", results->clock_ghz);
  if (results->translates) print_translation(file, results);
  print_requests(file, &results->same_node, "GPUs of the same node", results->clock_ghz);
}
