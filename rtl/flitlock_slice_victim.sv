// SPDX-License-Identifier: Apache-2.0
// The way that a line gets, R-L2S-VIC: the lowest invalid one; else, sometimes, the one that the LFSR names; else the tree's.
// The tree is touched here, too: the bits of all sets are the module's state.
`include "flitlock_assert.svh"

module flitlock_slice_victim #(
  parameter integer Sets = 48,
  parameter integer Ways = 16,
  parameter integer SetNumberBits = Sets > 1 ? $clog2(Sets) : 1,
  parameter integer WayBits = Ways > 1 ? $clog2(Ways) : 1
) (
  input  wire                     clk_i,
  input  wire                     rst_ni,
  input  wire [              5:0] enabled_i,   // how many ways are enabled: static
  input  wire [              8:0] p_rand_i,    // static
  input  wire [             15:0] seed_i,      // static
  input  wire [SetNumberBits-1:0] set_i,
  input  wire [         Ways-1:0] valid_i,
  input  wire [         Ways-1:0] locked_i,
  output wire                     any_o,       // there is a way
  output wire [      WayBits-1:0] victim_o,
  input  wire                     allocate_i,  // it is taken
  input  wire                     touch_i,
  input  wire [      WayBits-1:0] touch_way_i,
  output wire [             15:0] lfsr_o       // after this edge
);
  localparam integer TreeBits = 2 ** WayBits;

  function [Ways-1:0] below(input [5:0] count);
    integer w;
    begin
      for (w = 0; w < Ways; w = w + 1) below[w] = w[5:0] < count;
    end
  endfunction
  function [WayBits-1:0] lowest(input [Ways-1:0] ways);
    integer w;
    begin
      lowest = {WayBits{1'b0}};
      for (w = Ways - 1; w >= 0; w = w - 1) if (ways[w]) lowest = w[WayBits-1:0];
    end
  endfunction

  reg [Sets*TreeBits-1:0] trees_q;
  wire [TreeBits-1:0] tree, touched;
  wire [Ways-1:0] enabled, invalid, candidates;
  wire [WayBits-1:0] tree_way, random_way;
  wire [15:0] lfsr, lfsr_next;
  wire [13:0] product;
  wire full, random;

  assign enabled    = below(enabled_i);
  assign invalid    = enabled & ~valid_i;
  assign candidates = enabled & ~locked_i;
  assign full       = invalid == {Ways{1'b0}};
  assign any_o      = !full || candidates != {Ways{1'b0}};

  // R-L2S-VIC-3
  assign product    = {6'd0, lfsr_next[15:8]} * {8'd0, enabled_i};
  assign random_way = product[8+:WayBits];
  assign random     = {1'b0, lfsr_next[7:0]} < p_rand_i && candidates[random_way];
  flitlock_slice_lfsr i_lfsr (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .seed_i (seed_i),
    .step_i (allocate_i && full),
    .value_o(lfsr),
    .next_o (lfsr_next)
  );
  assign lfsr_o = allocate_i && full ? lfsr_next : lfsr;

  assign tree = trees_q[set_i*TreeBits+:TreeBits];
  flitlock_slice_plru #(
    .Ways(Ways)
  ) i_plru (
    .tree_i      (tree),
    .candidates_i(candidates),
    .victim_o    (tree_way),
    .touch_i     (touch_way_i),
    .tree_o      (touched)
  );
  assign victim_o = !full ? lowest(invalid) : random ? random_way : tree_way;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) trees_q <= {Sets * TreeBits{1'b0}};
    else if (touch_i) trees_q[set_i*TreeBits+:TreeBits] <= touched;
  end

  `FLITLOCK_ASSERT(!allocate_i || any_o, "R-L2S-VIC-2: a line is allocated without a candidate")
  `FLITLOCK_ASSERT(!allocate_i || (enabled[victim_o] && !(locked_i[victim_o] && valid_i[victim_o])),
                   "R-L2S-VIC-2: the victim is locked or not enabled")
  `FLITLOCK_ASSERT(!allocate_i || touch_i && touch_way_i == victim_o, "R-L2S-VIC-6: the victim is not touched")
endmodule
