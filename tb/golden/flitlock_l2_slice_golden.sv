// SPDX-License-Identifier: Apache-2.0
// The golden L2 slice in C with the ports and parameters of flitlock_l2_slice, so that one takes the other's place
// (docs/rtl-interface.md, docs/co-simulation.md). Simulation only.
`define FLITLOCK_OUTPUT output
module flitlock_l2_slice_golden #(
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
  `include "flitlock_golden.svh"

  initial begin
    handle = flitlock_dpi_create_block($sformatf("%m"), "l2_slice", Abi, Layout);
    `include "flitlock_give.svh"
    `include "flitlock_l2_slice_parameters.svh"
    void'(flitlock_dpi_complete(handle, VectorBits, Bits));
    made();
  end

  // cfg_*_i change only in reset, so they are read at the first edge after it.
  function automatic int prepare();
    int status = StatusOk;
    `include "flitlock_l2_slice_static.svh"
    return status;
  endfunction
endmodule
`undef FLITLOCK_OUTPUT
