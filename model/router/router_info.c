// SPDX-License-Identifier: Apache-2.0
// What a router tells about itself: ports, idle causes, signals, occupancy, who waits on whom.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "router/state.h"

void flitlock_router_describe(const struct flitlock_block *r, struct flitlock_block_info *info) {
  *info = (struct flitlock_block_info){
      .kind = "router", .impl = "c", .abi = FLITLOCK_BLOCK_ABI, .ports = r->ports, .vcs = r->vcs, .port = r->info};
}

static bool output_holds_flit(const struct flitlock_block *r, unsigned o) {
  if (r->out[o].ready != 0) return true;
  if (!r->registered[FLITLOCK_STAGE_OUTPUT]) return false;  // then every flit is visible
  for (unsigned vc = 0; vc < r->vcs; vc++)
    if (flitlock_output_fifo(r, o, vc)->count != 0) return true;
  return false;
}

static bool crossbar_holds_flit(const struct flitlock_block *r, unsigned o) {
  if ((r->masks.any[FLITLOCK_L2] >> o & 1U) != 0) return true;
  if (!r->registered[FLITLOCK_STAGE_CROSSBAR]) return false;
  for (unsigned i = 0; i < r->ports; i++)
    for (unsigned vc = 0; vc < r->vcs; vc++)
      if (flitlock_crossbar_fifo(r, i, o, vc)->count != 0) return true;
  return false;
}

// The outputs that fronts of input buffers go to.
static uint64_t wanted_outputs(const struct flitlock_block *r) {
  uint64_t wanted = 0;
  for (unsigned i = 0; i < r->ports; i++) {
    const struct flitlock_router_in *in = &r->in[i];
    // A registered buffer may hold flits that are not visible yet.
    uint32_t full = r->registered[FLITLOCK_STAGE_INPUT] ? (1U << r->vcs) - 1U : in->ready;
    for (; full != 0; full &= full - 1U) {
      unsigned vc = (unsigned)__builtin_ctz(full);
      if (flitlock_input_fifo(r, i, vc)->count != 0 && in->front[vc].path->port != FLITLOCK_NO_PORT)
        wanted |= flitlock_bit(in->front[vc].path->port);
    }
  }
  return wanted;
}

// R-IDLE. Masks of visible flits are those of the last edge (R-IDLE-6): what a registered buffer took at that edge is
// shown at the next.
void flitlock_router_idle_causes(const struct flitlock_block *r, uint8_t *cause) {
  uint64_t wanted = wanted_outputs(r);
  for (unsigned o = 0; o < r->ports; o++) {
    const struct flitlock_router_out *out = &r->out[o];
    if (!out->exists) {
      cause[o] = 0;
      continue;
    }
    uint32_t sendable = out->l3_hold == FLITLOCK_NO_VC ? out->ready : out->ready & 1U << out->l3_hold;
    if (sendable != 0)
      cause[o] = 2;
    else if (output_holds_flit(r, o))
      cause[o] = 1;
    else if (crossbar_holds_flit(r, o))
      cause[o] = 3;
    else
      cause[o] = (wanted >> o & 1U) != 0 ? 4 : 5;
  }
}

struct signal_list {
  struct flitlock_signal *list;
  size_t capacity;
  size_t count;
};

__attribute__((format(printf, 5, 6))) static void add_signal(struct signal_list *signals, const void *address,
                                                             uint8_t size, unsigned bits, const char *format, ...) {
  if (signals->count < signals->capacity) {
    struct flitlock_signal *signal = &signals->list[signals->count];
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(signal->path, sizeof signal->path, format, arguments) < 0) signal->path[0] = '\0';
    va_end(arguments);
    signal->bits = (uint16_t)bits;
    signal->size = size;
    signal->address = address;
  }
  signals->count++;
}

static unsigned bits_for(unsigned largest) {
  unsigned bits = 1;
  while (largest >> bits != 0)
    bits++;
  return bits;
}

static void add_count(struct signal_list *signals, const struct flitlock_fifo *fifo, const char *path, unsigned vc) {
  add_signal(signals, &fifo->count, sizeof fifo->count, bits_for(fifo->depth), "%s.vc%u.count", path, vc);
}

static void add_input(struct signal_list *signals, const struct flitlock_block *r, unsigned i) {
  const struct flitlock_router_in *in = &r->in[i];
  char path[40];
  snprintf(path, sizeof path, "input.%s", r->info[i].name);
  add_signal(signals, &in->hold, 1, 8, "%s.l1_grant", path);
  add_signal(signals, &in->l1.pointer, 2, 4, "%s.l1_pointer", path);
  for (unsigned vc = 0; vc < r->vcs; vc++)
    add_count(signals, flitlock_input_fifo(r, i, vc), path, vc);
}

