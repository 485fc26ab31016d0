// SPDX-License-Identifier: Apache-2.0
// The sections: figures of the source, of published chips and of arithmetic, and ours.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "reproduce/l2.h"

__attribute__((format(printf, 2, 3))) static struct flitlock_figure figure(double ours, const char *id, ...) {
  struct flitlock_figure made = {.ours = ours};
  va_list arguments;
  va_start(arguments, id);
  vsnprintf(made.id, sizeof made.id, id, arguments);
  va_end(arguments);
  for (char *c = made.id; *c != '\0'; c++)
    if (*c == ' ') *c = '_';
  return made;
}

static void hold_within(struct flitlock_figure *row, int origin, double source, double share) {
  row->origin = origin;
  row->has_source = 1;
  row->source = source;
  row->gate = FLITLOCK_GATE_WITHIN;
  row->tolerance = share;
}

// So many units to both sides.
static void hold_near(struct flitlock_figure *row, int origin, double source, double units) {
  row->origin = origin;
  row->has_source = 1;
  row->source = source;
  row->gate = FLITLOCK_GATE_BETWEEN;
  row->low = source - units;
  row->high = source + units;
}

static void put(const struct l2_view *view, struct flitlock_figure *row, int digits, const char *reason) {
  row->digits = digits;
  snprintf(row->reason, sizeof row->reason, "%s", reason);
  flitlock_reproduction_add(view->table, row);
}

// A number that must be that number.
static void put_exact(const struct l2_view *view, const char *run, const char *what, int origin, double source) {
  const struct l2_result *result = l2_find(view, "%s", run);
  struct flitlock_figure row = figure(flitlock_probe_value(&result->table, what), "%s.%s", run, what);
  snprintf(row.what, sizeof row.what, "%s: %s", run, what);
  hold_near(&row, origin, source, 0);
  put(view, &row, -1, "");
}

// ---- Staircases

static void put_steps(const struct l2_view *view, const char *profile, const char *id, const struct l2_point *points,
                      unsigned count, int origin, double share, double units, const char *reason) {
  for (unsigned n = 0; n < count; n++) {
    struct flitlock_figure row =
        figure(l2_find(view, "%s.%g", profile, points[n].kib)->value, "%s.%g", id, points[n].kib);
    snprintf(row.what, sizeof row.what, "%s, %g KiB", profile, points[n].kib);
    if (share > 0)
      hold_within(&row, origin, points[n].cycles, share);
    else
      hold_near(&row, origin, points[n].cycles, units);
    put(view, &row, 1, flitlock_figure_verdict(&row) == FLITLOCK_VERDICT_MISSED ? reason : "");
  }
}

static void staircases(const struct l2_view *view) {
  double units = view->is_short ? 12 : 5;
  flitlock_reproduction_section(
      view->table, "staircase", "Capacity",
      "Mean latency in cycles of a random cyclic chain of 128-byte nodes, contiguous memory.");
  put_steps(view, "SEED", "seed", l2_expected, 7, FLITLOCK_ORIGIN_OBSERVED, 0, units, "");
  put_steps(view, "SEED", "source", l2_source, 7, FLITLOCK_ORIGIN_SOURCE, 0.05, 0,
            "the source's latency climbs by some 2.5 cycles a MiB while all still hits; the model's hits all take the "
            "same time");
  put_steps(view, "CLEAN", "clean", l2_clean, 7, FLITLOCK_ORIGIN_OBSERVED, 0, units, "");
  for (unsigned warm = 2; warm <= 3; warm++) {
    struct flitlock_figure row = figure(l2_find(view, "SEED.warm%u", warm)->value, "seed.6144.warm%u", warm);
    snprintf(row.what, sizeof row.what, "SEED, 6144 KiB, after %u rounds of warm-up alone", warm);
    row.origin = FLITLOCK_ORIGIN_OBSERVED;
    snprintf(row.source_text, sizeof row.source_text, "295 to 305");
    row.gate = FLITLOCK_GATE_BETWEEN;
    row.low = 295;
    row.high = 305;
    put(view, &row, 1,
        flitlock_figure_verdict(&row) == FLITLOCK_VERDICT_MISSED
            ? "the figure says 2 to 3 rounds without saying whether the measured one is among them; the mean falls "
              "from "
              "round to round towards 277"
            : "");
  }
  flitlock_reproduction_section(view->table, "chips", "Capacity of published chips",
                                "The same chain, sizes and latencies as published. Hit and miss latencies are "
                                "parameters of the profile; where the "
                                "curve bends is not.");
  static const char early[] =
      "the chip climbs earlier. What its hash and replacement are, and what memory its chain got, is not published; "
      "the "
      "model's sets all fill alike, so none overflows before 6144 KiB";
  put_steps(view, "GA102", "a40", l2_a40, 7, FLITLOCK_ORIGIN_PUBLISHED, 0.05, 0, early);
  put_steps(view, "V100", "v100", l2_v100, 5, FLITLOCK_ORIGIN_PUBLISHED, 0.05, 0, early);
}

