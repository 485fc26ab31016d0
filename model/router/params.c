// SPDX-License-Identifier: Apache-2.0
// Parameters of a router: sensible values, and what is impossible.
#include <inttypes.h>
#include <string.h>

#include "flitlock/router.h"

void flitlock_router_params_default(struct flitlock_router_params *params) {
  memset(params, 0, sizeof *params);
  params->vcs = 10;
  params->max_len = 4;
  params->unit_bytes = 64;
  params->checks = 1;
  for (unsigned vc = 0; vc < FLITLOCK_MAX_VCS; vc++)
    params->vc_weight[vc] = 1;

  struct flitlock_route *route = &params->route;
  route->exit_node = FLITLOCK_NO_PORT;
  route->exit_port = FLITLOCK_NO_PORT;
  memset(route->next, FLITLOCK_NO_PORT, sizeof route->next);
  memset(route->gpu_port, FLITLOCK_NO_PORT, sizeof route->gpu_port);
  memset(route->mesh_port, FLITLOCK_NO_PORT, sizeof route->mesh_port);

  for (unsigned p = 0; p < FLITLOCK_MAX_PORTS; p++) {
    struct flitlock_router_port *port = &params->port[p];
    port->in_width = 1;
    port->out_width = 1;
    port->weight = 1;
    for (unsigned vc = 0; vc < FLITLOCK_MAX_VCS; vc++) {
      port->vc_map[vc] = (uint8_t)vc;
      port->input_depth[vc] = 8;
      port->crossbar_depth[vc] = 8;
      port->output_depth[vc] = 8;
      port->credits[vc] = 8;
    }
  }
}

// What is being looked at, for messages.
struct subject {
  const struct flitlock_router_params *params;
  const char *name;
  struct flitlock_error *error;
};

static int check_range(const struct subject *s, const char *what, uint32_t value, uint32_t low, uint32_t high) {
  if (value >= low && value <= high) return FLITLOCK_OK;
  return flitlock_fail(s->error, FLITLOCK_E_CONFIG,
                       "router %s: %s is %" PRIu32 ", but it must be %" PRIu32 " to %" PRIu32, s->name, what, value,
                       low, high);
}

static int check_port_range(const struct subject *s, unsigned p, const char *what, uint32_t value, uint32_t low,
                            uint32_t high) {
  if (value >= low && value <= high) return FLITLOCK_OK;
  return flitlock_fail(s->error, FLITLOCK_E_CONFIG,
                       "router %s: port %u (%.23s): %s is %" PRIu32 ", but it must be %" PRIu32 " to %" PRIu32, s->name,
                       p, s->params->port[p].name, what, value, low, high);
}

// VCT moves a packet only where the whole of it has room, so a buffer smaller than the largest packet would hold it
// for ever.
static int check_depths(const struct subject *s, unsigned p, const char *what, const uint16_t *depth, unsigned width) {
  uint32_t needed = flitlock_flits(s->params->max_len, width);
  for (unsigned vc = 0; vc < s->params->vcs; vc++) {
    if (depth[vc] < needed) {
      return flitlock_fail(s->error, FLITLOCK_E_CONFIG,
                           "router %s: port %u (%.23s): %s of VC %u is %u entries, but the largest packet (%" PRIu32
                           " units) has %" PRIu32 " flits at a width of %u: make it at least %" PRIu32,
                           s->name, p, s->params->port[p].name, what, vc, (unsigned)depth[vc], s->params->max_len,
                           needed, width, needed);
    }
  }
  return FLITLOCK_OK;
}

#define TRY(call)                               \
  do {                                          \
    int status_ = (call);                       \
    if (status_ != FLITLOCK_OK) return status_; \
  } while (0)

static int check_port(const struct subject *s, unsigned p) {
  const struct flitlock_router_port *port = &s->params->port[p];
  TRY(check_port_range(s, p, "has_in", port->has_in, 0, 1));
  TRY(check_port_range(s, p, "has_out", port->has_out, 0, 1));
  if (port->has_in) {
    TRY(check_port_range(s, p, "in_width", port->in_width, 1, FLITLOCK_MAX_WIDTH));
    TRY(check_port_range(s, p, "weight", port->weight, 1, 15));
    for (unsigned vc = 0; vc < s->params->vcs; vc++)
      TRY(check_port_range(s, p, "an entry of vc_map", port->vc_map[vc], 0, s->params->vcs - 1));
    TRY(check_depths(s, p, "input_depth", port->input_depth, port->in_width));
  }
  if (port->has_out) {
    TRY(check_port_range(s, p, "out_width", port->out_width, 1, FLITLOCK_MAX_WIDTH));
    TRY(check_depths(s, p, "crossbar_depth", port->crossbar_depth, port->out_width));
    TRY(check_depths(s, p, "output_depth", port->output_depth, port->out_width));
    TRY(check_depths(s, p, "the buffer at the far end (credits)", port->credits, port->out_width));
  }
  return FLITLOCK_OK;
}

int flitlock_router_params_validate(const struct flitlock_router_params *params, const char *name,
                                    struct flitlock_error *error) {
  const struct subject subject = {params, name, error};
  const struct subject *s = &subject;
  TRY(check_range(s, "the number of ports", params->ports, 1, FLITLOCK_MAX_PORTS));
  TRY(check_range(s, "the number of VCs", params->vcs, 1, FLITLOCK_MAX_VCS));
  TRY(check_range(s, "max_len", params->max_len, 1, FLITLOCK_MAX_LEN));
  TRY(check_range(s, "unit_bytes", params->unit_bytes, 8, FLITLOCK_MAX_UNIT_BYTES));
  TRY(check_range(s, "checks", params->checks, 0, 1));
  TRY(check_range(s, "the kind of route", params->route.kind, FLITLOCK_ROUTE_MESH, FLITLOCK_ROUTE_SWITCH));
  for (unsigned level = 0; level < 3; level++) {
    TRY(check_range(s, "registered", params->registered[level], 0, 1));
    TRY(check_range(s, "the kind of arbiter", params->arbiter[level], FLITLOCK_ARB_ROUND_ROBIN, FLITLOCK_ARB_OLDEST));
  }
  for (unsigned vc = 0; vc < params->vcs; vc++)
    TRY(check_range(s, "the weight of a VC", params->vc_weight[vc], 1, 15));
  for (unsigned p = 0; p < params->ports; p++)
    TRY(check_port(s, p));
  return FLITLOCK_OK;
}
