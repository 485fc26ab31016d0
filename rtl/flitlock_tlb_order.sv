// SPDX-License-Identifier: Apache-2.0
// The order of replacement of one set, R-TLB-ARR-3: the place it would displace, and the order after a touch. The order
// is in the caller's memory, `state`:
//
//   LRU, FIFO   the rank of each way, 0 for the one touched last. `fresh_i` says that the set holds nothing valid: then
//               the order begins anew, so the memory needs no reset. (All ways are touched before a victim is asked for.)
//   PLRU        bit n is node n of the tree. It needs no reset either: all nodes are written before a victim is asked for.
//   Random      none; the victim is the caller's.
module flitlock_tlb_order #(
  parameter integer Ways      = 4,
  parameter integer Policy    = flitlock_pkg::ReplaceLru,
  parameter integer WayBits   = Ways > 1 ? $clog2(Ways) : 1,
  parameter integer StateBits = Policy == flitlock_pkg::ReplaceRandom ? 1
                              : Policy == flitlock_pkg::ReplacePlru ? Ways : Ways * WayBits
) (
  input  wire [StateBits-1:0] state_i,
  input  wire                 fresh_i,
  input  wire [  WayBits-1:0] touch_i,
  output wire [StateBits-1:0] state_o,   // after a touch of way touch_i
  output wire [  WayBits-1:0] victim_o
);
  generate
    if (Ways == 1 || Policy == flitlock_pkg::ReplaceRandom) begin : gen_none
      assign state_o  = {StateBits{1'b0}};
      assign victim_o = {WayBits{1'b0}};
    end else if (Policy == flitlock_pkg::ReplacePlru) begin : gen_tree
      function [WayBits-1:0] from_root(input [StateBits-1:0] tree);
        integer depth;
        reg [WayBits:0] node;
        begin
          node = {{WayBits{1'b0}}, 1'b1};
          for (depth = 0; depth < WayBits; depth = depth + 1) node = {node[WayBits-1:0], tree[node[WayBits-1:0]]};
          from_root = node[WayBits-1:0];
        end
      endfunction
      // In each node on the way to the place, the half that it is not in.
      function [StateBits-1:0] pointed_away(input [StateBits-1:0] tree, input [WayBits-1:0] way);
        integer depth;
        reg [WayBits:0] node;
        reg half;
        begin
          pointed_away = tree;
          node = {{WayBits{1'b0}}, 1'b1};
          for (depth = WayBits - 1; depth >= 0; depth = depth - 1) begin
            half = way[depth];
            pointed_away[node[WayBits-1:0]] = !half;
            node = {node[WayBits-1:0], half};
          end
        end
      endfunction
      assign state_o  = pointed_away(state_i, touch_i);
      assign victim_o = from_root(state_i);
    end else begin : gen_rank
      localparam [31:0] LastRank = Ways - 1;
      // The ways that were touched later than this one move back by one.
      function [StateBits-1:0] first(input [StateBits-1:0] order, input fresh, input [WayBits-1:0] way);
        integer w;
        reg [WayBits-1:0] own, rank;
        begin
          own = fresh ? way : order[way*WayBits+:WayBits];
          for (w = 0; w < Ways; w = w + 1) begin
            rank = fresh ? w[WayBits-1:0] : order[w*WayBits+:WayBits];
            first[w*WayBits+:WayBits] = rank < own ? rank + 1'b1 : rank;
          end
          first[way*WayBits+:WayBits] = {WayBits{1'b0}};
        end
      endfunction
      function [WayBits-1:0] last(input [StateBits-1:0] order);
        integer w;
        begin
          last = {WayBits{1'b0}};
          for (w = 0; w < Ways; w = w + 1)
            if (order[w*WayBits+:WayBits] == LastRank[WayBits-1:0]) last = w[WayBits-1:0];
        end
      endfunction
      assign state_o  = first(state_i, fresh_i, touch_i);
      assign victim_o = last(state_i);
    end
  endgenerate
endmodule
