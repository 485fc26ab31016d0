// SPDX-License-Identifier: Apache-2.0
// The misses under way: which MSHR has which page, which is free. At an edge the MSHR of an answer is released before
// the look-up (R-TLB-L1-9, R-TLB-L2-7). What waits for an MSHR is counted here and kept elsewhere.
`include "flitlock_assert.svh"

module flitlock_tlb_mshr #(
  parameter integer Mshrs    = 8,
  parameter integer Targets  = 0,   // that may wait for one, 0: no limit, and nothing is counted
  parameter integer PageBits = 30,  // bits of a page's address
  parameter integer NumberBits = Mshrs > 1 ? $clog2(Mshrs) : 1,
  parameter integer CountBits  = $clog2(Mshrs + 1)
) (
  input  wire                  clk_i,
  input  wire                  rst_ni,
  input  wire                  release_i,
  input  wire [NumberBits-1:0] release_number_i,
  output wire [  PageBits-1:0] release_page_o,
  // look-up
  input  wire [  PageBits-1:0] page_i,
  output wire                  match_o,
  output wire [NumberBits-1:0] match_number_o,  // 0 without a match
  output wire                  full_o,          // as many wait for the match as may
  output wire [ CountBits-1:0] free_o,          // how many are free
  output wire [NumberBits-1:0] free_number_o,   // the lowest of them
  input  wire                  take_i,          // the page takes the free MSHR
  input  wire                  merge_i          // one more waits for the match
);
  /* verilator no_inline_module */  // one copy of its code for all instances with the same parameters

  generate
    `FLITLOCK_REFUSE(gen_refuse_mshrs, Mshrs < 1 || Mshrs > 1024, "Mshrs is not 1 to 1024")
  endgenerate

  localparam [31:0] All = Mshrs;

  reg  [         Mshrs-1:0] busy_q;
  reg  [     CountBits-1:0] used_q;
  reg  [Mshrs*PageBits-1:0] pages_q;
  wire [         Mshrs-1:0] busy;   // after the release
  wire [     CountBits-1:0] used;
  wire [         Mshrs-1:0] having;

  function [Mshrs-1:0] matching(input [Mshrs-1:0] valid, input [Mshrs*PageBits-1:0] pages, input [PageBits-1:0] page);
    integer m;
    begin
      for (m = 0; m < Mshrs; m = m + 1) matching[m] = valid[m] && pages[m*PageBits+:PageBits] == page;
    end
  endfunction
  function [NumberBits-1:0] lowest(input [Mshrs-1:0] list);
    integer m;
    begin
      lowest = {NumberBits{1'b0}};
      for (m = Mshrs - 1; m >= 0; m = m - 1) if (list[m]) lowest = m[NumberBits-1:0];
    end
  endfunction

  assign busy = busy_q & ~(release_i ? {{Mshrs - 1{1'b0}}, 1'b1} << release_number_i : {Mshrs{1'b0}});
  assign used = used_q - {{CountBits - 1{1'b0}}, release_i};
  assign having = matching(busy, pages_q, page_i);
  assign match_o = having != {Mshrs{1'b0}};
  assign match_number_o = lowest(having);
  assign free_o = All[CountBits-1:0] - used;
  assign free_number_o = lowest(~busy);
  assign release_page_o = pages_q[release_number_i*PageBits+:PageBits];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= {Mshrs{1'b0}};
      used_q <= {CountBits{1'b0}};
    end else begin
      busy_q <= busy | (take_i ? {{Mshrs - 1{1'b0}}, 1'b1} << free_number_o : {Mshrs{1'b0}});
      used_q <= used + {{CountBits - 1{1'b0}}, take_i};
    end
  end
  always_ff @(posedge clk_i) begin
    if (take_i) pages_q[free_number_o*PageBits+:PageBits] <= page_i;
  end

  generate
    if (Targets == 0) begin : gen_no_limit
      assign full_o = 1'b0;
    end else begin : gen_targets
      localparam integer TargetBits = $clog2(Targets + 1);
      localparam [31:0] Most = Targets;
      reg [TargetBits-1:0] waiting_q [Mshrs];
      wire [TargetBits-1:0] waiting;
      assign waiting = waiting_q[match_number_o];
      assign full_o  = match_o && waiting == Most[TargetBits-1:0];
      always_ff @(posedge clk_i) begin
        if (take_i) waiting_q[free_number_o] <= {{TargetBits - 1{1'b0}}, 1'b1};
        else if (merge_i) waiting_q[match_number_o] <= waiting + 1'b1;
      end
      `FLITLOCK_ASSERT(!merge_i || !full_o, "R-TLB-L1-6: more wait for an MSHR than may")
    end
  endgenerate

  `FLITLOCK_ASSERT(!take_i || (free_o != {CountBits{1'b0}} && !match_o), "R-TLB-INV-1: a page takes a second MSHR")
  `FLITLOCK_ASSERT(!merge_i || match_o, "R-TLB-L1-6: a merge without an MSHR")
  `FLITLOCK_ASSERT(!release_i || busy_q[release_number_i], "R-TLB-L1-9: an MSHR is released that is free")
  `FLITLOCK_ASSERT((having & (having - 1'b1)) == {Mshrs{1'b0}}, "R-TLB-INV-1: two MSHRs have one page")
endmodule
