// SPDX-License-Identifier: Apache-2.0
// A checker in every router, also in the one inside flitlock_dst. Give this file and the folder to the simulator beside
// a bench; nothing in the bench changes.
bind flitlock_router flitlock_router_checker #(
  .Ports        (Ports),
  .Vcs          (Vcs),
  .UnitBytes    (UnitBytes),
  .InUnits      (InUnits),
  .OutUnits     (OutUnits),
  .InputDepth   (InputDepth),
  .CrossbarDepth(CrossbarDepth),
  .OutputDepth  (OutputDepth),
  .Credits      (Credits),
  .VcMap        (VcMap),
  .Registered   (Registered),
  .ArbiterL1    (ArbiterL1),
  .ArbiterL2    (ArbiterL2),
  .ArbiterL3    (ArbiterL3),
  .VcWeight     (VcWeight),
  .InWeight     (InWeight)
) i_checker (
  .*
);
