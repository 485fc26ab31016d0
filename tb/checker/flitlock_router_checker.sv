// SPDX-License-Identifier: Apache-2.0
// Compares an RTL router with its golden twin in every cycle, in a bench that knows nothing of it: flitlock_bind.sv
// binds one into every flitlock_router. The twin sees the router's inputs; every wire of every output is compared before
// each clock edge, in reset too.
//
//   +flitlock_reports=N  differing cycles to report, 10 unless said; the others are counted. (Verilator ends a
//                        simulation at the first $error unless it has +verilator+error+limit+N.)
//
// At the end a summary: cycles and lanes compared, flits and credits seen, cycles that differ. A difference is a
// failure, and so is a checker that compared nothing.
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
  input wire [                         Ports-1:0] in_valid_i,
  input wire [Ports*flitlock_pkg::HeaderBits-1:0] in_header_i,
  input wire [           Ports*2*UnitBytes*8-1:0] in_payload_i,
  input wire [                   Ports*Vcs*2-1:0] in_credit_o,
  input wire [                         Ports-1:0] out_valid_o,
  input wire [Ports*flitlock_pkg::HeaderBits-1:0] out_header_o,
  input wire [           Ports*2*UnitBytes*8-1:0] out_payload_o,
  input wire [                   Ports*Vcs*2-1:0] out_credit_i
);
  import flitlock_dpi_pkg::*;

  wire [                   Ports*Vcs*2-1:0] golden_credit;
  wire [                         Ports-1:0] golden_valid;
  wire [Ports*flitlock_pkg::HeaderBits-1:0] golden_header;
  wire [           Ports*2*UnitBytes*8-1:0] golden_payload;

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
    .in_valid_i       (in_valid_i),
    .in_header_i      (in_header_i),
    .in_payload_i     (in_payload_i),
    .in_credit_o      (golden_credit),
    .out_valid_o      (golden_valid),
    .out_header_o     (golden_header),
    .out_payload_o    (golden_payload),
    .out_credit_i     (out_credit_i)
  );

  // As the outputs of a step are packed, tb/dpi/golden_dpi.h.
  localparam int CreditBits = (Ports * Vcs * 2 + 31) / 32 * 32;
  localparam int VectorBits =
      32 + CreditBits + Ports * flitlock_pkg::HeaderBits + Ports * 2 * UnitBytes * 8;
  wire [VectorBits-1:0] golden = {golden_payload, golden_header, CreditBits'(golden_credit), 32'(golden_valid)};
  wire [VectorBits-1:0] rtl = {out_payload_o, out_header_o, CreditBits'(in_credit_o), 32'(out_valid_o)};

  longint unsigned reports = 10;
  initial if ($value$plusargs("flitlock_reports=%d", reports)) $display("%m: %0d reports", reports);

  longint unsigned cycle_q;     // edges of clk_i, in reset too
  longint unsigned compares_q;  // of all outputs
  longint unsigned differing_q;
  longint unsigned flits_q;     // presented by the router
  longint unsigned credits_q;   // lanes with a credit

  // The outputs that the edge before has brought; a difference at the last edge is found below.
  always_ff @(posedge clk_i) begin : compare
    automatic string text;
    automatic string line;
    automatic int status;
    cycle_q    <= cycle_q + 1;
    compares_q <= compares_q + 1;
    flits_q    <= flits_q + 64'($countones(out_valid_o));
    credits_q  <= credits_q + 64'($countones(in_credit_o));
    if (golden !== rtl) begin
      differing_q <= differing_q + 1;
      if (differing_q < reports) begin
        status = flitlock_dpi_compare(i_golden.handle, cycle_q, Bits'(golden), Bits'(rtl));
        text = "";
        for (line = flitlock_dpi_error(i_golden.handle); line != ""; line = flitlock_dpi_error(i_golden.handle))
          text = {text, "\n  ", line};
        // On a simulator with four states, an unknown bit is 0 when it reaches C.
        if (status == StatusOk) text = "\n  the RTL presents unknown bits (x or z)";
        $error("RTL and golden router differ:%s", text);
      end
    end
  end

  final begin
    $display("%m: %0d cycles of %0d lanes compared, %0d flits, %0d credit bits, %0d cycles differ", compares_q,
             3 * Ports, flits_q, credits_q, differing_q);
    if (golden !== rtl) $fatal(1, "RTL and golden router differ after the last clock edge, cycle %0d", cycle_q);
    else if (differing_q != 0) $fatal(1, "RTL and golden router differ in %0d cycles", differing_q);
    else if (compares_q == 0) $fatal(1, "nothing was compared: clk_i has had no edge");
    else if (flits_q == 0) $fatal(1, "nothing was compared: the router has presented no flit");
  end
endmodule
