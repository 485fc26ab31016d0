// SPDX-License-Identifier: Apache-2.0
// What a report shows of a sweep, as one JSON object: the points with their settings, scalars, rates by node and stages
// of latency, and of the links their use, and the idle causes of links that are alike together. docs/report.md.
#define _POSIX_C_SOURCE 200809L  // strdup
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "flitlock/results.h"
#include "flitlock/version.h"
#include "pod/names.h"
#include "results/real.h"
#include "results/stages.h"
#include "sweep/sql.h"

#define SHARE 10000  // shares are whole numbers of this

struct report {
  sqlite3 *db;
  const char *base;  // the base configuration's file
  json_t *keys;
  json_t *structures, *shapes;  // of pods; by the names of their links
  int translates;               // a point has link TLBs
  int failed;                   // Jansson's failures are all shortages of memory
};

static void put(struct report *report, json_t *object, const char *key, json_t *value) {
  if (json_object_set_new(object, key, value) != 0) report->failed = 1;
}

static void add(struct report *report, json_t *list, json_t *value) {
  if (json_array_append_new(list, value) != 0) report->failed = 1;
}

static json_t *text(const unsigned char *value) {
  if (value == NULL) return json_null();
  json_t *string = json_string((const char *)value);
  return string != NULL ? string : json_string("(a text that is no UTF-8)");
}

// The pod of a structure, as far as it is drawn.
static json_t *pod_of(struct report *report, json_t *settings) {
  size_t count = json_array_size(report->keys);
  char **sets = calloc(count + 1, sizeof(*sets));
  size_t given = 0;
  for (size_t n = 0; n < count && sets != NULL; n++) {
    const char *value = json_string_value(json_array_get(settings, n));
    const char *key = json_string_value(json_array_get(report->keys, n));
    if (value == NULL || key == NULL) continue;
    size_t size = strlen(key) + strlen(value) + 2;
    sets[given] = malloc(size);
    if (sets[given] != NULL) snprintf(sets[given++], size, "%s=%s", key, value);
  }
  struct flitlock_config *config = NULL;
  int status = sets != NULL ? flitlock_config_load(report->base, (const char *const *)sets, given, &config, NULL)
                            : FLITLOCK_E_NO_MEMORY;
  for (size_t n = 0; n < given; n++)
    free(sets[n]);
  free(sets);
  if (status != FLITLOCK_OK || config == NULL) return json_null();
  json_t *pod = json_object();
  put(report, pod, "gpus", json_integer(config->pod.gpus));
  put(report, pod, "switches", json_integer(config->pod.switches));
  put(report, pod, "meshes", json_integer(config->pod.meshes));
  put(report, pod, "rows", json_integer(config->pod.rows));
  put(report, pod, "columns", json_integer(config->pod.columns));
  put(report, pod, "unit_bytes", json_integer(config->pod.unit_bytes));
  put(report, pod, "clock_ghz", json_real(config->pod.clock_ghz));
  put(report, pod, "exit", config->pod.exit_node != NULL ? json_string(config->pod.exit_node) : json_null());
  flitlock_config_free(config);
  return pod;
}

// Two pods whose links have the same names and widths are drawn as one. Returns its number.
static json_int_t structure_of(struct report *report, const json_t *links, json_t *settings) {
  json_t *names = json_array(), *widths = json_array(), *classes = json_array(), *class = json_array();
  json_t *numbers = json_object();
  size_t index = 0;
  json_t *link = NULL;
  json_array_foreach(links, index, link) {
    const char *name = json_string_value(json_object_get(link, "name"));
    char of[120];
    flitlock_pod_name_pattern(name != NULL ? name : "", of, sizeof(of));
    json_t *number = json_object_get(numbers, of);
    if (number == NULL) {
      put(report, numbers, of, json_integer((json_int_t)json_array_size(classes)));
      add(report, classes, json_string(of));
      number = json_object_get(numbers, of);
    }
    add(report, names, json_string(name != NULL ? name : ""));
    add(report, widths, json_integer(json_integer_value(json_object_get(link, "width"))));
    add(report, class, json_integer(json_integer_value(number)));
  }
  json_t *both = json_pack("[O, O]", names, widths);
  char *shape = both != NULL ? json_dumps(both, JSON_COMPACT) : NULL;
  json_decref(both);
  json_decref(numbers);
  json_t *known = shape != NULL ? json_object_get(report->shapes, shape) : NULL;
  json_int_t result = known != NULL ? json_integer_value(known) : (json_int_t)json_array_size(report->structures);
  if (known == NULL && shape != NULL) {
    put(report, report->shapes, shape, json_integer(result));
    json_t *structure = json_object();
    put(report, structure, "links", json_incref(names));
    put(report, structure, "widths", json_incref(widths));
    put(report, structure, "classes", json_incref(classes));
    put(report, structure, "class", json_incref(class));
    put(report, structure, "pod", pod_of(report, settings));
    add(report, report->structures, structure);
  }
  if (shape == NULL) report->failed = 1;
  free(shape);
  json_decref(names);
  json_decref(widths);
  json_decref(classes);
  json_decref(class);
  return result;
}

