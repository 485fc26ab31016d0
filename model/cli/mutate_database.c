// SPDX-License-Identifier: Apache-2.0
#include "cli/mutate.h"

#include <stdlib.h>
#include <string.h>

#include "results/output.h"

static const char schema[] =
    "CREATE TABLE mutation (key TEXT PRIMARY KEY, value TEXT NOT NULL);"
    "CREATE TABLE mutant (number INTEGER PRIMARY KEY, file TEXT NOT NULL, line INTEGER NOT NULL, column INTEGER NOT "
    "NULL, "
    "kind TEXT NOT NULL, original TEXT NOT NULL, replacement TEXT NOT NULL, present INTEGER NOT NULL);"
    "CREATE TABLE result (number INTEGER PRIMARY KEY REFERENCES mutant, outcome TEXT NOT NULL, seen_by TEXT, stimulus "
    "TEXT, "
    "cycle INTEGER, outputs INTEGER, says TEXT);"
    // Written by scripts/mutate-prove.
    "CREATE TABLE proof (number INTEGER PRIMARY KEY REFERENCES mutant, verdict TEXT NOT NULL, how TEXT NOT NULL);";

int mutate_fail(sqlite3 *db, struct flitlock_error *error) {
  if (sqlite3_errcode(db) == SQLITE_BUSY)
    return flitlock_fail(error, FLITLOCK_E_USAGE, "another process works on this folder's " MUTATE_FILE);
  return flitlock_fail(error, FLITLOCK_E_OUTPUT, "cannot use " MUTATE_FILE ": %s", sqlite3_errmsg(db));
}

static int step(sqlite3 *db, sqlite3_stmt *statement, struct flitlock_error *error) {
  int code = sqlite3_step(statement);
  sqlite3_finalize(statement);
  return code == SQLITE_DONE ? FLITLOCK_OK : mutate_fail(db, error);
}

static int put_property(sqlite3 *db, const char *key, const char *value, struct flitlock_error *error) {
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(db, "INSERT INTO mutation VALUES (?, ?)", -1, &statement, NULL) != SQLITE_OK)
    return mutate_fail(db, error);
  sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
  sqlite3_bind_text(statement, 2, value, -1, SQLITE_STATIC);
  return step(db, statement, error);
}

// Cuts the next field off; NULL: there is none.
static char *next_field(char **rest, char end) {
  char *field = *rest;
  if (field == NULL) return NULL;
  char *at = strchr(field, end);
  if (at != NULL) *at = '\0';
  *rest = at != NULL ? at + 1 : NULL;
  return field;
}

static int put_mutants(sqlite3 *db, const char *list, struct flitlock_error *error) {
  char *copy = malloc(strlen(list) + 1);
  if (copy == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the list of mutants");
  memcpy(copy, list, strlen(list) + 1);
  int status = FLITLOCK_OK;
  char *rest = copy, *line = NULL;
  while (status == FLITLOCK_OK && (line = next_field(&rest, '\n')) != NULL && *line != '\0') {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db, "INSERT INTO mutant VALUES (?, ?, ?, ?, ?, ?, ?, ?)", -1, &statement, NULL) !=
        SQLITE_OK) {
      status = mutate_fail(db, error);
      break;
    }
    int fields = 0;
    for (char *field = NULL; fields < 8 && (field = next_field(&line, '\t')) != NULL; fields++)
      sqlite3_bind_text(statement, fields + 1, field, -1, SQLITE_TRANSIENT);
    if (fields == 8) {
      status = step(db, statement, error);
    } else {
      sqlite3_finalize(statement);
      status = flitlock_fail(error, FLITLOCK_E_INPUT, "a line of the list of mutants has %d fields, not 8", fields);
    }
  }
  free(copy);
  return status;
}

static int fill(sqlite3 *db, const char *block, const char *list, struct flitlock_error *error) {
  if (sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK ||
      sqlite3_exec(db, schema, NULL, NULL, NULL) != SQLITE_OK)
    return mutate_fail(db, error);
  int status = put_property(db, "block", block, error);
  if (status == FLITLOCK_OK) status = put_property(db, "list", list, error);
  if (status == FLITLOCK_OK) status = put_mutants(db, list, error);
  if (status != FLITLOCK_OK) return status;
  return sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK ? FLITLOCK_OK : mutate_fail(db, error);
}

