// SPDX-License-Identifier: Apache-2.0
// Checks R-INV-1 to R-INV-6 at the ports of all blocks, on its own and not trusting the blocks' own checks. The first
// violation is kept and ends the run.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "observe/invariants_memory.h"

void flitlock_invariants_violated(struct flitlock_invariants *self, int status, const char *rule,
                                  const struct invariants_channel *channel, const char *format, ...) {
  if (self->failure.status != FLITLOCK_OK) return;
  char text[1792];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  flitlock_fail(&self->failure, status, "%s: cycle %" PRIu64 "%s%s: %s", rule, self->cycle, channel ? ", channel " : "",
                channel ? channel->name : "", text);
  flitlock_engine_stop(self->engine);
}

// ---- R-INV-6

// Writes the violation for a network that stands still, or in which `packet` grows too old.
static void no_progress(struct flitlock_invariants *self, const struct invariants_packet *packet, const char *why) {
  char chain[1536];
  char name[160];
  int found = flitlock_wait_chain(self, packet, chain, sizeof chain);
  flitlock_invariants_violated(self, FLITLOCK_E_NO_PROGRESS, "R-INV-6 no progress", NULL,
                               "%s; the oldest packet is %s, in the network since cycle %" PRIu64
                               ", its head was last seen on %s in cycle %" PRIu64 "%s%s",
                               why, flitlock_invariants_packet_name(self, packet, name, sizeof name), packet->injected,
                               self->channel[packet->channel].name, packet->seen,
                               found ? "; who waits on whom:" : "; no block tells of it", chain);
}

static void watch(struct flitlock_invariants *self, uint64_t cycle) {
  char why[160];
  if (self->watchdog && self->units > 0 && cycle - self->last_move >= self->watchdog) {
    const struct invariants_packet *packet = flitlock_invariants_oldest(self);
    if (packet) {
      snprintf(why, sizeof why, "%" PRIu64 " units in the network and none moved since cycle %" PRIu64, self->units,
               self->last_move);
      no_progress(self, packet, why);
      return;
    }
  }
  // Looking for the oldest packet takes a while, so it is done when the last answer may have grown too old.
  if (self->max_age && cycle - self->oldest > self->max_age) {
    const struct invariants_packet *packet = flitlock_invariants_oldest(self);
    self->oldest = packet ? packet->injected : cycle;
    if (packet && cycle - packet->injected > self->max_age) {
      snprintf(why, sizeof why, "a packet is %" PRIu64 " cycles old, the limit is %" PRIu64, cycle - packet->injected,
               self->max_age);
      no_progress(self, packet, why);
    }
  }
}

// ---- Observer

static void rewind_all(struct flitlock_invariants *self) {
  flitlock_invariants_channel_reset(self);
  flitlock_table_clear(&self->packets);
  flitlock_table_clear(&self->flows);
  if (self->memory) flitlock_invariants_memory_reset(self);
  memset(self->next_id, 0, self->blocks * sizeof *self->next_id);
  memset(&self->failure, 0, sizeof self->failure);
  self->cycle = self->last_move = self->units = self->oldest = 0;
}

static void on_step(void *object, const struct flitlock_engine *engine, uint32_t block, uint64_t cycle,
                    const struct flitlock_in *in, const struct flitlock_out *out) {
  (void)engine;
  struct flitlock_invariants *self = object;
  if (cycle < self->cycle) rewind_all(self);  // the engine was reset
  if (self->failure.status != FLITLOCK_OK) return;
  self->cycle = cycle;
  if (in->flit_valid | out->flit_valid) self->last_move = cycle;
  const uint32_t *from = &self->from[block * FLITLOCK_MAX_PORTS];
  const uint32_t *to = &self->to[block * FLITLOCK_MAX_PORTS];
  // In the order of R-ST-1: credits, arrivals, then what is presented.
  for (uint64_t ports = in->credit_valid; ports;) {
    unsigned port = flitlock_next_port(&ports);
    if (from[port] == UINT32_MAX) continue;
    flitlock_invariants_credit_arrived(self, &self->channel[from[port]], in->credit[port]);
  }
  for (uint64_t ports = in->flit_valid; ports;) {
    unsigned port = flitlock_next_port(&ports);
    if (to[port] == UINT32_MAX) continue;
    struct invariants_channel *channel = &self->channel[to[port]];
    flitlock_invariants_flit_arrived(channel, &in->flit[port]);
    if (channel->to_client) flitlock_invariants_packet_arrived(self, channel, &in->flit[port]);
  }
  for (uint64_t ports = out->flit_valid; ports && self->failure.status == FLITLOCK_OK;) {
    unsigned port = flitlock_next_port(&ports);
    if (from[port] == UINT32_MAX) continue;
    flitlock_invariants_flit_sent(self, &self->channel[from[port]], &out->flit[port]);
    if (self->failure.status == FLITLOCK_OK && !self->channel[from[port]].messages)
      flitlock_invariants_packet_sent(self, from[port], &out->flit[port]);
  }
  if (self->memory && self->failure.status == FLITLOCK_OK) flitlock_invariants_memory_step(self, block, in, out);
  for (uint64_t ports = out->credit_valid; ports;) {
    unsigned port = flitlock_next_port(&ports);
    if (to[port] == UINT32_MAX) continue;
    flitlock_invariants_credit_sent(self, &self->channel[to[port]], out->credit[port]);
  }
}

static void on_cycle(void *object, const struct flitlock_engine *engine, uint64_t cycle) {
  (void)engine;
  struct flitlock_invariants *self = object;
  if (self->failure.status != FLITLOCK_OK || cycle < self->cycle) return;
  self->cycle = cycle;
  watch(self, cycle);
}

