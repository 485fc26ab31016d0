// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L  // strdup
#include "sweep/sql.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int sql_fail(sqlite3 *db, const char *path, struct flitlock_error *error) {
  int code = db != NULL ? sqlite3_errcode(db) : SQLITE_NOMEM;
  if (code == SQLITE_NOMEM) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for '%s'", path);
  int reason = sqlite3_system_errno(db);
  const char *system = reason != 0 && code != SQLITE_FULL ? strerror(reason) : "";
  return flitlock_fail(error, FLITLOCK_E_OUTPUT,
                       "cannot write '%s': %s%s%s; what is in it is kept: once this is put right, the same command "
                       "goes on",
                       path, sqlite3_errmsg(db), system[0] != '\0' ? ": " : "", system);
}

int sql_run(sqlite3 *db, const char *path, const char *statements, struct flitlock_error *error) {
  return sqlite3_exec(db, statements, NULL, NULL, NULL) == SQLITE_OK ? FLITLOCK_OK : sql_fail(db, path, error);
}

int sql_prepare(sqlite3 *db, const char *path, const char *text, sqlite3_stmt **statement,
                struct flitlock_error *error) {
  return sqlite3_prepare_v2(db, text, -1, statement, NULL) == SQLITE_OK ? FLITLOCK_OK : sql_fail(db, path, error);
}

int sql_step(sqlite3 *db, const char *path, sqlite3_stmt *statement, struct flitlock_error *error) {
  int status = sqlite3_step(statement) == SQLITE_DONE ? FLITLOCK_OK : sql_fail(db, path, error);
  sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
  return status;
}

char *sweep_database_path(const char *path) { return sql_database_path(path, SWEEP_FILE); }

char *sql_database_path(const char *path, const char *name) {
  size_t length = strlen(path);
  struct stat info;
  int folder = stat(path, &info) == 0 && S_ISDIR(info.st_mode);
  if (!folder && length > 3 && strcmp(path + length - 3, ".db") == 0) return strdup(path);
  size_t size = length + strlen(name) + 2;
  char *file = malloc(size);
  if (file != NULL) snprintf(file, size, "%s/%s", path, name);
  return file;
}

char *sweep_property(sqlite3 *db, const char *key) {
  sqlite3_stmt *statement = NULL;
  char *value = NULL;
  if (sqlite3_prepare_v2(db, "SELECT value FROM sweep WHERE key = ?", -1, &statement, NULL) != SQLITE_OK) return NULL;
  sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
  if (sqlite3_step(statement) == SQLITE_ROW) {
    const char *text = (const char *)sqlite3_column_text(statement, 0);
    if (text != NULL) value = strdup(text);
  }
  sqlite3_finalize(statement);
  return value;
}

static int64_t pragma_number(sqlite3 *db, const char *pragma) {
  sqlite3_stmt *statement = NULL;
  int64_t value = -1;
  if (sqlite3_prepare_v2(db, pragma, -1, &statement, NULL) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
    value = sqlite3_column_int64(statement, 0);
  sqlite3_finalize(statement);
  return value;
}

// A name as SQLite's URI wants it.
static char *uri_of(const char *file, const char *query) {
  char *uri = malloc(3 * strlen(file) + strlen(query) + 8);
  if (uri == NULL) return NULL;
  char *end = uri + sprintf(uri, "file:");
  for (const unsigned char *c = (const unsigned char *)file; *c != '\0'; c++)
    end += sprintf(end, strchr("%?#", *c) != NULL ? "%%%02X" : "%c", *c);
  sprintf(end, "%s", query);
  return uri;
}

static int try_open(const char *file, const char *query, sqlite3 **db) {
  char *uri = uri_of(file, query);
  if (uri == NULL) return SQLITE_NOMEM;
  int code = sqlite3_open_v2(uri, db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
  free(uri);
  if (code == SQLITE_OK) {
    sqlite3_busy_timeout(*db, 10000);
    code = sqlite3_exec(*db, "SELECT count(*) FROM sqlite_master", NULL, NULL, NULL);
  }
  return code;
}

static int open_file(const char *file, const struct sql_kind *kind, sqlite3 **db, struct flitlock_error *error) {
  if (access(file, R_OK) != 0)
    return flitlock_fail(error, FLITLOCK_E_INPUT, "cannot read '%s': %s", file, strerror(errno));
  int code = try_open(file, "", db);
  if (code == SQLITE_CANTOPEN || code == SQLITE_READONLY) {
    // Even readers of a write-ahead log write a file beside it. Where nothing can be written, nothing changes either.
    sqlite3_close(*db);
    code = try_open(file, "?immutable=1", db);
  }
  if (code != SQLITE_OK)
    return flitlock_fail(error, FLITLOCK_E_INPUT, "cannot read '%s': %s", file, sqlite3_errmsg(*db));
  if (pragma_number(*db, "PRAGMA application_id") != kind->application)
    return flitlock_fail(error, FLITLOCK_E_INPUT, "'%s' is no database of %s", file, kind->what);
  int64_t schema = pragma_number(*db, "PRAGMA user_version");
  if (schema == kind->schema) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_INPUT, "'%s' is a database of version %lld; this program knows version %d",
                       file, (long long)schema, kind->schema);
}

int sql_open_to_read(const char *path, const struct sql_kind *kind, sqlite3 **db, struct flitlock_error *error) {
  *db = NULL;
  char *file = sql_database_path(path, kind->file);
  if (file == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for '%s'", path);
  int status = open_file(file, kind, db, error);
  free(file);
  if (status == FLITLOCK_OK) return status;
  sqlite3_close(*db);
  *db = NULL;
  return status;
}

int sweep_open_to_read(const char *path, sqlite3 **db, struct flitlock_error *error) {
  static const struct sql_kind kind = {SWEEP_APPLICATION, SWEEP_SCHEMA, SWEEP_FILE, "a sweep"};
  return sql_open_to_read(path, &kind, db, error);
}
