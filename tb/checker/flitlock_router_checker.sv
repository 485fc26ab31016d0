// SPDX-License-Identifier: Apache-2.0
// Compares an RTL router with its golden twin in every cycle, in a bench that knows nothing of it: flitlock_bind.sv
// binds one into every flitlock_router. The twin sees the router's inputs; every wire of every output is compared before
// each clock edge, in reset too (flitlock_checker.svh).
`define FLITLOCK_OUTPUT input
module flitlock_router_checker #(
  parameter integer Ports     = 4,
  parameter integer Vcs       = 2,
  parameter integer UnitBytes = 64,
  parameter [Ports*2-1:0] InUnits  = {Ports{2'd1}},
  parameter [Ports*2-1:0] OutUnits = {Ports{2'd1}},
  parameter [Ports*Vcs*16-1:0] InputDepth    = {Ports * Vcs{16'd8}},
  parameter [Ports*Vcs*16-1:0] CrossbarDepth = {Ports * Vcs{16'd8}},
  parameter [Ports*Vcs*16-1:0] OutputDepth   = {Ports * Vcs{16'd8}},
  parameter [Ports*Vcs*16-1:0] Credits       = {Ports * Vcs{16'd8}},
  parameter [Ports*Vcs*4-1:0] VcMap = {Ports * Vcs{4'd0}},
  parameter [2:0] Registered = 3'b000,
  parameter integer ArbiterL1 = 0,
  parameter integer ArbiterL2 = 0,
  parameter integer ArbiterL3 = 0,
  parameter [Vcs*4-1:0] VcWeight   = {Vcs{4'd1}},
  parameter [Ports*4-1:0] InWeight = {Ports{4'd1}}
) (
  input wire                                      clk_i,
  input wire                                      rst_ni,
  input wire [                               1:0] cfg_kind_i,
  input wire [                               7:0] cfg_gpu_i,
  input wire [                               7:0] cfg_mesh_i,
  input wire [                               7:0] cfg_node_i,
  input wire [                               7:0] cfg_exit_node_i,
  input wire [                               7:0] cfg_exit_port_i,
  input wire [                               7:0] cfg_client_port_i,
  input wire [                               7:0] cfg_switches_i,
  input wire [                               7:0] cfg_switch_port_i,
  input wire [                            2047:0] cfg_next_i,
  input wire [                            2047:0] cfg_gpu_port_i,
  input wire [                            2047:0] cfg_mesh_port_i,
  `include "flitlock_lanes.svh"
);
  localparam string Block = "router";
  `include "flitlock_checker.svh"

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
    .VcMap        (VcMap),
    .Registered   (Registered),
    .ArbiterL1    (ArbiterL1),
    .ArbiterL2    (ArbiterL2),
    .ArbiterL3    (ArbiterL3),
    .VcWeight     (VcWeight),
    .InWeight     (InWeight)
  ) i_golden (
    .clk_i            (clk_i),
    .rst_ni           (rst_ni),
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
    `include "flitlock_twin.svh"
  );
endmodule
`undef FLITLOCK_OUTPUT
