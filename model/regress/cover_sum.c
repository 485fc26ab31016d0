// SPDX-License-Identifier: Apache-2.0
// How much of it was met, and what was not.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "regress/cover.h"
#include "regress/suite.h"

int regress_cover_is_there(sqlite3 *db) {
  sqlite3_stmt *statement = NULL;
  int there = 0;
  if (sqlite3_prepare_v2(db, "SELECT 1 FROM sqlite_master WHERE name = 'cover_goal'", -1, &statement, NULL) ==
      SQLITE_OK)
    there = sqlite3_step(statement) == SQLITE_ROW;
  sqlite3_finalize(statement);
  return there;
}

double flitlock_cover_goal(const struct flitlock_regress_suite *suite, int kind) { return suite->goal[kind]; }

int flitlock_cover_keep_goals(struct flitlock_regress_database *database,
                              const struct flitlock_regress_session *session,
                              const struct flitlock_regress_suite *suite, unsigned kinds,
                              struct flitlock_error *error) {
  sqlite3_stmt *statement = NULL;
  int status = sql_prepare(database->db, database->path, "INSERT OR REPLACE INTO cover_goal VALUES (?, ?, ?)",
                           &statement, error);
  for (int kind = 0; kind < FLITLOCK_COVER_KIND_COUNT && status == FLITLOCK_OK; kind++) {
    if ((kinds >> kind & 1U) == 0) continue;
    sqlite3_bind_int64(statement, 1, session->number);
    regress_bind_text(statement, 2, flitlock_cover_kind_text(kind));
    sqlite3_bind_double(statement, 3, suite->goal[kind]);
    status = sql_step(database->db, database->path, statement, error);
  }
  sqlite3_finalize(statement);
  return status;
}

int flitlock_cover_sum_of(struct flitlock_regress_database *database, const struct flitlock_regress_session *session,
                          int kind, struct flitlock_cover_sum *sum, struct flitlock_error *error) {
  sqlite3_stmt *statement = NULL;
  *sum = (struct flitlock_cover_sum){.goal = -1};
  int status = sql_prepare(database->db, database->path,
                           "SELECT count(*), total(hits > 0), (SELECT percent FROM cover_goal WHERE session = ?1 AND "
                           "kind = ?2) FROM cover WHERE session = ?1 AND kind = ?2",
                           &statement, error);
  if (status != FLITLOCK_OK) return status;
  sqlite3_bind_int64(statement, 1, session->number);
  regress_bind_text(statement, 2, flitlock_cover_kind_text(kind));
  if (sqlite3_step(statement) == SQLITE_ROW) {
    sum->points = (uint64_t)sqlite3_column_int64(statement, 0);
    sum->met = (uint64_t)sqlite3_column_int64(statement, 1);
    if (sqlite3_column_type(statement, 2) != SQLITE_NULL) sum->goal = sqlite3_column_double(statement, 2);
  } else {
    status = sql_fail(database->db, database->path, error);
  }
  sqlite3_finalize(statement);
  return status;
}

// ---- Places

#define HOLES_NAMED 6

// "a, b, and 7 more".
static void name_holes(sqlite3_stmt *statement, uint64_t count, char *text, size_t size) {
  size_t used = 0;
  uint64_t named = 0;
  text[0] = '\0';
  while (named < HOLES_NAMED && sqlite3_step(statement) == SQLITE_ROW) {
    const char *point = regress_column(statement, 0);
    if (used + strlen(point) + 40 >= size) break;
    used += (size_t)snprintf(text + used, size - used, "%s%s", named > 0 ? ", " : "", point);
    named++;
  }
  if (count > named && named > 0) snprintf(text + used, size - used, ", and %" PRIu64 " more", count - named);
}

