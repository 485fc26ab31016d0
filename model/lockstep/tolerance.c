// SPDX-License-Identifier: Apache-2.0
// Comparison with a tolerance: what each model presents waits in a queue for its counterpart, for each VC of a port,
// flits and credits apart. The n-th of one is compared with the n-th of the other.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/state.h"

// Without a bound, what is left in an empty block is missing, and so is what golden presented this long ago.
#define LONG_AGO 1000U

struct waiting {
  uint64_t cycle;
  struct flitlock_flit flit;  // of a credit: not used
};

struct waiting_list {
  struct waiting *item;
  uint32_t head, count, capacity;
};

struct lockstep_queue {
  struct waiting_list golden, device;
};

int flitlock_tolerance_parse(const char *text, struct flitlock_tolerance *tolerance, struct flitlock_error *error) {
  memset(tolerance, 0, sizeof *tolerance);
  char rest = '\0';
  uint32_t cycles = 0, credits = 0;
  if (strcmp(text, "exact") == 0) return FLITLOCK_OK;
  if (strcmp(text, "order") == 0) {
    tolerance->kind = FLITLOCK_TOLERANCE_ORDER;
    return FLITLOCK_OK;
  }
  int has_digit = text[strcspn(text, ":")] == ':' && strspn(text + strcspn(text, ":") + 1, "0123456789") > 0;
  if (has_digit && sscanf(text, "skew:%9" SCNu32 "%c", &cycles, &rest) == 1 && cycles > 0) {
    *tolerance = (struct flitlock_tolerance){FLITLOCK_TOLERANCE_SKEW, cycles, cycles};
    return FLITLOCK_OK;
  }
  if (has_digit && sscanf(text, "latency:%9" SCNu32 ":%9" SCNu32 "%c", &cycles, &credits, &rest) == 2) {
    *tolerance = (struct flitlock_tolerance){FLITLOCK_TOLERANCE_LATENCY, cycles, credits};
    return FLITLOCK_OK;
  }
  if (has_digit && sscanf(text, "latency:%9" SCNu32 "%c", &cycles, &rest) == 1) {
    *tolerance = (struct flitlock_tolerance){FLITLOCK_TOLERANCE_LATENCY, cycles, cycles};
    return FLITLOCK_OK;
  }
  return flitlock_fail(error, FLITLOCK_E_USAGE,
                       "unknown tolerance '%s': exact, latency:N, latency:N:C, skew:N and order are known "
                       "(N, C: cycles)",
                       text);
}

// ---- Queues

int flitlock_lockstep_queues_create(struct lockstep_block *block) {
  if (block->session->options.tolerance.kind == FLITLOCK_TOLERANCE_EXACT) return 1;
  block->queue = calloc(2U * (size_t)block->info.ports * block->info.vcs, sizeof *block->queue);
  return block->queue != NULL;
}

static uint32_t queue_count(const struct lockstep_block *block) {
  return block->queue != NULL ? 2U * block->info.ports * block->info.vcs : 0U;
}

void flitlock_lockstep_queues_clear(struct lockstep_block *block) {
  for (uint32_t n = 0; n < queue_count(block); n++) {
    block->queue[n].golden.head = block->queue[n].golden.count = 0;
    block->queue[n].device.head = block->queue[n].device.count = 0;
  }
}

void flitlock_lockstep_queues_free(struct lockstep_block *block) {
  for (uint32_t n = 0; n < queue_count(block); n++) {
    free(block->queue[n].golden.item);
    free(block->queue[n].device.item);
  }
  free(block->queue);
}

static void push(struct lockstep_block *block, struct waiting_list *list, const struct flitlock_flit *flit) {
  if (list->head > 0 && list->head + list->count == list->capacity) {
    memmove(list->item, list->item + list->head, list->count * sizeof *list->item);
    list->head = 0;
  }
  if (list->count == list->capacity) {
    uint32_t capacity = 2U * list->capacity + 8U;
    struct waiting *item = realloc(list->item, capacity * sizeof *item);
    if (item == NULL) {
      block->failed = FLITLOCK_E_NO_MEMORY;
      return;
    }
    list->item = item;
    list->capacity = capacity;
  }
  struct waiting *at = &list->item[list->head + list->count++];
  at->cycle = block->cycle;
  if (flit != NULL) at->flit = *flit;
}

static struct waiting *first(const struct waiting_list *list) {
  return list->count > 0 ? &list->item[list->head] : NULL;
}

static void pop(struct waiting_list *list) {
  list->head++;
  list->count--;
}

static void push_all(struct lockstep_block *block, const struct lockstep_model *model) {
  const struct flitlock_out *out = &model->out;
  uint32_t vcs = block->info.vcs;
  for (uint64_t ports = out->flit_valid; ports != 0; ports &= ports - 1U) {
    uint32_t port = (uint32_t)__builtin_ctzll(ports);
    // A VC that does not exist waits with the last one, and is found out there.
    uint32_t vc = out->flit[port].vc < vcs ? out->flit[port].vc : vcs - 1U;
    struct lockstep_queue *queue = &block->queue[port * vcs + vc];
    push(block, model->side == 0 ? &queue->golden : &queue->device, &out->flit[port]);
  }
  for (uint64_t ports = out->credit_valid; ports != 0; ports &= ports - 1U) {
    uint32_t port = (uint32_t)__builtin_ctzll(ports);
    for (uint32_t vc = 0; vc < vcs; vc++) {
      struct lockstep_queue *queue = &block->queue[(block->info.ports + port) * vcs + vc];
      for (uint32_t n = flitlock_credit_get(out->credit[port], vc); n > 0; n--)
        push(block, model->side == 0 ? &queue->golden : &queue->device, NULL);
    }
  }
}

