// SPDX-License-Identifier: Apache-2.0
// A sweep's file. Its keys are any keys of a configuration, which no fixed schema can list, so libcyaml is not used:
// the tree of the configuration's reader tells file and line of each.
#define _XOPEN_SOURCE 700  // realpath
#include <stdlib.h>
#include <string.h>

#include "config/keys.h"
#include "sweep/sweep.h"

static const char top_keys[] = "name, base, set, list, grid, seeds, impossible";

int sweep_no_memory(const struct flitlock_sweep *sweep, struct flitlock_error *error) {
  return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory for the sweep", sweep->path);
}

static int fail_kind(const struct config_node *node, const char *key, const char *wanted,
                     struct flitlock_error *error) {
  return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: %s: found %s; allowed: %s", node->place, key,
                       flitlock_config_node_kind_text(node), wanted);
}

const char *sweep_beside(struct flitlock_sweep *sweep, const char *path) {
  const char *slash = strrchr(sweep->path, '/');
  if (path[0] == '/' || slash == NULL) return path;
  return flitlock_config_arena_format(&sweep->arena, "%.*s/%s", (int)(slash - sweep->path), sweep->path, path);
}

int sweep_key_is_file(const char *path) {
  const struct config_key *keys = flitlock_config_keys, *key = NULL;
  while (keys != NULL && *path != '\0') {
    char part[64];
    size_t length = strcspn(path, ".");
    if (length >= sizeof(part)) return 0;
    memcpy(part, path, length);
    part[length] = '\0';
    key = flitlock_config_key_find(keys, part);
    path += length + (path[length] == '.');
    keys = key != NULL && key->kind == CONFIG_SECTION ? key->keys : NULL;
  }
  return key != NULL && *path == '\0' && key->kind == CONFIG_FILE;
}

// --set takes files from where the program runs, and a point's command may run elsewhere: an absolute path is right
// everywhere.
static const char *file_value(struct flitlock_sweep *sweep, const char *value) {
  const char *path = sweep_beside(sweep, value);
  char *real = path != NULL ? realpath(path, NULL) : NULL;
  if (real == NULL) return path;
  const char *kept = flitlock_config_arena_text(&sweep->arena, real);
  free(real);
  return kept;
}

static int read_setting(struct flitlock_sweep *sweep, const char *key, const struct config_node *node,
                        struct flitlock_sweep_setting *setting, struct flitlock_error *error) {
  if (key[0] == '\0' || strchr(key, '=') != NULL || strcmp(key, "base") == 0) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: '%s' is no key that a sweep can set", node->place, key);
  }
  int status = sweep_value_text(&sweep->arena, node, &setting->value, error);
  if (status != FLITLOCK_OK) return status;
  setting->key = key;
  if (node->kind == CONFIG_NODE_SCALAR && sweep_key_is_file(key) && !flitlock_config_node_is_null(node))
    setting->value = file_value(sweep, setting->value);
  return setting->value != NULL ? FLITLOCK_OK : sweep_no_memory(sweep, error);
}

// A section of keys with values: `set`, or an entry of `list`.
int sweep_read_entry(struct flitlock_sweep *sweep, const struct config_node *map, struct sweep_entry *entry,
                     struct flitlock_error *error) {
  entry->setting =
      flitlock_config_arena_alloc(&sweep->arena, flitlock_config_node_count(map) * sizeof(*entry->setting));
  if (entry->setting == NULL) return sweep_no_memory(sweep, error);
  for (const struct config_node *child = map->child; child != NULL; child = child->next) {
    int status = read_setting(sweep, child->key, child, &entry->setting[entry->count++], error);
    if (status != FLITLOCK_OK) return status;
  }
  return FLITLOCK_OK;
}

// ---- Axes

static struct sweep_axis *new_axis(struct flitlock_sweep *sweep, size_t entries) {
  struct sweep_axis *axis = &sweep->axis[sweep->axis_count++];
  axis->entry = flitlock_config_arena_alloc(&sweep->arena, entries * sizeof(*axis->entry));
  axis->count = entries;
  return axis->entry != NULL ? axis : NULL;
}

static int has_key(const struct sweep_entry *entry, const char *key) {
  for (size_t n = 0; n < entry->count; n++)
    if (strcmp(entry->setting[n].key, key) == 0) return 1;
  return 0;
}

// `twice`: whether the key may be there already.
static int note_key(struct flitlock_sweep *sweep, const struct config_node *node, const char *key, int twice,
                    struct flitlock_error *error) {
  if (has_key(&sweep->fixed, key)) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: '%s' is also in 'set', which is for all points", node->place,
                         key);
  }
  for (size_t n = 0; n < sweep->key_count; n++) {
    if (strcmp(sweep->key[n], key) != 0) continue;
    if (twice) return FLITLOCK_OK;
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: '%s' is swept twice; a key has one place in a sweep",
                         node->place, key);
  }
  const char **keys = flitlock_config_arena_alloc(&sweep->arena, (sweep->key_count + 1) * sizeof(*keys));
  if (keys == NULL) return sweep_no_memory(sweep, error);
  if (sweep->key_count > 0) memcpy(keys, sweep->key, sweep->key_count * sizeof(*keys));
  keys[sweep->key_count++] = key;
  sweep->key = keys;
  return FLITLOCK_OK;
}

