// SPDX-License-Identifier: Apache-2.0
// What a configuration keeps of its tree: where each key was said.
#ifndef FLITLOCK_CONFIG_PLACES_H
#define FLITLOCK_CONFIG_PLACES_H

#include "config/tree.h"
#include "flitlock/config.h"

struct flitlock_config_places {
  struct config_arena arena;
  struct config_node *root;
};

#define CONFIG_PLACE_SIZE 512

// E_CONFIG with the place and path of `key` in front of the message.
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
int flitlock_config_fail_at(const struct flitlock_config *config, struct flitlock_error *error, const char *key,
                   const char *format, ...);

#endif
