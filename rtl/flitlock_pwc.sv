// SPDX-License-Identifier: Apache-2.0
// The page-walk caches, one for each level of the table that has one, R-TLB-W-3: a look-up for the page of a walk that
// begins, and where that walk begins (R-TLB-W-4). At an edge, in this order: a range is removed, the frames of a walk that
// ended are installed, the look-up.
module flitlock_pwc #(
  parameter [47:0] LevelLsb   = {8'd0, 8'd12, 8'd21, 8'd30, 8'd39, 8'd48},  // of level l at 8 * l
  parameter [159:0] Ways      = {32'd0, {4{32'd4}}},   // of level l at 32 * l; 0: no cache
  parameter integer Policy    = flitlock_pkg::ReplaceLru,
  parameter integer Seed      = 1,
  parameter [flitlock_pkg::FrameBits-1:0] Root = {flitlock_pkg::FrameBits{1'b0}},
  parameter integer AccLsb    = 42,
  parameter integer TagBits   = AccLsb - 12,
  parameter integer Above     = 4  // levels that can be above a leaf, at least 1
) (
  input  wire                                     clk_i,
  input  wire                                     rst_ni,
  input  wire                                     remove_i,
  input  wire [                      TagBits-1:0] remove_address_i,
  input  wire [                      TagBits-1:0] remove_mask_i,
  input  wire [                        Above-1:0] install_i,        // by level
  input  wire [                      TagBits-1:0] install_page_i,
  input  wire [Above*flitlock_pkg::FrameBits-1:0] install_frame_i,
  input  wire [                      TagBits-1:0] page_i,
  input  wire [                              2:0] leaf_level_i,     // caches of the levels above are looked up
  input  wire                                     begin_i,          // the walk begins: the deepest hit is touched
  output wire [                              2:0] level_o,          // of its first read
  output wire [      flitlock_pkg::FrameBits-1:0] table_o           // and the frame of the table that it reads
);
  localparam integer FrameBits = flitlock_pkg::FrameBits;

  wire [Above-1:0] hit;
  wire [Above*FrameBits-1:0] frame;
  reg  [Above-1:0] deepest;
  reg  [2:0] level;
  reg  [FrameBits-1:0] table_frame;

  genvar l;
  generate
    for (l = 0; l < Above; l = l + 1) begin : gen_level
      if (Ways[l*32+:32] == 32'd0) begin : gen_absent
        assign hit[l] = 1'b0;
        assign frame[l*FrameBits+:FrameBits] = {FrameBits{1'b0}};
      end else begin : gen_present
        localparam [31:0] Number = l;
        localparam [31:0] LevelWays = Ways[l*32+:32];
        localparam integer Lsb = {24'd0, LevelLsb[l*8+:8]};
        localparam [TagBits-1:0] Region = Lsb >= AccLsb ? {TagBits{1'b0}}
                                              : {TagBits{1'b1}} << (Lsb > 12 ? Lsb - 12 : 0);
        wire found;
        flitlock_tlb_array #(
          .Sets    (1),
          .Ways    (LevelWays),
          .DataBits(FrameBits),
          .Policy  (Policy),
          .Seed    (Seed),
          .AccLsb  (AccLsb),
          .SizeLsb (0),
          .PageBits({4{LevelLsb[l*8+:8]}})
        ) i_array (
          .clk_i           (clk_i),
          .rst_ni          (rst_ni),
          .remove_i        (remove_i),
          .remove_address_i(remove_address_i),
          .remove_mask_i   (remove_mask_i),
          .install_i       (install_i[l]),
          .install_set_i   (1'b0),
          .install_tag_i   (install_page_i & Region),
          .install_data_i  (install_frame_i[l*FrameBits+:FrameBits]),
          .install_place_o (),
          .look_set_i      (1'b0),
          .look_tag_i      (page_i & Region),
          .hit_o           (found),
          .hit_place_o     (),
          .hit_data_o      (frame[l*FrameBits+:FrameBits]),
          .touch_i         (begin_i && deepest[l])
        );
        assign hit[l] = found && Number[2:0] < leaf_level_i;
      end
    end
  endgenerate

  always_comb begin
    deepest     = {Above{1'b0}};
    level       = 3'd0;
    table_frame = Root;
    for (int k = 0; k < Above; k++) begin
      if (hit[k]) begin
        deepest     = {Above{1'b0}};
        deepest[k]  = 1'b1;
        level       = k[2:0] + 3'd1;
        table_frame = frame[k*FrameBits+:FrameBits];
      end
    end
  end
  assign level_o = level;
  assign table_o = table_frame;
endmodule
