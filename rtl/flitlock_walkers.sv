// SPDX-License-Identifier: Apache-2.0
// The walkers of an L2 link TLB, and the page-walk caches, R-TLB-W. At an edge, in this order: an invalidation marks the
// walks under way (R-TLB-L2-10), a PTE is taken (R-TLB-W-5), a walk begins (R-TLB-W-4). At most one read is presented.
`include "flitlock_assert.svh"

module flitlock_walkers #(
  parameter integer Walkers   = 4,
  parameter integer Mshrs     = 8,
  parameter integer Levels    = 5,
  parameter [47:0] LevelLsb   = {8'd0, 8'd12, 8'd21, 8'd30, 8'd39, 8'd48},  // of level l at 8 * l
  parameter [flitlock_pkg::FrameBits-1:0] Root = {flitlock_pkg::FrameBits{1'b0}},
  parameter [159:0] PwcWays   = {32'd0, {4{32'd4}}},   // of level l at 32 * l
  parameter integer PwcPolicy = flitlock_pkg::ReplaceLru,
  parameter integer PwcSeed   = 1,
  parameter integer AccLsb    = 42,
  parameter integer SizeLsb   = 40,
  parameter [31:0] PageBits   = {4{8'd21}},
  parameter integer TagBits    = AccLsb - 12,
  parameter integer MshrBits   = Mshrs > 1 ? $clog2(Mshrs) : 1,
  parameter integer WalkerBits = Walkers > 1 ? $clog2(Walkers) : 1
) (
  input  wire                   clk_i,
  input  wire                   rst_ni,
  input  wire                   remove_i,
  input  wire [    TagBits-1:0] remove_address_i,
  input  wire [    TagBits-1:0] remove_mask_i,
  input  wire                   pte_i,
  input  wire [ WalkerBits-1:0] pte_walker_i,
  input  wire [           63:0] pte_value_i,
  // the walk of the PTE
  output wire                   restart_o,      // begins anew
  output wire                   end_o,
  output wire                   end_good_o,
  output wire [   MshrBits-1:0] end_mshr_o,
  output wire [    TagBits-1:0] end_page_o,
  output wire [            3:0] end_accesses_o,
  // the front of the start queue
  input  wire                   wish_i,
  input  wire [   MshrBits-1:0] wish_mshr_i,
  input  wire [    TagBits-1:0] wish_page_i,
  output wire                   start_o,        // it begins
  output wire [ WalkerBits-1:0] start_walker_o,
  output wire [            2:0] start_level_o,
  // to the page table
  output wire                   read_o,
  output wire [ WalkerBits-1:0] read_walker_o,
  output wire [           63:0] read_addr_o
);
  localparam integer FrameBits = flitlock_pkg::FrameBits;

  // R-TLB-W-1: of class c at 3 * c.
  function [11:0] leaf_levels(input [31:0] page_bits);
    integer cls, level;
    begin
      leaf_levels = 12'd0;
      for (cls = 0; cls < 4; cls = cls + 1)
        for (level = Levels - 1; level >= 0; level = level - 1)
          if (LevelLsb[level*8+:8] <= page_bits[cls*8+:8]) leaf_levels[cls*3+:3] = level[2:0];
    end
  endfunction
  localparam [11:0] LeafLevel = leaf_levels(PageBits);
  function integer deepest(input [11:0] levels);
    integer cls;
    begin
      deepest = 1;
      for (cls = 0; cls < 4; cls = cls + 1)
        if ({29'd0, levels[cls*3+:3]} > deepest) deepest = {29'd0, levels[cls*3+:3]};
    end
  endfunction
  localparam integer Above = deepest(LeafLevel);  // levels above the deepest leaf, at least 1

  // R-TLB-W-2: bits of a page that are the index at a level.
  function [383:0] index_masks(input integer levels);
    integer level;
    begin
      index_masks = 384'd0;
      for (level = 0; level < levels; level = level + 1)
        index_masks[level*64+:64] = level == 0 ? {64{1'b1}}
            : ~({64{1'b1}} << (LevelLsb[(level > 0 ? level - 1 : 0)*8+:8] - LevelLsb[level*8+:8]));
    end
  endfunction
  localparam [383:0] IndexMask = index_masks(Levels);
  function [63:0] pte_address(input [FrameBits-1:0] frame, input [2:0] level, input [TagBits-1:0] page);
    reg [63:0] index;
    begin
      index = ({{52 - TagBits{1'b0}}, page, 12'd0} >> LevelLsb[level*8+:8]) & IndexMask[level*64+:64];
      pte_address = {12'd0, frame, 12'd0} + {index[60:0], 3'd0};
    end
  endfunction

  // ---- State of the walks
  reg [Walkers-1:0] busy_q;
  reg [Walkers-1:0] unfit_q;     // for the caches
  reg [Walkers-1:0] poisoned_q;
  reg [Walkers*TagBits-1:0] pages_q;
  reg [MshrBits-1:0] mshr_q [Walkers];
  reg [2:0] first_q [Walkers];   // level of the first read since the last start
  reg [2:0] level_q [Walkers];   // of the read under way

  wire [TagBits-1:0] pte_page;
  wire [2:0] pte_first, pte_level, pte_leaf_level, begin_leaf_level;
  wire [TagBits-1:0] begin_page;
  wire [1:0] pte_class, begin_class;
  wire [63:0] pte_below;
  assign pte_page  = pages_q[pte_walker_i*TagBits+:TagBits];
  assign pte_first = first_q[pte_walker_i];
  assign pte_level = level_q[pte_walker_i];
  assign pte_leaf_level   = LeafLevel[pte_class*3+:3];
  assign begin_leaf_level = LeafLevel[begin_class*3+:3];
  flitlock_tlb_page #(
    .AccLsb  (AccLsb),
    .SizeLsb (SizeLsb),
    .PageBits(PageBits)
  ) i_pte_page (
    .address_i(pte_page),
    .class_o  (pte_class),
    .page_o   (),
    .index_o  (),
    .below_o  (pte_below)
  );
  flitlock_tlb_page #(
    .AccLsb  (AccLsb),
    .SizeLsb (SizeLsb),
    .PageBits(PageBits)
  ) i_begin_page (
    .address_i(begin_page),
    .class_o  (begin_class),
    .page_o   (),
    .index_o  (),
    .below_o  ()
  );

  // ---- A PTE, R-TLB-W-5
  wire poisoned, unfit, is_leaf, fault, goes_on;
  assign poisoned = poisoned_q[pte_walker_i]
      || (remove_i && ((pte_page ^ remove_address_i) & remove_mask_i & ~pte_below[AccLsb-1:12]) == {TagBits{1'b0}});
  assign unfit     = unfit_q[pte_walker_i] || remove_i;
  assign is_leaf   = pte_level == pte_leaf_level;
  assign fault     = !pte_value_i[flitlock_pkg::PteValidBit] || pte_value_i[flitlock_pkg::PteLeafBit] != is_leaf;
  assign restart_o = pte_i && poisoned;
  assign end_o     = pte_i && !poisoned && (fault || is_leaf);
  assign goes_on   = pte_i && !poisoned && !fault && !is_leaf;
  assign end_good_o     = !fault;
  assign end_mshr_o     = mshr_q[pte_walker_i];
  assign end_page_o     = pte_page;
  assign end_accesses_o = {1'b0, pte_level} - {1'b0, pte_first} + 4'd1;

  // ---- A walk begins, R-TLB-W-4: anew, or the front of the queue with the free walker of the lowest number
  function [WalkerBits-1:0] lowest(input [Walkers-1:0] list);
    integer w;
    begin
      lowest = {WalkerBits{1'b0}};
      for (w = Walkers - 1; w >= 0; w = w - 1) if (list[w]) lowest = w[WalkerBits-1:0];
    end
  endfunction
  wire [Walkers-1:0] busy;  // after the end of a walk
  wire [FrameBits-1:0] begin_table;
  wire [2:0] begin_level;
  wire begins;
  wire [WalkerBits-1:0] begin_walker;
  assign busy = busy_q & ~(end_o ? {{Walkers - 1{1'b0}}, 1'b1} << pte_walker_i : {Walkers{1'b0}});
  assign start_o        = wish_i && busy != {Walkers{1'b1}} && !restart_o && !goes_on;
  assign start_walker_o = lowest(~busy);
  assign start_level_o  = begin_level;
  assign begins         = restart_o || start_o;
  assign begin_page     = restart_o ? pte_page : wish_page_i;
  assign begin_walker   = restart_o ? pte_walker_i : start_walker_o;

  assign read_o        = begins || goes_on;
  assign read_walker_o = goes_on ? pte_walker_i : begin_walker;
  assign read_addr_o   = goes_on
      ? pte_address(pte_value_i[flitlock_pkg::PteFrameLsb+:FrameBits], pte_level + 3'd1, pte_page)
      : pte_address(begin_table, begin_level, begin_page);

  // ---- The caches: a walk that ends well installs what it has read since its start, R-TLB-W-6
  wire [Above-1:0] install;
  wire [Above*FrameBits-1:0] frames;
  genvar l;
  generate
    for (l = 0; l < Above; l = l + 1) begin : gen_level
      localparam [31:0] Number = l;
      reg [FrameBits-1:0] frame_q [Walkers];
      assign frames[l*FrameBits+:FrameBits] = frame_q[pte_walker_i];
      assign install[l] = end_o && !fault && !unfit && Number[2:0] >= pte_first && Number[2:0] < pte_level;
      always_ff @(posedge clk_i) begin
        if (goes_on && pte_level == Number[2:0])
          frame_q[pte_walker_i] <= pte_value_i[flitlock_pkg::PteFrameLsb+:FrameBits];
      end
    end
  endgenerate
  flitlock_pwc #(
    .LevelLsb(LevelLsb),
    .Ways    (PwcWays),
    .Policy  (PwcPolicy),
    .Seed    (PwcSeed),
    .Root    (Root),
    .AccLsb  (AccLsb),
    .Above   (Above)
  ) i_pwc (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .remove_i        (remove_i),
    .remove_address_i(remove_address_i),
    .remove_mask_i   (remove_mask_i),
    .install_i       (install),
    .install_page_i  (pte_page),
    .install_frame_i (frames),
    .page_i          (begin_page),
    .leaf_level_i    (begin_leaf_level),
    .begin_i         (begins),
    .level_o         (begin_level),
    .table_o         (begin_table)
  );

  // The walkers whose page an invalidation overlaps.
  localparam [31:0] ClassLsb = SizeLsb > 12 ? SizeLsb - 12 : 0;
  function [4*TagBits-1:0] page_masks(input [31:0] page_bits);
    integer cls, b;
    begin
      for (cls = 0; cls < 4; cls = cls + 1)
        for (b = 0; b < TagBits; b = b + 1)
          page_masks[cls*TagBits+b] = b + 12 >= {24'd0, page_bits[cls*8+:8]};
    end
  endfunction
  localparam [4*TagBits-1:0] PageMask = page_masks(PageBits);
  function [Walkers-1:0] overlapped(input [Walkers*TagBits-1:0] pages, input [TagBits-1:0] address,
                                    input [TagBits-1:0] mask);
    integer w;
    reg [TagBits-1:0] page, shifted;
    begin
      for (w = 0; w < Walkers; w = w + 1) begin
        page    = pages[w*TagBits+:TagBits];
        shifted = page >> ClassLsb;
        overlapped[w] = ((page ^ address) & mask & PageMask[shifted[1:0]*TagBits+:TagBits]) == {TagBits{1'b0}};
      end
    end
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q     <= {Walkers{1'b0}};
      unfit_q    <= {Walkers{1'b0}};
      poisoned_q <= {Walkers{1'b0}};
    end else begin
      busy_q <= busy | (start_o ? {{Walkers - 1{1'b0}}, 1'b1} << start_walker_o : {Walkers{1'b0}});
      if (remove_i) begin
        unfit_q    <= unfit_q | busy_q;
        poisoned_q <= poisoned_q | (busy_q & overlapped(pages_q, remove_address_i, remove_mask_i));
      end
      if (begins) begin
        unfit_q[begin_walker]    <= 1'b0;
        poisoned_q[begin_walker] <= 1'b0;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (start_o) begin
      pages_q[start_walker_o*TagBits+:TagBits] <= wish_page_i;
      mshr_q[start_walker_o] <= wish_mshr_i;
    end
    if (begins) first_q[begin_walker] <= begin_level;
    if (read_o) level_q[read_walker_o] <= goes_on ? pte_level + 3'd1 : begin_level;
  end

  `FLITLOCK_ASSERT(!pte_i || busy_q[pte_walker_i], "R-TLB-W-5: a PTE for a walker that is free")
  `FLITLOCK_ASSERT(!pte_i || pte_level <= pte_leaf_level, "R-TLB-W-5: a walk below its leaf level")
endmodule
