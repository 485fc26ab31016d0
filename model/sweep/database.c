// SPDX-License-Identifier: Apache-2.0
// Opening, making and closing a sweep.db.
//
// A write-ahead log, each transaction on the disk before the next: whenever the process is killed, the file holds the
// points that were stored, whole. A lock in a file of its own keeps a second writer out and lets readers in (lock.c).
#define _POSIX_C_SOURCE 200809L  // strdup
#include "sweep/database.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "results/output.h"
#include "sweep/sweep.h"

static const char *const outcome_texts[FLITLOCK_SWEEP_OUTCOME_COUNT] = {
#define OUTCOME_TEXT(name, text) text,
    FLITLOCK_SWEEP_OUTCOMES(OUTCOME_TEXT)
#undef OUTCOME_TEXT
};

const char *flitlock_sweep_outcome_text(int outcome) {
  return outcome >= 0 && outcome < FLITLOCK_SWEEP_OUTCOME_COUNT ? outcome_texts[outcome] : "unknown";
}

#define SCALAR_COLUMN(name, type, path) #name " " #type ", "

static const char schema[] =
    "CREATE TABLE sweep (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE point (point INTEGER PRIMARY KEY, config_hash TEXT NOT NULL, outcome TEXT NOT NULL, "
    "status TEXT NOT NULL, message TEXT NOT NULL, command TEXT NOT NULL, " SWEEP_SCALARS(SCALAR_COLUMN) "results TEXT);"
    "CREATE TABLE setting (point INTEGER NOT NULL REFERENCES point, key TEXT NOT NULL, value TEXT NOT NULL, "
    "PRIMARY KEY (point, key)) WITHOUT ROWID;";

static int fail_memory(struct flitlock_error *error) {
  return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the database of the sweep");
}

// ---- base.yaml

static int holds(const char *path, const char *text) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return 0;
  int same = 1, c = 0;
  while (same && (c = getc(file)) != EOF)
    same = *text != '\0' && c == (unsigned char)*text++;
  fclose(file);
  return same && *text == '\0';
}

static int write_base(const char *folder, const char *text, struct flitlock_error *error) {
  size_t size = strlen(folder) + sizeof("/" SWEEP_BASE);
  char *path = malloc(size);
  if (path == NULL) return fail_memory(error);
  snprintf(path, size, "%s/" SWEEP_BASE, folder);
  struct flitlock_output output;
  int status = FLITLOCK_OK;
  if (!holds(path, text)) {
    status = flitlock_output_open(&output, path, error);
    if (status == FLITLOCK_OK) {
      fputs(text, output.file);
      status = flitlock_output_commit(&output, error);
    }
  }
  free(path);
  return status;
}

// ---- The file

static int put_property(struct flitlock_sweep_database *database, sqlite3_stmt *statement, const char *key,
                        const char *value, struct flitlock_error *error) {
  sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
  sqlite3_bind_text(statement, 2, value, -1, SQLITE_STATIC);
  return sql_step(database->db, database->path, statement, error);
}

static int fill(struct flitlock_sweep_database *database, const struct sweep_identity *identity,
                struct flitlock_error *error) {
  char pragmas[96], points[24];
  snprintf(pragmas, sizeof(pragmas), "PRAGMA application_id = %d; PRAGMA user_version = %d;", SWEEP_APPLICATION,
           SWEEP_SCHEMA);
  snprintf(points, sizeof(points), "%" PRIu64, identity->points);
  const struct {
    const char *key, *value;
  } properties[] = {{"name", identity->name},
                    {"hash", identity->hash},
                    {"description", identity->description},
                    {"points", points},
                    {"base", identity->base}};
  int status = sql_run(database->db, database->path, schema, error);
  if (status == FLITLOCK_OK) status = sql_run(database->db, database->path, pragmas, error);
  sqlite3_stmt *statement = NULL;
  if (status == FLITLOCK_OK)
    status = sql_prepare(database->db, database->path, "INSERT INTO sweep VALUES (?, ?)", &statement, error);
  for (size_t n = 0; n < sizeof(properties) / sizeof(properties[0]) && status == FLITLOCK_OK; n++)
    status = put_property(database, statement, properties[n].key, properties[n].value, error);
  sqlite3_finalize(statement);
  return status;
}

static int is_empty(struct flitlock_sweep_database *database, int *empty, struct flitlock_error *error) {
  sqlite3_stmt *statement = NULL;
  int status = sql_prepare(database->db, database->path, "SELECT count(*) FROM sqlite_master", &statement, error);
  if (status == FLITLOCK_OK && sqlite3_step(statement) != SQLITE_ROW)
    status = sql_fail(database->db, database->path, error);
  if (status == FLITLOCK_OK) *empty = sqlite3_column_int(statement, 0) == 0;
  sqlite3_finalize(statement);
  return status;
}

