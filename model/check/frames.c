// SPDX-License-Identifier: Apache-2.0
#include "check/frames.h"

#include <stdlib.h>
#include <string.h>

int frames_create(struct frames *frames, const struct flitlock_block_info *info, uint32_t unit_bytes, uint64_t from,
                  uint64_t to) {
  memset(frames, 0, sizeof *frames);
  frames->from = from;
  frames->count = frames->made = to - from;
  frames->ports = info->ports;
  frames->vcs = info->vcs;
  frames->unit_bytes = unit_bytes;
  frames->port = calloc(info->ports, sizeof *frames->port);
  frames->side = calloc(frames->count * FRAME_SIDES, sizeof *frames->side);
  if (frames->port == NULL || frames->side == NULL) return 0;
  memcpy(frames->port, info->port, info->ports * sizeof *frames->port);
  for (uint64_t n = 0; n < frames->count * FRAME_SIDES; n++) {
    struct frame_side *side = &frames->side[n];
    side->flit = calloc(info->ports, sizeof *side->flit);
    side->credit = calloc(info->ports, sizeof *side->credit);
    if (n % FRAME_SIDES != FRAME_INPUT) side->payload = calloc(info->ports, FRAME_PAYLOAD);
    if (side->flit == NULL || side->credit == NULL || (n % FRAME_SIDES != FRAME_INPUT && side->payload == NULL))
      return 0;
  }
  return 1;
}

void frames_free(struct frames *frames) {
  for (uint64_t n = 0; frames->side != NULL && n < frames->made * FRAME_SIDES; n++) {
    free(frames->side[n].flit);
    free(frames->side[n].credit);
    free(frames->side[n].payload);
  }
  free(frames->side);
  free(frames->port);
  memset(frames, 0, sizeof *frames);
}

void frames_cut(struct frames *frames, uint64_t end) {
  if (end > frames->from && end - frames->from < frames->count) frames->count = end - frames->from;
}

static void copy(const struct frames *frames, struct frame_side *side, uint64_t flit_valid, uint64_t credit_valid,
                 const struct flitlock_flit *flit, const uint32_t *credit) {
  side->flit_valid = flit_valid;
  side->credit_valid = credit_valid;
  for (uint32_t port = 0; port < frames->ports; port++) {
    if (credit_valid >> port & 1U) side->credit[port] = credit[port];
    if (!(flit_valid >> port & 1U)) continue;
    side->flit[port] = flit[port];
    side->flit[port].payload = NULL;
    size_t size = (size_t)flit[port].units * frames->unit_bytes;
    if (side->payload != NULL && flit[port].payload != NULL && size <= FRAME_PAYLOAD)
      memcpy(side->payload + port * FRAME_PAYLOAD, flit[port].payload, size);
  }
}

void frames_take(void *self, uint64_t cycle, const struct flitlock_in *in, const struct flitlock_out *golden,
                 const struct flitlock_out *device) {
  struct frames *frames = self;
  if (cycle < frames->from || cycle - frames->from >= frames->count) return;
  struct frame_side *side = &frames->side[(cycle - frames->from) * FRAME_SIDES];
  copy(frames, &side[FRAME_INPUT], in->flit_valid, in->credit_valid, in->flit, in->credit);
  copy(frames, &side[FRAME_GOLDEN], golden->flit_valid, golden->credit_valid, golden->flit, golden->credit);
  copy(frames, &side[FRAME_DEVICE], device->flit_valid, device->credit_valid, device->flit, device->credit);
}

uint64_t frames_find_later(const struct frames *frames, const struct flitlock_divergence *divergence) {
  int kind = divergence->kind;
  int late = kind == FLITLOCK_DIVERGENCE_FLIT_LATE || kind == FLITLOCK_DIVERGENCE_CREDIT_LATE;
  int early = kind == FLITLOCK_DIVERGENCE_FLIT_EARLY || kind == FLITLOCK_DIVERGENCE_CREDIT_EARLY;
  if ((!late && !early) || divergence->cycle < frames->from) return 0;
  // Who has still to present it.
  int side = late ? FRAME_DEVICE : FRAME_GOLDEN, other = late ? FRAME_GOLDEN : FRAME_DEVICE;
  for (uint64_t cycle = divergence->cycle + 1U; cycle < frames->from + frames->count; cycle++) {
    const struct frame_side *at = frames_at(frames, cycle, side), *against = frames_at(frames, cycle, other);
    const struct flitlock_flit *flit = frame_flit(at, divergence->port);
    if (divergence->lane == FLITLOCK_LANE_FLIT) {
      if (flit != NULL && flitlock_flit_compare(flit, &divergence->packet) < 0) return cycle;
    } else if (flitlock_credit_get(frame_credit(at, divergence->port), divergence->vc) >
               flitlock_credit_get(frame_credit(against, divergence->port), divergence->vc)) {
      return cycle;
    }
  }
  return 0;
}