// 1: there are tables. Of others than ours: E_USAGE.
static int look(sqlite3 *db, const char *folder, const char *list, int *there, struct flitlock_error *error) {
  sqlite3_stmt *statement = NULL;
  *there = 0;
  if (sqlite3_prepare_v2(db, "SELECT count(*) FROM sqlite_master", -1, &statement, NULL) != SQLITE_OK ||
      sqlite3_step(statement) != SQLITE_ROW) {
    int status = mutate_fail(db, error);
    sqlite3_finalize(statement);
    return status;
  }
  *there = sqlite3_column_int(statement, 0) != 0;
  sqlite3_finalize(statement);
  if (!*there) return FLITLOCK_OK;
  if (sqlite3_prepare_v2(db, "SELECT value FROM mutation WHERE key = 'list'", -1, &statement, NULL) != SQLITE_OK)
    return mutate_fail(db, error);
  int same =
      sqlite3_step(statement) == SQLITE_ROW && strcmp((const char *)sqlite3_column_text(statement, 0), list) == 0;
  sqlite3_finalize(statement);
  if (same) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_USAGE,
                       "'%s' has results of another block or of other RTL; give another folder with --out", folder);
}

int mutate_open(const char *folder, const char *block, const char *list, sqlite3 **db, struct flitlock_error *error) {
  *db = NULL;
  int status = flitlock_output_make_folder(folder, error);
  if (status != FLITLOCK_OK) return status;
  size_t size = strlen(folder) + sizeof("/" MUTATE_FILE);
  char *path = malloc(size);
  if (path == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the name of " MUTATE_FILE);
  snprintf(path, size, "%s/" MUTATE_FILE, folder);
  // Each result is on the disk before the next: whoever is killed loses none that was stored.
  if (sqlite3_open(path, db) != SQLITE_OK ||
      sqlite3_exec(*db, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; COMMIT", NULL,
                   NULL, NULL) != SQLITE_OK) {
    status = mutate_fail(*db, error);
  } else {
    int there = 0;
    status = look(*db, folder, list, &there, error);
    if (status == FLITLOCK_OK && !there) status = fill(*db, block, list, error);
  }
  free(path);
  if (status == FLITLOCK_OK) return status;
  sqlite3_close(*db);
  *db = NULL;
  return status;
}

static int put_result(sqlite3 *db, int64_t number, const char *outcome, const char *const *field, int fields,
                      struct flitlock_error *error) {
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(db, "INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?, ?, ?, ?)", -1, &statement, NULL) !=
      SQLITE_OK)
    return mutate_fail(db, error);
  sqlite3_bind_int64(statement, 1, number);
  sqlite3_bind_text(statement, 2, outcome, -1, SQLITE_STATIC);
  for (int n = 0; n < fields; n++)
    if (field[n] != NULL) sqlite3_bind_text(statement, n + 3, field[n], -1, SQLITE_STATIC);
  return step(db, statement, error);
}

int mutate_store(sqlite3 *db, int64_t number, char *line, struct flitlock_error *error) {
  const char *field[6] = {0};
  int fields = 0;
  for (char *next = NULL; fields < 6 && (next = next_field(&line, '\t')) != NULL;)
    field[fields++] = next;
  if (fields == 6 && strcmp(field[0], "killed") == 0) return put_result(db, number, "killed", field + 1, 5, error);
  if (fields == 3 && strcmp(field[0], "survived") == 0) {
    const char *result[4] = {NULL, NULL, NULL, field[2]};
    return put_result(db, number, "survived", result, 4, error);
  }
  return flitlock_fail(error, FLITLOCK_E_INTERNAL,
                       "mutant %lld: its process said neither that it is killed nor that it "
                       "survived",
                       (long long)number);
}

int mutate_store_end(sqlite3 *db, int64_t number, const char *check, const char *says, struct flitlock_error *error) {
  const char *result[5] = {check, NULL, NULL, NULL, says};
  return put_result(db, number, "killed", result, 5, error);
}

int mutate_count(sqlite3 *db, struct mutate_counts *counts, struct flitlock_error *error) {
  static const char query[] =
      "SELECT count(*), sum(present = 0), sum(present AND outcome IS 'killed'), "
      "sum(present AND outcome IS 'survived' AND verdict IS 'equivalent'), "
      "sum(present AND outcome IS 'survived' AND verdict IS NOT 'equivalent'), sum(present AND outcome IS NULL) "
      "FROM mutant LEFT JOIN result USING (number) LEFT JOIN proof USING (number)";
  memset(counts, 0, sizeof(*counts));
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(db, query, -1, &statement, NULL) != SQLITE_OK || sqlite3_step(statement) != SQLITE_ROW) {
    int status = mutate_fail(db, error);
    sqlite3_finalize(statement);
    return status;
  }
  uint64_t *const value[] = {&counts->mutants,    &counts->absent,   &counts->killed,
                             &counts->equivalent, &counts->survived, &counts->open};
  for (int n = 0; n < 6; n++)
    *value[n] = (uint64_t)sqlite3_column_int64(statement, n);
  sqlite3_finalize(statement);
  uint64_t able = counts->killed + counts->survived;
  counts->score = able != 0 ? 100.0 * (double)counts->killed / (double)able : 0;
  return FLITLOCK_OK;
}
