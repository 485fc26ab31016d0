// SPDX-License-Identifier: Apache-2.0
#ifndef FLITLOCK_CONFIG_DUMP_H
#define FLITLOCK_CONFIG_DUMP_H

#include "config/tree.h"
#include "flitlock/config.h"

// The whole configuration as a tree, in the order of the keys. Texts are the configuration's own.
int flitlock_config_dump_tree(struct config_arena *arena, const struct flitlock_config *config,
                              struct config_node **root, struct flitlock_error *error);

#endif
