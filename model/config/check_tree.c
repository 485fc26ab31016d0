// SPDX-License-Identifier: Apache-2.0
// A tree against the keys.
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "config/check.h"
#include "config/units.h"

struct walk {
  struct config_arena *arena;
  struct flitlock_error *error;
  double clock_ghz;
};

static int fail_memory(const struct walk *walk, const char *path) {
  return flitlock_fail(walk->error, FLITLOCK_E_NO_MEMORY, "%s: out of memory for the configuration", path);
}

// "a, b, c" of what is allowed.
static const char *list_words(const struct walk *walk, const struct config_key *key) {
  const char *text = "";
  for (size_t i = 0; text && i < key->words_count; ++i)
    text = flitlock_config_arena_format(walk->arena, "%s%s%s", text, i ? ", " : "", key->words[i].str);
  return text ? text : "";
}

static const char *list_keys(const struct walk *walk, const struct config_key *keys) {
  const char *text = "";
  for (const struct config_key *key = keys; text && key->name; ++key)
    text = flitlock_config_arena_format(walk->arena, "%s%s%s", text, key == keys ? "" : ", ", key->name);
  return text ? text : "";
}

static int unsaid(const struct config_key *key) {
  return key->preset && (strcmp(key->preset, CONFIG_UNSAID) == 0 || strcmp(key->preset, CONFIG_NULL) == 0);
}

static const char *describe(const struct walk *walk, const struct config_key *key) {
  const char *text = NULL;
  switch (key->kind) {
    case CONFIG_COUNT:
    case CONFIG_INT:
      // The largest 64-bit number is no `double`.
      text =
          key->high >= 18446744073709551615.0
              ? flitlock_config_arena_format(walk->arena, "a whole number from %.0f to 18446744073709551615", key->low)
              : flitlock_config_arena_format(walk->arena, "a whole number from %.0f to %.0f", key->low, key->high);
      break;
    case CONFIG_BYTES:
    case CONFIG_BYTES_INT:
      text = flitlock_config_arena_format(
          walk->arena, "%.0f to %.0f bytes, written as 64, 64B, 256KiB, 1MiB, 1GiB or 1TiB", key->low, key->high);
      break;
    case CONFIG_TIME:
    case CONFIG_TIME_INT:
    case CONFIG_TIME_AUTO:
      text = flitlock_config_arena_format(walk->arena, "%s%.0f to %.0f cycles, written as 12, 12cycles, 50ns or 1us",
                                          key->kind == CONFIG_TIME_AUTO ? "auto, or " : "", key->low, key->high);
      break;
    case CONFIG_REAL:
      text = flitlock_config_arena_format(walk->arena, "a number from %g to %g, written as 0.125 or 1/8", key->low,
                                          key->high);
      break;
    case CONFIG_FLAG:
      text = "true, false";
      break;
    case CONFIG_WORD:
      text = list_words(walk, key);
      break;
    case CONFIG_TEXT:
      text = "a name";
      break;
    case CONFIG_FILE:
      text = "the path of a file";
      break;
    case CONFIG_SECTION:
      text = flitlock_config_arena_format(walk->arena, "a section with the keys %s", list_keys(walk, key->keys));
      break;
    case CONFIG_LIST:
      text =
          flitlock_config_arena_format(walk->arena, "a list of entries with the keys %s", list_keys(walk, key->keys));
      break;
    case CONFIG_TEXTS:
      text = "a list of one or more names, as [A, C], or null for all";
      break;
    case CONFIG_COUNTS:
      text = flitlock_config_arena_format(walk->arena, "a list of whole numbers from %.0f to %.0f, as [1, 2]", key->low,
                                          key->high);
      break;
  }
  return text ? text : "";
}

static int fail_value(const struct walk *walk, const struct config_key *key, const struct config_node *node,
                      const char *path) {
  int scalar = node->kind == CONFIG_NODE_SCALAR && !flitlock_config_node_is_null(node);
  const char *quote = scalar ? "'" : "";
  return flitlock_fail(walk->error, FLITLOCK_E_CONFIG, "%s: %s: found %s%s%s; allowed: %s%s", node->place, path, quote,
                       scalar ? node->text : flitlock_config_node_kind_text(node), quote, describe(walk, key),
                       unsaid(key) ? "; or leave the key out" : "");
}

// Writes a number as libcyaml reads it.
static int rewrite(const struct walk *walk, struct config_node *node, const char *path, uint64_t value) {
  node->text = flitlock_config_arena_format(walk->arena, "%llu", (unsigned long long)value);
  return node->text ? FLITLOCK_OK : fail_memory(walk, path);
}

