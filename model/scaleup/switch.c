// SPDX-License-Identifier: Apache-2.0
// A rail switch of one plane, output queued, R-SU-9.
#include <stdlib.h>
#include <string.h>

#include "scaleup/blocks.h"

#define NOBODY UINT32_MAX

// A flit in the queue of an output. Places that are free are linked, too; the one freed last is taken first, so that
// only as much memory is touched as flits wait.
struct place {
  struct flitlock_flit flit;
  uint32_t next;
  uint8_t input;
};

struct queue {
  uint32_t first, last, count;
  uint32_t credits;
};

struct output {
  struct queue queue[SCALE_UP_VCS];
  uint64_t next;  // R-SU-7
  uint32_t turn;  // VC that is asked first
};

struct flitlock_block {
  struct scale_up_block_params params;
  struct flitlock_port_info *port;
  struct place *place;  // [places]
  uint32_t places;
  uint32_t free;   // first free place, NOBODY: none
  uint32_t used;   // places from here on were never taken
  uint64_t busy;   // outputs with a flit
  uint64_t owing;  // inputs with credits to return
  struct output output[FLITLOCK_MAX_PORTS];
  uint32_t owed[FLITLOCK_MAX_PORTS][SCALE_UP_VCS];
  struct flitlock_error error;
};

static void switch_destroy(struct flitlock_block *block) {
  if (block == NULL) return;
  free(block->port);
  free(block->place);
  free(block);
}

static void switch_reset(struct flitlock_block *block) {
  block->free = NOBODY;
  block->used = 0;
  block->busy = block->owing = 0;
  memset(block->owed, 0, sizeof block->owed);
  for (uint32_t p = 0; p < block->params.gpus; p++) {
    block->output[p] = (struct output){.turn = 0};
    for (unsigned vc = 0; vc < SCALE_UP_VCS; vc++)
      block->output[p].queue[vc] = (struct queue){.first = NOBODY, .last = NOBODY, .credits = block->params.buffer};
  }
  block->error.status = FLITLOCK_OK;
}