int flitlock_cover_places(struct flitlock_regress_database *database, const struct flitlock_regress_session *session,
                          int kind, flitlock_cover_place call, void *self, struct flitlock_error *error) {
  sqlite3_stmt *places = NULL, *holes = NULL;
  char text[1024];
  int status = sql_prepare(database->db, database->path,
                           "SELECT place, count(*), total(hits > 0) FROM cover WHERE session = ? AND kind = ? GROUP "
                           "BY place ORDER BY place",
                           &places, error);
  if (status == FLITLOCK_OK)
    status = sql_prepare(database->db, database->path,
                         "SELECT point FROM cover WHERE session = ? AND kind = ? AND place = ? AND hits = 0 ORDER BY "
                         "CAST(point AS INTEGER), point",
                         &holes, error);
  if (status == FLITLOCK_OK) {
    sqlite3_bind_int64(places, 1, session->number);
    regress_bind_text(places, 2, flitlock_cover_kind_text(kind));
    sqlite3_bind_int64(holes, 1, session->number);
    regress_bind_text(holes, 2, flitlock_cover_kind_text(kind));
  }
  while (status == FLITLOCK_OK && sqlite3_step(places) == SQLITE_ROW) {
    const uint64_t points = (uint64_t)sqlite3_column_int64(places, 1);
    const uint64_t met = (uint64_t)sqlite3_column_int64(places, 2);
    regress_bind_text(holes, 3, regress_column(places, 0));
    name_holes(holes, points - met, text, sizeof(text));
    sqlite3_reset(holes);
    call(self, regress_column(places, 0), points, met, text);
  }
  sqlite3_finalize(places);
  sqlite3_finalize(holes);
  return status;
}

int flitlock_cover_hole(struct flitlock_regress_database *database, const struct flitlock_regress_session *session,
                        unsigned kinds, uint64_t number, char *place, size_t size, struct flitlock_error *error) {
  sqlite3_stmt *statement = NULL;
  place[0] = '\0';
  // A window without rows has no count; a number beyond the last begins anew.
  int status = sql_prepare(database->db, database->path,
                           "WITH holes AS (SELECT DISTINCT place FROM cover WHERE session = ?1 AND hits = 0 AND ((?2 "
                           "& 1) AND kind = 'cross' OR (?2 & 2) AND kind = 'line' OR (?2 & 4) AND kind = 'toggle')) "
                           "SELECT place FROM holes ORDER BY place LIMIT 1 OFFSET ?3 % max(1, (SELECT count(*) FROM "
                           "holes))",
                           &statement, error);
  if (status != FLITLOCK_OK) return status;
  sqlite3_bind_int64(statement, 1, session->number);
  sqlite3_bind_int64(statement, 2, (sqlite3_int64)kinds);
  sqlite3_bind_int64(statement, 3, (sqlite3_int64)number);
  const int code = sqlite3_step(statement);
  if (code == SQLITE_ROW) {
    snprintf(place, size, "%s", regress_column(statement, 0));
  } else if (code != SQLITE_DONE) {
    status = sql_fail(database->db, database->path, error);
  }
  sqlite3_finalize(statement);
  return status;
}

int flitlock_cover_next_run(struct flitlock_regress_database *database, const struct flitlock_regress_session *session,
                            uint64_t from, uint64_t *next, struct flitlock_error *error) {
  sqlite3_stmt *statement = NULL;
  int status =
      sql_prepare(database->db, database->path, "SELECT max(run) FROM run WHERE session = ?", &statement, error);
  if (status != FLITLOCK_OK) return status;
  sqlite3_bind_int64(statement, 1, session->number);
  *next = from;
  if (sqlite3_step(statement) != SQLITE_ROW) {
    status = sql_fail(database->db, database->path, error);
  } else if (sqlite3_column_type(statement, 0) != SQLITE_NULL && (uint64_t)sqlite3_column_int64(statement, 0) >= from) {
    *next = (uint64_t)sqlite3_column_int64(statement, 0) + 1;
  }
  sqlite3_finalize(statement);
  return status;
}