static int check_number(const struct walk *walk, const struct config_key *key, struct config_node *node,
                        const char *path) {
  uint64_t value = 0;
  int known;
  if (key->kind == CONFIG_BYTES || key->kind == CONFIG_BYTES_INT)
    known = flitlock_config_parse_bytes(node->text, &value);
  else if (key->kind == CONFIG_COUNT || key->kind == CONFIG_INT || key->kind == CONFIG_COUNTS)
    known = flitlock_config_parse_count(node->text, &value);
  else if (key->kind == CONFIG_TIME_AUTO && strcmp(node->text, "auto") == 0)
    return rewrite(walk, node, path, UINT64_MAX);
  else
    known = flitlock_config_parse_time(node->text, walk->clock_ghz, &value);
  if (!known || (double)value < key->low || (double)value > key->high) return fail_value(walk, key, node, path);
  return rewrite(walk, node, path, value);
}

static int check_real(const struct walk *walk, const struct config_key *key, struct config_node *node,
                      const char *path) {
  double value = 0;
  if (!flitlock_config_parse_real(node->text, &value) || value < key->low || value > key->high)
    return fail_value(walk, key, node, path);
  node->text = flitlock_config_arena_format(walk->arena, "%.17g", value);
  return node->text ? FLITLOCK_OK : fail_memory(walk, path);
}

static int check_word(const struct walk *walk, const struct config_key *key, const struct config_node *node,
                      const char *path) {
  for (size_t i = 0; i < key->words_count; ++i)
    if (strcmp(node->text, key->words[i].str) == 0) return FLITLOCK_OK;
  return fail_value(walk, key, node, path);
}

// A file is looked for beside the file that names it.
static int check_file(const struct walk *walk, struct config_node *node, const char *path) {
  const char *slash = node->file ? strrchr(node->file, '/') : NULL;
  if (node->text[0] == '/' || !slash) return FLITLOCK_OK;
  node->text = flitlock_config_arena_format(walk->arena, "%.*s/%s", (int)(slash - node->file), node->file, node->text);
  return node->text ? FLITLOCK_OK : fail_memory(walk, path);
}

static int check_section(const struct walk *walk, const struct config_key *keys, struct config_node *map,
                         const char *path);

static int check_list(const struct walk *walk, const struct config_key *key, struct config_node *list,
                      const char *path) {
  size_t index = 0;
  // libcyaml cannot tell an empty list from none, which means "all".
  if (key->kind == CONFIG_TEXTS && !list->child)
    return flitlock_fail(walk->error, FLITLOCK_E_CONFIG, "%s: %s: found an empty list; allowed: %s", list->place, path,
                         describe(walk, key));
  for (struct config_node *entry = list->child; entry; entry = entry->next, ++index) {
    const char *at = flitlock_config_arena_format(walk->arena, "%s.%zu", path, index);
    if (!at) return fail_memory(walk, path);
    int status = FLITLOCK_OK;
    if (key->kind == CONFIG_LIST) {
      if (entry->kind != CONFIG_NODE_MAP)
        return flitlock_fail(walk->error, FLITLOCK_E_CONFIG, "%s: %s: found %s; allowed: an entry with the keys %s",
                             entry->place, at, flitlock_config_node_kind_text(entry), list_keys(walk, key->keys));
      status = check_section(walk, key->keys, entry, at);
    } else if (entry->kind != CONFIG_NODE_SCALAR || flitlock_config_node_is_null(entry)) {
      status = fail_value(walk, key, entry, at);
    } else if (key->kind == CONFIG_COUNTS) {
      status = check_number(walk, key, entry, at);
    } else {
      entry->plain = 0;
    }
    if (status != FLITLOCK_OK) return status;
  }
  return FLITLOCK_OK;
}

static int check_value(const struct walk *walk, const struct config_key *key, struct config_node *node,
                       const char *path) {
  enum config_node_kind wanted = key->kind == CONFIG_SECTION ? CONFIG_NODE_MAP
                                 : key->kind == CONFIG_LIST || key->kind == CONFIG_TEXTS || key->kind == CONFIG_COUNTS
                                     ? CONFIG_NODE_LIST
                                     : CONFIG_NODE_SCALAR;
  if (node->kind != wanted || flitlock_config_node_is_null(node)) return fail_value(walk, key, node, path);
  switch (key->kind) {
    case CONFIG_SECTION:
      return check_section(walk, key->keys, node, path);
    case CONFIG_LIST:
    case CONFIG_TEXTS:
    case CONFIG_COUNTS:
      return check_list(walk, key, node, path);
    case CONFIG_REAL:
      return check_real(walk, key, node, path);
    case CONFIG_FLAG:
      if (strcmp(node->text, "true") != 0 && strcmp(node->text, "false") != 0) return fail_value(walk, key, node, path);
      return FLITLOCK_OK;
    case CONFIG_WORD:
      return check_word(walk, key, node, path);
    case CONFIG_FILE:
    case CONFIG_TEXT:
      if (node->text[0] == '\0') return fail_value(walk, key, node, path);
      node->plain = 0;  // a name that looks like a number or "null" stays a name
      return key->kind == CONFIG_FILE ? check_file(walk, node, path) : FLITLOCK_OK;
    default:
      return check_number(walk, key, node, path);
  }
}