static void add_output(struct signal_list *signals, const struct flitlock_block *r, unsigned o) {
  const struct flitlock_router_out *out = &r->out[o];
  char path[60];
  for (unsigned i = 0; i < r->ports; i++) {
    if (!r->in[i].exists) continue;
    snprintf(path, sizeof path, "crossbar.%s.%s", r->info[i].name, r->info[o].name);
    for (unsigned vc = 0; vc < r->vcs; vc++)
      add_count(signals, flitlock_crossbar_fifo(r, i, o, vc), path, vc);
  }
  snprintf(path, sizeof path, "output.%s", r->info[o].name);
  add_signal(signals, &out->l2_hold, 2, 16, "%s.l2_grant", path);
  add_signal(signals, &out->l2.pointer, 2, 10, "%s.l2_pointer", path);
  add_signal(signals, &out->l3_hold, 1, 8, "%s.l3_grant", path);
  add_signal(signals, &out->l3.pointer, 2, 4, "%s.l3_pointer", path);
  for (unsigned vc = 0; vc < r->vcs; vc++) {
    add_count(signals, flitlock_output_fifo(r, o, vc), path, vc);
    add_signal(signals, &out->credits[vc], sizeof out->credits[vc], bits_for(out->far_depth[vc]), "%s.vc%u.credits",
               path, vc);
  }
}

// Grants are VC numbers, 255: none. Those of L2 and its pointers are input * vcs + VC, 65535: none.
size_t flitlock_router_signals(const struct flitlock_block *r, struct flitlock_signal *list, size_t capacity) {
  struct signal_list signals = {list, capacity, 0};
  for (unsigned p = 0; p < r->ports; p++)
    if (r->in[p].exists) add_input(&signals, r, p);
  for (unsigned p = 0; p < r->ports; p++)
    if (r->out[p].exists) add_output(&signals, r, p);
  return signals.count;
}

uint64_t flitlock_router_occupancy(const struct flitlock_block *r) {
  uint64_t flits = 0;
  for (size_t k = 0; k < r->fifo_count; k++)
    flits += r->fifo[k].count;
  return flits;
}

struct text {
  char *buffer;
  size_t size;
  size_t used;
};

__attribute__((format(printf, 2, 3))) static void append(struct text *text, const char *format, ...) {
  bool full = text->used >= text->size;
  va_list arguments;
  va_start(arguments, format);
  int written =
      vsnprintf(full ? NULL : text->buffer + text->used, full ? 0 : text->size - text->used, format, arguments);
  va_end(arguments);
  if (written > 0) text->used += (size_t)written;
}

// "<buffer> <src> <id> waits for ", the buffer named by its stage, port or ports, and VC.
static void append_front(struct text *text, const struct flitlock_fifo *fifo, const char *stage, const char *port,
                         const char *second, unsigned vc) {
  const struct flitlock_flit *flit = fifo->front;
  append(text, "%s.%s%s%s.vc%u %" PRIu32 " %" PRIu32 " waits for ", stage, port, second[0] == '\0' ? "" : ".", second,
         vc, flit->src, flit->id);
}

static void wait_input(struct text *text, const struct flitlock_block *r, unsigned i, unsigned vc) {
  const struct flitlock_router_in *in = &r->in[i];
  const struct flitlock_front *front = &in->front[vc];
  const struct flitlock_fifo *fifo = flitlock_input_fifo(r, i, vc);
  const struct flitlock_flit *flit = fifo->front;
  const char *name = r->info[i].name;
  append_front(text, fifo, "input", name, "", vc);
  if (in->hold != FLITLOCK_NO_VC && in->hold != vc)
    append(text, "grant of input.%s.vc%u\n", name, (unsigned)in->hold);
  else if (front->path->port != FLITLOCK_NO_PORT && in->hold != vc && flitlock_fifo_room(front->to) < front->need)
    append(text, "room of crossbar.%s.%s.vc%u\n", name, r->info[front->path->port].name, (unsigned)front->vc);
  else if (front->path->conversion == FLITLOCK_MERGE && fifo->count == 1 && flit->seq + 1U != flit->len)
    append(text, "link of %s.vc%u\n", name, vc);  // the other half of a pair, R-W-4
  else
    append(text, "turn of self\n");
}

