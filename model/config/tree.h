// SPDX-License-Identifier: Apache-2.0
// A YAML document as a tree that remembers where each value was said: read by libyaml, merged with its base, changed by
// --set, and written by libyaml again for libcyaml to load.
#ifndef FLITLOCK_CONFIG_TREE_H
#define FLITLOCK_CONFIG_TREE_H

#include <stddef.h>
#include <stdio.h>

#include "flitlock/status.h"

// Memory of a tree: everything is freed at once.
struct config_arena {
  struct config_chunk *chunks;
  size_t nodes;  // made so far; bounded, so that aliases cannot blow a document up
};

void *flitlock_config_arena_alloc(struct config_arena *arena, size_t size);  // zeroed; NULL: no memory
char *flitlock_config_arena_text(struct config_arena *arena, const char *text);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
char *
flitlock_config_arena_format(struct config_arena *arena, const char *format, ...);
void flitlock_config_arena_free(struct config_arena *arena);

enum config_node_kind { CONFIG_NODE_SCALAR, CONFIG_NODE_LIST, CONFIG_NODE_MAP };

struct config_node {
  enum config_node_kind kind;
  const char *key;    // in a map
  const char *text;   // scalar
  int plain;          // scalar: written without quotes
  const char *place;  // "pod4.yaml:12", "--set seed=0", "default"
  const char *file;   // file that says it, NULL for --set and defaults: relative paths start there
  struct config_node *child, *last, *next;
};

// `error` is never NULL in this folder's private functions.
struct config_node *flitlock_config_node_new(struct config_arena *arena, enum config_node_kind kind, const char *place,
                                             struct flitlock_error *error);
void flitlock_config_node_add(struct config_node *parent, struct config_node *child);
void flitlock_config_node_remove(struct config_node *parent, struct config_node *child);
struct config_node *flitlock_config_node_get(const struct config_node *map, const char *key);
struct config_node *flitlock_config_node_at(const struct config_node *list, size_t index);
size_t flitlock_config_node_count(const struct config_node *node);
int flitlock_config_node_is_null(const struct config_node *node);  // `key:`, `key: null`, `key: ~`
const char *flitlock_config_node_kind_text(const struct config_node *node);
// The node at a dotted path, entries of lists by number; NULL if there is none.
const struct config_node *flitlock_config_node_find(const struct config_node *root, const char *path);

// Reads a file, or a text (`path` then names it in messages). E_INPUT.
int flitlock_config_tree_read(struct config_arena *arena, const char *path, struct config_node **root,
                              struct flitlock_error *error);
int flitlock_config_tree_parse(struct config_arena *arena, const char *text, const char *place,
                               struct config_node **root, struct flitlock_error *error);
// `over` on top of `under`, in `*under`: maps merge, `routers` and `links` are appended, all else is replaced.
void flitlock_config_tree_merge(struct config_node **under, struct config_node *over);
// Applies "key.path=value".
int flitlock_config_tree_set(struct config_arena *arena, struct config_node *root, const char *set,
                             struct flitlock_error *error);
// The tree as YAML. Caller frees `*text` (terminated).
int flitlock_config_tree_write(const struct config_node *root, char **text, size_t *size, struct flitlock_error *error);

#endif
