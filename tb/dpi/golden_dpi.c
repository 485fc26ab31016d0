// SPDX-License-Identifier: Apache-2.0
// What SystemVerilog calls: each function finds the instance behind its handle, or says why there is none.
#include "dpi/golden_dpi.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "dpi/compare.h"
#include "dpi/handles.h"
#include "dpi/instance.h"
#include "dpi/vector.h"

// The imports as Verilator sees them in tb/golden/flitlock_dpi_pkg.sv: a conflict with golden_dpi.h is a compile error.
#include "Vflitlock_dpi_imports__Dpi.h"

const char *flitlock_dpi_status_text(int status) {
  switch (status) {
#define FLITLOCK_DPI_TEXT(name, value, text) \
  case value:                                \
    return text;
    FLITLOCK_DPI_STATUS_MAP(FLITLOCK_DPI_TEXT)
#undef FLITLOCK_DPI_TEXT
    default:
      return flitlock_status_text(status);
  }
}

static int find(void *handle, struct flitlock_dpi_instance **instance) {
  void *found = NULL;
  int status = flitlock_handle_find(handle, &found);
  *instance = found;
  return status;
}

// ---- Lifecycle

static void destroy(struct flitlock_dpi_instance *instance) {
  flitlock_router_golden.destroy(instance->block);
  flitlock_payload_destroy(&instance->payload);
  free(instance->in);
  free(instance->other);
  free(instance->name);
  free(instance);
}

static int prepare(struct flitlock_dpi_instance *instance, const struct flitlock_dpi_offer *offer) {
  int status = flitlock_dpi_handshake(instance, offer);
  if (status != FLITLOCK_OK) return status;
  size_t words = flitlock_vector_words(instance->lanes.bits);
  instance->in = calloc(words, sizeof *instance->in);
  instance->other = calloc(words, sizeof *instance->other);
  if (instance->in == NULL || instance->other == NULL) return FLITLOCK_E_NO_MEMORY;
  status = flitlock_payload_create(&instance->payload, &instance->params);
  if (status != FLITLOCK_OK) return status;
  return flitlock_router_golden.create(&instance->params, instance->name, &instance->block, NULL);
}

void *flitlock_dpi_create(const char *name, int abi, const uint32_t *layout, int vector_bits, int port_bits, int ports,
                          int vcs, int max_len, int unit_bytes, unsigned int in_units, unsigned int out_units,
                          const uint32_t *input_depth, const uint32_t *crossbar_depth, const uint32_t *output_depth,
                          const uint32_t *credits, const uint32_t *vc_map, unsigned int registered,
                          unsigned int arbiter, const uint32_t *vc_weight, const uint32_t *in_weight) {
  const struct flitlock_dpi_offer offer = {
      .abi = abi,
      .vector_bits = vector_bits,
      .port_bits = port_bits,
      .ports = ports,
      .vcs = vcs,
      .max_len = max_len,
      .unit_bytes = unit_bytes,
      .in_units = in_units,
      .out_units = out_units,
      .registered = registered,
      .arbiter = arbiter,
      .layout = layout,
      .input_depth = input_depth,
      .crossbar_depth = crossbar_depth,
      .output_depth = output_depth,
      .credits = credits,
      .vc_map = vc_map,
      .vc_weight = vc_weight,
      .in_weight = in_weight,
  };
  struct flitlock_dpi_instance *instance = calloc(1, sizeof *instance);
  if (instance == NULL) return NULL;
  if (name == NULL) name = "";
  size_t size = strlen(name) + 1;
  instance->name = malloc(size);
  if (instance->name == NULL) {
    destroy(instance);
    return NULL;
  }
  memcpy(instance->name, name, size);
  instance->status = prepare(instance, &offer);
  if (instance->status == FLITLOCK_E_NO_MEMORY) {
    destroy(instance);
    return NULL;
  }
  void *handle = flitlock_handle_new(instance);
  if (handle == NULL) destroy(instance);
  return handle;
}

int flitlock_dpi_status(void *handle) {
  struct flitlock_dpi_instance *instance = NULL;
  int status = find(handle, &instance);
  return status != FLITLOCK_OK ? status : instance->status;
}

static void reset(struct flitlock_dpi_instance *instance) {
  flitlock_router_golden.reset(instance->block);
  flitlock_payload_reset(&instance->payload);
  instance->started = false;
  instance->complained = false;
}

static void read_route(struct flitlock_route *route, const uint32_t *words) {
  const uint8_t *byte = (const uint8_t *)words;
  *route = (struct flitlock_route){
      .kind = byte[0] & 3U,
      .gpu = byte[1],
      .mesh = byte[2],
      .node = byte[3],
      .exit_node = byte[4],
      .exit_port = byte[5],
      .client_port = byte[6],
      .switches = byte[7],
      .switch_port = byte[8],
  };
  memcpy(route->next, byte + 12, sizeof route->next);
  memcpy(route->gpu_port, byte + 12 + 256, sizeof route->gpu_port);
  memcpy(route->mesh_port, byte + 12 + 512, sizeof route->mesh_port);
}

