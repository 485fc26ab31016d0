// SPDX-License-Identifier: Apache-2.0
// What the runs of a session covered, merged in its regress.db: points by kind and place, and how often each was met. A
// point that was never met is a hole. docs/regression.md.
#ifndef FLITLOCK_COVER_H
#define FLITLOCK_COVER_H

#include "flitlock/status.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Each has its bit, 1 << FLITLOCK_COVER_name, in a set of kinds.
#define FLITLOCK_COVER_KINDS(X)                                        \
  X(CROSS, "cross")   /* of a block's functions, as benches tell it */ \
  X(LINE, "line")     /* lines of the RTL, counted by Verilator */     \
  X(TOGGLE, "toggle") /* bits of the RTL that were 0 and 1, counted by Verilator */

enum flitlock_cover_kind {
#define FLITLOCK_COVER_ENUM(name, text) FLITLOCK_COVER_##name,
  FLITLOCK_COVER_KINDS(FLITLOCK_COVER_ENUM)
#undef FLITLOCK_COVER_ENUM
      FLITLOCK_COVER_KIND_COUNT
};
const char *flitlock_cover_kind_text(int kind);  // "cross"; never NULL
int flitlock_cover_kind_of(const char *text);    // -1: there is none
// "cross,line" as a set. 0: one of the words is no kind, or there is none.
unsigned flitlock_cover_kinds_of(const char *list);

// A file that a run has left. Either lines "KIND<tab>PLACE<tab>POINT<tab>HITS", or what Verilator writes.
struct flitlock_cover_file {
  const char *path;
  int verilator;
};
// What a run met that none before it had met.
struct flitlock_cover_found {
  uint64_t points;
  char names[1024];  // of the first of them
};
struct flitlock_cover_files {
  const struct flitlock_cover_file *file;
  size_t count;
  const char *bench;                   // comes before each place of a file of lines, with a '/'; NULL: nothing does
  unsigned kinds;                      // set; others are not kept
  struct flitlock_cover_found *found;  // NULL: not asked for
};

struct flitlock_regress_database;
struct flitlock_regress_session;
struct flitlock_regress_suite;
struct flitlock_regress_run;

struct flitlock_cover_sum {
  uint64_t points, met;
  double goal;  // per cent that have to be met; below 0: not said
};
// The goal of a kind in the suite's file, per cent; below 0: not said.
double flitlock_cover_goal(const struct flitlock_regress_suite *suite, int kind);
// Keeps the goals of the suite with the session, for reports.
int flitlock_cover_keep_goals(struct flitlock_regress_database *database,
                              const struct flitlock_regress_session *session,
                              const struct flitlock_regress_suite *suite, unsigned kinds, struct flitlock_error *error);
int flitlock_cover_sum_of(struct flitlock_regress_database *database, const struct flitlock_regress_session *session,
                          int kind, struct flitlock_cover_sum *sum, struct flitlock_error *error);
// Calls for each place of a kind, in order, with its counts and the first holes, "a, b, and 7 more"; "" where there is
// none.
typedef void (*flitlock_cover_place)(void *self, const char *place, uint64_t points, uint64_t met, const char *holes);
int flitlock_cover_places(struct flitlock_regress_database *database, const struct flitlock_regress_session *session,
                          int kind, flitlock_cover_place call, void *self, struct flitlock_error *error);
// Place number `number` of those of these kinds that have holes, counted round and round. `size` of `place` at least 1.
// "" when nothing has a hole.
int flitlock_cover_hole(struct flitlock_regress_database *database, const struct flitlock_regress_session *session,
                        unsigned kinds, uint64_t number, char *place, size_t size, struct flitlock_error *error);
// The number after the last run of a session, at least `from`.
int flitlock_cover_next_run(struct flitlock_regress_database *database, const struct flitlock_regress_session *session,
                            uint64_t from, uint64_t *next, struct flitlock_error *error);

// A random configuration to fill holes of a place, number `number` of the session: of an entry with `random` whose
// bench the place is of, and that draws the value of a place "bench/key=value"; for any other place, of any such entry.
// Its texts are the suite's. E_VACUOUS: there is no such entry.
int flitlock_cover_draw(struct flitlock_regress_suite *suite, const char *place, uint64_t number,
                        struct flitlock_regress_run *run, struct flitlock_error *error);

#ifdef __cplusplus
}
#endif
#endif
