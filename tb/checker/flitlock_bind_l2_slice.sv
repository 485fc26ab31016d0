// SPDX-License-Identifier: Apache-2.0
// A checker in every L2 slice. Give this file and the folder to the simulator beside a bench; nothing in the bench changes.
bind flitlock_l2_slice flitlock_l2_slice_checker #(
  `include "flitlock_connect.svh"
  `include "flitlock_l2_slice_parameters.svh"
  .Ports    (Ports),
  .Vcs      (Vcs),
  .UnitBytes(UnitBytes)
) i_checker (
  .*
);
