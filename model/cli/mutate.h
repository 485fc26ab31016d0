// SPDX-License-Identifier: Apache-2.0
// flitlock mutate: the mutants of a block and what became of them, in mutation.db of a folder.
#ifndef FLITLOCK_CLI_MUTATE_H
#define FLITLOCK_CLI_MUTATE_H

#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>

#include "flitlock/status.h"

#define MUTATE_FILE "mutation.db"

// Opens it or makes it. `list` is the text of the block's list of mutants: E_USAGE if the folder has results of another
// one. A second process finds it locked.
int mutate_open(const char *folder, const char *block, const char *list, sqlite3 **db, struct flitlock_error *error);
int mutate_fail(sqlite3 *db, struct flitlock_error *error);

// What became of one: the line of the companion's 'run', without its end. E_INTERNAL if it is none.
int mutate_store(sqlite3 *db, int64_t number, char *line, struct flitlock_error *error);
// One that is no result by itself: it was ended (time), or crashed.
int mutate_store_end(sqlite3 *db, int64_t number, const char *check, const char *says, struct flitlock_error *error);

struct mutate_counts {
  uint64_t mutants;     // all
  uint64_t absent;      // in no model
  uint64_t killed;      // seen by a check
  uint64_t equivalent;  // survived, and shown to be no other
  uint64_t survived;    // the others that nothing sees
  uint64_t open;        // not run yet
  double score;         // percent of killed among those that were run and can make a difference; 0 without any
};
int mutate_count(sqlite3 *db, struct mutate_counts *counts, struct flitlock_error *error);

int mutate_text(sqlite3 *db, const char *block, FILE *file, struct flitlock_error *error);
int mutate_json(sqlite3 *db, const char *block, const char *path, struct flitlock_error *error);

#endif
