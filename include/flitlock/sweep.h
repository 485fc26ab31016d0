// SPDX-License-Identifier: Apache-2.0
// Sweeps: many configurations from one file, and the database that keeps what came of each. docs/sweeps.md.
//
//   sweep     a file that names a base configuration, what is changed in it, and seeds
//   point     one of its configurations; points are numbered from 0, and a number means the same on every machine
//   database  sweep.db of a folder: one row a point, keyed by its number
//
// Nothing here starts a process or simulates; `flitlock sweep` does (model/cli/).
#ifndef FLITLOCK_SWEEP_H
#define FLITLOCK_SWEEP_H

#include "flitlock/config.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- The sweep

struct flitlock_sweep;  // opaque

// Reads the file, its base, and the configuration of every point. E_INPUT or E_CONFIG names file, line, key and point.
int flitlock_sweep_load(const char *path, struct flitlock_sweep **sweep, struct flitlock_error *error);
void flitlock_sweep_free(struct flitlock_sweep *sweep);  // NULL is allowed
const char *flitlock_sweep_name(const struct flitlock_sweep *sweep);
uint64_t flitlock_sweep_count(const struct flitlock_sweep *sweep);  // of points, at least 1
// Everything that decides on the results, as text; two sweeps with the same text are the same sweep.
const char *flitlock_sweep_description(const struct flitlock_sweep *sweep);
uint64_t flitlock_sweep_hash(const struct flitlock_sweep *sweep);  // of the description
// The base with what the file sets for all points, as YAML that flitlock_config_load reads.
const char *flitlock_sweep_base_yaml(const struct flitlock_sweep *sweep);
// The keys that differ from point to point, in the order of the file.
size_t flitlock_sweep_key_count(const struct flitlock_sweep *sweep);
const char *flitlock_sweep_key(const struct flitlock_sweep *sweep, size_t n);

struct flitlock_sweep_point {
  uint64_t number;
  uint64_t config_hash;
  int impossible;   // 1: there is no such configuration; `why` says why
  const char *why;  // "" otherwise
  struct flitlock_sweep_setting {
    const char *key, *value;  // as for --set
  } * setting;                // [setting_count], in the order in which they are applied
  size_t setting_count;
  char *command;  // runs the point alone; works in the folder of the database, where base.yaml is
};
int flitlock_sweep_point_make(const struct flitlock_sweep *sweep, uint64_t number, struct flitlock_sweep_point *point,
                              struct flitlock_error *error);
void flitlock_sweep_point_free(struct flitlock_sweep_point *point);
// The configuration of a point. E_CONFIG when the files no longer give the one they gave as the sweep was loaded.
int flitlock_sweep_point_config(const struct flitlock_sweep *sweep, uint64_t number, struct flitlock_config **config,
                                struct flitlock_error *error);
// The points of shard `index` of `shards` (both from 1): every `shards`-th one.
int flitlock_sweep_in_shard(uint64_t point, uint64_t index, uint64_t shards);

// ---- The database

// How a point ended. `CRASHED` and `TIMED_OUT` say something of the machine, the others of the model.
#define FLITLOCK_SWEEP_OUTCOMES(X)                                                              \
  X(OPEN, "open")             /* not yet simulated; never stored */                             \
  X(OK, "ok")                 /* simulated */                                                   \
  X(FAILED, "failed")         /* the simulation ended with a status: no progress, limit, ... */ \
  X(CRASHED, "crashed")       /* its process ended without a result */                          \
  X(TIMED_OUT, "timed_out")   /* its process took longer than it was allowed */                 \
  X(IMPOSSIBLE, "impossible") /* there is no such configuration */

enum flitlock_sweep_outcome {
#define FLITLOCK_SWEEP_ENUM(name, text) FLITLOCK_SWEEP_##name,
  FLITLOCK_SWEEP_OUTCOMES(FLITLOCK_SWEEP_ENUM)
#undef FLITLOCK_SWEEP_ENUM
      FLITLOCK_SWEEP_OUTCOME_COUNT
};
const char *flitlock_sweep_outcome_text(int outcome);  // "timed_out"; never NULL

struct flitlock_sweep_database;  // opaque: open for writing; this process alone has it

// Opens DIRECTORY/sweep.db for this sweep, made if missing together with the folder and base.yaml. E_CONFIG: it belongs
// to another sweep (the message has what differs); E_USAGE: another process writes to it; E_OUTPUT: it cannot be
// written.
int flitlock_sweep_open(const char *directory, const struct flitlock_sweep *sweep,
                        struct flitlock_sweep_database **database, struct flitlock_error *error);
// Closes and frees; NULL is allowed. E_OUTPUT.
int flitlock_sweep_close(struct flitlock_sweep_database *database, struct flitlock_error *error);
// The outcome of every point: outcomes[count], OPEN where there is none.
int flitlock_sweep_outcomes(struct flitlock_sweep_database *database, uint8_t *outcomes, uint64_t count,
                            struct flitlock_error *error);

// What came of a point.
struct flitlock_sweep_record {
  int outcome;          // enum flitlock_sweep_outcome, not OPEN
  int status;           // of the simulation, enum flitlock_status
  const char *message;  // "" when there is nothing to say
  const char *results;  // flitlock_results_json_text; NULL: none
};
// Stores a point in one transaction; on return it is on the disk. E_OUTPUT.
int flitlock_sweep_store(struct flitlock_sweep_database *database, const struct flitlock_sweep_point *point,
                         const struct flitlock_sweep_record *record, struct flitlock_error *error);
// What was stored of a point that is there, cut off where there is no room.
int flitlock_sweep_told(struct flitlock_sweep_database *database, uint64_t number, char *status, size_t status_size,
                        char *message, size_t message_size, struct flitlock_error *error);
// Takes the points of a shard that failed, crashed or timed out out again, so that they are simulated anew.
int flitlock_sweep_forget(struct flitlock_sweep_database *database, uint64_t index, uint64_t shards,
                          struct flitlock_error *error);

// ---- Merging

struct flitlock_sweep_merged {
  uint64_t points, present;  // of the sweep; in the database afterwards
  uint64_t added, same;      // from the inputs; in two of them, equal
  uint64_t failed;           // in the database afterwards: failed, crashed or timed out
};
// Puts the points of databases into one, all or none. Each is a folder or a file; `out` is made if missing. E_CONFIG:
// not the same sweep; E_MISMATCH: a point with two results (the message has both); E_INPUT, E_OUTPUT.
int flitlock_sweep_merge(const char *out, const char *const *inputs, size_t count, struct flitlock_sweep_merged *merged,
                         struct flitlock_error *error);

// ---- Reports

// What a report shows of a sweep (a folder or a file), as one JSON object (docs/report.md). Caller frees `*json`.
// E_INPUT; E_VACUOUS when there is no point yet.
int flitlock_sweep_report(const char *path, char **json, struct flitlock_error *error);

#ifdef __cplusplus
}
#endif
#endif
