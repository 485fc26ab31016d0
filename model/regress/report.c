// SPDX-License-Identifier: Apache-2.0
// What the report of a regression shows, as JSON: the sessions with their counts, and the runs of the last one with
// what is known of each failure. docs/report.md.
#define _POSIX_C_SOURCE 200809L  // strdup
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flitlock/version.h"
#include "regress/cover.h"
#include "regress/database.h"
#include "regress/mutation.h"

// A picture of more bytes is not put into the page.
#define PICTURE_MAX 400000

struct report {
  sqlite3 *db;
  char *folder;  // of the database
  int failed;    // Jansson's failures are all shortages of memory
};

static void put(struct report *report, json_t *object, const char *key, json_t *value) {
  if (json_object_set_new(object, key, value) != 0) report->failed = 1;
}

static void add(struct report *report, json_t *list, json_t *value) {
  if (json_array_append_new(list, value) != 0) report->failed = 1;
}

static json_t *text(const char *value) {
  json_t *string = json_string(value);
  return string != NULL ? string : json_string("(a text that is no UTF-8)");
}

// A column as it is: a number or a text.
static json_t *column_value(sqlite3_stmt *row, int column) {
  switch (sqlite3_column_type(row, column)) {
    case SQLITE_INTEGER:
      return json_integer(sqlite3_column_int64(row, column));
    case SQLITE_FLOAT:
      return json_real(sqlite3_column_double(row, column));
    case SQLITE_NULL:
      return json_null();
    default:
      return text(regress_column(row, column));
  }
}

// All columns of a row by their names.
static json_t *row_object(struct report *report, sqlite3_stmt *row) {
  json_t *object = json_object();
  for (int n = 0; n < sqlite3_column_count(row); n++)
    put(report, object, sqlite3_column_name(row, n), column_value(row, n));
  return object;
}

static sqlite3_stmt *query(struct report *report, const char *statement, int64_t session) {
  sqlite3_stmt *made = NULL;
  if (sqlite3_prepare_v2(report->db, statement, -1, &made, NULL) != SQLITE_OK) {
    report->failed = 1;
    return NULL;
  }
  sqlite3_bind_int64(made, 1, session);
  return made;
}

// ---- Pictures

static void put_picture(struct report *report, json_t *object, const char *folder) {
  char path[4096];
  const int length = snprintf(path, sizeof(path), "%s/%s/wave.svg", report->folder, folder);
  FILE *file = folder[0] != '\0' && length > 0 && (size_t)length < sizeof(path) ? fopen(path, "rb") : NULL;
  if (file == NULL) return;
  char *bytes = malloc(PICTURE_MAX + 1);
  const size_t size = bytes != NULL ? fread(bytes, 1, PICTURE_MAX, file) : 0;
  if (size > 0 && size < PICTURE_MAX) {
    bytes[size] = '\0';
    put(report, object, "picture", text(bytes));
  }
  free(bytes);
  (void)fclose(file);
}

// Which of the files of a failure are there, so that the page has no link to nothing.
static void put_files(struct report *report, json_t *object, const char *key, const char *folder) {
  static const char *const names[] = {"report.txt",  "report.json", "wave.vcd",  "wave.gtkw",     "wave.svg",
                                      "config.yaml", "case.yaml",   "trace.csv", "case_test.cpp", "output.txt"};
  json_t *list = json_array();
  for (size_t n = 0; n < sizeof(names) / sizeof(names[0]) && folder[0] != '\0'; n++) {
    char path[4096];
    const int length = snprintf(path, sizeof(path), "%s/%s/%s", report->folder, folder, names[n]);
    FILE *file = length > 0 && (size_t)length < sizeof(path) ? fopen(path, "rb") : NULL;
    if (file == NULL) continue;
    (void)fclose(file);
    add(report, list, json_string(names[n]));
  }
  put(report, object, key, list);
}

// ---- Sessions and runs

static void put_sessions(struct report *report, json_t *root) {
  json_t *list = json_array();
  sqlite3_stmt *rows =
      query(report,
            "SELECT session, suite, seed, shard, label, version, state, refused, (SELECT count(*) FROM "
            "run WHERE run.session = session.session) AS done, (SELECT count(*) FROM run WHERE "
            "run.session = session.session AND good = 0) AS bad, (SELECT total(seconds) FROM run WHERE "
            "run.session = session.session) AS seconds FROM session ORDER BY session",
            0);
  while (rows != NULL && sqlite3_step(rows) == SQLITE_ROW) {
    json_t *session = row_object(report, rows), *outcomes = json_object();
    sqlite3_stmt *counts = query(report, "SELECT outcome, count(*) FROM run WHERE session = ? GROUP BY outcome",
                                 sqlite3_column_int64(rows, 0));
    while (counts != NULL && sqlite3_step(counts) == SQLITE_ROW)
      put(report, outcomes, regress_column(counts, 0), json_integer(sqlite3_column_int64(counts, 1)));
    sqlite3_finalize(counts);
    put(report, session, "outcomes", outcomes);
    add(report, list, session);
  }
  sqlite3_finalize(rows);
  put(report, root, "sessions", list);
}

static void put_runs(struct report *report, json_t *root, int64_t session) {
  json_t *list = json_array();
  sqlite3_stmt *rows = query(
      report,
      "SELECT run, again, entry, block, host, traffic, settings, seed, expected, outcome, good, status, kind, "
      "message, instance, at, cycles, compared, flits, completed, seconds, folder, command FROM run WHERE session "
      "= ? ORDER BY run",
      session);
  while (rows != NULL && sqlite3_step(rows) == SQLITE_ROW) {
    json_t *run = row_object(report, rows);
    put_files(report, run, "files", regress_column(rows, 21));
    put_picture(report, run, regress_column(rows, 21));
    add(report, list, run);
  }
  sqlite3_finalize(rows);
  put(report, root, "runs", list);
}

