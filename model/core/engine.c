// SPDX-License-Identifier: Apache-2.0
// Builds an engine and answers questions about it. The clock is in clock.c.
#include "flitlock/engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/engine_state.h"

static int out_of_memory(struct flitlock_error *error) {
  return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "engine: out of memory");
}

static int check_not_started(const struct flitlock_engine *engine, const char *what, struct flitlock_error *error) {
  if (!engine->started) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_USAGE,
                       "engine: %s cannot be added after the first cycle (cycle is %" PRIu64 ")", what, engine->cycle);
}

// A vector that can take one more element of `size` bytes, or NULL.
static void *grown(void *vector, uint32_t count, uint32_t *capacity, size_t size) {
  if (count < *capacity) return vector;
  uint32_t wanted = *capacity == 0 ? 64 : 2 * *capacity;
  void *larger = realloc(vector, wanted * size);
  if (larger != NULL) *capacity = wanted;
  return larger;
}

int flitlock_engine_create(struct flitlock_engine **engine, struct flitlock_error *error) {
  *engine = calloc(1, sizeof **engine);
  if (*engine == NULL) return out_of_memory(error);
  (*engine)->out = (struct flitlock_out){0, 0, (*engine)->out_flit, (*engine)->out_credit};
  if (!flitlock_schedule_init(&(*engine)->blocks, 0) || !flitlock_schedule_init(&(*engine)->lanes, 0)) {
    flitlock_engine_destroy(*engine);
    *engine = NULL;
    return out_of_memory(error);
  }
  return FLITLOCK_OK;
}

static void free_node(struct flitlock_node *node) {
  if (node == NULL) return;
  if (node->ops != NULL) node->ops->destroy(node->block);
  for (unsigned parity = 0; parity < 2; parity++) {
    free(node->box[parity].flit);
    free(node->box[parity].credit);
  }
  free(node->flit_end);
  free(node->credit_end);
  free(node->name);
  free(node);
}

void flitlock_engine_destroy(struct flitlock_engine *engine) {
  if (engine == NULL) return;
  for (uint32_t n = 0; n < engine->node_count; n++)
    free_node(engine->node[n]);
  for (uint32_t n = 0; n < engine->delay_count; n++)
    flitlock_delay_free(engine->delay[n]);
  flitlock_schedule_free(&engine->blocks);
  flitlock_schedule_free(&engine->lanes);
  free(engine->node);
  free(engine->delay);
  free(engine->channel);
  free(engine->observer);
  free(engine);
}

static void end_in_sink(struct flitlock_engine *engine, struct flitlock_lane_end *end) {
  memset(end, 0, sizeof *end);
  for (unsigned parity = 0; parity < 2; parity++) {
    end->flit[parity] = &engine->sink_flit;
    end->credit[parity] = &engine->sink_credit;
    end->valid[parity] = &engine->sink_valid;
  }
}

static void end_at(struct flitlock_lane_end *end, struct flitlock_node *to, uint32_t port, bool credits) {
  memset(end, 0, sizeof *end);
  end->to = to;
  end->port = port;
  end->valid_bit = 1ULL << port;
  end->due_word = to->number / 64U;
  end->due_bit = 1ULL << to->number % 64U;
  for (unsigned parity = 0; parity < 2; parity++) {
    struct flitlock_inbox *box = &to->box[parity];
    end->flit[parity] = &box->flit[port];
    end->credit[parity] = &box->credit[port];
    end->valid[parity] = credits ? &box->in.credit_valid : &box->in.flit_valid;
  }
}

// Allocates what a block of `node->info.ports` ports needs.
static bool allocate_ports(struct flitlock_engine *engine, struct flitlock_node *node) {
  size_t ports = node->info.ports;
  for (unsigned parity = 0; parity < 2; parity++) {
    struct flitlock_inbox *box = &node->box[parity];
    box->flit = calloc(ports, sizeof *box->flit);
    box->credit = calloc(ports, sizeof *box->credit);
    if (box->flit == NULL || box->credit == NULL) return false;
    box->in.flit = box->flit;
    box->in.credit = box->credit;
  }
  node->flit_end = calloc(ports, sizeof *node->flit_end);
  node->credit_end = calloc(ports, sizeof *node->credit_end);
  if (node->flit_end == NULL || node->credit_end == NULL) return false;
  for (size_t port = 0; port < ports; port++) {
    end_in_sink(engine, &node->flit_end[port]);
    end_in_sink(engine, &node->credit_end[port]);
  }
  return true;
}

