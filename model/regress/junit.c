// SPDX-License-Identifier: Apache-2.0
// A session as JUnit's XML: a suite for each entry, a case for each run.
#define _POSIX_C_SOURCE 200809L  // strdup
#include <inttypes.h>
#include <libxml/xmlwriter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "regress/database.h"
#include "results/output.h"

// What a run is to JUnit: a failure is of the thing tested, an error of the test.
enum verdict { GOOD, FAILURE, ERROR };

static enum verdict verdict_of(sqlite3_stmt *row) {
  if (sqlite3_column_int(row, 6) != 0) return GOOD;
  switch (flitlock_regress_outcome_of(regress_column(row, 5))) {
    case FLITLOCK_REGRESS_CRASH:
    case FLITLOCK_REGRESS_TIMED_OUT:
    case FLITLOCK_REGRESS_ERROR:
      return ERROR;
    default:
      return FAILURE;
  }
}

struct junit {
  sqlite3 *db;
  xmlTextWriterPtr writer;
  int failed;
};

// XML has no way to write most control characters.
static char *clean(const char *text) {
  char *made = strdup(text);
  for (char *c = made; c != NULL && *c != '\0'; c++)
    if ((unsigned char)*c < ' ' && strchr("\t\n\r", *c) == NULL) *c = '?';
  return made;
}

static void attribute(struct junit *junit, const char *name, const char *text) {
  char *made = clean(text);
  if (made == NULL || xmlTextWriterWriteAttribute(junit->writer, BAD_CAST name, BAD_CAST made) < 0) junit->failed = 1;
  free(made);
}

static void number(struct junit *junit, const char *name, int64_t value) {
  char text[24];
  snprintf(text, sizeof(text), "%" PRId64, value);
  attribute(junit, name, text);
}

static void seconds(struct junit *junit, const char *name, double value) {
  char text[32];
  snprintf(text, sizeof(text), "%.3f", value);
  attribute(junit, name, text);
}

static void start(struct junit *junit, const char *name) {
  if (xmlTextWriterStartElement(junit->writer, BAD_CAST name) < 0) junit->failed = 1;
}

static void end(struct junit *junit) {
  if (xmlTextWriterEndElement(junit->writer) < 0) junit->failed = 1;
}

static void body(struct junit *junit, const char *text) {
  char *made = clean(text);
  if (made == NULL || xmlTextWriterWriteString(junit->writer, BAD_CAST made) < 0) junit->failed = 1;
  free(made);
}

// ---- Counts

#define ROWS                                                                                                      \
  "SELECT entry, block, host, traffic, settings, outcome, good, run.kind, run.message, run.seconds, run.folder, " \
  "run.command, seed, expected, minimal.packets, minimal.folder, minimal.command, minimal.message FROM run LEFT " \
  "JOIN minimal USING (session, run) WHERE run.session = ?1 "

static sqlite3_stmt *rows_of(struct junit *junit, int64_t session, const char *entry) {
  sqlite3_stmt *rows = NULL;
  const char *text = entry != NULL ? ROWS "AND entry = ?2 ORDER BY run.run" : ROWS "ORDER BY run.run";
  if (sqlite3_prepare_v2(junit->db, text, -1, &rows, NULL) != SQLITE_OK) {
    junit->failed = 1;
    return NULL;
  }
  sqlite3_bind_int64(rows, 1, session);
  if (entry != NULL) regress_bind_text(rows, 2, entry);
  return rows;
}

static void put_counts(struct junit *junit, int64_t session, const char *entry) {
  int64_t count = 0, verdicts[3] = {0, 0, 0};
  double time = 0;
  sqlite3_stmt *rows = rows_of(junit, session, entry);
  while (rows != NULL && sqlite3_step(rows) == SQLITE_ROW) {
    count++;
    verdicts[verdict_of(rows)]++;
    time += sqlite3_column_double(rows, 9);
  }
  sqlite3_finalize(rows);
  number(junit, "tests", count);
  number(junit, "failures", verdicts[FAILURE]);
  number(junit, "errors", verdicts[ERROR]);
  seconds(junit, "time", time);
}

// ---- Cases

static void put_bad(struct junit *junit, sqlite3_stmt *row) {
  char head[4096];
  const char *message = regress_column(row, 8);
  snprintf(head, sizeof(head), "expected %s, was %s%s%.3000s", regress_column(row, 13), regress_column(row, 5),
           message[0] != '\0' ? ": " : "", message);
  start(junit, verdict_of(row) == ERROR ? "error" : "failure");
  attribute(junit, "message", head);
  attribute(junit, "type", regress_column(row, 7)[0] != '\0' ? regress_column(row, 7) : regress_column(row, 5));
  const struct {
    const char *what;
    int column;
  } lines[] = {{"files", 10}, {"again", 11}, {"minimal", 15}, {"minimal again", 16}, {"minimal", 17}};
  for (size_t n = 0; n < sizeof(lines) / sizeof(lines[0]); n++) {
    const char *text = regress_column(row, lines[n].column);
    if (text[0] == '\0') continue;
    body(junit, lines[n].what);
    body(junit, ": ");
    body(junit, text);
    body(junit, "\n");
  }
  end(junit);
}

