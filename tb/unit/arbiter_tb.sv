// SPDX-License-Identifier: Apache-2.0
// flitlock_arbiter against the words of R-ARB, for one kind and number of places: random requests, with and without grant.
// At the end all places ask at once for a while: each is served as often as its weight says.
`timescale 1ns / 1ns
module arbiter_tb #(
  parameter integer N = 5,
  parameter integer Kind = 0,
  parameter integer Cycles = 3000
);
  localparam integer IndexBits = N > 1 ? $clog2(N) : 1;

  function [N*4-1:0] weights(input integer kind);
    integer k;
    begin
      for (k = 0; k < N; k = k + 1) weights[k*4+:4] = kind == 1 ? k % 4 + 1 : 1;
    end
  endfunction
  localparam [N*4-1:0] Weight = weights(Kind);

  reg clk = 1'b0, rst_n = 1'b1, grant = 1'b0;
  reg [N-1:0] request = 0;
  reg [N*32-1:0] birth = 0;
  wire any;
  wire [IndexBits-1:0] winner;

  flitlock_arbiter #(.N(N), .Kind(Kind), .Weight(Weight)) i_dut (
    .clk_i(clk), .rst_ni(rst_n), .request_i(request), .birth_i(birth), .grant_i(grant), .any_o(any), .winner_o(winner)
  );

  integer failures, cycle, seed, k, place, expected, pointer, used, grants, total;
  integer served [0:N-1];
  reg signed [31:0] difference;

  initial begin
    failures = 0; seed = 11; pointer = 0; used = 0; grants = 0; total = 0;
    for (k = 0; k < N; k = k + 1) begin served[k] = 0; total = total + Weight[k*4+:4]; end
    #1 rst_n = 1'b0;
    #1 rst_n = 1'b1;
    #1;
    for (cycle = 0; cycle < Cycles + 20 * total; cycle = cycle + 1) begin
      // Births wrap around 2^32 and often are equal.
      for (k = 0; k < N; k = k + 1)
        birth[k*32+:32] = cycle >= Cycles ? 0 : 32'hfffffffc + $unsigned($random(seed)) % 8;
      request = cycle >= Cycles ? {N{1'b1}} : $random(seed) & $random(seed);
      if (cycle == Cycles) begin  // from a known state
        rst_n = 1'b0;
        #1 rst_n = 1'b1;
        pointer = 0; used = 0;
      end
      #1;
      expected = -1;
      for (k = 0; k < N; k = k + 1) begin
        place = (pointer + k) % N;
        if (request[place]) begin
          difference = expected < 0 ? 0 : birth[place*32+:32] - birth[expected*32+:32];
          if (expected < 0 || (Kind == 2 && difference < 0)) expected = place;
        end
      end
      if (any != (expected >= 0) || (expected >= 0 && winner != expected)) begin
        failures = failures + 1;
        if (failures < 10) $display("FAIL cycle %0d: winner %0d, expected %0d, pointer %0d", cycle, winner, expected, pointer);
      end
      grant = expected >= 0 && (cycle >= Cycles || $random(seed) % 4 != 0);
      if (grant) begin
        grants = grants + 1;
        if (cycle >= Cycles) served[expected] = served[expected] + 1;
        if (Kind == 1) begin
          used = expected == pointer ? used + 1 : 1;
          pointer = expected;
          if (used >= Weight[expected*4+:4]) begin
            pointer = (expected + 1) % N;
            used = 0;
          end
        end else pointer = (expected + 1) % N;
      end
      #1 clk = 1'b1;
      #1 clk = 1'b0; grant = 1'b0;
    end
    for (k = 0; k < N; k = k + 1)
      if (served[k] != 20 * Weight[k*4+:4]) begin
        failures = failures + 1;
        $display("FAIL place %0d served %0d times of %0d", k, served[k], 20 * Weight[k*4+:4]);
      end
    if (grants < Cycles / 8) begin
      failures = failures + 1;
      $display("FAIL too few grants: %0d", grants);
    end
    if (failures == 0) $display("PASS arbiter_tb: %0d places, kind %0d, %0d grants", N, Kind, grants);
    $finish;
  end
endmodule
