// SPDX-License-Identifier: Apache-2.0
// The credits of one output and VC, R-CH-9. Credits that arrive count at once (R-ST-4).
`include "flitlock_assert.svh"

module flitlock_credit_counter #(
  parameter [15:0] Depth = 16'd8  // depth of the buffer at the far end
) (
  input  wire        clk_i,
  input  wire        rst_ni,
  input  wire [ 1:0] add_i,       // entries freed at the far end
  input  wire        take_i,      // a flit is sent at this edge
  output wire [15:0] available_o  // what may be sent at this edge
);
  /* verilator no_inline_module */  // one copy of its code for all instances with the same parameters

  reg [15:0] count_q;

  assign available_o = count_q + {14'd0, add_i};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= Depth;
    else count_q <= available_o - {15'd0, take_i};
  end

  `FLITLOCK_ASSERT(available_o <= Depth, "R-CH-9: more credits than the buffer has entries")
  `FLITLOCK_ASSERT(!take_i || available_o != 16'd0, "R-CH-9: a flit is sent without a credit")
endmodule
