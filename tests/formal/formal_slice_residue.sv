// SPDX-License-Identifier: Apache-2.0
// A number modulo 3 without a divider, R-L2S-MAP-4, against a division.
module formal_slice_residue #(
  parameter integer Digits = 8
) (
  input wire                clk_i,
  input wire                rst_ni,
  input wire [2*Digits-1:0] number_i
);
  wire [1:0] residue;
  flitlock_slice_residue #(
    .Digits(Digits)
  ) i_residue (
    .number_i (number_i),
    .residue_o(residue)
  );

  `include "start.svh"
  always @* if (rst_ni) begin
    residue_divided: assert (residue == number_i % 3);
  end
  always @(posedge clk_i) if (rst_ni) begin
    residue_largest: cover (number_i == {2 * Digits{1'b1}} && residue == 2'd0);
  end
endmodule
