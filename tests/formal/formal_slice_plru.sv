// SPDX-License-Identifier: Apache-2.0
// The tree of an L2 slice's set, R-L2S-VIC-4 and -6: for any tree and any candidates the victim is a candidate; the way that
// was touched last is the victim only where there is no other.
module formal_slice_plru #(
  parameter integer Ways    = 16,
  parameter integer WayBits = Ways > 1 ? $clog2(Ways) : 1
) (
  input wire                  clk_i,
  input wire                  rst_ni,
  input wire [2**WayBits-1:0] tree_i,
  input wire [      Ways-1:0] candidates_i,
  input wire [   WayBits-1:0] way_i
);
  wire [2**WayBits-1:0] touched;
  wire [WayBits-1:0] victim, next_victim;
  wire [Ways-1:0] others;
  flitlock_slice_plru #(
    .Ways(Ways)
  ) i_now (
    .tree_i      (tree_i),
    .candidates_i(candidates_i),
    .victim_o    (victim),
    .touch_i     (way_i),
    .tree_o      (touched)
  );
  flitlock_slice_plru #(
    .Ways(Ways)
  ) i_next (
    .tree_i      (touched),
    .candidates_i(candidates_i),
    .victim_o    (next_victim),
    .touch_i     (way_i),
    .tree_o      ()
  );
  assign others = candidates_i & ~({{Ways - 1{1'b0}}, 1'b1} << way_i);

  `include "start.svh"
  always @* assume ({1'b0, way_i} < Ways);
  always @* if (rst_ni) begin
    plru_candidate: assert (candidates_i == {Ways{1'b0}} || candidates_i[victim]);
    plru_away:      assert (others == {Ways{1'b0}} || next_victim != way_i);
  end
  always @(posedge clk_i) if (rst_ni) begin
    plru_moves: cover (candidates_i == {Ways{1'b1}} && victim == way_i && next_victim != victim);
    plru_flips: cover (candidates_i == {{Ways - 1{1'b0}}, 1'b1} && tree_i[1] && victim == {WayBits{1'b0}});
  end
endmodule
