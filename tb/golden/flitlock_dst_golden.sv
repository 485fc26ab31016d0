// SPDX-License-Identifier: Apache-2.0
// The golden DST: the golden router with the ports, the route and the VC change of specification chapter 3, and with the
// ports and parameters of flitlock_dst.
`define FLITLOCK_OUTPUT output
module flitlock_dst_golden #(
  parameter integer Meshes     = 3,
  parameter integer Gpus       = 4,
  parameter integer Switches   = 0,
  parameter integer Ports      = Meshes + (Switches == 0 ? Gpus - 1 : Switches),
  parameter integer Vcs        = 10,
  parameter integer OutboundVc = 3,
  parameter integer InboundVc  = 4,
  parameter integer UnitBytes  = 64,
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
  input wire                                      clk_i,
  input wire                                      rst_ni,
  input  wire [                               7:0] cfg_gpu_i,
  `include "flitlock_lanes.svh"
);
  // R-DST-3: only at the GPU links, which follow the meshes.
  function automatic bit [Ports*Vcs*4-1:0] vc_map();
    for (int p = 0; p < Ports; p++)
      for (int v = 0; v < Vcs; v++)
        vc_map[(p*Vcs+v)*4+:4] = (p >= Meshes && v == OutboundVc) ? 4'(InboundVc) : 4'(v);
  endfunction

  // R-DST-1, R-DST-2: mesh m is port m; R-SW-1: the links to the other GPUs in ascending order.
  bit [2047:0] mesh_port;
  bit [2047:0] gpu_port;
  always_comb begin
    mesh_port = '1;
    gpu_port  = '1;
    for (int m = 0; m < Meshes; m++) mesh_port[m*8+:8] = 8'(m);
    for (int g = 0; g < Gpus; g++) begin
      if (8'(g) < cfg_gpu_i) gpu_port[g*8+:8] = 8'(Meshes + g);
      if (8'(g) > cfg_gpu_i) gpu_port[g*8+:8] = 8'(Meshes + g - 1);
    end
  end

  flitlock_router_golden #(
    .Ports        (Ports),
    .Vcs          (Vcs),
    .UnitBytes    (UnitBytes),
    .InUnits      (InUnits),
    .OutUnits     (OutUnits),
    .InputDepth   (InputDepth),
    .CrossbarDepth(CrossbarDepth),
    .OutputDepth  (OutputDepth),
    .Credits      (Credits),
    .VcMap        (vc_map()),
    .Registered   (Registered),
    .ArbiterL1    (ArbiterL1),
    .ArbiterL2    (ArbiterL2),
    .ArbiterL3    (ArbiterL3),
    .VcWeight     (VcWeight),
    .InWeight     (InWeight)
  ) i_golden (
    .clk_i            (clk_i),
    .rst_ni           (rst_ni),
    .cfg_kind_i       (flitlock_pkg::RouteDst),
    .cfg_gpu_i        (cfg_gpu_i),
    .cfg_mesh_i       (8'd0),
    .cfg_node_i       (8'd0),
    .cfg_exit_node_i  (8'd255),
    .cfg_exit_port_i  (8'd255),
    .cfg_client_port_i(8'd0),
    .cfg_switches_i   (8'(Switches)),
    .cfg_switch_port_i(8'(Meshes)),
    .cfg_next_i       ('0),
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
endmodule
`undef FLITLOCK_OUTPUT
