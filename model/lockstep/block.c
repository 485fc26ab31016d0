// SPDX-License-Identifier: Apache-2.0
// The lockstep block: steps golden and the device with the same inputs, has their outputs compared, passes those of one
// on.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/session.h"

// A block is opaque; ours is this.
static struct lockstep_block *of(struct flitlock_block *block) { return (struct lockstep_block *)(void *)block; }
static const struct lockstep_block *of_const(const struct flitlock_block *block) {
  return (const struct lockstep_block *)(const void *)block;
}

const struct flitlock_block *flitlock_lockstep_golden(const struct flitlock_block *lockstep,
                                                      const struct flitlock_block_ops **ops) {
  *ops = of_const(lockstep)->golden.ops;
  return of_const(lockstep)->golden.block;
}

// ---- Lifecycle

static void free_model(struct lockstep_model *model) {
  if (model->block != NULL) model->ops->destroy(model->block);
  free(model->in_flit);
  free(model->out.flit);
  free(model->out.credit);
  free(model->history);
  free(model->idle_payload);
  XXH64_freeState(model->hash);
}

static void destroy(struct flitlock_block *self) {
  if (self == NULL) return;
  struct lockstep_block *block = of(self);
  flitlock_lockstep_leave(block->session, block);
  free_model(&block->golden);
  free_model(&block->device);
  flitlock_lockstep_queues_free(block);
  flitlock_lockstep_payload_free(&block->payload);
  free(block);
}

static int allocate_model(struct lockstep_model *model, uint32_t ports, uint32_t unit_bytes, int hash) {
  model->in_flit = calloc(ports, sizeof *model->in_flit);
  model->out.flit = calloc(ports, sizeof *model->out.flit);
  model->out.credit = calloc(ports, sizeof *model->out.credit);
  model->history = calloc(ports, sizeof *model->history);
  model->idle_payload = calloc(FLITLOCK_MAX_WIDTH, unit_bytes);
  if (hash) model->hash = XXH64_createState();
  return model->in_flit != NULL && model->out.flit != NULL && model->out.credit != NULL && model->history != NULL &&
         model->idle_payload != NULL && (!hash || model->hash != NULL);
}

// Both must look alike from outside, or there is nothing to compare. A mismatch is one of the configuration.
static int check_alike(const char *name, const struct flitlock_block_info *golden,
                       const struct flitlock_block_info *device, struct flitlock_error *error) {
  if (golden->abi != FLITLOCK_BLOCK_ABI || device->abi != FLITLOCK_BLOCK_ABI)
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "lockstep of %s: golden has version %" PRIu32 " of the block contract, the device %" PRIu32
                         ", this library %d",
                         name, golden->abi, device->abi, FLITLOCK_BLOCK_ABI);
  if (golden->ports != device->ports || golden->vcs != device->vcs || strcmp(golden->kind, device->kind) != 0)
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "lockstep of %s: golden is a %s of %" PRIu32 " ports and %" PRIu32
                         " VCs, the device a %s of %" PRIu32 " ports and %" PRIu32 " VCs",
                         name, golden->kind, golden->ports, golden->vcs, device->kind, device->ports, device->vcs);
  for (uint32_t p = 0; p < golden->ports; p++) {
    const struct flitlock_port_info *a = &golden->port[p], *b = &device->port[p];
    if (a->has_in == b->has_in && a->has_out == b->has_out && (!a->has_in || a->in_width == b->in_width) &&
        (!a->has_out || a->out_width == b->out_width))
      continue;
    return flitlock_fail(
        error, FLITLOCK_E_CONFIG,
        "lockstep of %s, port %s: golden takes %u units and gives %u, the device takes %u and gives %u", name, a->name,
        a->has_in ? a->in_width : 0U, a->has_out ? a->out_width : 0U, b->has_in ? b->in_width : 0U,
        b->has_out ? b->out_width : 0U);
  }
  return FLITLOCK_OK;
}

