// SPDX-License-Identifier: Apache-2.0
// Properties of flitlock_grant: packets do not interleave.
`include "start.svh"

// ---- What is around the module: a place that may be granted has a flit
always @* assume (!(candidate_i != {N{1'b0}} && !held_o) || offer_i);

// ---- What is watched: the place whose packet has begun and not ended
reg open_f;
reg [IndexBits-1:0] place_f;
always @(posedge clk_i or negedge rst_ni) begin
  if (!rst_ni) open_f <= 1'b0;
  else if (move_o) begin
    open_f  <= !tail_i;
    place_f <= select_o;
  end
end

// ---- What has to hold
always @* if (rst_ni) begin
  grant_holds:  assert (held_o == open_f);
  grant_place:  assert (!open_f || select_o == place_f);
  grant_asked:  assert (open_f || !move_o || candidate_i[select_o]);
  grant_moves:  assert (move_o == (open_f ? offer_i : candidate_i != {N{1'b0}}));
end

// ---- What must be reachable
always @(posedge clk_i) if (rst_ni) begin
  grant_long: cover (open_f && move_o && !tail_i);
  grant_ends: cover (open_f && move_o && tail_i);
end