static int switch_create(const void *params, const char *name, struct flitlock_block **block,
                         struct flitlock_error *error) {
  struct flitlock_block *made = calloc(1, sizeof *made);
  *block = made;
  if (made == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", name);
  made->params = *(const struct scale_up_block_params *)params;
  made->port = scale_up_ports(made->params.gpus);
  made->places = made->params.gpus * made->params.buffer * (made->params.is_response ? 1U : SCALE_UP_VCS);
  made->place = malloc(made->places * sizeof *made->place);
  if (made->port == NULL || made->place == NULL) {
    switch_destroy(made);
    *block = NULL;
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", name);
  }
  for (uint32_t p = 0; p < made->params.gpus; p++)
    scale_up_port(made->port, p, "gpu", p, 1, 1, made->params.buffer);
  switch_reset(made);
  return FLITLOCK_OK;
}

static uint32_t take_place(struct flitlock_block *block) {
  uint32_t place = block->free;
  if (place != NOBODY) {
    block->free = block->place[place].next;
    return place;
  }
  return block->used < block->places ? block->used++ : NOBODY;
}

static void enqueue(struct flitlock_block *block, uint32_t input, const struct flitlock_flit *flit) {
  uint32_t output = flitlock_address_gpu(flit->dst);
  uint32_t number = output < block->params.gpus && flit->vc < SCALE_UP_VCS ? take_place(block) : NOBODY;
  if (number == NOBODY) {
    if (block->error.status == FLITLOCK_OK)
      flitlock_fail(&block->error, FLITLOCK_E_PROTOCOL, "switch%u: gpu%u sends without credit, or to no GPU (%u)",
                    block->params.gpu, input, output);
    return;
  }
  struct place *place = &block->place[number];
  place->flit = *flit;
  place->next = NOBODY;
  place->input = (uint8_t)input;
  struct queue *queue = &block->output[output].queue[flit->vc];
  if (queue->count++ == 0)
    queue->first = number;
  else
    block->place[queue->last].next = number;
  queue->last = number;
  block->busy |= 1ULL << output;
}

static void send(struct flitlock_block *block, uint32_t number, unsigned vc, uint64_t cycle, struct flitlock_out *out) {
  struct scale_up_shared *shared = block->params.shared;
  struct output *output = &block->output[number];
  struct queue *queue = &output->queue[vc];
  uint32_t at = queue->first;
  struct place *place = &block->place[at];
  out->flit[number] = place->flit;
  out->flit_valid |= 1ULL << number;
  if (block->params.is_response) {
    output->next = (cycle + 1) * SCALE_UP_MICRO;
  } else {
    scale_up_pace_take(&output->next, cycle, scale_up_rate_time(&shared->rate, place->flit.bytes));
    struct scale_up_record *record = scale_up_record_of(&shared->ledger, &place->flit);
    record->switched = (uint32_t)(cycle - record->birth);
  }
  output->turn = vc ^ 1U;
  queue->credits--;
  queue->first = place->next;
  if (--queue->count == 0 && output->queue[vc ^ 1U].count == 0) block->busy &= ~(1ULL << number);
  block->owed[place->input][vc]++;
  block->owing |= 1ULL << place->input;
  place->next = block->free;
  block->free = at;
}

// The VC that may send, SCALE_UP_VCS: none.
static unsigned candidate(const struct output *output) {
  for (unsigned n = 0; n < SCALE_UP_VCS; n++) {
    unsigned vc = output->turn ^ n;
    if (output->queue[vc].count != 0 && output->queue[vc].credits != 0) return vc;
  }
  return SCALE_UP_VCS;
}

static void return_credits(struct flitlock_block *block, struct flitlock_out *out) {
  for (uint64_t mask = block->owing; mask != 0; mask &= mask - 1) {
    unsigned port = (unsigned)__builtin_ctzll(mask);
    uint32_t *owed = block->owed[port];
    uint32_t word = 0;
    for (unsigned vc = 0; vc < SCALE_UP_VCS; vc++) {
      uint32_t count = owed[vc] < 2 ? owed[vc] : 2;
      word |= flitlock_credit_one(vc, count);
      owed[vc] -= count;
    }
    out->credit_valid |= 1ULL << port;
    out->credit[port] = word;
    if (owed[0] == 0 && owed[1] == 0) block->owing &= ~(1ULL << port);
  }
}

static uint64_t switch_step(struct flitlock_block *block, uint64_t cycle, const struct flitlock_in *in,
                            struct flitlock_out *out) {
  for (uint64_t mask = in->credit_valid; mask != 0; mask &= mask - 1) {
    unsigned port = (unsigned)__builtin_ctzll(mask);
    for (unsigned vc = 0; vc < SCALE_UP_VCS; vc++)
      block->output[port].queue[vc].credits += flitlock_credit_get(in->credit[port], vc);
  }
  for (uint64_t mask = in->flit_valid; mask != 0; mask &= mask - 1) {
    unsigned port = (unsigned)__builtin_ctzll(mask);
    enqueue(block, port, &in->flit[port]);
  }
  uint64_t wake = FLITLOCK_SLEEP;
  for (uint64_t mask = block->busy; mask != 0; mask &= mask - 1) {
    unsigned port = (unsigned)__builtin_ctzll(mask);
    struct output *output = &block->output[port];
    unsigned vc = candidate(output);
    if (vc == SCALE_UP_VCS) continue;  // a credit wakes us
    if (scale_up_pace_ready(output->next, cycle)) {
      send(block, port, vc, cycle, out);
      if (candidate(output) == SCALE_UP_VCS) continue;
    }
    uint64_t ready = scale_up_pace_cycle(output->next);
    if (ready < wake) wake = ready;
  }
  return_credits(block, out);
  return block->owing != 0 ? cycle + 1 : wake;
}

static void switch_describe(const struct flitlock_block *block, struct flitlock_block_info *info) {
  *info = (struct flitlock_block_info){.kind = "scale_up_switch",
                                       .impl = "c",
                                       .abi = FLITLOCK_BLOCK_ABI,
                                       .ports = block->params.gpus,
                                       .vcs = SCALE_UP_VCS,
                                       .port = block->port};
}

static int switch_check(const struct flitlock_block *block, struct flitlock_error *error) {
  if (block->error.status != FLITLOCK_OK && error != NULL) *error = block->error;
  return block->error.status;
}

const struct flitlock_block_ops scale_up_switch = {
    .kind = "scale_up_switch",
    .impl = "c",
    .create = switch_create,
    .destroy = switch_destroy,
    .reset = switch_reset,
    .step = switch_step,
    .describe = switch_describe,
    .check = switch_check,
};
