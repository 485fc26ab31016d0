// SPDX-License-Identifier: Apache-2.0
// Points in a sweep.db.
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "sweep/database.h"

static const json_t *find(const json_t *value, const char *path) {
  while (value != NULL && *path != '\0') {
    char key[32];
    size_t length = strcspn(path, "/");
    snprintf(key, sizeof(key), "%.*s", (int)length, path);
    value = json_object_get(value, key);
    path += length + (path[length] == '/');
  }
  return value;
}

static void bind_json(sqlite3_stmt *statement, int column, const json_t *value) {
  if (json_is_integer(value)) {
    sqlite3_bind_int64(statement, column, json_integer_value(value));
  } else if (json_is_real(value)) {
    sqlite3_bind_double(statement, column, json_real_value(value));
  } else if (json_is_boolean(value)) {
    sqlite3_bind_int(statement, column, json_is_true(value));
  } else if (json_is_string(value)) {  // a count beyond SQLite's integers
    sqlite3_bind_text(statement, column, json_string_value(value), -1, SQLITE_TRANSIENT);
  } else {
    sqlite3_bind_null(statement, column);
  }
}

static int put_point(struct flitlock_sweep_database *database, const struct flitlock_sweep_point *point,
                     const struct flitlock_sweep_record *record, const json_t *results, struct flitlock_error *error) {
  sqlite3_stmt *statement = database->point;
  char hash[24];
  snprintf(hash, sizeof(hash), "0x%016" PRIx64, point->config_hash);
  sqlite3_bind_int64(statement, 1, (sqlite3_int64)point->number);
  sqlite3_bind_text(statement, 2, hash, -1, SQLITE_TRANSIENT);
  sqlite3_bind_text(statement, 3, flitlock_sweep_outcome_text(record->outcome), -1, SQLITE_STATIC);
  sqlite3_bind_text(statement, 4, flitlock_status_name(record->status), -1, SQLITE_STATIC);
  sqlite3_bind_text(statement, 5, record->message, -1, SQLITE_TRANSIENT);
  sqlite3_bind_text(statement, 6, point->command, -1, SQLITE_TRANSIENT);
  sqlite3_bind_text(statement, 7, record->results, -1, SQLITE_TRANSIENT);
  int column = 8;
#define BIND_SCALAR(name, type, path) bind_json(statement, column++, find(results, path));
  SWEEP_SCALARS(BIND_SCALAR)
#undef BIND_SCALAR
  return sql_step(database->db, database->path, statement, error);
}

// The last setting of a key is the one that counts.
static int is_last(const struct flitlock_sweep_point *point, size_t n) {
  for (size_t later = n + 1; later < point->setting_count; later++)
    if (strcmp(point->setting[later].key, point->setting[n].key) == 0) return 0;
  return 1;
}

static int put_settings(struct flitlock_sweep_database *database, const struct flitlock_sweep_point *point,
                        struct flitlock_error *error) {
  int status = FLITLOCK_OK;
  for (size_t n = 0; n < point->setting_count && status == FLITLOCK_OK; n++) {
    if (!is_last(point, n)) continue;
    sqlite3_bind_int64(database->setting, 1, (sqlite3_int64)point->number);
    sqlite3_bind_text(database->setting, 2, point->setting[n].key, -1, SQLITE_STATIC);
    sqlite3_bind_text(database->setting, 3, point->setting[n].value, -1, SQLITE_STATIC);
    status = sql_step(database->db, database->path, database->setting, error);
  }
  return status;
}

