// SPDX-License-Identifier: Apache-2.0
// The address map: slice, set and tag of a line, R-L2S-MAP-1 to -5. The matrices come by rows: bit i of M*x is the parity
// of row i and x.
`include "flitlock_assert.svh"

module flitlock_slice_map #(
  parameter integer LowBits = 1,   // b
  parameter integer SetBits = 4,   // d
  parameter integer Residue = 1,   // 0 none, 1 joins the set, 2 joins the slice
  parameter [511:0] Ms = {448'd0, 64'hffffffff},
  parameter [511:0] Mh = {256'd0, 64'h26bc4d7, 64'h35e26bc, 64'h9af135e, 64'h4d789af},
  parameter integer TagBits = flitlock_pkg::SliceLineBits - LowBits - SetBits,
  parameter integer SetNumberBits = Residue == 1 ? SetBits + 2 : SetBits
) (
  input  wire [flitlock_pkg::SliceLineBits-1:0] line_i,
  output wire [                          15:0] slice_o,
  output wire [             SetNumberBits-1:0] set_o,
  output wire [                   TagBits-1:0] tag_o
);
  generate
    `FLITLOCK_REFUSE(gen_refuse_bits, LowBits < 1 || LowBits > 8 || SetBits < 1 || SetBits > 8,
                     "LowBits or SetBits is not 1 to 8")
    `FLITLOCK_REFUSE(gen_refuse_residue, Residue < 0 || Residue > 2, "Residue is not 0 to 2")
  endgenerate

  localparam integer UBits = TagBits + SetBits;
  wire [UBits-1:0] u;
  wire [LowBits-1:0] sx;
  wire [SetBits-1:0] st;
  wire [1:0] r3;
  assign u     = line_i[LowBits+:UBits];
  assign tag_o = u[SetBits+:TagBits];

  genvar i;
  generate
    for (i = 0; i < LowBits; i = i + 1) begin : gen_slice_bit
      assign sx[i] = line_i[i] ^ (^(u & Ms[64*i+:UBits]));
    end
    for (i = 0; i < SetBits; i = i + 1) begin : gen_set_bit
      assign st[i] = u[i] ^ (^(tag_o & Mh[64*i+:TagBits]));
    end
  endgenerate

  // Each number's digits begin at its own bit 0.
  localparam integer TagDigits = (TagBits + 1) / 2, LowDigits = (LowBits + 1) / 2, SetDigits = (SetBits + 1) / 2;
  wire [2*TagDigits-1:0] tag_digits;
  wire [2*LowDigits-1:0] low_digits;
  wire [2*SetDigits-1:0] set_digits;
  generate
    if (TagBits % 2 == 1) begin : gen_tag_odd
      assign tag_digits = {1'b0, tag_o};
    end else begin : gen_tag_even
      assign tag_digits = tag_o;
    end
    if (LowBits % 2 == 1) begin : gen_low_odd
      assign low_digits = {1'b0, sx};
    end else begin : gen_low_even
      assign low_digits = sx;
    end
    if (SetBits % 2 == 1) begin : gen_set_odd
      assign set_digits = {1'b0, st};
    end else begin : gen_set_even
      assign set_digits = st;
    end
  endgenerate
  flitlock_slice_residue #(
    .Digits(TagDigits + LowDigits + SetDigits)
  ) i_residue (
    .number_i ({tag_digits, low_digits, set_digits}),
    .residue_o(r3)
  );

  generate
    if (Residue == 1) begin : gen_joins_set
      assign slice_o = {{16 - LowBits{1'b0}}, sx};
      assign set_o   = {r3, st};
    end else if (Residue == 2) begin : gen_joins_slice
      assign slice_o = {{14 - LowBits{1'b0}}, r3, sx};
      assign set_o   = st;
    end else begin : gen_joins_none
      assign slice_o = {{16 - LowBits{1'b0}}, sx};
      assign set_o   = st;
    end
  endgenerate
endmodule
