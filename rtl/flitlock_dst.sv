// SPDX-License-Identifier: Apache-2.0
// The DST of specification chapter 3: the router with ports mesh0 .. mesh(Meshes-1), then the links to the other GPUs in
// ascending order, or to the switches; and with the VC change of R-DST-3 at the inputs of those links.
`include "flitlock_assert.svh"

module flitlock_dst #(
  parameter integer Meshes     = 3,
  parameter integer Gpus       = 4,
  parameter integer Switches   = 0,  // 0: fully connected, R-SW-1
  parameter integer Ports      = Meshes + (Switches == 0 ? Gpus - 1 : Switches),
  parameter integer Vcs        = 10,
  parameter integer OutboundVc = 3,
  parameter integer InboundVc  = 4,  // 4 on plane req, 0 on plane rsp
  parameter integer UnitBytes  = 64,
  // As in flitlock_router.
  parameter [Ports*2-1:0] InUnits  = {Ports{2'd1}},
  parameter [Ports*2-1:0] OutUnits = {Ports{2'd1}},
  parameter [Ports*Vcs*16-1:0] InputDepth    = {Ports * Vcs{16'd8}},
  parameter [Ports*Vcs*16-1:0] CrossbarDepth = {Ports * Vcs{16'd8}},
  parameter [Ports*Vcs*16-1:0] OutputDepth   = {Ports * Vcs{16'd8}},
  parameter [Ports*Vcs*16-1:0] Credits       = {Ports * Vcs{16'd8}},
  parameter [2:0] Registered = 3'b000,
  parameter integer ArbiterL1 = 0,
  parameter integer ArbiterL2 = 0,
  parameter integer ArbiterL3 = 0,
  parameter [Vcs*4-1:0] VcWeight   = {Vcs{4'd1}},
  parameter [Ports*4-1:0] InWeight = {Ports{4'd1}}
) (
  input  wire                                     clk_i,
  input  wire                                     rst_ni,
  input  wire [                              7:0] cfg_gpu_i,     // the DST's own GPU: static
  input  wire [                        Ports-1:0] in_valid_i,
  input  wire [Ports*flitlock_pkg::HeaderBits-1:0] in_header_i,
  input  wire [          Ports*2*UnitBytes*8-1:0] in_payload_i,
  output wire [                  Ports*Vcs*2-1:0] in_credit_o,
  output wire [                        Ports-1:0] out_valid_o,
  output wire [Ports*flitlock_pkg::HeaderBits-1:0] out_header_o,
  output wire [          Ports*2*UnitBytes*8-1:0] out_payload_o,
  input  wire [                  Ports*Vcs*2-1:0] out_credit_i
);
  localparam [31:0] SwitchCount = Switches;
  localparam [31:0] FirstLink = Meshes;
  localparam [31:0] Inbound = InboundVc;

  // R-DST-3: the identity, but OutboundVc becomes InboundVc at the links.
  function [Ports*Vcs*4-1:0] vc_map(input integer outbound, input [3:0] inbound);
    integer p, v;
    begin
      for (p = 0; p < Ports; p = p + 1)
        for (v = 0; v < Vcs; v = v + 1)
          vc_map[(p*Vcs+v)*4+:4] = p >= Meshes && v == outbound ? inbound : v[3:0];
    end
  endfunction

  // R-DST-2: mesh m is port m. R-SW-1: the links leave out the DST's own GPU.
  wire [2047:0] mesh_port;
  wire [2047:0] gpu_port;
  genvar n;
  generate
    for (n = 0; n < 256; n = n + 1) begin : gen_port
      localparam [31:0] Number = n;
      wire [7:0] link;
      assign link = cfg_gpu_i > Number[7:0] ? Number[7:0] : Number[7:0] - 8'd1;
      assign mesh_port[n*8+:8] = n < Meshes ? Number[7:0] : 8'd255;
      assign gpu_port[n*8+:8] = n < Gpus ? FirstLink[7:0] + link : 8'd255;
    end
  endgenerate

  flitlock_router #(
    .Ports        (Ports),
    .Vcs          (Vcs),
    .UnitBytes    (UnitBytes),
    .InUnits      (InUnits),
    .OutUnits     (OutUnits),
    .InputDepth   (InputDepth),
    .CrossbarDepth(CrossbarDepth),
    .OutputDepth  (OutputDepth),
    .Credits      (Credits),
    .VcMap        (vc_map(OutboundVc, Inbound[3:0])),
    .Registered   (Registered),
    .ArbiterL1    (ArbiterL1),
    .ArbiterL2    (ArbiterL2),
    .ArbiterL3    (ArbiterL3),
    .VcWeight     (VcWeight),
    .InWeight     (InWeight)
  ) i_router (
    .clk_i            (clk_i),
    .rst_ni           (rst_ni),
    .cfg_kind_i       (flitlock_pkg::RouteDst),
    .cfg_gpu_i        (cfg_gpu_i),
    .cfg_mesh_i       (8'd0),
    .cfg_node_i       (8'd0),
    .cfg_exit_node_i  (8'd0),
    .cfg_exit_port_i  (8'd0),
    .cfg_client_port_i(8'd0),
    .cfg_switches_i   (SwitchCount[7:0]),
    .cfg_switch_port_i(FirstLink[7:0]),
    .cfg_next_i       (2048'd0),
    .cfg_gpu_port_i   (gpu_port),
    .cfg_mesh_port_i  (mesh_port),
    .in_valid_i       (in_valid_i),
    .in_header_i      (in_header_i),
    .in_payload_i     (in_payload_i),
    .in_credit_o      (in_credit_o),
    .out_valid_o      (out_valid_o),
    .out_header_o     (out_header_o),
    .out_payload_o    (out_payload_o),
    .out_credit_i     (out_credit_i)
  );

  `FLITLOCK_ASSERT({24'd0, cfg_gpu_i} < Gpus, "R-DST-2: the DST's own GPU does not exist")
endmodule
