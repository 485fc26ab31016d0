// SPDX-License-Identifier: Apache-2.0
// Victims: the tree of a set and the LFSR of a slice, R-L2S-VIC.
//
// The bits of a tree are bits 1 to T-1 of a word, by the number of their node.
#ifndef FLITLOCK_MODEL_L2_VICTIM_H
#define FLITLOCK_MODEL_L2_VICTIM_H

#include <stdint.h>

#include "flitlock/l2_slice.h"

struct flitlock_l2_tree {
  uint32_t leaves;                           // T
  uint32_t path[FLITLOCK_L2_MAX_WAYS];       // nodes from the root to a way
  uint32_t away[FLITLOCK_L2_MAX_WAYS];       // of these, those that get a 1 when the way is touched
  uint32_t below[2 * FLITLOCK_L2_MAX_WAYS];  // ways below a node
  uint32_t enabled;
  uint32_t low_only;  // nodes with enabled ways below the low child alone
};

static inline void flitlock_l2_tree_init(struct flitlock_l2_tree *tree, unsigned ways, uint32_t enabled) {
  tree->leaves = 1;
  while (tree->leaves < ways)
    tree->leaves *= 2;
  for (unsigned n = 0; n < 2 * FLITLOCK_L2_MAX_WAYS; n++)
    tree->below[n] = 0;
  for (unsigned way = 0; way < ways; way++) {
    tree->path[way] = 0;
    tree->away[way] = 0;
    for (uint32_t node = tree->leaves + way; node > 0; node /= 2) {
      tree->below[node] |= 1U << way;
      if (node == 1) break;
      tree->path[way] |= 1U << node / 2;
      if (node % 2 == 0) tree->away[way] |= 1U << node / 2;
    }
  }
  tree->enabled = enabled;  // the lowest ways, R-L2S-STATE-1
  tree->low_only = 0;
  for (uint32_t node = 1; node < tree->leaves; node++)
    if ((tree->below[2 * node + 1] & enabled) == 0) tree->low_only |= 1U << node;
}

// R-L2S-VIC-6.
static inline uint32_t flitlock_l2_touch(const struct flitlock_l2_tree *tree, uint32_t bits, unsigned way) {
  return (bits & ~tree->path[way]) | tree->away[way];
}

// R-L2S-VIC-4; there is a candidate.
static inline unsigned flitlock_l2_walk(const struct flitlock_l2_tree *tree, uint32_t bits, uint32_t candidates) {
  uint32_t node = 1;
  if (candidates == tree->enabled) {  // the common case; no child that is gone to is without a candidate then
    bits &= ~tree->low_only;
    while (node < tree->leaves)
      node = 2 * node + (bits >> node & 1U);
    return node - tree->leaves;
  }
  while (node < tree->leaves) {
    uint32_t child = 2 * node + (bits >> node & 1U);
    if ((tree->below[child] & candidates) == 0) child ^= 1U;
    node = child;
  }
  return node - tree->leaves;
}

#define FLITLOCK_L2_LFSR_SEED 0xACE1U

static inline uint16_t flitlock_l2_lfsr_seed(uint32_t slice) {
  uint16_t seed = (uint16_t)(FLITLOCK_L2_LFSR_SEED ^ slice);
  return seed != 0 ? seed : FLITLOCK_L2_LFSR_SEED;
}

// Eight shifts, R-L2S-VIC-3, at once. What a shift adds for bit i of the low byte, bits 15, 13, 12 and 10 (0xB400), is
// moved down by the 7 - i shifts that are left, and is in bit 0 in none of them.
static inline uint16_t flitlock_l2_lfsr_step(uint16_t state) {
  const uint32_t x = state, low = x & 255U;
  return (uint16_t)(x >> 8 ^ low << 8 ^ low << 6 ^ low << 5 ^ low << 3);
}

#endif
