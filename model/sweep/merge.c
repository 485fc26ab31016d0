// SPDX-License-Identifier: Apache-2.0
// Databases of one sweep into one.
#define _POSIX_C_SOURCE 200809L  // strdup
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sweep/database.h"
#include "sweep/sweep.h"

// Columns of `point`, in this order in every query here. Of two databases those from HASH to LAST must agree; where the
// model ended with a status, its text names files, which lie elsewhere on another machine, and RESULTS has it.
enum {
  POINT,
  HASH,
  OUTCOME,
  STATUS,
#define NUMBER_OF(name, type, path) SCALAR_##name,
  SWEEP_SCALARS(NUMBER_OF)
#undef NUMBER_OF
      RESULTS,
  MESSAGE,
  COMMAND,
  COLUMNS
};

static const char *const column_names[COLUMNS] = {"point",
                                                  "config_hash",
                                                  "outcome",
                                                  "status",
#define NAME_OF(name, type, path) #name,
                                                  SWEEP_SCALARS(NAME_OF)
#undef NAME_OF
                                                      "results",
                                                  "message",
                                                  "command"};

#define SELECTED "point, config_hash, outcome, status" SWEEP_SCALARS(SWEEP_SCALAR_NAME) ", results, message, command"

struct merge {
  const char *out;  // as the caller named it
  struct flitlock_sweep_database *database;
  sqlite3_stmt *find, *insert;
  const char **source;  // [points] which input a point came from; NULL: it was there
  struct flitlock_sweep_merged *merged;
  struct flitlock_error *error;
};

static int fail_memory(struct flitlock_error *error) {
  return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the databases of the sweep");
}

// ---- Whether two points agree

static const char *column(sqlite3_stmt *row, int n) {
  const char *text = (const char *)sqlite3_column_text(row, n);
  return text != NULL ? text : "none";
}

static int is_outcome(sqlite3_stmt *row, int outcome) {
  return strcmp(column(row, OUTCOME), flitlock_sweep_outcome_text(outcome)) == 0;
}

// Such a point says something of a machine and nothing of the model; a result from elsewhere is better.
static int has_no_result(sqlite3_stmt *row) {
  return is_outcome(row, FLITLOCK_SWEEP_CRASHED) || is_outcome(row, FLITLOCK_SWEEP_TIMED_OUT);
}

static int fail_conflict(const struct merge *merge, const char *input, sqlite3_stmt *theirs, sqlite3_stmt *ours,
                         int at) {
  const char *a = column(ours, at), *b = column(theirs, at);
  // Of long texts, the part from where they differ on.
  size_t from = 0;
  while (a[from] != '\0' && a[from] == b[from])
    from++;
  from = from > 40 ? from - 40 : 0;
  uint64_t point = (uint64_t)sqlite3_column_int64(theirs, POINT);
  const char *source = merge->source[point] != NULL ? merge->source[point] : merge->out;
  return flitlock_fail(merge->error, FLITLOCK_E_MISMATCH,
                       "point %" PRIu64
                       " has two results (%s): %s is %s%.160s in '%s' and %s%.160s in '%s'; nothing "
                       "was merged",
                       point, column(theirs, COMMAND), column_names[at], from > 0 ? "..." : "", a + from, source,
                       from > 0 ? "..." : "", b + from, input);
}

static int compare(const struct merge *merge, const char *input, sqlite3_stmt *theirs, sqlite3_stmt *ours) {
  int last = is_outcome(ours, FLITLOCK_SWEEP_FAILED) ? RESULTS - 1 : RESULTS;
  for (int n = HASH; n <= last; n++)
    if (strcmp(column(ours, n), column(theirs, n)) != 0) return fail_conflict(merge, input, theirs, ours, n);
  return FLITLOCK_OK;
}

// ---- Copying

static int copy_settings(const struct merge *merge, sqlite3 *from, sqlite3_int64 point) {
  sqlite3_stmt *rows = NULL;
  struct flitlock_sweep_database *to = merge->database;
  if (sqlite3_prepare_v2(from, "SELECT key, value FROM setting WHERE point = ?", -1, &rows, NULL) != SQLITE_OK)
    return flitlock_fail(merge->error, FLITLOCK_E_INPUT, "cannot read the settings of a point: %s",
                         sqlite3_errmsg(from));
  sqlite3_bind_int64(rows, 1, point);
  int status = FLITLOCK_OK, code = SQLITE_ROW;
  while (status == FLITLOCK_OK && (code = sqlite3_step(rows)) == SQLITE_ROW) {
    sqlite3_bind_int64(to->setting, 1, point);
    sqlite3_bind_value(to->setting, 2, sqlite3_column_value(rows, 0));
    sqlite3_bind_value(to->setting, 3, sqlite3_column_value(rows, 1));
    status = sql_step(to->db, to->path, to->setting, merge->error);
  }
  if (status == FLITLOCK_OK && code != SQLITE_DONE)
    status =
        flitlock_fail(merge->error, FLITLOCK_E_INPUT, "cannot read the settings of a point: %s", sqlite3_errmsg(from));
  sqlite3_finalize(rows);
  return status;
}

