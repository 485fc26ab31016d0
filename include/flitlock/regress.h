// SPDX-License-Identifier: Apache-2.0
// Regressions: a suite of runs that must come out as they are expected to, the database that keeps what came of each,
// and what is made of it. docs/regression.md.
//
//   suite    a file with entries; an entry is a matrix of blocks, hosts, traffic, parameters and seeds
//   run      one of its configurations with one host; runs are numbered from 0
//   session  one time that a suite is run; a database has many, so that there is a trend
//
// Nothing here starts a process; `flitlock regress` does (model/cli/).
#ifndef FLITLOCK_REGRESS_H
#define FLITLOCK_REGRESS_H

#include "flitlock/config.h"
#include "flitlock/cover.h"
#include "flitlock/implementation.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- How a run ends

#define FLITLOCK_REGRESS_OUTCOMES(X)                                                                   \
  X(OPEN, "open")               /* not yet run; never stored */                                        \
  X(PASS, "pass")               /* ended well, with something compared or delivered */                 \
  X(DIVERGENCE, "divergence")   /* golden and device differ */                                         \
  X(INVARIANT, "invariant")     /* an invariant or a block's contract broke */                         \
  X(NO_PROGRESS, "no-progress") /* the watchdog: nothing moved, or a packet is too old */              \
  X(VACUOUS, "vacuous")         /* nothing was compared or delivered */                                \
  X(TIMED_OUT, "time-out")      /* longer than its time, or its limit of cycles */                     \
  X(CRASH, "crash")             /* its process ended by a signal, or without saying how it had gone */ \
  X(ERROR, "error")             /* it could not be run: a file, memory, a configuration */

enum flitlock_regress_outcome {
#define FLITLOCK_REGRESS_ENUM(name, text) FLITLOCK_REGRESS_##name,
  FLITLOCK_REGRESS_OUTCOMES(FLITLOCK_REGRESS_ENUM)
#undef FLITLOCK_REGRESS_ENUM
      FLITLOCK_REGRESS_OUTCOME_COUNT
};
const char *flitlock_regress_outcome_text(int outcome);  // "no-progress"; never NULL
int flitlock_regress_outcome_of(const char *text);       // -1: there is none

// ---- A case: all that one run depends on

// Of a block that stands in no pod, in a program of its own: "bench: NAME", then `host`, `seed` and keys, a line each.
#define FLITLOCK_CASE_BENCH "bench: "

struct flitlock_case {
  const char *config;      // YAML, whole: which block runs in which host is in its `impl`; or FLITLOCK_CASE_BENCH...
  const char *plant;       // as --plant; NULL: no error is planted
  const char *plant_at;    // pattern; NULL: the first block in lockstep
  const char *plant_into;  // "device", "golden"; NULL: device
  const char *device;      // "rtl", "golden"; NULL: rtl
};

// What came of it. No pointers: it is handed from process to process as it is.
struct flitlock_case_result {
  int outcome;  // enum flitlock_regress_outcome
  int status;   // enum flitlock_status
  char message[2048];
  // What kind of failure it is, with all that a smaller case of the same has in common: "divergence CREDIT_LATE count
  // router req", "invariant R-INV-3", "crash signal 11"; "" of a run that passed.
  char kind[128];
  char block[128];     // divergence: where; "" otherwise
  uint64_t at;         // divergence: in which cycle
  uint64_t cycles;     // simulated
  uint64_t compared;   // outputs that were compared
  uint64_t flits;      // flits that were compared
  uint64_t completed;  // requests
};

struct flitlock_case_options {
  const struct flitlock_device *rtl;  // of the program; NULL: it has none
  const char *directory;              // for report and waves of a divergence; NULL: none
  const char *reproduce;              // the command that repeats it, for the report; NULL: not known
};
// The bench of a case. 0: it is of a pod. `name` is cut to `size`.
int flitlock_case_bench(const struct flitlock_case *self, char *name, size_t size);
// Runs it. The outcome is in `result`, whatever it is; what is returned is its status. E_CONFIG for the case of a
// bench, which is another program's.
int flitlock_case_run(const struct flitlock_case *self, const struct flitlock_case_options *options,
                      struct flitlock_case_result *result);
