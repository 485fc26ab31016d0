// SPDX-License-Identifier: Apache-2.0
// The LFSR of a slice, R-L2S-VIC-3: it moves by eight shifts, and only when it is told to. Its seed is a static input. A shift
// is linear, so the register holds the difference to the seed, and its reset is 0 whatever the seed is.
`include "flitlock_assert.svh"

module flitlock_slice_lfsr (
  input  wire        clk_i,
  input  wire        rst_ni,
  input  wire [15:0] seed_i,
  input  wire        step_i,
  output wire [15:0] value_o,  // before this edge
  output wire [15:0] next_o    // after eight shifts
);
  function [15:0] shifted(input [15:0] value);
    integer n;
    begin
      shifted = value;
      for (n = 0; n < 8; n = n + 1) shifted = {1'b0, shifted[15:1]} ^ (shifted[0] ? 16'hb400 : 16'h0000);
    end
  endfunction

  reg [15:0] difference_q;
  assign value_o = difference_q ^ seed_i;
  assign next_o  = shifted(value_o);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) difference_q <= 16'd0;
    else if (step_i) difference_q <= next_o ^ seed_i;
  end

  `FLITLOCK_ASSERT(value_o != 16'd0, "R-L2S-VIC-3: the LFSR stands still")
endmodule
