// SPDX-License-Identifier: Apache-2.0
// The file of a suite. Like that of a sweep it has keys of the configuration, which no fixed schema can list, so the
// tree of the configuration's reader tells file and line of each.
#include <stdlib.h>
#include <string.h>

#include "config/units.h"
#include "regress/suite.h"

static const char top_keys[] = "name, timeout, coverage, entries";
static const char entry_keys[] =
    "name, base, config, bench, set, list, grid, blocks, hosts, traffic, seeds, fresh, random, timeout, expect, kind, "
    "plant, "
    "plant_at, plant_into, device, packets";

// Where a block is among the instances of a pod.
static const struct {
  const char *name, *pattern;
} known_blocks[] = {{"all", "*"},         {"router", "*.mesh*"}, {"dst", "*.dst.*"},      {"switch", "switch*"},
                    {"l1tlb", "*.l1tlb"}, {"l2tlb", "*.l2tlb"},  {"slice", "*.l2.slice*"}};

static int in_list(const char *list, const char *word) {
  size_t length = strlen(word);
  const char *at = list;
  while (length > 0 && (at = strstr(at, word)) != NULL) {
    if ((at == list || at[-1] == ' ') && (at[length] == ',' || at[length] == '\0')) return 1;
    at += length;
  }
  return 0;
}

static int check_keys(const struct config_node *map, const char *keys, const char *what, struct flitlock_error *error) {
  for (const struct config_node *node = map->child; node != NULL; node = node->next) {
    if (in_list(keys, node->key)) continue;
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: %s: unknown key; the keys of %s are: %s", node->place,
                         node->key, what, keys);
  }
  return FLITLOCK_OK;
}

static int fail_kind(const struct config_node *node, const char *key, const char *allowed,
                     struct flitlock_error *error) {
  return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: %s: found %s; allowed: %s", node->place, key,
                       node->kind == CONFIG_NODE_SCALAR ? node->text : flitlock_config_node_kind_text(node), allowed);
}

static int read_word(const struct config_node *map, const char *key, const char **text, struct flitlock_error *error) {
  const struct config_node *node = flitlock_config_node_get(map, key);
  if (node == NULL) return FLITLOCK_OK;
  if (node->kind != CONFIG_NODE_SCALAR || node->text[0] == '\0') return fail_kind(node, key, "a single value", error);
  *text = node->text;
  return FLITLOCK_OK;
}

static int whole_number(const char *text, uint64_t *value) {
  size_t digits = strspn(text, "0123456789");
  if (digits == 0 || digits > 19 || text[digits] != '\0') return 0;
  *value = strtoull(text, NULL, 10);
  return 1;
}

static int read_count(const struct config_node *map, const char *key, uint64_t most, uint64_t *value,
                      struct flitlock_error *error) {
  const struct config_node *node = flitlock_config_node_get(map, key);
  if (node == NULL) return FLITLOCK_OK;
  if (node->kind == CONFIG_NODE_SCALAR && whole_number(node->text, value) && *value <= most) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: %s: allowed: a whole number of 0 to %llu", node->place, key,
                       (unsigned long long)most);
}

// "30", "30s", "10m", "2h".
static int read_seconds(const struct config_node *map, double *seconds, struct flitlock_error *error) {
  const struct config_node *node = flitlock_config_node_get(map, "timeout");
  if (node == NULL) return FLITLOCK_OK;
  if (node->kind == CONFIG_NODE_SCALAR && flitlock_regress_seconds(node->text, seconds)) return FLITLOCK_OK;
  return fail_kind(node, "timeout", "a time, as 30s, 10m or 2h", error);
}

// ---- Blocks, hosts, traffic

static int read_blocks(struct flitlock_regress_suite *suite, struct regress_entry *entry,
                       const struct config_node *list, struct flitlock_error *error) {
  static const char allowed[] =
      "a list of all, router, dst, switch, l1tlb, l2tlb, slice, or patterns of names as [dst, \"gpu0.mesh0.E.*\"]";
  if (list != NULL && (list->kind != CONFIG_NODE_LIST || list->child == NULL))
    return fail_kind(list, "blocks", allowed, error);
  const size_t count = list != NULL ? flitlock_config_node_count(list) : 1;
  entry->block = flitlock_config_arena_alloc(&suite->arena, count * sizeof(*entry->block));
  if (entry->block == NULL) return regress_no_memory(suite, error);
  if (list == NULL) entry->block[entry->block_count++] = (struct regress_choice){.name = "all", .pattern = "*"};
  for (const struct config_node *node = list != NULL ? list->child : NULL; node != NULL; node = node->next) {
    if (node->kind != CONFIG_NODE_SCALAR || node->text[0] == '\0') return fail_kind(node, "blocks", allowed, error);
    struct regress_choice *block = &entry->block[entry->block_count++];
    *block = (struct regress_choice){.name = node->text, .pattern = node->text};
    for (size_t n = 0; n < sizeof(known_blocks) / sizeof(known_blocks[0]); n++)
      if (strcmp(known_blocks[n].name, node->text) == 0) block->pattern = known_blocks[n].pattern;
  }
  return FLITLOCK_OK;
}

