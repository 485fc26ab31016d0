// SPDX-License-Identifier: Apache-2.0
// Sessions: when one begins, the cases that failed before are written down as its first runs, so that a session that is
// gone on with has the same runs whatever has passed since.
#define _POSIX_C_SOURCE 200809L  // strdup
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flitlock/version.h"
#include "regress/database.h"

static int fail_memory(const struct flitlock_regress_database *database, struct flitlock_error *error) {
  return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for what is in '%s'", database->path);
}

int flitlock_regress_unfinished(struct flitlock_regress_database *database, struct flitlock_regress_session *session,
                                struct flitlock_error *error) {
  memset(session, 0, sizeof(*session));
  sqlite3_stmt *statement = NULL;
  int status = sql_prepare(database->db, database->path,
                           "SELECT session, seed, hash, shard, suite FROM session WHERE state = 'open' ORDER BY "
                           "session DESC LIMIT 1",
                           &statement, error);
  if (status != FLITLOCK_OK) return status;
  const int code = sqlite3_step(statement);
  if (code == SQLITE_ROW) {
    session->number = sqlite3_column_int64(statement, 0);
    session->seed = regress_column_u64(statement, 1);
    session->hash = regress_column_u64(statement, 2);
    snprintf(session->shard, sizeof(session->shard), "%s", regress_column(statement, 3));
    snprintf(session->suite, sizeof(session->suite), "%s", regress_column(statement, 4));
  } else if (code != SQLITE_DONE) {
    status = sql_fail(database->db, database->path, error);
  }
  sqlite3_finalize(statement);
  return status;
}

// ---- Beginning

static int insert_session(struct flitlock_regress_database *database, const struct flitlock_regress_suite *suite,
                          const char *shard, const char *label, struct flitlock_error *error) {
  sqlite3_stmt *statement = NULL;
  int status = sql_prepare(database->db, database->path,
                           "INSERT INTO session (suite, hash, seed, shard, label, version, runs, refused, state) "
                           "VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'open')",
                           &statement, error);
  if (status == FLITLOCK_OK) {
    regress_bind_text(statement, 1, flitlock_regress_name(suite));
    regress_bind_u64(statement, 2, flitlock_regress_hash(suite));
    regress_bind_u64(statement, 3, flitlock_regress_seed(suite));
    regress_bind_text(statement, 4, shard);
    regress_bind_text(statement, 5, label);
    regress_bind_text(statement, 6, flitlock_version_string());
    sqlite3_bind_int64(statement, 7, (sqlite3_int64)flitlock_regress_count(suite));
    sqlite3_bind_int64(statement, 8, (sqlite3_int64)flitlock_regress_refused(suite));
    status = sql_step(database->db, database->path, statement, error);
  }
  sqlite3_finalize(statement);
  return status;
}

int flitlock_regress_begin(struct flitlock_regress_database *database, const struct flitlock_regress_suite *suite,
                           const char *shard, const char *label, struct flitlock_regress_session *session,
                           struct flitlock_error *error) {
  int status = regress_begin(database, error);
  if (status != FLITLOCK_OK) return status;
  status = sql_run(database->db, database->path, "UPDATE session SET state = 'abandoned' WHERE state = 'open'", error);
  if (status == FLITLOCK_OK) status = insert_session(database, suite, shard, label, error);
  *session = (struct flitlock_regress_session){.number = sqlite3_last_insert_rowid(database->db),
                                               .seed = flitlock_regress_seed(suite),
                                               .hash = flitlock_regress_hash(suite)};
  snprintf(session->shard, sizeof(session->shard), "%s", shard);
  snprintf(session->suite, sizeof(session->suite), "%s", flitlock_regress_name(suite));
  if (status == FLITLOCK_OK) {
    char text[400];
    snprintf(text, sizeof(text),
             "INSERT INTO again SELECT %" PRId64 ", %" PRIu64
             " + row_number() OVER (ORDER BY session, key) - 1, " REGRESS_CASE_COLUMNS " FROM failing",
             session->number, flitlock_regress_count(suite));
    status = sql_run(database->db, database->path, text, error);
  }
  return regress_finish(database, status, error);
}

int flitlock_regress_end(struct flitlock_regress_database *database, const struct flitlock_regress_session *session,
                         const char *how, struct flitlock_error *error) {
  sqlite3_stmt *statement = NULL;
  int status =
      sql_prepare(database->db, database->path, "UPDATE session SET state = ? WHERE session = ?", &statement, error);
  if (status == FLITLOCK_OK) {
    regress_bind_text(statement, 1, how);
    sqlite3_bind_int64(statement, 2, session->number);
    status = sql_step(database->db, database->path, statement, error);
  }
  sqlite3_finalize(statement);
  return status;
}

