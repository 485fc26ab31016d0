// SPDX-License-Identifier: Apache-2.0
// Hash mode: a hash over everything that a model presents in a window of cycles. Windows begin at multiples of their
// length, in all blocks.
#include "lockstep/state.h"

void flitlock_lockstep_window_open(struct lockstep_block *block, uint64_t cycle) {
  uint64_t length = block->session->options.window;
  uint64_t from = cycle - cycle % length;
  block->window_end = from > UINT64_MAX - length ? UINT64_MAX : from + length;
  XXH64_reset(block->golden.hash, 0);
  XXH64_reset(block->device.hash, 0);
}

static void add_model(struct lockstep_block *block, struct lockstep_model *model) {
  const struct flitlock_out *out = &model->out;
  for (uint64_t ports = out->flit_valid; ports != 0; ports &= ports - 1U) {
    uint32_t port = (uint32_t)__builtin_ctzll(ports);
    const struct flitlock_flit *flit = &out->flit[port];
    uint32_t words[FLITLOCK_HEADER_BITS / 32];
    flitlock_flit_pack(flit, words);
    uint64_t place[2] = {block->cycle, port};
    XXH64_update(model->hash, place, sizeof place);
    XXH64_update(model->hash, words, sizeof words);
    const uint8_t *payload = flit->payload != NULL ? flit->payload : model->idle_payload;
    size_t units = flit->units < FLITLOCK_MAX_WIDTH ? flit->units : FLITLOCK_MAX_WIDTH;
    XXH64_update(model->hash, payload, units * block->unit_bytes);
  }
  for (uint64_t ports = out->credit_valid; ports != 0; ports &= ports - 1U) {
    uint32_t port = (uint32_t)__builtin_ctzll(ports);
    if (out->credit[port] == 0) continue;
    uint64_t credit[3] = {block->cycle, FLITLOCK_MAX_PORTS + port, out->credit[port]};
    XXH64_update(model->hash, credit, sizeof credit);
  }
}

static unsigned credits_in(uint32_t word) {
  return (unsigned)__builtin_popcount(word & 0x55555555U) + 2U * (unsigned)__builtin_popcount(word & 0xAAAAAAAAU);
}

void flitlock_lockstep_window_add(struct lockstep_block *block) {
  const struct flitlock_out *golden = &block->golden.out, *device = &block->device.out;
  block->counts.outputs += block->outputs_per_step;
  if ((golden->flit_valid | device->flit_valid | golden->credit_valid | device->credit_valid) == 0) return;
  block->counts.flits += (uint64_t)__builtin_popcountll(golden->flit_valid);
  for (uint64_t ports = golden->credit_valid; ports != 0; ports &= ports - 1U)
    block->counts.credits += credits_in(golden->credit[__builtin_ctzll(ports)]);
  add_model(block, &block->golden);
  add_model(block, &block->device);
}

void flitlock_lockstep_window_close(struct lockstep_block *block) {
  if (block->window_end == 0) return;
  block->counts.windows++;
  uint64_t to = block->window_end, from = to - block->session->options.window;
  block->window_end = 0;
  if (XXH64_digest(block->golden.hash) == XXH64_digest(block->device.hash)) return;
  struct flitlock_lockstep *session = block->session;
  block->counts.divergences++;
  block->alone = 1;
  // Blocks close a window as they are next stepped; the first one that differs counts.
  if (session->differs && session->differs_from <= from) return;
  session->differs = 1;
  session->differs_from = from;
  session->differs_to = to;
}
