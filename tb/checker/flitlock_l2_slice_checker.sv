// SPDX-License-Identifier: Apache-2.0
// Compares an RTL L2 slice with its golden twin in every cycle, as flitlock_router_checker does with a router; the event
// log (Events 1) is compared with the other lanes. flitlock_bind_l2_slice.sv binds one into every flitlock_l2_slice.
`define FLITLOCK_OUTPUT input
module flitlock_l2_slice_checker #(
  `include "flitlock_declare.svh"
  `include "flitlock_l2_slice_parameters.svh"
  parameter integer Ports     = 5,  // not to be changed
  parameter integer Vcs       = 1,  // not to be changed
  parameter integer UnitBytes = 64  // not to be changed
) (
  input wire clk_i,
  input wire rst_ni,
  `include "flitlock_l2_slice_static.svh"
  `include "flitlock_lanes.svh"
);
  localparam string Block = "L2 slice";
  `include "flitlock_checker.svh"

  flitlock_l2_slice_golden #(
    `include "flitlock_connect.svh"
    `include "flitlock_l2_slice_parameters.svh"
    .Ports    (Ports),
    .Vcs      (Vcs),
    .UnitBytes(UnitBytes)
  ) i_golden (
    .clk_i (clk_i),
    .rst_ni(rst_ni),
    `include "flitlock_l2_slice_static.svh"
    `include "flitlock_twin.svh"
  );
endmodule
`undef FLITLOCK_OUTPUT
