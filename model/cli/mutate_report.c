// SPDX-License-Identifier: Apache-2.0
// What became of the mutants, as text and as JSON.
#include <inttypes.h>
#include <jansson.h>

#include "cli/mutate.h"
#include "results/output.h"

static const char by_check[] =
    "SELECT seen_by, count(*), min(cycle), avg(cycle), max(cycle) FROM result WHERE outcome = 'killed' "
    "GROUP BY seen_by ORDER BY count(*) DESC, seen_by";
static const char by_kind[] =
    "SELECT kind, count(*), sum(present = 0), sum(outcome IS 'killed'), "
    "sum(outcome IS 'survived' AND verdict IS 'equivalent'), sum(outcome IS 'survived' AND verdict IS NOT "
    "'equivalent') "
    "FROM mutant LEFT JOIN result USING (number) LEFT JOIN proof USING (number) GROUP BY kind ORDER BY kind";
static const char survivors[] =
    "SELECT number, file, line, column, kind, original, replacement, verdict, how FROM mutant JOIN result USING "
    "(number) "
    "LEFT JOIN proof USING (number) WHERE outcome = 'survived' AND present ORDER BY file, line, column, number";

static const char *text_of(sqlite3_stmt *row, int column) {
  const char *text = (const char *)sqlite3_column_text(row, column);
  return text != NULL ? text : "";
}

// Runs a query and gives each row to `take`.
static int rows(sqlite3 *db, const char *query, void (*take)(void *self, sqlite3_stmt *row), void *self,
                struct flitlock_error *error) {
  sqlite3_stmt *row = NULL;
  if (sqlite3_prepare_v2(db, query, -1, &row, NULL) != SQLITE_OK) return mutate_fail(db, error);
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(row)) == SQLITE_ROW)
    take(self, row);
  sqlite3_finalize(row);
  return code == SQLITE_DONE ? FLITLOCK_OK : mutate_fail(db, error);
}

static void print_check(void *self, sqlite3_stmt *row) {
  FILE *file = self;
  fprintf(file, "  %-14s %5" PRId64, text_of(row, 0), (int64_t)sqlite3_column_int64(row, 1));
  if (sqlite3_column_type(row, 2) == SQLITE_NULL) {
    fputc('\n', file);
  } else {
    fprintf(file, "   cycle %" PRId64 " to %" PRId64 ", mean %.0f\n", (int64_t)sqlite3_column_int64(row, 2),
            (int64_t)sqlite3_column_int64(row, 4), sqlite3_column_double(row, 3));
  }
}

static void print_kind(void *self, sqlite3_stmt *row) {
  fprintf(self, "  %-18s %6" PRId64 " %7" PRId64 " %7" PRId64 " %11" PRId64 " %9" PRId64 "\n", text_of(row, 0),
          (int64_t)sqlite3_column_int64(row, 1), (int64_t)sqlite3_column_int64(row, 2),
          (int64_t)sqlite3_column_int64(row, 3), (int64_t)sqlite3_column_int64(row, 4),
          (int64_t)sqlite3_column_int64(row, 5));
}

static void print_survivor(void *self, sqlite3_stmt *row) {
  fprintf(self, "  %" PRId64 " %s:%" PRId64 ":%" PRId64 " %s: `%s` -> `%s`\n", (int64_t)sqlite3_column_int64(row, 0),
          text_of(row, 1), (int64_t)sqlite3_column_int64(row, 2), (int64_t)sqlite3_column_int64(row, 3),
          text_of(row, 4), text_of(row, 5), text_of(row, 6));
  if (sqlite3_column_type(row, 7) != SQLITE_NULL) fprintf(self, "    %s: %s\n", text_of(row, 7), text_of(row, 8));
}

