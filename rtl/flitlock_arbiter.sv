// SPDX-License-Identifier: Apache-2.0
// Picks one of N places, R-ARB. `winner_o` follows `request_i` within the cycle; the state moves when `grant_i` says
// that the winner was granted.
`include "flitlock_assert.svh"

module flitlock_arbiter #(
  parameter integer N         = 2,
  parameter integer Kind      = flitlock_pkg::ArbRoundRobin,
  parameter [N*4-1:0] Weight  = {N{4'd1}},  // Kind ArbWeighted: 1 to 15 for each place
  parameter integer IndexBits = N > 1 ? $clog2(N) : 1
) (
  input  wire                 clk_i,
  input  wire                 rst_ni,
  input  wire [        N-1:0] request_i,
  input  wire [     N*32-1:0] birth_i,    // Kind ArbOldest: of the flit at the front of each place
  input  wire                 grant_i,
  output wire                 any_o,      // somebody asks
  output wire [IndexBits-1:0] winner_o    // 0 when nobody asks
);
  reg [IndexBits-1:0] pointer_q;
  reg [IndexBits-1:0] winner;
  wire [IndexBits-1:0] after_winner;
  localparam [31:0] LastPlace = N - 1;

  assign any_o        = |request_i;
  assign winner_o     = winner;
  assign after_winner = winner == LastPlace[IndexBits-1:0] ? {IndexBits{1'b0}} : winner + 1'b1;

  generate
    if (Kind == flitlock_pkg::ArbOldest) begin : gen_oldest
      // From the pointer to the end, then from 0 to the pointer; a later place wins only with a smaller birth, so equal
      // births keep the order of the round robin.
      reg        found;
      reg [31:0] oldest;
      reg [31:0] difference;
      always_comb begin
        winner     = {IndexBits{1'b0}};
        found      = 1'b0;
        oldest     = 32'd0;
        difference = 32'd0;
        for (int k = 0; k < N; k++) begin
          difference = birth_i[k*32+:32] - oldest;
          if (request_i[k] && k[IndexBits-1:0] >= pointer_q && (!found || difference[31])) begin
            winner = k[IndexBits-1:0];
            found  = 1'b1;
            oldest = birth_i[k*32+:32];
          end
        end
        for (int k = 0; k < N; k++) begin
          difference = birth_i[k*32+:32] - oldest;
          if (request_i[k] && k[IndexBits-1:0] < pointer_q && (!found || difference[31])) begin
            winner = k[IndexBits-1:0];
            found  = 1'b1;
            oldest = birth_i[k*32+:32];
          end
        end
      end
    end else begin : gen_cyclic
      // Downwards, so that the lowest place at or after the pointer is written last; those before the pointer are
      // looked at first and count only if there is none after it.
      always_comb begin
        winner = {IndexBits{1'b0}};
        if (any_o) begin
          for (int k = N - 1; k >= 0; k--)
            if (request_i[k] && k[IndexBits-1:0] < pointer_q) winner = k[IndexBits-1:0];
          for (int k = N - 1; k >= 0; k--)
            if (request_i[k] && k[IndexBits-1:0] >= pointer_q) winner = k[IndexBits-1:0];
        end
      end
    end

    if (Kind == flitlock_pkg::ArbWeighted) begin : gen_weighted
      reg  [3:0] used_q;
      wire [3:0] used;
      wire       spent;
      assign used  = winner == pointer_q ? used_q + 4'd1 : 4'd1;
      assign spent = used >= Weight[winner*4+:4];
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          pointer_q <= {IndexBits{1'b0}};
          used_q    <= 4'd0;
        end else if (grant_i) begin
          pointer_q <= spent ? after_winner : winner;
          used_q    <= spent ? 4'd0 : used;
        end
      end
    end else begin : gen_plain
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) pointer_q <= {IndexBits{1'b0}};
        else if (grant_i) pointer_q <= after_winner;
      end
    end
  endgenerate

  generate
    if (N != 2 ** IndexBits) begin : gen_pointer_range
      `FLITLOCK_ASSERT(pointer_q <= LastPlace[IndexBits-1:0], "R-ARB-1: the pointer is no place")
    end
  endgenerate
  `FLITLOCK_ASSERT(!any_o || request_i[winner], "R-ARB-1: the winner did not ask")
  `FLITLOCK_ASSERT(!grant_i || any_o, "R-ARB-2: a grant without a candidate")
endmodule
