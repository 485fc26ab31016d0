// SPDX-License-Identifier: Apache-2.0
// The router of specification chapter 2:
//
//   input_buffer[in][vc] --L1--> crossbar_buffer[in][out][vc] --L2--> output_buffer[out][vc] --L3--> link
//
// The ports, their timing and the parameters are a public interface: docs/rtl-interface.md.
`include "flitlock_assert.svh"

module flitlock_router #(
  parameter integer Ports     = 4,
  parameter integer Vcs       = 2,
  parameter integer UnitBytes = 64,
  parameter [Ports*2-1:0] InUnits  = {Ports{2'd1}},  // width of each input in units, 0: the port has none
  parameter [Ports*2-1:0] OutUnits = {Ports{2'd1}},  // of each output
  // Depths in entries, for port p and VC v at 16 * (p * Vcs + v).
  parameter [Ports*Vcs*16-1:0] InputDepth    = {Ports * Vcs{16'd8}},
  parameter [Ports*Vcs*16-1:0] CrossbarDepth = {Ports * Vcs{16'd8}},  // of each input's buffer for output p
  parameter [Ports*Vcs*16-1:0] OutputDepth   = {Ports * Vcs{16'd8}},
  parameter [Ports*Vcs*16-1:0] Credits       = {Ports * Vcs{16'd8}},  // depth of the buffer at the far end of output p
  parameter [Ports*Vcs*4-1:0] VcMap = {Ports{identity(Vcs)}},         // R-L1-7: of input p, VC v
  parameter [2:0] Registered = 3'b000,               // R-REG-1: bit 0 input, 1 crossbar, 2 output buffers
  // R-ARB-5: flitlock_pkg::Arb*
  parameter integer ArbiterL1 = 0,
  parameter integer ArbiterL2 = 0,
  parameter integer ArbiterL3 = 0,
  parameter [Vcs*4-1:0] VcWeight   = {Vcs{4'd1}},    // L1 and L3
  parameter [Ports*4-1:0] InWeight = {Ports{4'd1}}   // L2
) (
  input  wire                                     clk_i,
  input  wire                                     rst_ni,
  // where the router is and where its ports lead: static (see flitlock_route)
  input  wire [                              1:0] cfg_kind_i,
  input  wire [                              7:0] cfg_gpu_i,
  input  wire [                              7:0] cfg_mesh_i,
  input  wire [                              7:0] cfg_node_i,
  input  wire [                              7:0] cfg_exit_node_i,
  input  wire [                              7:0] cfg_exit_port_i,
  input  wire [                              7:0] cfg_client_port_i,
  input  wire [                              7:0] cfg_switches_i,
  input  wire [                              7:0] cfg_switch_port_i,
  input  wire [                           2047:0] cfg_next_i,
  input  wire [                           2047:0] cfg_gpu_port_i,
  input  wire [                           2047:0] cfg_mesh_port_i,
  // inputs
  input  wire [                        Ports-1:0] in_valid_i,
  input  wire [Ports*flitlock_pkg::HeaderBits-1:0] in_header_i,
  input  wire [          Ports*2*UnitBytes*8-1:0] in_payload_i,
  output wire [                  Ports*Vcs*2-1:0] in_credit_o,
  // outputs
  output wire [                        Ports-1:0] out_valid_o,
  output wire [Ports*flitlock_pkg::HeaderBits-1:0] out_header_o,
  output wire [          Ports*2*UnitBytes*8-1:0] out_payload_o,
  input  wire [                  Ports*Vcs*2-1:0] out_credit_i
);
  localparam integer HeaderBits = flitlock_pkg::HeaderBits;
  localparam integer UnitBits = UnitBytes * 8;
  localparam integer FlitBits = HeaderBits + 2 * UnitBits;
  localparam integer VcBits = Vcs > 1 ? $clog2(Vcs) : 1;
  localparam integer PairBits = Ports * Vcs > 1 ? $clog2(Ports * Vcs) : 1;
  localparam integer MetaBits = flitlock_pkg::MetaBits;
  localparam integer InputMetaBits = flitlock_pkg::InputMetaBits;

  function [Vcs*4-1:0] identity(input integer vcs);
    integer v;
    begin
      for (v = 0; v < vcs; v = v + 1) identity[v*4+:4] = v[3:0];
    end
  endfunction

  // Depths of all crossbar buffers of one output; those of ports without an input are 0.
  function [Ports*Vcs*16-1:0] pair_depths(input [Vcs*16-1:0] depth);
    integer i;
    begin
      for (i = 0; i < Ports; i = i + 1)
        pair_depths[i*Vcs*16+:Vcs*16] = InUnits[i*2+:2] != 2'd0 ? depth : {Vcs * 16{1'b0}};
    end
  endfunction

  // From L1 of input i.
  wire [Ports*Ports-1:0] l1_push;  // to output o at i * Ports + o
  wire [Ports*VcBits-1:0] l1_vc;
  wire [Ports*FlitBits-1:0] l1_flit;
  wire [Ports*MetaBits-1:0] l1_meta;
  // Room in the crossbar buffers, at ((i * Ports + o) * Vcs + v) * 4.
  wire [Ports*Ports*Vcs*4-1:0] crossbar_free;

  genvar i, o;
  generate
    for (i = 0; i < Ports; i = i + 1) begin : gen_in
      if (InUnits[i*2+:2] == 2'd0) begin : gen_absent
        assign l1_push[i*Ports+:Ports]         = {Ports{1'b0}};
        assign l1_vc[i*VcBits+:VcBits]         = {VcBits{1'b0}};
        assign l1_flit[i*FlitBits+:FlitBits]   = {FlitBits{1'b0}};
        assign l1_meta[i*MetaBits+:MetaBits]   = {MetaBits{1'b0}};
        assign in_credit_o[i*Vcs*2+:Vcs*2]     = {Vcs * 2{1'b0}};
      end else begin : gen_present
        localparam integer Units = {30'd0, InUnits[i*2+:2]};
        localparam integer EntryBits = HeaderBits + Units * UnitBits;
        wire [HeaderBits-1:0] header;
        wire route_known;
        wire [3:0] route_port;
        wire [Vcs-1:0] visible;
        wire [Vcs-1:0] second;
        wire [Vcs*InputMetaBits-1:0] meta;
        wire [VcBits-1:0] select;
        wire [EntryBits-1:0] front;
        wire [EntryBits-1:0] next;
        wire [1:0] pop;
        assign header = in_header_i[i*HeaderBits+:HeaderBits];

        flitlock_route #(
          .Ports(Ports)
        ) i_route (
          .cfg_kind_i       (cfg_kind_i),
          .cfg_gpu_i        (cfg_gpu_i),
          .cfg_mesh_i       (cfg_mesh_i),
          .cfg_node_i       (cfg_node_i),
          .cfg_exit_node_i  (cfg_exit_node_i),
          .cfg_exit_port_i  (cfg_exit_port_i),
          .cfg_client_port_i(cfg_client_port_i),
          .cfg_switches_i   (cfg_switches_i),
          .cfg_switch_port_i(cfg_switch_port_i),
          .cfg_next_i       (cfg_next_i),
          .cfg_gpu_port_i   (cfg_gpu_port_i),
          .cfg_mesh_port_i  (cfg_mesh_port_i),
          .dst_i            (header[flitlock_pkg::DstLsb+:32]),
          .known_o          (route_known),
          .port_o           (route_port)
        );

        flitlock_fifo #(
          .Writers   (1),
          .PerWriter (Vcs),
          .Width     (EntryBits),
          .MetaBits  (InputMetaBits),
          .Depth     (InputDepth[i*Vcs*16+:Vcs*16]),
          .Registered(Registered[0]),
          .Peek      (Units == 1)
        ) i_input_buffer (
          .clk_i        (clk_i),
          .rst_ni       (rst_ni),
          .push_i       (in_valid_i[i]),
          .push_number_i(header[flitlock_pkg::VcLsb+:VcBits]),
          .push_data_i  ({in_payload_i[i*2*UnitBits+:Units*UnitBits], header}),
          .push_meta_i  ({header[flitlock_pkg::BirthLsb+:32], route_known, route_port, header[flitlock_pkg::LenLsb+:4]}),
          .visible_o    (visible),
          .second_o     (second),
          .free_o       (),
          .meta_o       (meta),
          .select_i     (select),
          .front_o      (front),
          .next_o       (next),
          .pop_i        (pop)
        );

        flitlock_level1 #(
          .Ports   (Ports),
          .Vcs     (Vcs),
          .UnitBits(UnitBits),
          .InUnits (Units),
          .Arbiter (ArbiterL1),
          .VcWeight(VcWeight),
          .VcMap   (VcMap[i*Vcs*4+:Vcs*4]),
          .OutUnits(OutUnits)
        ) i_level1 (
          .clk_i      (clk_i),
          .rst_ni     (rst_ni),
          .visible_i  (visible),
          .second_i   (second),
          .meta_i     (meta),
          .front_i    (front),
          .next_i     (next),
          .select_o   (select),
          .pop_o      (pop),
          .free_i     (crossbar_free[i*Ports*Vcs*4+:Ports*Vcs*4]),
          .push_o     (l1_push[i*Ports+:Ports]),
          .push_vc_o  (l1_vc[i*VcBits+:VcBits]),
          .push_flit_o(l1_flit[i*FlitBits+:FlitBits]),
          .credit_o   (in_credit_o[i*Vcs*2+:Vcs*2])
        );

        assign l1_meta[i*MetaBits+:MetaBits] = {
          l1_flit[i*FlitBits+flitlock_pkg::BirthLsb+:32], l1_flit[i*FlitBits+flitlock_pkg::LenLsb+:4]
        };

        // R-IN-2: errors of the sender.
        localparam [31:0] VcCount = Vcs;
        `FLITLOCK_ASSERT(!in_valid_i[i] || {28'd0, header[flitlock_pkg::VcLsb+:4]} < VcCount,
                         "R-IN-2: a flit of a VC that the router does not have")
        `FLITLOCK_ASSERT(!in_valid_i[i] || (header[flitlock_pkg::UnitsLsb+:2] != 2'd0
                                            && header[flitlock_pkg::UnitsLsb+:2] <= InUnits[i*2+:2]),
                         "R-IN-2: a flit of more units than the link has, or of none")
        `FLITLOCK_ASSERT(!in_valid_i[i] || route_known, "R-IN-2: a destination without a route")
      end
    end

    for (o = 0; o < Ports; o = o + 1) begin : gen_out
      if (OutUnits[o*2+:2] == 2'd0) begin : gen_absent
        for (i = 0; i < Ports; i = i + 1) begin : gen_in
          assign crossbar_free[(i*Ports+o)*Vcs*4+:Vcs*4] = {Vcs * 4{1'b0}};
        end
        assign out_valid_o[o]                            = 1'b0;
        assign out_header_o[o*HeaderBits+:HeaderBits]    = {HeaderBits{1'b0}};
        assign out_payload_o[o*2*UnitBits+:2*UnitBits]   = {2 * UnitBits{1'b0}};
      end else begin : gen_present
        localparam integer Units = {30'd0, OutUnits[o*2+:2]};
        localparam integer EntryBits = HeaderBits + Units * UnitBits;
        wire [Ports-1:0] push;
        wire [Ports*Vcs*4-1:0] free;
        wire [Ports*Vcs-1:0] pair_visible;
        wire [Ports*Vcs*MetaBits-1:0] pair_meta;
        wire [PairBits-1:0] pair;
        wire [EntryBits-1:0] pair_front;
        wire move;
        wire [Vcs*4-1:0] out_free;
        wire [Vcs-1:0] out_visible;
        wire [Vcs*MetaBits-1:0] out_meta;
        wire [VcBits-1:0] out_select;
        wire [EntryBits-1:0] out_front;
        wire out_pop;

        for (i = 0; i < Ports; i = i + 1) begin : gen_in
          assign push[i] = l1_push[i*Ports+o];
          assign crossbar_free[(i*Ports+o)*Vcs*4+:Vcs*4] = free[i*Vcs*4+:Vcs*4];
        end

        flitlock_fifo #(
          .Writers   (Ports),
          .PerWriter (Vcs),
          .Width     (EntryBits),
          .Stride    (FlitBits),
          .MetaBits  (MetaBits),
          .Depth     (pair_depths(CrossbarDepth[o*Vcs*16+:Vcs*16])),
          .Registered(Registered[1])
        ) i_crossbar_buffer (
          .clk_i        (clk_i),
          .rst_ni       (rst_ni),
          .push_i       (push),
          .push_number_i(l1_vc),
          .push_data_i  (l1_flit),
          .push_meta_i  (l1_meta),
          .visible_o    (pair_visible),
          .second_o     (),
          .free_o       (free),
          .meta_o       (pair_meta),
          .select_i     (pair),
          .front_o      (pair_front),
          .next_o       (),
          .pop_i        ({1'b0, move})
        );

        flitlock_level2 #(
          .Ports   (Ports),
          .Vcs     (Vcs),
          .OutUnits(Units),
          .Arbiter (ArbiterL2),
          .InWeight(InWeight)
        ) i_level2 (
          .clk_i       (clk_i),
          .rst_ni      (rst_ni),
          .visible_i   (pair_visible),
          .meta_i      (pair_meta),
          .front_tail_i(pair_front[flitlock_pkg::TailLsb]),
          .select_o    (pair),
          .move_o      (move),
          .free_i      (out_free)
        );

        flitlock_fifo #(
          .Writers   (1),
          .PerWriter (Vcs),
          .Width     (EntryBits),
          .MetaBits  (MetaBits),
          .Depth     (OutputDepth[o*Vcs*16+:Vcs*16]),
          .Registered(Registered[2])
        ) i_output_buffer (
          .clk_i        (clk_i),
          .rst_ni       (rst_ni),
          .push_i       (move),
          .push_number_i(pair_front[flitlock_pkg::VcLsb+:VcBits]),
          .push_data_i  (pair_front),
          .push_meta_i  ({pair_front[flitlock_pkg::BirthLsb+:32], pair_front[flitlock_pkg::LenLsb+:4]}),
          .visible_o    (out_visible),
          .second_o     (),
          .free_o       (out_free),
          .meta_o       (out_meta),
          .select_i     (out_select),
          .front_o      (out_front),
          .next_o       (),
          .pop_i        ({1'b0, out_pop})
        );

        flitlock_level3 #(
          .Vcs     (Vcs),
          .UnitBits(UnitBits),
          .OutUnits(Units),
          .Arbiter (ArbiterL3),
          .VcWeight(VcWeight),
          .Credits (Credits[o*Vcs*16+:Vcs*16])
        ) i_level3 (
          .clk_i    (clk_i),
          .rst_ni   (rst_ni),
          .visible_i(out_visible),
          .meta_i   (out_meta),
          .front_i  (out_front),
          .select_o (out_select),
          .pop_o    (out_pop),
          .credit_i (out_credit_i[o*Vcs*2+:Vcs*2]),
          .valid_o  (out_valid_o[o]),
          .header_o (out_header_o[o*HeaderBits+:HeaderBits]),
          .payload_o(out_payload_o[o*2*UnitBits+:2*UnitBits])
        );
      end
    end
  endgenerate
endmodule
