// SPDX-License-Identifier: Apache-2.0
// A scale-up pod for a person: times in ns, cycles beside them where the clock is not 1 GHz or where they count.
#include <inttypes.h>

#include "cli/scale_up.h"
#include "results/translation.h"

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

void cli_scale_up_report(FILE *file, const struct flitlock_scale_up_results *results) {
  print_head(file, results);
  print_requests(file, &results->other_node, "GPUs of other nodes", results->clock_ghz);
  if (results->translates) flitlock_translation_print(file, &results->translation, results->clock_ghz);
  print_requests(file, &results->same_node, "GPUs of the same node", results->clock_ghz);
}
