// SPDX-License-Identifier: Apache-2.0
// Properties of flitlock_arbiter. One place, chosen by the solver, is watched: how many grants others got while it asked.
`include "start.svh"

(* anyconst *) reg [IndexBits-1:0] place_f;
(* anyconst *) reg [IndexBits-1:0] other_f;

// ---- What is around the module
always @* assume (place_f <= LastPlace[IndexBits-1:0] && other_f <= LastPlace[IndexBits-1:0]);
always @* assume (!grant_i || any_o);  // R-ARB-2

// ---- What is watched
function [15:0] total_f(input [N*4-1:0] weights);
  integer k;
  begin
    total_f = 16'd0;
    for (k = 0; k < N; k = k + 1) total_f = total_f + (Kind == flitlock_pkg::ArbWeighted ? {12'd0, weights[k*4+:4]} : 16'd1);
  end
endfunction
localparam [15:0] Total_f = total_f(Weight);
wire [15:0] own_f;
wire [15:0] bound_f;
assign own_f = Kind == flitlock_pkg::ArbWeighted ? {12'd0, Weight[place_f*4+:4]} : 16'd1;
assign bound_f = Total_f - own_f;  // what the others may get in a round

reg [15:0] passed_f;
always @(posedge clk_i or negedge rst_ni) begin
  if (!rst_ni) passed_f <= 16'd0;
  else if (!request_i[place_f] || (grant_i && winner_o == place_f)) passed_f <= 16'd0;
  else if (grant_i) passed_f <= passed_f + 16'd1;
end

// Steps from the pointer to a place, going round.
wire [31:0] pointer_f;
wire [31:0] winner_f;
wire [31:0] to_winner_f;
wire [31:0] to_other_f;
wire [31:0] wide_other_f;
assign pointer_f = {{32 - IndexBits{1'b0}}, pointer_q};
assign winner_f = {{32 - IndexBits{1'b0}}, winner_o};
assign wide_other_f = {{32 - IndexBits{1'b0}}, other_f};
assign to_winner_f = winner_f >= pointer_f ? winner_f - pointer_f : winner_f + N - pointer_f;
assign to_other_f = wide_other_f >= pointer_f ? wide_other_f - pointer_f : wide_other_f + N - pointer_f;

// ---- What has to hold
always @* if (rst_ni) begin
  arbiter_any:      assert (any_o == (request_i != {N{1'b0}}));
  arbiter_asked:    assert (!any_o || request_i[winner_o]);
  arbiter_idle:     assert (any_o || winner_o == {IndexBits{1'b0}});
  arbiter_range:    assert (pointer_q <= LastPlace[IndexBits-1:0]);
end
generate
  if (Kind == flitlock_pkg::ArbOldest) begin : gen_oldest_f
    wire [31:0] younger;  // how much younger the winner is than the other place
    assign younger = birth_i[winner_o*32+:32] - birth_i[other_f*32+:32];
    // Births in a block lie less than 2^31 apart (R-ARB-4): all within 2^30 of the first one.
    genvar a;
    for (a = 0; a < N; a = a + 1) begin : gen_apart_f
      wire [31:0] apart;
      assign apart = birth_i[a*32+:32] - birth_i[0+:32] + 32'h20000000;
      always @* assume (apart < 32'h40000000);
    end
    always @* if (rst_ni && request_i[other_f]) begin
      arbiter_oldest: assert (younger == 32'd0 || younger[31]);
      arbiter_tie:    assert (younger != 32'd0 || to_winner_f <= to_other_f);
    end
  end else begin : gen_cyclic_f
    always @* if (rst_ni && request_i[other_f])
      arbiter_first:  assert (to_winner_f <= to_other_f);  // nobody between the pointer and the winner asks
    // A place that asks in every cycle is granted when the others have had their turns.
    always @* if (rst_ni)
      arbiter_bound:  assert (passed_f <= bound_f);
    // That is inductive with what the others may still get: their turns from the pointer up to the place.
    reg [15:0] left_f;
    integer k_f;
    always @* begin
      left_f = 16'd0;
      for (k_f = 0; k_f < N; k_f = k_f + 1)
        if (place_f >= pointer_q ? k_f[IndexBits-1:0] >= pointer_q && k_f[IndexBits-1:0] < place_f
                                 : k_f[IndexBits-1:0] >= pointer_q || k_f[IndexBits-1:0] < place_f)
          left_f = left_f + (Kind == flitlock_pkg::ArbWeighted ? {12'd0, Weight[k_f*4+:4]} : 16'd1);
    end
    if (Kind == flitlock_pkg::ArbWeighted) begin : gen_weighted_f
      always @* if (rst_ni) begin
        arbiter_used_q: assert (gen_weighted.used_q < Weight[pointer_q*4+:4]);
        arbiter_turns:  assert (passed_f + left_f <= bound_f + (pointer_q == place_f ? 16'd0 : {12'd0, gen_weighted.used_q}));
      end
    end else begin : gen_plain_f
      always @* if (rst_ni)
        arbiter_turns:  assert (passed_f + left_f <= bound_f);
    end
  end
endgenerate
// The pointer moves with a grant and not otherwise (R-ARB-2); with weights a place keeps it until they are spent (R-ARB-3).
reg [IndexBits-1:0] expected_f;
reg watch_f;
always @(posedge clk_i) begin
  watch_f <= rst_ni;
  expected_f <= grant_i ? (winner_o == LastPlace[IndexBits-1:0] ? {IndexBits{1'b0}} : winner_o + 1'b1) : pointer_q;
end
generate
  if (Kind != flitlock_pkg::ArbWeighted) begin : gen_pointer_f
    always @* if (rst_ni && !first_f && watch_f)
      arbiter_pointer: assert (pointer_q == expected_f);
  end
endgenerate

// ---- What must be reachable
always @(posedge clk_i) if (rst_ni) begin
  arbiter_waits: cover (N == 1 || passed_f == (Kind == flitlock_pkg::ArbOldest ? 16'd1 : bound_f));
  arbiter_wraps: cover (grant_i && winner_o < pointer_q || N == 1);
end
