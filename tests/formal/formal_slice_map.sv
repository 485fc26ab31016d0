// SPDX-License-Identifier: Apache-2.0
// The address map of an L2 slice and its inverse, R-L2S-MAP, over all lines at once: each line comes back from its slice, set
// and tag, so no two have one place. That the residue is that of a division is proved of its module, of numbers of 16 bits.
module formal_slice_map #(
  parameter integer LowBits = 1,
  parameter integer SetBits = 4,
  parameter integer Residue = 1,
  parameter [511:0] Ms = {448'd0, 64'hffffffff},
  parameter [511:0] Mh = {256'd0, 64'h26bc4d7, 64'h35e26bc, 64'h9af135e, 64'h4d789af}
) (
  input wire                                   clk_i,
  input wire                                   rst_ni,
  input wire [flitlock_pkg::SliceLineBits-1:0] line_i
);
  localparam integer TagBits = flitlock_pkg::SliceLineBits - LowBits - SetBits;
  localparam integer SetNumberBits = Residue == 1 ? SetBits + 2 : SetBits;
  localparam integer Sets = (Residue == 1 ? 3 : 1) * 2 ** SetBits;
  localparam integer Slices = (Residue == 2 ? 3 : 1) * 2 ** LowBits;
  wire [15:0] slice;
  wire [SetNumberBits-1:0] set;
  wire [TagBits-1:0] tag;
  wire [flitlock_pkg::SliceLineBits-1:0] again;
  flitlock_slice_map #(
    .LowBits(LowBits),
    .SetBits(SetBits),
    .Residue(Residue),
    .Ms     (Ms),
    .Mh     (Mh)
  ) i_map (
    .line_i (line_i),
    .slice_o(slice),
    .set_o  (set),
    .tag_o  (tag)
  );
  flitlock_slice_unmap #(
    .LowBits(LowBits),
    .SetBits(SetBits),
    .Residue(Residue),
    .Ms     (Ms),
    .Mh     (Mh)
  ) i_unmap (
    .slice_i(slice),
    .set_i  (set),
    .tag_i  (tag),
    .line_o (again),
    .good_o ()
  );

  wire [31:0] wide_slice, wide_set;
  assign wide_slice = {16'd0, slice};
  assign wide_set   = {{32 - SetNumberBits{1'b0}}, set};

  `include "start.svh"
  always @* if (rst_ni) begin
    map_inverse:  assert (again == line_i);
    map_in_range: assert (wide_slice < Slices && wide_set < Sets);
  end
  always @(posedge clk_i) if (rst_ni) begin
    map_last_set:   cover (wide_set == Sets - 1 && line_i[32:20] == 13'd7);
    map_last_slice: cover (wide_slice == Slices - 1 && line_i[32:20] == 13'd99);
  end
endmodule