static json_t *share(double part) { return json_integer((json_int_t)floor(part * SHARE + 0.5)); }

// Use of every link, and of every class the means of use, the five causes, and what has no cause.
static void put_links(struct report *report, json_t *row, const json_t *links, json_int_t number) {
  const json_t *structure = json_array_get(report->structures, (size_t)number);
  const json_t *class = json_object_get(structure, "class");
  size_t classes = json_array_size(json_object_get(structure, "classes"));
  double(*sums)[8] = calloc(classes + 1, sizeof(*sums));
  json_t *use = json_array(), *causes = json_array();
  if (sums == NULL) report->failed = 1;
  size_t index = 0;
  json_t *link = NULL;
  json_array_foreach(links, index, link) {
    double used = json_number_value(json_object_get(link, "utilization"));
    size_t of = (size_t)json_integer_value(json_array_get(class, index));
    add(report, use, share(used));
    if (sums == NULL || of >= classes) continue;
    const json_t *idle = json_object_get(link, "idle");
    sums[of][0] += used;
    for (int cause = 1; cause <= 5; cause++) {
      char key[20];
      snprintf(key, sizeof(key), "cause%d", cause);
      sums[of][cause] += json_number_value(json_object_get(idle, key));
    }
    sums[of][6] += json_number_value(json_object_get(idle, "unknown"));
    sums[of][7]++;
  }
  for (size_t n = 0; n < classes && sums != NULL; n++) {
    json_t *means = json_array();
    for (int part = 0; part < 7; part++)
      add(report, means, share(sums[n][7] > 0 ? sums[n][part] / sums[n][7] : 0));
    add(report, causes, means);
  }
  free(sums);
  put(report, row, "use", use);
  put(report, row, "causes", causes);
}

// ---- Points

enum { POINT, OUTCOME, STATUS, MESSAGE, COMMAND, RESULTS, SCALARS };

static json_t *column(sqlite3_stmt *statement, int n) {
  switch (sqlite3_column_type(statement, n)) {
    case SQLITE_INTEGER:
      return json_integer(sqlite3_column_int64(statement, n));
    case SQLITE_FLOAT:
      return json_real(sqlite3_column_double(statement, n));
    case SQLITE_NULL:
      return json_null();
    default:
      return text(sqlite3_column_text(statement, n));
  }
}

static json_t *settings_of(struct report *report, sqlite3_stmt *setting, sqlite3_int64 point) {
  size_t count = json_array_size(report->keys);
  json_t *list = json_array();
  for (size_t n = 0; n < count; n++) {
    sqlite3_reset(setting);
    sqlite3_bind_int64(setting, 1, point);
    sqlite3_bind_text(setting, 2, json_string_value(json_array_get(report->keys, n)), -1, SQLITE_STATIC);
    add(report, list, sqlite3_step(setting) == SQLITE_ROW ? text(sqlite3_column_text(setting, 0)) : json_null());
  }
  sqlite3_reset(setting);
  return list;
}

static void put_results(struct report *report, json_t *row, const json_t *results, json_t *settings) {
  const json_t *latency = json_object_get(json_object_get(results, "latency"), "stages");
  json_t *stages = json_array();
  for (int stage = 0; stage < FLITLOCK_STAGE_COUNT; stage++) {
    const json_t *value = json_object_get(latency, flitlock_stage_names[stage]);
    if (value != NULL && stage == FLITLOCK_STAGE_REQ_TRANSLATION) report->translates = 1;
    add(report, stages, json_is_number(value) ? json_real(json_number_value(value)) : json_null());
  }
  put(report, row, "stages", stages);
  json_t *nodes = json_object_get(json_object_get(results, "accepted_rate"), "by_node");
  put(report, row, "nodes", nodes != NULL ? json_incref(nodes) : json_object());
  const json_t *links = json_object_get(results, "links");
  if (json_array_size(links) == 0) return;
  json_int_t structure = structure_of(report, links, settings);
  put(report, row, "structure", json_integer(structure));
  put_links(report, row, links, structure);
}

static json_t *point_row(struct report *report, sqlite3_stmt *point, sqlite3_stmt *setting) {
  json_t *row = json_object(), *values = json_object();
  json_t *settings = settings_of(report, setting, sqlite3_column_int64(point, POINT));
  put(report, row, "point", column(point, POINT));
  put(report, row, "outcome", column(point, OUTCOME));
  put(report, row, "status", column(point, STATUS));
  put(report, row, "message", column(point, MESSAGE));
  put(report, row, "command", column(point, COMMAND));
  put(report, row, "settings", json_incref(settings));
  int at = SCALARS;
#define PUT_SCALAR(name, type, path) put(report, values, #name, column(point, at++));
  SWEEP_SCALARS(PUT_SCALAR)
#undef PUT_SCALAR
  put(report, row, "values", values);
  const char *stored = (const char *)sqlite3_column_text(point, RESULTS);
  json_error_t problem;
  json_t *results = stored != NULL ? json_loads(stored, 0, &problem) : NULL;
  if (results != NULL) put_results(report, row, results, settings);
  json_decref(results);
  json_decref(settings);
  return row;
}

