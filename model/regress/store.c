// SPDX-License-Identifier: Apache-2.0
// Runs in a regress.db, and the cases that fail.
#include <stdio.h>
#include <string.h>

#include "regress/cover.h"

static void bind_run(sqlite3_stmt *statement, const struct flitlock_regress_session *session,
                     const struct flitlock_regress_run *run, const struct flitlock_regress_record *record, int again) {
  const struct flitlock_case_result *result = &record->result;
  const char *const texts[] = {run->entry, run->block, run->host, run->traffic, run->settings};
  const uint64_t numbers[] = {result->at, result->cycles, result->compared, result->flits, result->completed};
  int column = 1;
  sqlite3_bind_int64(statement, column++, session->number);
  sqlite3_bind_int64(statement, column++, (sqlite3_int64)run->number);
  sqlite3_bind_int(statement, column++, again);
  regress_bind_u64(statement, column++, run->key);
  for (size_t n = 0; n < sizeof(texts) / sizeof(texts[0]); n++)
    regress_bind_text(statement, column++, texts[n]);
  regress_bind_u64(statement, column++, run->seed);
  regress_bind_text(statement, column++, flitlock_regress_outcome_text(run->expected));
  regress_bind_text(statement, column++, flitlock_regress_outcome_text(result->outcome));
  sqlite3_bind_int(statement, column++, record->good);
  regress_bind_text(statement, column++, flitlock_status_name(result->status));
  regress_bind_text(statement, column++, result->kind);
  regress_bind_text(statement, column++, result->message);
  regress_bind_text(statement, column++, result->block);
  for (size_t n = 0; n < sizeof(numbers) / sizeof(numbers[0]); n++)
    sqlite3_bind_int64(statement, column++, (sqlite3_int64)numbers[n]);
  sqlite3_bind_double(statement, column++, record->seconds);
  regress_bind_text(statement, column++, record->folder);
  regress_bind_text(statement, column, record->command);
}

static int put_run(struct flitlock_regress_database *database, const struct flitlock_regress_session *session,
                   const struct flitlock_regress_run *run, const struct flitlock_regress_record *record, int again,
                   struct flitlock_error *error) {
  sqlite3_stmt *statement = NULL;
  int status = sql_prepare(database->db, database->path,
                           "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
                           "?, ?, ?)",
                           &statement, error);
  if (status == FLITLOCK_OK) {
    bind_run(statement, session, run, record, again);
    status = sql_step(database->db, database->path, statement, error);
  }
  sqlite3_finalize(statement);
  return status;
}

// A case is kept as failing from its first failure on, until it comes out as it should.
static int put_failing(struct flitlock_regress_database *database, const struct flitlock_regress_session *session,
                       const struct flitlock_regress_run *run, int good, struct flitlock_error *error) {
  sqlite3_stmt *statement = NULL;
  int status = sql_prepare(database->db, database->path,
                           good ? "DELETE FROM failing WHERE key = ?"
                                : "INSERT OR IGNORE INTO failing VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
                                  "?, ?)",
                           &statement, error);
  if (status == FLITLOCK_OK) {
    if (good) {
      regress_bind_u64(statement, 1, run->key);
    } else {
      sqlite3_bind_int64(statement, 1, session->number);
      regress_bind_case(statement, 2, run);
    }
    status = sql_step(database->db, database->path, statement, error);
  }
  sqlite3_finalize(statement);
  return status;
}

static int is_failing(struct flitlock_regress_database *database, const struct flitlock_regress_session *session,
                      uint64_t key, int *known, struct flitlock_error *error) {
  sqlite3_stmt *statement = NULL;
  int status =
      sql_prepare(database->db, database->path, "SELECT 1 FROM again WHERE session = ? AND key = ?", &statement, error);
  if (status != FLITLOCK_OK) return status;
  sqlite3_bind_int64(statement, 1, session->number);
  regress_bind_u64(statement, 2, key);
  *known = sqlite3_step(statement) == SQLITE_ROW;
  sqlite3_finalize(statement);
  return status;
}

int flitlock_regress_store(struct flitlock_regress_database *database, const struct flitlock_regress_session *session,
                           const struct flitlock_regress_run *run, const struct flitlock_regress_record *record,
                           struct flitlock_error *error) {
  int again = 0;
  int status = regress_begin(database, error);
  if (status != FLITLOCK_OK) return status;
  status = is_failing(database, session, run->key, &again, error);
  if (status == FLITLOCK_OK) status = put_run(database, session, run, record, again, error);
  if (status == FLITLOCK_OK) status = put_failing(database, session, run, record->good, error);
  if (status == FLITLOCK_OK && record->cover != NULL)
    status = regress_cover_put(database, session->number, record->cover, error);
  return regress_finish(database, status, error);
}

