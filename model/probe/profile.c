// SPDX-License-Identifier: Apache-2.0
// A profile by name, or from a YAML file: `profile` and keys that change single values.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "core/input.h"
#include "flitlock/probe.h"

// Where a key's value goes: a number of 2 or 4 bytes in the profile.
struct key {
  const char *name;
  size_t offset;
  uint8_t size;
  uint32_t low, high;
};
#define SLICE(name, low, high) \
  { #name, offsetof(struct flitlock_l2_profile, slice.name), 2, low, high }
#define CHANNEL(name) \
  { #name, offsetof(struct flitlock_l2_profile, name), 4, 1, 60000 }

static const struct key keys[] = {
    SLICE(ways, 1, FLITLOCK_L2_MAX_WAYS),
    SLICE(reserved, 0, FLITLOCK_L2_MAX_WAYS - 1),
    SLICE(p_rand, 0, 256),
    SLICE(fetch_bytes, 32, 128),
    SLICE(mshrs, 1, FLITLOCK_L2_MAX_MSHRS),
    SLICE(list, 1, FLITLOCK_L2_MAX_LIST),
    SLICE(req_depth, 1, FLITLOCK_L2_MAX_DEPTH),
    SLICE(rsp_depth, 1, FLITLOCK_L2_MAX_DEPTH),
    SLICE(order_depth, 1, FLITLOCK_L2_MAX_DEPTH),
    SLICE(fill_depth, 1, FLITLOCK_L2_MAX_DEPTH),
    CHANNEL(req_latency),
    CHANNEL(rsp_latency),
    CHANNEL(memory_latency),
    CHANNEL(memory_interval),
};
#define KEYS (sizeof(keys) / sizeof(keys[0]))

static int unknown_key(const char *name, const char *place, struct flitlock_error *error) {
  char known[512] = "";
  size_t length = 0;
  for (size_t n = 0; n < KEYS; n++) {
    int added = snprintf(known + length, sizeof known - length, "%s%s", n > 0 ? ", " : "", keys[n].name);
    if (added > 0) length += (size_t)added;
  }
  return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: an L2 profile has no key '%s'; keys: %s", place, name, known);
}

static int set_key(struct flitlock_l2_profile *profile, const char *name, const char *text, const char *place,
                   struct flitlock_error *error) {
  const struct key *key = keys;
  while (key < keys + KEYS && strcmp(key->name, name) != 0)
    key++;
  if (key == keys + KEYS) return unknown_key(name, place, error);
  char *end = NULL;
  errno = 0;
  unsigned long value = strtoul(text, &end, 10);
  if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || value < key->low || value > key->high)
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: %s is '%s', but it must be a number of %" PRIu32 " to %" PRIu32,
                         place, name, text, key->low, key->high);
  uint16_t small = (uint16_t)value;
  uint32_t large = (uint32_t)value;
  memcpy((char *)profile + key->offset, key->size == 2 ? (const void *)&small : (const void *)&large, key->size);
  return FLITLOCK_OK;
}

// The far ends of a slice's outputs are as deep as its own queues.
static int finish(struct flitlock_l2_profile *profile, struct flitlock_error *error) {
  profile->slice.rsp_credits = profile->slice.rsp_depth;
  profile->slice.mem_req_credits = profile->slice.order_depth;
  return flitlock_l2_slice_params_validate(&profile->slice, profile->name, error);
}

static int set_assignment(struct flitlock_l2_profile *profile, const char *assignment, struct flitlock_error *error) {
  const char *equals = strchr(assignment, '=');
  char name[64];
  if (equals == NULL || equals == assignment || (size_t)(equals - assignment) >= sizeof name)
    return flitlock_fail(error, FLITLOCK_E_USAGE, "--set needs KEY=VALUE, not '%s'", assignment);
  snprintf(name, sizeof name, "%.*s", (int)(equals - assignment), assignment);
  return set_key(profile, name, equals + 1, "--set", error);
}

// ---- Files