static int build(struct lockstep_block *block, const struct flitlock_lockstep_params *params, const char *name,
                 struct flitlock_error *error) {
  int status = params->golden->create(params->golden_params, name, &block->golden.block, error);
  if (status == FLITLOCK_OK) status = params->device->create(params->device_params, name, &block->device.block, error);
  if (status != FLITLOCK_OK) return status;
  struct flitlock_block_info device;
  params->golden->describe(block->golden.block, &block->info);
  params->device->describe(block->device.block, &device);
  status = check_alike(name, &block->info, &device, error);
  if (status != FLITLOCK_OK) return status;
  block->info.impl = "lockstep";
  for (uint32_t p = 0; p < block->info.ports; p++)
    block->outputs_per_step += block->info.port[p].has_out + (block->info.port[p].has_in ? block->info.vcs : 0U);
  int hash = params->session->options.mode == FLITLOCK_LOCKSTEP_HASH;
  block->name = flitlock_lockstep_join(params->session, block, name);
  if (block->name == NULL || !allocate_model(&block->golden, block->info.ports, params->unit_bytes, hash) ||
      !allocate_model(&block->device, block->info.ports, params->unit_bytes, hash) ||
      !flitlock_lockstep_payload_init(&block->payload, block->info.ports, params->max_len, params->unit_bytes) ||
      !flitlock_lockstep_queues_create(block))
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "lockstep of %s: out of memory", name);
  return FLITLOCK_OK;
}

static int create(const void *parameters, const char *name, struct flitlock_block **made,
                  struct flitlock_error *error) {
  const struct flitlock_lockstep_params *params = parameters;
  *made = NULL;
  if (params->unit_bytes == 0 || params->unit_bytes > FLITLOCK_MAX_UNIT_BYTES || params->max_len == 0 ||
      params->max_len > FLITLOCK_MAX_LEN)
    return flitlock_fail(error, FLITLOCK_E_USAGE,
                         "lockstep of %s: packets of %" PRIu32 " units of %" PRIu32
                         " bytes; allowed are 1 to %d of 1 to %d",
                         name, params->max_len, params->unit_bytes, FLITLOCK_MAX_LEN, FLITLOCK_MAX_UNIT_BYTES);
  if (params->makes_packets && params->session->options.tolerance.kind != FLITLOCK_TOLERANCE_EXACT)
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "lockstep of %s: a block that makes packets of its own can only be compared exactly", name);
  struct lockstep_block *block = calloc(1, sizeof *block);
  if (block == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "lockstep of %s: out of memory", name);
  block->session = params->session;
  block->golden.ops = params->golden;
  block->device.ops = params->device;
  block->device.side = 1;
  block->unit_bytes = params->unit_bytes;
  block->makes_packets = params->makes_packets;
  int status = build(block, params, name, error);
  if (status != FLITLOCK_OK) {
    destroy((struct flitlock_block *)(void *)block);
    return status;
  }
  *made = (struct flitlock_block *)(void *)block;
  return FLITLOCK_OK;
}

static void reset(struct flitlock_block *self) {
  struct lockstep_block *block = of(self);
  flitlock_lockstep_window_close(block);  // what came before the reset still counts
  block->golden.ops->reset(block->golden.block);
  block->device.ops->reset(block->device.block);
  flitlock_lockstep_payload_reset(&block->payload, block->info.ports);
  flitlock_lockstep_queues_clear(block);
  memset(block->golden.history, 0, block->info.ports * sizeof *block->golden.history);
  memset(block->device.history, 0, block->info.ports * sizeof *block->device.history);
  block->window_end = 0;
  block->alone = 0;
  block->stepped = 0;
}

// ---- Step

