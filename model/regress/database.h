// SPDX-License-Identifier: Apache-2.0
// A regress.db: its tables, and what all who open it share.
#ifndef FLITLOCK_REGRESS_DATABASE_H
#define FLITLOCK_REGRESS_DATABASE_H

#include "flitlock/regress.h"
#include "sweep/sql.h"

// "FLRG": what `file` shows of a regress.db.
#define REGRESS_APPLICATION 0x464C5247
#define REGRESS_SCHEMA      1
#define REGRESS_LOCK        "regress.lock"

struct flitlock_regress_database {
  char *path;  // of the file, for messages
  sqlite3 *db;
  int lock;  // file descriptor, -1: none
};

// What describes a case in the tables `failing` and `again`, in the order of the columns.
#define REGRESS_CASE_COLUMNS                                                                                 \
  "key, entry, block, host, traffic, settings, seed, config, plant, plant_at, plant_into, device, seconds, " \
  "expected, kind, packets"
#define REGRESS_CASE_COUNT 16

// Opens one for reading. E_INPUT.
int regress_open_to_read(const char *path, sqlite3 **db, struct flitlock_error *error);

// Numbers of 64 bits are texts: SQLite's integers have a sign.
void regress_bind_u64(sqlite3_stmt *statement, int column, uint64_t value);
void regress_bind_text(sqlite3_stmt *statement, int column, const char *text);  // NULL: null
uint64_t regress_column_u64(sqlite3_stmt *statement, int column);
const char *regress_column(sqlite3_stmt *statement, int column);  // "" for null
// Binds all REGRESS_CASE_COLUMNS from column `first` on.
void regress_bind_case(sqlite3_stmt *statement, int first, const struct flitlock_regress_run *run);
// Begins a transaction; ends it, by COMMIT when `status` is FLITLOCK_OK, and returns how that went.
int regress_begin(struct flitlock_regress_database *database, struct flitlock_error *error);
int regress_finish(struct flitlock_regress_database *database, int status, struct flitlock_error *error);

#endif