// ---- Ways and replacement

static void hit_rates(const struct l2_view *view) {
  double units = view->is_short ? 0.04 : 0.02;
  flitlock_reproduction_section(
      view->table, "ways", "Lines of one set, round robin",
      "Hit rates with R reserved ways and random victims with P of 256; `random` is R 0, P 256.");
  struct flitlock_figure source = figure(l2_find(view, "R3P26.16")->value, "ways.source.16");
  snprintf(source.what, sizeof source.what, "16 lines, R3P26, \"about 70 %%\"");
  hold_within(&source, FLITLOCK_ORIGIN_SOURCE, 0.70, 0.05);
  put(view, &source, 3, "");
  for (unsigned n = 0; n < L2_POLICIES; n++) {
    const struct l2_policy *policy = &l2_policies[n];
    for (unsigned k = 0; k < L2_COUNTS; k++) {
      struct flitlock_figure row =
          figure(l2_find(view, "%s.%u", policy->name, l2_counts[k])->value, "ways.%s.%u", policy->name, l2_counts[k]);
      snprintf(row.what, sizeof row.what, "%s, %u lines", policy->name, l2_counts[k]);
      hold_near(&row, FLITLOCK_ORIGIN_OBSERVED, policy->rate[k], units);
      put(view, &row, 3, "");
    }
  }
  for (unsigned n = 0; n < L2_POLICIES; n++) {
    const struct l2_policy *policy = &l2_policies[n];
    if (policy->hot < 0) continue;
    struct flitlock_figure row = figure(l2_find(view, "%s.hot", policy->name)->value, "hot.%s", policy->name);
    snprintf(row.what, sizeof row.what, "%s, four hot lines and a new one a round: hits of the hot", policy->name);
    hold_near(&row, FLITLOCK_ORIGIN_OBSERVED, policy->hot, view->is_short ? 0.02 : 0.01);
    put(view, &row, 3, "");
  }
}

static void replacement(const struct l2_view *view) {
  static const int order[16] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};
  flitlock_reproduction_section(view->table, "policy", "Replacement", "E5: no reserved ways.");
  for (unsigned n = 0; n < 16; n++) {
    char what[32];
    snprintf(what, sizeof what, "victim %u", n + 1);
    put_exact(view, "SEED.E5", what, FLITLOCK_ORIGIN_DERIVED, order[n]);
  }
  static const unsigned chances[] = {0, 3, 26, 256};
  for (unsigned n = 0; n < 4; n++) {
    char what[48];
    snprintf(what, sizeof what, "hit rate of all ways, P %u", chances[n]);
    put_exact(view, "SEED.E5", what, FLITLOCK_ORIGIN_DERIVED, 1);
  }
  struct flitlock_figure row =
      figure(flitlock_probe_value(&l2_find(view, "SEED.E5")->table, "share of the tree's way, P 26"), "policy.tree");
  snprintf(row.what, sizeof row.what, "share of victims that are the tree's, P 26: 1 - 26/256 * 15/16");
  hold_near(&row, FLITLOCK_ORIGIN_OBSERVED, 0.905, view->is_short ? 0.04 : 0.01);
  put(view, &row, 3, "");
}

