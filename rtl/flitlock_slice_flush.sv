// SPDX-License-Identifier: Apache-2.0
// The walk of flush and invalidate over the sets, R-L2S-FL-2 and -3: at each step the set F, and of it the lowest dirty way.
`include "flitlock_assert.svh"

module flitlock_slice_flush #(
  parameter integer Sets = 48,
  parameter integer Ways = 16,
  parameter integer SetNumberBits = Sets > 1 ? $clog2(Sets) : 1,
  parameter integer WayBits = Ways > 1 ? $clog2(Ways) : 1
) (
  input  wire                     clk_i,
  input  wire                     rst_ni,
  output wire [SetNumberBits-1:0] set_o,          // F
  input  wire [         Ways-1:0] dirty_ways_i,   // of set F
  output wire                     writes_back_o,  // there is a dirty way
  output wire [      WayBits-1:0] way_o,          // the lowest of them
  output wire                     done_o,         // the set is done with this step
  output wire                     answers_o,      // and all sets are
  input  wire                     step_i          // the step is accepted
);
  localparam [31:0] LastSet = Sets - 1;

  function [WayBits-1:0] lowest(input [Ways-1:0] ways);
    integer w;
    begin
      lowest = {WayBits{1'b0}};
      for (w = Ways - 1; w >= 0; w = w - 1) if (ways[w]) lowest = w[WayBits-1:0];
    end
  endfunction

  reg [SetNumberBits-1:0] set_q;
  wire last;
  assign set_o         = set_q;
  assign last          = set_q == LastSet[SetNumberBits-1:0];
  assign writes_back_o = dirty_ways_i != {Ways{1'b0}};
  assign way_o         = lowest(dirty_ways_i);
  assign done_o        = (dirty_ways_i & (dirty_ways_i - 1'b1)) == {Ways{1'b0}};
  assign answers_o     = done_o && last;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) set_q <= {SetNumberBits{1'b0}};
    else if (step_i && done_o) set_q <= last ? {SetNumberBits{1'b0}} : set_q + 1'b1;
  end

  `FLITLOCK_ASSERT({{32 - SetNumberBits{1'b0}}, set_q} <= LastSet, "R-L2S-FL-3: the flush pointer is no set")
endmodule
