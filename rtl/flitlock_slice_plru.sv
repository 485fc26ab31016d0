// SPDX-License-Identifier: Apache-2.0
// The tree of one set, R-L2S-VIC-4 and -6. Bit n of the tree is node n, node 1 the root; bit 0 is not used. Way w is the
// leaf T + w, T the least power of two that is not less than Ways.
module flitlock_slice_plru #(
  parameter integer Ways     = 16,
  parameter integer WayBits  = Ways > 1 ? $clog2(Ways) : 1,
  parameter integer TreeBits = 2 ** WayBits  // T
) (
  input  wire [TreeBits-1:0] tree_i,
  input  wire [    Ways-1:0] candidates_i,  // at least one, where the victim is of interest
  output wire [ WayBits-1:0] victim_o,
  input  wire [ WayBits-1:0] touch_i,
  output wire [TreeBits-1:0] tree_o         // after a touch of way touch_i
);
  // Whether a node has a candidate below it, or is one.
  function [2*TreeBits-1:0] below(input [Ways-1:0] candidates);
    integer n;
    begin
      below = {2 * TreeBits{1'b0}};
      for (n = 0; n < Ways; n = n + 1) below[TreeBits+n] = candidates[n];
      for (n = TreeBits - 1; n > 0; n = n - 1) below[n] = below[2*n] || below[2*n+1];
    end
  endfunction
  function [WayBits-1:0] from_root(input [TreeBits-1:0] tree, input [2*TreeBits-1:0] having);
    integer depth;
    reg [WayBits:0] node;
    reg half;
    begin
      node = {{WayBits{1'b0}}, 1'b1};
      for (depth = 0; depth < WayBits; depth = depth + 1) begin
        half = tree[node[WayBits-1:0]];
        if (!having[{node[WayBits-1:0], half}]) half = !half;
        node = {node[WayBits-1:0], half};
      end
      from_root = node[WayBits-1:0];
    end
  endfunction
  // In each node on the way to the leaf, the half that it is not in.
  function [TreeBits-1:0] pointed_away(input [TreeBits-1:0] tree, input [WayBits-1:0] way);
    integer depth;
    reg [WayBits:0] node;
    begin
      pointed_away = tree;
      node = {{WayBits{1'b0}}, 1'b1};
      for (depth = WayBits - 1; depth >= 0; depth = depth - 1) begin
        pointed_away[node[WayBits-1:0]] = !way[depth];
        node = {node[WayBits-1:0], way[depth]};
      end
    end
  endfunction

  assign victim_o = from_root(tree_i, below(candidates_i));
  assign tree_o   = pointed_away(tree_i, touch_i);
endmodule
