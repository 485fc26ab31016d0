// SPDX-License-Identifier: Apache-2.0
// Where a line lives, and back: R-L2S-MAP.
#include <string.h>

#include "l2/map.h"

struct map_row {
  const char *name;
  uint8_t low_bits, set_bits, residue, ways;
  uint32_t ps, ph;  // 0: SEED-LIT, R-L2S-MAP-3
};

static const struct map_row rows[] = {
    {"SEED48", 6, 4, FLITLOCK_L2_R3_SET, 16, 0x43, 0x19},   {"GA102", 4, 6, FLITLOCK_L2_R3_SLICE, 16, 0x13, 0x61},
    {"V100-AS", 6, 5, FLITLOCK_L2_R3_NONE, 24, 0x43, 0x29}, {"MINI48", 1, 4, FLITLOCK_L2_R3_SET, 16, 0x3, 0x19},
    {"SEED-LIT", 6, 4, FLITLOCK_L2_R3_SET, 16, 0, 0},
};
#define ROWS (sizeof(rows) / sizeof(rows[0]))

const char *flitlock_l2_map_name(unsigned n) { return n < ROWS ? rows[n].name : NULL; }

// Rows of the matrix whose column j is x^(degree + j) mod `polynomial`.
static void make_rows(uint64_t *row, unsigned degree, uint32_t polynomial, unsigned columns) {
  uint32_t power = polynomial ^ 1U << degree;  // x^degree
  for (unsigned j = 0; j < columns; j++) {
    for (unsigned i = 0; i < degree; i++)
      row[i] |= (uint64_t)(power >> i & 1U) << j;
    power <<= 1;
    if (power >> degree & 1U) power ^= polynomial;
  }
}

static void make_map(const struct map_row *row, struct flitlock_l2_map *map) {
  memset(map, 0, sizeof *map);
  memcpy(map->name, row->name, strlen(row->name) + 1);
  map->low_bits = row->low_bits;
  map->set_bits = row->set_bits;
  map->residue = row->residue;
  map->ways = row->ways;
  map->slices = (row->residue == FLITLOCK_L2_R3_SLICE ? 3U : 1U) << row->low_bits;
  map->sets = (row->residue == FLITLOCK_L2_R3_SET ? 3U : 1U) << row->set_bits;
  unsigned line_bits = FLITLOCK_L2_ADDR_BITS - FLITLOCK_L2_LINE_SHIFT;
  if (row->ps == 0) {
    map->ms[row->low_bits - 1] = (1ULL << (line_bits - row->low_bits)) - 1U;
    return;
  }
  make_rows(map->ms, row->low_bits, row->ps, line_bits - row->low_bits);
  make_rows(map->mh, row->set_bits, row->ph, line_bits - row->low_bits - row->set_bits);
}

int flitlock_l2_map_find(const char *name, struct flitlock_l2_map *map, struct flitlock_error *error) {
  for (size_t n = 0; n < ROWS; n++) {
    if (strcmp(rows[n].name, name) != 0) continue;
    make_map(&rows[n], map);
    return FLITLOCK_OK;
  }
  return flitlock_fail(error, FLITLOCK_E_CONFIG,
                       "there is no L2 address map '%s': choose SEED48, GA102, V100-AS, MINI48 or SEED-LIT", name);
}

void flitlock_l2_map_split(const struct flitlock_l2_map *map, uint64_t address, struct flitlock_l2_place *place) {
  *place = flitlock_l2_split(map, address);
}

int flitlock_l2_map_join(const struct flitlock_l2_map *map, const struct flitlock_l2_place *place, uint64_t *address) {
  uint64_t sx = place->slice & ((1U << map->low_bits) - 1U);
  uint64_t st = place->set & ((1U << map->set_bits) - 1U);
  uint64_t setb = st ^ flitlock_l2_times(map->mh, map->set_bits, place->tag);
  uint64_t upper = place->tag << map->set_bits | setb;
  uint64_t low = sx ^ flitlock_l2_times(map->ms, map->low_bits, upper);
  *address = (upper << map->low_bits | low) << FLITLOCK_L2_LINE_SHIFT;
  struct flitlock_l2_place again = flitlock_l2_split(map, *address);
  return again.slice == place->slice && again.set == place->set;
}
