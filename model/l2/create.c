// SPDX-License-Identifier: Apache-2.0
// A golden slice is made, reset and destroyed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "l2/state.h"

static void set_port(struct flitlock_block *s, unsigned number, const char *name, bool input, uint8_t width,
                     uint16_t depth) {
  struct flitlock_port_info *port = &s->port[number];
  snprintf(port->name, sizeof port->name, "%s", name);
  port->has_in = input;
  port->has_out = !input;
  port->in_width = input ? width : 0;
  port->out_width = input ? 0 : width;
  port->in_depth[0] = depth;
}

static bool allocate(struct flitlock_block *s, const char *name) {
  const struct flitlock_l2_slice_params *p = &s->params;
  size_t lines = (size_t)p->map.sets * p->ways;
  s->name = malloc(strlen(name) + 1);
  s->sets = calloc(p->map.sets, s->set_size);
  s->b = calloc(lines, sizeof *s->b);
  s->data = calloc(lines, FLITLOCK_L2_LINE_BYTES);
  s->mshr = calloc(p->mshrs, sizeof *s->mshr);
  s->list_data = calloc((size_t)p->mshrs * p->list, sizeof *s->list_data);
  s->req = calloc(p->req_depth, sizeof *s->req);
  s->fill = calloc(p->fill_depth, sizeof *s->fill);
  s->rsp = calloc(s->rsp_size, sizeof *s->rsp);
  s->order = calloc(p->order_depth, sizeof *s->order);
  s->sent = calloc(s->sent_size, sizeof *s->sent);
  if (s->name == NULL || s->sets == NULL || s->b == NULL || s->data == NULL || s->mshr == NULL ||
      s->list_data == NULL || s->req == NULL || s->fill == NULL || s->rsp == NULL || s->order == NULL ||
      s->sent == NULL)
    return false;
  memcpy(s->name, name, strlen(name) + 1);
  for (unsigned n = 0; n < p->mshrs; n++)
    s->mshr[n].list = s->list_data + (size_t)n * p->list;
  return true;
}

int flitlock_l2_create(const void *parameters, const char *name, struct flitlock_block **slice,
                       struct flitlock_error *error) {
  const struct flitlock_l2_slice_params *params = parameters;
  *slice = NULL;
  int status = flitlock_l2_slice_params_validate(params, name, error);
  if (status != FLITLOCK_OK) return status;
  struct flitlock_block *s = calloc(1, sizeof *s);
  if (s == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "L2 slice %s: out of memory", name);
  s->params = *params;
  s->ways = params->ways;
  s->enabled_count = (uint32_t)params->ways - params->reserved;
  s->enabled = s->enabled_count == 32 ? UINT32_MAX : (1U << s->enabled_count) - 1U;
  flitlock_l2_tree_init(&s->tree, params->ways, s->enabled);
  // At least three tags behind the last one, see equal_tags.
  s->set_size = (sizeof(struct flitlock_l2_set) + 4U * params->ways + 12U + 3U * params->ways + 63U) & ~(size_t)63U;
  s->rsp_size = (uint32_t)params->rsp_depth + params->rsp_credits;
  s->sent_size = (uint32_t)params->mem_req_credits + 1U;
  set_port(s, FLITLOCK_L2_PORT_REQ, "req", true, 2, params->req_depth);
  set_port(s, FLITLOCK_L2_PORT_RSP, "rsp", false, 1, 0);
  set_port(s, FLITLOCK_L2_PORT_MEM_REQ, "mem_req", false, 2, 0);
  set_port(s, FLITLOCK_L2_PORT_MEM_RSP, "mem_rsp", true, 1, params->fill_depth);
  set_port(s, FLITLOCK_L2_PORT_EVENT, "event", false, 1, 0);
  if (!allocate(s, name)) {
    flitlock_l2_destroy(s);
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "L2 slice %s: out of memory", name);
  }
  flitlock_l2_reset(s);
  *slice = s;
  return FLITLOCK_OK;
}

void flitlock_l2_destroy(struct flitlock_block *s) {
  if (s == NULL) return;
  free(s->name);
  free(s->sets);
  free(s->b);
  free(s->data);
  free(s->mshr);
  free(s->list_data);
  free(s->req);
  free(s->fill);
  free(s->rsp);
  free(s->order);
  free(s->sent);
  free(s);
}

// R-L2S-STATE-4.
void flitlock_l2_reset(struct flitlock_block *s) {
  memset(&s->error, 0, sizeof s->error);
  memset(s->sets, 0, s->params.map.sets * s->set_size);
  memset(s->b, 0, (size_t)s->params.map.sets * s->ways * sizeof *s->b);
  memset(s->ready, 0, sizeof s->ready);
  memset(s->free_mshrs, 0, sizeof s->free_mshrs);
  for (unsigned n = 0; n < s->params.mshrs; n++) {
    s->mshr[n].live = 0;
    s->free_mshrs[n / 64U] |= 1ULL << n % 64U;
  }
  s->live = 0;
  s->lfsr = flitlock_l2_lfsr_seed(s->params.slice);
  s->flush_set = 0;
  s->req_first = s->req_count = 0;
  s->fill_first = s->fill_count = 0;
  s->rsp_first = s->rsp_count = 0;
  s->order_first = s->order_count = 0;
  s->sent_next = 0;
  s->rsp_credits = s->params.rsp_credits;
  s->mem_req_credits = s->params.mem_req_credits;
}
