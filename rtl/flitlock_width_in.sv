// SPDX-License-Identifier: Apache-2.0
// The read side of an input buffer: makes flits of the output's width from entries of the input's width, R-W.
module flitlock_width_in #(
  parameter integer UnitBits = 512,
  parameter integer InUnits  = 1     // units of an entry, 1 or 2
) (
  input  wire [  flitlock_pkg::HeaderBits-1:0] front_header_i,
  input  wire [           InUnits*UnitBits-1:0] front_payload_i,
  input  wire                                  front_visible_i,
  input  wire [           InUnits*UnitBits-1:0] next_payload_i,   // the entry behind it
  input  wire                                  next_visible_i,
  input  wire                                  wide_i,           // the output takes two units
  input  wire                                  half_i,           // the first unit of the front entry has left before
  output wire                                  offer_o,
  output wire [  flitlock_pkg::HeaderBits-1:0] header_o,
  output wire [                 2*UnitBits-1:0] payload_o,
  output wire                                  tail_o,
  output wire [                            1:0] free_o,           // entries that this flit uses up
  output wire                                  half_o            // half_i after this flit
);
  /* verilator no_inline_module */  // one copy of its code for all instances with the same parameters

  wire [3:0] length;
  wire [3:0] front_seq;
  wire [1:0] front_units;
  wire [3:0] seq;
  wire [1:0] units;

  assign length      = front_header_i[flitlock_pkg::LenLsb+:4];
  assign front_seq   = front_header_i[flitlock_pkg::SeqLsb+:4];
  assign front_units = front_header_i[flitlock_pkg::UnitsLsb+:2];

  generate
    if (InUnits == 1) begin : gen_narrow
      // R-W-1 and R-W-4: with a wide output two entries make a flit, unless this is an odd last unit.
      wire merge;
      assign merge     = wide_i && front_seq + 4'd1 != length;
      assign offer_o   = front_visible_i && (!merge || next_visible_i);
      assign seq       = front_seq;
      assign units     = merge ? 2'd2 : front_units;
      assign payload_o = {merge ? next_payload_i : {UnitBits{1'b0}}, front_payload_i};
      assign free_o    = merge ? 2'd2 : 2'd1;
      assign half_o    = 1'b0;
    end else begin : gen_wide
      // R-W-1 to R-W-3: with a narrow output an entry of two units leaves in two flits.
      wire split;
      assign split     = !wide_i && front_units == 2'd2;
      assign offer_o   = front_visible_i;
      assign seq       = front_seq + {3'd0, half_i};
      assign units     = wide_i ? front_units : 2'd1;
      assign payload_o = wide_i ? front_payload_i
          : {{UnitBits{1'b0}}, half_i ? front_payload_i[UnitBits+:UnitBits] : front_payload_i[0+:UnitBits]};
      assign half_o    = split && !half_i;
      assign free_o    = half_o ? 2'd0 : 2'd1;
    end
  endgenerate

  assign tail_o = seq + {2'd0, units} == length;
  assign header_o = {
    front_header_i[flitlock_pkg::HeaderBits-1:flitlock_pkg::OpLsb],
    seq,
    length,
    units,
    tail_o,
    seq == 4'd0,
    front_header_i[flitlock_pkg::VcLsb+:4]
  };
endmodule
