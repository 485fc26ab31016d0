// SPDX-License-Identifier: Apache-2.0
// Routers and DSTs in RTL, Verilated with --cc behind the block contract. A program that includes this links a library
// of flitlock_add_rtl_models with a model of each shape that it makes.
#ifndef FLITLOCK_TB_SYSTEMC_ROUTER_RTL_H
#define FLITLOCK_TB_SYSTEMC_ROUTER_RTL_H

#include "systemc/router.h"
#include "verilated/rtl_router.h"

namespace flitlock_sc {

template <unsigned UnitBytes>
class RouterRtl : public Router<UnitBytes> {
 public:
  RouterRtl(const sc_core::sc_module_name &name, const flitlock_router_params &params)
      : Router<UnitBytes>(name, params, flitlock_router_rtl) {}
};

template <unsigned UnitBytes>
class DstRtl : public Dst<UnitBytes> {
 public:
  DstRtl(const sc_core::sc_module_name &name, const DstParams &dst) : Dst<UnitBytes>(name, dst, flitlock_router_rtl) {}
};

}  // namespace flitlock_sc

#endif