static int create_node(struct flitlock_engine *engine, const struct flitlock_block_ops *ops, const void *params,
                       const char *name, struct flitlock_node *node, struct flitlock_error *error) {
  node->name = malloc(strlen(name) + 1);
  if (node->name == NULL) return out_of_memory(error);
  memcpy(node->name, name, strlen(name) + 1);
  node->timer = FLITLOCK_SLEEP;
  int status = ops->create(params, name, &node->block, error);
  if (status != FLITLOCK_OK) return status;
  node->ops = ops;
  node->step = ops->step;
  ops->describe(node->block, &node->info);
  if (node->info.abi != FLITLOCK_BLOCK_ABI)
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "block %s (%s, %s) has version %" PRIu32 " of the block contract, the engine has %d", name,
                         ops->kind, ops->impl, node->info.abi, FLITLOCK_BLOCK_ABI);
  if (node->info.ports == 0 || node->info.ports > FLITLOCK_MAX_PORTS)
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "block %s has %" PRIu32 " ports; it must have 1 to %d", name,
                         node->info.ports, FLITLOCK_MAX_PORTS);
  return allocate_ports(engine, node) ? FLITLOCK_OK : out_of_memory(error);
}

int flitlock_engine_add_block(struct flitlock_engine *engine, const struct flitlock_block_ops *ops, const void *params,
                              const char *name, uint32_t *number, struct flitlock_error *error) {
  int status = check_not_started(engine, "a block", error);
  if (status != FLITLOCK_OK) return status;
  uint32_t capacity = engine->node_capacity;
  struct flitlock_node **nodes = grown(engine->node, engine->node_count, &capacity, sizeof *nodes);
  if (nodes == NULL) return out_of_memory(error);
  engine->node = nodes;
  if (capacity != engine->node_capacity) {
    if (!flitlock_schedule_init(&engine->blocks, capacity)) return out_of_memory(error);
    engine->node_capacity = capacity;
  }
  struct flitlock_node *node = calloc(1, sizeof *node);
  if (node == NULL) return out_of_memory(error);
  status = create_node(engine, ops, params, name, node, error);
  if (status != FLITLOCK_OK) {
    free_node(node);
    return status;
  }
  node->number = engine->node_count;
  engine->node[engine->node_count++] = node;
  *number = node->number;
  return FLITLOCK_OK;
}

int flitlock_engine_set_early(struct flitlock_engine *engine, uint32_t block, flitlock_early early,
                              struct flitlock_error *error) {
  int status = check_not_started(engine, "a first half", error);
  if (status != FLITLOCK_OK) return status;
  if (block >= engine->node_count)
    return flitlock_fail(error, FLITLOCK_E_USAGE, "there is no block %" PRIu32 " to have a first half", block);
  engine->node[block]->early = early;
  engine->in_parts = true;
  return FLITLOCK_OK;
}

static int channel_error(const struct flitlock_channel *channel, struct flitlock_error *error, const char *what) {
  return flitlock_fail(error, FLITLOCK_E_CONFIG,
                       "channel %.79s (block %" PRIu32 " port %" PRIu32 " to block %" PRIu32 " port %" PRIu32 "): %s",
                       channel->name, channel->src_block, channel->src_port, channel->dst_block, channel->dst_port,
                       what);
}

static int check_latency(const struct flitlock_channel *channel, const char *lane, uint32_t latency,
                         struct flitlock_error *error) {
  if (latency >= 1 && latency <= FLITLOCK_MAX_LATENCY) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_CONFIG,
                       "channel %.79s: the latency of the %s lane is %" PRIu32 " cycles, but it must be 1 to %u",
                       channel->name, lane, latency, FLITLOCK_MAX_LATENCY);
}