static int compare(struct flitlock_sweep_database *database, const struct sweep_identity *identity,
                   struct flitlock_error *error) {
  sqlite3 *reader = NULL;
  int status = sweep_open_to_read(database->path, &reader, error);  // says whether it is a database of ours
  if (status != FLITLOCK_OK) return status;
  char *hash = sweep_property(reader, "hash"), *description = sweep_property(reader, "description");
  sqlite3_close(reader);
  if (hash == NULL || description == NULL) {
    status = flitlock_fail(error, FLITLOCK_E_INPUT, "'%s' does not say what sweep it is of", database->path);
  } else if (strcmp(hash, identity->hash) != 0) {
    char difference[1600];
    status = flitlock_fail(error, FLITLOCK_E_CONFIG,
                           "'%s' has the results of another sweep; take another folder, or put back what was changed "
                           "(-: as in the database, +: now):%s",
                           database->path,
                           sweep_difference(description, identity->description, difference, sizeof(difference)));
  }
  free(hash);
  free(description);
  return status;
}

static int open_file(struct flitlock_sweep_database *database, const struct sweep_identity *identity,
                     struct flitlock_error *error) {
  if (sqlite3_open_v2(database->path, &database->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK)
    return sql_fail(database->db, database->path, error);
  sqlite3_busy_timeout(database->db, 10000);
  int empty = 0;
  int status = is_empty(database, &empty, error);
  if (status == FLITLOCK_E_OUTPUT && sqlite3_errcode(database->db) == SQLITE_NOTADB)
    return flitlock_fail(error, FLITLOCK_E_INPUT, "'%s' is no database of a sweep", database->path);
  // A foreign database is left as it is.
  if (status == FLITLOCK_OK && !empty) status = compare(database, identity, error);
  if (status == FLITLOCK_OK)
    status = sql_run(database->db, database->path, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL", error);
  if (status != FLITLOCK_OK || !empty) return status;
  status = sql_run(database->db, database->path, "BEGIN IMMEDIATE", error);
  if (status == FLITLOCK_OK) status = fill(database, identity, error);
  if (status == FLITLOCK_OK) status = sql_run(database->db, database->path, "COMMIT", error);
  return status;
}

static int prepare(struct flitlock_sweep_database *database, struct flitlock_error *error) {
  int status =
      sql_prepare(database->db, database->path,
                  "INSERT INTO point (point, config_hash, outcome, status, message, command, results" SWEEP_SCALARS(
                      SWEEP_SCALAR_NAME) ") VALUES (?, ?, ?, ?, ?, ?, ?" SWEEP_SCALARS(SWEEP_SCALAR_MARK) ")",
                  &database->point, error);
  if (status == FLITLOCK_OK)
    status =
        sql_prepare(database->db, database->path, "INSERT INTO setting VALUES (?, ?, ?)", &database->setting, error);
  return status;
}

int sweep_database_open(const char *folder, const char *path, const struct sweep_identity *identity,
                        struct flitlock_sweep_database **database, struct flitlock_error *error) {
  *database = NULL;
  struct flitlock_sweep_database *made = calloc(1, sizeof(*made));
  if (made == NULL) return fail_memory(error);
  made->lock = -1;
  made->path = strdup(path);
  int status = made->path != NULL ? flitlock_output_make_folder(folder, error) : fail_memory(error);
  if (status == FLITLOCK_OK) status = sql_lock(folder, SWEEP_LOCK, "sweep", &made->lock, error);
  if (status == FLITLOCK_OK) status = open_file(made, identity, error);
  if (status == FLITLOCK_OK) status = write_base(folder, identity->base, error);
  if (status == FLITLOCK_OK) status = prepare(made, error);
  if (status != FLITLOCK_OK) {
    (void)flitlock_sweep_close(made, NULL);
    return status;
  }
  *database = made;
  return FLITLOCK_OK;
}

int flitlock_sweep_open(const char *directory, const struct flitlock_sweep *sweep,
                        struct flitlock_sweep_database **database, struct flitlock_error *error) {
  char hash[24];
  snprintf(hash, sizeof(hash), "0x%016" PRIx64, sweep->hash);
  size_t size = strlen(directory) + sizeof("/" SWEEP_FILE);
  char *path = malloc(size);
  if (path == NULL) return fail_memory(error);
  snprintf(path, size, "%s/" SWEEP_FILE, directory);
  const struct sweep_identity identity = {.name = sweep->name,
                                          .hash = hash,
                                          .description = sweep->description,
                                          .base = sweep->base_yaml,
                                          .points = sweep->count};
  int status = sweep_database_open(directory, path, &identity, database, error);
  free(path);
  return status;
}

int flitlock_sweep_close(struct flitlock_sweep_database *database, struct flitlock_error *error) {
  if (database == NULL) return FLITLOCK_OK;
  sqlite3_finalize(database->point);
  sqlite3_finalize(database->setting);
  int status = FLITLOCK_OK;
  if (database->db != NULL && sqlite3_close(database->db) != SQLITE_OK)
    status = sql_fail(database->db, database->path, error);
  if (database->lock >= 0) (void)close(database->lock);
  free(database->path);
  free(database);
  return status;
}
