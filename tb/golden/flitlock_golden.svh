// SPDX-License-Identifier: Apache-2.0
// What golden blocks have in common: the body of a module with the lanes of flitlock_lanes.svh. The module makes the
// block in an `initial` that ends with made(), and has a function prepare() that returns a status: what is to be done
// before the first step after reset.
  import flitlock_dpi_pkg::*;

  // The vectors of a step, tb/dpi/golden_dpi.h: valid, credit, header, payload, from bit 0.
  localparam int HeaderBits = flitlock_pkg::HeaderBits;
  localparam int ValidBits = (Ports + 31) / 32 * 32;
  localparam int CreditBits = (Ports * Vcs * 2 + 31) / 32 * 32;
  localparam int PayloadBits = Ports * 2 * UnitBytes * 8;
  localparam int HeaderLsb = ValidBits + CreditBits;
  localparam int PayloadLsb = HeaderLsb + Ports * HeaderBits;
  localparam int VectorBits = PayloadLsb + PayloadBits;

  chandle handle;
  longint unsigned cycle_q;  // of clk_i, in reset too
  bit prepared_q;
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

  // Before the first cycle: what the handshake has come to.
  function automatic void made();
    if (handle == null) $fatal(1, "no golden %s could be made", Block);
    else if (flitlock_dpi_status(handle) != StatusOk) $fatal(1, "%s", complaints());
  endfunction

  wire [VectorBits-1:0] lanes = {in_payload_i, in_header_i, CreditBits'(out_credit_i), ValidBits'(in_valid_i)};

  // The only place that steps the block.
  always_ff @(posedge clk_i or negedge rst_ni) begin : step
    automatic bit [Bits-1:0] out;
    automatic int status;
    if (!rst_ni) begin
      out_q      <= '0;
      prepared_q <= 1'b0;
      if (handle != null) status = flitlock_dpi_reset(handle);
    end else begin
      status = StatusOk;
      if (!prepared_q) status = prepare();
      prepared_q <= 1'b1;
      if (status == StatusOk) status = flitlock_dpi_step(handle, cycle_q, Bits'(lanes), out);
      out_q <= VectorBits'(out);
      if (status != StatusOk) $error("golden %s, status %0d:%s", Block, status, complaints());
    end
  end
  always_ff @(posedge clk_i) cycle_q <= cycle_q + 1;

  assign out_valid_o   = out_q[Ports-1:0];
  assign in_credit_o   = out_q[ValidBits+:Ports*Vcs*2];
  assign out_header_o  = out_q[HeaderLsb+:Ports*HeaderBits];
  assign out_payload_o = out_q[PayloadLsb+:PayloadBits];

  final begin
    if (flitlock_dpi_destroy(handle) != StatusOk) $display("%m: the golden %s is gone already", Block);
  end
