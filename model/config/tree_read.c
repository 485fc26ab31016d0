// SPDX-License-Identifier: Apache-2.0
// YAML text to a tree, by libyaml's documents.
#include <errno.h>
#include <string.h>
#include <yaml.h>

#include "config/tree.h"
#include "core/input.h"

#define MAX_NESTING 32

struct reader {
  struct config_arena *arena;
  yaml_document_t *document;
  const char *file;   // NULL: not from a file
  const char *place;  // for all nodes, when not from a file
  struct flitlock_error *error;
};

static const char *place_of(const struct reader *reader, const yaml_node_t *node) {
  if (!reader->file) return reader->place;
  const char *place = flitlock_config_arena_format(reader->arena, "%s:%zu", reader->file, node->start_mark.line + 1);
  return place ? place : reader->file;
}

static struct config_node *read_node(const struct reader *reader, int index, const char *place, unsigned nesting);

static int read_pairs(const struct reader *reader, const yaml_node_t *from, struct config_node *map, unsigned nesting) {
  for (yaml_node_pair_t *pair = from->data.mapping.pairs.start; pair < from->data.mapping.pairs.top; ++pair) {
    yaml_node_t *key = yaml_document_get_node(reader->document, pair->key);
    const char *place = place_of(reader, key);
    if (key->type != YAML_SCALAR_NODE)
      return flitlock_fail(reader->error, FLITLOCK_E_INPUT, "%s: a key is a list or a section; write a plain word",
                           place);
    const char *name = (const char *)key->data.scalar.value;
    const struct config_node *twin = flitlock_config_node_get(map, name);
    if (twin)
      return flitlock_fail(reader->error, FLITLOCK_E_CONFIG,
                           "%s: key '%s' is given twice, the first time at %s; remove one of the two", place, name,
                           twin->place);
    // A section is placed where its key stands, not where its first value does.
    struct config_node *child = read_node(reader, pair->value, place, nesting);
    if (!child) return reader->error->status;
    child->key = flitlock_config_arena_text(reader->arena, name);
    if (!child->key) return flitlock_fail(reader->error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", place);
    flitlock_config_node_add(map, child);
  }
  return FLITLOCK_OK;
}

static struct config_node *read_node(const struct reader *reader, int index, const char *place, unsigned nesting) {
  const yaml_node_t *from = yaml_document_get_node(reader->document, index);
  if (!place) place = place_of(reader, from);
  if (nesting > MAX_NESTING) {
    (void)flitlock_fail(reader->error, FLITLOCK_E_INPUT, "%s: nested more than %d deep", place, MAX_NESTING);
    return NULL;
  }
  enum config_node_kind kind = from->type == YAML_SCALAR_NODE     ? CONFIG_NODE_SCALAR
                               : from->type == YAML_SEQUENCE_NODE ? CONFIG_NODE_LIST
                                                                  : CONFIG_NODE_MAP;
  struct config_node *node = flitlock_config_node_new(reader->arena, kind, place, reader->error);
  if (!node) return NULL;
  node->file = reader->file;
  if (kind == CONFIG_NODE_SCALAR) {
    node->text = flitlock_config_arena_text(reader->arena, (const char *)from->data.scalar.value);
    node->plain = from->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    if (!node->text) {
      (void)flitlock_fail(reader->error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", place);
      return NULL;
    }
  } else if (kind == CONFIG_NODE_LIST) {
    for (yaml_node_item_t *item = from->data.sequence.items.start; item < from->data.sequence.items.top; ++item) {
      struct config_node *child = read_node(reader, *item, NULL, nesting + 1);
      if (!child) return NULL;
      flitlock_config_node_add(node, child);
    }
  } else if (read_pairs(reader, from, node, nesting + 1) != FLITLOCK_OK) {
    return NULL;
  }
  return node;
}

static int fail_syntax(const yaml_parser_t *parser, const char *file, const char *place, struct flitlock_error *error) {
  const char *problem = parser->problem ? parser->problem : "cannot be read";
  if (!file) return flitlock_fail(error, FLITLOCK_E_INPUT, "%s: the value is not YAML: %s", place, problem);
  return flitlock_fail(error, FLITLOCK_E_INPUT, "%s:%zu: not YAML (column %zu): %s%s%s; correct the line", file,
                       parser->problem_mark.line + 1, parser->problem_mark.column + 1, problem,
                       parser->context ? " " : "", parser->context ? parser->context : "");
}

// One document from a parser that has its input.
static int read_document(struct config_arena *arena, yaml_parser_t *parser, const char *file, const char *place,
                         struct config_node **root, struct flitlock_error *error) {
  yaml_document_t document;
  if (!yaml_parser_load(parser, &document)) return fail_syntax(parser, file, place, error);
  int status = FLITLOCK_OK;
  if (!yaml_document_get_root_node(&document)) {
    status = flitlock_fail(error, FLITLOCK_E_INPUT, "%s: there is nothing in it; a configuration has at least one key",
                           file ? file : place);
  } else {
    struct reader reader = {arena, &document, file, place, error};

    *root = read_node(&reader, 1, file ? NULL : place, 0);
    if (!*root) status = error->status != FLITLOCK_OK ? error->status : FLITLOCK_E_INTERNAL;
  }
  yaml_document_delete(&document);
  if (status != FLITLOCK_OK) return status;

  if (!yaml_parser_load(parser, &document)) return fail_syntax(parser, file, place, error);
  const yaml_node_t *second = yaml_document_get_root_node(&document);
  if (second)
    status = flitlock_fail(error, FLITLOCK_E_INPUT, "%s:%zu: a second document begins; one file is one configuration",
                           file ? file : place, second->start_mark.line + 1);
  yaml_document_delete(&document);
  return status;
}

int flitlock_config_tree_read(struct config_arena *arena, const char *path, struct config_node **root,
                              struct flitlock_error *error) {
  const char *name = flitlock_config_arena_text(arena, path);
  if (!name) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", path);
  FILE *file = flitlock_input_open(path);
  if (!file)
    return flitlock_fail(error, FLITLOCK_E_INPUT, "%s: cannot be opened: %s; give the path of a YAML file", path,
                         strerror(errno));
  yaml_parser_t parser;
  int status;
  if (!yaml_parser_initialize(&parser)) {
    status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", path);
  } else {
    yaml_parser_set_input_file(&parser, file);
    status = read_document(arena, &parser, name, name, root, error);
    yaml_parser_delete(&parser);
    // A failed read_node() has set the status. NOLINTNEXTLINE(clang-analyzer-core.NullDereference)
    if (status == FLITLOCK_OK && (*root)->kind != CONFIG_NODE_MAP)
      status = flitlock_fail(error, FLITLOCK_E_INPUT, "%s: found %s; a configuration is keys with values, as 'seed: 1'",
                             (*root)->place, flitlock_config_node_kind_text(*root));
  }
  (void)fclose(file);
  return status;
}

int flitlock_config_tree_parse(struct config_arena *arena, const char *text, const char *place,
                               struct config_node **root, struct flitlock_error *error) {
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser)) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", place);
  yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
  int status = read_document(arena, &parser, NULL, place, root, error);
  yaml_parser_delete(&parser);
  return status;
}
