// SPDX-License-Identifier: Apache-2.0
// What checkers have in common: the body of a module with the lanes of flitlock_lanes.svh, bound to an RTL block. Its
// golden twin is the instance i_golden, with the wires of flitlock_twin.svh.
//
//   +flitlock_reports=N  differing cycles to report, 10 unless said; the others are counted. (Verilator ends a
//                        simulation at the first $error unless it has +verilator+error+limit+N.)
//
// At the end a summary: cycles and lanes compared, flits and credits seen, cycles that differ. A difference is a
// failure, and so is a checker that compared nothing.
  import flitlock_dpi_pkg::*;

  wire [                   Ports*Vcs*2-1:0] golden_credit;
  wire [                         Ports-1:0] golden_valid;
  wire [Ports*flitlock_pkg::HeaderBits-1:0] golden_header;
  wire [           Ports*2*UnitBytes*8-1:0] golden_payload;

  // As the outputs of a step are packed, tb/dpi/golden_dpi.h.
  localparam int ValidBits = (Ports + 31) / 32 * 32;
  localparam int CreditBits = (Ports * Vcs * 2 + 31) / 32 * 32;
  localparam int VectorBits =
      ValidBits + CreditBits + Ports * flitlock_pkg::HeaderBits + Ports * 2 * UnitBytes * 8;
  wire [VectorBits-1:0] golden = {golden_payload, golden_header, CreditBits'(golden_credit), ValidBits'(golden_valid)};
  wire [VectorBits-1:0] rtl = {out_payload_o, out_header_o, CreditBits'(in_credit_o), ValidBits'(out_valid_o)};

  longint unsigned reports = 10;
  initial if ($value$plusargs("flitlock_reports=%d", reports)) $display("%m: %0d reports", reports);

  longint unsigned cycle_q;     // edges of clk_i, in reset too
  longint unsigned compares_q;  // of all outputs
  longint unsigned differing_q;
  longint unsigned flits_q;     // presented by the block
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
        $error("RTL and golden %s differ:%s", Block, text);
      end
    end
  end

  final begin
    $display("%m: %0d cycles of %0d lanes compared, %0d flits, %0d credit bits, %0d cycles differ", compares_q,
             3 * Ports, flits_q, credits_q, differing_q);
    if (golden !== rtl) $fatal(1, "RTL and golden %s differ after the last clock edge, cycle %0d", Block, cycle_q);
    else if (differing_q != 0) $fatal(1, "RTL and golden %s differ in %0d cycles", Block, differing_q);
    else if (compares_q == 0) $fatal(1, "nothing was compared: clk_i has had no edge");
    else if (flits_q == 0) $fatal(1, "nothing was compared: the %s has presented no flit", Block);
  end
