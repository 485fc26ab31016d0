// SPDX-License-Identifier: Apache-2.0
// From a file to a configuration: tree, base, sets, checks, libcyaml, checks of values against each other.
#include <stdlib.h>
#include <string.h>

#include "config/check.h"
#include "config/keys.h"
#include "config/places.h"
#include "config/tree.h"

#define MAX_BASES 8

static const cyaml_config_t cyaml_settings = {
    .log_fn = NULL, .mem_fn = cyaml_mem, .log_level = CYAML_LOG_ERROR, .flags = CYAML_CFG_NO_ALIAS};

// Reads `path`, or `text` where there is one, and everything it is based on.
static int read_with_base(struct config_arena *arena, const char *path, const char *text, unsigned bases,
                          struct config_node **root, struct flitlock_error *error) {
  int status = text ? flitlock_config_tree_parse(arena, text, path, root, error)
                    : flitlock_config_tree_read(arena, path, root, error);
  if (status != FLITLOCK_OK) return status;
  struct config_node *base = flitlock_config_node_get(*root, "base");
  if (!base) return FLITLOCK_OK;
  if (base->kind != CONFIG_NODE_SCALAR || base->text[0] == '\0')
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: base: found %s; allowed: the path of a configuration",
                         base->place, flitlock_config_node_kind_text(base));
  if (bases == MAX_BASES)
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: base: '%s' is the %dth base in a row; do two files name each other?", base->place,
                         base->text, MAX_BASES + 1);
  flitlock_config_node_remove(*root, base);
  const char *slash = strrchr(path, '/');
  const char *base_path = base->text[0] == '/' || !slash
                              ? base->text
                              : flitlock_config_arena_format(arena, "%.*s/%s", (int)(slash - path), path, base->text);
  if (!base_path) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", path);
  struct config_node *under = NULL;
  status = read_with_base(arena, base_path, NULL, bases + 1, &under, error);
  if (status == FLITLOCK_E_INPUT && !under) {
    struct flitlock_error inner = *error;
    return flitlock_fail(error, status, "%s: base: %.1500s", base->place, inner.text);
  }
  if (status != FLITLOCK_OK) return status;
  flitlock_config_tree_merge(&under, *root);
  *root = under;
  return FLITLOCK_OK;
}

static char *copy_text(const char *text, size_t size) {
  // libcyaml frees the configuration's texts, so they are made with its allocator.
  char *copy = cyaml_mem(NULL, NULL, size + 1);
  if (!copy) return NULL;
  memcpy(copy, text, size);
  copy[size] = '\0';
  return copy;
}

// "pod4.yaml" is called "pod4" unless it says otherwise.
static char *stem(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  const char *dot = strrchr(name, '.');
  return copy_text(name, dot && dot != name ? (size_t)(dot - name) : strlen(name));
}

static int load_tree(const char *path, struct flitlock_config_places *places, struct flitlock_config **config,
                     struct flitlock_error *error) {
  char *text = NULL;
  size_t size = 0;
  int status = flitlock_config_tree_write(places->root, &text, &size, error);
  if (status != FLITLOCK_OK) return status;
  cyaml_data_t *data = NULL;
  cyaml_err_t failure =
      cyaml_load_data((const uint8_t *)text, size, &cyaml_settings, &flitlock_config_schema, &data, NULL);
  free(text);
  if (failure == CYAML_ERR_OOM) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", path);
  if (failure != CYAML_OK)
    return flitlock_fail(error, FLITLOCK_E_INTERNAL, "%s: libcyaml refuses what the checks let pass: %s", path,
                         cyaml_strerror(failure));
  struct flitlock_config *loaded = (struct flitlock_config *)data;
  loaded->path = copy_text(path, strlen(path));
  if (!loaded->name) loaded->name = stem(path);
  if (!loaded->path || !loaded->name) {
    flitlock_config_free(loaded);
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", path);
  }
  *config = loaded;
  return FLITLOCK_OK;
}

static int load(const char *path, const char *text, const char *const *sets, size_t set_count,
                struct flitlock_config_places *places, struct flitlock_config **config, struct flitlock_error *error) {
  int status = read_with_base(&places->arena, path, text, 0, &places->root, error);
  for (size_t i = 0; status == FLITLOCK_OK && i < set_count; ++i)
    status = flitlock_config_tree_set(&places->arena, places->root, sets[i], error);
  if (status == FLITLOCK_OK) status = flitlock_config_check_tree(&places->arena, places->root, error);
  if (status == FLITLOCK_OK) status = load_tree(path, places, config, error);
  return status;
}

int flitlock_config_load(const char *path, const char *const *sets, size_t set_count, struct flitlock_config **config,
                         struct flitlock_error *error) {
  return flitlock_config_load_text(NULL, path, sets, set_count, config, error);
}

int flitlock_config_load_text(const char *text, const char *path, const char *const *sets, size_t set_count,
                              struct flitlock_config **config, struct flitlock_error *error) {
  struct flitlock_error unread;
  if (!error) error = &unread;
  *config = NULL;
  if (!path || !*path)
    return flitlock_fail(error, FLITLOCK_E_INPUT, "no configuration is named; give the path of a YAML file");
  struct flitlock_config_places *places = calloc(1, sizeof *places);
  if (!places) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", path);
  struct flitlock_config *loaded = NULL;
  int status = load(path, text, sets, set_count, places, &loaded, error);
  if (status != FLITLOCK_OK || !loaded) {
    flitlock_config_arena_free(&places->arena);
    free(places);
    return status;
  }
  loaded->places = places;
  if (loaded->pod.kind == FLITLOCK_POD_SCALE_UP) {
    status = flitlock_config_check_scale_up(loaded, error);
  } else {
    status = flitlock_config_check_values(loaded, error);
    if (status == FLITLOCK_OK) status = flitlock_config_check_routing(loaded, error);
  }
  if (status != FLITLOCK_OK) {
    flitlock_config_free(loaded);
    return status;
  }
  *config = loaded;
  return FLITLOCK_OK;
}

void flitlock_config_free(struct flitlock_config *config) {
  if (!config) return;
  if (config->places) flitlock_config_arena_free(&config->places->arena);
  free(config->places);
  (void)cyaml_mem(NULL, config->path, 0);
  (void)cyaml_free(&cyaml_settings, &flitlock_config_schema, config, 0);
}