int mutate_text(sqlite3 *db, const char *block, FILE *file, struct flitlock_error *error) {
  struct mutate_counts counts;
  int status = mutate_count(db, &counts, error);
  if (status != FLITLOCK_OK) return status;
  fprintf(file,
          "%s: %" PRIu64 " mutants, %" PRIu64 " in no model, %" PRIu64 " killed, %" PRIu64 " equivalent, %" PRIu64
          " survived, %" PRIu64 " not run\nscore %.1f %% (%" PRIu64 " of %" PRIu64 ")\n",
          block, counts.mutants, counts.absent, counts.killed, counts.equivalent, counts.survived, counts.open,
          counts.score, counts.killed, counts.killed + counts.survived);
  fprintf(file, "\nkilled by\n");
  status = rows(db, by_check, print_check, file, error);
  if (status != FLITLOCK_OK) return status;
  fprintf(file, "\nkind                mutants  absent  killed  equivalent  survived\n");
  status = rows(db, by_kind, print_kind, file, error);
  if (status != FLITLOCK_OK || counts.survived + counts.equivalent == 0) return status;
  fprintf(file, "\nnot seen by any check\n");
  return rows(db, survivors, print_survivor, file, error);
}

// ---- JSON

static void json_check(void *self, sqlite3_stmt *row) {
  json_array_append_new(
      self, json_pack("{s:s, s:I, s:f}", "check", text_of(row, 0), "mutants", (json_int_t)sqlite3_column_int64(row, 1),
                      "mean_cycle", sqlite3_column_double(row, 3)));
}

static void json_kind(void *self, sqlite3_stmt *row) {
  json_array_append_new(
      self, json_pack("{s:s, s:I, s:I, s:I, s:I, s:I}", "kind", text_of(row, 0), "mutants",
                      (json_int_t)sqlite3_column_int64(row, 1), "absent", (json_int_t)sqlite3_column_int64(row, 2),
                      "killed", (json_int_t)sqlite3_column_int64(row, 3), "equivalent",
                      (json_int_t)sqlite3_column_int64(row, 4), "survived", (json_int_t)sqlite3_column_int64(row, 5)));
}

static void json_survivor(void *self, sqlite3_stmt *row) {
  json_t *value = json_pack("{s:I, s:s, s:I, s:I, s:s, s:s, s:s}", "number", (json_int_t)sqlite3_column_int64(row, 0),
                            "file", text_of(row, 1), "line", (json_int_t)sqlite3_column_int64(row, 2), "column",
                            (json_int_t)sqlite3_column_int64(row, 3), "kind", text_of(row, 4), "original",
                            text_of(row, 5), "replacement", text_of(row, 6));
  if (sqlite3_column_type(row, 7) != SQLITE_NULL) {
    json_object_set_new(value, "verdict", json_string(text_of(row, 7)));
    json_object_set_new(value, "how", json_string(text_of(row, 8)));
  }
  json_array_append_new(self, value);
}

int mutate_json(sqlite3 *db, const char *block, const char *path, struct flitlock_error *error) {
  struct mutate_counts counts;
  int status = mutate_count(db, &counts, error);
  if (status != FLITLOCK_OK) return status;
  json_t *checks = json_array(), *kinds = json_array(), *list = json_array();
  status = rows(db, by_check, json_check, checks, error);
  if (status == FLITLOCK_OK) status = rows(db, by_kind, json_kind, kinds, error);
  if (status == FLITLOCK_OK) status = rows(db, survivors, json_survivor, list, error);
  json_t *root =
      json_pack("{s:i, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:f, s:o, s:o, s:o}", "format", 1, "block", block, "mutants",
                (json_int_t)counts.mutants, "absent", (json_int_t)counts.absent, "killed", (json_int_t)counts.killed,
                "equivalent", (json_int_t)counts.equivalent, "survived", (json_int_t)counts.survived, "not_run",
                (json_int_t)counts.open, "score", counts.score, "checks", checks, "kinds", kinds, "survivors", list);
  if (root == NULL && status == FLITLOCK_OK)
    status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the mutants in JSON");
  struct flitlock_output output;
  if (status == FLITLOCK_OK) status = flitlock_output_open(&output, path, error);
  if (status == FLITLOCK_OK) {
    json_dumpf(root, output.file, JSON_INDENT(2));
    fputc('\n', output.file);
    status = flitlock_output_commit(&output, error);
  }
  json_decref(root);
  return status;
}
