// SPDX-License-Identifier: Apache-2.0
// What `flitlock sweep` prints: the points, and how far it came, as text and JSON.
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/sweep.h"
#include "results/output_json.h"
#include "results/real.h"

#define FAILURES_SHOWN 10

int sweep_list_points(FILE *file, const struct flitlock_sweep *sweep, uint64_t index, uint64_t shards,
                      struct flitlock_error *error) {
  fprintf(file, "%s: %" PRIu64 " points, hash 0x%016" PRIx64 "\n", flitlock_sweep_name(sweep),
          flitlock_sweep_count(sweep), flitlock_sweep_hash(sweep));
  for (uint64_t n = 0; n < flitlock_sweep_count(sweep); n++) {
    if (!flitlock_sweep_in_shard(n, index, shards)) continue;
    struct flitlock_sweep_point point;
    int status = flitlock_sweep_point_make(sweep, n, &point, error);
    if (status != FLITLOCK_OK) return status;
    fprintf(file, "%6" PRIu64 "  %s%s\n", n, point.command, point.impossible ? "  # impossible" : "");
    flitlock_sweep_point_free(&point);
  }
  return FLITLOCK_OK;
}

// ---- Failed points

static int has_failed(int outcome) {
  return outcome == FLITLOCK_SWEEP_FAILED || outcome == FLITLOCK_SWEEP_CRASHED || outcome == FLITLOCK_SWEEP_TIMED_OUT;
}

struct failure {
  uint64_t number;
  const char *outcome;
  char status[32], message[2048];
  struct flitlock_sweep_point point;
};

// The first failed point at or after `from`. 0: there is none, or `*status` says why it cannot be told.
static int next_failure(const struct sweep_request *request, struct flitlock_sweep_database *database,
                        const struct sweep_progress *progress, uint64_t from, struct failure *failure, int *status,
                        struct flitlock_error *error) {
  for (uint64_t n = from; n < flitlock_sweep_count(request->sweep); n++) {
    if (!has_failed(progress->outcomes[n]) || !flitlock_sweep_in_shard(n, request->index, request->shards)) continue;
    failure->number = n;
    failure->outcome = flitlock_sweep_outcome_text(progress->outcomes[n]);
    *status = flitlock_sweep_told(database, n, failure->status, sizeof(failure->status), failure->message,
                                  sizeof(failure->message), error);
    if (*status == FLITLOCK_OK) *status = flitlock_sweep_point_make(request->sweep, n, &failure->point, error);
    return *status == FLITLOCK_OK;
  }
  return 0;
}

// ---- Text

int sweep_summary(FILE *file, const struct sweep_request *request, struct flitlock_sweep_database *database,
                  const struct sweep_progress *progress, struct flitlock_error *error) {
  fprintf(file, "%" PRIu64 " points", progress->points);
  if (request->shards > 1) fprintf(file, " of shard %" PRIu64 "/%" PRIu64, request->index, request->shards);
  fprintf(file, ": %" PRIu64 " done now, %" PRIu64 " before", progress->now, progress->before);
  for (int outcome = FLITLOCK_SWEEP_OPEN; outcome < FLITLOCK_SWEEP_OUTCOME_COUNT; outcome++) {
    if (outcome == FLITLOCK_SWEEP_OK || progress->count[outcome] == 0) continue;
    fprintf(file, ", %" PRIu64 " %s", progress->count[outcome],
            outcome == FLITLOCK_SWEEP_OPEN ? "missing" : flitlock_sweep_outcome_text(outcome));
  }
  fprintf(file, "; in %s/sweep.db\n", request->out);
  struct failure failure;
  uint64_t shown = 0, from = 0;
  int status = FLITLOCK_OK;
  while (next_failure(request, database, progress, from, &failure, &status, error)) {
    if (shown == FAILURES_SHOWN) fputs("  ... (--json lists all)\n", file);
    if (shown++ < FAILURES_SHOWN)
      fprintf(file, "  point %" PRIu64 " %s: %s: %.300s\n    %s\n", failure.number, failure.outcome, failure.status,
              failure.message, failure.point.command);
    flitlock_sweep_point_free(&failure.point);
    from = shown > FAILURES_SHOWN ? UINT64_MAX : failure.number + 1;
  }
  return status;
}

// ---- JSON

struct writer {
  int failed;  // Jansson's failures are all shortages of memory
};

static void put(struct writer *writer, json_t *object, const char *key, json_t *value) {
  if (json_object_set_new(object, key, value) != 0) writer->failed = 1;
}

