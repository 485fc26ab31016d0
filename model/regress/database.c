// SPDX-License-Identifier: Apache-2.0
// Opening, making and closing a regress.db: a write-ahead log, each transaction on the disk before the next, so that it
// holds whole runs whenever the process is killed.
#define _POSIX_C_SOURCE 200809L  // strdup
#include "regress/database.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "regress/cover.h"
#include "results/output.h"

#define CASE                                                                                                       \
  "key TEXT NOT NULL, entry TEXT NOT NULL, block TEXT NOT NULL, host TEXT NOT NULL, traffic TEXT NOT NULL, "       \
  "settings TEXT NOT NULL, seed TEXT NOT NULL, config TEXT NOT NULL, plant TEXT, plant_at TEXT, plant_into TEXT, " \
  "device TEXT, seconds REAL NOT NULL, expected TEXT NOT NULL, kind TEXT NOT NULL, packets INTEGER NOT NULL"

// `state`: open, complete, budget, abandoned. `folder` and `command` are empty for runs that left no files.
static const char schema[] =
    "CREATE TABLE session (session INTEGER PRIMARY KEY, suite TEXT NOT NULL, hash TEXT NOT NULL, seed TEXT NOT NULL, "
    "shard TEXT NOT NULL, label TEXT NOT NULL, version TEXT NOT NULL, runs INTEGER NOT NULL, refused INTEGER NOT NULL, "
    "state TEXT NOT NULL);"
    "CREATE TABLE run (session INTEGER NOT NULL REFERENCES session, run INTEGER NOT NULL, again INTEGER NOT NULL, "
    "key TEXT NOT NULL, entry TEXT NOT NULL, block TEXT NOT NULL, host TEXT NOT NULL, traffic TEXT NOT NULL, settings "
    "TEXT NOT NULL, seed TEXT NOT NULL, expected TEXT NOT NULL, outcome TEXT NOT NULL, good INTEGER NOT NULL, status "
    "TEXT NOT NULL, kind TEXT NOT NULL, message TEXT NOT NULL, instance TEXT NOT NULL, at INTEGER NOT NULL, cycles "
    "INTEGER NOT NULL, compared INTEGER NOT NULL, flits INTEGER NOT NULL, completed INTEGER NOT NULL, seconds REAL NOT "
    "NULL, folder TEXT NOT NULL, command TEXT NOT NULL, PRIMARY KEY (session, run)) WITHOUT ROWID;"
    "CREATE TABLE minimal (session INTEGER NOT NULL REFERENCES session, run INTEGER NOT NULL, found INTEGER NOT NULL, "
    "whole INTEGER NOT NULL, packets_before INTEGER NOT NULL, packets INTEGER NOT NULL, cycles_before INTEGER NOT "
    "NULL, cycles INTEGER NOT NULL, tries INTEGER NOT NULL, kind TEXT NOT NULL, message TEXT NOT NULL, seconds REAL "
    "NOT NULL, folder TEXT NOT NULL, command TEXT NOT NULL, PRIMARY KEY (session, run)) WITHOUT ROWID;"
    "CREATE TABLE failing (session INTEGER NOT NULL, " CASE
    ", PRIMARY KEY (key)) WITHOUT ROWID;"
    "CREATE TABLE again (session INTEGER NOT NULL REFERENCES session, run INTEGER NOT NULL, " CASE
    ", PRIMARY KEY (session, run)) WITHOUT ROWID;";

static const struct sql_kind kind = {REGRESS_APPLICATION, REGRESS_SCHEMA, FLITLOCK_REGRESS_DATABASE, "regressions"};

int regress_open_to_read(const char *path, sqlite3 **db, struct flitlock_error *error) {
  return sql_open_to_read(path, &kind, db, error);
}

int flitlock_regress_is_database(const char *path) {
  sqlite3 *db = NULL;
  struct flitlock_error unread;
  int good = regress_open_to_read(path, &db, &unread) == FLITLOCK_OK;
  sqlite3_close(db);
  return good;
}

// ---- Columns

void regress_bind_u64(sqlite3_stmt *statement, int column, uint64_t value) {
  char text[24];
  snprintf(text, sizeof(text), "%" PRIu64, value);
  sqlite3_bind_text(statement, column, text, -1, SQLITE_TRANSIENT);
}

void regress_bind_text(sqlite3_stmt *statement, int column, const char *text) {
  if (text != NULL) {
    sqlite3_bind_text(statement, column, text, -1, SQLITE_TRANSIENT);
  } else {
    sqlite3_bind_null(statement, column);
  }
}

const char *regress_column(sqlite3_stmt *statement, int column) {
  const char *text = (const char *)sqlite3_column_text(statement, column);
  return text != NULL ? text : "";
}

uint64_t regress_column_u64(sqlite3_stmt *statement, int column) {
  return strtoull(regress_column(statement, column), NULL, 10);
}

