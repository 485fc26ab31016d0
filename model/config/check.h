// SPDX-License-Identifier: Apache-2.0
// Checks in the order they are made: a tree against the keys, then the loaded values against each other.
#ifndef FLITLOCK_CONFIG_CHECK_H
#define FLITLOCK_CONFIG_CHECK_H

#include "config/keys.h"
#include "config/tree.h"
#include "flitlock/config.h"

// Unknown keys, missing keys, types, words, units, ranges. Rewrites every value as libcyaml reads it (numbers without
// units), and adds what was not said with the place "default". E_CONFIG.
int flitlock_config_check_tree(struct config_arena *arena, struct config_node *root, struct flitlock_error *error);

// Values that are possible alone but not together. E_CONFIG.
int flitlock_config_check_values(const struct flitlock_config *config, struct flitlock_error *error);
// The same of a scale-up pod (pod.kind), which has rules of its own.
int flitlock_config_check_scale_up(const struct flitlock_config *config, struct flitlock_error *error);
// Section l2, and the addresses of synthetic requests.
int flitlock_config_check_l2(const struct flitlock_config *config, struct flitlock_error *error);
// Section link_tlb of a pod of meshes.
int flitlock_config_check_mesh_tlb(const struct flitlock_config *config, struct flitlock_error *error);
// Section link_tlb of any pod.
int flitlock_config_check_link_tlb(const struct flitlock_config *config, struct flitlock_error *error);
// 1: a pod of this kind does not look at the section.
int flitlock_config_is_unused(const struct flitlock_config *config, const char *section);
int flitlock_config_check_routing(const struct flitlock_config *config, struct flitlock_error *error);

// The path of the key that was meant by the unknown `name` in the section `path`, whose keys are `keys`: the same name
// in another section, else the most similar one here. 0 when none is near.
int flitlock_config_suggest(const struct config_key *keys, const char *path, const char *name, char *buffer,
                            size_t size);

#endif
