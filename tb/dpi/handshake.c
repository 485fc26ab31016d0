// SPDX-License-Identifier: Apache-2.0
// Holds what the SystemVerilog side takes for granted against what the C side is built for, before the first cycle.
#include <stdio.h>

#include "dpi/instance.h"
#include "dpi/vector.h"

#define TRY(call)                               \
  do {                                          \
    int status_ = (call);                       \
    if (status_ != FLITLOCK_OK) return status_; \
  } while (0)

int flitlock_dpi_same(struct flitlock_dpi_instance *instance, const char *what, long systemverilog, long c) {
  if (systemverilog == c) return FLITLOCK_OK;
  flitlock_dpi_say(&instance->messages, "%s: handshake: %s is %ld in SystemVerilog and %ld in C", instance->name, what,
                   systemverilog, c);
  return FLITLOCK_DPI_E_HANDSHAKE;
}

int flitlock_dpi_within(struct flitlock_dpi_instance *instance, const char *what, long value, long low, long high) {
  if (value >= low && value <= high) return FLITLOCK_OK;
  flitlock_dpi_say(&instance->messages, "%s: handshake: %s is %ld in SystemVerilog, but C can do %ld to %ld",
                   instance->name, what, value, low, high);
  return FLITLOCK_DPI_E_HANDSHAKE;
}

int flitlock_dpi_check_layout(struct flitlock_dpi_instance *instance, int abi, const uint32_t *layout) {
  char what[64];
  TRY(flitlock_dpi_same(instance, "the version of the interface (ABI)", abi, FLITLOCK_DPI_ABI));
  for (size_t k = 0; k < flitlock_flit_field_count; k++) {
    const struct flitlock_field *field = &flitlock_flit_fields[k];
    (void)snprintf(what, sizeof what, "the position of header field %s", field->name);
    TRY(flitlock_dpi_same(instance, what, (long)flitlock_vector_get(layout, 16 * k, 8), (long)field->lsb));
    (void)snprintf(what, sizeof what, "the width of header field %s", field->name);
    TRY(flitlock_dpi_same(instance, what, (long)flitlock_vector_get(layout, 16 * k + 8, 8), (long)field->bits));
  }
  return FLITLOCK_OK;
}

int flitlock_dpi_check_vectors(struct flitlock_dpi_instance *instance, int vector_bits, int port_bits) {
  TRY(flitlock_dpi_same(instance, "the width of a step's vectors", vector_bits, (long)instance->lanes.bits));
  if (port_bits < vector_bits) {
    flitlock_dpi_say(&instance->messages,
                     "%s: handshake: a step's vectors have %d bits, but the imports carry %d: define FLITLOCK_DPI_BITS "
                     "as %d or more",
                     instance->name, vector_bits, port_bits, vector_bits);
    return FLITLOCK_DPI_E_HANDSHAKE;
  }
  instance->port_bits = (size_t)port_bits;
  return FLITLOCK_OK;
}

static uint32_t largest_packet(const struct flitlock_router_params *params) {
  uint32_t max_len = FLITLOCK_MAX_LEN;
  for (unsigned p = 0; p < params->ports; p++) {
    const struct flitlock_router_port *port = &params->port[p];
    if (port->has_in) flitlock_dpi_limit_len(&max_len, port->input_depth, params->vcs, port->in_width);
    if (!port->has_out) continue;
    flitlock_dpi_limit_len(&max_len, port->crossbar_depth, params->vcs, port->out_width);
    flitlock_dpi_limit_len(&max_len, port->output_depth, params->vcs, port->out_width);
    flitlock_dpi_limit_len(&max_len, port->credits, params->vcs, port->out_width);
  }
  return max_len != 0 ? max_len : 1;
}

static void read_port(struct flitlock_router_params *params, unsigned p, const struct flitlock_dpi_offer *offer) {
  struct flitlock_router_port *port = &params->port[p];
  (void)snprintf(port->name, sizeof port->name, "%u", p);
  port->in_width = (uint8_t)(offer->in_units >> 2U * p & 3U);
  port->out_width = (uint8_t)(offer->out_units >> 2U * p & 3U);
  port->has_in = port->in_width != 0;
  port->has_out = port->out_width != 0;
  port->weight = (uint8_t)flitlock_vector_get(offer->in_weight, 4U * p, 4);
  for (unsigned vc = 0; vc < params->vcs; vc++) {
    size_t place = p * params->vcs + vc;
    port->vc_map[vc] = (uint8_t)flitlock_vector_get(offer->vc_map, 4 * place, 4);
    port->input_depth[vc] = (uint16_t)flitlock_vector_get(offer->input_depth, 16 * place, 16);
    port->crossbar_depth[vc] = (uint16_t)flitlock_vector_get(offer->crossbar_depth, 16 * place, 16);
    port->output_depth[vc] = (uint16_t)flitlock_vector_get(offer->output_depth, 16 * place, 16);
    port->credits[vc] = (uint16_t)flitlock_vector_get(offer->credits, 16 * place, 16);
  }
}

static void read_params(struct flitlock_router_params *params, const struct flitlock_dpi_offer *offer) {
  flitlock_router_params_default(params);
  params->ports = (uint32_t)offer->ports;
  params->vcs = (uint32_t)offer->vcs;
  params->unit_bytes = (uint32_t)offer->unit_bytes;
  for (unsigned level = 0; level < 3; level++) {
    params->registered[level] = offer->registered >> level & 1U;
    params->arbiter[level] = offer->arbiter >> 2U * level & 3U;
  }
  for (unsigned vc = 0; vc < params->vcs; vc++)
    params->vc_weight[vc] = (uint8_t)flitlock_vector_get(offer->vc_weight, 4U * vc, 4);
  for (unsigned p = 0; p < params->ports; p++)
    read_port(params, p, offer);
  params->max_len = offer->max_len != 0 ? (uint32_t)offer->max_len : largest_packet(params);
}

int flitlock_dpi_handshake(struct flitlock_dpi_instance *instance, const struct flitlock_dpi_offer *offer) {
  TRY(flitlock_dpi_check_layout(instance, offer->abi, offer->layout));
  TRY(flitlock_dpi_within(instance, "Ports", offer->ports, 1, FLITLOCK_DPI_MAX_PORTS));
  TRY(flitlock_dpi_within(instance, "Vcs", offer->vcs, 1, FLITLOCK_MAX_VCS));
  TRY(flitlock_dpi_within(instance, "UnitBytes", offer->unit_bytes, 8, FLITLOCK_MAX_UNIT_BYTES));
  TRY(flitlock_dpi_within(instance, "the largest packet (max_len)", offer->max_len, 0, FLITLOCK_MAX_LEN));
  instance->lanes = flitlock_dpi_lanes_of((size_t)offer->ports, (size_t)offer->vcs, (size_t)offer->unit_bytes);
  TRY(flitlock_dpi_check_vectors(instance, offer->vector_bits, offer->port_bits));
  read_params(&instance->params.router, offer);
  struct flitlock_error error;
  if (flitlock_router_params_validate(&instance->params.router, instance->name, &error) != FLITLOCK_OK) {
    flitlock_dpi_say(&instance->messages, "handshake: %.900s", error.text);
    return FLITLOCK_DPI_E_HANDSHAKE;
  }
  return FLITLOCK_OK;
}