static void wait_crossbar(struct text *text, const struct flitlock_block *r, unsigned i, unsigned o, unsigned vc) {
  const struct flitlock_router_out *out = &r->out[o];
  const struct flitlock_fifo *fifo = flitlock_crossbar_fifo(r, i, o, vc);
  const char *name = r->info[o].name;
  unsigned need = (fifo->front->len + (unsigned)out->shift) >> out->shift;
  append_front(text, fifo, "crossbar", r->info[i].name, name, vc);
  if (out->l2_hold != FLITLOCK_NO_PLACE && out->l2_hold != i * r->vcs + vc) {
    struct flitlock_place holder = r->place[out->l2_hold];
    append(text, "grant of crossbar.%s.%s.vc%u\n", r->info[holder.in].name, name, (unsigned)holder.vc);
  } else if (out->l2_hold == FLITLOCK_NO_PLACE && flitlock_fifo_room(flitlock_output_fifo(r, o, vc)) < need) {
    append(text, "room of output.%s.vc%u\n", name, vc);
  } else {
    append(text, "turn of self\n");
  }
}

static void wait_output(struct text *text, const struct flitlock_block *r, unsigned o, unsigned vc) {
  const struct flitlock_router_out *out = &r->out[o];
  const struct flitlock_fifo *fifo = flitlock_output_fifo(r, o, vc);
  const char *name = r->info[o].name;
  unsigned need = (fifo->front->len + (unsigned)out->shift) >> out->shift;
  append_front(text, fifo, "output", name, "", vc);
  if (out->l3_hold != FLITLOCK_NO_VC && out->l3_hold != vc)
    append(text, "grant of output.%s.vc%u\n", name, (unsigned)out->l3_hold);
  else if (out->l3_hold == FLITLOCK_NO_VC && out->credits[vc] < need)
    append(text, "credit of %s.vc%u\n", name, vc);
  else
    append(text, "turn of self\n");
}

// A packet that holds a grant while all of it that came has moved on has no flit at a front, but others wait for its
// grant: a line says where its next flit is, one level back or on the link. `p` is an input and an output.
static void wait_holders(struct text *text, const struct flitlock_block *r, unsigned p) {
  const struct flitlock_router_out *out = &r->out[p];
  const struct flitlock_router_in *in = &r->in[p];
  const char *name = r->info[p].name;
  const struct flitlock_flit *flit;
  const struct flitlock_place holder =
      out->l2_hold == FLITLOCK_NO_PLACE ? (struct flitlock_place){0, 0, 0} : r->place[out->l2_hold];
  if (out->exists && out->l3_hold != FLITLOCK_NO_VC && flitlock_output_fifo(r, p, out->l3_hold)->count == 0) {
    const struct flitlock_fifo *rest = flitlock_crossbar_fifo(r, holder.in, p, holder.vc);
    flit = rest->count != 0 ? rest->front : flitlock_fifo_gone(rest);
    append(text, "output.%s.vc%u %" PRIu32 " %" PRIu32 " waits for rest of crossbar.%s.%s.vc%u\n", name,
           (unsigned)out->l3_hold, flit->src, flit->id, r->info[holder.in].name, name, (unsigned)holder.vc);
  }
  if (out->exists && out->l2_hold != FLITLOCK_NO_PLACE &&
      flitlock_crossbar_fifo(r, holder.in, p, holder.vc)->count == 0) {
    flit = flitlock_fifo_gone(flitlock_crossbar_fifo(r, holder.in, p, holder.vc));
    append(text, "crossbar.%s.%s.vc%u %" PRIu32 " %" PRIu32 " waits for rest of input.%s.vc%u\n",
           r->info[holder.in].name, name, (unsigned)holder.vc, flit->src, flit->id, r->info[holder.in].name,
           (unsigned)r->in[holder.in].hold);
  }
  if (in->exists && in->hold != FLITLOCK_NO_VC && flitlock_input_fifo(r, p, in->hold)->count == 0) {
    flit = flitlock_fifo_last(in->front[in->hold].to);
    append(text, "input.%s.vc%u %" PRIu32 " %" PRIu32 " waits for link of %s.vc%u\n", name, (unsigned)in->hold,
           flit->src, flit->id, name, (unsigned)in->hold);
  }
}

int flitlock_router_waits(const struct flitlock_block *r, char *buffer, size_t size) {
  struct text text = {buffer, size, 0};
  if (size != 0) buffer[0] = '\0';
  for (unsigned p = 0; p < r->ports; p++) {
    for (unsigned vc = 0; vc < r->vcs; vc++) {
      if (flitlock_output_fifo(r, p, vc)->count != 0) wait_output(&text, r, p, vc);
      for (unsigned i = 0; i < r->ports; i++)
        if (flitlock_crossbar_fifo(r, i, p, vc)->count != 0) wait_crossbar(&text, r, i, p, vc);
      if (flitlock_input_fifo(r, p, vc)->count != 0) wait_input(&text, r, p, vc);
    }
    wait_holders(&text, r, p);
  }
  return (int)text.used;
}