// ---- Structure

static void lines(const struct l2_view *view) {
  static const unsigned same[] = {0, 16, 32, 64, 96, 124}, other[] = {128, 160, 192, 256};
  char what[56];
  flitlock_reproduction_section(view->table, "lines", "Lines and sectors",
                                "E3: 1 where A + d is gone with A. E4: 1 where a read after a cold read of A hits.");
  for (unsigned n = 0; n < sizeof(same) / sizeof(same[0]); n++) {
    snprintf(what, sizeof what, "d = %u", same[n]);
    put_exact(view, "SEED.E3", what, FLITLOCK_ORIGIN_SOURCE, 1);
  }
  for (unsigned n = 0; n < sizeof(other) / sizeof(other[0]); n++) {
    snprintf(what, sizeof what, "d = %u", other[n]);
    put_exact(view, "SEED.E3", what, FLITLOCK_ORIGIN_SOURCE, 0);
  }
  for (unsigned fetch = 32; fetch <= 128; fetch *= 2)
    for (unsigned offset = 0; offset < 128; offset += 32) {
      snprintf(what, sizeof what, "fetch %u: A + %u hits", fetch, offset);
      int brought = offset % fetch != 0;
      put_exact(view, "SEED.E4", what, fetch == 32 ? FLITLOCK_ORIGIN_SOURCE : FLITLOCK_ORIGIN_DERIVED, brought);
    }
}

static void put_masks(const struct l2_view *view, const char *run) {
  const struct flitlock_probe_table *table = &l2_find(view, "%s", run)->table;
  char text[1024];
  size_t length = (size_t)snprintf(text, sizeof text, "%s, sums of address bits that make the slice:", run);
  for (unsigned n = 0; n < table->masks; n++) {
    const char *before = n == 0 ? " " : "; ";
    for (unsigned bit = 0; bit < 64 && length < sizeof text; bit++) {
      if ((table->mask[n] >> bit & 1U) == 0) continue;
      int added = snprintf(text + length, sizeof text - length, "%s%u", before, bit);
      length += added > 0 ? (size_t)added : 0;
      before = " ";
    }
  }
  flitlock_reproduction_note(view->table, text);
}

static void hashes(const struct l2_view *view) {
  flitlock_reproduction_section(view->table, "hash", "Slices and sets",
                                "E6, E7, E8, from contention and evictions. `noisy`: 5 % of the answers are wrong, a "
                                "majority of nine is taken. Address bits 7 to 33.");
  put_exact(view, "SEED.E6", "rank", FLITLOCK_ORIGIN_DERIVED, 6);
  put_exact(view, "SEED.E6", "kernel", FLITLOCK_ORIGIN_DERIVED, 21);
  put_exact(view, "SEED.E6", "foretold pairs", FLITLOCK_ORIGIN_DERIVED, 1);
  put_exact(view, "noisy", "rank", FLITLOCK_ORIGIN_DERIVED, 6);
  put_exact(view, "noisy", "kernel", FLITLOCK_ORIGIN_DERIVED, 21);
  put_exact(view, "noisy", "foretold pairs", FLITLOCK_ORIGIN_DERIVED, 1);
  put_exact(view, "SEED-LIT.E6", "rank", FLITLOCK_ORIGIN_SOURCE, 6);
  put_exact(view, "GA102.E7", "labels", FLITLOCK_ORIGIN_DERIVED, 48);
  put_exact(view, "GA102.E7", "rank", FLITLOCK_ORIGIN_DERIVED, 4);
  put_exact(view, "GA102.E7", "residual", FLITLOCK_ORIGIN_DERIVED, 3);
  put_exact(view, "SEED.E8", "sets", FLITLOCK_ORIGIN_DERIVED, 48);
  put_exact(view, "SEED.E8", "lines of the largest set", FLITLOCK_ORIGIN_SOURCE, 16);
  put_exact(view, "GA102.E8", "sets", FLITLOCK_ORIGIN_DERIVED, 64);
  put_exact(view, "GA102.E8", "lines of the largest set", FLITLOCK_ORIGIN_DERIVED, 16);
  put_masks(view, "SEED.E6");
  put_masks(view, "SEED-LIT.E6");
  flitlock_reproduction_note(
      view->table,
      "Published: a V100's slice hash is a sum of address bits of rank 5, an A100's has rank 4 and a residue of 5. The "
      "profiles do not claim those hashes.");
}

