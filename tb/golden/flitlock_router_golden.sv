// SPDX-License-Identifier: Apache-2.0
// The golden router in C with the ports and parameters of flitlock_router, so that one takes the other's place
// (docs/rtl-interface.md, docs/co-simulation.md). Simulation only.
`define FLITLOCK_OUTPUT output
module flitlock_router_golden #(
  parameter integer Ports     = 4,
  parameter integer Vcs       = 2,
  parameter integer UnitBytes = 64,
  parameter [Ports*2-1:0] InUnits  = {Ports{2'd1}},
  parameter [Ports*2-1:0] OutUnits = {Ports{2'd1}},
  parameter [Ports*Vcs*16-1:0] InputDepth    = {Ports * Vcs{16'd8}},
  parameter [Ports*Vcs*16-1:0] CrossbarDepth = {Ports * Vcs{16'd8}},
  parameter [Ports*Vcs*16-1:0] OutputDepth   = {Ports * Vcs{16'd8}},
  parameter [Ports*Vcs*16-1:0] Credits       = {Ports * Vcs{16'd8}},
  parameter [Ports*Vcs*4-1:0] VcMap = {Ports{identity(Vcs)}},
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
  `include "flitlock_golden.svh"

  function [Vcs*4-1:0] identity(input integer vcs);
    integer v;
    begin
      for (v = 0; v < vcs; v = v + 1) identity[v*4+:4] = v[3:0];
    end
  endfunction

  // Before the first cycle: the handshake.
  initial begin
    handle = flitlock_dpi_create($sformatf("%m"), Abi, Layout, VectorBits, Bits, Ports, Vcs, 0, UnitBytes,
        32'(InUnits), 32'(OutUnits), (MaxPlaces * 16)'(InputDepth), (MaxPlaces * 16)'(CrossbarDepth),
        (MaxPlaces * 16)'(OutputDepth), (MaxPlaces * 16)'(Credits), (MaxPlaces * 4)'(VcMap), 32'(Registered),
        {26'd0, ArbiterL3[1:0], ArbiterL2[1:0], ArbiterL1[1:0]}, 64'(VcWeight), 64'(InWeight));
    made();
  end

  wire [RouteBits-1:0] route = {
    cfg_mesh_port_i, cfg_gpu_port_i, cfg_next_i, 24'd0, cfg_switch_port_i, cfg_switches_i, cfg_client_port_i,
    cfg_exit_port_i, cfg_exit_node_i, cfg_node_i, cfg_mesh_i, cfg_gpu_i, 6'd0, cfg_kind_i
  };

  // cfg_*_i change only in reset, so they are read at the first edge after it.
  function automatic int prepare();
    return flitlock_dpi_route(handle, route);
  endfunction
endmodule
`undef FLITLOCK_OUTPUT
