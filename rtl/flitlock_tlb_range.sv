// SPDX-License-Identifier: Apache-2.0
// The bits of a page's address that an invalidation of 2^log2_i bytes compares, R-TLB-M-3: none where it is everything.
module flitlock_tlb_range #(
  parameter integer AccLsb      = 42,
  parameter integer AddressBits = AccLsb - 12
) (
  input  wire [           11:0] log2_i,
  output wire [AddressBits-1:0] mask_o
);
  localparam [31:0] Everything = AccLsb;
  wire [11:0] below;
  assign below  = log2_i < 12'd12 ? 12'd0 : log2_i - 12'd12;
  assign mask_o = log2_i >= Everything[11:0] ? {AddressBits{1'b0}} : {AddressBits{1'b1}} << below;
endmodule
