// SPDX-License-Identifier: Apache-2.0
// Routers and DSTs as SystemC modules. The implementation is one argument:
//
//   Router<64> a("a", params, flitlock_router_golden);                  // or RouterGolden<64> a("a", params);
//   Router<64> b("b", params, flitlock_router_rtl);                     // or RouterRtl<64>, router_rtl.h
//   Router<64> c("c", params, flitlock_lockstep_block, &lockstep);      // both, compared (flitlock/lockstep.h)
//
// The route (the cfg pins of the RTL) is in the parameters.
#ifndef FLITLOCK_TB_SYSTEMC_ROUTER_H
#define FLITLOCK_TB_SYSTEMC_ROUTER_H

#include "systemc/dst.h"
#include "systemc/module.h"

namespace flitlock_sc {

template <unsigned UnitBytes>
class Router : public Module<UnitBytes> {
 public:
  // `own`: the parameters of `ops` where these are not a router's. Throws Error for what cannot be built.
  Router(const sc_core::sc_module_name &name, const flitlock_router_params &params, const flitlock_block_ops &ops,
         const void *own = nullptr)
      : Module<UnitBytes>(name, std::make_unique<RouterPins>(name, params, ops, own)) {}
};

template <unsigned UnitBytes>
class RouterGolden : public Router<UnitBytes> {
 public:
  RouterGolden(const sc_core::sc_module_name &name, const flitlock_router_params &params)
      : Router<UnitBytes>(name, params, flitlock_router_golden) {}
};

// The parameters of flitlock_dst in the place of a router's.
template <unsigned UnitBytes>
class Dst : public Router<UnitBytes> {
 public:
  Dst(const sc_core::sc_module_name &name, DstParams dst, const flitlock_block_ops &ops)
      : Router<UnitBytes>(name, dst_router_params(dst, UnitBytes), ops) {}
};

template <unsigned UnitBytes>
class DstGolden : public Dst<UnitBytes> {
 public:
  DstGolden(const sc_core::sc_module_name &name, const DstParams &dst)
      : Dst<UnitBytes>(name, dst, flitlock_router_golden) {}
};

}  // namespace flitlock_sc

#endif
