// SPDX-License-Identifier: Apache-2.0
// The inverse of the address map, R-L2S-MAP-6: the address of the line that a slice holds under a set and a tag. The
// residue is not needed for it; `good_o` says that mapping the line gives slice and set again.
module flitlock_slice_unmap #(
  parameter integer LowBits = 1,
  parameter integer SetBits = 4,
  parameter integer Residue = 1,
  parameter [511:0] Ms = {448'd0, 64'hffffffff},
  parameter [511:0] Mh = {256'd0, 64'h26bc4d7, 64'h35e26bc, 64'h9af135e, 64'h4d789af},
  parameter integer TagBits = flitlock_pkg::SliceLineBits - LowBits - SetBits,
  parameter integer SetNumberBits = Residue == 1 ? SetBits + 2 : SetBits
) (
  input  wire [                          15:0] slice_i,
  input  wire [             SetNumberBits-1:0] set_i,
  input  wire [                   TagBits-1:0] tag_i,
  output wire [flitlock_pkg::SliceLineBits-1:0] line_o,
  output wire                                  good_o
);
  localparam integer UBits = TagBits + SetBits;
  wire [SetBits-1:0] setb;
  wire [LowBits-1:0] low;
  wire [UBits-1:0] u;
  assign u      = {tag_i, setb};
  assign line_o = {u, low};

  genvar i;
  generate
    for (i = 0; i < SetBits; i = i + 1) begin : gen_set_bit
      assign setb[i] = set_i[i] ^ (^(tag_i & Mh[64*i+:TagBits]));
    end
    for (i = 0; i < LowBits; i = i + 1) begin : gen_slice_bit
      assign low[i] = slice_i[i] ^ (^(u & Ms[64*i+:UBits]));
    end
  endgenerate

  wire [15:0] slice;
  wire [SetNumberBits-1:0] set;
  wire [TagBits-1:0] tag;
  flitlock_slice_map #(
    .LowBits(LowBits),
    .SetBits(SetBits),
    .Residue(Residue),
    .Ms     (Ms),
    .Mh     (Mh)
  ) i_map (
    .line_i (line_o),
    .slice_o(slice),
    .set_o  (set),
    .tag_o  (tag)
  );
  assign good_o = slice == slice_i && set == set_i && tag == tag_i;
endmodule