static int read_list(struct flitlock_sweep *sweep, const struct config_node *list, struct flitlock_error *error) {
  if (list->kind != CONFIG_NODE_LIST || list->child == NULL)
    return fail_kind(list, "list", "a list of entries, as - {workload.op: read, workload.bytes: 256B}", error);
  struct sweep_axis *axis = new_axis(sweep, flitlock_config_node_count(list));
  if (axis == NULL) return sweep_no_memory(sweep, error);
  struct sweep_entry *entry = axis->entry;
  for (const struct config_node *child = list->child; child != NULL; child = child->next, entry++) {
    if (child->kind != CONFIG_NODE_MAP)
      return fail_kind(child, "list", "entries with keys and values, as {workload.op: read}", error);
    int status = sweep_read_entry(sweep, child, entry, error);
    for (const struct config_node *key = child->child; key != NULL && status == FLITLOCK_OK; key = key->next)
      status = note_key(sweep, key, key->key, 1, error);
    if (status != FLITLOCK_OK) return status;
  }
  return FLITLOCK_OK;
}

// "a, b": the keys that take each value together.
static int split_keys(struct flitlock_sweep *sweep, const struct config_node *node, const char ***keys, size_t *count,
                      struct flitlock_error *error) {
  char *text = flitlock_config_arena_text(&sweep->arena, node->key);
  *keys = flitlock_config_arena_alloc(&sweep->arena, (strlen(node->key) / 2 + 1) * sizeof(**keys));
  if (text == NULL || *keys == NULL) return sweep_no_memory(sweep, error);
  *count = 0;
  while (*text != '\0') {
    text += strspn(text, ", ");
    size_t length = strcspn(text, ", ");
    if (length == 0) break;
    char *key = text;
    text += length;
    if (*text != '\0') *text++ = '\0';
    (*keys)[(*count)++] = key;
    int status = note_key(sweep, node, key, 0, error);
    if (status != FLITLOCK_OK) return status;
  }
  if (*count > 0) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: grid: '%s' names no key", node->place, node->key);
}

static int read_grid_axis(struct flitlock_sweep *sweep, const struct config_node *node, struct flitlock_error *error) {
  const char **keys = NULL;
  size_t key_count = 0;
  const struct config_node *values = NULL;
  int status = split_keys(sweep, node, &keys, &key_count, error);
  if (status == FLITLOCK_OK) status = sweep_values(&sweep->arena, node->key, node, &values, error);
  if (status != FLITLOCK_OK) return status;
  struct sweep_axis *axis = new_axis(sweep, flitlock_config_node_count(values));
  if (axis == NULL) return sweep_no_memory(sweep, error);
  struct sweep_entry *entry = axis->entry;
  for (const struct config_node *value = values->child; value != NULL; value = value->next, entry++) {
    entry->setting = flitlock_config_arena_alloc(&sweep->arena, key_count * sizeof(*entry->setting));
    if (entry->setting == NULL) return sweep_no_memory(sweep, error);
    while (entry->count < key_count) {
      status = read_setting(sweep, keys[entry->count], value, &entry->setting[entry->count], error);
      if (status != FLITLOCK_OK) return status;
      entry->count++;
    }
  }
  return FLITLOCK_OK;
}

// `seeds: 3` is 1, 2, 3; a list or a range is as it stands.
static int read_seeds(struct flitlock_sweep *sweep, struct config_node *node, struct flitlock_error *error) {
  struct config_node *range = node;
  if (node->kind == CONFIG_NODE_SCALAR) {
    size_t digits = strspn(node->text, "0123456789");
    if (digits == 0 || digits > 6 || node->text[digits] != '\0' || strtoul(node->text, NULL, 10) == 0) {
      return flitlock_fail(error, FLITLOCK_E_CONFIG,
                           "%s: seeds: found '%s'; allowed: how many (from 1), or a list of seeds", node->place,
                           node->text);
    }
    range = flitlock_config_node_new(&sweep->arena, CONFIG_NODE_MAP, node->place, error);
    if (range == NULL) return error->status;
    static const char *const names[] = {"from", "to", "step"};
    for (int n = 0; n < 3; n++) {
      struct config_node *part = flitlock_config_node_new(&sweep->arena, CONFIG_NODE_SCALAR, node->place, error);
      if (part == NULL) return error->status;
      part->key = names[n];
      part->text = n == 1 ? node->text : "1";
      flitlock_config_node_add(range, part);
    }
  }
  range->key = "seed";
  return read_grid_axis(sweep, range, error);
}

