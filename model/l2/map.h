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

// The same by tables: sx and st are sums over GF(2) of what each byte of the line's number adds.
struct flitlock_l2_map_table {
  uint32_t sum[5][256];  // sx in the low half, st in the high half
};

static inline void flitlock_l2_map_table_init(struct flitlock_l2_map_table *table, const struct flitlock_l2_map *map) {
  uint32_t low_mask = (1U << map->low_bits) - 1U, set_mask = (1U << map->set_bits) - 1U;
  for (unsigned byte = 0; byte < 5; byte++)
    for (unsigned value = 0; value < 256; value++) {
      uint64_t line = (uint64_t)value << 8U * byte;
      if (line >> (FLITLOCK_L2_ADDR_BITS - FLITLOCK_L2_LINE_SHIFT) != 0) line = 0;
      // A residue above sx or st is not theirs.
      const struct flitlock_l2_place place = flitlock_l2_split(map, line << FLITLOCK_L2_LINE_SHIFT);
      table->sum[byte][value] = (place.slice & low_mask) | (place.set & set_mask) << 16;
    }
}

static inline struct flitlock_l2_place flitlock_l2_look_up(const struct flitlock_l2_map_table *table,
                                                           const struct flitlock_l2_map *map, uint64_t address) {
  uint64_t line = address >> FLITLOCK_L2_LINE_SHIFT;
  uint32_t sum = table->sum[0][line & 255U] ^ table->sum[1][line >> 8 & 255U] ^ table->sum[2][line >> 16 & 255U] ^
                 table->sum[3][line >> 24 & 255U] ^ table->sum[4][line >> 32 & 255U];
  struct flitlock_l2_place place = {sum & 0xFFFFU, sum >> 16, line >> (map->low_bits + map->set_bits)};
  if (map->residue == FLITLOCK_L2_R3_NONE) return place;
  unsigned residue = flitlock_l2_residue(place.tag + place.slice + place.set);
  if (map->residue == FLITLOCK_L2_R3_SET)
    place.set |= residue << map->set_bits;
  else
    place.slice |= residue << map->low_bits;
  return place;
}

#endif
