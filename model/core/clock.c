// SPDX-License-Identifier: Apache-2.0
// The clock: steps the blocks that are due and carries what they present to where it will be sampled.
#include "core/engine_state.h"

// The way of every flit: two callers must not cost it a call.
#define INLINE static inline __attribute__((always_inline))

static void reset_node(struct flitlock_node *node) {
  node->ops->reset(node->block);
  node->timer = FLITLOCK_SLEEP;
  for (unsigned parity = 0; parity < 2; parity++) {
    node->box[parity].in.flit_valid = 0;
    node->box[parity].in.credit_valid = 0;
  }
}

// A block says only in a step when it wants the next one, so all are due at cycle 0. Nothing is under way.
static void rewind_time(struct flitlock_engine *engine) {
  engine->cycle = 0;
  engine->steps = 0;
  engine->flits_carried = 0;
  flitlock_schedule_clear(&engine->blocks);
  flitlock_schedule_clear(&engine->lanes);
  for (uint32_t n = 0; n < engine->node_count; n++)
    flitlock_schedule_add(&engine->blocks, n, 0);
  engine->started = true;
}

void flitlock_engine_reset(struct flitlock_engine *engine) {
  for (uint32_t n = 0; n < engine->node_count; n++)
    reset_node(engine->node[n]);
  for (uint32_t n = 0; n < engine->delay_count; n++) {
    engine->delay[n]->head = 0;
    engine->delay[n]->count = 0;
  }
  rewind_time(engine);
}

void flitlock_engine_stop(struct flitlock_engine *engine) { engine->stop = true; }

// Wake-ups beyond the wheel. A block that is stepped for its inputs names the same one again and again.
static void wake_far(struct flitlock_engine *engine, struct flitlock_node *node, uint64_t cycle) {
  if (cycle == node->timer) return;
  // Without memory for it: a step before it is due changes nothing, and asks again.
  if (flitlock_schedule_add_far(&engine->blocks, node->number, cycle))
    node->timer = cycle;
  else
    flitlock_schedule_add(&engine->blocks, node->number, engine->cycle + FLITLOCK_WHEEL - 1U);
}

void flitlock_engine_wake(struct flitlock_engine *engine, uint32_t block, uint64_t cycle) {
  if (block >= engine->node_count || cycle == FLITLOCK_SLEEP) return;
  if (!engine->started) return;  // all blocks are stepped at cycle 0
  // In the midst of a cycle it depends on the order of blocks whether `block` has been stepped, so it is too late.
  uint64_t earliest = engine->running ? engine->cycle + 1 : engine->cycle;
  if (cycle < earliest) cycle = earliest;
  if (cycle - engine->cycle < FLITLOCK_WHEEL)
    flitlock_schedule_add(&engine->blocks, block, cycle);
  else if (!flitlock_schedule_add_far(&engine->blocks, block, cycle))
    flitlock_schedule_add(&engine->blocks, block, engine->cycle + FLITLOCK_WHEEL - 1U);
}

uint64_t flitlock_engine_next_event(const struct flitlock_engine *engine) {
  if (!engine->started) return engine->node_count == 0 ? FLITLOCK_SLEEP : engine->cycle;
  uint64_t block = flitlock_schedule_next(&engine->blocks);
  uint64_t lane = flitlock_schedule_next(&engine->lanes);
  return block < lane ? block : lane;
}

// Moves what arrives in this cycle from the end of a lane into the receiver's inbox.
static void arrive(struct flitlock_engine *engine, struct flitlock_delay *delay) {
  struct flitlock_node *to = delay->to;
  struct flitlock_inbox *box = &to->box[engine->cycle & 1U];
  if (delay->flit != NULL) {
    box->flit[delay->port] = delay->flit[delay->head];
    box->in.flit_valid |= 1ULL << delay->port;
  } else {
    box->credit[delay->port] = delay->credit[delay->head];
    box->in.credit_valid |= 1ULL << delay->port;
  }
  flitlock_schedule_add(&engine->blocks, to->number, engine->cycle);
  delay->head = delay->head + 1 == delay->latency ? 0 : delay->head + 1;
  delay->count--;
  // The schedule holds the first arrival of a lane only.
  if (delay->count != 0) flitlock_schedule_add(&engine->lanes, delay->number, delay->arrival[delay->head]);
}

static void run_lanes(struct flitlock_engine *engine) {
  uint64_t *due = flitlock_schedule_due(&engine->lanes);
  for (uint32_t word = 0; word < engine->lanes.words; word++) {
    uint64_t mask = due[word];
    due[word] = 0;
    for (; mask != 0; mask &= mask - 1)
      arrive(engine, engine->delay[word * 64U + (uint32_t)__builtin_ctzll(mask)]);
  }
}

