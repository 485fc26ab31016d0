// SPDX-License-Identifier: Apache-2.0
// A configuration as YAML that loads to the same configuration. libcyaml's own writer rounds numbers to six digits and
// writes what a rule does not say, so the schema is walked here and libyaml writes.
#define _XOPEN_SOURCE 700
#include "config/dump.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/check.h"
#include "config/keys.h"
#include "flitlock/config.h"

struct dump {
  struct config_arena *arena;
  struct flitlock_error *error;
};

static int fail_memory(const struct dump *dump) {
  return flitlock_fail(dump->error, FLITLOCK_E_NO_MEMORY, "out of memory for the configuration's text");
}

static uint64_t read_uint(const void *data, uint32_t size) {
  uint8_t u8 = 0;
  uint32_t u32 = 0;
  uint64_t u64 = 0;
  if (size == sizeof u8) return memcpy(&u8, data, size), u8;
  if (size == sizeof u32) return memcpy(&u32, data, size), u32;
  return memcpy(&u64, data, sizeof u64), u64;
}

static int read_int(const void *data) {
  int value = 0;
  memcpy(&value, data, sizeof value);
  return value;
}

// The shortest text that reads back as the same number.
static char *real_text(const struct dump *dump, double value) {
  char text[40];
  for (int digits = 1; digits <= 17; ++digits) {
    (void)snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
  return flitlock_config_arena_text(dump->arena, text);
}

static const char *word_text(const struct config_key *key, int value) {
  for (size_t i = 0; i < key->words_count; ++i)
    if (key->words[i].val == value) return key->words[i].str;
  return NULL;
}

// A path that holds from every folder, when the file is there.
static char *file_text(const struct dump *dump, const char *path) {
  char *absolute = realpath(path, NULL);
  char *text = flitlock_config_arena_text(dump->arena, absolute ? absolute : path);
  free(absolute);
  return text;
}

static int add_scalar(const struct dump *dump, struct config_node *parent, const char *name, const char *text,
                      int plain) {
  if (!text) return fail_memory(dump);
  struct config_node *node = flitlock_config_node_new(dump->arena, CONFIG_NODE_SCALAR, "", dump->error);
  if (!node) return dump->error->status;
  node->key = name;
  node->text = text;
  node->plain = plain;
  flitlock_config_node_add(parent, node);
  return FLITLOCK_OK;
}

static int add_section(const struct dump *dump, const struct config_key *keys, const cyaml_schema_field_t *fields,
                       const char *data, struct config_node *map);

static int add_list(const struct dump *dump, const struct config_key *key, const cyaml_schema_field_t *field,
                    const char *data, uint64_t count, struct config_node *list) {
  const cyaml_schema_value_t *entry = field->value.sequence.entry;
  int status = FLITLOCK_OK;
  for (uint64_t i = 0; status == FLITLOCK_OK && i < count; ++i) {
    const char *item = data + i * (key->kind == CONFIG_TEXTS ? sizeof(char *) : entry->data_size);
    if (key->kind == CONFIG_LIST) {
      struct config_node *map = flitlock_config_node_new(dump->arena, CONFIG_NODE_MAP, "", dump->error);
      if (!map) return dump->error->status;
      flitlock_config_node_add(list, map);
      status = add_section(dump, key->keys, entry->mapping.fields, item, map);
    } else if (key->kind == CONFIG_TEXTS) {
      const char *text = NULL;
      memcpy(&text, item, sizeof text);
      status = add_scalar(dump, list, NULL, text, 1);
    } else {
      status = add_scalar(
          dump, list, NULL,
          flitlock_config_arena_format(dump->arena, "%llu", (unsigned long long)read_uint(item, entry->data_size)), 1);
    }
  }
  return status;
}

static int add_pointer(const struct dump *dump, const struct config_key *key, const cyaml_schema_field_t *field,
                       const char *base, struct config_node *map) {
  char *data = NULL;
  memcpy(&data, base + field->data_offset, sizeof data);
  if (!data) {
    // Nothing is said only where nothing is the default.
    return strcmp(key->preset, CONFIG_NULL) == 0 ? FLITLOCK_OK : add_scalar(dump, map, key->name, CONFIG_NULL, 1);
  }
  if (key->kind == CONFIG_FILE) return add_scalar(dump, map, key->name, file_text(dump, data), 0);
  if (key->kind == CONFIG_TEXT) return add_scalar(dump, map, key->name, data, 0);
  struct config_node *list = flitlock_config_node_new(dump->arena, CONFIG_NODE_LIST, "", dump->error);
  if (!list) return dump->error->status;
  list->key = key->name;
  flitlock_config_node_add(map, list);
  return add_list(dump, key, field, data, read_uint(base + field->count_offset, field->count_size), list);
}

static int add_value(const struct dump *dump, const struct config_key *key, const cyaml_schema_field_t *field,
                     const char *base, struct config_node *map) {
  const char *data = base + field->data_offset;
  const char *text = NULL;
  double real = 0;
  switch (key->kind) {
    case CONFIG_SECTION: {
      struct config_node *section = flitlock_config_node_new(dump->arena, CONFIG_NODE_MAP, "", dump->error);
      if (!section) return dump->error->status;
      section->key = key->name;
      flitlock_config_node_add(map, section);
      return add_section(dump, key->keys, field->value.mapping.fields, data, section);
    }
    case CONFIG_TEXT:
    case CONFIG_FILE:
    case CONFIG_LIST:
    case CONFIG_TEXTS:
    case CONFIG_COUNTS:
      return add_pointer(dump, key, field, base, map);
    case CONFIG_FLAG:
      text = read_int(data) ? "true" : "false";
      break;
    case CONFIG_REAL:
      memcpy(&real, data, sizeof real);
      text = real_text(dump, real);
      break;
    case CONFIG_WORD:
      text = word_text(key, read_int(data));
      if (!text) return FLITLOCK_OK;  // not said
      break;
    case CONFIG_INT:
    case CONFIG_BYTES_INT:
    case CONFIG_TIME_INT:
      if (read_int(data) < 0) return FLITLOCK_OK;  // not said
      text = flitlock_config_arena_format(dump->arena, "%d", read_int(data));
      break;
    default: {
      uint64_t value = read_uint(data, field->value.data_size);
      text = key->kind == CONFIG_TIME_AUTO && value == UINT64_MAX
                 ? "auto"
                 : flitlock_config_arena_format(dump->arena, "%llu", (unsigned long long)value);
      break;
    }
  }
  return add_scalar(dump, map, key->name, text, 1);
}

static int add_section(const struct dump *dump, const struct config_key *keys, const cyaml_schema_field_t *fields,
                       const char *data, struct config_node *map) {
  for (size_t i = 0; keys[i].name; ++i) {
    int status = add_value(dump, &keys[i], &fields[i], data, map);
    if (status != FLITLOCK_OK) return status;
  }
  return FLITLOCK_OK;
}

int flitlock_config_dump_tree(struct config_arena *arena, const struct flitlock_config *config,
                              struct config_node **root, struct flitlock_error *error) {
  struct dump dump = {arena, error};
  *root = flitlock_config_node_new(arena, CONFIG_NODE_MAP, "", error);
  if (!*root) return error->status;
  for (size_t i = 0; flitlock_config_keys[i].name; ++i) {
    if (flitlock_config_is_unused(config, flitlock_config_keys[i].name)) continue;
    int status = add_value(&dump, &flitlock_config_keys[i], &flitlock_config_fields[i], (const char *)config, *root);
    if (status != FLITLOCK_OK) return status;
  }
  return FLITLOCK_OK;
}

int flitlock_config_dump(const struct flitlock_config *config, char **text, size_t *size,
                         struct flitlock_error *error) {
  struct flitlock_error unread;
  if (!error) error = &unread;
  struct config_arena arena = {NULL, 0};
  struct config_node *root = NULL;
  int status = flitlock_config_dump_tree(&arena, config, &root, error);
  if (status == FLITLOCK_OK) status = flitlock_config_tree_write(root, text, size, error);
  flitlock_config_arena_free(&arena);
  return status;
}
