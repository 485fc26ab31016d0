// SPDX-License-Identifier: Apache-2.0
// The array of specification chapter 7, R-TLB-ARR. At an edge, in this order: places of a range are removed, a
// translation is installed, a tag is looked up and its place touched; each sees what those before it did.
//
// Tags are bits AccLsb-1 to 12 of the address of a page or region. The caches of page walks have regions of one size:
// PageBits then are four times the bits of a region.
`include "flitlock_assert.svh"

module flitlock_tlb_array #(
  parameter integer Sets     = 1,
  parameter integer Ways     = 4,
  parameter integer DataBits = 56,
  parameter integer Policy   = flitlock_pkg::ReplaceLru,
  parameter integer Seed     = 1,
  parameter integer AccLsb   = 42,
  parameter integer SizeLsb  = 40,
  parameter [31:0]  PageBits = {4{8'd21}},
  parameter integer TagBits  = AccLsb - 12,
  parameter integer SetBits  = Sets > 1 ? $clog2(Sets) : 1,
  parameter integer PlaceBits = Sets * Ways > 1 ? $clog2(Sets * Ways) : 1
) (
  input  wire                 clk_i,
  input  wire                 rst_ni,
  // R-TLB-M-3: places are removed that are equal to the address in all bits of the mask, but those below their page
  input  wire                 remove_i,
  input  wire [  TagBits-1:0] remove_address_i,
  input  wire [  TagBits-1:0] remove_mask_i,
  input  wire                 install_i,
  input  wire [  SetBits-1:0] install_set_i,
  input  wire [  TagBits-1:0] install_tag_i,
  input  wire [ DataBits-1:0] install_data_i,
  output wire [PlaceBits-1:0] install_place_o,
  input  wire [  SetBits-1:0] look_set_i,
  input  wire [  TagBits-1:0] look_tag_i,
  output wire                 hit_o,
  output wire [PlaceBits-1:0] hit_place_o,   // 0 without a hit
  output wire [ DataBits-1:0] hit_data_o,    // with a hit
  input  wire                 touch_i        // the look-up counts: its place is touched
);
  /* verilator no_inline_module */  // one copy of its code for all instances with the same parameters

  generate
    `FLITLOCK_REFUSE(gen_refuse_sets, Sets < 1 || Sets > 65536 || Sets != 2 ** $clog2(Sets),
                     "Sets is no power of two of 1 to 65536")
    `FLITLOCK_REFUSE(gen_refuse_ways, Ways < 1 || Ways > 1024 || Sets * Ways > 65536,
                     "Ways is not 1 to 1024, or there are more than 65536 places")
    `FLITLOCK_REFUSE(gen_refuse_policy, Policy < 0 || Policy > 3, "the policy is not 0 to 3")
    `FLITLOCK_REFUSE(gen_refuse_power, Policy >= 2 && (Ways != 2 ** $clog2(Ways) || (Policy == 3 && Ways > 64)),
                     "Random and PLRU want a power of two of Ways, PLRU at most 64")
    `FLITLOCK_REFUSE(gen_refuse_seed, Seed < 1 || Seed > 65535, "Seed is not 1 to 65535")
  endgenerate

  localparam integer Places  = Sets * Ways;
  localparam integer WayBits = Ways > 1 ? $clog2(Ways) : 1;
  localparam integer StateBits = Policy == flitlock_pkg::ReplaceRandom ? 1
                               : Policy == flitlock_pkg::ReplacePlru ? Ways : Ways * WayBits;
  localparam [0:0] TouchOnHit = Policy == flitlock_pkg::ReplaceLru || Policy == flitlock_pkg::ReplacePlru;
  localparam [31:0] WayCount = Ways;
  localparam [31:0] ClassLsb = SizeLsb > 12 ? SizeLsb - 12 : 0;

  // By class: the bits of a tag at or above its page.
  function [4*TagBits-1:0] page_masks(input [31:0] page_bits);
    integer c, b;
    begin
      for (c = 0; c < 4; c = c + 1)
        for (b = 0; b < TagBits; b = b + 1) page_masks[c*TagBits+b] = b + 12 >= {24'd0, page_bits[c*8+:8]};
    end
  endfunction
  localparam [4*TagBits-1:0] PageMask = page_masks(PageBits);

  function overlaps(input [TagBits-1:0] tag, input [TagBits-1:0] address, input [TagBits-1:0] mask);
    reg [TagBits-1:0] shifted;
    begin
      shifted  = tag >> ClassLsb;
      overlaps = ((tag ^ address) & mask & PageMask[shifted[1:0]*TagBits+:TagBits]) == {TagBits{1'b0}};
    end
  endfunction
  // The ways of a set that are still valid after the removal.
  function [Ways-1:0] kept(input [Ways-1:0] valid, input [Ways*TagBits-1:0] tags, input remove,
                           input [TagBits-1:0] address, input [TagBits-1:0] mask);
    integer w;
    begin
      kept = valid;
      if (remove)
        for (w = 0; w < Ways; w = w + 1) if (overlaps(tags[w*TagBits+:TagBits], address, mask)) kept[w] = 1'b0;
    end
  endfunction
  function [Ways-1:0] matching(input [Ways-1:0] valid, input [Ways*TagBits-1:0] tags, input [TagBits-1:0] tag);
    integer w;
    begin
      for (w = 0; w < Ways; w = w + 1) matching[w] = valid[w] && tags[w*TagBits+:TagBits] == tag;
    end
  endfunction
  function [WayBits-1:0] lowest(input [Ways-1:0] ways);
    integer w;
    begin
      lowest = {WayBits{1'b0}};
      for (w = Ways - 1; w >= 0; w = w - 1) if (ways[w]) lowest = w[WayBits-1:0];
    end
  endfunction
  function [PlaceBits-1:0] place_of(input [SetBits-1:0] set, input [WayBits-1:0] way);
    reg [31:0] place;
    begin
      place    = {{32 - SetBits{1'b0}}, set} * WayCount + {{32 - WayBits{1'b0}}, way};
      place_of = place[PlaceBits-1:0];
    end
  endfunction

  // The tags of a set, and its order, are one word.
  reg [      Places-1:0] valid_q;
  reg [Ways*TagBits-1:0] tags_q [Sets];
  reg [   StateBits-1:0] state_q [Sets];
  reg [    DataBits-1:0] data_q [Places];

  // ---- Install, R-TLB-ARR-2
  wire [Ways*TagBits-1:0] i_tags;
  wire [        Ways-1:0] i_kept;
  wire [        Ways-1:0] i_same;
  wire [     WayBits-1:0] i_way;
  wire [     WayBits-1:0] order_victim;
  wire [     WayBits-1:0] victim;
  wire [   StateBits-1:0] i_state;
  wire                    displaces;
  assign i_tags = tags_q[install_set_i];
  assign i_kept = kept(valid_q[install_set_i*Ways+:Ways], i_tags, remove_i, remove_address_i, remove_mask_i);
  assign i_same = matching(i_kept, i_tags, install_tag_i);
  assign displaces = i_same == {Ways{1'b0}} && i_kept == {Ways{1'b1}};
  assign i_way = i_same != {Ways{1'b0}} ? lowest(i_same) : displaces ? victim : lowest(~i_kept);
  assign install_place_o = place_of(install_set_i, i_way);
  flitlock_tlb_order #(
    .Ways  (Ways),
    .Policy(Policy)
  ) i_install_order (
    .state_i (state_q[install_set_i]),
    .fresh_i (i_kept == {Ways{1'b0}}),
    .touch_i (i_way),
    .state_o (i_state),
    .victim_o(order_victim)
  );

  generate
    if (Policy == flitlock_pkg::ReplaceRandom) begin : gen_random
      localparam [31:0] Start = Seed;
      reg [15:0] lfsr_q;
      assign victim = Ways > 1 ? lfsr_q[WayBits-1:0] : {WayBits{1'b0}};
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) lfsr_q <= Start[15:0];
        else if (install_i && displaces) lfsr_q <= {1'b0, lfsr_q[15:1]} ^ (lfsr_q[0] ? 16'hb400 : 16'h0000);
      end
      `FLITLOCK_ASSERT(lfsr_q != 16'd0, "R-TLB-ARR-3: the LFSR stands still")
    end else begin : gen_ordered
      assign victim = order_victim;
    end
  endgenerate

  // ---- Look-up, of what is there after the installation
  wire [Ways*TagBits-1:0] l_tags;
  wire [        Ways-1:0] l_kept;
  wire [        Ways-1:0] l_old;
  wire [        Ways-1:0] l_match;
  wire [     WayBits-1:0] l_way;
  wire [   StateBits-1:0] l_state;
  wire [        Ways-1:0] installed;  // the way of the looked-up set that is written at this edge
  wire                    installed_match;
  assign l_tags = tags_q[look_set_i];
  assign l_kept = kept(valid_q[look_set_i*Ways+:Ways], l_tags, remove_i, remove_address_i, remove_mask_i);
  assign installed = install_i && install_set_i == look_set_i ? {{Ways - 1{1'b0}}, 1'b1} << i_way : {Ways{1'b0}};
  assign installed_match = installed != {Ways{1'b0}} && install_tag_i == look_tag_i;
  assign l_old = matching(l_kept, l_tags, look_tag_i) & ~installed;
  assign l_match = installed_match ? installed : l_old;
  assign l_way = lowest(l_match);
  assign hit_o = l_match != {Ways{1'b0}};
  assign hit_place_o = hit_o ? place_of(look_set_i, l_way) : {PlaceBits{1'b0}};
  assign hit_data_o = installed_match ? install_data_i : data_q[hit_place_o];
  flitlock_tlb_order #(
    .Ways  (Ways),
    .Policy(Policy)
  ) i_touch_order (
    .state_i (installed != {Ways{1'b0}} ? i_state : state_q[look_set_i]),
    .fresh_i (1'b0),
    .touch_i (l_way),
    .state_o (l_state),
    .victim_o()
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= {Places{1'b0}};
    end else begin
      if (remove_i)
        for (int s = 0; s < Sets; s++)
          valid_q[s*Ways+:Ways] <= kept(valid_q[s*Ways+:Ways], tags_q[s], 1'b1, remove_address_i, remove_mask_i);
      if (install_i) valid_q[install_place_o] <= 1'b1;
    end
  end

  function [Ways*TagBits-1:0] with_tag(input [Ways*TagBits-1:0] tags, input [WayBits-1:0] way,
                                       input [TagBits-1:0] tag);
    begin
      with_tag = tags;
      with_tag[way*TagBits+:TagBits] = tag;
    end
  endfunction
  always_ff @(posedge clk_i) begin
    if (install_i) begin
      tags_q[install_set_i]   <= with_tag(i_tags, i_way, install_tag_i);
      data_q[install_place_o] <= install_data_i;
      state_q[install_set_i]  <= i_state;
    end
    if (touch_i && hit_o && TouchOnHit) state_q[look_set_i] <= l_state;  // of the same set: behind the installation
  end

  `FLITLOCK_ASSERT(!touch_i || hit_o, "R-TLB-ARR-3: a touch without a hit")
  `FLITLOCK_ASSERT((l_match & (l_match - 1'b1)) == {Ways{1'b0}}, "R-TLB-ARR-1: two places of a set have one tag")
  `FLITLOCK_ASSERT(!install_i || (i_same & (i_same - 1'b1)) == {Ways{1'b0}},
                   "R-TLB-ARR-1: two places of a set have one tag")
endmodule
