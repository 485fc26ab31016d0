// SPDX-License-Identifier: Apache-2.0
// Compares an RTL L2 link TLB with its golden twin in every cycle, as flitlock_router_checker does with a router; the
// trace lane is compared with the others. flitlock_bind_link_tlb.sv binds one into every flitlock_l2_link_tlb.
`define FLITLOCK_OUTPUT input
module flitlock_l2_link_tlb_checker #(
  `include "flitlock_declare.svh"
  `include "flitlock_l2_link_tlb_parameters.svh"
  parameter integer Ports = Stations + 4,
  parameter integer Vcs   = 2
) (
  input wire clk_i,
  input wire rst_ni,
  `include "flitlock_lanes.svh"
);
  localparam string Block = "L2 link TLB";
  `include "flitlock_checker.svh"

  flitlock_l2_link_tlb_golden #(
    `include "flitlock_connect.svh"
    `include "flitlock_l2_link_tlb_parameters.svh"
    .Ports(Ports),
    .Vcs  (Vcs)
  ) i_golden (
    .clk_i (clk_i),
    .rst_ni(rst_ni),
    `include "flitlock_twin.svh"
  );
endmodule
`undef FLITLOCK_OUTPUT
