// SPDX-License-Identifier: Apache-2.0
// What a block in lockstep sampled and what both models presented, cycle by cycle, in a window around a divergence.
#ifndef FLITLOCK_MODEL_CHECK_FRAMES_H
#define FLITLOCK_MODEL_CHECK_FRAMES_H

#include "flitlock/lockstep.h"

enum { FRAME_INPUT, FRAME_GOLDEN, FRAME_DEVICE, FRAME_SIDES };

#define FRAME_PAYLOAD ((size_t)FLITLOCK_MAX_WIDTH * FLITLOCK_MAX_UNIT_BYTES)

// One side in one cycle. `credit` of the input side: arriving for outputs; of a model: returned for inputs.
struct frame_side {
  uint64_t flit_valid, credit_valid;
  struct flitlock_flit *flit;  // [ports], without payload
  uint8_t *payload;            // [ports * FRAME_PAYLOAD], 0 above the carried units; not of the input side
  uint32_t *credit;            // [ports]
};

struct frames {
  uint64_t from, count;  // cycles
  uint64_t made;         // there is memory for
  uint32_t ports, vcs, unit_bytes;
  struct flitlock_port_info *port;  // [ports]
  struct frame_side *side;          // [count * FRAME_SIDES]
};

int frames_create(struct frames *frames, const struct flitlock_block_info *info, uint32_t unit_bytes, uint64_t from,
                  uint64_t to);  // 1 for success
void frames_free(struct frames *frames);
// The run ended before cycle `end`: what was not simulated is no frame.
void frames_cut(struct frames *frames, uint64_t end);
// A flitlock_lockstep_listener; `self` is the frames.
void frames_take(void *self, uint64_t cycle, const struct flitlock_in *in, const struct flitlock_out *golden,
                 const struct flitlock_out *device);

static inline const struct frame_side *frames_at(const struct frames *frames, uint64_t cycle, int side) {
  return &frames->side[(cycle - frames->from) * FRAME_SIDES + (unsigned)side];
}
static inline const struct flitlock_flit *frame_flit(const struct frame_side *side, uint32_t port) {
  return side->flit_valid >> port & 1U ? &side->flit[port] : NULL;
}
static inline uint32_t frame_credit(const struct frame_side *side, uint32_t port) {
  return side->credit_valid >> port & 1U ? side->credit[port] : 0U;
}

// When the side that lacked something in the divergence's cycle presented it after all: that cycle, 0 if it did not in
// the window.
uint64_t frames_find_later(const struct frames *frames, const struct flitlock_divergence *divergence);

#endif