static int take_out(const struct merge *merge, sqlite3_int64 point) {
  char text[120];
  snprintf(text, sizeof(text), "DELETE FROM setting WHERE point = %lld; DELETE FROM point WHERE point = %lld;",
           (long long)point, (long long)point);
  return sql_run(merge->database->db, merge->database->path, text, merge->error);
}

static int put_in(const struct merge *merge, const char *input, sqlite3 *from, sqlite3_stmt *row) {
  for (int n = 0; n < COLUMNS; n++)
    sqlite3_bind_value(merge->insert, n + 1, sqlite3_column_value(row, n));
  int status = sql_step(merge->database->db, merge->database->path, merge->insert, merge->error);
  if (status == FLITLOCK_OK) status = copy_settings(merge, from, sqlite3_column_int64(row, POINT));
  if (status == FLITLOCK_OK) merge->source[sqlite3_column_int64(row, POINT)] = input;
  return status;
}

static int merge_point(struct merge *merge, const char *input, sqlite3 *from, sqlite3_stmt *row) {
  sqlite3_int64 point = sqlite3_column_int64(row, POINT);
  if (point < 0 || (uint64_t)point >= merge->merged->points)
    return flitlock_fail(merge->error, FLITLOCK_E_INPUT, "'%s' has a point %lld; the sweep ends before", input,
                         (long long)point);
  sqlite3_bind_int64(merge->find, 1, point);
  int there = sqlite3_step(merge->find) == SQLITE_ROW, status = FLITLOCK_OK, replace = 0;
  if (there && has_no_result(merge->find) != has_no_result(row)) {
    replace = has_no_result(merge->find);
    there = !replace;
  } else if (there && !has_no_result(row)) {
    status = compare(merge, input, row, merge->find);
  }
  sqlite3_reset(merge->find);
  if (status != FLITLOCK_OK) return status;
  if (there) {
    merge->merged->same++;
    return FLITLOCK_OK;
  }
  if (replace) status = take_out(merge, point);
  if (status == FLITLOCK_OK) status = put_in(merge, input, from, row);
  if (status == FLITLOCK_OK) merge->merged->added++;
  return status;
}

static int merge_rows(struct merge *merge, const char *input, sqlite3 *from) {
  sqlite3_stmt *rows = NULL;
  if (sqlite3_prepare_v2(from, "SELECT " SELECTED " FROM point ORDER BY point", -1, &rows, NULL) != SQLITE_OK)
    return flitlock_fail(merge->error, FLITLOCK_E_INPUT, "cannot read '%s': %s", input, sqlite3_errmsg(from));
  int status = FLITLOCK_OK, code = SQLITE_ROW;
  while (status == FLITLOCK_OK && (code = sqlite3_step(rows)) == SQLITE_ROW)
    status = merge_point(merge, input, from, rows);
  if (status == FLITLOCK_OK && code != SQLITE_DONE)
    status = flitlock_fail(merge->error, FLITLOCK_E_INPUT, "cannot read '%s': %s", input, sqlite3_errmsg(from));
  sqlite3_finalize(rows);
  return status;
}

// ---- Which sweep

struct properties {
  char *name, *hash, *description, *base;
  uint64_t points;
};

static void free_properties(struct properties *properties) {
  free(properties->name);
  free(properties->hash);
  free(properties->description);
  free(properties->base);
}

static int read_properties(const char *input, sqlite3 *db, struct properties *properties,
                           struct flitlock_error *error) {
  *properties = (struct properties){.name = sweep_property(db, "name"),
                                    .hash = sweep_property(db, "hash"),
                                    .description = sweep_property(db, "description"),
                                    .base = sweep_property(db, "base")};
  char *points = sweep_property(db, "points");
  if (points != NULL) properties->points = strtoull(points, NULL, 10);
  free(points);
  if (properties->name != NULL && properties->hash != NULL && properties->description != NULL &&
      properties->base != NULL && properties->points > 0 && properties->points <= SWEEP_MAX_POINTS)
    return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_INPUT, "'%s' does not say what sweep it is of", input);
}

static int same_sweep(const char *first, const struct properties *a, const char *input, const struct properties *b,
                      struct flitlock_error *error) {
  if (strcmp(a->hash, b->hash) == 0) return FLITLOCK_OK;
  char difference[1500];
  return flitlock_fail(error, FLITLOCK_E_CONFIG, "'%s' (-) and '%s' (+) are not of the same sweep:%s", first, input,
                       sweep_difference(a->description, b->description, difference, sizeof(difference)));
}

// ---- All together