// `kind` and outcome of a process that ended without a result. `how`: "signal 11"; `timed_out`: it was ended.
void flitlock_case_lost(const char *how, int timed_out, struct flitlock_case_result *result);
// What a bench has written of its run (docs/regression.md). 0: it is no such thing.
int flitlock_case_read(const char *json, size_t size, struct flitlock_case_result *result);
// The command that repeats a case whose configuration is in the file `config`; of a bench with its name as the program.
// 0: there is no room.
int flitlock_case_command(const struct flitlock_case *self, const char *config, char *line, size_t size);

// ---- The suite

struct flitlock_regress_run {
  uint64_t number;
  const char *entry, *block, *host, *traffic;  // "" where there is nothing to choose
  const char *settings;                        // "key=value key=value" of grid, list and random draws
  uint64_t seed;
  struct flitlock_case run;
  uint64_t key;      // of the case: the same case has the same key in every suite
  double seconds;    // its process may take; 0: no limit
  int expected;      // enum flitlock_regress_outcome
  const char *kind;  // part of the kind that a failure must have; "" any
  uint64_t packets;  // the failure must shrink to at most so many packets; 0: it is not shrunk when expected
};

struct flitlock_regress_suite;  // opaque

struct flitlock_regress_choice {
  uint64_t seed;                      // of the suite: fresh seeds and random configurations come from it
  const char *entries;                // comma-separated patterns of entries; NULL: all
  const char *hosts;                  // comma-separated; NULL: all
  const struct flitlock_device *rtl;  // of the program; NULL: it has none
  int without_rtl;                    // 1: runs that need the RTL are left out
};
// Reads the file and makes all runs. E_INPUT or E_CONFIG names file, line, entry and key; E_CONFIG also for a host that
// the program does not have and a shape that its RTL does not have; E_VACUOUS when nothing is chosen.
int flitlock_regress_load(const char *path, const struct flitlock_regress_choice *choice,
                          struct flitlock_regress_suite **suite, struct flitlock_error *error);
void flitlock_regress_free(struct flitlock_regress_suite *suite);  // NULL is allowed
const char *flitlock_regress_name(const struct flitlock_regress_suite *suite);
uint64_t flitlock_regress_seed(const struct flitlock_regress_suite *suite);
uint64_t flitlock_regress_count(const struct flitlock_regress_suite *suite);    // of runs, at least 1
uint64_t flitlock_regress_refused(const struct flitlock_regress_suite *suite);  // draws that were impossible
uint64_t flitlock_regress_hash(const struct flitlock_regress_suite *suite);     // of all that decides on the results
const struct flitlock_regress_run *flitlock_regress_at(const struct flitlock_regress_suite *suite, uint64_t number);
// "30", "30s", "10m", "2h" as seconds above 0. 0: it is no such time.
int flitlock_regress_seconds(const char *text, double *seconds);
// "entry/block/host/traffic/settings/seed 5". Returns `buffer`.
char *flitlock_regress_label(const struct flitlock_regress_run *run, char *buffer, size_t size);

// ---- The database

#define FLITLOCK_REGRESS_DATABASE "regress.db"

struct flitlock_regress_database;  // opaque: open for writing; this process alone has it

// Opens DIRECTORY/regress.db, made if missing together with the folder. E_INPUT: it is another file; E_USAGE: another
// process writes to it; E_OUTPUT.
int flitlock_regress_open(const char *directory, struct flitlock_regress_database **database,
                          struct flitlock_error *error);
int flitlock_regress_close(struct flitlock_regress_database *database, struct flitlock_error *error);

