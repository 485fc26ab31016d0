// SPDX-License-Identifier: Apache-2.0
// A block with an error planted into what it presents: the block inside does its work as ever, and its outputs are
// changed once, from the cycle on that the plant says (DELAY: ever after). What waits to be presented later is kept for
// each port in order.
#include <stdlib.h>
#include <string.h>

#include "lockstep/session.h"

#define DELAY_CYCLES 3U

// Outputs of a lane that are to be presented later. The bytes of a flit are copied: the block inside may be done with
// them.
struct later {
  uint64_t cycle;  // not before
  struct flitlock_flit flit;
  uint32_t credit;
};

struct lane {
  struct later *item;
  uint32_t head, count, capacity;
};

struct planted {
  const struct flitlock_block_ops *ops;
  struct flitlock_block *inner;
  struct flitlock_block_info info;
  struct flitlock_plant plant;
  uint32_t unit_bytes;
  struct flitlock_out out;  // of the block inside
  struct lane *flits;       // [ports]
  struct lane *credits;     // [ports]
  struct flitlock_lockstep *session;
  uint32_t *row;       // [ports]: cycles in a row in which the output has presented a flit
  uint64_t row_cycle;  // up to this one
  uint64_t match;      // outputs with a flit that the conditions are met for, in this cycle
  int done;            // the error has been made
  int told;            // and the session knows
  int failed;
};

static struct planted *of(struct flitlock_block *block) { return (struct planted *)(void *)block; }
static const struct planted *of_const(const struct flitlock_block *block) {
  return (const struct planted *)(const void *)block;
}

static void destroy(struct flitlock_block *block) {
  struct planted *self = of(block);
  if (self == NULL) return;
  if (self->inner != NULL) self->ops->destroy(self->inner);
  for (uint32_t port = 0; port < self->info.ports; port++) {
    if (self->flits != NULL) free(self->flits[port].item);
    if (self->credits != NULL) free(self->credits[port].item);
  }
  free(self->flits);
  free(self->credits);
  free(self->row);
  free(self->out.flit);
  free(self->out.credit);
  free(self);
}

static int create(const void *parameters, const char *name, struct flitlock_block **made,
                  struct flitlock_error *error) {
  const struct flitlock_planted_params *params = parameters;
  *made = NULL;
  struct planted *self = calloc(1, sizeof *self);
  if (self == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "planted error of %s: out of memory", name);
  self->ops = params->ops;
  self->plant = params->plant;
  self->unit_bytes = params->unit_bytes;
  self->session = params->session;
  int status = params->ops->create(params->params, name, &self->inner, error);
  if (status == FLITLOCK_OK) {
    params->ops->describe(self->inner, &self->info);
    self->flits = calloc(self->info.ports, sizeof *self->flits);
    self->credits = calloc(self->info.ports, sizeof *self->credits);
    self->row = calloc(self->info.ports, sizeof *self->row);
    self->out.flit = calloc(self->info.ports, sizeof *self->out.flit);
    self->out.credit = calloc(self->info.ports, sizeof *self->out.credit);
    if (self->flits == NULL || self->credits == NULL || self->row == NULL || self->out.flit == NULL ||
        self->out.credit == NULL)
      status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "planted error of %s: out of memory", name);
  }
  if (status != FLITLOCK_OK) {
    destroy((struct flitlock_block *)(void *)self);
    return status;
  }
  if (self->session != NULL) self->session->planted++;
  *made = (struct flitlock_block *)(void *)self;
  return FLITLOCK_OK;
}

static void reset(struct flitlock_block *block) {
  struct planted *self = of(block);
  self->ops->reset(self->inner);
  for (uint32_t port = 0; port < self->info.ports; port++) {
    self->flits[port].head = self->flits[port].count = 0;
    self->credits[port].head = self->credits[port].count = 0;
    self->row[port] = 0;
  }
  self->row_cycle = 0;
  self->done = 0;
}

// ---- Lanes

static struct later *push(struct planted *self, struct lane *lane) {
  if (lane->head > 0 && lane->head + lane->count == lane->capacity) {
    memmove(lane->item, lane->item + lane->head, lane->count * sizeof *lane->item);
    lane->head = 0;
  }
  if (lane->count == lane->capacity) {
    uint32_t capacity = 2U * lane->capacity + 8U;
    struct later *item = realloc(lane->item, capacity * sizeof *item);
    if (item == NULL) {
      self->failed = 1;
      return NULL;
    }
    lane->item = item;
    lane->capacity = capacity;
  }
  struct later *at = &lane->item[lane->head + lane->count++];
  memset(at, 0, sizeof *at);
  return at;
}

static void push_flit(struct planted *self, uint32_t port, uint64_t cycle, const struct flitlock_flit *flit) {
  struct later *at = push(self, &self->flits[port]);
  if (at == NULL) return;
  at->cycle = cycle;
  at->flit = *flit;
}