static int prepare(struct merge *merge) {
  struct flitlock_sweep_database *to = merge->database;
#define MARK(name, type, path) ", ?"
  int status =
      sql_prepare(to->db, to->path, "SELECT " SELECTED " FROM point WHERE point = ?", &merge->find, merge->error);
  if (status == FLITLOCK_OK)
    status = sql_prepare(to->db, to->path,
                         "INSERT INTO point (" SELECTED ") VALUES (?, ?, ?, ?" SWEEP_SCALARS(MARK) ", ?, ?, ?)",
                         &merge->insert, merge->error);
#undef MARK
  return status;
}

static int merge_all(struct merge *merge, const char *const *inputs, sqlite3 *const *from, size_t count) {
  struct flitlock_sweep_database *to = merge->database;
  int status = prepare(merge);
  if (status == FLITLOCK_OK) status = sql_run(to->db, to->path, "BEGIN IMMEDIATE", merge->error);
  if (status == FLITLOCK_OK) {
    for (size_t n = 0; n < count && status == FLITLOCK_OK; n++)
      status = merge_rows(merge, inputs[n], from[n]);
    if (status == FLITLOCK_OK) status = sql_run(to->db, to->path, "COMMIT", merge->error);
    if (status != FLITLOCK_OK) (void)sqlite3_exec(to->db, "ROLLBACK", NULL, NULL, NULL);
  }
  sqlite3_stmt *counted = NULL;
  if (status == FLITLOCK_OK)
    status = sql_prepare(to->db, to->path,
                         "SELECT count(*), count(*) FILTER (WHERE outcome NOT IN ('ok', 'impossible')) FROM point",
                         &counted, merge->error);
  if (status == FLITLOCK_OK && sqlite3_step(counted) == SQLITE_ROW) {
    merge->merged->present = (uint64_t)sqlite3_column_int64(counted, 0);
    merge->merged->failed = (uint64_t)sqlite3_column_int64(counted, 1);
  }
  sqlite3_finalize(counted);
  sqlite3_finalize(merge->find);
  sqlite3_finalize(merge->insert);
  return status;
}

// The folder of a database file: "." or what stands before the last slash.
static char *folder_of(const char *file) {
  const char *slash = strrchr(file, '/');
  if (slash == NULL) return strdup(".");
  char *folder = strdup(file);
  if (folder != NULL) folder[slash == file ? 1 : slash - file] = '\0';
  return folder;
}

static int merge_into(const char *out, const struct properties *sweep, const char *const *inputs, sqlite3 *const *from,
                      size_t count, struct flitlock_sweep_merged *merged, struct flitlock_error *error) {
  struct merge merge = {.out = out, .merged = merged, .error = error};
  const struct sweep_identity identity = {.name = sweep->name,
                                          .hash = sweep->hash,
                                          .description = sweep->description,
                                          .base = sweep->base,
                                          .points = merged->points};
  char *path = sweep_database_path(out), *folder = path != NULL ? folder_of(path) : NULL;
  merge.source = calloc(merged->points + 1, sizeof(*merge.source));
  int made = path != NULL && access(path, F_OK) != 0;
  int status = folder == NULL || merge.source == NULL
                   ? fail_memory(error)
                   : sweep_database_open(folder, path, &identity, &merge.database, error);
  if (status == FLITLOCK_OK) {
    status = merge_all(&merge, inputs, from, count);
    int closed = flitlock_sweep_close(merge.database, status == FLITLOCK_OK ? error : NULL);
    if (status == FLITLOCK_OK) status = closed;
    if (status != FLITLOCK_OK && made) (void)unlink(path);
  }
  free(path);
  free(folder);
  free(merge.source);
  return status;
}

int flitlock_sweep_merge(const char *out, const char *const *inputs, size_t count, struct flitlock_sweep_merged *merged,
                         struct flitlock_error *error) {
  memset(merged, 0, sizeof(*merged));
  sqlite3 **from = calloc(count + 1, sizeof(*from));
  struct properties *sweeps = calloc(count + 1, sizeof(*sweeps));
  if (from == NULL || sweeps == NULL) {
    free(from);
    free(sweeps);
    return fail_memory(error);
  }
  int status = FLITLOCK_OK;
  for (size_t n = 0; n < count && status == FLITLOCK_OK; n++) {
    status = sweep_open_to_read(inputs[n], &from[n], error);
    if (status == FLITLOCK_OK) status = read_properties(inputs[n], from[n], &sweeps[n], error);
    if (status == FLITLOCK_OK) status = same_sweep(inputs[0], &sweeps[0], inputs[n], &sweeps[n], error);
  }
  if (status == FLITLOCK_OK) {
    merged->points = sweeps[0].points;
    status = merge_into(out, &sweeps[0], inputs, from, count, merged, error);
  }
  for (size_t n = 0; n < count; n++) {
    sqlite3_close(from[n]);
    free_properties(&sweeps[n]);
  }
  free(from);
  free(sweeps);
  return status;
}
