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

// Gives a buffer its part of `entries` (NULL: only counts). Returns its depth.
static size_t place_buffer(struct flitlock_fifo *fifo, unsigned depth, struct flitlock_flit *entries, size_t used) {
  fifo->depth = (uint16_t)depth;
  if (entries != NULL) {
    fifo->begin = entries + used;
    fifo->end = fifo->begin + depth;
  }
  return depth;
}

// All buffers, those of one VC and output near each other. Returns the entries needed.
static size_t place_buffers(struct flitlock_block *r, const struct flitlock_router_params *params,
                            struct flitlock_flit *entries) {
  size_t used = 0;
  for (unsigned p = 0; p < r->ports; p++) {
    const struct flitlock_router_port *port = &params->port[p];
    for (unsigned vc = 0; vc < r->vcs; vc++) {
      used += place_buffer(flitlock_input_fifo(r, p, vc), port->has_in ? port->input_depth[vc] : 0, entries, used);
      for (unsigned in = 0; in < r->ports; in++)
        used += place_buffer(flitlock_crossbar_fifo(r, in, p, vc),
                             pair_exists(params, in, p) ? port->crossbar_depth[vc] : 0, entries, used);
      used += place_buffer(flitlock_output_fifo(r, p, vc), port->has_out ? port->output_depth[vc] : 0, entries, used);
    }
  }
  return used;
}

static void make_path(struct flitlock_block *r, const struct flitlock_router_params *params, unsigned in,
                      unsigned out) {
  struct flitlock_path *path = &r->paths[in * (r->ports + 1) + out];
  *path = (struct flitlock_path){.to = &r->nowhere, .port = FLITLOCK_NO_PORT, .conversion = FLITLOCK_SAME};
  if (out >= r->ports || !params->port[out].has_out) return;
  unsigned from_width = params->port[in].in_width;
  unsigned to_width = params->port[out].out_width;
  path->to = flitlock_crossbar_fifo(r, in, out, 0);
  path->out = &r->out[out];
  path->place = (uint16_t)(in * r->vcs);
  path->port = (uint8_t)out;
  path->shift = (uint8_t)(to_width - 1);
  path->conversion = from_width == to_width ? FLITLOCK_SAME : from_width > to_width ? FLITLOCK_SPLIT : FLITLOCK_MERGE;
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
  out->shift = (uint8_t)(port->out_width - 1);
  memcpy(out->far_depth, port->credits, sizeof out->far_depth);
  if (port->has_in) r->in_ports |= flitlock_bit(p);
  if (port->has_out) r->out_ports |= flitlock_bit(p);
  for (unsigned other = 0; other <= r->ports; other++)
    make_path(r, params, p, other);
  for (unsigned vc = 0; vc < r->vcs; vc++) {
    unsigned place = p * r->vcs + vc;
    r->place[place] = (struct flitlock_place){(uint8_t)p, (uint8_t)vc, (uint16_t)((place + 1) % r->places)};
  }

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
  size_t queues = r->places;
  r->fifo_count = (2 + ports) * queues;
  r->in = calloc(ports, sizeof *r->in);
  r->out = calloc(ports, sizeof *r->out);
  r->place = calloc(queues, sizeof *r->place);
  r->paths = calloc(ports * (ports + 1), sizeof *r->paths);
  r->waiting = calloc(ports * r->place_words, sizeof *r->waiting);
  r->fifo = calloc(r->fifo_count, sizeof *r->fifo);
  r->fresh = calloc(FLITLOCK_LEVELS * ports, sizeof *r->fresh);
  r->info = calloc(ports, sizeof *r->info);
  r->error = calloc(1, sizeof *r->error);
  r->name = malloc(strlen(name) + 1);
  if (!r->in || !r->out || !r->place || !r->paths || !r->waiting || !r->fifo || !r->fresh || !r->info || !r->error ||
      !r->name)
    return false;
  memcpy(r->name, name, strlen(name) + 1);
  for (unsigned p = 0; p < r->ports; p++) {
    r->in[p].buffer = r->fifo + (size_t)p * r->vcs;
    r->in[p].paths = r->paths + (size_t)p * (ports + 1);
    r->out[p].buffer = r->fifo + queues + (size_t)p * r->vcs;
    r->out[p].crossbar = r->fifo + (2 + (size_t)p) * queues;
    r->out[p].waiting = r->waiting + (size_t)p * r->place_words;
  }
  // malloc: a page of entries that no flit ever reaches costs no memory.
  r->entries = malloc((place_buffers(r, params, NULL) + 1) * sizeof *r->entries);
  if (r->entries == NULL) return false;
  place_buffers(r, params, r->entries);
  return true;
}

static bool is_plain(const struct flitlock_router_params *params) {
  bool plain = !params->checks;
  for (unsigned level = 0; level < FLITLOCK_LEVELS; level++)
    plain = plain && !params->registered[level] && params->arbiter[level] == FLITLOCK_ARB_ROUND_ROBIN;
  return plain;
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
  r->plain = is_plain(params);
  r->way = flitlock_way_of(&params->route);
  r->places = params->ports * params->vcs;
  r->place_words = (r->places + 63U) / 64U;
  for (unsigned vc = 0; vc < r->vcs; vc++)
    r->next_vc[vc] = (uint8_t)((vc + 1) % r->vcs);
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
  free(r->place);
  free(r->paths);
  free(r->waiting);
  free(r->fifo);
  free(r->fresh);
  free(r->info);
  free(r->error);
  free(r->name);
  free(r->entries);
  free(r);
}

// R-RST-1.
void flitlock_router_reset(struct flitlock_block *r) {
  memset(&r->masks, 0, sizeof r->masks);
  r->fresh_count = 0;
  memset(r->error, 0, sizeof *r->error);
  memset(r->waiting, 0, (size_t)r->ports * r->place_words * sizeof *r->waiting);
  for (size_t k = 0; k < r->fifo_count; k++)
    flitlock_fifo_clear(&r->fifo[k]);
  for (unsigned p = 0; p < r->ports; p++) {
    struct flitlock_router_in *in = &r->in[p];
    in->ready = 0;
    in->hold = FLITLOCK_NO_VC;
    in->moved = 0;
    in->l1 = (struct flitlock_arbiter_state){0, 0};
    in->link = (struct flitlock_link_check){0};
    struct flitlock_router_out *out = &r->out[p];
    out->ready = 0;
    out->l2_hold = FLITLOCK_NO_PLACE;
    out->l3_hold = FLITLOCK_NO_VC;
    out->l2 = (struct flitlock_arbiter_state){0, 0};
    out->l3 = (struct flitlock_arbiter_state){0, 0};
    memcpy(out->credits, out->far_depth, sizeof out->credits);
  }
}