static int check_channel(const struct flitlock_engine *engine, const struct flitlock_channel *channel,
                         struct flitlock_error *error) {
  if (channel->src_block >= engine->node_count) return channel_error(channel, error, "there is no such sending block");
  if (channel->dst_block >= engine->node_count)
    return channel_error(channel, error, "there is no such receiving block");
  const struct flitlock_node *src = engine->node[channel->src_block];
  const struct flitlock_node *dst = engine->node[channel->dst_block];
  if (channel->src_port >= src->info.ports || !src->info.port[channel->src_port].has_out)
    return channel_error(channel, error, "the sending port has no output");
  if (channel->dst_port >= dst->info.ports || !dst->info.port[channel->dst_port].has_in)
    return channel_error(channel, error, "the receiving port has no input");
  if (src->flit_end[channel->src_port].to != NULL)
    return channel_error(channel, error, "the sending port is already connected");
  if (dst->credit_end[channel->dst_port].to != NULL)
    return channel_error(channel, error, "the receiving port is already connected");
  unsigned out_width = src->info.port[channel->src_port].out_width;
  unsigned in_width = dst->info.port[channel->dst_port].in_width;
  if (out_width != in_width)
    return flitlock_fail(
        error, FLITLOCK_E_CONFIG,
        "channel %.79s: %s sends flits of %u units, %s takes flits of %u: a link has one width (R-CH-6)", channel->name,
        src->name, out_width, dst->name, in_width);
  int status = check_latency(channel, "flit", channel->latency, error);
  if (status != FLITLOCK_OK) return status;
  if (channel->credit_latency == 0 && (src->early != NULL || dst->early != NULL)) return FLITLOCK_OK;
  return check_latency(channel, "credit", channel->credit_latency, error);
}

static int make_delay(struct flitlock_engine *engine, struct flitlock_lane_end *end, uint32_t latency, bool credits,
                      struct flitlock_error *error) {
  if (latency <= 1) return FLITLOCK_OK;
  uint32_t capacity = engine->delay_capacity;
  struct flitlock_delay **delays = grown(engine->delay, engine->delay_count, &capacity, sizeof *delays);
  if (delays == NULL) return out_of_memory(error);
  engine->delay = delays;
  if (capacity != engine->delay_capacity) {
    if (!flitlock_schedule_init(&engine->lanes, capacity)) return out_of_memory(error);
    engine->delay_capacity = capacity;
  }
  end->delay = flitlock_delay_create(end->to, end->port, latency, credits);
  if (end->delay == NULL) return out_of_memory(error);
  end->delay->number = engine->delay_count;
  engine->delay[engine->delay_count++] = end->delay;
  return FLITLOCK_OK;
}

