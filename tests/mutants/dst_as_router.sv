// SPDX-License-Identifier: Apache-2.0
// flitlock_dst with the parameters and ports of flitlock_router, so that it runs where a router does: two meshes, links to
// three GPUs. Takes the name of flitlock_router in a folder where that has another one (CMakeLists.txt).
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
  function [Vcs*4-1:0] identity(input integer vcs);
    integer v;
    begin
      for (v = 0; v < vcs; v = v + 1) identity[v*4+:4] = v[3:0];
    end
  endfunction

  flitlock_dst #(
    .Meshes       (2),
    .Gpus         (Ports - 1),
    .Ports        (Ports),
    .Vcs          (Vcs),
    .OutboundVc   (Vcs - 2),
    .InboundVc    (Vcs - 1),
    .UnitBytes    (UnitBytes),
    .InUnits      (InUnits),
    .OutUnits     (OutUnits),
    .InputDepth   (InputDepth),
    .CrossbarDepth(CrossbarDepth),
    .OutputDepth  (OutputDepth),
    .Credits      (Credits),
    .Registered   (Registered),
    .ArbiterL1    (ArbiterL1),
    .ArbiterL2    (ArbiterL2),
    .ArbiterL3    (ArbiterL3),
    .VcWeight     (VcWeight),
    .InWeight     (InWeight)
  ) i_dst (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .cfg_gpu_i    (cfg_gpu_i),
    .in_valid_i   (in_valid_i),
    .in_header_i  (in_header_i),
    .in_payload_i (in_payload_i),
    .in_credit_o  (in_credit_o),
    .out_valid_o  (out_valid_o),
    .out_header_o (out_header_o),
    .out_payload_o(out_payload_o),
    .out_credit_i (out_credit_i)
  );
endmodule
