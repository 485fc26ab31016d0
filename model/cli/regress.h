// SPDX-License-Identifier: Apache-2.0
// What `flitlock regress` is asked for, and how far it came.
#ifndef FLITLOCK_CLI_REGRESS_H
#define FLITLOCK_CLI_REGRESS_H

#include <stdio.h>

#include "flitlock/regress.h"

// Folder of the files of runs that did not pass, below that of the database: "runs/SESSION-RUN".
#define REGRESS_RUNS "runs"

struct regress_request {
  const char *file, *out, *json, *junit, *label;
  struct flitlock_regress_choice choice;
  char benches[4096];  // folder of the benches
  int seed_given;
  char shard[48];
  uint64_t index, shards;  // from 1
  unsigned jobs;
  double budget;    // seconds, 0: no limit
  double minimise;  // seconds for each failure, 0: failures are not shrunk
  unsigned cover;   // kinds that are counted, a set of FLITLOCK_COVER_...
  double fill;      // seconds to fill holes, 0: none
  int quiet, resume, anew;
};

// A regression that is under way.
struct regress_work {
  const struct regress_request *request;
  struct flitlock_regress_suite *suite;
  struct flitlock_regress_database *database;
  struct flitlock_regress_session session;
  struct flitlock_regress_again again;
  int resumed;                           // the session was begun before
  uint64_t count;                        // numbers of runs are below it; some belong to no run
  struct flitlock_regress_state *state;  // [count]
  uint64_t *order;                       // [order_count]: the numbers of this shard, failing ones first
  uint64_t order_count;
  double *begun;       // [count]
  uint8_t *shrinking;  // [count]: it is being shrunk, or was
  uint64_t before;     // were in the database
  uint64_t now;        // came into it by this process
  int over;            // the time is over, and something is left
  // Random configurations for holes (regress_fill.c): runs with numbers from fill_first on.
  struct flitlock_regress_run **fill;  // [fill_count]
  uint64_t fill_count, fill_first, fill_place;
  double fill_until;    // 0: not begun
  uint64_t fill_found;  // holes that they filled
};

// The run of a number; NULL: there is none.
const struct flitlock_regress_run *regress_work_run(const struct regress_work *work, uint64_t number);

// Runs what is missing. The database is open and the session begun. E_TIMEOUT: interrupted.
int regress_work_all(struct regress_work *work, struct flitlock_error *error);

// In a process of its own: runs it, with its files in `folder`, and writes what came of it into `out`. The exit code.
int regress_case_work(const struct flitlock_case *self, const char *folder, const char *command, int out);
// The same of a bench, whose program takes the place of this process: it returns only when that cannot be.
int regress_bench_work(const struct flitlock_case *self, const char *program, const char *folder, unsigned cover,
                       int out);
// What it has written. 0: it is not whole.
int regress_case_read(const char *message, size_t size, struct flitlock_case_result *result);
// In this process: with its files and timing diagram in `folder`, which exists.
void regress_case_run(const struct flitlock_case *self, const char *folder, const char *command,
                      struct flitlock_case_result *result);
// Makes `folder` and puts the case into it: config.yaml, and case.json for what that does not say.
int regress_folder_make(const char *folder, const struct flitlock_case *self, struct flitlock_error *error);
// From here on what this process prints goes into a file there.
void regress_redirect(const char *folder);
// Removes what such a process may have left of a run that needs no files.
void regress_folder_remove(const char *folder);
// What such a process left of a run that needs no files goes; an empty output of one that does.
void regress_folder_clean(const char *folder, int outcome);
// The folder of the benches: `given`, or beside this program.
void regress_benches_find(const char *given, char *folder, size_t size);
// The program of a bench. 0: the path is too long.
int regress_bench_path(const struct regress_request *request, const char *bench, char *path, size_t size);
// E_CONFIG: a bench of the suite is no program in the folder of the benches.
int regress_benches_check(const struct regress_request *request, const struct flitlock_regress_suite *suite,
                          struct flitlock_error *error);
// Whether a run came out as it is expected to.
int regress_is_good(const struct flitlock_regress_run *run, const struct flitlock_case_result *result);

void regress_list(FILE *file, const struct flitlock_regress_suite *suite, uint64_t index, uint64_t shards);
void regress_head(FILE *file, const struct regress_work *work);
// As a run ends.
void regress_tell(FILE *file, const struct regress_work *work, const struct flitlock_regress_run *run,
                  const struct flitlock_regress_record *record);
void regress_tell_minimal(FILE *file, const struct regress_work *work, const struct flitlock_regress_run *run,
                          const struct flitlock_regress_minimal_record *record);
// The next run that may fill a hole, made and put into the order; UINT64_MAX: none is left, or the time is over.
uint64_t regress_fill_next(struct regress_work *work, double now);

// Coverage (regress_cover.c). Before a run, in its process: what it has to count.
void regress_cover_ask(const char *folder, unsigned kinds);
// After it: the files in its folder, which regress_cover_drop frees and removes.
struct regress_cover {
  struct flitlock_cover_files files;
  struct flitlock_cover_file *list;
  struct flitlock_cover_found found;
  char bench[64];
};
void regress_cover_take(const struct regress_work *work, const struct flitlock_regress_run *run, const char *folder,
                        struct regress_cover *cover);
void regress_cover_drop(struct regress_cover *cover);
void regress_cover_tell_found(FILE *file, const struct flitlock_regress_run *run,
                              const struct flitlock_cover_found *found);
// What was met of each kind, and the holes.
int regress_cover_tell(FILE *file, const struct regress_work *work, struct flitlock_error *error);
// E_COVERAGE: less was met than the suite asks for, or nothing was counted of a kind.
int regress_cover_check(const struct regress_work *work, struct flitlock_error *error);
struct json_t *regress_cover_json(const struct regress_work *work);  // NULL: out of memory

void regress_summary(FILE *file, const struct regress_work *work);
int regress_json(const struct regress_work *work, struct flitlock_error *error);
// Whether a run is to be shrunk, when it came to this.
int regress_is_shrunk(const struct regress_request *request, const struct flitlock_regress_run *run, int outcome,
                      int good);

// How many runs of the shard have an outcome; how many are not good; how many are missing.
uint64_t regress_count(const struct regress_work *work, int outcome);
uint64_t regress_bad(const struct regress_work *work);
uint64_t regress_missing(const struct regress_work *work);

#endif