// ---- Strides

static void put_bound(const struct l2_view *view, const char *run, const char *what, int origin, int gate,
                      double bound) {
  struct flitlock_figure row = figure(flitlock_probe_value(&l2_find(view, "%s", run)->table, what), "%s.%s", run, what);
  snprintf(row.what, sizeof row.what, "%s: %s", run, what);
  row.origin = origin;
  row.gate = gate;
  row.low = row.high = bound;
  snprintf(row.source_text, sizeof row.source_text, "%s %g", gate == FLITLOCK_GATE_AT_MOST ? "at most" : "at least",
           bound);
  put(view, &row, 2, "");
}

static void strides(const struct l2_view *view) {
  char what[56];
  flitlock_reproduction_section(
      view->table, "strides", "Strides and camping",
      "E9: 64 lines at a stride. E10: reads a cycle of a stream of 512 hits; 64 slices give 64.");
  for (unsigned bytes = 128; bytes <= 2U << 20; bytes *= 4) {
    double kib = bytes / 1024.0;
    snprintf(what, sizeof what, "lines in the fullest set, stride %g KiB", kib);
    put_bound(view, "SEED.E9", what, FLITLOCK_ORIGIN_OBSERVED, FLITLOCK_GATE_AT_MOST, 3);
    snprintf(what, sizeof what, "hit rate, stride %g KiB", kib);
    put_exact(view, "SEED.E9", what, FLITLOCK_ORIGIN_DERIVED, 1);
  }
  put_bound(view, "SEED.E9", "without a hash, stride 64 KiB", FLITLOCK_ORIGIN_DERIVED, FLITLOCK_GATE_AT_MOST, 16);
  put_bound(view, "SEED.E9", "without a hash, stride 128 KiB", FLITLOCK_ORIGIN_DERIVED, FLITLOCK_GATE_AT_LEAST, 17);
  put_exact(view, "SEED.E10", "stride 4096", FLITLOCK_ORIGIN_DERIVED, 64);
  put_exact(view, "SEED.E10", "stride 8192", FLITLOCK_ORIGIN_DERIVED, 64);
  put_bound(view, "SEED-LIT.E10", "stride 4096", FLITLOCK_ORIGIN_DERIVED, FLITLOCK_GATE_AT_MOST, 2);
  put_bound(view, "SEED-LIT.E10", "stride 8192", FLITLOCK_ORIGIN_DERIVED, FLITLOCK_GATE_AT_MOST, 2);
  put_bound(view, "SEED-LIT.E10", "stride 4224", FLITLOCK_ORIGIN_DERIVED, FLITLOCK_GATE_AT_LEAST, 32);
  put_bound(view, "SEED-LIT.E10", "stride 8320", FLITLOCK_ORIGIN_DERIVED, FLITLOCK_GATE_AT_LEAST, 32);
  flitlock_reproduction_note(view->table,
                             "The source's kernel went from 60 % to 85 % of the peak by padding. What share of its "
                             "time it waited for the L2 is "
                             "not told, so there is nothing to hold a stream to; it claims conflicts at strides of 4 "
                             "to 64 KiB, which an unhashed "
                             "cache of these sets does not have either (first conflict 128 KiB).");
}