// ---- Comparison

struct bounds {
  int64_t low, high;  // of device's cycle less golden's
};

static struct bounds bounds_of(const struct lockstep_block *block, int credits) {
  const struct flitlock_tolerance *tolerance = &block->session->options.tolerance;
  int64_t cycles = credits ? tolerance->credit_cycles : tolerance->cycles;
  switch (tolerance->kind) {
    case FLITLOCK_TOLERANCE_LATENCY:
      return (struct bounds){cycles, cycles};
    case FLITLOCK_TOLERANCE_SKEW:
      return (struct bounds){-cycles, cycles};
    default:
      return (struct bounds){INT64_MIN, INT64_MAX};
  }
}

static void report(struct lockstep_block *block, uint32_t number, int kind, const struct waiting *golden,
                   const struct waiting *device) {
  uint32_t vcs = block->info.vcs, ports = block->info.ports;
  int credits = number >= ports * vcs;
  struct lockstep_difference difference;
  memset(&difference, 0, sizeof difference);
  difference.kind = kind;
  difference.port = (credits ? number - ports * vcs : number) / vcs;
  difference.other_port = difference.port;
  difference.vc = (uint8_t)(number % vcs);
  difference.lane = credits ? FLITLOCK_LANE_CREDIT : FLITLOCK_LANE_FLIT;
  difference.field = "cycle";
  // The cycle in which each presented it; the other one has not so far: now.
  difference.golden = golden != NULL ? golden->cycle : block->cycle;
  difference.device = device != NULL ? device->cycle : block->cycle;
  if (credits) {
    difference.golden_credit = golden != NULL ? flitlock_credit_one(difference.vc, 1) : 0U;
    difference.device_credit = device != NULL ? flitlock_credit_one(difference.vc, 1) : 0U;
  } else {
    difference.golden_flit = golden != NULL ? &golden->flit : NULL;
    difference.device_flit = device != NULL ? &device->flit : NULL;
  }
  flitlock_lockstep_report(block, &difference);
}

static int kind_of(int credits, int late) {
  if (credits) return late ? FLITLOCK_DIVERGENCE_CREDIT_LATE : FLITLOCK_DIVERGENCE_CREDIT_EARLY;
  return late ? FLITLOCK_DIVERGENCE_FLIT_LATE : FLITLOCK_DIVERGENCE_FLIT_EARLY;
}

static void match(struct lockstep_block *block, uint32_t number) {
  struct lockstep_queue *queue = &block->queue[number];
  int credits = number >= block->info.ports * block->info.vcs;
  struct bounds bounds = bounds_of(block, credits);
  while (queue->golden.count > 0 && queue->device.count > 0) {
    struct waiting *golden = first(&queue->golden), *device = first(&queue->device);
    int64_t shift = (int64_t)(device->cycle - golden->cycle);
    if (credits) block->counts.credits++;
    if (shift < bounds.low || shift > bounds.high) {
      if (!credits) block->counts.flits++;
      report(block, number, kind_of(credits, shift > bounds.high), golden, device);
    } else {
      if (!credits)
        (void)flitlock_lockstep_compare_flits(block, number / block->info.vcs, &golden->flit, &device->flit);
      if (shift != 0) block->counts.tolerance_used++;
    }
    pop(&queue->golden);
    pop(&queue->device);
  }
  // What has waited longer than its counterpart may take.
  struct waiting *golden = first(&queue->golden), *device = first(&queue->device);
  if (golden != NULL && (int64_t)(block->cycle - golden->cycle) > bounds.high) {
    report(block, number, kind_of(credits, 1), golden, NULL);
    pop(&queue->golden);
  }
  if (device != NULL && bounds.low > INT64_MIN && (int64_t)(block->cycle - device->cycle) > -bounds.low) {
    report(block, number, kind_of(credits, 0), NULL, device);
    pop(&queue->device);
  }
}

void flitlock_lockstep_compare_tolerant(struct lockstep_block *block) {
  block->counts.outputs += block->outputs_per_step;
  push_all(block, &block->golden);
  push_all(block, &block->device);
  for (uint32_t n = 0; n < queue_count(block); n++)
    if (block->queue[n].golden.count + block->queue[n].device.count > 0) match(block, n);
}

// ---- End

static int is_empty(const struct lockstep_model *model) {
  return model->ops->occupancy != NULL && model->ops->occupancy(model->block) == 0;
}

// At the end of a run something may be under way in either model; what cannot come any more is missing.
void flitlock_lockstep_left_over(struct lockstep_block *block) {
  int empty = is_empty(&block->golden) && is_empty(&block->device);
  for (uint32_t n = 0; n < queue_count(block) && !flitlock_lockstep_enough(block->session); n++) {
    const struct waiting *golden = first(&block->queue[n].golden), *device = first(&block->queue[n].device);
    const struct waiting *left = golden != NULL ? golden : device;
    if (left != NULL && (empty || block->cycle - left->cycle > LONG_AGO))
      report(block, n, FLITLOCK_DIVERGENCE_LEFT_OVER, golden, device);
  }
}