int flitlock_sweep_store(struct flitlock_sweep_database *database, const struct flitlock_sweep_point *point,
                         const struct flitlock_sweep_record *record, struct flitlock_error *error) {
  json_t *results = NULL;
  if (record->results != NULL) {
    json_error_t problem;
    results = json_loads(record->results, 0, &problem);
    if (results == NULL)
      return flitlock_fail(error, FLITLOCK_E_INTERNAL, "point %" PRIu64 ": results that are no JSON: %s", point->number,
                           problem.text);
  }
  int status = sql_run(database->db, database->path, "BEGIN IMMEDIATE", error);
  if (status == FLITLOCK_OK) {
    status = put_point(database, point, record, results, error);
    if (status == FLITLOCK_OK) status = put_settings(database, point, error);
    if (status == FLITLOCK_OK) status = sql_run(database->db, database->path, "COMMIT", error);
    if (status != FLITLOCK_OK) (void)sqlite3_exec(database->db, "ROLLBACK", NULL, NULL, NULL);
  }
  json_decref(results);
  return status;
}

static int outcome_of(const char *text) {
  for (int outcome = FLITLOCK_SWEEP_OK; outcome < FLITLOCK_SWEEP_OUTCOME_COUNT; outcome++)
    if (text != NULL && strcmp(text, flitlock_sweep_outcome_text(outcome)) == 0) return outcome;
  return FLITLOCK_SWEEP_OPEN;
}

int flitlock_sweep_outcomes(struct flitlock_sweep_database *database, uint8_t *outcomes, uint64_t count,
                            struct flitlock_error *error) {
  memset(outcomes, FLITLOCK_SWEEP_OPEN, count);
  sqlite3_stmt *statement = NULL;
  int status = sql_prepare(database->db, database->path, "SELECT point, outcome FROM point", &statement, error);
  if (status != FLITLOCK_OK) return status;
  int code = 0;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    uint64_t point = (uint64_t)sqlite3_column_int64(statement, 0);
    if (point < count) outcomes[point] = (uint8_t)outcome_of((const char *)sqlite3_column_text(statement, 1));
  }
  if (code != SQLITE_DONE) status = sql_fail(database->db, database->path, error);
  sqlite3_finalize(statement);
  return status;
}

int flitlock_sweep_told(struct flitlock_sweep_database *database, uint64_t number, char *status, size_t status_size,
                        char *message, size_t message_size, struct flitlock_error *error) {
  sqlite3_stmt *statement = NULL;
  int result =
      sql_prepare(database->db, database->path, "SELECT status, message FROM point WHERE point = ?", &statement, error);
  if (result != FLITLOCK_OK) return result;
  sqlite3_bind_int64(statement, 1, (sqlite3_int64)number);
  if (sqlite3_step(statement) == SQLITE_ROW) {
    snprintf(status, status_size, "%s", (const char *)sqlite3_column_text(statement, 0));
    snprintf(message, message_size, "%s", (const char *)sqlite3_column_text(statement, 1));
  } else {
    result = flitlock_fail(error, FLITLOCK_E_INTERNAL, "point %" PRIu64 " is not in '%s'", number, database->path);
  }
  sqlite3_finalize(statement);
  return result;
}

int flitlock_sweep_forget(struct flitlock_sweep_database *database, uint64_t index, uint64_t shards,
                          struct flitlock_error *error) {
  char text[400];
  snprintf(text, sizeof(text),
           "BEGIN IMMEDIATE;"
           "CREATE TEMP TABLE gone AS SELECT point FROM point WHERE outcome IN ('%s', '%s', '%s') AND point %% %" PRIu64
           " = %" PRIu64
           ";"
           "DELETE FROM setting WHERE point IN gone; DELETE FROM point WHERE point IN gone; DROP TABLE gone;"
           "COMMIT",
           flitlock_sweep_outcome_text(FLITLOCK_SWEEP_FAILED), flitlock_sweep_outcome_text(FLITLOCK_SWEEP_CRASHED),
           flitlock_sweep_outcome_text(FLITLOCK_SWEEP_TIMED_OUT), shards, index - 1);
  int status = sql_run(database->db, database->path, text, error);
  if (status != FLITLOCK_OK) (void)sqlite3_exec(database->db, "ROLLBACK", NULL, NULL, NULL);
  return status;
}
