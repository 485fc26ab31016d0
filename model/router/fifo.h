// SPDX-License-Identifier: Apache-2.0
// The FIFO of flits that all three kinds of buffers are made of.
#ifndef FLITLOCK_MODEL_ROUTER_FIFO_H
#define FLITLOCK_MODEL_ROUTER_FIFO_H

#include "flitlock/flit.h"

struct flitlock_fifo {
  struct flitlock_flit *entry;  // [depth], a ring
  uint16_t depth;
  uint16_t head;
  uint16_t count;
  uint16_t fresh;  // 1: the last entry was pushed at this edge and the buffer is registered, R-REG-1
};

static inline unsigned flitlock_fifo_room(const struct flitlock_fifo *fifo) {
  return (unsigned)fifo->depth - (unsigned)fifo->count;
}

// R-REG-2: entries that could be popped at this edge.
static inline unsigned flitlock_fifo_visible(const struct flitlock_fifo *fifo) {
  return (unsigned)fifo->count - (unsigned)fifo->fresh;
}

static inline struct flitlock_flit *flitlock_fifo_at(const struct flitlock_fifo *fifo, unsigned index) {
  unsigned position = (unsigned)fifo->head + index;
  if (position >= fifo->depth) position -= fifo->depth;
  return &fifo->entry[position];
}

static inline struct flitlock_flit *flitlock_fifo_front(const struct flitlock_fifo *fifo) {
  return &fifo->entry[fifo->head];
}

// Takes an entry at the back, which the caller fills. There must be room.
static inline struct flitlock_flit *flitlock_fifo_push(struct flitlock_fifo *fifo) {
  struct flitlock_flit *back = flitlock_fifo_at(fifo, fifo->count);
  fifo->count++;
  return back;
}

// Frees the front entry; what is in it stays readable until the next push. There must be one.
static inline void flitlock_fifo_pop(struct flitlock_fifo *fifo) {
  unsigned next = fifo->head + 1U;
  fifo->head = (uint16_t)(next == fifo->depth ? 0 : next);
  fifo->count--;
}

#endif
