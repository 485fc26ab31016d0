// SPDX-License-Identifier: Apache-2.0
// Synthetic traffic: arrivals, destinations and a mix of operations. Every client has its own random streams from
// (seed, address), so what it asks for does not depend on the others nor on the order of evaluation.
#include <stdio.h>
#include <stdlib.h>

#include "workload/arrivals.h"
#include "workload/destinations.h"
#include "workload/workload.h"

struct synthetic_client {
  struct flitlock_rng content;
  struct arrival arrival;
  uint64_t made;
};

struct synthetic {
  struct flitlock_workload base;
  struct arrivals arrivals;
  struct destinations *destinations;
  struct synthetic_client *client;  // [clients]
  uint32_t clients;
  uint32_t finished;               // clients that made `count` requests
  uint64_t count;                  // 0: no end
  struct flitlock_mix_entry *mix;  // weights added up
  unsigned mix_count;
  uint64_t memory;  // of a GPU, with link TLBs; 0: no memory
  uint64_t region;  // that the requests go to; 0: all
  uint32_t align;
};

static void synthetic_destroy(struct flitlock_workload *workload) {
  struct synthetic *self = (struct synthetic *)workload;
  if (!self) return;
  destinations_free(self->destinations);
  free(self->client);
  free(self->mix);
  free(self);
}

static const struct flitlock_mix_entry *pick_mix(const struct synthetic *self, struct flitlock_rng *rng) {
  const struct flitlock_mix_entry *entry = self->mix;
  if (self->mix_count == 1) return entry;
  double drawn = flitlock_rng_double(rng) * self->mix[self->mix_count - 1U].weight;
  while (entry < &self->mix[self->mix_count - 1U] && drawn >= entry->weight)
    entry++;
  return entry;
}

// R-RQ-7: every place of the memory at which a request of so many bytes lies in one page, equally likely.
static uint64_t place(uint64_t memory, uint64_t drawn, uint32_t bytes) {
  uint64_t step = 64;
  while (step < bytes)
    step *= 2;
  return drawn / 64 % (memory / step) * step;
}

// A place in the region: requests of all sizes meet there, at all multiples of `align`. A request keeps to a block of a
// power of two, so that it lies in one page (R-RQ-7); a block is larger than it needs if requests are to lie across the
// halves of lines.
static uint64_t place_in_region(const struct synthetic *self, struct flitlock_rng *rng, uint32_t bytes) {
  uint64_t block = 64;
  while (block < bytes || (self->align < 64 && block < 2 * (uint64_t)bytes))
    block *= 2;
  uint64_t first = (flitlock_rng_next(rng) >> 24) % (self->region / block) * block;
  if (self->align >= 64) return first;
  return first + (flitlock_rng_next(rng) >> 24) % ((block - bytes) / self->align + 1U) * self->align;
}

static int synthetic_poll(struct flitlock_workload *workload, uint32_t client, uint64_t cycle,
                          struct flitlock_request *request, uint64_t *next) {
  struct synthetic *self = (struct synthetic *)workload;
  struct synthetic_client *state = &self->client[client];
  int greedy = self->arrivals.kind == FLITLOCK_INJECT_GREEDY;
  *next = FLITLOCK_SLEEP;
  if (self->count > 0 && state->made == self->count) return 0;
  if (!greedy && state->arrival.birth > cycle) {
    *next = state->arrival.birth;
    return 0;
  }
  const struct flitlock_mix_entry *mix = pick_mix(self, &state->content);
  request->birth = greedy ? cycle : state->arrival.birth;
  request->dst = destinations_pick(self->destinations, client, state->made, &state->content);
  // Anywhere in 2^40 bytes, at a line of 64 bytes: there is no memory behind it, but address-dependent blocks see a
  // mix.
  request->addr = self->region > 0 ? place_in_region(self, &state->content, mix->bytes)
                                   : flitlock_rng_next(&state->content) >> 24 & ~(uint64_t)63;
  request->op = (uint8_t)mix->op;
  request->bytes = (uint16_t)mix->bytes;
  if (self->memory > 0 && self->region == 0) request->addr = place(self->memory, request->addr, mix->bytes);
  request->tag = state->made;
  state->made++;
  if (!greedy) arrivals_next(&self->arrivals, &state->arrival);
  if (state->made == self->count) self->finished++;
  return 1;
}