// ---- Writes, atomics, latencies

static void accesses(const struct l2_view *view) {
  flitlock_reproduction_section(view->table, "accesses", "Writes, atomics, misses", "E11 to E14: cycles, bytes, sums.");
  put_exact(view, "SEED.E14", "hit", FLITLOCK_ORIGIN_SOURCE, 210);
  put_exact(view, "SEED.E14", "miss", FLITLOCK_ORIGIN_SOURCE, 430);
  put_exact(view, "SEED.E14", "sector miss", FLITLOCK_ORIGIN_DERIVED, 430);
  put_exact(view, "V100.E14", "hit", FLITLOCK_ORIGIN_PUBLISHED, 212);
  put_exact(view, "V100.E14", "miss", FLITLOCK_ORIGIN_PUBLISHED, 425);
  put_exact(view, "GA102.E14", "hit", FLITLOCK_ORIGIN_PUBLISHED, 250);
  put_exact(view, "GA102.E14", "miss", FLITLOCK_ORIGIN_PUBLISHED, 547);
  struct flitlock_figure merged = figure(flitlock_probe_value(&l2_find(view, "SEED.E14")->table, "merged"), "merged");
  snprintf(merged.what, sizeof merged.what, "SEED.E14: merged with a miss under way");
  merged.origin = FLITLOCK_ORIGIN_DERIVED;
  snprintf(merged.source_text, sizeof merged.source_text, "between");
  merged.gate = FLITLOCK_GATE_BETWEEN;
  merged.low = 211;
  merged.high = 429;
  put(view, &merged, -1, "");
  put_exact(view, "SEED.E11", "write to a line that is not there", FLITLOCK_ORIGIN_DERIVED, 210);
  put_exact(view, "SEED.E11", "first read of its sector", FLITLOCK_ORIGIN_DERIVED, 430);
  put_exact(view, "SEED.E11", "second read", FLITLOCK_ORIGIN_DERIVED, 210);
  put_exact(view, "SEED.E11", "wrong bytes in memory after the eviction", FLITLOCK_ORIGIN_DERIVED, 0);
  put_exact(view, "SEED.E11", "wrong bytes of that read", FLITLOCK_ORIGIN_DERIVED, 0);
  put_exact(view, "SEED.E12", "512 clients, one word: sum is right", FLITLOCK_ORIGIN_DERIVED, 1);
  put_exact(view, "SEED.E12", "512 clients, a line each: sum is right", FLITLOCK_ORIGIN_DERIVED, 1);
  put_exact(view, "SEED.E12", "64 clients, one word: atomics a cycle", FLITLOCK_ORIGIN_DERIVED, 1);
  put_exact(view, "SEED.E12", "64 clients, a line each: atomics a cycle", FLITLOCK_ORIGIN_DERIVED, 64);
  put_exact(view, "MINI48.E13", "17 lines, 1 reads each: answers", FLITLOCK_ORIGIN_DERIVED, 17);
  put_exact(view, "MINI48.E13", "40 lines, 9 reads each: answers", FLITLOCK_ORIGIN_DERIVED, 360);
}

void l2_study_report(const struct l2_view *view) {
  flitlock_reproduction_intro(
      view->table,
      "The golden L2 of chapter 9 of the specification under the experiments of `flitlock probe` (docs/probe.md), "
      "which "
      "see latencies alone. [S] is the study that took a consumer card apart by software; [P] published measurements "
      "of an "
      "A40 and a V100; [D] what follows from the structure; [O] an independent throw-away model of the same rules. Hit "
      "and miss latencies, reserved ways and the share of random victims are parameters of the profiles; no figure was "
      "used to change the model.%s",
      view->is_short ? " The short setting: fewer rounds, wider gates." : "");
  staircases(view);
  hit_rates(view);
  replacement(view);
  lines(view);
  hashes(view);
  strides(view);
  accesses(view);
}
