// SPDX-License-Identifier: Apache-2.0
// Values of a sweep as the texts that --set takes.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "config/units.h"
#include "sweep/sweep.h"

#define RANGE_MAX 100000

#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+"

// ---- The short form

// A text within brackets: in quotes unless it cannot be misread.
static const char *scalar_text(struct config_arena *arena, const struct config_node *node) {
  size_t length = strlen(node->text);
  if (node->plain && length > 0 && strspn(node->text, PLAIN) == length) return node->text;
  char *quoted = flitlock_config_arena_alloc(arena, 2 * length + 3);
  if (quoted == NULL) return NULL;
  char *end = quoted;
  *end++ = '"';
  for (const char *c = node->text; *c != '\0'; c++) {
    if (*c == '"' || *c == '\\') *end++ = '\\';
    *end++ = *c;
  }
  *end++ = '"';
  return quoted;
}

static const char *short_form(struct config_arena *arena, const struct config_node *node) {
  if (node->kind == CONFIG_NODE_SCALAR) return scalar_text(arena, node);
  int map = node->kind == CONFIG_NODE_MAP;
  const char *text = map ? "{" : "[";
  for (const struct config_node *child = node->child; child != NULL; child = child->next) {
    const char *value = short_form(arena, child);
    if (value == NULL) return NULL;
    text = flitlock_config_arena_format(arena, "%s%s%s%s%s", text, child == node->child ? "" : ", ",
                                        map ? child->key : "", map ? ": " : "", value);
    if (text == NULL) return NULL;
  }
  return flitlock_config_arena_format(arena, "%s%s", text, map ? "}" : "]");
}

int sweep_value_text(struct config_arena *arena, const struct config_node *node, const char **text,
                     struct flitlock_error *error) {
  if (node->kind == CONFIG_NODE_SCALAR) {
    // --set would read it as the short form.
    if (node->text[0] == '[' || node->text[0] == '{') {
      return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: a sweep cannot set a text that begins with '%c': '%s'",
                           node->place, node->text[0], node->text);
    }
    if (strchr(node->text, '\n') != NULL) {
      return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: a sweep cannot set a text of several lines", node->place);
    }
    *text = node->text;
    return FLITLOCK_OK;
  }
  *text = short_form(arena, node);
  return *text != NULL ? FLITLOCK_OK : flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", node->place);
}

// ---- Ranges

struct range {
  double from, to, step;
  int times;  // 1: `step` is a factor
};

static int range_number(const struct config_node *map, const char *name, double *value, struct flitlock_error *error) {
  const struct config_node *node = flitlock_config_node_get(map, name);
  if (node == NULL) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: a range has no '%s'; write {from: 0.01, to: 0.1, step: 0.01} or {from: 1, to: 64, times: "
                         "2}, or a list of values",
                         map->place, name);
  }
  if (node->kind == CONFIG_NODE_SCALAR && flitlock_config_parse_real(node->text, value)) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: '%s' of a range is a number, not %s", node->place, name,
                       node->kind == CONFIG_NODE_SCALAR ? node->text : flitlock_config_node_kind_text(node));
}

static int read_range(const struct config_node *map, struct range *range, struct flitlock_error *error) {
  range->times = flitlock_config_node_get(map, "times") != NULL;
  for (const struct config_node *child = map->child; child != NULL; child = child->next) {
    if (strcmp(child->key, "from") == 0 || strcmp(child->key, "to") == 0) continue;
    if (strcmp(child->key, range->times ? "times" : "step") == 0) continue;
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: '%s' is no part of a range; these are: from, to, and step or times", child->place,
                         child->key);
  }
  int status = range_number(map, "from", &range->from, error);
  if (status == FLITLOCK_OK) status = range_number(map, "to", &range->to, error);
  if (status == FLITLOCK_OK) status = range_number(map, range->times ? "times" : "step", &range->step, error);
  if (status != FLITLOCK_OK) return status;
  if (range->to < range->from || (range->times ? range->step <= 1 || range->from <= 0 : range->step <= 0)) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: a range from %g to %g by %s%g has no end; it has to rise",
                         map->place, range->from, range->to, range->times ? "a factor of " : "", range->step);
  }
  return FLITLOCK_OK;
}

// Values are made from their number and written with 10 digits, so that 3 times 0.01 is 0.03.
static int make_range(struct config_arena *arena, const struct config_node *map, struct config_node **list,
                      struct flitlock_error *error) {
  struct range range = {0, 0, 0, 0};
  int status = read_range(map, &range, error);
  if (status != FLITLOCK_OK) return status;
  *list = flitlock_config_node_new(arena, CONFIG_NODE_LIST, map->place, error);
  if (*list == NULL) return error->status;
  for (int n = 0;; n++) {
    double value = range.times ? range.from * pow(range.step, n) : range.from + n * range.step;
    if (value > range.to * (1 + 1e-9)) return FLITLOCK_OK;
    if (n == RANGE_MAX) {
      return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: a range of more than %d values", map->place, RANGE_MAX);
    }
    struct config_node *node = flitlock_config_node_new(arena, CONFIG_NODE_SCALAR, map->place, error);
    if (node == NULL) return error->status;
    node->plain = 1;
    node->file = map->file;
    node->text = flitlock_config_arena_format(arena, "%.10g", value);
    if (node->text == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", map->place);
    flitlock_config_node_add(*list, node);
  }
}

int sweep_values(struct config_arena *arena, const char *key, const struct config_node *node,
                 const struct config_node **list, struct flitlock_error *error) {
  if (node->kind == CONFIG_NODE_MAP) {
    struct config_node *made = NULL;
    int status = make_range(arena, node, &made, error);
    *list = made;
    return status;
  }
  if (node->kind == CONFIG_NODE_LIST && node->child != NULL) {
    *list = node;
    return FLITLOCK_OK;
  }
  return flitlock_fail(error, FLITLOCK_E_CONFIG,
                       "%s: %s: found %s; allowed: a list of one or more values, as [8, 16], or a range", node->place,
                       key, node->kind == CONFIG_NODE_LIST ? "an empty list" : flitlock_config_node_kind_text(node));
}
