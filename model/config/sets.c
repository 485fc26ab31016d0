// SPDX-License-Identifier: Apache-2.0
// "--set key.path=value" on a tree.
#include <string.h>

#include "config/tree.h"

static int is_number(const char *text) { return *text && text[strspn(text, "0123456789")] == '\0'; }

// The value as a tree: a list or section in YAML's short form, anything else as it stands.
static int read_value(struct config_arena *arena, const char *text, const char *place, struct config_node **value,
                      struct flitlock_error *error) {
  if (text[0] == '[' || text[0] == '{') return flitlock_config_tree_parse(arena, text, place, value, error);
  *value = flitlock_config_node_new(arena, CONFIG_NODE_SCALAR, place, error);
  if (!*value) return error->status;
  (*value)->text = flitlock_config_arena_text(arena, text);
  (*value)->plain = 1;
  return (*value)->text ? FLITLOCK_OK : flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", place);
}

// The entry of a list that `part` names; one past the end is a new one (NULL).
static int list_entry(const struct config_node *list, const char *part, const char *path, const char *place,
                      struct config_node **entry, struct flitlock_error *error) {
  size_t count = flitlock_config_node_count(list);
  size_t index = 0;
  int known = is_number(part) && strlen(part) < 6;
  for (const char *digit = part; known && *digit; ++digit)
    index = index * 10 + (size_t)(*digit - '0');
  if (!known || index > count)
    return flitlock_fail(
        error, FLITLOCK_E_CONFIG,
        "%s: '%s' names no entry of %s, which has %zu; entries are numbered from 0, and %s.%zu adds one", place, part,
        path, count, path, count);
  *entry = flitlock_config_node_at(list, index);
  return FLITLOCK_OK;
}

static void replace(struct config_node *parent, struct config_node *old, struct config_node *by) {
  by->key = old->key;
  by->next = old->next;
  if (parent->child == old) parent->child = by;
  for (struct config_node *node = parent->child; node; node = node->next)
    if (node->next == old) node->next = by;
  if (parent->last == old) parent->last = by;
}

int flitlock_config_tree_set(struct config_arena *arena, struct config_node *root, const char *set,
                             struct flitlock_error *error) {
  const char *place = flitlock_config_arena_format(arena, "--set %s", set);
  char *path = flitlock_config_arena_text(arena, set);
  if (!place || !path) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "--set %s: out of memory", set);
  char *equals = strchr(path, '=');
  if (!equals || equals == path)
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: no value; write --set key.path=value, as --set workload.rate=0.1", place);
  *equals = '\0';
  struct config_node *value = NULL;
  int status = read_value(arena, equals + 1, place, &value, error);
  if (status != FLITLOCK_OK) return status;

  struct config_node *node = root;
  char *part = path;
  for (;;) {
    char *dot = strchr(part, '.');
    if (dot) *dot = '\0';
    // `above` is the path so far, for messages.
    const char *above = flitlock_config_arena_format(arena, "%.*s", part == path ? 0 : (int)(part - 1 - path), set);
    if (!above) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", place);
    if (node->kind == CONFIG_NODE_SCALAR)
      return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: %s is a single value ('%s', %s) and has no part '%s'", place,
                           above, node->text, node->place, part);
    struct config_node *child = NULL;
    if (node->kind == CONFIG_NODE_LIST) {
      status = list_entry(node, part, above, place, &child, error);
      if (status != FLITLOCK_OK) return status;
    } else {
      child = flitlock_config_node_get(node, part);
    }
    if (!dot) {
      if (!child) {
        value->key = node->kind == CONFIG_NODE_MAP ? part : NULL;
        flitlock_config_node_add(node, value);
      } else {
        struct config_node *merged = child;
        flitlock_config_tree_merge(&merged, value);
        if (merged != child) replace(node, child, merged);
      }
      return FLITLOCK_OK;
    }
    if (!child || flitlock_config_node_is_null(child)) {
      char *next = dot + 1;
      size_t length = strcspn(next, ".");
      enum config_node_kind kind =
          length > 0 && strspn(next, "0123456789") == length ? CONFIG_NODE_LIST : CONFIG_NODE_MAP;
      struct config_node *made = flitlock_config_node_new(arena, kind, place, error);
      if (!made) return error->status;
      if (child) {
        replace(node, child, made);
      } else {
        made->key = node->kind == CONFIG_NODE_MAP ? part : NULL;
        flitlock_config_node_add(node, made);
      }
      child = made;
    }
    node = child;
    part = dot + 1;
  }
}
