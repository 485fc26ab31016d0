// SPDX-License-Identifier: Apache-2.0
// The golden router in C with the ports and parameters of flitlock_router, so that one takes the other's place
// (docs/rtl-interface.md, docs/co-simulation.md). Simulation only.
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
  input  wire                                      clk_i,
  input  wire                                      rst_ni,
  input  wire [                               1:0] cfg_kind_i,
  input  wire [                               7:0] cfg_gpu_i,
  input  wire [                               7:0] cfg_mesh_i,
  input  wire [                               7:0] cfg_node_i,
  input  wire [                               7:0] cfg_exit_node_i,
  input  wire [                               7:0] cfg_exit_port_i,
  input  wire [                               7:0] cfg_client_port_i,
  input  wire [                               7:0] cfg_switches_i,
  input  wire [                               7:0] cfg_switch_port_i,
  input  wire [                            2047:0] cfg_next_i,
  input  wire [                            2047:0] cfg_gpu_port_i,
  input  wire [                            2047:0] cfg_mesh_port_i,
  input  wire [                         Ports-1:0] in_valid_i,
  input  wire [Ports*flitlock_pkg::HeaderBits-1:0] in_header_i,
  input  wire [           Ports*2*UnitBytes*8-1:0] in_payload_i,
  output wire [                   Ports*Vcs*2-1:0] in_credit_o,
  output wire [                         Ports-1:0] out_valid_o,
  output wire [Ports*flitlock_pkg::HeaderBits-1:0] out_header_o,
  output wire [           Ports*2*UnitBytes*8-1:0] out_payload_o,
  input  wire [                   Ports*Vcs*2-1:0] out_credit_i
);
  import flitlock_dpi_pkg::*;

  function [Vcs*4-1:0] identity(input integer vcs);
    integer v;
    begin
      for (v = 0; v < vcs; v = v + 1) identity[v*4+:4] = v[3:0];
    end
  endfunction

  // The vectors of a step, tb/dpi/golden_dpi.h: valid, credit, header, payload, from bit 0.
  localparam int HeaderBits = flitlock_pkg::HeaderBits;
  localparam int CreditBits = (Ports * Vcs * 2 + 31) / 32 * 32;
  localparam int PayloadBits = Ports * 2 * UnitBytes * 8;
  localparam int HeaderLsb = 32 + CreditBits;
  localparam int PayloadLsb = HeaderLsb + Ports * HeaderBits;
  localparam int VectorBits = PayloadLsb + PayloadBits;

  chandle handle;
  longint unsigned cycle_q;  // of clk_i, in reset too
  bit routed_q;
  bit [VectorBits-1:0] out_q;

  function automatic string complaints();
    string text = "";
    string line = flitlock_dpi_error(handle);
    while (line != "") begin
      text = {text, "\n  ", line};
      line = flitlock_dpi_error(handle);
    end
    return text;
  endfunction

  // Before the first cycle: the handshake.
  initial begin
    handle = flitlock_dpi_create($sformatf("%m"), Abi, Layout, VectorBits, Bits, Ports, Vcs, 0, UnitBytes,
        32'(InUnits), 32'(OutUnits), (MaxPlaces * 16)'(InputDepth), (MaxPlaces * 16)'(CrossbarDepth),
        (MaxPlaces * 16)'(OutputDepth), (MaxPlaces * 16)'(Credits), (MaxPlaces * 4)'(VcMap), 32'(Registered),
        {26'd0, ArbiterL3[1:0], ArbiterL2[1:0], ArbiterL1[1:0]}, 64'(VcWeight), 64'(InWeight));
    if (handle == null) $fatal(1, "no golden router could be made");
    else if (flitlock_dpi_status(handle) != StatusOk) $fatal(1, "%s", complaints());
  end

  wire [RouteBits-1:0] route = {
    cfg_mesh_port_i, cfg_gpu_port_i, cfg_next_i, 24'd0, cfg_switch_port_i, cfg_switches_i, cfg_client_port_i,
    cfg_exit_port_i, cfg_exit_node_i, cfg_node_i, cfg_mesh_i, cfg_gpu_i, 6'd0, cfg_kind_i
  };

  wire [VectorBits-1:0] lanes = {in_payload_i, in_header_i, CreditBits'(out_credit_i), 32'(in_valid_i)};

  // The only place that steps the router. cfg_*_i change only in reset, so they are read at the first edge after it.
  always_ff @(posedge clk_i or negedge rst_ni) begin : step
    automatic bit [Bits-1:0] out;
    automatic int status;
    if (!rst_ni) begin
      out_q    <= '0;
      routed_q <= 1'b0;
      if (handle != null) status = flitlock_dpi_reset(handle);
    end else begin
      status = StatusOk;
      if (!routed_q) status = flitlock_dpi_route(handle, route);
      routed_q <= 1'b1;
      if (status == StatusOk) status = flitlock_dpi_step(handle, cycle_q, Bits'(lanes), out);
      out_q <= VectorBits'(out);
      if (status != StatusOk) $error("golden router, status %0d:%s", status, complaints());
    end
  end
  always_ff @(posedge clk_i) cycle_q <= cycle_q + 1;

  assign out_valid_o   = out_q[Ports-1:0];
  assign in_credit_o   = out_q[32+:Ports*Vcs*2];
  assign out_header_o  = out_q[HeaderLsb+:Ports*HeaderBits];
  assign out_payload_o = out_q[PayloadLsb+:PayloadBits];

  final begin
    if (flitlock_dpi_destroy(handle) != StatusOk) $display("%m: the golden router is gone already");
  end
endmodule
