// SPDX-License-Identifier: Apache-2.0
// L1 of one input: grants one VC of its input buffer and moves its packet to the crossbar buffer of the packet's
// output, in flits of that output's width. R-L1, R-W.
`include "flitlock_assert.svh"

module flitlock_level1 #(
  parameter integer Ports    = 2,
  parameter integer Vcs      = 2,
  parameter integer UnitBits = 512,
  parameter integer InUnits  = 1,                              // width of this input
  parameter integer Arbiter  = flitlock_pkg::ArbRoundRobin,
  parameter [Vcs*4-1:0] VcWeight   = {Vcs{4'd1}},
  parameter [Vcs*4-1:0] VcMap      = {Vcs{4'd0}},              // R-L1-7, of this input
  parameter [Ports*2-1:0] OutUnits = {Ports{2'd1}},            // width of each output, 0: there is none
  parameter integer VcBits   = Vcs > 1 ? $clog2(Vcs) : 1,
  parameter integer InBits   = flitlock_pkg::HeaderBits + InUnits * UnitBits,
  parameter integer FlitBits = flitlock_pkg::HeaderBits + 2 * UnitBits
) (
  input  wire                                       clk_i,
  input  wire                                       rst_ni,
  // the input buffer
  input  wire [                            Vcs-1:0] visible_i,
  input  wire [                            Vcs-1:0] second_i,
  input  wire [Vcs*flitlock_pkg::InputMetaBits-1:0] meta_i,
  input  wire [                         InBits-1:0] front_i,
  input  wire [                         InBits-1:0] next_i,
  output wire [                         VcBits-1:0] select_o,
  output wire [                                1:0] pop_o,
  // the crossbar buffers of this input: VC v of output o is number o * Vcs + v
  input  wire [                    Ports*Vcs*4-1:0] free_i,
  output wire [                          Ports-1:0] push_o,
  output wire [                         VcBits-1:0] push_vc_o,
  output wire [                       FlitBits-1:0] push_flit_o,
  // the credit lane, R-L1-6
  output wire [                          Vcs*2-1:0] credit_o
);
  /* verilator no_inline_module */  // one copy of its code for all instances with the same parameters

  localparam integer MetaBits = flitlock_pkg::InputMetaBits;

  wire [Vcs-1:0] candidate;
  wire [Vcs*32-1:0] birth;
  wire held;
  wire move;
  wire offer;
  wire tail;

  genvar v;
  generate
    for (v = 0; v < Vcs; v = v + 1) begin : gen_vc
      wire [3:0] length;
      wire [3:0] port;
      wire wide;
      wire [3:0] need;
      wire [3:0] room;
      wire offered;
      assign length = meta_i[v*MetaBits+flitlock_pkg::MetaLenLsb+:4];
      assign port = meta_i[v*MetaBits+flitlock_pkg::MetaPortLsb+:4];
      assign birth[v*32+:32] = meta_i[v*MetaBits+flitlock_pkg::InputMetaBirthLsb+:32];
      assign wide = OutUnits[port*2+:2] == 2'd2;
      assign need = wide ? {1'b0, length[3:1]} + {3'd0, length[0]} : length;  // R-FL-4
      assign room = free_i[(port*Vcs+{28'd0, VcMap[v*4+:4]})*4+:4];
      assign offered = InUnits == 1 && wide && length != 4'd1 ? second_i[v] : visible_i[v];
      assign candidate[v] = !held && offered && meta_i[v*MetaBits+flitlock_pkg::MetaKnownLsb] && room >= need;
    end
  endgenerate

  flitlock_grant #(
    .N        (Vcs),
    .Kind     (Arbiter),
    .Weight   (VcWeight),
    .IndexBits(VcBits)
  ) i_grant (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .candidate_i(candidate),
    .birth_i    (birth),
    .offer_i    (offer),
    .tail_i     (tail),
    .held_o     (held),
    .select_o   (select_o),
    .move_o     (move)
  );

  // The selected packet: its output, its new VC, its next flit.
  wire [3:0] out_port;
  wire [3:0] out_vc;
  wire [flitlock_pkg::HeaderBits-1:0] header;
  wire [2*UnitBits-1:0] payload;
  wire [1:0] freed;
  wire half;
  reg half_q;
  assign out_port = meta_i[select_o*MetaBits+flitlock_pkg::MetaPortLsb+:4];
  assign out_vc   = VcMap[select_o*4+:4];

  flitlock_width_in #(
    .UnitBits(UnitBits),
    .InUnits (InUnits)
  ) i_width_in (
    .front_header_i (front_i[flitlock_pkg::HeaderBits-1:0]),
    .front_payload_i(front_i[InBits-1:flitlock_pkg::HeaderBits]),
    .front_visible_i(visible_i[select_o]),
    .next_payload_i (next_i[InBits-1:flitlock_pkg::HeaderBits]),
    .next_visible_i (second_i[select_o]),
    .wide_i         (OutUnits[out_port*2+:2] == 2'd2),
    .half_i         (half_q),
    .offer_o        (offer),
    .header_o       (header),
    .payload_o      (payload),
    .tail_o         (tail),
    .free_o         (freed),
    .half_o         (half)
  );

  assign pop_o       = move ? freed : 2'd0;
  assign push_vc_o   = out_vc[VcBits-1:0];
  assign push_flit_o = {payload, header[flitlock_pkg::HeaderBits-1:4], out_vc};

  generate
    for (v = 0; v < Ports; v = v + 1) begin : gen_port
      localparam [31:0] Port = v;
      assign push_o[v] = move && out_port == Port[3:0];
    end
  endgenerate

  reg [Vcs*2-1:0] credit_q;
  reg [Vcs*2-1:0] credit_d;
  assign credit_o = credit_q;
  always_comb begin
    credit_d = {Vcs * 2{1'b0}};
    credit_d[select_o*2+:2] = pop_o;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      half_q   <= 1'b0;
      credit_q <= {Vcs * 2{1'b0}};
    end else begin
      if (move) half_q <= half;
      credit_q <= credit_d;
    end
  end

  `FLITLOCK_ASSERT(!move || held == !front_i[flitlock_pkg::HeadLsb] || half_q,
                   "R-FL-5: a packet does not begin with its head")
  `FLITLOCK_ASSERT(!move || |push_o, "R-L1-2: a flit moves to no output")
endmodule
