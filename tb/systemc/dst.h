// SPDX-License-Identifier: Apache-2.0
// The parameters of flitlock_dst (rtl/flitlock_dst.sv), and the router that it is.
#ifndef FLITLOCK_TB_SYSTEMC_DST_H
#define FLITLOCK_TB_SYSTEMC_DST_H

#include "flitlock/router.h"

namespace flitlock_sc {

struct DstParams {
  uint32_t meshes = 3, gpus = 4, switches = 0;
  uint32_t gpu = 0;  // its own
  uint32_t vcs = 10, outbound_vc = 3, inbound_vc = 4;
  uint32_t max_len = 4;  // units of the largest packet
  uint16_t input_depth = 8, crossbar_depth = 8, output_depth = 8, credits = 8;
  uint8_t width = 1;  // units of every link
};

// Ports, route and VC change of R-DST-1 to R-DST-3 and R-SW-1. Throws Error.
flitlock_router_params dst_router_params(const DstParams &dst, uint32_t unit_bytes);

}  // namespace flitlock_sc

#endif