static int synthetic_exhausted(const struct flitlock_workload *workload) {
  const struct synthetic *self = (const struct synthetic *)workload;
  return self->finished == self->clients;
}

static const struct flitlock_workload_ops synthetic_ops = {
    .kind = "synthetic",
    .destroy = synthetic_destroy,
    .poll = synthetic_poll,
    .exhausted = synthetic_exhausted,
};

// The mix with its weights added up; without one, `op` and `bytes` alone.
static int fill_mix(struct synthetic *self, const struct flitlock_config *config, struct flitlock_error *error) {
  const char *file = workload_config_name(config);
  unsigned count = config->workload.mix_count > 0 ? config->workload.mix_count : 1U;
  struct flitlock_mix_entry single = {.op = config->workload.op, .bytes = config->workload.bytes, .weight = 1.0};
  const struct flitlock_mix_entry *source = config->workload.mix_count > 0 ? config->workload.mix : &single;
  uint32_t most = FLITLOCK_MAX_LEN * config->pod.unit_bytes;
  double sum = 0.0;
  self->mix = calloc(count, sizeof *self->mix);
  if (!self->mix) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for a mix of %u entries", count);
  self->mix_count = count;
  for (unsigned i = 0; i < count; i++) {
    const struct flitlock_mix_entry *entry = &source[i];
    if (entry->op != FLITLOCK_OP_WRITE_REQ && entry->op != FLITLOCK_OP_READ_REQ) {
      return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: workload.mix.%u.op is %d; allowed are write (0) and read (1)",
                           file, i, entry->op);
    }
    if (entry->bytes < 1 || entry->bytes > most) {
      char key[32] = "bytes";
      if (config->workload.mix_count > 0) snprintf(key, sizeof key, "mix.%u.bytes", i);
      return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: workload.%s is %u; allowed are 1 to %u (%d units of %u)",
                           file, key, entry->bytes, most, FLITLOCK_MAX_LEN, config->pod.unit_bytes);
    }
    if (!(entry->weight >= 0.0) || entry->weight > 1e300) {
      return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: workload.mix.%u.weight is %g; it must not be negative", file,
                           i, entry->weight);
    }
    sum += entry->weight;
    self->mix[i] = *entry;
    self->mix[i].weight = sum;
  }
  if (!(sum > 0.0)) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: the weights of workload.mix add up to 0", file);
  }
  return FLITLOCK_OK;
}

int workload_synthetic_create(const struct flitlock_config *config, const struct flitlock_workload_clients *clients,
                              struct flitlock_workload **workload, struct flitlock_error *error) {
  struct synthetic *self = calloc(1, sizeof *self);
  if (!self) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory");
  self->base.ops = &synthetic_ops;
  self->clients = clients->req_count;
  self->count = config->workload.count;
  if (config->link_tlb.mode != FLITLOCK_LINK_TLB_OFF) self->memory = config->link_tlb.memory;
  self->region = config->workload.region;
  self->align = config->workload.align;
  int status = fill_mix(self, config, error);
  if (status == FLITLOCK_OK) status = arrivals_init(&self->arrivals, config, error);
  if (status == FLITLOCK_OK) status = destinations_create(config, clients, &self->destinations, error);
  if (status == FLITLOCK_OK) {
    self->client = calloc(clients->req_count + 1U, sizeof *self->client);
    if (!self->client) {
      status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for %u clients", clients->req_count);
    }
  }
  if (status != FLITLOCK_OK) {
    synthetic_destroy(&self->base);
    return status;
  }
  for (uint32_t i = 0; i < clients->req_count; i++) {
    uint32_t address = clients->req_address[i];
    flitlock_rng_seed(&self->client[i].content, config->seed, WORKLOAD_STREAM(address, WORKLOAD_STREAM_CONTENT));
    arrivals_start(&self->arrivals, &self->client[i].arrival, config->seed, address, i);
  }
  *workload = &self->base;
  return FLITLOCK_OK;
}
