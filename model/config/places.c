// SPDX-License-Identifier: Apache-2.0
#include "config/places.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

char *flitlock_config_where(const struct flitlock_config *config, const char *key, char *buffer, size_t size) {
  const char *file = config->path ? config->path : "configuration";
  if (!config->places) {
    (void)snprintf(buffer, size, "%s", file);
    return buffer;
  }
  const struct config_node *node = flitlock_config_node_find(config->places->root, key);
  (void)snprintf(buffer, size, "%s", node ? node->place : "default");
  return buffer;
}

int flitlock_config_fail_at(const struct flitlock_config *config, struct flitlock_error *error, const char *key,
                            const char *format, ...) {
  char text[sizeof error->text];
  char place[CONFIG_PLACE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  (void)flitlock_config_where(config, key, place, sizeof place);
  // A default has no line of its own; the file is what a reader can open.
  if (strcmp(place, "default") == 0)
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: %s (by default): %s",
                         config->path ? config->path : "configuration", key, text);
  return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: %s: %s", place, key, text);
}