static uint32_t depart(struct flitlock_engine *engine, struct flitlock_delay *delay) {
  uint32_t at = flitlock_delay_push(delay, engine->cycle);
  if (delay->count == 1) flitlock_schedule_add(&engine->lanes, delay->number, delay->arrival[at]);
  return at;
}

// Takes what a block presented to the inboxes of the next cycle, of parity `parity`, or into lanes. `next` is the mask
// of the blocks due then.
INLINE void carry(struct flitlock_engine *engine, const struct flitlock_node *node, unsigned parity, uint64_t *next) {
  const struct flitlock_out *out = &engine->out;
  for (uint64_t mask = out->flit_valid; mask != 0; mask &= mask - 1) {
    unsigned port = (unsigned)__builtin_ctzll(mask);
    const struct flitlock_lane_end *end = &node->flit_end[port];
    engine->flits_carried++;
    if (end->delay == NULL) {
      *end->flit[parity] = engine->out_flit[port];
      *end->valid[parity] |= end->valid_bit;
      next[end->due_word] |= end->due_bit;
    } else {
      end->delay->flit[depart(engine, end->delay)] = engine->out_flit[port];
    }
  }
  for (uint64_t mask = out->credit_valid; mask != 0; mask &= mask - 1) {
    unsigned port = (unsigned)__builtin_ctzll(mask);
    const struct flitlock_lane_end *end = &node->credit_end[port];
    if (end->delay == NULL) {
      *end->credit[parity] = engine->out_credit[port];
      *end->valid[parity] |= end->valid_bit;
      next[end->due_word] |= end->due_bit;
    } else {
      end->delay->credit[depart(engine, end->delay)] = engine->out_credit[port];
    }
  }
}

INLINE void observe_step(const struct flitlock_engine *engine, uint32_t block, const struct flitlock_in *in,
                         const struct flitlock_out *out) {
  for (uint32_t n = 0; n < engine->observer_count; n++) {
    const struct flitlock_observer *observer = &engine->observer[n];
    if (observer->step != NULL) observer->step(observer->self, engine, block, engine->cycle, in, out);
  }
}

static void observe_cycle(const struct flitlock_engine *engine) {
  for (uint32_t n = 0; n < engine->observer_count; n++) {
    const struct flitlock_observer *observer = &engine->observer[n];
    if (observer->cycle != NULL) observer->cycle(observer->self, engine, engine->cycle);
  }
}

// A wake-up that is not for the next cycle.
static void wake_later(struct flitlock_engine *engine, struct flitlock_node *node, uint64_t wake) {
  if (wake - engine->cycle < FLITLOCK_WHEEL)
    flitlock_schedule_add(&engine->blocks, node->number, wake);
  else
    wake_far(engine, node, wake);
}

// `self` is the bit of the block in `next[word]`.
static inline void step_block(struct flitlock_engine *engine, struct flitlock_node *node, uint64_t cycle,
                              uint64_t *next, uint32_t word, uint64_t self) {
  unsigned parity = (unsigned)cycle & 1U;
  struct flitlock_in *in = &node->box[parity].in;
  engine->steps++;
  engine->out.flit_valid = 0;
  engine->out.credit_valid = 0;
  uint64_t wake = node->step(node->block, cycle, in, &engine->out);
  if (engine->observer_count != 0) observe_step(engine, node->number, in, &engine->out);
  in->flit_valid = 0;
  in->credit_valid = 0;
  carry(engine, node, parity ^ 1U, next);
  if (wake == cycle + 1)
    next[word] |= self;
  else if (wake != FLITLOCK_SLEEP)
    wake_later(engine, node, wake);
}

static void run_cycle(struct flitlock_engine *engine) {
  struct flitlock_schedule *blocks = &engine->blocks;
  const uint64_t cycle = engine->cycle;
  if (engine->delay_count != 0) run_lanes(engine);
  uint64_t *due = flitlock_schedule_due(blocks);
  uint32_t slot = (uint32_t)(cycle + 1) & (FLITLOCK_WHEEL - 1U);
  uint64_t *next = &blocks->slot[slot * blocks->words];
  if (engine->clocked)
    for (uint32_t n = 0; n < engine->node_count; n++)
      due[n / 64U] |= 1ULL << n % 64U;
  for (uint32_t word = 0; word < blocks->words; word++) {
    uint64_t mask = due[word];
    due[word] = 0;
    struct flitlock_node **node = &engine->node[word * 64U];
    for (; mask != 0; mask &= mask - 1)
      step_block(engine, node[__builtin_ctzll(mask)], cycle, next, word, mask & (~mask + 1));
  }
  if (engine->observes_cycles) observe_cycle(engine);
  uint64_t any = 0;
  for (uint32_t word = 0; word < blocks->words; word++)
    any |= next[word];
  if (any != 0) blocks->busy[slot / 64U] |= 1ULL << slot % 64U;
}

