// SPDX-License-Identifier: Apache-2.0
// The address map as it is computed for each request, R-L2S-MAP.
#ifndef FLITLOCK_MODEL_L2_MAP_H
#define FLITLOCK_MODEL_L2_MAP_H

#include "flitlock/l2_slice.h"

#define FLITLOCK_L2_LINE_SHIFT 7

// R-L2S-MAP-2: a matrix by its rows times a vector.
static inline uint64_t flitlock_l2_times(const uint64_t *row, unsigned rows, uint64_t vector) {
  uint64_t product = 0;
  for (unsigned i = 0; i < rows; i++)
    product |= (uint64_t)__builtin_parityll(row[i] & vector) << i;
  return product;
}

// R-L2S-MAP-4: the digits to the base 4 at even and odd places, summed until few bits are left.
static inline unsigned flitlock_l2_residue(uint64_t value) {
  value = (value & 0x3333333333333333U) + (value >> 2 & 0x3333333333333333U);  // digits to the base 16
  value = (value & 0x0F0F0F0F0F0F0F0FU) + (value >> 4 & 0x0F0F0F0F0F0F0F0FU);
  value = value * 0x0101010101010101U >> 56;                                    // at most 16 * 6
  value = (value & 3U) + (value >> 2 & 3U) + (value >> 4 & 3U) + (value >> 6);  // at most 12
  value = (value & 3U) + (value >> 2);
  value = (value & 3U) + (value >> 2);  // 0 to 3
  return value == 3 ? 0U : (unsigned)value;
}

static inline struct flitlock_l2_place flitlock_l2_split(const struct flitlock_l2_map *map, uint64_t address) {
  uint64_t line = address >> FLITLOCK_L2_LINE_SHIFT;
  uint64_t upper = line >> map->low_bits;
  uint64_t low = line & ((1U << map->low_bits) - 1U);
  uint64_t setb = upper & ((1U << map->set_bits) - 1U);
  uint64_t tag = upper >> map->set_bits;
  uint64_t sx = low ^ flitlock_l2_times(map->ms, map->low_bits, upper);
  uint64_t st = setb ^ flitlock_l2_times(map->mh, map->set_bits, tag);
  unsigned residue = map->residue == FLITLOCK_L2_R3_NONE ? 0U : flitlock_l2_residue(tag + sx + st);
  struct flitlock_l2_place place = {(uint32_t)sx, (uint32_t)st, tag};
  if (map->residue == FLITLOCK_L2_R3_SET) place.set |= residue << map->set_bits;
  if (map->residue == FLITLOCK_L2_R3_SLICE) place.slice |= residue << map->low_bits;
  return place;
}

#endif
