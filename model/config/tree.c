// SPDX-License-Identifier: Apache-2.0
#include "config/tree.h"

#include <stdlib.h>
#include <string.h>

#define MAX_NODES 500000  // the routing table of 255 nodes has 324 thousand

struct config_node *flitlock_config_node_new(struct config_arena *arena, enum config_node_kind kind, const char *place,
                                             struct flitlock_error *error) {
  if (++arena->nodes > MAX_NODES) {
    (void)flitlock_fail(error, FLITLOCK_E_INPUT, "%s: the configuration has more than %d values; is it one?", place,
                        MAX_NODES);
    return NULL;
  }
  struct config_node *node = flitlock_config_arena_alloc(arena, sizeof *node);
  if (!node) {
    (void)flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory for the configuration", place);
    return NULL;
  }
  node->kind = kind;
  node->place = place;
  return node;
}

void flitlock_config_node_add(struct config_node *parent, struct config_node *child) {
  child->next = NULL;
  if (parent->last)
    parent->last->next = child;
  else
    parent->child = child;
  parent->last = child;
}

void flitlock_config_node_remove(struct config_node *parent, struct config_node *child) {
  struct config_node *before = NULL;
  for (struct config_node *node = parent->child; node; before = node, node = node->next) {
    if (node != child) continue;
    if (before)
      before->next = node->next;
    else
      parent->child = node->next;
    if (parent->last == node) parent->last = before;
    return;
  }
}

struct config_node *flitlock_config_node_get(const struct config_node *map, const char *key) {
  for (struct config_node *node = map->child; node; node = node->next)
    if (node->key && strcmp(node->key, key) == 0) return node;
  return NULL;
}

struct config_node *flitlock_config_node_at(const struct config_node *list, size_t index) {
  struct config_node *node = list->child;
  while (node && index-- > 0)
    node = node->next;
  return node;
}

size_t flitlock_config_node_count(const struct config_node *node) {
  size_t count = 0;
  for (const struct config_node *child = node->child; child; child = child->next)
    ++count;
  return count;
}

int flitlock_config_node_is_null(const struct config_node *node) {
  return node->kind == CONFIG_NODE_SCALAR && node->plain &&
         (node->text[0] == '\0' || strcmp(node->text, "null") == 0 || strcmp(node->text, "~") == 0);
}

const char *flitlock_config_node_kind_text(const struct config_node *node) {
  if (node->kind == CONFIG_NODE_LIST) return "a list";
  if (node->kind == CONFIG_NODE_MAP) return "a section";
  return flitlock_config_node_is_null(node) ? "nothing" : "a single value";
}

const struct config_node *flitlock_config_node_find(const struct config_node *root, const char *path) {
  const struct config_node *node = root;
  while (node && *path) {
    size_t length = strcspn(path, ".");
    char part[64];
    if (length >= sizeof part) return NULL;
    memcpy(part, path, length);
    part[length] = '\0';
    path += length + (path[length] == '.');
    if (node->kind == CONFIG_NODE_LIST)
      node = flitlock_config_node_at(node, strtoul(part, NULL, 10));
    else
      node = flitlock_config_node_get(node, part);
  }
  return node;
}

static int appended(const char *key) {
  return strcmp(key, "routers") == 0 || strcmp(key, "links") == 0 || strcmp(key, "impl") == 0;
}

void flitlock_config_tree_merge(struct config_node **under, struct config_node *over) {
  if ((*under)->kind != CONFIG_NODE_MAP || over->kind != CONFIG_NODE_MAP) {
    over->key = (*under)->key;
    *under = over;
    return;
  }
  struct config_node *map = *under;
  for (struct config_node *child = over->child, *next; child; child = next) {
    next = child->next;
    struct config_node *old = flitlock_config_node_get(map, child->key);
    if (!old) {
      flitlock_config_node_add(map, child);
    } else if (old->kind == CONFIG_NODE_MAP && child->kind == CONFIG_NODE_MAP) {
      flitlock_config_tree_merge(&old, child);
    } else if (old->kind == CONFIG_NODE_LIST && child->kind == CONFIG_NODE_LIST && appended(child->key)) {
      for (struct config_node *entry = child->child, *following; entry; entry = following) {
        following = entry->next;
        flitlock_config_node_add(old, entry);
      }
    } else {
      flitlock_config_node_remove(map, old);
      flitlock_config_node_add(map, child);
    }
  }
  map->place = over->place;
  map->file = over->file;
}