static int fail_unknown(const struct walk *walk, const struct config_key *keys, const struct config_node *node,
                        const char *section, const char *path) {
  char near[160];
  int found = flitlock_config_suggest(keys, section, node->key, near, sizeof near);
  return flitlock_fail(walk->error, FLITLOCK_E_CONFIG, "%s: %s: unknown key%s%s%s; the keys here are: %s", node->place,
                       path, found ? "; did you mean " : "", found ? near : "", found ? "?" : "",
                       list_keys(walk, keys));
}

// Adds what was not said.
static int add_default(const struct walk *walk, const struct config_key *key, struct config_node *map,
                       const char *path) {
  if (!key->preset)
    return flitlock_fail(walk->error, FLITLOCK_E_CONFIG, "%s: %s.%s: missing; every entry has it: %s", map->place, path,
                         key->name, describe(walk, key));
  if (strcmp(key->preset, CONFIG_NULL) == 0) return FLITLOCK_OK;
  struct config_node *node = NULL;
  int status = FLITLOCK_OK;
  if (key->preset[0] == '{' || key->preset[0] == '[') {
    status = flitlock_config_tree_parse(walk->arena, key->preset, "default", &node, walk->error);
  } else {
    node = flitlock_config_node_new(walk->arena, CONFIG_NODE_SCALAR, "default", walk->error);
    if (!node) return walk->error->status;
    node->text = key->preset;
    node->plain = 1;
  }
  if (status != FLITLOCK_OK) return status;
  node->key = key->name;
  flitlock_config_node_add(map, node);
  return strcmp(key->preset, CONFIG_UNSAID) == 0 ? FLITLOCK_OK : check_value(walk, key, node, path);
}

static int check_section(const struct walk *walk, const struct config_key *keys, struct config_node *map,
                         const char *path) {
  for (struct config_node *node = map->child, *next; node; node = next) {
    next = node->next;
    const char *at = flitlock_config_arena_format(walk->arena, "%s%s%s", path, *path ? "." : "", node->key);
    if (!at) return fail_memory(walk, path);
    const struct config_key *key = flitlock_config_key_find(keys, node->key);
    if (!key) return fail_unknown(walk, keys, node, path, at);
    // A key that may be left out may also be given as nothing, to take back what the base says.
    if (flitlock_config_node_is_null(node) && key->preset &&
        (unsaid(key) || key->kind == CONFIG_TEXT || key->kind == CONFIG_TEXTS)) {
      node->text = strcmp(key->preset, CONFIG_UNSAID) == 0 ? CONFIG_UNSAID : "";
      continue;
    }
    int status = check_value(walk, key, node, at);
    if (status != FLITLOCK_OK) return status;
  }
  for (const struct config_key *key = keys; key->name; ++key) {
    if (flitlock_config_node_get(map, key->name)) continue;
    int status = add_default(walk, key, map, path);
    if (status != FLITLOCK_OK) return status;
  }
  return FLITLOCK_OK;
}

// Times are converted with the clock, so it is looked at before all else.
static int find_clock(struct walk *walk, struct config_node *root) {
  const struct config_key *pod = flitlock_config_key_find(flitlock_config_keys, "pod");
  const struct config_key *key = flitlock_config_key_find(pod->keys, "clock_ghz");
  walk->clock_ghz = 1;
  struct config_node *section = flitlock_config_node_get(root, "pod");
  struct config_node *node =
      section && section->kind == CONFIG_NODE_MAP ? flitlock_config_node_get(section, "clock_ghz") : NULL;
  if (!node) return FLITLOCK_OK;
  int status = check_value(walk, key, node, "pod.clock_ghz");
  if (status == FLITLOCK_OK) (void)flitlock_config_parse_real(node->text, &walk->clock_ghz);
  return status;
}

int flitlock_config_check_tree(struct config_arena *arena, struct config_node *root, struct flitlock_error *error) {
  struct walk walk = {arena, error, 1};
  int status = find_clock(&walk, root);
  return status == FLITLOCK_OK ? check_section(&walk, flitlock_config_keys, root, "") : status;
}
