// SPDX-License-Identifier: Apache-2.0
#include "results/translation.h"

#include <inttypes.h>
#include <math.h>

#include "results/real.h"

static json_t *real(double value) { return isfinite(value) ? json_real(value) : json_null(); }
static json_t *count(uint64_t value) { return json_integer((json_int_t)value); }

// A time as cycles and ns.
static json_t *time_object(double cycles, double clock_ghz) {
  return json_pack("{s:o, s:o}", "cycles", real(cycles), "ns", real(cycles / clock_ghz));
}

static json_t *levels_object(const uint64_t *by_level, unsigned from, unsigned to) {
  json_t *object = json_object();
  for (unsigned n = from; n <= to; n++) {
    char key[16];
    (void)snprintf(key, sizeof key, "%u", n);
    if (by_level[n] > 0) json_object_set_new(object, key, count(by_level[n]));
  }
  return object;
}

json_t *flitlock_translation_json(const struct flitlock_translation_results *t, double clock_ghz) {
  json_t *object = json_object();
  json_t *classes = json_object();
  for (int c = FLITLOCK_CLASS_L1_HIT; c < FLITLOCK_CLASS_COUNT; c++)
    json_object_set_new(
        classes, flitlock_translation_class_name(c),
        json_pack("{s:o, s:o}", "requests", count(t->requests[c]), "mean", time_object(t->mean[c], clock_ghz)));
  json_object_set_new(object, "classes", classes);
  json_object_set_new(object, "walk_requests_by_accesses", levels_object(t->walk_requests, 1, FLITLOCK_MAX_LEVELS));
  json_object_set_new(object, "walks", count(t->walks));
  json_object_set_new(object, "walks_of_a_gpu",
                      json_pack("{s:o, s:o}", "least", count(t->walks_least), "most", count(t->walks_most)));
  json_object_set_new(object, "accesses", count(t->accesses));
  json_object_set_new(object, "pwc_hits_by_level", levels_object(t->pwc_hits, 0, FLITLOCK_MAX_LEVELS - 1));
  json_object_set_new(object, "pwc_misses", count(t->pwc_misses));
  json_object_set_new(object, "prefetch_walks", count(t->prefetch_walks));
  json_object_set_new(object, "prefetches_dropped", count(t->prefetches_dropped));
  json_object_set_new(object, "l2_hits", count(t->l2_hits));
  json_object_set_new(object, "l2_merges", count(t->l2_merges));
  json_object_set_new(object, "l2_misses", count(t->l2_misses));
  json_object_set_new(object, "l1_evictions", count(t->l1_evictions));
  json_object_set_new(object, "l2_evictions", count(t->l2_evictions));
  json_object_set_new(object, "l1_stalls", count(t->l1_stalls));
  json_object_set_new(object, "l2_stalls", count(t->l2_stalls));
  json_object_set_new(object, "errors", count(t->errors));
  json_object_set_new(object, "l1_mshrs_peak", count(t->l1_mshrs_peak));
  json_object_set_new(object, "l2_mshrs_peak", count(t->l2_mshrs_peak));
  json_object_set_new(object, "walkers_peak", count(t->walkers_peak));
  if (t->not_told > 0) json_object_set_new(object, "not_told", count(t->not_told));
  return object;
}

static void put_time(FILE *file, double cycles, double clock_ghz) {
  char text[40];
  fprintf(file, "%s,", flitlock_real_text(cycles, text, sizeof text));
  fprintf(file, "%s\n", flitlock_real_text(cycles / clock_ghz, text, sizeof text));
}

void flitlock_translation_csv(FILE *file, const struct flitlock_translation_results *t, double clock_ghz) {
  fputs("class,requests,mean_cycles,mean_ns\n", file);
  for (int c = FLITLOCK_CLASS_L1_HIT; c < FLITLOCK_CLASS_COUNT; c++) {
    fprintf(file, "%s,%" PRIu64 ",", flitlock_translation_class_name(c), t->requests[c]);
    put_time(file, t->mean[c], clock_ghz);
  }
}

static void print_walks(FILE *file, const struct flitlock_translation_results *t) {
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

void flitlock_translation_print(FILE *file, const struct flitlock_translation_results *t, double clock_ghz) {
  uint64_t all = 0;
  for (int c = FLITLOCK_CLASS_L1_HIT; c < FLITLOCK_CLASS_COUNT; c++)
    all += t->requests[c];
  fprintf(file, "\nlink TLBs: %" PRIu64 " requests translated\n", all);
  fprintf(file, "  %-16s %12s %8s %12s %12s\n", "class", "requests", "share", "mean ns", "mean cycles");
  for (int c = FLITLOCK_CLASS_L1_HIT; c < FLITLOCK_CLASS_COUNT; c++) {
    if (t->requests[c] == 0) continue;
    fprintf(file, "  %-16s %12" PRIu64 " %6.2f %% %12.2f %12.2f\n", flitlock_translation_class_name(c), t->requests[c],
            100 * (double)t->requests[c] / (double)all, t->mean[c] / clock_ghz, t->mean[c]);
    for (unsigned a = 1; c == FLITLOCK_CLASS_WALK && a <= FLITLOCK_MAX_LEVELS; a++)
      if (t->walk_requests[a] > 0) fprintf(file, "    of %u accesses %10" PRIu64 "\n", a, t->walk_requests[a]);
  }
  print_walks(file, t);
  if (t->not_told > 0)
    fprintf(file, "  %" PRIu32 " link TLBs of RTL do not tell what they did: the numbers are of the others\n",
            t->not_told);
}
