// SPDX-License-Identifier: Apache-2.0
// Routers, DST and switches, made by flitlock_dpi_create.
#include "dpi/kinds.h"

static const struct flitlock_output_rule rules[] = {
    {NULL, "in_credit_o", NULL, "R-L1-6"},   {NULL, "out_valid_o", NULL, "R-L3-4"},
    {NULL, "out_header_o", "vc", "R-L1-7"},  {NULL, "out_header_o", "head", "R-W-5"},
    {NULL, "out_header_o", "tail", "R-W-5"}, {NULL, "out_header_o", "units", "R-W-5"},
    {NULL, "out_header_o", "seq", "R-W-5"},  {NULL, NULL, NULL, "R-FL-7"},
};

// More packets than entries of all buffers, and one that arrives on each port, cannot be inside.
static struct flitlock_dpi_sizes sizes(const union flitlock_dpi_params *params) {
  const struct flitlock_router_params *router = &params->router;
  size_t packets = router->ports;
  for (unsigned p = 0; p < router->ports; p++) {
    const struct flitlock_router_port *port = &router->port[p];
    for (unsigned vc = 0; vc < router->vcs; vc++) {
      if (port->has_in) packets += port->input_depth[vc];
      if (port->has_out) packets += (size_t)port->crossbar_depth[vc] * router->ports + port->output_depth[vc];
    }
  }
  return (struct flitlock_dpi_sizes){router->ports, router->vcs, router->unit_bytes, UINT64_MAX, packets};
}

const struct flitlock_dpi_kind flitlock_dpi_router = {
    .block = "router",
    .golden = &flitlock_router_golden,
    .sizes = sizes,
    .rules = rules,
};