void regress_bind_case(sqlite3_stmt *statement, int first, const struct flitlock_regress_run *run) {
  const struct flitlock_case *self = &run->run;
  const char *const before[] = {run->entry, run->block, run->host, run->traffic, run->settings};
  const char *const after[] = {self->config, self->plant, self->plant_at, self->plant_into, self->device};
  int column = first;
  regress_bind_u64(statement, column++, run->key);
  for (size_t n = 0; n < sizeof(before) / sizeof(before[0]); n++)
    regress_bind_text(statement, column++, before[n]);
  regress_bind_u64(statement, column++, run->seed);
  for (size_t n = 0; n < sizeof(after) / sizeof(after[0]); n++)
    regress_bind_text(statement, column++, after[n]);
  sqlite3_bind_double(statement, column++, run->seconds);
  regress_bind_text(statement, column++, flitlock_regress_outcome_text(run->expected));
  regress_bind_text(statement, column++, run->kind);
  sqlite3_bind_int64(statement, column, (sqlite3_int64)run->packets);
}

// ---- Transactions

int regress_begin(struct flitlock_regress_database *database, struct flitlock_error *error) {
  return sql_run(database->db, database->path, "BEGIN IMMEDIATE", error);
}

int regress_finish(struct flitlock_regress_database *database, int status, struct flitlock_error *error) {
  if (status == FLITLOCK_OK) status = sql_run(database->db, database->path, "COMMIT", error);
  if (status != FLITLOCK_OK) (void)sqlite3_exec(database->db, "ROLLBACK", NULL, NULL, NULL);
  return status;
}

// ---- The file

static int is_empty(struct flitlock_regress_database *database, int *empty, struct flitlock_error *error) {
  sqlite3_stmt *statement = NULL;
  int status = sql_prepare(database->db, database->path, "SELECT count(*) FROM sqlite_master", &statement, error);
  if (status == FLITLOCK_OK && sqlite3_step(statement) != SQLITE_ROW)
    status = sql_fail(database->db, database->path, error);
  if (status == FLITLOCK_OK) *empty = sqlite3_column_int(statement, 0) == 0;
  sqlite3_finalize(statement);
  return status;
}

static int fill(struct flitlock_regress_database *database, struct flitlock_error *error) {
  char pragmas[96];
  snprintf(pragmas, sizeof(pragmas), "PRAGMA application_id = %d; PRAGMA user_version = %d;", REGRESS_APPLICATION,
           REGRESS_SCHEMA);
  int status = regress_begin(database, error);
  if (status != FLITLOCK_OK) return status;
  status = sql_run(database->db, database->path, schema, error);
  if (status == FLITLOCK_OK) status = sql_run(database->db, database->path, pragmas, error);
  return regress_finish(database, status, error);
}

// A foreign database is left as it is.
static int is_ours(struct flitlock_regress_database *database, struct flitlock_error *error) {
  sqlite3 *reader = NULL;
  int status = regress_open_to_read(database->path, &reader, error);
  sqlite3_close(reader);
  return status;
}

static int open_file(struct flitlock_regress_database *database, struct flitlock_error *error) {
  if (sqlite3_open_v2(database->path, &database->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK)
    return sql_fail(database->db, database->path, error);
  sqlite3_busy_timeout(database->db, 10000);
  int empty = 0;
  int status = is_empty(database, &empty, error);
  if (status == FLITLOCK_E_OUTPUT && sqlite3_errcode(database->db) == SQLITE_NOTADB)
    return flitlock_fail(error, FLITLOCK_E_INPUT, "'%s' is no database of regressions", database->path);
  if (status == FLITLOCK_OK && !empty) status = is_ours(database, error);
  if (status == FLITLOCK_OK)
    status = sql_run(database->db, database->path, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL", error);
  if (status == FLITLOCK_OK && empty) status = fill(database, error);
  return status == FLITLOCK_OK ? sql_run(database->db, database->path, REGRESS_COVER_TABLES, error) : status;
}

int flitlock_regress_open(const char *directory, struct flitlock_regress_database **database,
                          struct flitlock_error *error) {
  *database = NULL;
  struct flitlock_regress_database *made = calloc(1, sizeof(*made));
  const size_t size = strlen(directory) + sizeof("/" FLITLOCK_REGRESS_DATABASE);
  if (made != NULL) {
    made->lock = -1;
    made->path = malloc(size);
  }
  if (made == NULL || made->path == NULL) {
    free(made);
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the database in '%s'", directory);
  }
  snprintf(made->path, size, "%s/" FLITLOCK_REGRESS_DATABASE, directory);
  int status = flitlock_output_make_folder(directory, error);
  if (status == FLITLOCK_OK) status = sql_lock(directory, REGRESS_LOCK, "regression", &made->lock, error);
  if (status == FLITLOCK_OK) status = open_file(made, error);
  if (status != FLITLOCK_OK) {
    (void)flitlock_regress_close(made, NULL);
    return status;
  }
  *database = made;
  return FLITLOCK_OK;
}

int flitlock_regress_close(struct flitlock_regress_database *database, struct flitlock_error *error) {
  if (database == NULL) return FLITLOCK_OK;
  int status = FLITLOCK_OK;
  if (database->db != NULL && sqlite3_close(database->db) != SQLITE_OK)
    status = sql_fail(database->db, database->path, error);
  if (database->lock >= 0) (void)close(database->lock);
  free(database->path);
  free(database);
  return status;
}
