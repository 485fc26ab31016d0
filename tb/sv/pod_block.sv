// SPDX-License-Identifier: Apache-2.0
// A router, DST or switch of a pod under a SystemVerilog top, golden C and RTL side by side: `rtl_i`, steady from before
// reset, says which of them is in the pod. The other one gets no inputs.
module pod_block #(
  parameter integer Ports     = 4,
  parameter integer Vcs       = 2,
  parameter integer UnitBytes = 64,
  parameter [Ports*2-1:0] InUnits  = {Ports{2'd1}},
  parameter [Ports*2-1:0] OutUnits = {Ports{2'd1}},
  parameter [Ports*Vcs*16-1:0] InputDepth    = {Ports * Vcs{16'd8}},
  parameter [Ports*Vcs*16-1:0] CrossbarDepth = {Ports * Vcs{16'd8}},
  parameter [Ports*Vcs*16-1:0] OutputDepth   = {Ports * Vcs{16'd8}},
  parameter [Ports*Vcs*16-1:0] Credits       = {Ports * Vcs{16'd8}},
  parameter [Ports*Vcs*4-1:0] VcMap = '0,
  parameter [2:0] Registered = 3'b000,
  parameter integer ArbiterL1 = 0,
  parameter integer ArbiterL2 = 0,
  parameter integer ArbiterL3 = 0,
  parameter [Vcs*4-1:0] VcWeight   = {Vcs{4'd1}},
  parameter [Ports*4-1:0] InWeight = {Ports{4'd1}}
) (
  input  wire          clk_i,
  input  wire          rst_ni,
  input  wire          rtl_i,
  input  wire [   1:0] cfg_kind_i,
  input  wire [   7:0] cfg_gpu_i,
  input  wire [   7:0] cfg_mesh_i,
  input  wire [   7:0] cfg_node_i,
  input  wire [   7:0] cfg_exit_node_i,
  input  wire [   7:0] cfg_exit_port_i,
  input  wire [   7:0] cfg_client_port_i,
  input  wire [   7:0] cfg_switches_i,
  input  wire [   7:0] cfg_switch_port_i,
  input  wire [2047:0] cfg_next_i,
  input  wire [2047:0] cfg_gpu_port_i,
  input  wire [2047:0] cfg_mesh_port_i,
  input  wire [                         Ports-1:0] in_valid_i,
  input  wire [Ports*flitlock_pkg::HeaderBits-1:0] in_header_i,
  input  wire [           Ports*2*UnitBytes*8-1:0] in_payload_i,
  output wire [                   Ports*Vcs*2-1:0] in_credit_o,
  output wire [                         Ports-1:0] out_valid_o,
  output wire [Ports*flitlock_pkg::HeaderBits-1:0] out_header_o,
  output wire [           Ports*2*UnitBytes*8-1:0] out_payload_o,
  input  wire [                   Ports*Vcs*2-1:0] out_credit_i
);
  localparam int OutBits = Ports * Vcs * 2 + Ports * (1 + flitlock_pkg::HeaderBits + 2 * UnitBytes * 8);
  wire [OutBits-1:0] from_c, from_rtl;

  flitlock_router_golden #(
    .Ports(Ports), .Vcs(Vcs), .UnitBytes(UnitBytes), .InUnits(InUnits), .OutUnits(OutUnits), .InputDepth(InputDepth),
    .CrossbarDepth(CrossbarDepth), .OutputDepth(OutputDepth), .Credits(Credits), .VcMap(VcMap),
    .Registered(Registered), .ArbiterL1(ArbiterL1), .ArbiterL2(ArbiterL2), .ArbiterL3(ArbiterL3),
    .VcWeight(VcWeight), .InWeight(InWeight)
  ) i_c (
    .in_valid_i   (rtl_i ? '0 : in_valid_i),
    .in_header_i  (rtl_i ? '0 : in_header_i),
    .in_payload_i (rtl_i ? '0 : in_payload_i),
    .out_credit_i (rtl_i ? '0 : out_credit_i),
    .in_credit_o  (from_c[Ports*Vcs*2-1:0]),
    .out_valid_o  (from_c[Ports*Vcs*2+:Ports]),
    .out_header_o (from_c[Ports*Vcs*2+Ports+:Ports*flitlock_pkg::HeaderBits]),
    .out_payload_o(from_c[OutBits-1-:Ports*2*UnitBytes*8]),
    .*
  );

  flitlock_router #(
    .Ports(Ports), .Vcs(Vcs), .UnitBytes(UnitBytes), .InUnits(InUnits), .OutUnits(OutUnits), .InputDepth(InputDepth),
    .CrossbarDepth(CrossbarDepth), .OutputDepth(OutputDepth), .Credits(Credits), .VcMap(VcMap),
    .Registered(Registered), .ArbiterL1(ArbiterL1), .ArbiterL2(ArbiterL2), .ArbiterL3(ArbiterL3),
    .VcWeight(VcWeight), .InWeight(InWeight)
  ) i_rtl (
    .in_valid_i   (rtl_i ? in_valid_i : '0),
    .in_header_i  (rtl_i ? in_header_i : '0),
    .in_payload_i (rtl_i ? in_payload_i : '0),
    .out_credit_i (rtl_i ? out_credit_i : '0),
    .in_credit_o  (from_rtl[Ports*Vcs*2-1:0]),
    .out_valid_o  (from_rtl[Ports*Vcs*2+:Ports]),
    .out_header_o (from_rtl[Ports*Vcs*2+Ports+:Ports*flitlock_pkg::HeaderBits]),
    .out_payload_o(from_rtl[OutBits-1-:Ports*2*UnitBytes*8]),
    .*
  );

  assign {out_payload_o, out_header_o, out_valid_o, in_credit_o} = rtl_i ? from_rtl : from_c;
endmodule
