// SPDX-License-Identifier: Apache-2.0
// Counts from 0 to 2 and stays there: small enough that everybody can say what becomes of each mutant (expected.txt).
module flitlock_tiny (
  input  wire       clk_i,
  input  wire       rst_ni,
  input  wire       up_i,
  output wire [1:0] count_o,
  output wire       full_o
);
  reg [1:0] count_q;

  assign count_o = count_q;
  assign full_o  = count_q == 2'd2 || count_q == 2'd3;  // the second never is

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= 2'd0;
    else if (up_i && count_q < 2'd2) count_q <= count_q + 2'd1;
  end
endmodule
