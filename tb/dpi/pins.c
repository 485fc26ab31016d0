// SPDX-License-Identifier: Apache-2.0
// A block behind the block contract, stepped with the pins of its port list.
#include <stdlib.h>

#include "dpi/instance.h"
#include "dpi/vector.h"

struct flitlock_dpi_instance *flitlock_dpi_new(const char *name, const struct flitlock_dpi_kind *kind,
                                               const struct flitlock_block_ops *ops) {
  struct flitlock_dpi_instance *instance = calloc(1, sizeof *instance);
  if (instance == NULL) return NULL;
  instance->kind = kind;
  instance->ops = ops;
  if (name == NULL) name = "";
  size_t size = strlen(name) + 1;
  instance->name = malloc(size);
  if (instance->name == NULL) {
    free(instance);
    return NULL;
  }
  memcpy(instance->name, name, size);
  return instance;
}

void flitlock_dpi_free(struct flitlock_dpi_instance *instance) {
  if (instance == NULL) return;
  if (instance->block != NULL && !instance->borrowed) instance->ops->destroy(instance->block);
  flitlock_payload_destroy(&instance->payload);
  free(instance->in);
  free(instance->other);
  free(instance->name);
  free(instance);
}

static void look_at_ports(struct flitlock_dpi_instance *instance) {
  struct flitlock_block_info info = {0};
  instance->ops->describe(instance->block, &info);
  memset(instance->port, 0, sizeof instance->port);
  memcpy(instance->port, info.port, info.ports * sizeof *info.port);
}

int flitlock_dpi_open(struct flitlock_dpi_instance *instance) {
  const struct flitlock_dpi_sizes sizes = instance->kind->sizes(&instance->params);
  instance->sizes = sizes;
  instance->lanes = flitlock_dpi_lanes_of(sizes.ports, sizes.vcs, sizes.unit_bytes);
  if (instance->port_bits == 0) instance->port_bits = instance->lanes.bits;
  size_t words = flitlock_vector_words(instance->lanes.bits);
  instance->in = calloc(words, sizeof *instance->in);
  instance->other = calloc(words, sizeof *instance->other);
  if (instance->in == NULL || instance->other == NULL) return FLITLOCK_E_NO_MEMORY;
  int status = flitlock_payload_create(&instance->payload, sizes.unit_bytes, sizes.packets);
  if (status != FLITLOCK_OK || !instance->borrowed)
    return status != FLITLOCK_OK ? status : flitlock_dpi_reopen(instance);
  look_at_ports(instance);
  flitlock_dpi_restart(instance);
  return FLITLOCK_OK;
}

// A block takes its route when it is made.
int flitlock_dpi_reopen(struct flitlock_dpi_instance *instance) {
  struct flitlock_error error = {.status = FLITLOCK_OK};
  if (instance->block != NULL) instance->ops->destroy(instance->block);
  instance->block = NULL;
  int status = instance->ops->create(&instance->params, instance->name, &instance->block, &error);
  if (status != FLITLOCK_OK) {
    flitlock_dpi_say(&instance->messages, "%.900s", error.text);
    return status;
  }
  look_at_ports(instance);
  flitlock_dpi_restart(instance);
  return FLITLOCK_OK;
}

void flitlock_dpi_restart(struct flitlock_dpi_instance *instance) {
  instance->ops->reset(instance->block);
  flitlock_payload_reset(&instance->payload);
  instance->started = false;
  instance->complained = false;
}

static int check_cycle(struct flitlock_dpi_instance *instance, unsigned long long cycle) {
  if (!instance->started || cycle == instance->cycle + 1) return FLITLOCK_OK;
  if (cycle <= instance->cycle) {
    flitlock_dpi_say(&instance->messages,
                     "%s: cycle %llu: stepped again after cycle %llu: one call for each clock edge, from one always_ff",
                     instance->name, cycle, instance->cycle);
    return FLITLOCK_DPI_E_CALLED_TWICE;
  }
  flitlock_dpi_say(&instance->messages, "%s: cycle %llu: the step before was cycle %llu: %llu cycles were missed",
                   instance->name, cycle, instance->cycle, cycle - instance->cycle - 1);
  instance->cycle = cycle;  // said once for each gap
  return FLITLOCK_DPI_E_MISSED_CYCLE;
}

