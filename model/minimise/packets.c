// SPDX-License-Identifier: Apache-2.0
// Fewer packets, in fewer cycles, with less in them. Packets are left out in pieces that get smaller, as in delta
// debugging: what is left must still fail in the same way.
#include <stdlib.h>
#include <string.h>

#include "minimise/shrink.h"

// The packets without [from, to); `made` has room for all.
static void without(const struct flitlock_stimulus *packets, size_t from, size_t to, struct flitlock_stimulus *made) {
  memcpy(made->packet, packets->packet, from * sizeof(*made->packet));
  memcpy(made->packet + from, packets->packet + to, (packets->count - to) * sizeof(*made->packet));
  made->count = packets->count - (to - from);
}

// Tries to leave out each piece of `size` packets. What comes last is nearest to the failure, so the first go first.
static int drop_pieces(struct shrink *shrink, const struct flitlock_config *config, size_t size,
                       struct flitlock_stimulus *made) {
  int smaller = 0;
  for (size_t from = 0; from < shrink->stimulus.count && !shrink_stopped(shrink);) {
    const size_t left = shrink->stimulus.count - from;
    without(&shrink->stimulus, from, from + (left < size ? left : size), made);
    if (shrink_try(shrink, config, made)) {
      smaller = 1;  // what stood behind stands here now
    } else {
      from += size;
    }
  }
  return smaller;
}

int shrink_packets(struct shrink *shrink) {
  struct flitlock_config *config = shrink_config(shrink);
  struct flitlock_stimulus made = {0};
  int smaller = 0;
  if (config != NULL && shrink_copy(&shrink->stimulus, &made)) {
    for (size_t size = (shrink->stimulus.count + 1) / 2; size > 0 && !shrink_stopped(shrink);) {
      const int dropped = drop_pieces(shrink, config, size, &made);
      smaller |= dropped;
      // Single packets are tried until none can go: one may have been in need of another.
      if (size > 1 || !dropped) size /= 2;
      if (size > shrink->stimulus.count) size = shrink->stimulus.count;
    }
  }
  flitlock_stimulus_free(&made);
  flitlock_config_free(config);
  return smaller;
}

// ---- Times

static void all_at(struct flitlock_stimulus *packets, uint64_t cycle) {
  for (size_t n = 0; n < packets->count; n++)
    packets->packet[n].cycle = cycle;
}

// All packets from `first` on so many cycles earlier.
static void earlier(struct flitlock_stimulus *packets, size_t first, uint64_t cycles) {
  for (size_t n = first; n < packets->count; n++)
    packets->packet[n].cycle -= cycles;
}

static uint64_t gap_before(const struct flitlock_stimulus *packets, size_t n) {
  return packets->packet[n].cycle - (n > 0 ? packets->packet[n - 1].cycle : 0);
}

// Closes each gap as far as it goes: wholly, or by halves of what is left.
static int close_gaps(struct shrink *shrink, const struct flitlock_config *config) {
  int smaller = 0;
  for (size_t n = 0; n < shrink->stimulus.count; n++) {
    for (uint64_t step = gap_before(&shrink->stimulus, n); step > 0 && !shrink_stopped(shrink); step /= 2) {
      struct flitlock_stimulus made;
      if (step > gap_before(&shrink->stimulus, n)) continue;
      if (!shrink_copy(&shrink->stimulus, &made)) return smaller;
      earlier(&made, n, step);
      smaller |= shrink_try(shrink, config, &made);
      flitlock_stimulus_free(&made);
    }
  }
  return smaller;
}

int shrink_times(struct shrink *shrink) {
  struct flitlock_config *config = shrink_config(shrink);
  struct flitlock_stimulus made = {0};
  int smaller = 0;
  if (config != NULL && shrink->stimulus.count > 0 && shrink_copy(&shrink->stimulus, &made)) {
    if (made.packet[made.count - 1].cycle > 0) {
      all_at(&made, 0);
      smaller = shrink_try(shrink, config, &made);
      if (!smaller) smaller = close_gaps(shrink, config);
    }
  }
  flitlock_stimulus_free(&made);
  flitlock_config_free(config);
  return smaller;
}

// ---- Contents

static int try_content(struct shrink *shrink, const struct flitlock_config *config, size_t n,
                       const struct flitlock_packet *wanted) {
  const struct flitlock_packet *now = &shrink->stimulus.packet[n];
  struct flitlock_stimulus made;
  if (now->addr == wanted->addr && now->bytes == wanted->bytes && now->op == wanted->op) return 0;
  if (!shrink_copy(&shrink->stimulus, &made)) return 0;
  made.packet[n] = *wanted;
  const int smaller = shrink_try(shrink, config, &made);
  flitlock_stimulus_free(&made);
  return smaller;
}

int shrink_contents(struct shrink *shrink) {
  struct flitlock_config *config = shrink_config(shrink);
  int smaller = 0;
  for (size_t n = 0; config != NULL && n < shrink->stimulus.count && !shrink_stopped(shrink); n++) {
    struct flitlock_packet wanted = shrink->stimulus.packet[n];
    wanted.addr = 0;
    smaller |= try_content(shrink, config, n, &wanted);
    wanted = shrink->stimulus.packet[n];
    if (wanted.bytes > config->pod.unit_bytes) wanted.bytes = (uint16_t)config->pod.unit_bytes;
    smaller |= try_content(shrink, config, n, &wanted);
    wanted = shrink->stimulus.packet[n];
    wanted.op = FLITLOCK_OP_WRITE_REQ;
    smaller |= try_content(shrink, config, n, &wanted);
  }
  flitlock_config_free(config);
  return smaller;
}