int flitlock_dpi_route(void *handle, const uint32_t *words) {
  struct flitlock_dpi_instance *instance = NULL;
  int status = find(handle, &instance);
  if (status != FLITLOCK_OK) return status;
  if (instance->status != FLITLOCK_OK) return instance->status;
  struct flitlock_route route;
  read_route(&route, words);
  if (memcmp(&route, &instance->params.route, sizeof route) == 0) return FLITLOCK_OK;
  // A block takes its route when it is made.
  instance->params.route = route;
  flitlock_router_golden.destroy(instance->block);
  instance->block = NULL;
  struct flitlock_error error = {.status = FLITLOCK_OK};
  instance->status = flitlock_router_golden.create(&instance->params, instance->name, &instance->block, &error);
  if (instance->status != FLITLOCK_OK) {
    flitlock_dpi_say(&instance->messages, "%.900s", error.text);
    return instance->status;
  }
  reset(instance);
  return FLITLOCK_OK;
}

int flitlock_dpi_reset(void *handle) {
  struct flitlock_dpi_instance *instance = NULL;
  int status = find(handle, &instance);
  if (status != FLITLOCK_OK) return status;
  if (instance->status == FLITLOCK_OK && instance->started) reset(instance);
  return instance->status;
}

int flitlock_dpi_destroy(void *handle) {
  void *instance = NULL;
  int status = flitlock_handle_free(handle, &instance);
  if (status == FLITLOCK_OK) destroy(instance);
  return status;
}

// ---- Per cycle

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

static void take_inputs(struct flitlock_dpi_instance *instance, struct flitlock_in *in) {
  const struct flitlock_dpi_lanes *lanes = &instance->lanes;
  const unsigned ports = instance->params.ports, vcs = instance->params.vcs;
  *in = (struct flitlock_in){.flit = instance->in_flit, .credit = instance->in_credit};
  in->flit_valid = instance->in[0] & flitlock_vector_mask(ports);
  for (unsigned p = 0; p < ports; p++) {
    const struct flitlock_router_port *port = &instance->params.port[p];
    uint32_t credit = flitlock_vector_get(instance->in, lanes->credit + 2U * vcs * p, 2U * vcs);
    if (credit != 0 && port->has_out) {
      instance->in_credit[p] = credit;
      in->credit_valid |= UINT64_C(1) << p;
    }
    if (!port->has_in) in->flit_valid &= ~(UINT64_C(1) << p);  // a side that does not exist is not looked at
    if (!(in->flit_valid >> p & 1U)) continue;
    struct flitlock_flit *flit = &instance->in_flit[p];
    flitlock_flit_unpack(flit, instance->in + lanes->header + FLITLOCK_DPI_HEADER_WORDS * p);
    flitlock_payload_arrive(&instance->payload, p, flit,
                            (const uint8_t *)instance->in + lanes->payload + lanes->lane * p);
  }
}

static void give_outputs(struct flitlock_dpi_instance *instance, const struct flitlock_out *out, uint32_t *words) {
  const struct flitlock_dpi_lanes *lanes = &instance->lanes;
  const unsigned ports = instance->params.ports, vcs = instance->params.vcs;
  words[0] = (uint32_t)out->flit_valid;
  for (unsigned p = 0; p < ports; p++) {
    if (out->credit_valid >> p & 1U) flitlock_vector_or(words, lanes->credit + 2U * vcs * p, 2U * vcs, out->credit[p]);
    if (!(out->flit_valid >> p & 1U)) continue;
    flitlock_flit_pack(&out->flit[p], words + lanes->header + FLITLOCK_DPI_HEADER_WORDS * p);
    flitlock_payload_leave(&instance->payload, &out->flit[p], (uint8_t *)words + lanes->payload + lanes->lane * p);
  }
}

int flitlock_dpi_step(void *handle, unsigned long long cycle, const uint32_t *in_words, uint32_t *out_words) {
  struct flitlock_dpi_instance *instance = NULL;
  int status = find(handle, &instance);
  if (status != FLITLOCK_OK) return status;
  if (instance->status != FLITLOCK_OK) return instance->status;
  memset(out_words, 0, flitlock_vector_words(instance->port_bits) * sizeof *out_words);
  status = check_cycle(instance, cycle);
  if (status != FLITLOCK_OK) return status;
  instance->started = true;
  instance->cycle = cycle;
  flitlock_vector_copy(instance->in, instance->lanes.bits, in_words, instance->lanes.bits);
  struct flitlock_in in;
  struct flitlock_out out = {.flit = instance->out_flit, .credit = instance->out_credit};
  take_inputs(instance, &in);
  (void)flitlock_router_golden.step(instance->block, cycle, &in, &out);
  give_outputs(instance, &out, out_words);
  struct flitlock_error error;
  if (instance->complained || flitlock_router_golden.check(instance->block, &error) == FLITLOCK_OK) return FLITLOCK_OK;
  instance->complained = true;
  flitlock_dpi_say(&instance->messages, "%.1000s", error.text);
  return FLITLOCK_E_PROTOCOL;
}

int flitlock_dpi_compare(void *handle, unsigned long long cycle, const uint32_t *golden, const uint32_t *rtl) {
  struct flitlock_dpi_instance *instance = NULL;
  int status = find(handle, &instance);
  if (status != FLITLOCK_OK) return status;
  if (instance->status != FLITLOCK_OK) return instance->status;
  flitlock_vector_copy(instance->in, instance->lanes.bits, golden, instance->lanes.bits);
  flitlock_vector_copy(instance->other, instance->lanes.bits, rtl, instance->lanes.bits);
  return flitlock_dpi_compare_vectors(instance, cycle, instance->in, instance->other);
}

// ---- Errors

const char *flitlock_dpi_error(void *handle) {
  struct flitlock_dpi_instance *instance = NULL;
  int status = find(handle, &instance);
  return status != FLITLOCK_OK ? flitlock_dpi_status_text(status) : flitlock_dpi_read(&instance->messages);
}