static void take_inputs(struct lockstep_block *block, const struct flitlock_in *in) {
  for (uint64_t ports = in->flit_valid; ports != 0; ports &= ports - 1U) {
    uint32_t port = (uint32_t)__builtin_ctzll(ports);
    if (!flitlock_lockstep_payload_take(&block->payload, port, &in->flit[port], &block->golden.in_flit[port],
                                        &block->device.in_flit[port]))
      block->failed = FLITLOCK_E_NO_MEMORY;
  }
}

static uint64_t step_model(struct lockstep_model *model, uint64_t cycle, const struct flitlock_in *in) {
  struct flitlock_in own = *in;
  own.flit = model->in_flit;
  model->out.flit_valid = 0;
  model->out.credit_valid = 0;
  uint64_t wake = model->ops->step(model->block, cycle, &own, &model->out);
  flitlock_lockstep_remember(model, cycle);
  return wake;
}

// The flit as the pod knows it: its bytes are the packet's own. What the device made of them is written there when the
// pod is to see it.
static void lead_back(struct lockstep_block *block, const struct lockstep_model *model, struct flitlock_flit *flit) {
  const struct lockstep_packet *packet = flitlock_lockstep_payload_find(&block->payload, flit->payload);
  if (packet == NULL) {
    if (block->makes_packets) return;
    if (flit->payload != NULL || model->side == 1) flit->payload = model->idle_payload;
    return;
  }
  uint8_t *original = flitlock_lockstep_payload_original(&block->payload, packet, flit->payload, model->side);
  size_t size = (size_t)flit->units * block->unit_bytes;
  if (model->side == 1) memcpy(original, flit->payload, size);
  flit->payload = original;
}

static void deliver(struct lockstep_block *block, const struct lockstep_model *model, struct flitlock_out *out) {
  out->flit_valid = model->out.flit_valid;
  out->credit_valid = model->out.credit_valid;
  for (uint64_t ports = out->flit_valid; ports != 0; ports &= ports - 1U) {
    unsigned port = (unsigned)__builtin_ctzll(ports);
    out->flit[port] = model->out.flit[port];
    lead_back(block, model, &out->flit[port]);
  }
  for (uint64_t ports = out->credit_valid; ports != 0; ports &= ports - 1U) {
    unsigned port = (unsigned)__builtin_ctzll(ports);
    out->credit[port] = model->out.credit[port];
  }
}

static void let_go(struct lockstep_block *block, const struct lockstep_model *model) {
  for (uint64_t ports = model->out.flit_valid; ports != 0; ports &= ports - 1U) {
    const struct flitlock_flit *flit = &model->out.flit[__builtin_ctzll(ports)];
    if (flit->tail) flitlock_lockstep_payload_done(&block->payload, flit, model->side);
  }
}

// Packets that both models have taken for good.
static void let_go_arrived(struct lockstep_block *block, const struct flitlock_in *in) {
  for (uint64_t ports = in->flit_valid; ports != 0; ports &= ports - 1U) {
    unsigned port = (unsigned)__builtin_ctzll(ports);
    if (!in->flit[port].tail) continue;
    flitlock_lockstep_payload_done(&block->payload, &block->golden.in_flit[port], 0);
    flitlock_lockstep_payload_done(&block->payload, &block->device.in_flit[port], 1);
  }
}

static void compare(struct lockstep_block *block) {
  const struct flitlock_lockstep_options *options = &block->session->options;
  if (block->cycle < options->from || block->cycle >= options->to) return;
  if (options->mode == FLITLOCK_LOCKSTEP_HASH) {
    if (block->window_end != 0 && block->cycle >= block->window_end) flitlock_lockstep_window_close(block);
    if (block->alone) return;
    if (block->window_end == 0) flitlock_lockstep_window_open(block, block->cycle);
    flitlock_lockstep_window_add(block);
  } else if (!flitlock_lockstep_enough(block->session)) {
    if (options->tolerance.kind == FLITLOCK_TOLERANCE_EXACT)
      flitlock_lockstep_compare(block);
    else
      flitlock_lockstep_compare_tolerant(block);
  }
}

