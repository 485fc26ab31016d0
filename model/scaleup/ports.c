// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>

#include "scaleup/blocks.h"

struct flitlock_port_info *scale_up_ports(uint32_t count) {
  return calloc(count, sizeof(struct flitlock_port_info));
}

void scale_up_port(struct flitlock_port_info *port, uint32_t number, const char *name, uint32_t index, int has_in,
                   int has_out, uint32_t depth) {
  struct flitlock_port_info *p = &port[number];
  (void)snprintf(p->name, sizeof p->name, "%s%u", name, index);
  p->has_in = (uint8_t)has_in;
  p->has_out = (uint8_t)has_out;
  p->in_width = p->out_width = 1;
  for (unsigned vc = 0; vc < SCALE_UP_VCS; vc++)
    p->in_depth[vc] = (uint16_t)depth;
}
