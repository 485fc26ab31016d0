// SPDX-License-Identifier: Apache-2.0
// SQLite with our messages, and what is common to all who open a sweep.db.
#ifndef FLITLOCK_SWEEP_SQL_H
#define FLITLOCK_SWEEP_SQL_H

#include <sqlite3.h>

#include "flitlock/sweep.h"

// "FLSW": what `file` shows of a sweep.db.
#define SWEEP_APPLICATION 0x464C5357
#define SWEEP_SCHEMA      1
#define SWEEP_FILE        "sweep.db"
#define SWEEP_LOCK        "sweep.lock"
#define SWEEP_BASE        "base.yaml"

// The columns of a point that are taken out of its results: name, type, where they are in the JSON.
#define SWEEP_SCALARS(X)                                   \
  X(cycles, INTEGER, "cycles")                             \
  X(window_from, INTEGER, "window/from")                   \
  X(window_to, INTEGER, "window/to")                       \
  X(steady, INTEGER, "window/steady")                      \
  X(issued, INTEGER, "requests/issued")                    \
  X(completed, INTEGER, "requests/completed")              \
  X(in_flight, INTEGER, "requests/in_flight")              \
  X(offered_rate, REAL, "offered_rate")                    \
  X(accepted_rate, REAL, "accepted_rate/mean")             \
  X(accepted_rate_whole, REAL, "accepted_rate_whole/mean") \
  X(latency_mean, REAL, "latency/mean")                    \
  X(latency_min, INTEGER, "latency/min")                   \
  X(latency_p50, INTEGER, "latency/p50")                   \
  X(latency_p99, INTEGER, "latency/p99")                   \
  X(latency_max, INTEGER, "latency/max")                   \
  X(flits_carried, INTEGER, "flits_carried")               \
  X(collective_cycles, INTEGER, "collective/time_cycles")

#define SWEEP_SCALAR_NAME(name, type, path) ", " #name
#define SWEEP_SCALAR_MARK(name, type, path) ", ?"

// E_OUTPUT with what SQLite says of its last failure and what the operating system does. `what`: "cannot write".
int sql_fail(sqlite3 *db, const char *path, struct flitlock_error *error);
// Runs statements that give no rows.
int sql_run(sqlite3 *db, const char *path, const char *statements, struct flitlock_error *error);
int sql_prepare(sqlite3 *db, const char *path, const char *text, sqlite3_stmt **statement,
                struct flitlock_error *error);
// Runs a statement that gives no rows, and makes it ready for the next time.
int sql_step(sqlite3 *db, const char *path, sqlite3_stmt *statement, struct flitlock_error *error);

// What tells a database of ours from others.
struct sql_kind {
  int application, schema;
  const char *file;  // its name in a folder
  const char *what;  // "a sweep", for messages
};
// Opens an existing database for reading, also in a folder that cannot be written. `path` is a folder or a file.
// E_INPUT.
int sql_open_to_read(const char *path, const struct sql_kind *kind, sqlite3 **db, struct flitlock_error *error);
// `file` of a folder; a path that ends in ".db" is the file itself. Caller frees; NULL: out of memory.
char *sql_database_path(const char *path, const char *file);
// Keeps other processes from writing to the database of a folder: FOLDER/NAME is locked (lock.c) until `*lock` is
// closed or the process is gone. E_USAGE names the process that has it.
int sql_lock(const char *folder, const char *name, const char *what, int *lock, struct flitlock_error *error);

// Opens an existing sweep.db for reading, also in a folder that cannot be written. `path` is a folder or a file.
// E_INPUT.
int sweep_open_to_read(const char *path, sqlite3 **db, struct flitlock_error *error);
// sweep.db of a folder; a path that ends in ".db" is the file itself. Caller frees; NULL: out of memory.
char *sweep_database_path(const char *path);
// A value of the table `sweep`. Caller frees; NULL: there is none.
char *sweep_property(sqlite3 *db, const char *key);

#endif
