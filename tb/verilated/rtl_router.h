// SPDX-License-Identifier: Apache-2.0
// Verilated routers behind the block contract (include/flitlock/block.h). The RTL's parameters are fixed when it is
// Verilated, so a program holds a number of models, one for each shape listed in a file
// (tb/verilated/shapes/README.md); create picks the one that has the parameters it is given. Where a router is, its
// route, is set at run time.
#ifndef FLITLOCK_TB_RTL_ROUTER_H
#define FLITLOCK_TB_RTL_ROUTER_H

#include "flitlock/router.h"

#ifdef __cplusplus
extern "C" {
#endif

// kind "router", impl "rtl", params `struct flitlock_router_params`. Of the params the RTL has no use for port names
// and `max_len`. E_CONFIG: no model has this shape; the message names the nearest one and the first value that differs.
//
// `step` clocks the RTL once and asks to be stepped in every cycle. `check` reports what an assertion of the RTL said,
// a flit with more than its payload, and an idle lane that is not 0 (R-FL-8). `occupancy` counts units, not flits.
// Unknown at this boundary (NULL): idle causes, signals, waits.
extern const struct flitlock_block_ops flitlock_router_rtl;

// The models in this program. `params` has the shape and no route.
struct flitlock_rtl_shape {
  const char *name;
  const struct flitlock_router_params *params;
};
size_t flitlock_rtl_shape_count(void);
struct flitlock_rtl_shape flitlock_rtl_shape_at(size_t number);
// The number of the model for these parameters, or the count if there is none; then `error` says what the nearest
// one differs in.
size_t flitlock_rtl_shape_find(const struct flitlock_router_params *params, const char *name,
                               struct flitlock_error *error);

// For a host that compares (the block must be one of flitlock_router_rtl):
// What output `port` presented after the last step on its payload wires: 2 * UnitBytes bytes, all 0 without a flit.
const uint8_t *flitlock_rtl_payload(const struct flitlock_block *block, uint32_t port);
// 0: what comes out is not written back through the pointers that came in, so golden and RTL can share a packet's
// bytes and be compared. 1, the initial state: it is, as flit.h asks of a block that holds bytes of its own.
void flitlock_rtl_write_back(struct flitlock_block *block, int on);

#ifdef __cplusplus
}
#endif
#endif