static int read_hosts(struct flitlock_regress_suite *suite, struct regress_entry *entry, const struct config_node *list,
                      struct flitlock_error *error) {
  static const char allowed[] = "a list of c, rtl, lockstep";
  const size_t count = list != NULL ? flitlock_config_node_count(list) : 1;
  entry->host = flitlock_config_arena_alloc(&suite->arena, (count + 1) * sizeof(*entry->host));
  if (entry->host == NULL) return regress_no_memory(suite, error);
  if (list == NULL) entry->host[entry->host_count++] = "c";
  if (list != NULL && (list->kind != CONFIG_NODE_LIST || count == 0)) return fail_kind(list, "hosts", allowed, error);
  for (const struct config_node *node = list != NULL ? list->child : NULL; node != NULL; node = node->next) {
    if (node->kind != CONFIG_NODE_SCALAR || !in_list("c, rtl, lockstep", node->text))
      return fail_kind(node, "hosts", allowed, error);
    entry->host[entry->host_count++] = node->text;
  }
  return FLITLOCK_OK;
}

static int read_traffic(struct flitlock_regress_suite *suite, struct regress_entry *entry,
                        const struct config_node *map, struct flitlock_error *error) {
  static const char allowed[] = "names with keys of the configuration, as reads: {workload.op: read}";
  if (map != NULL && (map->kind != CONFIG_NODE_MAP || map->child == NULL))
    return fail_kind(map, "traffic", allowed, error);
  const size_t count = map != NULL ? flitlock_config_node_count(map) : 1;
  entry->traffic = flitlock_config_arena_alloc(&suite->arena, count * sizeof(*entry->traffic));
  if (entry->traffic == NULL) return regress_no_memory(suite, error);
  if (map == NULL) entry->traffic[entry->traffic_count++].name = "";
  for (const struct config_node *node = map != NULL ? map->child : NULL; node != NULL; node = node->next) {
    if (node->kind != CONFIG_NODE_MAP) return fail_kind(node, node->key, allowed, error);
    struct regress_choice *traffic = &entry->traffic[entry->traffic_count++];
    traffic->name = node->key;
    int status = sweep_read_entry(&entry->matrix, node, &traffic->setting, error);
    if (status != FLITLOCK_OK) return status;
  }
  return FLITLOCK_OK;
}

// ---- Seeds and random configurations

// `seeds: 3` is 1, 2, 3; a list or a range is as it stands.
static int read_seeds(struct flitlock_regress_suite *suite, struct regress_entry *entry, const struct config_node *node,
                      struct flitlock_error *error) {
  uint64_t many = 0;
  const struct config_node *list = NULL;
  if (node == NULL) {
    many = entry->draws > 0 || entry->fresh > 0 ? 0 : 1;
  } else if (node->kind != CONFIG_NODE_SCALAR) {
    int status = sweep_values(&suite->arena, "seeds", node, &list, error);
    if (status != FLITLOCK_OK) return status;
  } else if (!whole_number(node->text, &many) || many == 0 || many > REGRESS_MAX_RUNS) {
    return fail_kind(node, "seeds", "how many (from 1), or a list of seeds", error);
  }
  const size_t count = list != NULL ? flitlock_config_node_count(list) : (size_t)many;
  entry->seed = flitlock_config_arena_alloc(&suite->arena, (count + 1) * sizeof(*entry->seed));
  if (entry->seed == NULL) return regress_no_memory(suite, error);
  for (uint64_t n = 0; n < many; n++)
    entry->seed[entry->seed_count++] = n + 1;
  for (const struct config_node *seed = list != NULL ? list->child : NULL; seed != NULL; seed = seed->next) {
    uint64_t *value = &entry->seed[entry->seed_count++];
    if (seed->kind != CONFIG_NODE_SCALAR || !whole_number(seed->text, value) || *value == 0)
      return fail_kind(seed, "seeds", "whole numbers from 1", error);
  }
  return FLITLOCK_OK;
}

