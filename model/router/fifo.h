// SPDX-License-Identifier: Apache-2.0
// The FIFO of flits that all three kinds of buffers are made of.
#ifndef FLITLOCK_MODEL_ROUTER_FIFO_H
#define FLITLOCK_MODEL_ROUTER_FIFO_H

#include "flitlock/flit.h"

struct flitlock_fifo {
  struct flitlock_flit *front;  // entry to be popped next
  struct flitlock_flit *back;   // entry to be pushed next
  struct flitlock_flit *begin;  // the ring: [begin, end)
  struct flitlock_flit *end;
  uint16_t depth;
  uint16_t count;
  uint16_t awaited;  // 1: the level that pushes was turned away for want of room, and looks again after a pop
  uint16_t fresh;    // 1: the last entry was pushed at this edge and the buffer is registered, R-REG-1
};

static inline void flitlock_fifo_clear(struct flitlock_fifo *fifo) {
  fifo->front = fifo->begin;
  fifo->back = fifo->begin;
  fifo->count = 0;
  fifo->awaited = 0;
  fifo->fresh = 0;
}

static inline unsigned flitlock_fifo_room(const struct flitlock_fifo *fifo) {
  return (unsigned)fifo->depth - (unsigned)fifo->count;
}

// R-REG-2: entries that could be popped at this edge.
static inline unsigned flitlock_fifo_visible(const struct flitlock_fifo *fifo) {
  return (unsigned)fifo->count - (unsigned)fifo->fresh;
}

// Takes an entry at the back, which the caller fills. There must be room.
static inline struct flitlock_flit *flitlock_fifo_push(struct flitlock_fifo *fifo) {
  struct flitlock_flit *back = fifo->back;
  fifo->back = back + 1 == fifo->end ? fifo->begin : back + 1;
  fifo->count++;
  return back;
}

// Frees the front entry; what is in it stays readable until the next push. There must be one.
static inline void flitlock_fifo_pop(struct flitlock_fifo *fifo) {
  fifo->front = fifo->front + 1 == fifo->end ? fifo->begin : fifo->front + 1;
  fifo->count--;
}

// The entry that was pushed last, popped or not. There must have been one.
static inline const struct flitlock_flit *flitlock_fifo_last(const struct flitlock_fifo *fifo) {
  return (fifo->back == fifo->begin ? fifo->end : fifo->back) - 1;
}

// The entry that was popped last: as it was, until the ring has come around to it.
static inline const struct flitlock_flit *flitlock_fifo_gone(const struct flitlock_fifo *fifo) {
  return (fifo->front == fifo->begin ? fifo->end : fifo->front) - 1;
}

#endif