static uint64_t step(struct flitlock_block *self, uint64_t cycle, const struct flitlock_in *in,
                     struct flitlock_out *out) {
  struct lockstep_block *block = of(self);
  struct flitlock_lockstep *session = block->session;
  block->cycle = cycle;
  block->stepped = 1;
  take_inputs(block, in);
  uint64_t wake = step_model(&block->golden, cycle, in);
  uint64_t device_wake = step_model(&block->device, cycle, in);
  compare(block);
  if (cycle >= session->options.from && cycle < session->options.to) flitlock_lockstep_complaint(block);
  if (session->listener != NULL && strcmp(session->listened, block->name) == 0)
    session->listener(session->listener_self, cycle, in, &block->golden.out, &block->device.out);
  int follow_device = session->options.follow == FLITLOCK_FOLLOW_DEVICE;
  deliver(block, follow_device ? &block->device : &block->golden, out);
  let_go(block, &block->golden);
  let_go(block, &block->device);
  if (block->makes_packets) let_go_arrived(block, in);
  return wake < device_wake ? wake : device_wake;
}

// ---- What others may ask: golden answers

static void describe(const struct flitlock_block *self, struct flitlock_block_info *info) {
  *info = of_const(self)->info;
}

static void idle_causes(const struct flitlock_block *self, uint8_t *cause) {
  const struct lockstep_block *block = of_const(self);
  if (block->golden.ops->idle_causes != NULL)
    block->golden.ops->idle_causes(block->golden.block, cause);
  else
    memset(cause, 0, block->info.ports);
}

static size_t signals(const struct flitlock_block *self, struct flitlock_signal *list, size_t capacity) {
  const struct lockstep_model *golden = &of_const(self)->golden;
  return golden->ops->signals != NULL ? golden->ops->signals(golden->block, list, capacity) : 0U;
}

static uint64_t occupancy(const struct flitlock_block *self) {
  const struct lockstep_block *block = of_const(self);
  // When the pod follows the device, it is empty when that is. (Following golden, golden alone counts.)
  const struct lockstep_model *model =
      block->session->options.follow == FLITLOCK_FOLLOW_DEVICE ? &block->device : &block->golden;
  return model->ops->occupancy != NULL ? model->ops->occupancy(model->block) : 0U;
}

static int waits(const struct flitlock_block *self, char *text, size_t size) {
  const struct lockstep_model *golden = &of_const(self)->golden;
  if (golden->ops->waits != NULL) return golden->ops->waits(golden->block, text, size);
  if (size > 0) text[0] = '\0';
  return 0;
}

static int check_model(const struct lockstep_model *model, struct flitlock_error *error) {
  return model->ops->check != NULL ? model->ops->check(model->block, error) : FLITLOCK_OK;
}

static int check(const struct flitlock_block *self, struct flitlock_error *error) {
  const struct lockstep_block *block = of_const(self);
  const struct flitlock_lockstep *session = block->session;
  if (block->failed != FLITLOCK_OK)
    return flitlock_fail(error, block->failed, "lockstep of %s: out of memory", block->name);
  int differ = flitlock_lockstep_enough(session) || session->differs;
  if (differ && block->cycle + 1U >= session->options.hold) return flitlock_lockstep_verdict(session, error);
  int status = check_model(&block->golden, error);
  // A device that is known to be wrong may complain of anything.
  if (status == FLITLOCK_OK && session->found == 0 && !session->differs) status = check_model(&block->device, error);
  return status;
}

const struct flitlock_block_ops flitlock_lockstep_block = {.kind = "router",
                                                           .impl = "lockstep",
                                                           .create = create,
                                                           .destroy = destroy,
                                                           .reset = reset,
                                                           .step = step,
                                                           .describe = describe,
                                                           .idle_causes = idle_causes,
                                                           .signals = signals,
                                                           .occupancy = occupancy,
                                                           .waits = waits,
                                                           .check = check};