// Presents the credits of latency 0 to those that are stepped in a later part of this cycle.
static void carry_instant(struct flitlock_engine *engine, const struct flitlock_node *node) {
  const unsigned parity = (unsigned)engine->cycle & 1U;
  for (uint64_t mask = engine->out.credit_valid & node->instant_inputs; mask != 0; mask &= mask - 1) {
    unsigned port = (unsigned)__builtin_ctzll(mask);
    const struct flitlock_lane_end *end = &node->credit_end[port];
    *end->credit[parity] = engine->out_credit[port];
    *end->valid[parity] |= end->valid_bit;
  }
}

static void clear_out(struct flitlock_engine *engine) {
  engine->out.flit_valid = 0;
  engine->out.credit_valid = 0;
}

// The step of a block that has no halves, or the second half of one. `next` as of run_cycle.
static void step_part(struct flitlock_engine *engine, struct flitlock_node *node, uint64_t *next) {
  struct flitlock_in *in = &node->box[engine->cycle & 1U].in;
  engine->steps++;
  clear_out(engine);
  node->step(node->block, engine->cycle, in, &engine->out);
  if (engine->observer_count != 0) observe_step(engine, node->number, in, &engine->out);
  in->flit_valid = 0;
  in->credit_valid = 0;
  if (node->early == NULL) carry_instant(engine, node);
  engine->out.credit_valid &= ~node->instant_inputs;
  carry(engine, node, ((unsigned)engine->cycle & 1U) ^ 1U, next);
}

// A cycle with instant credits (engine.h): first halves, blocks without halves, second halves.
// Kept out of the way of cycles without (`cold`).
static __attribute__((noinline, cold)) void run_cycle_in_parts(struct flitlock_engine *engine) {
  struct flitlock_schedule *blocks = &engine->blocks;
  if (engine->delay_count != 0) run_lanes(engine);
  uint64_t *due = flitlock_schedule_due(blocks);
  for (uint32_t word = 0; word < blocks->words; word++)
    due[word] = 0;
  uint64_t *next = &blocks->slot[((uint32_t)(engine->cycle + 1) & (FLITLOCK_WHEEL - 1U)) * blocks->words];
  for (uint32_t n = 0; n < engine->node_count; n++) {
    struct flitlock_node *node = engine->node[n];
    if (node->early == NULL) continue;
    clear_out(engine);
    node->early(node->block, engine->cycle, &node->box[engine->cycle & 1U].in, &engine->out);
    carry_instant(engine, node);
  }
  for (uint32_t n = 0; n < engine->node_count; n++)
    if (engine->node[n]->early == NULL) step_part(engine, engine->node[n], next);
  for (uint32_t n = 0; n < engine->node_count; n++)
    if (engine->node[n]->early != NULL) step_part(engine, engine->node[n], next);
  if (engine->observes_cycles) observe_cycle(engine);
  for (uint32_t n = 0; n < engine->node_count; n++)
    flitlock_schedule_add(blocks, n, engine->cycle + 1);
}

static void advance(struct flitlock_engine *engine, uint64_t cycle) {
  flitlock_schedule_advance(&engine->blocks, cycle);
  flitlock_schedule_advance(&engine->lanes, cycle);
  engine->cycle = cycle;
}

void flitlock_engine_run(struct flitlock_engine *engine, uint64_t cycles) {
  if (!engine->started) rewind_time(engine);
  uint64_t end = cycles < UINT64_MAX - engine->cycle ? engine->cycle + cycles : UINT64_MAX;
  bool every_cycle = engine->clocked || engine->in_parts || engine->observes_cycles;
  engine->stop = false;
  engine->running = true;
  while (engine->cycle < end && !engine->stop) {
    uint64_t next = every_cycle ? engine->cycle : flitlock_engine_next_event(engine);
    if (next > engine->cycle) {  // nothing happens until then
      advance(engine, next < end ? next : end);
      continue;
    }
    if (engine->in_parts)
      run_cycle_in_parts(engine);
    else
      run_cycle(engine);
    advance(engine, engine->cycle + 1);
  }
  engine->running = false;
}