// The bytes of a flit that arrives: those of a packet that passes through are kept until it leaves.
static void take_payload(struct flitlock_dpi_instance *instance, unsigned p, struct flitlock_flit *flit) {
  uint8_t *lane = (uint8_t *)instance->in + instance->lanes.payload + instance->lanes.lane * p;
  if (instance->sizes.through >> p & 1U)
    flitlock_payload_arrive(&instance->payload, p, flit, lane);
  else
    flit->payload = lane;
}

static void take_inputs(struct flitlock_dpi_instance *instance, struct flitlock_in *in) {
  const struct flitlock_dpi_lanes *lanes = &instance->lanes;
  const unsigned ports = instance->sizes.ports, vcs = instance->sizes.vcs;
  *in = (struct flitlock_in){.flit = instance->in_flit, .credit = instance->in_credit};
  in->flit_valid = flitlock_vector_get_long(instance->in, 0, ports);
  for (unsigned p = 0; p < ports; p++) {
    uint32_t credit = flitlock_vector_get(instance->in, lanes->credit + 2U * vcs * p, 2U * vcs);
    if (credit != 0 && instance->port[p].has_out) {
      instance->in_credit[p] = credit;
      in->credit_valid |= UINT64_C(1) << p;
    }
    // A side that does not exist is not looked at.
    if (!instance->port[p].has_in) in->flit_valid &= ~(UINT64_C(1) << p);
    if (!(in->flit_valid >> p & 1U)) continue;
    struct flitlock_flit *flit = &instance->in_flit[p];
    flitlock_flit_unpack(flit, instance->in + lanes->header + FLITLOCK_DPI_HEADER_WORDS * p);
    take_payload(instance, p, flit);
  }
}

static void give_outputs(struct flitlock_dpi_instance *instance, const struct flitlock_out *out, uint32_t *words) {
  const struct flitlock_dpi_lanes *lanes = &instance->lanes;
  const unsigned ports = instance->sizes.ports, vcs = instance->sizes.vcs;
  words[0] = (uint32_t)out->flit_valid;
  if (ports > 32) words[1] = (uint32_t)(out->flit_valid >> 32);
  for (unsigned p = 0; p < ports; p++) {
    if (out->credit_valid >> p & 1U) flitlock_vector_or(words, lanes->credit + 2U * vcs * p, 2U * vcs, out->credit[p]);
    if (!(out->flit_valid >> p & 1U)) continue;
    flitlock_flit_pack(&out->flit[p], words + lanes->header + FLITLOCK_DPI_HEADER_WORDS * p);
    flitlock_payload_leave(&instance->payload, &out->flit[p], (uint8_t *)words + lanes->payload + lanes->lane * p);
  }
}

int flitlock_dpi_edge(struct flitlock_dpi_instance *instance, unsigned long long cycle, const uint32_t *in_words,
                      uint32_t *out_words) {
  memset(out_words, 0, flitlock_vector_words(instance->port_bits) * sizeof *out_words);
  int status = check_cycle(instance, cycle);
  if (status != FLITLOCK_OK) return status;
  instance->started = true;
  instance->cycle = cycle;
  flitlock_vector_copy(instance->in, instance->lanes.bits, in_words, instance->lanes.bits);
  struct flitlock_in in;
  struct flitlock_out out = {.flit = instance->out_flit, .credit = instance->out_credit};
  take_inputs(instance, &in);
  (void)instance->ops->step(instance->block, cycle, &in, &out);
  give_outputs(instance, &out, out_words);
  struct flitlock_error error;
  if (instance->complained || instance->ops->check(instance->block, &error) == FLITLOCK_OK) return FLITLOCK_OK;
  instance->complained = true;
  flitlock_dpi_say(&instance->messages, "%.1000s", error.text);
  return FLITLOCK_E_PROTOCOL;
}
