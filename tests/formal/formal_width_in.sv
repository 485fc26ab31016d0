// SPDX-License-Identifier: Apache-2.0
// Properties of flitlock_width_in, with the register half_q of flitlock_level1 that it is used with. Packets of any length
// pass; in each the solver chooses a unit, whose payload is watched from the entry to the flit.
module formal_width_in #(
  parameter integer UnitBits = 4,
  parameter integer InUnits  = 1
) (
  input  wire                                clk_i,
  input  wire                                rst_ni,
  input  wire [flitlock_pkg::HeaderBits-1:0] front_header_i,
  input  wire [        InUnits*UnitBits-1:0] front_payload_i,
  input  wire                                front_visible_i,
  input  wire [        InUnits*UnitBits-1:0] next_payload_i,
  input  wire                                next_visible_i,
  input  wire                                wide_i,
  input  wire                                half_i
);
  wire offer_o;
  wire [flitlock_pkg::HeaderBits-1:0] header_o;
  wire [2*UnitBits-1:0] payload_o;
  wire tail_o;
  wire [1:0] free_o;
  wire half_o;
  flitlock_width_in #(
    .UnitBits(UnitBits),
    .InUnits (InUnits)
  ) i_width_in (
    .front_header_i (front_header_i),
    .front_payload_i(front_payload_i),
    .front_visible_i(front_visible_i),
    .next_payload_i (next_payload_i),
    .next_visible_i (next_visible_i),
    .wide_i         (wide_i),
    .half_i         (half_i),
    .offer_o        (offer_o),
    .header_o       (header_o),
    .payload_o      (payload_o),
    .tail_o         (tail_o),
    .free_o         (free_o),
    .half_o         (half_o)
  );

`include "start.svh"

  (* anyseq *) reg [3:0] any_length_f;
  (* anyseq *) reg [3:0] any_unit_f;
  (* anyseq *) reg [UnitBits-1:0] any_token_f;
  (* anyseq *) reg any_wide_f;
  (* anyseq *) reg move_f;  // the flit moves at this edge, if one is offered

  // ---- What is around the module: the front entries of the packet of which sent_f units have left, R-FL-3, R-W
  reg [3:0] sent_f;
  reg half_f;
  reg [3:0] length_q, unit_q;
  reg [UnitBits-1:0] token_q;
  reg wide_q;
  wire [3:0] length_f, unit_f;
  wire [UnitBits-1:0] token_f;
  wire [3:0] front_f;  // first unit of the front entry
  assign length_f = sent_f == 4'd0 ? any_length_f : length_q;
  assign unit_f = sent_f == 4'd0 ? any_unit_f : unit_q;
  assign token_f = sent_f == 4'd0 ? any_token_f : token_q;
  assign front_f = sent_f - {3'd0, half_f};
  wire [3:0] left_f;
  assign left_f = length_f - front_f;
  always @* begin
    assume (length_f != 4'd0 && unit_f < length_f);
    assume (wide_i == (sent_f == 4'd0 ? any_wide_f : wide_q));
    assume (half_i == half_f);
    assume (front_header_i[flitlock_pkg::LenLsb+:4] == length_f);
    assume (front_header_i[flitlock_pkg::SeqLsb+:4] == front_f);
    assume (front_header_i[flitlock_pkg::UnitsLsb+:2] == (InUnits == 2 && left_f >= 4'd2 ? 2'd2 : 2'd1));
    if (unit_f == front_f) assume (front_payload_i[UnitBits-1:0] == token_f);
    if (InUnits == 2 && unit_f == front_f + 4'd1) assume (front_payload_i[InUnits*UnitBits-1-:UnitBits] == token_f);
    if (InUnits == 1 && unit_f == front_f + 4'd1) assume (next_payload_i[UnitBits-1:0] == token_f);
    if (InUnits == 2 && left_f == 4'd1) assume (front_payload_i[InUnits*UnitBits-1-:UnitBits] == {UnitBits{1'b0}});
    if (next_visible_i) assume (front_visible_i);
  end

  wire [3:0] out_seq_f;
  wire [1:0] out_units_f;
  assign out_seq_f = header_o[flitlock_pkg::SeqLsb+:4];
  assign out_units_f = header_o[flitlock_pkg::UnitsLsb+:2];
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sent_f <= 4'd0;
      half_f <= 1'b0;
    end else if (offer_o && move_f) begin
      sent_f  <= tail_o ? 4'd0 : sent_f + {2'd0, out_units_f};
      half_f  <= half_o;
      length_q <= length_f;
      unit_q  <= unit_f;
      token_q <= token_f;
      wide_q  <= wide_i;
    end
  end

  // ---- What has to hold
  wire [3:0] rest_f;
  wire [1:0] units_f;
  assign rest_f = length_f - sent_f;
  assign units_f = wide_i && rest_f >= 4'd2 ? 2'd2 : 2'd1;
  always @* if (rst_ni) begin
    width_within:  assert (sent_f < length_f);
    // Offered exactly when the units of the flit are visible.
    width_offer:   assert (offer_o == (front_visible_i && (InUnits == 2 || units_f == 2'd1 || next_visible_i)));
    if (offer_o) begin
      width_order: assert (out_seq_f == sent_f);
      width_units: assert (out_units_f == units_f);
      width_head:  assert (header_o[flitlock_pkg::HeadLsb] == (sent_f == 4'd0));
      width_tail:  assert (tail_o == (rest_f == {2'd0, units_f}) && tail_o == header_o[flitlock_pkg::TailLsb]);
      width_rest:  assert (header_o[flitlock_pkg::HeaderBits-1:flitlock_pkg::OpLsb]
                           == front_header_i[flitlock_pkg::HeaderBits-1:flitlock_pkg::OpLsb]
                           && header_o[flitlock_pkg::VcLsb+:4] == front_header_i[flitlock_pkg::VcLsb+:4]
                           && header_o[flitlock_pkg::LenLsb+:4] == length_f);
      // No unit lost or doubled: the one that is watched is in the flit of its number, at its place.
      if (unit_f == sent_f)
        width_low:   assert (payload_o[UnitBits-1:0] == token_f);
      if (units_f == 2'd2 && unit_f == sent_f + 4'd1)
        width_high:  assert (payload_o[UnitBits+:UnitBits] == token_f);
      if (units_f == 2'd1)
        width_zero:  assert (payload_o[UnitBits+:UnitBits] == {UnitBits{1'b0}});  // R-FL-8
      // An entry is used up with its last unit.
      width_free:  assert (free_o == (InUnits == 1 ? units_f
                                      : {1'b0, sent_f + {2'd0, units_f} == (left_f >= 4'd2 ? front_f + 4'd2 : front_f + 4'd1)}));
      width_half:  assert (half_o == (InUnits == 2 && free_o == 2'd0));
    end
    // Inductive: where a packet stands
    width_even:    assert (InUnits == 1 || half_f == sent_f[0]);
    width_pairs:   assert (!(sent_f != 4'd0 && wide_i) || !sent_f[0]);
    width_halves:  assert (!half_f || (sent_f != 4'd0 && InUnits == 2 && !wide_i));
  end

  // ---- What must be reachable
  always @(posedge clk_i) if (rst_ni) begin
    width_long: cover (offer_o && move_f && tail_o && length_f == 4'd7);
    width_both: cover (offer_o && move_f && unit_f == sent_f && sent_f != 4'd0);
  end
endmodule
