// SPDX-License-Identifier: Apache-2.0
// Victims: the tree of a set and the LFSR of a slice, R-L2S-VIC.
//
// The bits of a tree are bits 1 to T-1 of a word, by the number of their node.
#ifndef FLITLOCK_MODEL_L2_VICTIM_H
#define FLITLOCK_MODEL_L2_VICTIM_H

#include <stdint.h>

#include "flitlock/l2_slice.h"

struct flitlock_l2_tree {
  uint32_t leaves;                          // T
  uint32_t path[FLITLOCK_L2_MAX_WAYS];      // nodes from the root to a way
  uint32_t away[FLITLOCK_L2_MAX_WAYS];      // of these, those that get a 1 when the way is touched
  uint32_t below[2 * FLITLOCK_L2_MAX_WAYS]  // ways below a node
      ;
};

static inline void flitlock_l2_tree_init(struct flitlock_l2_tree *tree, unsigned ways) {
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
}

// R-L2S-VIC-6.
static inline uint32_t flitlock_l2_touch(const struct flitlock_l2_tree *tree, uint32_t bits, unsigned way) {
  return (bits & ~tree->path[way]) | tree->away[way];
}

// R-L2S-VIC-4; there is a candidate.
static inline unsigned flitlock_l2_walk(const struct flitlock_l2_tree *tree, uint32_t bits, uint32_t candidates) {
  uint32_t node = 1;
  while (node < tree->leaves) {
    uint32_t child = 2 * node + (bits >> node & 1U);
    if ((tree->below[child] & candidates) == 0) child ^= 1U;
    node = child;
  }
  return node - tree->leaves;
}

#define FLITLOCK_L2_LFSR_SEED 0xACE1U
#define FLITLOCK_L2_LFSR_MASK 0xB400U

static inline uint16_t flitlock_l2_lfsr_seed(uint32_t slice) {
  uint16_t seed = (uint16_t)(FLITLOCK_L2_LFSR_SEED ^ slice);
  return seed != 0 ? seed : FLITLOCK_L2_LFSR_SEED;
}

// Eight shifts, R-L2S-VIC-3.
static inline uint16_t flitlock_l2_lfsr_step(uint16_t state) {
  uint32_t x = state;
  for (unsigned n = 0; n < 8; n++)
    x = x >> 1 ^ (FLITLOCK_L2_LFSR_MASK & (0U - (x & 1U)));
  return (uint16_t)x;
}

#endif