// "a, b": the keys that take each value together.
static int read_keys(struct flitlock_regress_suite *suite, const char *names, struct regress_range *range,
                     struct flitlock_error *error) {
  const char **keys = flitlock_config_arena_alloc(&suite->arena, (strlen(names) / 2 + 1) * sizeof(*keys));
  char *text = flitlock_config_arena_text(&suite->arena, names);
  if (keys == NULL || text == NULL) return regress_no_memory(suite, error);
  while (*(text += strspn(text, ", ")) != '\0') {
    const size_t length = strcspn(text, ", ");
    keys[range->key_count++] = text;
    text += length;
    if (*text != '\0') *text++ = '\0';
  }
  range->keys = keys;
  return FLITLOCK_OK;
}

static int read_numbers(const struct config_node *map, struct regress_range *range, struct flitlock_error *error) {
  const struct config_node *from = flitlock_config_node_get(map, "from"), *to = flitlock_config_node_get(map, "to");
  uint64_t whole = 0;
  int status = check_keys(map, "from, to", "a range", error);
  if (status != FLITLOCK_OK) return status;
  if (from == NULL || to == NULL || from->kind != CONFIG_NODE_SCALAR || to->kind != CONFIG_NODE_SCALAR ||
      !flitlock_config_parse_real(from->text, &range->from) || !flitlock_config_parse_real(to->text, &range->to) ||
      range->from > range->to || range->to - range->from > 1e9)
    return fail_kind(map, map->key, "{from: 4, to: 16}: numbers, the second not below the first", error);
  range->whole = whole_number(from->text, &whole) && whole_number(to->text, &whole);
  return FLITLOCK_OK;
}

static int read_range(struct flitlock_regress_suite *suite, const struct config_node *node, struct regress_range *range,
                      struct flitlock_error *error) {
  int status = read_keys(suite, node->key, range, error);
  if (status != FLITLOCK_OK) return status;
  if (node->kind == CONFIG_NODE_MAP) return read_numbers(node, range, error);
  if (node->kind != CONFIG_NODE_LIST || node->child == NULL)
    return fail_kind(node, node->key, "a list of values, or a range as {from: 4, to: 16}", error);
  range->values = flitlock_config_arena_alloc(&suite->arena, flitlock_config_node_count(node) * sizeof(*range->values));
  if (range->values == NULL) return regress_no_memory(suite, error);
  for (const struct config_node *value = node->child; value != NULL && status == FLITLOCK_OK; value = value->next)
    status = sweep_value_text(&suite->arena, value, &range->values[range->count++], error);
  return status;
}

static int read_random(struct flitlock_regress_suite *suite, struct regress_entry *entry, const struct config_node *map,
                       struct flitlock_error *error) {
  if (map == NULL) return FLITLOCK_OK;
  if (map->kind != CONFIG_NODE_MAP) return fail_kind(map, "random", "{runs: 10, keys: {...}}", error);
  int status = check_keys(map, "runs, keys", "random", error);
  if (status == FLITLOCK_OK) status = read_count(map, "runs", REGRESS_MAX_RUNS, &entry->draws, error);
  if (status != FLITLOCK_OK) return status;
  const struct config_node *keys = flitlock_config_node_get(map, "keys");
  if (entry->draws == 0 || keys == NULL || keys->kind != CONFIG_NODE_MAP || keys->child == NULL)
    return fail_kind(map, "random", "{runs: 10, keys: {defaults.input_depth: {from: 4, to: 16}}}", error);
  entry->range = flitlock_config_arena_alloc(&suite->arena, flitlock_config_node_count(keys) * sizeof(*entry->range));
  if (entry->range == NULL) return regress_no_memory(suite, error);
  for (const struct config_node *node = keys->child; node != NULL && status == FLITLOCK_OK; node = node->next)
    status = read_range(suite, node, &entry->range[entry->range_count++], error);
  return status;
}

// ---- Entries