int sweep_read_matrix(struct flitlock_sweep *sweep, const struct config_node *root, struct config_node *seeds,
                      struct flitlock_error *error) {
  const struct config_node *fixed = flitlock_config_node_get(root, "set");
  const struct config_node *list = flitlock_config_node_get(root, "list");
  const struct config_node *grid = flitlock_config_node_get(root, "grid");
  if (fixed != NULL) {
    if (fixed->kind != CONFIG_NODE_MAP) return fail_kind(fixed, "set", "keys with values, as run.cycles: 5000", error);
    int read = sweep_read_entry(sweep, fixed, &sweep->fixed, error);
    if (read != FLITLOCK_OK) return read;
  }
  if (grid != NULL && (grid->kind != CONFIG_NODE_MAP || grid->child == NULL))
    return fail_kind(grid, "grid", "keys with lists of values, as workload.rate: [0.05, 0.1]", error);
  size_t most = 2 + (grid != NULL ? flitlock_config_node_count(grid) : 0);
  sweep->axis = flitlock_config_arena_alloc(&sweep->arena, most * sizeof(*sweep->axis));
  if (sweep->axis == NULL) return sweep_no_memory(sweep, error);
  int status = list != NULL ? read_list(sweep, list, error) : FLITLOCK_OK;
  for (const struct config_node *axis = grid != NULL ? grid->child : NULL; axis != NULL && status == FLITLOCK_OK;
       axis = axis->next)
    status = read_grid_axis(sweep, axis, error);
  if (status == FLITLOCK_OK && seeds != NULL) status = read_seeds(sweep, seeds, error);
  return status;
}

// ---- The rest

static int read_word(struct flitlock_sweep *sweep, const struct config_node *root, const char *key, const char **text,
                     struct flitlock_error *error) {
  const struct config_node *node = flitlock_config_node_get(root, key);
  if (node == NULL) return FLITLOCK_OK;
  if (node->kind != CONFIG_NODE_SCALAR || node->text[0] == '\0') return fail_kind(node, key, "a single value", error);
  *text = flitlock_config_arena_text(&sweep->arena, node->text);
  return *text != NULL ? FLITLOCK_OK : sweep_no_memory(sweep, error);
}

static int check_keys(const struct config_node *root, struct flitlock_error *error) {
  for (const struct config_node *node = root->child; node != NULL; node = node->next) {
    const char *at = strstr(top_keys, node->key);
    size_t length = strlen(node->key);
    if (length > 0 && at != NULL && (at == top_keys || at[-1] == ' ') && (at[length] == ',' || at[length] == '\0'))
      continue;
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: %s: unknown key; the keys of a sweep are: %s (keys of the configuration go below 'set', "
                         "'grid' or 'list')",
                         node->place, node->key, top_keys);
  }
  return FLITLOCK_OK;
}

static const char *stem(struct flitlock_sweep *sweep) {
  const char *slash = strrchr(sweep->path, '/');
  const char *name = slash != NULL ? slash + 1 : sweep->path;
  const char *dot = strrchr(name, '.');
  return flitlock_config_arena_format(&sweep->arena, "%.*s",
                                      (int)(dot != NULL && dot != name ? (size_t)(dot - name) : strlen(name)), name);
}

static int read_policy(struct flitlock_sweep *sweep, const struct config_node *root, struct flitlock_error *error) {
  const char *policy = "refuse";
  int status = read_word(sweep, root, "impossible", &policy, error);
  if (status != FLITLOCK_OK) return status;
  sweep->record_impossible = strcmp(policy, "record") == 0;
  if (sweep->record_impossible || strcmp(policy, "refuse") == 0) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: impossible: found '%s'; allowed: refuse, record",
                       flitlock_config_node_get(root, "impossible")->place, policy);
}

int sweep_read(struct flitlock_sweep *sweep, struct flitlock_error *error) {
  struct config_node *root = NULL;
  int status = flitlock_config_tree_read(&sweep->arena, sweep->path, &root, error);
  if (status == FLITLOCK_OK) status = check_keys(root, error);
  if (status != FLITLOCK_OK) return status;
  sweep->name = stem(sweep);
  const char *base = NULL;
  status = read_word(sweep, root, "name", &sweep->name, error);
  if (status == FLITLOCK_OK) status = read_word(sweep, root, "base", &base, error);
  if (status == FLITLOCK_OK && base == NULL) {
    status = flitlock_fail(error, FLITLOCK_E_CONFIG,
                           "%s: there is no 'base', the configuration that the sweep changes; write base: FILE.yaml",
                           sweep->path);
  }
  if (status != FLITLOCK_OK) return status;
  sweep->base_path = sweep_beside(sweep, base);
  if (sweep->name == NULL || sweep->base_path == NULL) return sweep_no_memory(sweep, error);
  status = read_policy(sweep, root, error);
  return status == FLITLOCK_OK ? sweep_read_matrix(sweep, root, flitlock_config_node_get(root, "seeds"), error)
                               : status;
}
