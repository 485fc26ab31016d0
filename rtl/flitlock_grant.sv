// SPDX-License-Identifier: Apache-2.0
// An arbiter whose winner holds the grant until the tail of its packet has moved: what the three levels share
// (R-L1-3 to R-L1-5, R-L2-3, R-L3-3).
`include "flitlock_assert.svh"

module flitlock_grant #(
  parameter integer N         = 2,
  parameter integer Kind      = flitlock_pkg::ArbRoundRobin,
  parameter [N*4-1:0] Weight  = {N{4'd1}},
  parameter integer IndexBits = N > 1 ? $clog2(N) : 1
) (
  input  wire                 clk_i,
  input  wire                 rst_ni,
  input  wire [        N-1:0] candidate_i,  // places that may be granted; looked at only while no packet holds the grant
  input  wire [     N*32-1:0] birth_i,
  input  wire                 offer_i,      // place select_o has a flit that can move at this edge
  input  wire                 tail_i,       // that flit is a tail
  output wire                 held_o,       // a packet holds the grant
  output wire [IndexBits-1:0] select_o,
  output wire                 move_o        // the flit of select_o moves at this edge
);
  /* verilator no_inline_module */  // one copy of its code for all instances with the same parameters

  reg                  held_q;
  reg  [IndexBits-1:0] holder_q;
  wire                 any;
  wire                 grant;
  wire [IndexBits-1:0] winner;

  assign held_o   = held_q;
  assign grant    = any && !held_q;
  assign select_o = held_q ? holder_q : winner;
  assign move_o   = held_q ? offer_i : any;

  flitlock_arbiter #(
    .N        (N),
    .Kind     (Kind),
    .Weight   (Weight),
    .IndexBits(IndexBits)
  ) i_arbiter (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(candidate_i),
    .birth_i  (birth_i),
    .grant_i  (grant),
    .any_o    (any),
    .winner_o (winner)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q   <= 1'b0;
      holder_q <= {IndexBits{1'b0}};
    end else begin
      if (move_o) held_q <= !tail_i;
      if (grant) holder_q <= winner;
    end
  end

  `FLITLOCK_ASSERT(!grant || offer_i, "R-L1-3: a place was granted that has no flit")
endmodule