struct flitlock_regress_session {
  int64_t number;  // 0: none
  uint64_t seed;   // of the suite
  uint64_t hash;   // of the suite
  char shard[48];  // "1/4"
  char suite[128];
};
// The session that was begun last and is not finished; `number` 0 when there is none.
int flitlock_regress_unfinished(struct flitlock_regress_database *database, struct flitlock_regress_session *session,
                                struct flitlock_error *error);
// Begins a session; one that is not finished is closed as abandoned. Failing cases of earlier sessions become its
// first runs: they are numbered after those of the suite unless they are among them.
int flitlock_regress_begin(struct flitlock_regress_database *database, const struct flitlock_regress_suite *suite,
                           const char *shard, const char *label, struct flitlock_regress_session *session,
                           struct flitlock_error *error);
// The runs of the session that are not of the suite: failing cases of earlier sessions. And of those of the suite the
// numbers that failed before. Both are freed with flitlock_regress_again_free.
struct flitlock_regress_again {
  struct flitlock_regress_run *run;  // [count]
  size_t count;
  uint64_t *first;  // [first_count]: numbers of the suite
  size_t first_count;
};
int flitlock_regress_read_again(struct flitlock_regress_database *database,
                                const struct flitlock_regress_session *session,
                                const struct flitlock_regress_suite *suite, struct flitlock_regress_again *again,
                                struct flitlock_error *error);
void flitlock_regress_again_free(struct flitlock_regress_again *again);

struct flitlock_regress_record {
  struct flitlock_case_result result;
  int good;  // as expected
  double seconds;
  const char *folder;                        // of its files, relative to the database; "" none
  const char *command;                       // that repeats it, where the database is; "" none
  const struct flitlock_cover_files *cover;  // what it covered; NULL: nothing was counted
};
// Stores a run in one transaction; on return it is on the disk. A run that is not good is kept as failing until the
// same case is.
int flitlock_regress_store(struct flitlock_regress_database *database, const struct flitlock_regress_session *session,
                           const struct flitlock_regress_run *run, const struct flitlock_regress_record *record,
                           struct flitlock_error *error);

// What a failure was shrunk to.
struct flitlock_regress_minimal {
  int found;  // 0: the failure did not come again when its traffic was replayed
  int whole;  // 1: nothing more can be left out; 0: the time was over
  uint64_t packets_before, packets, cycles_before, cycles, tries;
  char kind[128];
};
struct flitlock_regress_minimal_record {
  struct flitlock_regress_minimal minimal;
  int good;  // of the run, with this
  double seconds;
  const char *folder, *command, *message;
};
int flitlock_regress_store_minimal(struct flitlock_regress_database *database,
                                   const struct flitlock_regress_session *session,
                                   const struct flitlock_regress_run *run,
                                   const struct flitlock_regress_minimal_record *record, struct flitlock_error *error);

// How a run of a session stands.
struct flitlock_regress_state {
  uint8_t outcome;  // OPEN: not there
  uint8_t good;
  uint8_t minimised;
};
// Of all runs of the session: state[count].
int flitlock_regress_states(struct flitlock_regress_database *database, const struct flitlock_regress_session *session,
                            struct flitlock_regress_state *state, uint64_t count, struct flitlock_error *error);
// Ends the session: "complete", or "budget" when its time was over.
int flitlock_regress_end(struct flitlock_regress_database *database, const struct flitlock_regress_session *session,
                         const char *how, struct flitlock_error *error);

// ---- What is made of it. `path` is a folder or a file; session 0: the last one.

// JUnit's XML. E_INPUT, E_OUTPUT.
int flitlock_regress_junit(const char *path, int64_t session, const char *out, struct flitlock_error *error);
// What a report shows, as one JSON object (docs/report.md). Caller frees `*json`. E_INPUT; E_VACUOUS: no run yet.
int flitlock_regress_report(const char *path, char **json, struct flitlock_error *error);
// Whether a folder or file is a database of regressions.
int flitlock_regress_is_database(const char *path);

#ifdef __cplusplus
}
#endif
#endif
