// SPDX-License-Identifier: Apache-2.0
// The hash of a configuration is that of its dump without what cannot influence a result: the name, the checks, which
// implementations are used, and
// where the input files lie. The contents of these files count.
#include <stdio.h>
#include <stdlib.h>
#include <xxhash.h>

#include "config/dump.h"

static uint64_t hash_file(const char *path, uint64_t seed) {
  if (!path) return seed;
  FILE *file = fopen(path, "rb");
  if (!file) return seed;
  unsigned char block[4096];
  size_t size = 0;
  while ((size = fread(block, 1, sizeof block, file)) > 0)
    seed = XXH64(block, size, seed);
  (void)fclose(file);
  return seed;
}

static void drop(struct config_node *map, const char *key) {
  struct config_node *node = map ? flitlock_config_node_get(map, key) : NULL;
  if (node) flitlock_config_node_remove(map, node);
}

// What a pod of meshes does not look at.
static void drop_scale_up(struct config_node *root, const struct flitlock_config *config) {
  drop(root, "scale_up");
  drop(root, "collective");
  drop(flitlock_config_node_get(root, "pod"), "kind");
  if (config->link_tlb.mode == FLITLOCK_LINK_TLB_OFF) drop(root, "link_tlb");
  if (config->l2.mode == FLITLOCK_L2_OFF) drop(root, "l2");
  if (config->workload.region > 0) return;
  drop(flitlock_config_node_get(root, "workload"), "region");
  drop(flitlock_config_node_get(root, "workload"), "align");
}

// What a scale-up pod does not look at.
static void drop_mesh(struct config_node *root) {
  drop(flitlock_config_node_get(root, "link_tlb"), "memory");
  drop(flitlock_config_node_get(root, "link_tlb"), "l1_store");
}

uint64_t flitlock_config_hash(const struct flitlock_config *config) {
  struct flitlock_error error = {0, ""};
  struct config_arena arena = {NULL, 0};
  struct config_node *root = NULL;
  char *text = NULL;
  size_t size = 0;
  uint64_t hash = 0;
  if (flitlock_config_dump_tree(&arena, config, &root, &error) == FLITLOCK_OK) {
    drop(root, "name");
    drop(root, "check");
    drop(root, "impl");
    drop(flitlock_config_node_get(root, "collective"), "msccl");
    if (config->pod.kind == FLITLOCK_POD_MESH)
      drop_scale_up(root, config);
    else
      drop_mesh(root);
    // The readings of the specification are what every hash was made with.
    if (!flitlock_config_is_study(config)) drop(root, "study");
    drop(flitlock_config_node_get(root, "workload"), "trace");
    drop(flitlock_config_node_get(root, "workload"), "msccl");
    if (flitlock_config_tree_write(root, &text, &size, &error) == FLITLOCK_OK) hash = XXH64(text, size, 0);
    free(text);
  }
  flitlock_config_arena_free(&arena);
  if (config->workload.kind == FLITLOCK_WORKLOAD_TRACE) hash = hash_file(config->workload.trace, hash);
  if (config->workload.kind == FLITLOCK_WORKLOAD_MSCCL) hash = hash_file(config->workload.msccl, hash);
  if (config->pod.kind == FLITLOCK_POD_SCALE_UP && config->collective.kind == FLITLOCK_COLLECTIVE_MSCCL)
    hash = hash_file(config->collective.msccl, hash);
  return hash;
}
