// SPDX-License-Identifier: Apache-2.0
// Verilated L2 slices behind the block contract (include/flitlock/block.h), as rtl_router.h has routers: a program
// holds a model for each shape (tb/verilated/shapes/README.md), create picks the one with the parameters it is given.
#ifndef FLITLOCK_TB_RTL_L2_SLICE_H
#define FLITLOCK_TB_RTL_L2_SLICE_H

#include "flitlock/l2_slice.h"

#ifdef __cplusplus
extern "C" {
#endif

// kind "l2_slice", impl "rtl", params as of the golden block. Not fixed when the RTL is Verilated: `slice`, `self`,
// `memory`, `reserved`, `p_rand`, `fetch_bytes`, which are static inputs, and `events`: the RTL always has the port,
// which is not shown without. E_CONFIG: no model has these parameters; the message names the nearest one and the first
// value that differs, with both values.
//
// `step` clocks the RTL once and asks to be stepped in every cycle until nothing has come in or gone out for four; then
// the slice sleeps (a host that steps it all the same, as the tests in tests/rtl do, sees that nothing happens).
// `check` reports what an assertion of the RTL said, a payload above the carried units (R-FL-1), and an idle lane that
// is not 0 (R-FL-8). Payloads of what is presented stay as R-L2S-PORT-11 says. Unknown at this boundary (NULL,
// `occupancy` 0): idle causes, signals, waits.
extern const struct flitlock_block_ops flitlock_l2_slice_rtl;

// FLITLOCK_OK when a slice can be created with these parameters; E_CONFIG as create says it.
int flitlock_rtl_l2_slice_find(const struct flitlock_l2_slice_params *params, const char *name,
                               struct flitlock_error *error);
// The shape of this program with that name: parameters of slice 0, all ways in use, no random victims, fetches of a
// sector. E_CONFIG: there is none.
int flitlock_rtl_l2_slice_shape(const char *name, struct flitlock_l2_slice_params *params,
                                struct flitlock_error *error);
// The names; NULL beyond the last.
const char *flitlock_rtl_l2_slice_shape_name(size_t number);

#ifdef __cplusplus
}
#endif
#endif