static const char *text_of(yaml_document_t *document, int index) {
  const yaml_node_t *node = yaml_document_get_node(document, index);
  return node != NULL && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

static int read_pair(yaml_document_t *document, const yaml_node_pair_t *pair, const char *path, int profile_key,
                     struct flitlock_l2_profile *profile, struct flitlock_error *error) {
  const char *name = text_of(document, pair->key), *value = text_of(document, pair->value);
  char place[256];
  snprintf(place, sizeof place, "%.200s:%zu", path, yaml_document_get_node(document, pair->key)->start_mark.line + 1);
  if (name == NULL || value == NULL)
    return flitlock_fail(error, FLITLOCK_E_INPUT, "%s: write plain words, KEY: VALUE", place);
  if (strcmp(name, "profile") != 0) return profile_key ? FLITLOCK_OK : set_key(profile, name, value, place, error);
  return profile_key ? flitlock_l2_profile_find(value, profile, error) : FLITLOCK_OK;
}

// libyaml keeps all of them.
static int refuse_twice(yaml_document_t *document, const yaml_node_t *root, const char *path,
                        struct flitlock_error *error) {
  const yaml_node_pair_t *start = root->data.mapping.pairs.start;
  for (const yaml_node_pair_t *pair = start; pair < root->data.mapping.pairs.top; pair++) {
    const char *name = text_of(document, pair->key);
    for (const yaml_node_pair_t *first = start; first < pair && name != NULL; first++) {
      const char *other = text_of(document, first->key);
      if (other == NULL || strcmp(name, other) != 0) continue;
      return flitlock_fail(
          error, FLITLOCK_E_INPUT,
          "%.200s:%zu: key '%.200s' is given twice, the first time at %.200s:%zu; remove one of the two", path,
          yaml_document_get_node(document, pair->key)->start_mark.line + 1, name, path,
          yaml_document_get_node(document, first->key)->start_mark.line + 1);
    }
  }
  return FLITLOCK_OK;
}

static int read_document(yaml_document_t *document, const char *path, struct flitlock_l2_profile *profile,
                         struct flitlock_error *error) {
  const yaml_node_t *root = yaml_document_get_root_node(document);
  if (root == NULL || root->type != YAML_MAPPING_NODE)
    return flitlock_fail(error, FLITLOCK_E_INPUT, "%s: no keys; write at least 'profile: SEED'", path);
  int status = refuse_twice(document, root, path, error);
  if (status != FLITLOCK_OK) return status;
  // The profile first, wherever it stands.
  for (int profile_key = 1; profile_key >= 0; profile_key--) {
    for (const yaml_node_pair_t *pair = root->data.mapping.pairs.start; pair < root->data.mapping.pairs.top; pair++) {
      status = read_pair(document, pair, path, profile_key, profile, error);
      if (status != FLITLOCK_OK) return status;
    }
    if (profile->name == NULL)
      return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: the key 'profile' is missing, e.g. 'profile: SEED'", path);
  }
  return FLITLOCK_OK;
}

static int read_file(FILE *file, const char *path, struct flitlock_l2_profile *profile, struct flitlock_error *error) {
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser)) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", path);
  yaml_parser_set_input_file(&parser, file);
  yaml_document_t document;
  int status = FLITLOCK_OK;
  if (yaml_parser_load(&parser, &document)) {
    status = read_document(&document, path, profile, error);
    yaml_document_delete(&document);
  } else {
    status = flitlock_fail(error, FLITLOCK_E_INPUT, "%s:%zu: %s", path, parser.problem_mark.line + 1,
                           parser.problem != NULL ? parser.problem : "cannot be read");
  }
  yaml_parser_delete(&parser);
  return status;
}

static int is_name(const char *name) {
  for (unsigned n = 0; flitlock_l2_profile_name(n) != NULL; n++)
    if (strcmp(flitlock_l2_profile_name(n), name) == 0) return 1;
  return 0;
}

int flitlock_probe_is_profile(const char *name) {
  if (is_name(name)) return 1;
  yaml_parser_t parser;
  yaml_document_t document;
  int found = 0;
  FILE *file = flitlock_input_open(name);
  if (file == NULL || !yaml_parser_initialize(&parser)) {
    if (file != NULL) fclose(file);
    return 0;
  }
  yaml_parser_set_input_file(&parser, file);
  if (yaml_parser_load(&parser, &document)) {
    const yaml_node_t *root = yaml_document_get_root_node(&document);
    if (root != NULL && root->type == YAML_MAPPING_NODE)
      for (const yaml_node_pair_t *pair = root->data.mapping.pairs.start; pair < root->data.mapping.pairs.top; pair++) {
        const char *key = text_of(&document, pair->key);
        found |= key != NULL && strcmp(key, "profile") == 0;
      }
    yaml_document_delete(&document);
  }
  yaml_parser_delete(&parser);
  fclose(file);
  return found;
}

static int load(const char *name, struct flitlock_l2_profile *profile, struct flitlock_error *error) {
  memset(profile, 0, sizeof *profile);
  if (is_name(name)) return flitlock_l2_profile_find(name, profile, error);
  FILE *file = flitlock_input_open(name);
  if (file == NULL)
    return flitlock_fail(error, FLITLOCK_E_INPUT,
                         "'%s' is neither an L2 profile (SEED, CLEAN, V100, GA102, V100-AS, MINI48, SEED-LIT) nor a "
                         "file that can be read: %s",
                         name, strerror(errno));
  int status = read_file(file, name, profile, error);
  fclose(file);
  return status;
}

int flitlock_probe_profile_load(const char *name, const char *const *sets, size_t set_count,
                                struct flitlock_l2_profile *profile, struct flitlock_error *error) {
  int status = load(name, profile, error);
  for (size_t n = 0; n < set_count && status == FLITLOCK_OK; n++)
    status = set_assignment(profile, sets[n], error);
  // Values are held against each other when all of them are there.
  return status == FLITLOCK_OK ? finish(profile, error) : status;
}
