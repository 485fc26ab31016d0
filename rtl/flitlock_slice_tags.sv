// SPDX-License-Identifier: Apache-2.0
// Tags, valid bits and dirty sectors of a slice, R-L2S-STATE-1. The tags of a set are one word, and so are its dirty
// sectors; only the valid bits know reset.
`include "flitlock_assert.svh"

module flitlock_slice_tags #(
  parameter integer Sets    = 48,
  parameter integer Ways    = 16,
  parameter integer TagBits = 28,
  parameter integer SetNumberBits = Sets > 1 ? $clog2(Sets) : 1,
  parameter integer WayBits = Ways > 1 ? $clog2(Ways) : 1
) (
  input  wire                     clk_i,
  input  wire                     rst_ni,
  input  wire [SetNumberBits-1:0] set_i,
  // look-up
  input  wire [      TagBits-1:0] look_tag_i,
  output wire                     hit_o,
  output wire [      WayBits-1:0] hit_way_o,    // 0 without a hit
  output wire [         Ways-1:0] valid_o,
  output wire [         Ways-1:0] dirty_ways_o,  // valid ways with a dirty sector
  // one way of the set
  input  wire [      WayBits-1:0] way_i,
  output wire [      TagBits-1:0] tag_o,        // of the way
  output wire [              3:0] dirty_o,      // of the way; 0 if it is invalid
  input  wire                     write_i,      // its dirty sectors become dirty_i
  input  wire [              3:0] dirty_i,
  input  wire                     allocate_i,   // it is valid now, and has the tag of the look-up
  input  wire                     drop_i        // all ways of the set become invalid
);
  function [Ways-1:0] matching(input [Ways-1:0] valid, input [Ways*TagBits-1:0] tags, input [TagBits-1:0] tag);
    integer w;
    begin
      for (w = 0; w < Ways; w = w + 1) matching[w] = valid[w] && tags[w*TagBits+:TagBits] == tag;
    end
  endfunction
  function [Ways-1:0] having_dirty(input [Ways-1:0] valid, input [Ways*4-1:0] dirty);
    integer w;
    begin
      for (w = 0; w < Ways; w = w + 1) having_dirty[w] = valid[w] && dirty[w*4+:4] != 4'd0;
    end
  endfunction
  function [WayBits-1:0] lowest(input [Ways-1:0] ways);
    integer w;
    begin
      lowest = {WayBits{1'b0}};
      for (w = Ways - 1; w >= 0; w = w - 1) if (ways[w]) lowest = w[WayBits-1:0];
    end
  endfunction
  function [Ways*TagBits-1:0] with_tag(input [Ways*TagBits-1:0] tags, input [WayBits-1:0] way,
                                       input [TagBits-1:0] tag);
    begin
      with_tag = tags;
      with_tag[way*TagBits+:TagBits] = tag;
    end
  endfunction
  function [Ways*4-1:0] with_dirty(input [Ways*4-1:0] dirty, input [WayBits-1:0] way, input [3:0] sectors);
    begin
      with_dirty = dirty;
      with_dirty[way*4+:4] = sectors;
    end
  endfunction

  reg [     Sets*Ways-1:0] valid_q;
  reg [Ways*TagBits-1:0] tags_q [Sets];
  reg [      Ways*4-1:0] dirty_q [Sets];

  wire [Ways*TagBits-1:0] tags;
  wire [      Ways*4-1:0] dirty;
  wire [        Ways-1:0] match;
  wire [        Ways-1:0] chosen;
  assign tags  = tags_q[set_i];
  assign dirty = dirty_q[set_i];
  assign valid_o = valid_q[set_i*Ways+:Ways];
  assign match = matching(valid_o, tags, look_tag_i);
  assign hit_o = match != {Ways{1'b0}};
  assign hit_way_o = lowest(match);
  assign dirty_ways_o = having_dirty(valid_o, dirty);
  assign tag_o   = tags[way_i*TagBits+:TagBits];
  assign dirty_o = valid_o[way_i] ? dirty[way_i*4+:4] : 4'd0;
  assign chosen  = {{Ways - 1{1'b0}}, 1'b1} << way_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= {Sets * Ways{1'b0}};
    else if (drop_i) valid_q[set_i*Ways+:Ways] <= {Ways{1'b0}};
    else if (allocate_i) valid_q[set_i*Ways+:Ways] <= valid_o | chosen;
  end
  always_ff @(posedge clk_i) begin
    if (allocate_i) tags_q[set_i] <= with_tag(tags, way_i, look_tag_i);
    if (write_i) dirty_q[set_i] <= with_dirty(dirty, way_i, dirty_i);
  end

  `FLITLOCK_ASSERT((match & (match - 1'b1)) == {Ways{1'b0}}, "R-L2S-STATE-1: two ways of a set hold one line")
  `FLITLOCK_ASSERT(!allocate_i || (!hit_o && write_i && !drop_i), "R-L2S-NEW-7: a line is allocated that is there")
  `FLITLOCK_ASSERT(!write_i || allocate_i || valid_o[way_i], "R-L2S-STATE-1: dirty sectors of an invalid way")
  `FLITLOCK_ASSERT(!drop_i || (dirty_ways_o & ~(write_i && dirty_i == 4'd0 ? chosen : {Ways{1'b0}})) == {Ways{1'b0}},
                   "R-L2S-FL-1: dirty data are dropped")
endmodule
