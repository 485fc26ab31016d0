// SPDX-License-Identifier: Apache-2.0
// L2 of one output: grants one pair (input, VC) of its crossbar buffers and moves its packet to the output buffer. R-L2.
module flitlock_level2 #(
  parameter integer Ports    = 2,
  parameter integer Vcs      = 2,
  parameter integer OutUnits = 1,                             // width of this output
  parameter integer Arbiter  = flitlock_pkg::ArbRoundRobin,
  parameter [Ports*4-1:0] InWeight = {Ports{4'd1}},           // of the inputs
  parameter integer PairBits = Ports * Vcs > 1 ? $clog2(Ports * Vcs) : 1
) (
  input  wire                                        clk_i,
  input  wire                                        rst_ni,
  // the crossbar buffers: pair `input * Vcs + vc`
  input  wire [                       Ports*Vcs-1:0] visible_i,
  input  wire [Ports*Vcs*flitlock_pkg::MetaBits-1:0] meta_i,
  input  wire                                        front_tail_i,  // of the selected pair's front flit
  output wire [                        PairBits-1:0] select_o,
  output wire                                        move_o,        // out of the crossbar buffer, into the output buffer
  // the output buffer
  input  wire [                           Vcs*4-1:0] free_i
);
  /* verilator no_inline_module */  // one copy of its code for all instances with the same parameters

  localparam integer Pairs = Ports * Vcs;
  localparam integer MetaBits = flitlock_pkg::MetaBits;

  function [Pairs*4-1:0] pair_weights(input [Ports*4-1:0] weight);
    integer p;
    begin
      for (p = 0; p < Pairs; p = p + 1) pair_weights[p*4+:4] = weight[(p/Vcs)*4+:4];
    end
  endfunction

  wire [Pairs-1:0] candidate;
  wire [Pairs*32-1:0] birth;
  wire held;

  genvar p;
  generate
    for (p = 0; p < Pairs; p = p + 1) begin : gen_pair
      wire [3:0] length;
      wire [3:0] need;
      assign length = meta_i[p*MetaBits+flitlock_pkg::MetaLenLsb+:4];
      assign birth[p*32+:32] = meta_i[p*MetaBits+flitlock_pkg::MetaBirthLsb+:32];
      assign need = OutUnits == 2 ? {1'b0, length[3:1]} + {3'd0, length[0]} : length;  // R-FL-4
      assign candidate[p] = !held && visible_i[p] && free_i[(p%Vcs)*4+:4] >= need;
    end
  endgenerate

  flitlock_grant #(
    .N        (Pairs),
    .Kind     (Arbiter),
    .Weight   (pair_weights(InWeight)),
    .IndexBits(PairBits)
  ) i_grant (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .candidate_i(candidate),
    .birth_i    (birth),
    .offer_i    (visible_i[select_o]),
    .tail_i     (front_tail_i),
    .held_o     (held),
    .select_o   (select_o),
    .move_o     (move_o)
  );
endmodule
