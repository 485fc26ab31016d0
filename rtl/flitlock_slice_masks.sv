// SPDX-License-Identifier: Apache-2.0
// The byte masks B of all lines, R-L2S-STATE-1: what the tag stage reads and writes at one edge. A way that is not valid
// has none, whatever is here.
module flitlock_slice_masks #(
  parameter integer Lines = 768,
  parameter integer LineBits = $clog2(Lines)
) (
  input  wire                clk_i,
  input  wire [LineBits-1:0] line_i,
  output wire [       127:0] bytes_o,
  input  wire                write_i,
  input  wire [       127:0] bytes_i
);
  reg [127:0] bytes_q [Lines];
  assign bytes_o = bytes_q[line_i];
  always_ff @(posedge clk_i) begin
    if (write_i) bytes_q[line_i] <= bytes_i;
  end
endmodule