static void push_credit(struct planted *self, uint32_t port, uint64_t cycle, uint32_t credit) {
  struct later *at = push(self, &self->credits[port]);
  if (at == NULL) return;
  at->cycle = cycle;
  at->credit = credit;
}

static struct later *due(struct lane *lane, uint64_t cycle) {
  return lane->count > 0 && lane->item[lane->head].cycle <= cycle ? &lane->item[lane->head] : NULL;
}

static void pop(struct lane *lane) {
  lane->head++;
  lane->count--;
}

// ---- Errors

static int matches(const struct planted *self, uint32_t port) {
  const struct flitlock_plant *plant = &self->plant;
  const uint64_t line = self->out.flit[port].addr >> 6;
  return (plant->line_bits == 0 || (line & ((1ULL << plant->line_bits) - 1U)) == plant->line) &&
         (plant->row == 0 || self->row[port] >= plant->row);
}

// Looks at the conditions, once in each step, before anything is changed.
static void look(struct planted *self, uint64_t cycle) {
  const struct flitlock_plant *plant = &self->plant;
  self->match = 0;
  for (uint32_t port = 0; port < self->info.ports; port++) {
    const int presents = (self->out.flit_valid >> port & 1U) != 0;
    // A block that was not stepped has presented nothing.
    if (!presents || cycle != self->row_cycle + 1U) self->row[port] = 0;
    if (presents) self->row[port]++;
  }
  self->row_cycle = cycle;
  if (plant->ports > 0 && (uint32_t)__builtin_popcountll(self->out.flit_valid) < plant->ports) return;
  if (plant->full > 0 && (self->ops->occupancy == NULL || self->ops->occupancy(self->inner) < plant->full)) return;
  for (uint64_t ports = self->out.flit_valid; ports != 0; ports &= ports - 1U)
    if (matches(self, (uint32_t)__builtin_ctzll(ports))) self->match |= ports & -ports;
}

static int is_conditional(const struct flitlock_plant *plant) {
  return plant->ports > 0 || plant->row > 0 || plant->full > 0 || plant->line_bits > 0;
}

// Whether the error is to be made now, at one of `ports`, which is then done.
static int now_at(struct planted *self, uint64_t cycle, uint64_t ports) {
  if (self->done || cycle < self->plant.cycle) return 0;
  if (is_conditional(&self->plant) && (self->match & ports) == 0) return 0;
  self->done = 1;
  return 1;
}

// Of a credit: whatever flit the conditions are met for.
static int now(struct planted *self, uint64_t cycle) { return now_at(self, cycle, UINT64_MAX); }

static void plant_flit(struct planted *self, uint32_t port, uint64_t cycle, struct flitlock_flit *flit) {
  uint64_t at = cycle;
  unsigned bits = flitlock_flit_fields[self->plant.field].bits;
  switch (self->plant.kind) {
    case FLITLOCK_PLANT_DELAY:
      if (now_at(self, cycle, 1ULL << port) || self->done) at = cycle + DELAY_CYCLES;
      break;
    case FLITLOCK_PLANT_FLIT_LATE:
      if (now_at(self, cycle, 1ULL << port)) at = cycle + 1U;
      break;
    case FLITLOCK_PLANT_FLIT_LOST:
      if (now_at(self, cycle, 1ULL << port)) return;
      break;
    case FLITLOCK_PLANT_FLIT_TWICE:
      if (now_at(self, cycle, 1ULL << port)) push_flit(self, port, cycle, flit);
      break;
    case FLITLOCK_PLANT_FLIT_PORT:
      for (uint32_t other = 0; other < self->info.ports; other++) {
        if (!self->info.port[other].has_out || self->out.flit_valid >> other & 1U) continue;
        if (now_at(self, cycle, 1ULL << port)) port = other;
        break;
      }
      break;
    case FLITLOCK_PLANT_FIELD:
      // The highest bit: of a count one that makes a difference to nobody but the checker.
      if (now_at(self, cycle, 1ULL << port))
        flitlock_flit_set(flit, self->plant.field, flitlock_flit_get(flit, self->plant.field) ^ 1ULL << (bits - 1U));
      break;
    case FLITLOCK_PLANT_PAYLOAD:
      if (flit->payload != NULL && now_at(self, cycle, 1ULL << port)) flit->payload[self->unit_bytes - 1U] ^= 0x10U;
      break;
    default:
      break;
  }
  push_flit(self, port, at, flit);
}

