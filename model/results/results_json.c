// SPDX-License-Identifier: Apache-2.0
// Results as JSON. Keys are in one fixed order, numbers are written one way, and nothing depends on the time of day or
// on the machine: the same results give the same bytes.
#define _XOPEN_SOURCE 700  // strdup

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flitlock/results.h"
#include "flitlock/version.h"
#include "results/l2.h"
#include "results/output_json.h"
#include "results/real.h"
#include "results/stages.h"
#include "results/translation.h"

// Collects failures of Jansson, which are all shortages of memory, so that one check at the end is enough.
struct writer {
  int failed;
};

static void put(struct writer *writer, json_t *object, const char *key, json_t *value) {
  if (json_object_set_new(object, key, value) != 0) writer->failed = 1;
}

static json_t *object_at(struct writer *writer, json_t *parent, const char *key) {
  json_t *object = json_object();
  put(writer, parent, key, object);
  return object;
}

// JSON has no way to say "no number" but null.
static json_t *real(double value) { return isfinite(value) ? json_real(value) : json_null(); }

// A number, except where it is too large for the integers that JSON readers know: then its digits as a string.
static json_t *count(uint64_t value) {
  if (value <= INT64_MAX) return json_integer((json_int_t)value);
  char text[24];
  snprintf(text, sizeof(text), "%llu", (unsigned long long)value);
  return json_string(text);
}

// Names of files in messages may be in any encoding; JSON is UTF-8.
static json_t *text(const char *value) {
  json_t *string = json_string(value);
  if (string != NULL) return string;
  char *ascii = strdup(value);
  if (ascii == NULL) return NULL;
  for (char *c = ascii; *c != '\0'; c++) {
    if ((unsigned char)*c >= 0x80) *c = '?';
  }
  string = json_string(ascii);
  free(ascii);
  return string;
}

static void put_rate(struct writer *writer, json_t *parent, const char *key, const struct flitlock_rate *rate) {
  json_t *object = object_at(writer, parent, key);
  put(writer, object, "mean", real(rate->mean));
  json_t *by_node = object_at(writer, object, "by_node");
  for (unsigned n = 0; n < rate->by_node_count; n++) {
    put(writer, by_node, rate->by_node[n].name, real(rate->by_node[n].rate));
  }
}

static void put_latency(struct writer *writer, json_t *parent, const struct flitlock_results *results) {
  json_t *object = object_at(writer, parent, "latency");
  int known = results->latency.count > 0;
  put(writer, object, "count", count(results->latency.count));
  put(writer, object, "mean", known ? real(results->latency.mean) : json_null());
  put(writer, object, "min", known ? count(results->latency.min) : json_null());
  put(writer, object, "p50", known ? count(results->latency.p50) : json_null());
  put(writer, object, "p99", known ? count(results->latency.p99) : json_null());
  put(writer, object, "max", known ? count(results->latency.max) : json_null());
  json_t *stages = object_at(writer, object, "stages");
  for (int stage = 0; stage < FLITLOCK_STAGE_COUNT; stage++) {
    if (!flitlock_stage_is_shown(results, stage)) continue;
    put(writer, stages, flitlock_stage_names[stage], known ? real(results->latency.stage[stage]) : json_null());
  }
}

static double share(uint64_t part, uint64_t whole) { return whole > 0 ? (double)part / (double)whole : NAN; }

static json_t *link_object(struct writer *writer, const struct flitlock_link_result *link) {
  json_t *object = json_object();
  put(writer, object, "name", text(link->name));
  put(writer, object, "width", count(link->width));
  put(writer, object, "utilization", real(share(link->flits, link->cycles)));
  json_t *idle = object_at(writer, object, "idle");
  json_t *idle_cycles = json_object();
  for (unsigned cause = 0; cause < 5; cause++) {
    char key[8];
    snprintf(key, sizeof(key), "cause%u", cause + 1);
    put(writer, idle, key, real(share(link->idle[cause], link->cycles)));
    put(writer, idle_cycles, key, count(link->idle[cause]));
  }
  if (link->unknown > 0) {
    put(writer, idle, "unknown", real(share(link->unknown, link->cycles)));
    put(writer, idle_cycles, "unknown", count(link->unknown));
  }
  put(writer, object, "cycles", count(link->cycles));
  put(writer, object, "flits", count(link->flits));
  put(writer, object, "packets", count(link->packets));
  put(writer, object, "idle_cycles", idle_cycles);
  put(writer, object, "offered", link->offered >= 0 ? real(link->offered) : json_null());
  return object;
}

