// SPDX-License-Identifier: Apache-2.0
#include "pod/routing.h"

#include <string.h>

#include "pod/names.h"

int flitlock_pod_neighbour(const struct flitlock_config *config, uint32_t node, enum pod_side side) {
  uint32_t columns = config->pod.columns;
  uint32_t row = node / columns, column = node % columns;
  switch (side) {
    case POD_NORTH:
      return row == 0 ? -1 : (int)(node - columns);
    case POD_EAST:
      return column + 1 == columns ? -1 : (int)(node + 1);
    case POD_SOUTH:
      return row + 1 == config->pod.rows ? -1 : (int)(node + columns);
    case POD_WEST:
      return column == 0 ? -1 : (int)(node - 1);
    default:
      return -1;
  }
}

int flitlock_pod_nodes_adjacent(const struct flitlock_config *config, uint32_t a, uint32_t b) {
  for (unsigned side = 0; side < POD_SIDES; ++side)
    if (flitlock_pod_neighbour(config, a, (enum pod_side)side) == (int)b) return 1;
  return 0;
}

static int along_row(uint32_t at, uint32_t column, uint32_t to_column) {
  return column < to_column ? (int)(at + 1) : (int)(at - 1);
}

static int along_column(uint32_t at, uint32_t columns, uint32_t row, uint32_t to_row) {
  return row < to_row ? (int)(at + columns) : (int)(at - columns);
}

static void by_table(const struct flitlock_config *config, uint32_t at, int next[256]) {
  char name[POD_NODE_NAME_SIZE];
  (void)flitlock_pod_node_name(config, at, name, sizeof name);
  for (unsigned i = 0; i < config->routing.table_count; ++i) {
    const struct flitlock_table_entry *entry = &config->routing.table[i];
    if (strcmp(entry->at, name) != 0) continue;
    int to = flitlock_pod_node_number(config, entry->to);
    if (to >= 0) next[to] = flitlock_pod_node_number(config, entry->via);
  }
}

void flitlock_pod_next_nodes(const struct flitlock_config *config, uint32_t at, int next[256]) {
  uint32_t columns = config->pod.columns;
  uint32_t row = at / columns, column = at % columns;
  for (unsigned to = 0; to < 256; ++to)
    next[to] = -1;
  if (config->routing.algorithm == FLITLOCK_ROUTING_TABLE) {
    by_table(config, at, next);
    return;
  }
  for (uint32_t to = 0; to < config->pod.rows * columns; ++to) {
    uint32_t to_row = to / columns, to_column = to % columns;
    if (to == at) continue;
    int row_first = config->routing.algorithm == FLITLOCK_ROUTING_XY ? column != to_column : row == to_row;
    next[to] = row_first ? along_row(at, column, to_column) : along_column(at, columns, row, to_row);
  }
}