static json_t *text(const char *value) {
  json_t *string = json_string(value);
  return string != NULL ? string : json_string("(a text that is no UTF-8)");
}

static json_t *count(uint64_t value) { return json_integer((json_int_t)value); }

static void put_sweep(struct writer *writer, json_t *root, const struct sweep_request *request) {
  char hash[24], shard[48];
  snprintf(hash, sizeof(hash), "0x%016" PRIx64, flitlock_sweep_hash(request->sweep));
  snprintf(shard, sizeof(shard), "%" PRIu64 "/%" PRIu64, request->index, request->shards);
  put(writer, root, "format", json_integer(1));
  put(writer, root, "name", text(flitlock_sweep_name(request->sweep)));
  put(writer, root, "hash", json_string(hash));
  put(writer, root, "sweep_points", count(flitlock_sweep_count(request->sweep)));
  put(writer, root, "shard", json_string(shard));
}

static int write_json(struct writer *writer, json_t *root, const char *path, struct flitlock_error *error) {
  if (!writer->failed) return flitlock_output_json(root, FLITLOCK_REAL_DIGITS, "the sweep", path, error);
  json_decref(root);
  return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the sweep in JSON");
}

int sweep_list_json(const struct sweep_request *request, struct flitlock_error *error) {
  struct writer writer = {0};
  json_t *root = json_object(), *list = json_array();
  put_sweep(&writer, root, request);
  int status = FLITLOCK_OK;
  for (uint64_t n = 0; n < flitlock_sweep_count(request->sweep) && status == FLITLOCK_OK; n++) {
    if (!flitlock_sweep_in_shard(n, request->index, request->shards)) continue;
    struct flitlock_sweep_point point;
    status = flitlock_sweep_point_make(request->sweep, n, &point, error);
    if (status != FLITLOCK_OK) break;
    json_t *object = json_object(), *settings = json_object();
    put(&writer, object, "point", count(n));
    for (size_t s = 0; s < point.setting_count; s++)
      put(&writer, settings, point.setting[s].key, text(point.setting[s].value));
    put(&writer, object, "settings", settings);
    put(&writer, object, "impossible", json_boolean(point.impossible));
    put(&writer, object, "command", text(point.command));
    if (json_array_append_new(list, object) != 0) writer.failed = 1;
    flitlock_sweep_point_free(&point);
  }
  put(&writer, root, "points", list);
  if (status == FLITLOCK_OK) return write_json(&writer, root, request->json, error);
  json_decref(root);
  return status;
}

static int put_failures(struct writer *writer, json_t *root, const struct sweep_request *request,
                        struct flitlock_sweep_database *database, const struct sweep_progress *progress,
                        struct flitlock_error *error) {
  json_t *list = json_array();
  put(writer, root, "failures", list);
  struct failure failure;
  uint64_t from = 0;
  int status = FLITLOCK_OK;
  while (next_failure(request, database, progress, from, &failure, &status, error)) {
    json_t *object = json_object();
    put(writer, object, "point", count(failure.number));
    put(writer, object, "outcome", json_string(failure.outcome));
    put(writer, object, "status", json_string(failure.status));
    put(writer, object, "message", text(failure.message));
    put(writer, object, "command", text(failure.point.command));
    if (json_array_append_new(list, object) != 0) writer->failed = 1;
    flitlock_sweep_point_free(&failure.point);
    from = failure.number + 1;
  }
  return status;
}

int sweep_summary_json(const struct sweep_request *request, struct flitlock_sweep_database *database,
                       const struct sweep_progress *progress, struct flitlock_error *error) {
  struct writer writer = {0};
  json_t *root = json_object(), *counts = json_object();
  put_sweep(&writer, root, request);
  put(&writer, root, "directory", text(request->out));
  put(&writer, root, "points", count(progress->points));
  put(&writer, root, "done_now", count(progress->now));
  put(&writer, root, "done_before", count(progress->before));
  for (int outcome = FLITLOCK_SWEEP_OPEN; outcome < FLITLOCK_SWEEP_OUTCOME_COUNT; outcome++)
    put(&writer, counts, flitlock_sweep_outcome_text(outcome), count(progress->count[outcome]));
  put(&writer, root, "outcomes", counts);
  int status = put_failures(&writer, root, request, database, progress, error);
  if (status == FLITLOCK_OK) return write_json(&writer, root, request->json, error);
  json_decref(root);
  return status;
}