static void put_collective(struct writer *writer, json_t *parent, const struct flitlock_results *results) {
  json_t *object = object_at(writer, parent, "collective");
  put(writer, object, "name", text(results->collective.name));
  put(writer, object, "bytes", count(results->collective.bytes));
  put(writer, object, "time_cycles", count(results->collective.time_cycles));
  put(writer, object, "sends", count(results->collective.sends));
  put(writer, object, "receives", count(results->collective.receives));
  json_t *rows = json_array();
  uint32_t gpus = results->collective.bytes_by_pair != NULL ? results->collective.gpus : 0;
  for (uint32_t from = 0; from < gpus; from++) {
    json_t *row = json_array();
    for (uint32_t to = 0; to < gpus; to++) {
      if (json_array_append_new(row, count(results->collective.bytes_by_pair[from * gpus + to])) != 0) {
        writer->failed = 1;
      }
    }
    if (json_array_append_new(rows, row) != 0) writer->failed = 1;
  }
  put(writer, object, "bytes_by_pair", rows);
}

static json_t *results_object(struct writer *writer, const struct flitlock_results *results) {
  json_t *root = json_object();
  char hash[24];
  snprintf(hash, sizeof(hash), "0x%016llx", (unsigned long long)results->config_hash);
  put(writer, root, "format", json_integer(FLITLOCK_RESULTS_FORMAT));
  put(writer, root, "flitlock", json_string(flitlock_version_string()));
  put(writer, root, "name", text(results->name));
  put(writer, root, "config_hash", json_string(hash));
  put(writer, root, "seed", count(results->seed));
  put(writer, root, "status", json_string(flitlock_status_name(results->status)));
  put(writer, root, "status_text", text(results->status_text));
  put(writer, root, "cycles", count(results->cycles));
  put(writer, root, "clock_ghz", real(results->clock_ghz));
  json_t *window = object_at(writer, root, "window");
  put(writer, window, "from", count(results->window_from));
  put(writer, window, "to", count(results->window_to));
  put(writer, window, "asked", results->window_asked > 0 ? count(results->window_asked) : json_null());
  put(writer, window, "steady", json_boolean(results->steady));
  json_t *requests = object_at(writer, root, "requests");
  put(writer, requests, "issued", count(results->requests_issued));
  put(writer, requests, "completed", count(results->requests_completed));
  put(writer, requests, "in_flight", count(results->requests_in_flight));
  put(writer, root, "offered_rate", results->offered_rate >= 0 ? real(results->offered_rate) : json_null());
  put_rate(writer, root, "accepted_rate", &results->accepted);
  put_rate(writer, root, "accepted_rate_whole", &results->accepted_whole);
  put_latency(writer, root, results);
  if (results->translates)
    put(writer, root, "link_tlbs", flitlock_translation_json(&results->translation, results->clock_ghz));
  if (results->caches) put(writer, root, "l2", flitlock_l2_json(&results->l2));
  put(writer, root, "flits_carried", count(results->flits_carried));
  if (results->collective.name[0] != '\0') put_collective(writer, root, results);
  json_t *links = json_array();
  for (unsigned n = 0; n < results->links_count; n++) {
    if (json_array_append_new(links, link_object(writer, &results->links[n])) != 0) writer->failed = 1;
  }
  put(writer, root, "links", links);
  return root;
}

static int make_object(const struct flitlock_results *results, json_t **root, struct flitlock_error *error) {
  struct writer writer = {0};
  *root = results_object(&writer, results);
  if (*root != NULL && !writer.failed) return FLITLOCK_OK;
  json_decref(*root);
  return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the results in JSON");
}

int flitlock_results_json_text(const struct flitlock_results *results, char **text, struct flitlock_error *error) {
  json_t *root = NULL;
  int status = make_object(results, &root, error);
  if (status != FLITLOCK_OK) return status;
  *text = json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(FLITLOCK_REAL_DIGITS));
  json_decref(root);
  return *text != NULL ? FLITLOCK_OK
                       : flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the results in JSON");
}

int flitlock_results_write_json(const struct flitlock_results *results, const char *path,
                                struct flitlock_error *error) {
  json_t *root = NULL;
  int status = make_object(results, &root, error);
  if (status != FLITLOCK_OK) return status;
  return flitlock_output_json(root, FLITLOCK_REAL_DIGITS, "the results", path, error);
}
