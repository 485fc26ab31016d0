// SPDX-License-Identifier: Apache-2.0
// The golden L1 link TLB in C with the ports and parameters of flitlock_l1_link_tlb, so that one takes the other's place
// (docs/rtl-interface.md, docs/co-simulation.md). Simulation only.
`define FLITLOCK_OUTPUT output
module flitlock_l1_link_tlb_golden #(
  `include "flitlock_declare.svh"
  `include "flitlock_l1_link_tlb_parameters.svh"
  parameter integer Ports = 4  // not to be changed
) (
  input wire clk_i,
  input wire rst_ni,
  `include "flitlock_lanes.svh"
);
  localparam string Block = "L1 link TLB";
  `include "flitlock_golden.svh"

  initial begin
    handle = flitlock_dpi_create_block($sformatf("%m"), "l1_link_tlb", Abi, Layout);
    `include "flitlock_give.svh"
    `include "flitlock_l1_link_tlb_parameters.svh"
    void'(flitlock_dpi_complete(handle, VectorBits, Bits));
    made();
  end

  function automatic int prepare();
    return StatusOk;  // no static inputs
  endfunction
endmodule
`undef FLITLOCK_OUTPUT
