// SPDX-License-Identifier: Apache-2.0
// A sweep in memory. Axes vary like the digits of a number: the last one fastest.
#ifndef FLITLOCK_SWEEP_SWEEP_H
#define FLITLOCK_SWEEP_SWEEP_H

#include "config/tree.h"
#include "flitlock/sweep.h"

// Settings that come together.
struct sweep_entry {
  struct flitlock_sweep_setting *setting;
  size_t count;
};

struct sweep_axis {
  struct sweep_entry *entry;  // one of them for each point
  size_t count;
};

struct flitlock_sweep {
  struct config_arena arena;  // of everything below
  const char *path, *name;
  const char *base_path;     // as the base is opened
  struct sweep_entry fixed;  // for all points
  struct sweep_axis *axis;
  size_t axis_count;
  const char **key;  // that axes set, each once
  size_t key_count;
  int record_impossible;  // 1: a point without a configuration is recorded, 0: refused

  // From here on by load.c.
  uint64_t count;
  uint64_t *config_hash;  // [count]
  const char **why;       // [count] why a point is impossible; NULL: it is not
  char *base_yaml, *description;
  uint64_t hash;
};

#define SWEEP_MAX_POINTS UINT64_C(1000000)

int sweep_no_memory(const struct flitlock_sweep *sweep, struct flitlock_error *error);

// The file as axes (read.c).
int sweep_read(struct flitlock_sweep *sweep, struct flitlock_error *error);
// Its parts, for files that have such sections, too (read.c): `set`, `list` and `grid` below `root`, and `seeds` where
// it is not NULL; a section of keys with values; a path relative to the sweep's file.
int sweep_read_matrix(struct flitlock_sweep *sweep, const struct config_node *root, struct config_node *seeds,
                      struct flitlock_error *error);
int sweep_read_entry(struct flitlock_sweep *sweep, const struct config_node *map, struct sweep_entry *entry,
                     struct flitlock_error *error);
const char *sweep_beside(struct flitlock_sweep *sweep, const char *path);
// A value of the YAML as --set takes it: a scalar as it is, a list or section in YAML's short form (values.c).
int sweep_value_text(struct config_arena *arena, const struct config_node *node, const char **text,
                     struct flitlock_error *error);
// The values of an axis: a list, or {from, to, step} or {from, to, times} (values.c). The nodes are in the arena.
int sweep_values(struct config_arena *arena, const char *key, const struct config_node *node,
                 const struct config_node **list, struct flitlock_error *error);
// Settings "key=value" of all that is fixed and of a point, in order, NULL at the end; caller frees the list and what
// is in it by sweep_sets_free (points.c). `number` UINT64_MAX: without a point.
char **sweep_sets_make(const struct flitlock_sweep *sweep, uint64_t number, size_t *count);
void sweep_sets_free(char **sets);
// Whether a key of the configuration names a file (read.c).
int sweep_key_is_file(const char *key);
int sweep_describe(struct flitlock_sweep *sweep, const struct flitlock_config *base, struct flitlock_error *error);
// The first lines in which two descriptions differ, with their signs (difference.c). Returns `buffer`.
char *sweep_difference(const char *before, const char *now, char *buffer, size_t size);

#endif
