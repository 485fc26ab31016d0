// SPDX-License-Identifier: Apache-2.0
// A routing table has one way for every pair, over edges that exist, and every way ends.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/check.h"
#include "config/places.h"
#include "pod/names.h"
#include "pod/routing.h"

static int check_entry(const struct flitlock_config *config, unsigned index, struct flitlock_error *error) {
  const struct flitlock_table_entry *entry = &config->routing.table[index];
  const struct { const char *key, *name; } nodes[] = {{"at", entry->at}, {"to", entry->to}, {"via", entry->via}};
  char key[64], range[40];
  for (size_t i = 0; i < sizeof nodes / sizeof nodes[0]; ++i) {
    if (flitlock_pod_node_number(config, nodes[i].name) >= 0) continue;
    (void)snprintf(key, sizeof key, "routing.table.%u.%s", index, nodes[i].key);
    return flitlock_config_fail_at(
        config, error, key, "found '%s', which is no node; a mesh of %u x %u has the nodes %s", nodes[i].name,
        config->pod.rows, config->pod.columns, flitlock_pod_node_range(config, range, sizeof range));
  }
  (void)snprintf(key, sizeof key, "routing.table.%u", index);
  if (strcmp(entry->at, entry->to) == 0)
    return flitlock_config_fail_at(config, error, key, "a way from %s to itself; remove the entry", entry->at);
  if (!flitlock_pod_nodes_adjacent(config, (uint32_t)flitlock_pod_node_number(config, entry->at),
                                   (uint32_t)flitlock_pod_node_number(config, entry->via)))
    return flitlock_config_fail_at(config, error, key,
                                   "at %s, to %s, via %s: %s and %s have no edge; name a neighbour of %s as 'via'",
                                   entry->at, entry->to, entry->via, entry->at, entry->via, entry->at);
  return FLITLOCK_OK;
}

// The table by pairs: entry_of[at * nodes + to] is the number of the entry plus one, 0 without.
static int check_pairs(const struct flitlock_config *config, uint32_t nodes, uint32_t *entry_of,
                       struct flitlock_error *error) {
  for (unsigned i = 0; i < config->routing.table_count; ++i) {
    int status = check_entry(config, i, error);
    if (status != FLITLOCK_OK) return status;
    const struct flitlock_table_entry *entry = &config->routing.table[i];
    uint32_t *pair = &entry_of[(uint32_t)flitlock_pod_node_number(config, entry->at) * nodes +
                               (uint32_t)flitlock_pod_node_number(config, entry->to)];
    if (*pair != 0) {
      char key[64];
      (void)snprintf(key, sizeof key, "routing.table.%u", i);
      return flitlock_config_fail_at(config, error, key,
                                     "at %s, to %s is given twice: via %s here, via %s in routing.table.%u; keep one",
                                     entry->at, entry->to, entry->via, config->routing.table[*pair - 1].via, *pair - 1);
    }
    *pair = i + 1;
  }
  return FLITLOCK_OK;
}

// Follows the way from `at` to `to`.
static int check_way(const struct flitlock_config *config, const uint32_t *entry_of, uint32_t at, uint32_t to,
                     struct flitlock_error *error) {
  uint32_t nodes = config->pod.rows * config->pod.columns;
  char from_name[POD_NODE_NAME_SIZE], here[POD_NODE_NAME_SIZE], to_name[POD_NODE_NAME_SIZE];
  (void)flitlock_pod_node_name(config, at, from_name, sizeof from_name);
  (void)flitlock_pod_node_name(config, to, to_name, sizeof to_name);
  uint32_t node = at;
  for (uint32_t steps = 0; node != to; ++steps) {
    (void)flitlock_pod_node_name(config, node, here, sizeof here);
    if (steps == nodes)
      return flitlock_config_fail_at(
          config, error, "routing.table",
          "the way from %s to %s goes in a circle through %s and never arrives; change 'via' of one "
          "of the entries with to: %s",
          from_name, to_name, here, to_name);
    uint32_t entry = entry_of[node * nodes + to];
    if (entry == 0)
      return flitlock_config_fail_at(
          config, error, config->routing.table_count ? "routing.table" : "routing.algorithm",
          "no entry for at: %s, to: %s; routing.algorithm 'table' needs one for each of the %u pairs "
          "of nodes",
          here, to_name, nodes * (nodes - 1));
    node = (uint32_t)flitlock_pod_node_number(config, config->routing.table[entry - 1].via);
  }
  return FLITLOCK_OK;
}

int flitlock_config_check_routing(const struct flitlock_config *config, struct flitlock_error *error) {
  if (config->routing.algorithm != FLITLOCK_ROUTING_TABLE) {
    if (config->routing.table_count == 0) return FLITLOCK_OK;
    return flitlock_config_fail_at(
        config, error, "routing.table",
        "%u entries, but routing.algorithm is '%s'; write 'algorithm: table', or remove the table",
        config->routing.table_count, config->routing.algorithm == FLITLOCK_ROUTING_XY ? "xy" : "yx");
  }
  uint32_t nodes = config->pod.rows * config->pod.columns;
  uint32_t *entry_of = calloc((size_t)nodes * nodes, sizeof *entry_of);
  if (!entry_of) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for routing.table");
  int status = check_pairs(config, nodes, entry_of, error);
  for (uint32_t at = 0; at < nodes; ++at)
    for (uint32_t to = 0; status == FLITLOCK_OK && to < nodes; ++to)
      if (at != to) status = check_way(config, entry_of, at, to, error);
  free(entry_of);
  return status;
}