// First channel that is not before (block, port).
static uint32_t channel_position(const struct flitlock_engine *engine, uint32_t block, uint32_t port) {
  uint32_t low = 0;
  uint32_t high = engine->channel_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    const struct flitlock_channel *channel = &engine->channel[middle];
    if (channel->src_block < block || (channel->src_block == block && channel->src_port < port))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

int flitlock_engine_connect(struct flitlock_engine *engine, const struct flitlock_channel *channel,
                            struct flitlock_error *error) {
  int status = check_not_started(engine, "a channel", error);
  if (status == FLITLOCK_OK) status = check_channel(engine, channel, error);
  if (status != FLITLOCK_OK) return status;
  struct flitlock_channel *channels =
      grown(engine->channel, engine->channel_count, &engine->channel_capacity, sizeof *channels);
  if (channels == NULL) return out_of_memory(error);
  engine->channel = channels;

  struct flitlock_node *src = engine->node[channel->src_block];
  struct flitlock_node *dst = engine->node[channel->dst_block];
  struct flitlock_lane_end flit_end;
  struct flitlock_lane_end credit_end;
  end_at(&flit_end, dst, channel->dst_port, false);
  end_at(&credit_end, src, channel->src_port, true);
  status = make_delay(engine, &flit_end, channel->latency, false, error);
  if (status == FLITLOCK_OK) status = make_delay(engine, &credit_end, channel->credit_latency, true, error);
  if (status != FLITLOCK_OK) return status;
  src->flit_end[channel->src_port] = flit_end;
  dst->credit_end[channel->dst_port] = credit_end;
  if (channel->credit_latency == 0) dst->instant_inputs |= 1ULL << channel->dst_port;

  uint32_t at = channel_position(engine, channel->src_block, channel->src_port);
  memmove(&channels[at + 1], &channels[at], (engine->channel_count - at) * sizeof *channels);
  channels[at] = *channel;
  channels[at].name[sizeof channels[at].name - 1] = '\0';
  engine->channel_count++;
  return FLITLOCK_OK;
}

int flitlock_engine_add_observer(struct flitlock_engine *engine, const struct flitlock_observer *observer,
                                 struct flitlock_error *error) {
  struct flitlock_observer *list = realloc(engine->observer, (engine->observer_count + 1U) * sizeof *list);
  if (list == NULL) return out_of_memory(error);
  engine->observer = list;
  engine->observer[engine->observer_count++] = *observer;
  if (observer->cycle != NULL) engine->observes_cycles = true;
  return FLITLOCK_OK;
}

void flitlock_engine_set_clocked(struct flitlock_engine *engine, bool on) { engine->clocked = on; }

uint64_t flitlock_engine_cycle(const struct flitlock_engine *engine) { return engine->cycle; }
uint32_t flitlock_engine_block_count(const struct flitlock_engine *engine) { return engine->node_count; }

const char *flitlock_engine_block_name(const struct flitlock_engine *engine, uint32_t block) {
  return block < engine->node_count ? engine->node[block]->name : "";
}

struct flitlock_block *flitlock_engine_block(const struct flitlock_engine *engine, uint32_t block) {
  return block < engine->node_count ? engine->node[block]->block : NULL;
}

const struct flitlock_block_ops *flitlock_engine_block_ops(const struct flitlock_engine *engine, uint32_t block) {
  return block < engine->node_count ? engine->node[block]->ops : NULL;
}

uint32_t flitlock_engine_channel_count(const struct flitlock_engine *engine) { return engine->channel_count; }

const struct flitlock_channel *flitlock_engine_channel(const struct flitlock_engine *engine, uint32_t channel) {
  return channel < engine->channel_count ? &engine->channel[channel] : NULL;
}

uint32_t flitlock_engine_channel_from(const struct flitlock_engine *engine, uint32_t block, uint32_t port) {
  uint32_t at = channel_position(engine, block, port);
  if (at == engine->channel_count) return UINT32_MAX;
  const struct flitlock_channel *channel = &engine->channel[at];
  return channel->src_block == block && channel->src_port == port ? at : UINT32_MAX;
}

uint32_t flitlock_engine_channel_to(const struct flitlock_engine *engine, uint32_t block, uint32_t port) {
  if (block >= engine->node_count || port >= engine->node[block]->info.ports) return UINT32_MAX;
  const struct flitlock_lane_end *end = &engine->node[block]->credit_end[port];
  return end->to == NULL ? UINT32_MAX : flitlock_engine_channel_from(engine, end->to->number, end->port);
}

uint64_t flitlock_engine_flits_in_channels(const struct flitlock_engine *engine) {
  uint64_t flits = 0;
  for (uint32_t n = 0; n < engine->node_count; n++)
    for (unsigned parity = 0; parity < 2; parity++)
      flits += (uint64_t)__builtin_popcountll(engine->node[n]->box[parity].in.flit_valid);
  for (uint32_t n = 0; n < engine->delay_count; n++)
    if (engine->delay[n]->flit != NULL) flits += engine->delay[n]->count;
  return flits;
}

uint64_t flitlock_engine_steps(const struct flitlock_engine *engine) { return engine->steps; }
uint64_t flitlock_engine_flits_carried(const struct flitlock_engine *engine) { return engine->flits_carried; }