static void put_minimal(struct report *report, json_t *root, int64_t session) {
  json_t *list = json_array();
  sqlite3_stmt *rows = query(report,
                             "SELECT run, found, whole, packets_before, packets, cycles_before, cycles, tries, kind, "
                             "message, seconds, folder, command FROM minimal WHERE session = ? ORDER BY run",
                             session);
  while (rows != NULL && sqlite3_step(rows) == SQLITE_ROW) {
    json_t *minimal = row_object(report, rows);
    put_files(report, minimal, "files", regress_column(rows, 11));
    put_picture(report, minimal, regress_column(rows, 11));
    add(report, list, minimal);
  }
  sqlite3_finalize(rows);
  put(report, root, "minimal", list);
}

// ---- Coverage

#define HOLES_MAX 200

// The first holes of a place, as a list.
static json_t *holes_of(struct report *report, int64_t session, const char *kind, const char *place) {
  json_t *list = json_array();
  sqlite3_stmt *rows = query(report,
                             "SELECT point FROM cover WHERE session = ?1 AND kind = ?2 AND place = ?3 AND hits = 0 "
                             "ORDER BY CAST(point AS INTEGER), point LIMIT ?4",
                             session);
  if (rows == NULL) return list;
  regress_bind_text(rows, 2, kind);
  regress_bind_text(rows, 3, place);
  sqlite3_bind_int(rows, 4, HOLES_MAX);
  while (sqlite3_step(rows) == SQLITE_ROW)
    add(report, list, text(regress_column(rows, 0)));
  sqlite3_finalize(rows);
  return list;
}

static json_t *places_of(struct report *report, int64_t session, const char *kind) {
  json_t *list = json_array();
  sqlite3_stmt *rows = query(report,
                             "SELECT place, count(*) AS points, sum(hits > 0) AS met FROM cover WHERE session = ?1 AND "
                             "kind = ?2 GROUP BY place ORDER BY place",
                             session);
  if (rows == NULL) return list;
  regress_bind_text(rows, 2, kind);
  while (sqlite3_step(rows) == SQLITE_ROW) {
    json_t *place = row_object(report, rows);
    put(report, place, "holes", holes_of(report, session, kind, regress_column(rows, 0)));
    add(report, list, place);
  }
  sqlite3_finalize(rows);
  return list;
}

// Of each session and kind; of the last session with its places.
static void put_coverage(struct report *report, json_t *root, int64_t session) {
  json_t *list = json_array();
  sqlite3_stmt *rows = NULL;
  if (regress_cover_is_there(report->db))
    rows = query(report,
                 "SELECT session, kind, count(*) AS points, sum(hits > 0) AS met, (SELECT percent FROM cover_goal "
                 "WHERE cover_goal.session = cover.session AND cover_goal.kind = cover.kind AND percent >= 0) AS goal "
                 "FROM cover GROUP BY session, kind ORDER BY session, kind",
                 0);
  while (rows != NULL && sqlite3_step(rows) == SQLITE_ROW) {
    json_t *kind = row_object(report, rows);
    if (sqlite3_column_int64(rows, 0) == session)
      put(report, kind, "places", places_of(report, session, regress_column(rows, 1)));
    add(report, list, kind);
  }
  sqlite3_finalize(rows);
  put(report, root, "coverage", list);
}

static int64_t last_session(struct report *report) {
  sqlite3_stmt *row = query(report, "SELECT max(session) FROM run WHERE ?1 = 0", 0);
  const int64_t session = row != NULL && sqlite3_step(row) == SQLITE_ROW ? sqlite3_column_int64(row, 0) : 0;
  sqlite3_finalize(row);
  return session;
}

static char *folder_of(const char *path) {
  char *file = sql_database_path(path, FLITLOCK_REGRESS_DATABASE);
  if (file == NULL) return NULL;
  char *slash = strrchr(file, '/');
  if (slash == NULL) {
    free(file);
    return strdup(".");
  }
  *slash = '\0';
  return file;
}

int flitlock_regress_report(const char *path, char **json, struct flitlock_error *error) {
  struct report report = {.folder = folder_of(path)};
  int status = regress_open_to_read(path, &report.db, error);
  if (status == FLITLOCK_OK && report.folder == NULL) report.failed = 1;
  const int64_t session = status == FLITLOCK_OK && !report.failed ? last_session(&report) : 0;
  if (status == FLITLOCK_OK && !report.failed && session == 0)
    status = flitlock_fail(error, FLITLOCK_E_VACUOUS, "'%s' has no run yet; there is nothing to report", path);
  if (status == FLITLOCK_OK) {
    json_t *root = json_object();
    put(&report, root, "flitlock", json_string(flitlock_version_string()));
    put(&report, root, "format", json_integer(1));
    put(&report, root, "regression", json_integer(session));
    put_sessions(&report, root);
    put_runs(&report, root, session);
    put_minimal(&report, root, session);
    put_coverage(&report, root, session);
    put(&report, root, "mutation", regress_mutation_scores(report.folder));
    *json = report.failed ? NULL : json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(6));
    if (*json == NULL) status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the report");
    json_decref(root);
  }
  free(report.folder);
  sqlite3_close(report.db);
  return status;
}