static int read_base(struct flitlock_regress_suite *suite, struct regress_entry *entry, const struct config_node *map,
                     struct flitlock_error *error) {
  const char *base = NULL;
  struct config_node *inner = flitlock_config_node_get(map, "config");
  int status = read_word(map, "base", &base, error);
  if (status != FLITLOCK_OK) return status;
  if (status == FLITLOCK_OK) status = read_word(map, "bench", &entry->bench, error);
  if (status != FLITLOCK_OK) return status;
  if (entry->bench != NULL) {
    const struct config_node *blocks = flitlock_config_node_get(map, "blocks");
    if (base == NULL && inner == NULL && blocks == NULL &&
        strspn(entry->bench, "abcdefghijklmnopqrstuvwxyz0123456789-_") == strlen(entry->bench))
      return FLITLOCK_OK;
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: entry '%s' is of a bench: the name of a program in the folder of the benches, which has "
                         "keys of its own, and neither 'base', 'config' nor 'blocks'",
                         map->place, entry->name);
  }
  if ((base != NULL) == (inner != NULL))
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: entry '%s' has %s; it has either 'base', the file of a configuration, 'config', its "
                         "keys, or 'bench'",
                         map->place, entry->name, base != NULL ? "both 'base' and 'config'" : "no configuration");
  if (base != NULL) {
    entry->matrix.base_path = sweep_beside(&entry->matrix, base);
    return entry->matrix.base_path != NULL ? FLITLOCK_OK : regress_no_memory(suite, error);
  }
  if (inner->kind != CONFIG_NODE_MAP) return fail_kind(inner, "config", "keys of a configuration", error);
  char *text = NULL;
  size_t size = 0;
  status = flitlock_config_tree_write(inner, &text, &size, error);
  if (status != FLITLOCK_OK) return status;
  entry->base_text = flitlock_config_arena_text(&suite->arena, text);
  free(text);
  return entry->base_text != NULL ? FLITLOCK_OK : regress_no_memory(suite, error);
}

static int read_expected(struct regress_entry *entry, const struct config_node *map, struct flitlock_error *error) {
  static const char *const intos[] = {"device", "golden"}, *const devices[] = {"rtl", "golden"};
  const char *expected = "pass";
  entry->kind = "";
  int status = read_word(map, "expect", &expected, error);
  if (status == FLITLOCK_OK) status = read_word(map, "kind", &entry->kind, error);
  if (status == FLITLOCK_OK) status = read_word(map, "plant", &entry->plant, error);
  if (status == FLITLOCK_OK) status = read_word(map, "plant_at", &entry->plant_at, error);
  if (status == FLITLOCK_OK) status = read_word(map, "plant_into", &entry->plant_into, error);
  if (status == FLITLOCK_OK) status = read_word(map, "device", &entry->device, error);
  if (status == FLITLOCK_OK) status = read_count(map, "packets", REGRESS_MAX_RUNS, &entry->packets, error);
  if (status != FLITLOCK_OK) return status;
  if (entry->bench != NULL && entry->packets > 0)
    return fail_kind(flitlock_config_node_get(map, "packets"), "packets",
                     "nothing: what goes into a bench is not recorded, so it is not shrunk", error);
  entry->expected = flitlock_regress_outcome_of(expected);
  if (entry->expected <= FLITLOCK_REGRESS_OPEN)
    return fail_kind(flitlock_config_node_get(map, "expect"), "expect",
                     "pass, divergence, invariant, no-progress, vacuous, time-out, crash, error", error);
  if (entry->plant_into != NULL && strcmp(entry->plant_into, intos[0]) != 0 && strcmp(entry->plant_into, intos[1]) != 0)
    return fail_kind(flitlock_config_node_get(map, "plant_into"), "plant_into", "device, golden", error);
  if (entry->device != NULL && strcmp(entry->device, devices[0]) != 0 && strcmp(entry->device, devices[1]) != 0)
    return fail_kind(flitlock_config_node_get(map, "device"), "device", "rtl, golden", error);
  struct flitlock_plant plant;
  if (entry->plant == NULL || flitlock_plant_parse(entry->plant, &plant, error) == FLITLOCK_OK) return FLITLOCK_OK;
  struct flitlock_error inner = *error;
  return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: plant: %.1900s", flitlock_config_node_get(map, "plant")->place,
                       inner.text);
}

