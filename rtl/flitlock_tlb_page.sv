// SPDX-License-Identifier: Apache-2.0
// The page of an address, R-TLB-N-2 and R-TLB-N-3. Addresses and pages are bits AccLsb-1 to 12 here: all bits below are
// 0 in a page. Taken of a page it gives that page again.
`include "flitlock_assert.svh"

module flitlock_tlb_page #(
  parameter integer AccLsb      = 42,
  parameter integer SizeLsb     = 40,
  parameter [31:0]  PageBits    = {4{8'd21}},   // of class c at 8 * c
  parameter integer AddressBits = AccLsb - 12
) (
  input  wire [AddressBits-1:0] address_i,
  output wire [            1:0] class_o,
  output wire [AddressBits-1:0] page_o,
  output wire [           15:0] index_o,        // low bits of page >> b: the number of the set is in them
  output wire [           63:0] below_o         // 1 in the bits of an address within its page
);
  localparam [31:0] ClassLsb = SizeLsb > 12 ? SizeLsb - 12 : 0;  // lower only if all classes are equal

  function pages_wrong(input [31:0] bits);
    integer c;
    begin
      pages_wrong = 1'b0;
      for (c = 0; c < 4; c = c + 1)
        if (bits[c*8+:8] < 8'd12 || bits[c*8+:8] > 8'd30
            || (bits != {4{bits[7:0]}} && {24'd0, bits[c*8+:8]} > SizeLsb)) pages_wrong = 1'b1;
    end
  endfunction
  localparam [0:0] PagesWrong = pages_wrong(PageBits);
  generate
    `FLITLOCK_REFUSE(gen_refuse_acc, AccLsb < 22 || AccLsb > 52, "AccLsb is not 22 to 52")
    `FLITLOCK_REFUSE(gen_refuse_size, SizeLsb < 0 || SizeLsb > 63, "SizeLsb is not 0 to 63")
    `FLITLOCK_REFUSE(gen_refuse_pages, PagesWrong,
                     "PageBits are not 12 to 30, or differ and SizeLsb is less than the largest")
  endgenerate

  // Bits at AccLsb and above read as 0.
  function [1:0] class_of(input [AddressBits-1:0] address);
    reg [AddressBits-1:0] shifted;
    begin
      shifted  = address >> ClassLsb;
      class_of = shifted[1:0];
    end
  endfunction

  wire [7:0] bits;
  wire [AddressBits+15:0] shifted;
  assign class_o = class_of(address_i);
  assign bits    = PageBits[class_o*8+:8];
  assign below_o = ~({64{1'b1}} << bits);
  assign shifted = {16'd0, address_i} >> (bits - 8'd12);
  assign index_o = shifted[15:0];
  assign page_o  = address_i & ~below_o[AccLsb-1:12];
endmodule
