// SPDX-License-Identifier: Apache-2.0
// The result: a configuration with what is no default, its trace, and the command.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/dump.h"
#include "minimise/shrink.h"
#include "results/output.h"

static int same(const struct config_node *a, const struct config_node *b) {
  if (a->kind != b->kind) return 0;
  if (a->kind == CONFIG_NODE_SCALAR) return strcmp(a->text, b->text) == 0;
  const struct config_node *x = a->child, *y = b->child;
  for (; x != NULL && y != NULL; x = x->next, y = y->next)
    if (!same(x, y) || (a->kind == CONFIG_NODE_MAP && strcmp(x->key, y->key) != 0)) return 0;
  return x == y;
}

// Takes out of a section what the defaults say, too.
static void prune(struct config_node *map, const struct config_node *defaults) {
  for (struct config_node *child = map->child, *next = NULL; child != NULL; child = next) {
    next = child->next;
    const struct config_node *preset = flitlock_config_node_get(defaults, child->key);
    if (preset == NULL) continue;
    if (child->kind == CONFIG_NODE_MAP && preset->kind == CONFIG_NODE_MAP) prune(child, preset);
    if (same(child, preset) || (child->kind == CONFIG_NODE_MAP && child->child == NULL))
      flitlock_config_node_remove(map, child);
  }
}

static void set_text(struct config_node *map, const char *section, const char *key, const char *text) {
  struct config_node *inner = section != NULL ? flitlock_config_node_get(map, section) : map;
  struct config_node *node = inner != NULL ? flitlock_config_node_get(inner, key) : NULL;
  if (node != NULL) node->text = text;
}

// The configuration with what is no default, and `trace` as the name of its trace. Caller frees.
static int pruned_text(const struct flitlock_config *config, const char *trace, char **text,
                       struct flitlock_error *error) {
  struct config_arena arena = {NULL, 0};
  struct config_node *root = NULL, *preset = NULL;
  struct flitlock_config *defaults = NULL;
  size_t size = 0;
  int status = flitlock_config_load_text("{}\n", "defaults", NULL, 0, &defaults, error);
  if (status == FLITLOCK_OK) status = flitlock_config_dump_tree(&arena, defaults, &preset, error);
  if (status == FLITLOCK_OK) status = flitlock_config_dump_tree(&arena, config, &root, error);
  if (status == FLITLOCK_OK) {
    prune(root, preset);
    set_text(root, NULL, "name", "minimal");
    set_text(root, "workload", "trace", trace);
    status = flitlock_config_tree_write(root, text, &size, error);
  }
  flitlock_config_free(defaults);
  flitlock_config_arena_free(&arena);
  return status;
}

static int write_text(const char *folder, const char *name, const char *head, const char *text,
                      struct flitlock_error *error) {
  char path[4096];
  struct flitlock_output output;
  const int length = snprintf(path, sizeof(path), "%s/%s", folder, name);
  if (length < 0 || (size_t)length >= sizeof(path))
    return flitlock_fail(error, FLITLOCK_E_OUTPUT, "%.1000s: the path is too long", folder);
  int status = flitlock_output_open(&output, path, error);
  if (status != FLITLOCK_OK) return status;
  fprintf(output.file, "%s%s", head, text);
  return flitlock_output_commit(&output, error);
}

int minimise_write_case(struct shrink *shrink, struct flitlock_minimised *minimised) {
  struct flitlock_config *config = shrink_config(shrink);
  if (config == NULL) return shrink->status;
  const char *folder = shrink->options->folder;
  char *text = NULL, head[8192], path[4096];
  struct flitlock_error *error = shrink->error;
  // The last attempt may have left another one.
  int status = flitlock_stimulus_write(&shrink->stimulus, config, shrink->trace, error);
  if (status == FLITLOCK_OK) status = pruned_text(config, shrink->trace, &minimised->config, error);
  if (status == FLITLOCK_OK) status = pruned_text(config, "trace.csv", &text, error);
  if (status == FLITLOCK_OK) {
    struct flitlock_case written = shrink->run;
    written.config = text;
    if (!flitlock_case_command(&written, "case.yaml", minimised->command, sizeof(minimised->command)))
      minimised->command[0] = '\0';
    snprintf(head, sizeof(head), "# %s: %zu packets, made from %llu. In this folder:\n#   %s\n", shrink->kind,
             shrink->stimulus.count, (unsigned long long)minimised->minimal.packets_before, minimised->command);
    status = write_text(folder, "case.yaml", head, text, error);
  }
  if (status == FLITLOCK_OK) {
    snprintf(path, sizeof(path), "%s/case_test.cpp", folder);
    shrink->run.config = text;
    status = minimise_write_test(shrink, path, error);
    shrink->run.config = shrink->text;
  }
  free(text);
  flitlock_config_free(config);
  return status;
}
