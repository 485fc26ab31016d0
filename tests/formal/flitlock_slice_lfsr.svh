// SPDX-License-Identifier: Apache-2.0
// Properties of flitlock_slice_lfsr, R-L2S-VIC-3 and -5, for every seed.
`include "start.svh"

// ---- What is around the module: the seed is a static input, and never 0 (R-L2S-STATE-4).
(* anyconst *) reg [15:0] seed_f;
always @* assume (seed_i == seed_f && seed_f != 16'd0);

reg [15:0] last_f;
reg ran_f, told_f;  // there was an edge; at it the LFSR was told to move
always @(posedge clk_i or negedge rst_ni) begin
  if (!rst_ni) ran_f <= 1'b0;
  else ran_f <= 1'b1;
end
always @(posedge clk_i) begin
  last_f <= value_o;
  told_f <= step_i;
end

// ---- What has to hold
always @* if (rst_ni) begin
  lfsr_not_zero: assert (value_o != 16'd0);
  lfsr_waits:    assert (!ran_f || told_f || value_o == last_f);
end

// ---- What must be reachable
always @(posedge clk_i) if (rst_ni) begin
  lfsr_page: cover (seed_i == 16'hace1 && value_o == 16'hc2c4);
end