static int fail_read(const struct report *report, const char *path, struct flitlock_error *error) {
  return flitlock_fail(error, FLITLOCK_E_INPUT, "cannot read '%s': %s", path, sqlite3_errmsg(report->db));
}

static int read_keys(struct report *report, const char *path, struct flitlock_error *error) {
  sqlite3_stmt *statement = NULL;
  // In the order of the alphabet: the order of the sweep's file is not kept.
  if (sqlite3_prepare_v2(report->db, "SELECT DISTINCT key FROM setting ORDER BY key", -1, &statement, NULL) !=
      SQLITE_OK)
    return fail_read(report, path, error);
  int code = 0;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW)
    add(report, report->keys, text(sqlite3_column_text(statement, 0)));
  sqlite3_finalize(statement);
  return code == SQLITE_DONE ? FLITLOCK_OK : fail_read(report, path, error);
}

static int read_points(struct report *report, const char *path, json_t *rows, struct flitlock_error *error) {
  sqlite3_stmt *point = NULL, *setting = NULL;
  int good = sqlite3_prepare_v2(report->db,
                                "SELECT point, outcome, status, message, command, results" SWEEP_SCALARS(
                                    SWEEP_SCALAR_NAME) " FROM point ORDER BY point",
                                -1, &point, NULL) == SQLITE_OK &&
             sqlite3_prepare_v2(report->db, "SELECT value FROM setting WHERE point = ? AND key = ?", -1, &setting,
                                NULL) == SQLITE_OK;
  int code = SQLITE_ROW;
  while (good && (code = sqlite3_step(point)) == SQLITE_ROW)
    add(report, rows, point_row(report, point, setting));
  int status = good && code == SQLITE_DONE ? FLITLOCK_OK : fail_read(report, path, error);
  sqlite3_finalize(point);
  sqlite3_finalize(setting);
  return status;
}

// ---- All

static void put_property(struct report *report, json_t *root, const char *key) {
  char *value = sweep_property(report->db, key);
  put(report, root, key, text((const unsigned char *)value));
  free(value);
}

// No point has link TLBs, so nobody wants to see their stage.
static void drop_translation(json_t *rows, json_t *stages) {
  size_t n = 0;
  json_t *row = NULL;
  json_array_foreach(rows, n, row) {
    (void)json_array_remove(json_object_get(row, "stages"), FLITLOCK_STAGE_REQ_TRANSLATION);
  }
  (void)json_array_remove(stages, FLITLOCK_STAGE_REQ_TRANSLATION);
}

static int make(struct report *report, const char *path, json_t *root, struct flitlock_error *error) {
  report->keys = json_array();
  report->structures = json_array();
  report->shapes = json_object();
  json_t *rows = json_array(), *stages = json_array();
  int status = read_keys(report, path, error);
  if (status == FLITLOCK_OK) status = read_points(report, path, rows, error);
  for (int stage = 0; stage < FLITLOCK_STAGE_COUNT; stage++)
    add(report, stages, json_string(flitlock_stage_names[stage]));
  if (!report->translates) drop_translation(rows, stages);
  put(report, root, "flitlock", json_string(flitlock_version_string()));
  put_property(report, root, "name");
  put_property(report, root, "hash");
  put_property(report, root, "points");
  put_property(report, root, "description");
  put(report, root, "share", json_integer(SHARE));
  put(report, root, "keys", report->keys);
  put(report, root, "stages", stages);
  put(report, root, "structures", report->structures);
  if (status == FLITLOCK_OK && json_array_size(rows) == 0)
    status = flitlock_fail(error, FLITLOCK_E_VACUOUS, "'%s' has no point yet; there is nothing to report", path);
  put(report, root, "rows", rows);
  json_decref(report->shapes);
  return status;
}

// base.yaml beside the database.
static char *base_path(const char *path) {
  char *file = sweep_database_path(path);
  if (file == NULL) return NULL;
  char *slash = strrchr(file, '/');
  size_t folder = slash != NULL ? (size_t)(slash - file) + 1 : 0;
  char *base = malloc(folder + sizeof(SWEEP_BASE));
  if (base != NULL) snprintf(base, folder + sizeof(SWEEP_BASE), "%.*s" SWEEP_BASE, (int)folder, file);
  free(file);
  return base;
}

int flitlock_sweep_report(const char *path, char **json, struct flitlock_error *error) {
  struct report report = {0};
  int status = sweep_open_to_read(path, &report.db, error);
  if (status != FLITLOCK_OK) return status;
  char *base = base_path(path);
  report.base = base != NULL ? base : SWEEP_BASE;
  json_t *root = json_object();
  status = make(&report, path, root, error);
  if (status == FLITLOCK_OK) {
    *json = report.failed ? NULL : json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(FLITLOCK_REAL_DIGITS));
    if (*json == NULL) status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the report");
  }
  json_decref(root);
  free(base);
  sqlite3_close(report.db);
  return status;
}
