// SPDX-License-Identifier: Apache-2.0
// The header of an event log, as JSON.
#define _POSIX_C_SOURCE 200809L  // strdup
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "observe/events_format.h"

// [["vc", 4], ...], from the field table.
static json_t *field_table(void) {
  json_t *fields = json_array();
#define EVENTS_FIELD_JSON(name, bits, type) json_array_append_new(fields, json_pack("[s, i]", #name, bits));
  FLITLOCK_FLIT_FIELDS(EVENTS_FIELD_JSON)
#undef EVENTS_FIELD_JSON
  return fields;
}

int flitlock_events_header_make(const struct flitlock_events_info *info, char **text, size_t *size,
                                struct flitlock_error *error) {
  // 64-bit numbers are strings: JSON readers keep 53 bits.
  char seed[24];
  char hash[24];
  snprintf(seed, sizeof seed, "%" PRIu64, info->seed);
  snprintf(hash, sizeof hash, "0x%016" PRIx64, info->config_hash);
  json_t *names = json_array();
  int bad = 0;
  for (uint32_t c = 0; c < info->channels; c++) {
    bad |= json_array_append_new(names, json_string(info->channel[c]));
  }
  json_t *root = json_pack("{s:s, s:i, s:s, s:s, s:s, s:i, s:s, s:o, s:o}", "format", "flitlock-events", "version",
                           FLITLOCK_EVENTS_VERSION, "producer", info->producer ? info->producer : "flitlock", "seed",
                           seed, "config_hash", hash, "unit_bytes", (int)info->unit_bytes, "payload", "xxh32", "fields",
                           field_table(), "channels", names);
  char *json = root && !bad ? json_dumps(root, JSON_COMPACT) : NULL;
  json_decref(root);
  if (!json) {
    return flitlock_fail(error, FLITLOCK_E_USAGE, "event log: the names of its channels are not valid UTF-8");
  }
  size_t magic = strlen(FLITLOCK_EVENTS_MAGIC);
  size_t length = strlen(json);
  *text = malloc(magic + length + 2U);
  if (*text) {
    memcpy(*text, FLITLOCK_EVENTS_MAGIC, magic);
    memcpy(*text + magic, json, length);
    (*text)[magic + length] = '\n';
    (*text)[magic + length + 1U] = '\0';
    *size = magic + length + 1U;
  }
  free(json);
  return *text ? FLITLOCK_OK : flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "event log: out of memory");
}

static int parse_number(const char *text, uint64_t *value) {
  if (!text || !*text) return 0;
  char *end = NULL;
  errno = 0;
  *value = strtoull(text, &end, 0);
  return errno == 0 && !*end;
}

static int copy_channels(const json_t *names, struct flitlock_events_info *info) {
  size_t count = json_array_size(names);
  char **copies = calloc(count ? count : 1U, sizeof *copies);
  if (!copies) return 0;
  info->channel = (const char *const *)copies;
  for (size_t c = 0; c < count; c++) {
    const char *name = json_string_value(json_array_get(names, c));
    copies[c] = name ? strdup(name) : NULL;
    if (!copies[c]) return 0;
    info->channels = (uint32_t)c + 1U;
  }
  return 1;
}

static int parse_root(const char *path, json_t *root, struct flitlock_events_info *info, struct flitlock_error *error) {
  const char *format = json_string_value(json_object_get(root, "format"));
  json_int_t version = json_integer_value(json_object_get(root, "version"));
  if (!format || strcmp(format, "flitlock-events") != 0) {
    return flitlock_fail(error, FLITLOCK_E_INPUT, "%s: not an event log: its header does not say so", path);
  }
  if (version != FLITLOCK_EVENTS_VERSION) {
    return flitlock_fail(error, FLITLOCK_E_INPUT, "%s: version %d of the event log, this program reads %d", path,
                         (int)version, FLITLOCK_EVENTS_VERSION);
  }
  json_t *fields = field_table();
  int same = json_equal(fields, json_object_get(root, "fields"));
  json_decref(fields);
  if (!same) {
    return flitlock_fail(error, FLITLOCK_E_INPUT, "%s: written with another table of flit fields", path);
  }
  const json_t *names = json_object_get(root, "channels");
  json_int_t unit_bytes = json_integer_value(json_object_get(root, "unit_bytes"));
  const char *producer = json_string_value(json_object_get(root, "producer"));
  if (!parse_number(json_string_value(json_object_get(root, "seed")), &info->seed) ||
      !parse_number(json_string_value(json_object_get(root, "config_hash")), &info->config_hash) ||
      !json_is_array(names) || unit_bytes < 0 || !producer) {
    return flitlock_fail(error, FLITLOCK_E_INPUT,
                         "%s: the header lacks seed, config_hash, unit_bytes, producer or channels", path);
  }
  info->unit_bytes = (uint32_t)unit_bytes;
  info->producer = strdup(producer);
  if (!copy_channels(names, info) || !info->producer) {
    return flitlock_fail(error, FLITLOCK_E_INPUT, "%s: the names of the channels cannot be read", path);
  }
  return FLITLOCK_OK;
}

int flitlock_events_header_parse(const char *path, const char *text, size_t size, struct flitlock_events_info *info,
                                 struct flitlock_error *error) {
  size_t magic = strlen(FLITLOCK_EVENTS_MAGIC);
  memset(info, 0, sizeof *info);
  if (size < magic || memcmp(text, FLITLOCK_EVENTS_MAGIC, magic) != 0) {
    return flitlock_fail(error, FLITLOCK_E_INPUT, "%s: not an event log of version %d", path, FLITLOCK_EVENTS_VERSION);
  }
  json_error_t where;
  json_t *root = json_loadb(text + magic, size - magic, 0, &where);
  if (!root) {
    return flitlock_fail(error, FLITLOCK_E_INPUT, "%s: the header is not JSON: %s", path, where.text);
  }
  int status = parse_root(path, root, info, error);
  json_decref(root);
  if (status != FLITLOCK_OK) {
    flitlock_events_header_free(info);
  }
  return status;
}

void flitlock_events_header_free(struct flitlock_events_info *info) {
  for (uint32_t c = 0; c < info->channels; c++) {
    free((void *)(uintptr_t)info->channel[c]);
  }
  free((void *)(uintptr_t)info->channel);
  free((void *)(uintptr_t)info->producer);
  memset(info, 0, sizeof *info);
}