// ---- Minimal cases

static int put_minimal(struct flitlock_regress_database *database, const struct flitlock_regress_session *session,
                       const struct flitlock_regress_run *run, const struct flitlock_regress_minimal_record *record,
                       struct flitlock_error *error) {
  const struct flitlock_regress_minimal *minimal = &record->minimal;
  const uint64_t numbers[] = {minimal->packets_before, minimal->packets, minimal->cycles_before, minimal->cycles,
                              minimal->tries};
  sqlite3_stmt *statement = NULL;
  int status = sql_prepare(database->db, database->path,
                           "INSERT INTO minimal VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", &statement, error);
  if (status == FLITLOCK_OK) {
    int column = 1;
    sqlite3_bind_int64(statement, column++, session->number);
    sqlite3_bind_int64(statement, column++, (sqlite3_int64)run->number);
    sqlite3_bind_int(statement, column++, minimal->found);
    sqlite3_bind_int(statement, column++, minimal->whole);
    for (size_t n = 0; n < sizeof(numbers) / sizeof(numbers[0]); n++)
      sqlite3_bind_int64(statement, column++, (sqlite3_int64)numbers[n]);
    regress_bind_text(statement, column++, minimal->kind);
    regress_bind_text(statement, column++, record->message);
    sqlite3_bind_double(statement, column++, record->seconds);
    regress_bind_text(statement, column++, record->folder);
    regress_bind_text(statement, column, record->command);
    status = sql_step(database->db, database->path, statement, error);
  }
  sqlite3_finalize(statement);
  return status;
}

static int set_bad(struct flitlock_regress_database *database, const struct flitlock_regress_session *session,
                   const struct flitlock_regress_run *run, struct flitlock_error *error) {
  sqlite3_stmt *statement = NULL;
  int status = sql_prepare(database->db, database->path, "UPDATE run SET good = 0 WHERE session = ? AND run = ?",
                           &statement, error);
  if (status == FLITLOCK_OK) {
    sqlite3_bind_int64(statement, 1, session->number);
    sqlite3_bind_int64(statement, 2, (sqlite3_int64)run->number);
    status = sql_step(database->db, database->path, statement, error);
  }
  sqlite3_finalize(statement);
  return status == FLITLOCK_OK ? put_failing(database, session, run, 0, error) : status;
}

int flitlock_regress_store_minimal(struct flitlock_regress_database *database,
                                   const struct flitlock_regress_session *session,
                                   const struct flitlock_regress_run *run,
                                   const struct flitlock_regress_minimal_record *record, struct flitlock_error *error) {
  int status = regress_begin(database, error);
  if (status != FLITLOCK_OK) return status;
  status = put_minimal(database, session, run, record, error);
  if (status == FLITLOCK_OK && !record->good) status = set_bad(database, session, run, error);
  return regress_finish(database, status, error);
}

// ---- How a session stands

int flitlock_regress_states(struct flitlock_regress_database *database, const struct flitlock_regress_session *session,
                            struct flitlock_regress_state *state, uint64_t count, struct flitlock_error *error) {
  memset(state, 0, count * sizeof(*state));
  sqlite3_stmt *statement = NULL;
  int status = sql_prepare(database->db, database->path,
                           "SELECT run.run, outcome, good, minimal.run IS NOT NULL FROM run LEFT JOIN minimal USING "
                           "(session, run) WHERE run.session = ?",
                           &statement, error);
  if (status != FLITLOCK_OK) return status;
  sqlite3_bind_int64(statement, 1, session->number);
  int code = 0;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    const uint64_t run = (uint64_t)sqlite3_column_int64(statement, 0);
    const int outcome = flitlock_regress_outcome_of(regress_column(statement, 1));
    if (run >= count || outcome < 0) continue;
    state[run] = (struct flitlock_regress_state){.outcome = (uint8_t)outcome,
                                                 .good = sqlite3_column_int(statement, 2) != 0,
                                                 .minimised = sqlite3_column_int(statement, 3) != 0};
  }
  if (code != SQLITE_DONE) status = sql_fail(database->db, database->path, error);
  sqlite3_finalize(statement);
  return status;
}