// ---- Cases that failed before

static const char *copy(sqlite3_stmt *statement, int column, int *failed) {
  if (sqlite3_column_type(statement, column) == SQLITE_NULL) return NULL;
  char *text = strdup(regress_column(statement, column));
  if (text == NULL) *failed = 1;
  return text;
}

// Columns: the number, then REGRESS_CASE_COLUMNS.
static int take(sqlite3_stmt *statement, struct flitlock_regress_run *run) {
  int failed = 0;
  *run = (struct flitlock_regress_run){.number = (uint64_t)sqlite3_column_int64(statement, 0),
                                       .key = regress_column_u64(statement, 1),
                                       .seed = regress_column_u64(statement, 7),
                                       .seconds = sqlite3_column_double(statement, 13),
                                       .expected = flitlock_regress_outcome_of(regress_column(statement, 14)),
                                       .packets = (uint64_t)sqlite3_column_int64(statement, 16)};
  run->entry = copy(statement, 2, &failed);
  run->block = copy(statement, 3, &failed);
  run->host = copy(statement, 4, &failed);
  run->traffic = copy(statement, 5, &failed);
  run->settings = copy(statement, 6, &failed);
  run->run.config = copy(statement, 8, &failed);
  run->run.plant = copy(statement, 9, &failed);
  run->run.plant_at = copy(statement, 10, &failed);
  run->run.plant_into = copy(statement, 11, &failed);
  run->run.device = copy(statement, 12, &failed);
  run->kind = copy(statement, 15, &failed);
  return !failed;
}

static uint64_t find_key(const struct flitlock_regress_suite *suite, uint64_t key) {
  for (uint64_t n = 0; n < flitlock_regress_count(suite); n++)
    if (flitlock_regress_at(suite, n)->key == key) return n;
  return UINT64_MAX;
}

static int count_again(struct flitlock_regress_database *database, const struct flitlock_regress_session *session,
                       size_t *count, struct flitlock_error *error) {
  sqlite3_stmt *statement = NULL;
  int status =
      sql_prepare(database->db, database->path, "SELECT count(*) FROM again WHERE session = ?", &statement, error);
  if (status != FLITLOCK_OK) return status;
  sqlite3_bind_int64(statement, 1, session->number);
  if (sqlite3_step(statement) == SQLITE_ROW) {
    *count = (size_t)sqlite3_column_int64(statement, 0);
  } else {
    status = sql_fail(database->db, database->path, error);
  }
  sqlite3_finalize(statement);
  return status;
}

int flitlock_regress_read_again(struct flitlock_regress_database *database,
                                const struct flitlock_regress_session *session,
                                const struct flitlock_regress_suite *suite, struct flitlock_regress_again *again,
                                struct flitlock_error *error) {
  memset(again, 0, sizeof(*again));
  size_t count = 0;
  int status = count_again(database, session, &count, error);
  if (status != FLITLOCK_OK) return status;
  again->run = calloc(count + 1, sizeof(*again->run));
  again->first = calloc(count + 1, sizeof(*again->first));
  if (again->run == NULL || again->first == NULL) return fail_memory(database, error);
  sqlite3_stmt *statement = NULL;
  status =
      sql_prepare(database->db, database->path,
                  "SELECT run, " REGRESS_CASE_COLUMNS " FROM again WHERE session = ? ORDER BY run", &statement, error);
  if (status == FLITLOCK_OK) sqlite3_bind_int64(statement, 1, session->number);
  for (size_t n = 0; n < count && status == FLITLOCK_OK; n++) {
    if (sqlite3_step(statement) != SQLITE_ROW) {
      status = sql_fail(database->db, database->path, error);
      break;
    }
    const uint64_t known = find_key(suite, regress_column_u64(statement, 1));
    if (known != UINT64_MAX) {
      again->first[again->first_count++] = known;
    } else if (!take(statement, &again->run[again->count++])) {
      status = fail_memory(database, error);
    }
  }
  sqlite3_finalize(statement);
  return status;
}

static void release(const char *text) {
  union {
    const char *in;
    char *out;
  } owned = {text};
  free(owned.out);
}

void flitlock_regress_again_free(struct flitlock_regress_again *again) {
  for (size_t n = 0; n < again->count; n++) {
    const struct flitlock_regress_run *run = &again->run[n];
    const char *const texts[] = {run->entry,        run->block,          run->host,       run->traffic,
                                 run->settings,     run->kind,           run->run.config, run->run.plant,
                                 run->run.plant_at, run->run.plant_into, run->run.device};
    for (size_t t = 0; t < sizeof(texts) / sizeof(texts[0]); t++)
      release(texts[t]);
  }
  free(again->run);
  free(again->first);
  memset(again, 0, sizeof(*again));
}
