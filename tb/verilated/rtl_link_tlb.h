// SPDX-License-Identifier: Apache-2.0
// Verilated link TLBs behind the block contract (include/flitlock/block.h), as rtl_router.h has routers: a program
// holds a model for each shape (tb/verilated/shapes/README.md), create picks the one with the parameters it is given.
#ifndef FLITLOCK_TB_RTL_LINK_TLB_H
#define FLITLOCK_TB_RTL_LINK_TLB_H

#include "flitlock/link_tlb.h"

#ifdef __cplusplus
extern "C" {
#endif

// kinds "l1_link_tlb" and "l2_link_tlb", impl "rtl", params as of the golden blocks. Of the params the RTL has no use
// for `max_len` and the records. E_CONFIG: no model has these parameters; the message names the nearest one and the
// first value that differs, with both values.
//
// `step` clocks the RTL once and asks to be stepped in every cycle. `check` reports what an assertion of the RTL said,
// a unit that leaves an L1 and did not enter it, a message with a payload, and an idle lane that is not 0 (R-FL-8).
// `occupancy` counts units of packets (of an L2: 0). Unknown at this boundary (NULL): idle causes, signals, waits.
extern const struct flitlock_block_ops flitlock_l1_tlb_rtl;
extern const struct flitlock_block_ops flitlock_l2_tlb_rtl;

// The shape of this program with that name; NULL: there is none, or it is of another kind.
const struct flitlock_l1_tlb_params *flitlock_rtl_l1_shape(const char *name);
const struct flitlock_l2_tlb_params *flitlock_rtl_l2_shape(const char *name);
// Whether there is a model with these parameters; E_CONFIG as create says it.
int flitlock_rtl_l1_find(const struct flitlock_l1_tlb_params *params, const char *name, struct flitlock_error *error);
int flitlock_rtl_l2_find(const struct flitlock_l2_tlb_params *params, const char *name, struct flitlock_error *error);
// The names; NULL beyond the last.
const char *flitlock_rtl_l1_shape_name(size_t number);
const char *flitlock_rtl_l2_shape_name(size_t number);

#ifdef __cplusplus
}
#endif
#endif
