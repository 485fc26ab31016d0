// SPDX-License-Identifier: Apache-2.0
// A sweep.db that this process writes to.
#ifndef FLITLOCK_SWEEP_DATABASE_H
#define FLITLOCK_SWEEP_DATABASE_H

#include "sweep/sql.h"

struct flitlock_sweep_database {
  char *path;  // of the file, for messages
  sqlite3 *db;
  int lock;  // file descriptor, -1: none
  sqlite3_stmt *point, *setting;
};

// What identifies a sweep in its database.
struct sweep_identity {
  const char *name, *hash, *description, *base;
  uint64_t points;
};

// Opens a file for writing; makes it when it is missing. `folder` is where the lock and base.yaml are.
int sweep_database_open(const char *folder, const char *path, const struct sweep_identity *identity,
                        struct flitlock_sweep_database **database, struct flitlock_error *error);

#endif
