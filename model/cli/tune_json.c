// SPDX-License-Identifier: Apache-2.0
// Bounds, sweep and knees as JSON: docs/tuning.md.
#include <jansson.h>

#include "cli/tune.h"
#include "results/output_json.h"

// Loads are sums over all pairs of clients: their last digits are chance.
#define DIGITS 12

static int failed_to_put(json_t *object, const char *key, json_t *value) {
  return json_object_set_new(object, key, value) != 0;
}

// Seeds may be larger than JSON's numbers.
static json_t *count(uint64_t value) {
  if (value <= INT64_MAX) return json_integer((json_int_t)value);
  char text[24];
  snprintf(text, sizeof(text), "%llu", (unsigned long long)value);
  return json_string(text);
}

static json_t *whole(json_t *object, int failed) {
  if (!failed) return object;
  json_decref(object);
  return NULL;
}

static json_t *target_object(const struct flitlock_tune_link *link) {
  json_t *object = json_object();
  int failed = failed_to_put(object, "name", json_string(link->name));
  failed |= failed_to_put(object, "load", json_real(link->load));
  failed |= failed_to_put(object, "target", json_real(link->target));
  return whole(object, failed);
}

static json_t *buffer_object(const struct flitlock_tune_bounds *bounds, const struct flitlock_tune_buffer *buffer) {
  const struct flitlock_tune_terms *terms = &buffer->terms;
  int crossbar = buffer->kind == FLITLOCK_TUNE_CROSSBAR;
  json_t *object = json_object();
  int failed = failed_to_put(object, "link", json_string(bounds->link[buffer->link].name));
  failed |= failed_to_put(object, "vc", json_integer(buffer->vc));
  failed |= failed_to_put(object, "kind", json_string(flitlock_tune_kind_text(buffer->kind)));
  failed |= failed_to_put(object, "from", crossbar ? json_string(buffer->from) : json_null());
  failed |= failed_to_put(object, "rate", json_real(terms->rate));
  failed |= failed_to_put(object, "credit_rtt", json_integer(terms->credit_rtt));
  failed |= failed_to_put(object, "wait", json_integer(terms->wait));
  failed |= failed_to_put(object, "credit", json_real(terms->credit_rtt * terms->rate));
  failed |= failed_to_put(object, "gap", json_real(terms->wait * terms->rate));
  failed |= failed_to_put(object, "packet", json_integer(terms->packet));
  failed |= failed_to_put(object, "least", json_integer(terms->least));
  failed |= failed_to_put(object, "bound", json_integer(buffer->bound));
  failed |= failed_to_put(object, "configured", json_integer(buffer->now));
  return whole(object, failed);
}

static json_t *point_object(const struct flitlock_tune_point *point) {
  json_t *object = json_object();
  int failed = failed_to_put(object, "kind", json_string(flitlock_tune_kind_text(point->kind)));
  failed |= failed_to_put(object, "depth", json_integer(point->depth));
  failed |= failed_to_put(object, "use", json_real(point->use));
  failed |= failed_to_put(object, "least_use", json_real(point->least));
  failed |= failed_to_put(object, "steady", json_boolean(point->steady));
  return whole(object, failed);
}

static json_t *knee_object(const struct tune_report *report, int kind) {
  uint32_t knee = flitlock_tune_knee(report->point, report->point_count, kind);
  const struct flitlock_tune_point *point = tune_point_find(report, kind, knee);
  json_t *object = json_object();
  int failed = failed_to_put(object, "kind", json_string(flitlock_tune_kind_text(kind)));
  failed |= failed_to_put(object, "bound", json_integer(report->bounds->largest[kind]));
  failed |= failed_to_put(object, "least", json_integer(report->bounds->least[kind]));
  failed |= failed_to_put(object, "knee", point != NULL ? json_integer(knee) : json_null());
  failed |= failed_to_put(object, "use_at_knee", point != NULL ? json_real(point->use) : json_null());
  return whole(object, failed);
}

static json_t *report_object(const struct tune_report *report) {
  const struct flitlock_tune_bounds *bounds = report->bounds;
  const char *name = report->config->name;
  json_t *root = json_object(), *targets = json_array(), *buffers = json_array();
  json_t *sweep = json_array(), *knees = json_array();
  int failed = failed_to_put(root, "name", json_string(name != NULL ? name : ""));
  failed |= failed_to_put(root, "seed", count(report->config->seed));
  failed |= failed_to_put(root, "cycles", count(report->config->run.cycles));
  failed |= failed_to_put(root, "rate", json_real(bounds->rate));
  for (uint32_t n = 0; n < bounds->link_count; n++)
    if (bounds->link[n].measured) failed |= json_array_append_new(targets, target_object(&bounds->link[n])) != 0;
  for (uint32_t n = 0; n < bounds->buffer_count; n++)
    failed |= json_array_append_new(buffers, buffer_object(bounds, &bounds->buffer[n])) != 0;
  for (size_t n = 0; n < report->point_count; n++)
    failed |= json_array_append_new(sweep, point_object(&report->point[n])) != 0;
  for (int kind = 0; kind < FLITLOCK_TUNE_KIND_COUNT; kind++)
    failed |= json_array_append_new(knees, knee_object(report, kind)) != 0;
  failed |= failed_to_put(root, "targets", targets);
  failed |= failed_to_put(root, "buffers", buffers);
  failed |= failed_to_put(root, "idle_buffers", count(bounds->idle_count));
  failed |= failed_to_put(root, "sweep", sweep);
  failed |= failed_to_put(root, "knees", knees);
  return whole(root, failed);
}

int tune_json(const struct tune_report *report, const char *path, struct flitlock_error *error) {
  return flitlock_output_json(report_object(report), DIGITS, "the bounds", path, error);
}