// ---- Lifecycle

int flitlock_invariants_check(struct flitlock_invariants *self, int drained, struct flitlock_error *error) {
  // An engine in which all sleep skips the cycles in which the watchdog would have barked.
  if (self->failure.status == FLITLOCK_OK && self->units > 0) {
    uint64_t now = flitlock_engine_cycle(self->engine);
    const struct invariants_packet *packet = flitlock_invariants_oldest(self);
    char chain[16];
    if (packet && flitlock_engine_next_event(self->engine) == FLITLOCK_SLEEP &&
        flitlock_wait_chain(self, packet, chain, sizeof chain)) {
      no_progress(self, packet, "flits are in the network and nothing will move any more");
    } else if (packet && now > self->cycle) {
      watch(self, now);
    }
  }
  if (drained && self->failure.status == FLITLOCK_OK) flitlock_invariants_packets_drained(self);
  if (drained && self->failure.status == FLITLOCK_OK && self->memory) flitlock_invariants_memory_drained(self);
  if (drained && self->failure.status == FLITLOCK_OK) flitlock_invariants_channels_drained(self);
  if (self->failure.status == FLITLOCK_OK) return FLITLOCK_OK;
  return flitlock_fail(error, self->failure.status, "%s", self->failure.text);
}

static void fill_channel(struct flitlock_invariants *self, uint32_t number) {
  const struct flitlock_channel *channel = flitlock_engine_channel(self->engine, number);
  struct invariants_channel *made = &self->channel[number];
  struct flitlock_block_info info;
  uint32_t receiver = channel->dst_block;
  flitlock_engine_block_ops(self->engine, receiver)->describe(flitlock_engine_block(self->engine, receiver), &info);
  made->name = channel->name;
  made->src_block = channel->src_block;
  made->dst_block = receiver;
  made->width = info.port[channel->dst_port].in_width;
  made->vcs = (uint8_t)info.vcs;
  memcpy(made->depth, info.port[channel->dst_port].in_depth, sizeof made->depth);
  const struct flitlock_pod_node *from = &self->node[channel->src_block], *to = &self->node[receiver];
  made->messages = flitlock_node_is_walker(from->kind) || flitlock_node_is_walker(to->kind) ||
                   flitlock_node_is_memory(from->kind) || flitlock_node_is_memory(to->kind);
  made->from_client = !made->messages && flitlock_node_is_client(from->kind);
  made->to_client = !made->messages && flitlock_node_is_client(to->kind);
  made->gpu = from->kind == FLITLOCK_NODE_SWITCH ? INVARIANTS_NO_GPU : from->gpu;
  made->instant = channel->credit_latency == 0;
  self->from[channel->src_block * FLITLOCK_MAX_PORTS + channel->src_port] = number;
  self->to[receiver * FLITLOCK_MAX_PORTS + channel->dst_port] = number;
}

// 1 for success.
static int allocate(struct flitlock_invariants *self) {
  size_t ports = (size_t)self->blocks * FLITLOCK_MAX_PORTS + 1U;
  self->node = calloc(self->blocks + 1U, sizeof *self->node);
  self->channel = calloc(self->channels + 1U, sizeof *self->channel);
  self->from = malloc(ports * sizeof *self->from);
  self->to = malloc(ports * sizeof *self->to);
  self->next_id = calloc(self->blocks + 1U, sizeof *self->next_id);
  if (!self->node || !self->channel || !self->from || !self->to || !self->next_id) return 0;
  memset(self->from, 0xFF, ports * sizeof *self->from);
  memset(self->to, 0xFF, ports * sizeof *self->to);
  return flitlock_table_init(&self->packets, sizeof(struct invariants_packet)) &&
         flitlock_table_init(&self->flows, sizeof(struct invariants_flow));
}

int flitlock_invariants_create_for(const struct flitlock_target *target, struct flitlock_invariants **invariants,
                                   struct flitlock_error *error) {
  *invariants = NULL;
  struct flitlock_invariants *made = calloc(1, sizeof *made);
  if (!made) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for invariants");
  made->engine = target->engine;
  made->blocks = flitlock_engine_block_count(target->engine);
  made->channels = flitlock_engine_channel_count(target->engine);
  made->seed = target->seed;
  made->unit_bytes = target->unit_bytes;
  made->posted = target->posted;
  made->translation = target->translation;
  made->watchdog = target->watchdog;
  made->max_age = target->max_age;
  int status = FLITLOCK_OK;
  if (!allocate(made)) {
    status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for invariants");
  } else {
    memcpy(made->node, target->node, made->blocks * sizeof *made->node);
    if (!flitlock_invariants_memory_create(made))
      status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for invariants");
    for (uint32_t c = 0; c < made->channels; c++) {
      fill_channel(made, c);
    }
    flitlock_invariants_channel_reset(made);
    struct flitlock_observer observer = {.self = made, .step = on_step, .cycle = on_cycle};
    if (status == FLITLOCK_OK) status = flitlock_engine_add_observer(target->engine, &observer, error);
  }
  if (status != FLITLOCK_OK) {
    flitlock_invariants_destroy(made);
    return status;
  }
  *invariants = made;
  return FLITLOCK_OK;
}

void flitlock_invariants_destroy(struct flitlock_invariants *invariants) {
  if (!invariants) return;
  flitlock_table_free(&invariants->packets);
  flitlock_table_free(&invariants->flows);
  flitlock_invariants_memory_destroy(invariants);
  free(invariants->node);
  free(invariants->channel);
  free(invariants->from);
  free(invariants->to);
  free(invariants->next_id);
  free(invariants);
}
