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
  int status = flitlock_handle_find(FLITLOCK_HANDLE_BLOCK, handle, &found);
  *instance = found;
  return status;
}

static int wrong_call(struct flitlock_dpi_instance *instance, const char *what) {
  flitlock_dpi_say(&instance->messages, "%s: %s", instance->name, what);
  return FLITLOCK_DPI_E_WRONG_CALL;
}

// The instance behind a handle, if it can be stepped.
static int find_ready(void *handle, struct flitlock_dpi_instance **instance) {
  int status = find(handle, instance);
  if (status != FLITLOCK_OK) return status;
  if ((*instance)->status == FLITLOCK_DPI_E_WRONG_CALL)
    return wrong_call(*instance, "the block is not complete: flitlock_dpi_complete comes before");
  return (*instance)->status;
}

// ---- Lifecycle

// The handle of an instance that has been made; without memory it is freed.
static void *publish(struct flitlock_dpi_instance *instance) {
  void *handle = instance->status == FLITLOCK_E_NO_MEMORY ? NULL : flitlock_handle_new(FLITLOCK_HANDLE_BLOCK, instance);
  if (handle == NULL) flitlock_dpi_free(instance);
  return handle;
}

static int prepare(struct flitlock_dpi_instance *instance, const struct flitlock_dpi_offer *offer) {
  int status = flitlock_dpi_handshake(instance, offer);
  return status != FLITLOCK_OK ? status : flitlock_dpi_open(instance);
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
  struct flitlock_dpi_instance *instance = flitlock_dpi_new(name, &flitlock_dpi_router, flitlock_dpi_router.golden);
  if (instance == NULL) return NULL;
  instance->status = prepare(instance, &offer);
  return publish(instance);
}

// The status until flitlock_dpi_complete says otherwise.
static int begin(struct flitlock_dpi_instance *instance, const char *kind, int abi, const uint32_t *layout) {
  if (instance->kind == NULL) {
    flitlock_dpi_say(&instance->messages, "%s: handshake: C has no block of kind '%s' that is made in this way",
                     instance->name, kind == NULL ? "" : kind);
    return FLITLOCK_DPI_E_HANDSHAKE;
  }
  instance->ops = instance->kind->golden;
  instance->kind->defaults(&instance->params);
  int status = flitlock_dpi_check_layout(instance, abi, layout);
  return status != FLITLOCK_OK ? status : FLITLOCK_DPI_E_WRONG_CALL;
}

void *flitlock_dpi_create_block(const char *name, const char *kind, int abi, const uint32_t *layout) {
  struct flitlock_dpi_instance *instance = flitlock_dpi_new(name, flitlock_dpi_find_kind(kind), NULL);
  if (instance == NULL) return NULL;
  instance->status = begin(instance, kind, abi, layout);
  return publish(instance);
}

// An instance that takes parameters: it has not been completed, and nothing has been wrong with it.
static int find_open(void *handle, struct flitlock_dpi_instance **instance) {
  int status = find(handle, instance);
  if (status != FLITLOCK_OK) return status;
  if ((*instance)->status == FLITLOCK_OK)
    return wrong_call(*instance, "flitlock_dpi_parameter or flitlock_dpi_complete for a block that is complete");
  return (*instance)->status == FLITLOCK_DPI_E_WRONG_CALL ? FLITLOCK_OK : (*instance)->status;
}

// A static input of a block that is complete: another value than before makes it anew.
static int give_input(struct flitlock_dpi_instance *instance, const char *name, int bits, const uint32_t *value) {
  const union flitlock_dpi_params before = instance->params;
  int status = flitlock_dpi_give(instance, name, bits, value);
  if (status == FLITLOCK_OK && memcmp(&before, &instance->params, sizeof before) != 0)
    status = flitlock_dpi_reopen(instance);
  return instance->status = status;
}

int flitlock_dpi_parameter(void *handle, const char *name, int bits, const uint32_t *value) {
  struct flitlock_dpi_instance *instance = NULL;
  if (name == NULL) name = "";
  int status = find(handle, &instance);
  if (status != FLITLOCK_OK) return status;
  if (instance->status == FLITLOCK_OK && flitlock_dpi_is_input(instance, name))
    return give_input(instance, name, bits, value);
  status = find_open(handle, &instance);
  if (status != FLITLOCK_OK) return status;
  status = flitlock_dpi_give(instance, name, bits, value);
  if (status != FLITLOCK_OK) instance->status = status;
  return status;
}

// What the block itself refuses does not fit together on the SystemVerilog side.
static int complete(struct flitlock_dpi_instance *instance, int vector_bits, int port_bits) {
  int status = flitlock_dpi_all_given(instance);
  if (status != FLITLOCK_OK) return status;
  if (instance->kind->complete != NULL) instance->kind->complete(&instance->params);
  status = flitlock_dpi_open(instance);
  if (status == FLITLOCK_OK) status = flitlock_dpi_check_vectors(instance, vector_bits, port_bits);
  return status == FLITLOCK_E_CONFIG ? FLITLOCK_DPI_E_HANDSHAKE : status;
}

int flitlock_dpi_complete(void *handle, int vector_bits, int port_bits) {
  struct flitlock_dpi_instance *instance = NULL;
  int status = find_open(handle, &instance);
  if (status != FLITLOCK_OK) return status;
  return instance->status = complete(instance, vector_bits, port_bits);
}

int flitlock_dpi_status(void *handle) {
  struct flitlock_dpi_instance *instance = NULL;
  int status = find(handle, &instance);
  return status != FLITLOCK_OK ? status : instance->status;
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
  int status = find_ready(handle, &instance);
  if (status != FLITLOCK_OK) return status;
  if (instance->kind != &flitlock_dpi_router) return wrong_call(instance, "flitlock_dpi_route for a block without one");
  struct flitlock_route route;
  read_route(&route, words);
  if (memcmp(&route, &instance->params.router.route, sizeof route) == 0) return FLITLOCK_OK;
  instance->params.router.route = route;
  return instance->status = flitlock_dpi_reopen(instance);
}

int flitlock_dpi_reset(void *handle) {
  struct flitlock_dpi_instance *instance = NULL;
  int status = find(handle, &instance);
  if (status != FLITLOCK_OK) return status;
  if (instance->status == FLITLOCK_OK && instance->started) flitlock_dpi_restart(instance);
  return instance->status;
}

int flitlock_dpi_destroy(void *handle) {
  void *instance = NULL;
  int status = flitlock_handle_free(FLITLOCK_HANDLE_BLOCK, handle, &instance);
  if (status == FLITLOCK_OK) flitlock_dpi_free(instance);
  return status;
}

// ---- Per cycle

int flitlock_dpi_step(void *handle, unsigned long long cycle, const uint32_t *in_words, uint32_t *out_words) {
  struct flitlock_dpi_instance *instance = NULL;
  int status = find_ready(handle, &instance);
  if (status != FLITLOCK_OK) return status;
  return flitlock_dpi_edge(instance, cycle, in_words, out_words);
}

int flitlock_dpi_compare(void *handle, unsigned long long cycle, const uint32_t *golden, const uint32_t *rtl) {
  struct flitlock_dpi_instance *instance = NULL;
  int status = find_ready(handle, &instance);
  if (status != FLITLOCK_OK) return status;
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
