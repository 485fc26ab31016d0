// SPDX-License-Identifier: Apache-2.0
// Makes, resets and frees a golden router. Everything it will ever need is allocated here.
#include <stdlib.h>
#include <string.h>

#include "router/state.h"

// Crossbar buffers exist for every (input, output) pair, the pair of one port's own input and output too: R-RT-1 makes
// the output a function of `dst` alone, so a packet that is sent back the way it came is legal, if unwise.
static bool pair_exists(const struct flitlock_router_params *params, unsigned in, unsigned out) {
  return params->port[in].has_in && params->port[out].has_out;
}

// Gives every buffer its place in `entries` (NULL: only counts). Returns the entries needed.
static size_t place_buffers(struct flitlock_block *r, const struct flitlock_router_params *params,
                            struct flitlock_flit *entries) {
  size_t used = 0;
  for (unsigned p = 0; p < r->ports; p++) {
    const struct flitlock_router_port *port = &params->port[p];
    for (unsigned vc = 0; vc < r->vcs; vc++) {
      struct flitlock_fifo *input = flitlock_input_fifo(r, p, vc);
      input->depth = port->has_in ? port->input_depth[vc] : 0;
      if (entries != NULL) input->entry = entries + used;
      used += input->depth;
      for (unsigned in = 0; in < r->ports; in++) {
        struct flitlock_fifo *crossbar = flitlock_crossbar_fifo(r, in, p, vc);
        crossbar->depth = pair_exists(params, in, p) ? port->crossbar_depth[vc] : 0;
        if (entries != NULL) crossbar->entry = entries + used;
        used += crossbar->depth;
      }
      struct flitlock_fifo *output = flitlock_output_fifo(r, p, vc);
      output->depth = port->has_out ? port->output_depth[vc] : 0;
      if (entries != NULL) output->entry = entries + used;
      used += output->depth;
    }
  }
  return used;
}

static void copy_port(struct flitlock_block *r, const struct flitlock_router_params *params, unsigned p) {
  const struct flitlock_router_port *port = &params->port[p];
  struct flitlock_router_in *in = &r->in[p];
  in->exists = port->has_in;
  in->width = port->in_width;
  in->weight = port->weight;
  memcpy(in->vc_map, port->vc_map, sizeof in->vc_map);
  struct flitlock_router_out *out = &r->out[p];
  out->exists = port->has_out;
  out->width = port->out_width;
  memcpy(out->far_depth, port->credits, sizeof out->far_depth);
  if (port->has_in) r->in_ports |= flitlock_bit(p);
  if (port->has_out) r->out_ports |= flitlock_bit(p);

  struct flitlock_port_info *info = &r->info[p];
  memcpy(info->name, port->name, sizeof info->name);
  info->name[sizeof info->name - 1] = '\0';
  info->has_in = port->has_in;
  info->has_out = port->has_out;
  info->in_width = port->in_width;
  info->out_width = port->out_width;
  if (port->has_in) memcpy(info->in_depth, port->input_depth, sizeof info->in_depth);
}

static bool allocate(struct flitlock_block *r, const struct flitlock_router_params *params, const char *name) {
  size_t ports = params->ports;
  size_t queues = ports * FLITLOCK_MAX_VCS;
  r->fifo_count = (2 + ports) * queues;
  r->in = calloc(ports, sizeof *r->in);
  r->out = calloc(ports, sizeof *r->out);
  r->pair = calloc(ports * ports, sizeof *r->pair);
  r->input = calloc(r->fifo_count, sizeof *r->input);
  r->fresh = calloc(FLITLOCK_LEVELS * ports, sizeof *r->fresh);
  r->info = calloc(ports, sizeof *r->info);
  r->error = calloc(1, sizeof *r->error);
  r->name = malloc(strlen(name) + 1);
  if (!r->in || !r->out || !r->pair || !r->input || !r->fresh || !r->info || !r->error || !r->name) return false;
  strcpy(r->name, name);
  r->output = r->input + queues;
  r->crossbar = r->output + queues;
  // malloc: a page of entries that no flit ever reaches costs no memory.
  r->entries = malloc(place_buffers(r, params, NULL) * sizeof *r->entries);
  if (r->entries == NULL) return false;
  place_buffers(r, params, r->entries);
  return true;
}

int flitlock_router_create(const void *params_, const char *name, struct flitlock_block **block,
                           struct flitlock_error *error) {
  const struct flitlock_router_params *params = params_;
  *block = NULL;
  int status = flitlock_router_params_validate(params, name, error);
  if (status != FLITLOCK_OK) return status;
  struct flitlock_block *r = calloc(1, sizeof *r);
  if (r == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "router %s: out of memory", name);
  r->ports = params->ports;
  r->vcs = params->vcs;
  r->max_len = params->max_len;
  r->unit_bytes = params->unit_bytes;
  memcpy(r->registered, params->registered, sizeof r->registered);
  memcpy(r->arbiter, params->arbiter, sizeof r->arbiter);
  memcpy(r->vc_weight, params->vc_weight, sizeof r->vc_weight);
  r->checks = params->checks;
  r->route = params->route;
  if (!allocate(r, params, name)) {
    flitlock_router_destroy(r);
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "router %s: out of memory", name);
  }
  for (unsigned p = 0; p < r->ports; p++)
    copy_port(r, params, p);
  flitlock_router_reset(r);
  *block = r;
  return FLITLOCK_OK;
}

void flitlock_router_destroy(struct flitlock_block *r) {
  if (r == NULL) return;
  free(r->in);
  free(r->out);
  free(r->pair);
  free(r->input);
  free(r->fresh);
  free(r->info);
  free(r->error);
  free(r->name);
  free(r->entries);
  free(r);
}

// R-RST-1.
void flitlock_router_reset(struct flitlock_block *r) {
  memset(r->work, 0, sizeof r->work);
  r->fresh_count = 0;
  memset(r->error, 0, sizeof *r->error);
  memset(r->pair, 0, (size_t)r->ports * r->ports * sizeof *r->pair);
  for (size_t k = 0; k < r->fifo_count; k++) {
    r->input[k].head = 0;
    r->input[k].count = 0;
    r->input[k].fresh = 0;
  }
  for (unsigned p = 0; p < r->ports; p++) {
    struct flitlock_router_in *in = &r->in[p];
    in->ready = 0;
    in->hold = FLITLOCK_NO_VC;
    in->moved = 0;
    in->l1 = (struct flitlock_arbiter_state){0, 0};
    in->link = (struct flitlock_link_check){0};
    struct flitlock_router_out *out = &r->out[p];
    out->inputs = 0;
    out->ready = 0;
    out->l2_hold_in = 0;
    out->l2_hold_vc = FLITLOCK_NO_VC;
    out->l3_hold = FLITLOCK_NO_VC;
    out->l2 = (struct flitlock_arbiter_state){0, 0};
    out->l3 = (struct flitlock_arbiter_state){0, 0};
    memcpy(out->credits, out->far_depth, sizeof out->credits);
  }
}
