// SPDX-License-Identifier: Apache-2.0
#include "systemc/dst.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "systemc/pins.h"

namespace flitlock_sc {
namespace {

void name_port(flitlock_router_port &port, const char *kind, uint32_t number) {
  std::snprintf(port.name, sizeof port.name, "%s%u", kind, number);
}

}  // namespace

flitlock_router_params dst_router_params(const DstParams &dst, uint32_t unit_bytes) {
  const uint32_t links = dst.switches == 0 ? dst.gpus - 1 : dst.switches;
  if (dst.gpus < 1 || dst.gpu >= dst.gpus || dst.meshes + links > FLITLOCK_DPI_MAX_PORTS || dst.vcs < 1 ||
      dst.vcs > FLITLOCK_MAX_VCS || dst.outbound_vc >= dst.vcs || dst.inbound_vc >= dst.vcs)
    throw Error(FLITLOCK_E_CONFIG,
                "a DST needs a GPU of its own below the number of GPUs, at most 16 ports, and VCs "
                "below the number of VCs");
  flitlock_router_params params;
  flitlock_router_params_default(&params);
  params.ports = dst.meshes + links;
  params.vcs = dst.vcs;
  params.max_len = dst.max_len;
  params.unit_bytes = unit_bytes;
  params.route.kind = FLITLOCK_ROUTE_DST;
  params.route.gpu = static_cast<uint8_t>(dst.gpu);
  params.route.switches = static_cast<uint8_t>(dst.switches);
  params.route.switch_port = static_cast<uint8_t>(dst.meshes);
  std::memset(params.route.mesh_port, FLITLOCK_NO_PORT, sizeof params.route.mesh_port);
  std::memset(params.route.gpu_port, FLITLOCK_NO_PORT, sizeof params.route.gpu_port);
  for (uint32_t p = 0; p < params.ports; p++) {
    flitlock_router_port &port = params.port[p];
    const uint32_t link = p - dst.meshes;
    port.has_in = port.has_out = 1;
    port.in_width = port.out_width = dst.width;
    std::fill_n(port.input_depth, dst.vcs, dst.input_depth);
    std::fill_n(port.crossbar_depth, dst.vcs, dst.crossbar_depth);
    std::fill_n(port.output_depth, dst.vcs, dst.output_depth);
    std::fill_n(port.credits, dst.vcs, dst.credits);
    if (p < dst.meshes) {
      name_port(port, "mesh", p);
      params.route.mesh_port[p] = static_cast<uint8_t>(p);
      continue;
    }
    port.vc_map[dst.outbound_vc] = static_cast<uint8_t>(dst.inbound_vc);
    if (dst.switches != 0) {
      name_port(port, "switch", link);
    } else {
      const uint32_t gpu = link < dst.gpu ? link : link + 1;
      name_port(port, "gpu", gpu);
      params.route.gpu_port[gpu] = static_cast<uint8_t>(p);
    }
  }
  return params;
}

}  // namespace flitlock_sc
