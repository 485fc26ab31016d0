// SPDX-License-Identifier: Apache-2.0
// L3 of one output: grants one VC of its output buffer, given credits for the whole packet, and presents its flits on
// the link. R-L3.
module flitlock_level3 #(
  parameter integer Vcs      = 2,
  parameter integer UnitBits = 512,
  parameter integer OutUnits = 1,                             // width of this output
  parameter integer Arbiter  = flitlock_pkg::ArbRoundRobin,
  parameter [Vcs*4-1:0] VcWeight = {Vcs{4'd1}},
  parameter [Vcs*16-1:0] Credits = {Vcs{16'd8}},              // depth of the buffer at the far end
  parameter integer VcBits   = Vcs > 1 ? $clog2(Vcs) : 1,
  parameter integer FlitBits = flitlock_pkg::HeaderBits + OutUnits * UnitBits
) (
  input  wire                                  clk_i,
  input  wire                                  rst_ni,
  // the output buffer
  input  wire [                       Vcs-1:0] visible_i,
  input  wire [Vcs*flitlock_pkg::MetaBits-1:0] meta_i,
  input  wire [                  FlitBits-1:0] front_i,
  output wire [                    VcBits-1:0] select_o,
  output wire                                  pop_o,
  // the link
  input  wire [                     Vcs*2-1:0] credit_i,
  output wire                                  valid_o,
  output wire [  flitlock_pkg::HeaderBits-1:0] header_o,
  output wire [                2*UnitBits-1:0] payload_o
);
  /* verilator no_inline_module */  // one copy of its code for all instances with the same parameters

  localparam integer MetaBits = flitlock_pkg::MetaBits;

  wire [Vcs-1:0] candidate;
  wire [Vcs*32-1:0] birth;
  wire held;

  genvar v;
  generate
    for (v = 0; v < Vcs; v = v + 1) begin : gen_vc
      localparam [31:0] Number = v;
      wire [3:0] length;
      wire [3:0] need;
      wire [15:0] available;
      assign length = meta_i[v*MetaBits+flitlock_pkg::MetaLenLsb+:4];
      assign birth[v*32+:32] = meta_i[v*MetaBits+flitlock_pkg::MetaBirthLsb+:32];
      assign need = OutUnits == 2 ? {1'b0, length[3:1]} + {3'd0, length[0]} : length;  // R-FL-4
      assign candidate[v] = !held && visible_i[v] && available >= {12'd0, need};
      flitlock_credit_counter #(
        .Depth(Credits[v*16+:16])
      ) i_credit_counter (
        .clk_i      (clk_i),
        .rst_ni     (rst_ni),
        .add_i      (credit_i[v*2+:2]),
        .take_i     (pop_o && select_o == Number[VcBits-1:0]),
        .available_o(available)
      );
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
    .offer_i    (visible_i[select_o]),
    .tail_i     (front_i[flitlock_pkg::TailLsb]),
    .held_o     (held),
    .select_o   (select_o),
    .move_o     (pop_o)
  );

  // R-CH-2, R-FL-8: registers, 0 without a flit.
  reg valid_q;
  reg [FlitBits-1:0] flit_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      flit_q  <= {FlitBits{1'b0}};
    end else begin
      valid_q <= pop_o;
      if (pop_o) flit_q <= front_i;
      else if (valid_q) flit_q <= {FlitBits{1'b0}};
    end
  end

  assign valid_o  = valid_q;
  assign header_o = flit_q[flitlock_pkg::HeaderBits-1:0];
  generate
    if (OutUnits == 2) begin : gen_wide
      assign payload_o = flit_q[FlitBits-1:flitlock_pkg::HeaderBits];
    end else begin : gen_narrow
      assign payload_o = {{UnitBits{1'b0}}, flit_q[FlitBits-1:flitlock_pkg::HeaderBits]};
    end
  endgenerate
endmodule
