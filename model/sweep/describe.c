// SPDX-License-Identifier: Apache-2.0
// What decides on the results of a sweep, a line for each thing, so that a difference can be shown.
#define _POSIX_C_SOURCE 200809L  // open_memstream
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "config/dump.h"
#include "flitlock/results.h"
#include "flitlock/version.h"
#include "sweep/sweep.h"

// What cannot influence a result, or what is told by the hash of the configurations: files by their contents.
static int left_out(const char *path) {
  return strcmp(path, "workload.trace") == 0 || strcmp(path, "workload.msccl") == 0 ||
         strcmp(path, "check.invariants") == 0;
}

static void put_node(FILE *file, const struct config_node *node, const char *path) {
  if (left_out(path)) return;
  if (node->kind == CONFIG_NODE_SCALAR) {
    fprintf(file, "base %s = %s\n", path, node->text);
    return;
  }
  size_t number = 0;
  for (const struct config_node *child = node->child; child != NULL; child = child->next, number++) {
    char below[256], name[24];
    if (node->kind == CONFIG_NODE_LIST) snprintf(name, sizeof(name), "%zu", number);
    snprintf(below, sizeof(below), "%s%s%s", path, path[0] != '\0' ? "." : "",
             node->kind == CONFIG_NODE_LIST ? name : child->key);
    put_node(file, child, below);
  }
}

static void put_axes(FILE *file, const struct flitlock_sweep *sweep) {
  for (size_t a = 0; a < sweep->axis_count; a++) {
    for (size_t n = 0; n < sweep->axis[a].count; n++) {
      const struct sweep_entry *entry = &sweep->axis[a].entry[n];
      fprintf(file, "axis %zu value %zu:", a, n);
      for (size_t s = 0; s < entry->count; s++) {
        const char *slash = sweep_key_is_file(entry->setting[s].key) ? strrchr(entry->setting[s].value, '/') : NULL;
        fprintf(file, " %s=%s", entry->setting[s].key, slash != NULL ? slash + 1 : entry->setting[s].value);
      }
      fputc('\n', file);
    }
  }
}

static int put_all(FILE *file, const struct flitlock_sweep *sweep, const struct flitlock_config *base,
                   struct flitlock_error *error) {
  struct config_arena arena = {NULL, 0};
  struct config_node *root = NULL;
  fprintf(file, "flitlock %s, results of format %d\n", flitlock_version_string(), FLITLOCK_RESULTS_FORMAT);
  int status = flitlock_config_dump_tree(&arena, base, &root, error);
  if (status == FLITLOCK_OK) {
    put_node(file, root, "");
    put_axes(file, sweep);
    fprintf(file, "points %" PRIu64 ", hash of their configurations 0x%016" PRIx64 "\n", sweep->count,
            (uint64_t)XXH64(sweep->config_hash, sweep->count * sizeof(*sweep->config_hash), 0));
  }
  flitlock_config_arena_free(&arena);
  return status;
}

int sweep_describe(struct flitlock_sweep *sweep, const struct flitlock_config *base, struct flitlock_error *error) {
  char *text = NULL;
  size_t size = 0;
  FILE *file = open_memstream(&text, &size);
  if (file == NULL) return sweep_no_memory(sweep, error);
  int status = put_all(file, sweep, base, error);
  if (fclose(file) != 0 && status == FLITLOCK_OK) status = sweep_no_memory(sweep, error);
  if (status == FLITLOCK_OK) {
    sweep->description = flitlock_config_arena_text(&sweep->arena, text);
    sweep->hash = XXH64(text, size, 0);
    if (sweep->description == NULL) status = sweep_no_memory(sweep, error);
  }
  free(text);
  return status;
}