static void put_case(struct junit *junit, const char *suite, sqlite3_stmt *row) {
  char name[2048], class_name[512];
  const struct flitlock_regress_run run = {.entry = regress_column(row, 0),
                                           .block = regress_column(row, 1),
                                           .host = regress_column(row, 2),
                                           .traffic = regress_column(row, 3),
                                           .settings = regress_column(row, 4),
                                           .seed = regress_column_u64(row, 12)};
  snprintf(class_name, sizeof(class_name), "%s.%s", suite, run.entry);
  start(junit, "testcase");
  attribute(junit, "classname", class_name);
  attribute(junit, "name", flitlock_regress_label(&run, name, sizeof(name)));
  seconds(junit, "time", sqlite3_column_double(row, 9));
  if (verdict_of(row) != GOOD) put_bad(junit, row);
  end(junit);
}

static void put_entry(struct junit *junit, int64_t session, const char *suite, const char *entry) {
  start(junit, "testsuite");
  attribute(junit, "name", entry);
  put_counts(junit, session, entry);
  sqlite3_stmt *rows = rows_of(junit, session, entry);
  while (rows != NULL && sqlite3_step(rows) == SQLITE_ROW)
    put_case(junit, suite, rows);
  sqlite3_finalize(rows);
  end(junit);
}

static void put_entries(struct junit *junit, int64_t session, const char *suite) {
  sqlite3_stmt *entries = NULL;
  if (sqlite3_prepare_v2(junit->db, "SELECT entry FROM run WHERE session = ? GROUP BY entry ORDER BY min(run)", -1,
                         &entries, NULL) != SQLITE_OK) {
    junit->failed = 1;
    return;
  }
  sqlite3_bind_int64(entries, 1, session);
  start(junit, "testsuites");
  attribute(junit, "name", suite);
  put_counts(junit, session, NULL);
  while (sqlite3_step(entries) == SQLITE_ROW)
    put_entry(junit, session, suite, regress_column(entries, 0));
  end(junit);
  sqlite3_finalize(entries);
}

// ---- The file

static char *make(sqlite3 *db, int64_t session, const char *suite, int *size) {
  xmlBufferPtr buffer = xmlBufferCreate();
  struct junit junit = {.db = db, .writer = buffer != NULL ? xmlNewTextWriterMemory(buffer, 0) : NULL};
  char *text = NULL;
  if (junit.writer != NULL) {
    xmlTextWriterSetIndent(junit.writer, 1);
    if (xmlTextWriterStartDocument(junit.writer, NULL, "UTF-8", NULL) < 0) junit.failed = 1;
    put_entries(&junit, session, suite);
    if (xmlTextWriterEndDocument(junit.writer) < 0) junit.failed = 1;
    xmlFreeTextWriter(junit.writer);
    if (!junit.failed) {
      *size = xmlBufferLength(buffer);
      text = strdup((const char *)xmlBufferContent(buffer));
    }
  }
  xmlBufferFree(buffer);
  return text;
}

static int find_session(sqlite3 *db, const char *path, int64_t *session, char *suite, size_t size,
                        struct flitlock_error *error) {
  sqlite3_stmt *statement = NULL;
  int found = 0;
  if (sqlite3_prepare_v2(
          db, "SELECT session, suite FROM session WHERE ?1 = 0 OR session = ?1 ORDER BY session DESC LIMIT 1", -1,
          &statement, NULL) == SQLITE_OK) {
    sqlite3_bind_int64(statement, 1, *session);
    found = sqlite3_step(statement) == SQLITE_ROW;
  }
  if (found) {
    *session = sqlite3_column_int64(statement, 0);
    snprintf(suite, size, "%s", regress_column(statement, 1));
  }
  sqlite3_finalize(statement);
  return found ? FLITLOCK_OK : flitlock_fail(error, FLITLOCK_E_INPUT, "'%s' has no such session", path);
}

int flitlock_regress_junit(const char *path, int64_t session, const char *out, struct flitlock_error *error) {
  sqlite3 *db = NULL;
  char suite[256] = "";
  int size = 0;
  char *text = NULL;
  struct flitlock_output output;
  int status = regress_open_to_read(path, &db, error);
  if (status == FLITLOCK_OK) status = find_session(db, path, &session, suite, sizeof(suite), error);
  if (status == FLITLOCK_OK) {
    text = make(db, session, suite, &size);
    if (text == NULL) status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for '%s'", out);
  }
  if (status == FLITLOCK_OK) status = flitlock_output_open(&output, out, error);
  if (status == FLITLOCK_OK) {
    (void)fwrite(text, 1, (size_t)size, output.file);
    status = flitlock_output_commit(&output, error);
  }
  free(text);
  sqlite3_close(db);
  return status;
}