static int read_entry(struct flitlock_regress_suite *suite, struct regress_entry *entry, const struct config_node *map,
                      struct flitlock_error *error) {
  if (map->kind != CONFIG_NODE_MAP) return fail_kind(map, "entries", "entries with keys, as - name: ...", error);
  uint64_t fresh = 0;
  entry->place = map->place;
  entry->seconds = suite->seconds;
  entry->matrix.path = suite->path;
  int status = check_keys(map, entry_keys, "an entry", error);
  if (status == FLITLOCK_OK) status = read_word(map, "name", &entry->name, error);
  if (status != FLITLOCK_OK) return status;
  if (entry->name == NULL || strspn(entry->name, "abcdefghijklmnopqrstuvwxyz0123456789-_.") != strlen(entry->name))
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: every entry has a 'name' of small letters, digits and -_. (it names folders and tests)",
                         map->place);
  for (const struct regress_entry *other = suite->entry; other < entry; other++)
    if (strcmp(other->name, entry->name) == 0)
      return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: there are two entries '%s', the other at %s", map->place,
                           entry->name, other->place);
  status = read_base(suite, entry, map, error);
  if (status == FLITLOCK_OK) status = sweep_read_matrix(&entry->matrix, map, NULL, error);
  if (status == FLITLOCK_OK) status = read_blocks(suite, entry, flitlock_config_node_get(map, "blocks"), error);
  if (status == FLITLOCK_OK) status = read_hosts(suite, entry, flitlock_config_node_get(map, "hosts"), error);
  if (status == FLITLOCK_OK) status = read_traffic(suite, entry, flitlock_config_node_get(map, "traffic"), error);
  if (status == FLITLOCK_OK) status = read_random(suite, entry, flitlock_config_node_get(map, "random"), error);
  if (status == FLITLOCK_OK) status = read_count(map, "fresh", REGRESS_MAX_RUNS, &fresh, error);
  entry->fresh = (size_t)fresh;
  if (status == FLITLOCK_OK) status = read_seeds(suite, entry, flitlock_config_node_get(map, "seeds"), error);
  if (status == FLITLOCK_OK) status = read_seconds(map, &entry->seconds, error);
  return status == FLITLOCK_OK ? read_expected(entry, map, error) : status;
}

static const char *stem(struct flitlock_regress_suite *suite) {
  const char *slash = strrchr(suite->path, '/');
  const char *name = slash != NULL ? slash + 1 : suite->path;
  const char *dot = strrchr(name, '.');
  return flitlock_config_arena_format(&suite->arena, "%.*s",
                                      (int)(dot != NULL && dot != name ? (size_t)(dot - name) : strlen(name)), name);
}

// Per cent that have to be met.
static int read_goals(struct flitlock_regress_suite *suite, const struct config_node *map,
                      struct flitlock_error *error) {
  static const char allowed[] = "kinds with per cent, as {cross: 95, line: 90, toggle: 60}";
  if (map == NULL) return FLITLOCK_OK;
  if (map->kind != CONFIG_NODE_MAP || map->child == NULL) return fail_kind(map, "coverage", allowed, error);
  int status = check_keys(map, "cross, line, toggle", "coverage", error);
  for (const struct config_node *node = map->child; node != NULL && status == FLITLOCK_OK; node = node->next) {
    double *goal = &suite->goal[flitlock_cover_kind_of(node->key)];
    if (node->kind != CONFIG_NODE_SCALAR || !flitlock_config_parse_real(node->text, goal) ||
        !(*goal >= 0 && *goal <= 100))
      return fail_kind(node, node->key, "per cent, 0 to 100", error);
  }
  return status;
}

int regress_read(struct flitlock_regress_suite *suite, struct flitlock_error *error) {
  struct config_node *root = NULL;
  int status = flitlock_config_tree_read(&suite->arena, suite->path, &root, error);
  if (status == FLITLOCK_OK) status = check_keys(root, top_keys, "a suite", error);
  if (status != FLITLOCK_OK) return status;
  suite->name = stem(suite);
  if (suite->name == NULL) return regress_no_memory(suite, error);
  status = read_word(root, "name", &suite->name, error);
  if (status == FLITLOCK_OK) status = read_seconds(root, &suite->seconds, error);
  if (status == FLITLOCK_OK) status = read_goals(suite, flitlock_config_node_get(root, "coverage"), error);
  if (status != FLITLOCK_OK) return status;
  const struct config_node *list = flitlock_config_node_get(root, "entries");
  if (list == NULL)
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: there are no 'entries', the runs of the suite", suite->path);
  if (list->kind != CONFIG_NODE_LIST || list->child == NULL)
    return fail_kind(list, "entries", "a list of one or more entries", error);
  suite->entry = flitlock_config_arena_alloc(&suite->arena, flitlock_config_node_count(list) * sizeof(*suite->entry));
  if (suite->entry == NULL) return regress_no_memory(suite, error);
  for (const struct config_node *node = list->child; node != NULL && status == FLITLOCK_OK; node = node->next)
    status = read_entry(suite, &suite->entry[suite->entry_count++], node, error);
  return status;
}
