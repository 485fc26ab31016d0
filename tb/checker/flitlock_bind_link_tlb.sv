// SPDX-License-Identifier: Apache-2.0
// A checker in every link TLB. Give this file and the folder to the simulator beside a bench; nothing in the bench changes.
bind flitlock_l1_link_tlb flitlock_l1_link_tlb_checker #(
  `include "flitlock_connect.svh"
  `include "flitlock_l1_link_tlb_parameters.svh"
  .Ports(Ports)
) i_checker (
  .*
);
bind flitlock_l2_link_tlb flitlock_l2_link_tlb_checker #(
  `include "flitlock_connect.svh"
  `include "flitlock_l2_link_tlb_parameters.svh"
  .Ports(Ports),
  .Vcs  (Vcs)
) i_checker (
  .*
);
