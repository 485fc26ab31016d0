// SPDX-License-Identifier: Apache-2.0
// The MSHRs of a slice, R-L2S-MSHR: for which line each is live, what that line's sectors hold (V) and wait for (P), and the lists of
// requests. At most one operation an edge; what it leaves is seen from the next edge on. The requests themselves are
// in a memory; of each, the sectors it needs and whether it is a write are beside the MSHR, as all are asked at once who
// is ready.
`include "flitlock_assert.svh"

module flitlock_slice_mshr #(
  parameter integer Mshrs   = 16,
  parameter integer List    = 4,
  parameter integer Ways    = 16,
  parameter integer TagBits = 28,
  parameter integer SetNumberBits = 6,
  parameter integer WayBits = Ways > 1 ? $clog2(Ways) : 1,
  parameter integer NumberBits = Mshrs > 1 ? $clog2(Mshrs) : 1
) (
  input  wire                                 clk_i,
  input  wire                                 rst_ni,
  // look-up of a line
  input  wire [            SetNumberBits-1:0] look_set_i,
  input  wire [                  TagBits-1:0] look_tag_i,
  output wire                                 match_o,
  output wire [               NumberBits-1:0] match_number_o,  // 0 without a match
  output wire                                 full_o,          // the list of the match has no place
  output wire [                     Ways-1:0] locked_o,        // ways of the set
  // all of them
  output wire                                 any_live_o,
  output wire                                 any_free_o,
  output wire [               NumberBits-1:0] free_number_o,   // the lowest
  output wire                                 ready_o,         // R-L2S-MSHR-4
  output wire [               NumberBits-1:0] ready_number_o,  // the lowest
  output wire [flitlock_pkg::RequestBits-1:0] ready_request_o, // the first of its list
  // one of them: what the operation of this edge is about
  input  wire [               NumberBits-1:0] number_i,
  output wire                                 live_o,
  output wire [            SetNumberBits-1:0] set_o,
  output wire [                  WayBits-1:0] way_o,
  output wire [                  TagBits-1:0] tag_o,
  output wire [                          3:0] pending_o,       // P
  input  wire                                 take_i,          // it becomes live for the line of the look-up
  input  wire [                  WayBits-1:0] take_way_i,
  input  wire                                 append_i,        // also with take_i
  input  wire [flitlock_pkg::RequestBits-1:0] request_i,
  input  wire                                 is_write_i,
  input  wire [                          3:0] needs_i,         // its sectors
  input  wire                                 remove_i,        // the first of the list goes
  input  wire                                 update_i,        // V and P change
  input  wire [                          3:0] has_i,           // V after this edge
  input  wire [                          3:0] pending_i,       // P after this edge
  output wire                                 frees_o          // it becomes free at this edge, R-L2S-MSHR-2
);
  generate
    `FLITLOCK_REFUSE(gen_refuse_mshrs, Mshrs < 1 || Mshrs > 255, "Mshrs is not 1 to 255")
    `FLITLOCK_REFUSE(gen_refuse_list, List < 1 || List > 15, "List is not 1 to 15")
  endgenerate

  localparam integer PlaceBits = List > 1 ? $clog2(List) : 1;
  localparam integer CountBits = $clog2(List + 1);
  localparam integer Places = (Mshrs > 1 ? Mshrs : 2) * 2 ** PlaceBits;  // of {MSHR, place in its list}
  localparam [31:0] LastPlace = List - 1, Most = List;

  reg [              Mshrs-1:0] live_q;
  reg [Mshrs*SetNumberBits-1:0] sets_q;
  reg [      Mshrs*WayBits-1:0] ways_q;
  reg [      Mshrs*TagBits-1:0] tags_q;
  reg [            Mshrs*4-1:0] has_q, pending_q;
  reg [    Mshrs*PlaceBits-1:0] first_q;  // place of the first of the list
  reg [    Mshrs*CountBits-1:0] count_q;
  reg [       Mshrs*List*5-1:0] wants_q;  // of each place: {write, sectors}
  reg [flitlock_pkg::RequestBits-1:0] requests_q [Places];

  function [Mshrs-1:0] matching(input [Mshrs-1:0] live, input [Mshrs*SetNumberBits-1:0] sets,
                                input [Mshrs*TagBits-1:0] tags, input [SetNumberBits-1:0] set,
                                input [TagBits-1:0] tag);
    integer m;
    begin
      for (m = 0; m < Mshrs; m = m + 1)
        matching[m] = live[m] && sets[m*SetNumberBits+:SetNumberBits] == set && tags[m*TagBits+:TagBits] == tag;
    end
  endfunction
  function [Ways-1:0] locked(input [Mshrs-1:0] live, input [Mshrs*SetNumberBits-1:0] sets,
                             input [Mshrs*WayBits-1:0] ways, input [SetNumberBits-1:0] set);
    integer m;
    begin
      locked = {Ways{1'b0}};
      for (m = 0; m < Mshrs; m = m + 1)
        if (live[m] && sets[m*SetNumberBits+:SetNumberBits] == set) locked[ways[m*WayBits+:WayBits]] = 1'b1;
    end
  endfunction
  function [Mshrs-1:0] ready(input [Mshrs-1:0] live, input [Mshrs*CountBits-1:0] count,
                             input [Mshrs*PlaceBits-1:0] first, input [Mshrs*List*5-1:0] wants,
                             input [Mshrs*4-1:0] has);
    integer m;
    reg [4:0] want;
    begin
      for (m = 0; m < Mshrs; m = m + 1) begin
        want = wants[(m*List+{{32-PlaceBits{1'b0}}, first[m*PlaceBits+:PlaceBits]})*5+:5];
        ready[m] = live[m] && count[m*CountBits+:CountBits] != {CountBits{1'b0}}
            && (want[4] || (want[3:0] & ~has[m*4+:4]) == 4'd0);
      end
    end
  endfunction
  function [NumberBits-1:0] lowest(input [Mshrs-1:0] list);
    integer m;
    begin
      lowest = {NumberBits{1'b0}};
      for (m = Mshrs - 1; m >= 0; m = m - 1) if (list[m]) lowest = m[NumberBits-1:0];
    end
  endfunction

  wire [Mshrs-1:0] having, able;
  assign having          = matching(live_q, sets_q, tags_q, look_set_i, look_tag_i);
  assign able            = ready(live_q, count_q, first_q, wants_q, has_q);
  assign match_o         = having != {Mshrs{1'b0}};
  assign match_number_o  = lowest(having);
  assign full_o          = count_q[match_number_o*CountBits+:CountBits] == Most[CountBits-1:0];
  assign locked_o        = locked(live_q, sets_q, ways_q, look_set_i);
  assign any_live_o      = live_q != {Mshrs{1'b0}};
  assign any_free_o      = live_q != {Mshrs{1'b1}};
  assign free_number_o   = lowest(~live_q);
  assign ready_o         = able != {Mshrs{1'b0}};
  assign ready_number_o  = lowest(able);
  assign ready_request_o = requests_q[{ready_number_o, first_q[ready_number_o*PlaceBits+:PlaceBits]}];

  // ---- The one of this edge
  wire [PlaceBits-1:0] first, second, last;
  wire [CountBits-1:0] count, count_after;
  wire [31:0] sum, place;
  assign live_o    = live_q[number_i];
  assign set_o     = sets_q[number_i*SetNumberBits+:SetNumberBits];
  assign way_o     = ways_q[number_i*WayBits+:WayBits];
  assign tag_o     = tags_q[number_i*TagBits+:TagBits];
  assign pending_o = pending_q[number_i*4+:4];
  assign first     = take_i ? {PlaceBits{1'b0}} : first_q[number_i*PlaceBits+:PlaceBits];
  assign count     = take_i ? {CountBits{1'b0}} : count_q[number_i*CountBits+:CountBits];
  assign second    = first == LastPlace[PlaceBits-1:0] ? {PlaceBits{1'b0}} : first + 1'b1;
  // The place behind the last: first + count, modulo List.
  assign sum  = {{32 - PlaceBits{1'b0}}, first} + {{32 - CountBits{1'b0}}, count};
  assign place = sum >= Most ? sum - Most : sum;
  assign last = place[PlaceBits-1:0];
  assign count_after = count + {{CountBits - 1{1'b0}}, append_i} - {{CountBits - 1{1'b0}}, remove_i};
  assign frees_o = update_i && count_after == {CountBits{1'b0}} && pending_i == 4'd0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) live_q <= {Mshrs{1'b0}};
    else if (take_i) live_q[number_i] <= 1'b1;
    else if (frees_o) live_q[number_i] <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (take_i) begin
      sets_q[number_i*SetNumberBits+:SetNumberBits] <= look_set_i;
      ways_q[number_i*WayBits+:WayBits]             <= take_way_i;
      tags_q[number_i*TagBits+:TagBits]             <= look_tag_i;
    end
    if (update_i) begin
      has_q[number_i*4+:4]                   <= has_i;
      pending_q[number_i*4+:4]               <= pending_i;
      first_q[number_i*PlaceBits+:PlaceBits] <= remove_i ? second : first;
      count_q[number_i*CountBits+:CountBits] <= count_after;
    end
    if (append_i) begin
      wants_q[({{32-NumberBits{1'b0}}, number_i}*Most+place)*5+:5] <= {is_write_i, needs_i};
      requests_q[{number_i, last}]                                      <= request_i;
    end
  end

  `FLITLOCK_ASSERT((having & (having - 1'b1)) == {Mshrs{1'b0}}, "R-L2S-STATE-2: two MSHRs are live for one line")
  `FLITLOCK_ASSERT(!take_i || (append_i && !live_o && !match_o), "R-L2S-NEW-6: an MSHR is taken that is live, or a line's second")
  `FLITLOCK_ASSERT(!update_i || take_i || live_o, "R-L2S-STATE-2: an operation on a free MSHR")
  `FLITLOCK_ASSERT(!append_i || (update_i && !remove_i && count != Most[CountBits-1:0]),
                   "R-L2S-NEW-3: a request is appended to a full list")
  `FLITLOCK_ASSERT(!remove_i || (update_i && count != {CountBits{1'b0}}), "R-L2S-MSHR-5: an empty list is drained")
  `FLITLOCK_ASSERT(!update_i || take_i || (has_q[number_i*4+:4] & ~has_i) == 4'd0, "R-L2S-MSHR-3: V of a locked line goes away")
  `FLITLOCK_ASSERT(!append_i || is_write_i || (needs_i & ~has_i & ~pending_i) == 4'd0,
                   "R-L2S-MSHR-3: a sector that a listed request lacks is not pending")
endmodule
