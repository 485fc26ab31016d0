// SPDX-License-Identifier: Apache-2.0
// The tables of coverage in a regress.db.
#ifndef FLITLOCK_REGRESS_COVER_H
#define FLITLOCK_REGRESS_COVER_H

#include "flitlock/cover.h"
#include "regress/database.h"

// Databases that are older than coverage get them when they are next written to.
#define REGRESS_COVER_TABLES                                                                                    \
  "CREATE TABLE IF NOT EXISTS cover (session INTEGER NOT NULL, kind TEXT NOT NULL, place TEXT NOT NULL, point " \
  "TEXT NOT NULL, hits INTEGER NOT NULL, PRIMARY KEY (session, kind, place, point)) WITHOUT ROWID;"             \
  "CREATE TABLE IF NOT EXISTS cover_goal (session INTEGER NOT NULL, kind TEXT NOT NULL, percent REAL NOT "      \
  "NULL, PRIMARY KEY (session, kind)) WITHOUT ROWID;"

// Adds what the files say, within the transaction that is open (cover.c).
int regress_cover_put(struct flitlock_regress_database *database, int64_t session,
                      const struct flitlock_cover_files *files, struct flitlock_error *error);
// Whether the database has these tables; one that was not written to since may not (cover_sum.c).
int regress_cover_is_there(sqlite3 *db);

#endif