// A credit word with one credit of the lowest VC changed.
static void plant_credit(struct planted *self, uint32_t port, uint64_t cycle, uint32_t word) {
  uint64_t at = cycle;
  unsigned vc = word != 0 ? (unsigned)__builtin_ctz(word) / 2U : 0U;
  unsigned other = (vc + 1U) % self->info.vcs;
  switch (self->plant.kind) {
    case FLITLOCK_PLANT_DELAY:
      if (now(self, cycle) || self->done) at = cycle + DELAY_CYCLES;
      break;
    case FLITLOCK_PLANT_CREDIT_LATE:
      if (now(self, cycle)) at = cycle + 1U;
      break;
    case FLITLOCK_PLANT_CREDIT_LOST:
      if (now(self, cycle)) return;
      break;
    case FLITLOCK_PLANT_CREDIT_TWICE:
      if (flitlock_credit_get(word, vc) < 3U && now(self, cycle)) word += flitlock_credit_one(vc, 1);
      break;
    case FLITLOCK_PLANT_CREDIT_LEVEL:
      if (now(self, cycle)) {
        push_credit(self, port, cycle, word);
        at = cycle + 1U;
      }
      break;
    case FLITLOCK_PLANT_CREDIT_VC:
      if (other != vc && flitlock_credit_get(word, other) == 0 && now(self, cycle))
        word = (word & ~flitlock_credit_one(vc, 3)) | flitlock_credit_one(other, flitlock_credit_get(word, vc));
      break;
    default:
      break;
  }
  push_credit(self, port, at, word);
}

// Credits of one port that are due together add up, as far as a count goes (R-CH-7); the rest comes a cycle later.
static void present_credits(struct planted *self, uint32_t port, uint64_t cycle, struct flitlock_out *out) {
  struct lane *lane = &self->credits[port];
  struct later *item;
  uint32_t word = 0;
  while ((item = due(lane, cycle)) != NULL) {
    for (unsigned vc = 0; vc < self->info.vcs; vc++)
      if (flitlock_credit_get(word, vc) + flitlock_credit_get(item->credit, vc) > 3U) goto full;
    word += item->credit;
    pop(lane);
  }
full:
  if (word == 0) return;
  out->credit_valid |= 1ULL << port;
  out->credit[port] = word;
}

static uint64_t step(struct flitlock_block *block, uint64_t cycle, const struct flitlock_in *in,
                     struct flitlock_out *out) {
  struct planted *self = of(block);
  self->out.flit_valid = 0;
  self->out.credit_valid = 0;
  uint64_t wake = self->ops->step(self->inner, cycle, in, &self->out);
  look(self, cycle);
  for (uint64_t ports = self->out.flit_valid; ports != 0; ports &= ports - 1U) {
    uint32_t port = (uint32_t)__builtin_ctzll(ports);
    plant_flit(self, port, cycle, &self->out.flit[port]);
  }
  for (uint64_t ports = self->out.credit_valid; ports != 0; ports &= ports - 1U) {
    uint32_t port = (uint32_t)__builtin_ctzll(ports);
    plant_credit(self, port, cycle, self->out.credit[port]);
  }
  if (self->done && !self->told && self->session != NULL) {
    self->told = 1;
    self->session->planted_made++;
  }
  for (uint32_t port = 0; port < self->info.ports; port++) {
    struct later *item = due(&self->flits[port], cycle);
    if (item != NULL) {
      out->flit[port] = item->flit;
      out->flit_valid |= 1ULL << port;
      pop(&self->flits[port]);
    }
    present_credits(self, port, cycle, out);
    if (self->flits[port].count + self->credits[port].count > 0) wake = cycle + 1U;
  }
  return wake;
}

// ---- What others may ask

static void describe(const struct flitlock_block *block, struct flitlock_block_info *info) {
  *info = of_const(block)->info;
}

static void idle_causes(const struct flitlock_block *block, uint8_t *cause) {
  const struct planted *self = of_const(block);
  if (self->ops->idle_causes != NULL)
    self->ops->idle_causes(self->inner, cause);
  else
    memset(cause, 0, self->info.ports);
}

static uint64_t occupancy(const struct flitlock_block *block) {
  const struct planted *self = of_const(block);
  uint64_t flits = self->ops->occupancy != NULL ? self->ops->occupancy(self->inner) : 0U;
  for (uint32_t port = 0; port < self->info.ports; port++)
    flits += self->flits[port].count;
  return flits;
}

static int waits(const struct flitlock_block *block, char *text, size_t size) {
  const struct planted *self = of_const(block);
  if (self->ops->waits != NULL) return self->ops->waits(self->inner, text, size);
  if (size > 0) text[0] = '\0';
  return 0;
}

static int check(const struct flitlock_block *block, struct flitlock_error *error) {
  const struct planted *self = of_const(block);
  if (self->failed) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "planted error: out of memory");
  return self->ops->check != NULL ? self->ops->check(self->inner, error) : FLITLOCK_OK;
}

const struct flitlock_block_ops flitlock_planted_block = {.kind = "router",
                                                          .impl = "planted",
                                                          .create = create,
                                                          .destroy = destroy,
                                                          .reset = reset,
                                                          .step = step,
                                                          .describe = describe,
                                                          .idle_causes = idle_causes,
                                                          .occupancy = occupancy,
                                                          .waits = waits,
                                                          .check = check};
