// SPDX-License-Identifier: Apache-2.0
// A host that steps one instance wrongly, as a test of what it is told.
//   +mistake=none     one always_ff calls
//   +mistake=twice    two always blocks call, each at every edge
//   +mistake=again    the always_ff calls a second time in an edge
//   +mistake=missed   the always_ff leaves out an edge
//   +mistake=freed    the handle is used after flitlock_dpi_destroy
//   +mistake=null     no handle was made
//   +mistake=incomplete  an L1 link TLB is stepped that has been given no parameters
//   +mistake=parameter   it is given a parameter of the wrong width
//   +mistake=abi, =width, =depth  the handshake is told something else than the C side has
// Everything is printed; the exit code is 0 where the mistake was told by its status.
module misuse_top;
  import flitlock_dpi_pkg::*;
  localparam int VectorBits = 32 + 32 + 2 * 224 + 2 * 128;

  reg clk = 1'b0;
  always #5 clk = !clk;

  string mistake;
  chandle handle;
  int status = StatusOk;
  longint unsigned cycle = 0;
  int unsigned steps = 0;
  bit [Bits-1:0] out;

  task automatic step(input string who);
    automatic int now = flitlock_dpi_step(handle, cycle, '0, out);
    steps++;
    if (now != StatusOk) begin
      if (status == StatusOk) status = now;
      $display("cycle %0d, %s: status %0d: %s", cycle, who, now, flitlock_dpi_error(handle));
    end
  endtask

  initial begin
    automatic bit [MaxPlaces*16-1:0] depth = {MaxPlaces{16'd4}};
    automatic bit [MaxPlaces*16-1:0] shallow = {MaxPlaces{16'd3}};
    if (!$value$plusargs("mistake=%s", mistake)) mistake = "none";
    if (mistake == "incomplete" || mistake == "parameter") begin
      handle = flitlock_dpi_create_block("misuse_top.dut", "l1_link_tlb", Abi, Layout);
      if (mistake == "parameter") void'(flitlock_dpi_parameter(handle, "Domain", 256, '0));
    end else if (mistake != "null")
      handle = flitlock_dpi_create("misuse_top.dut", mistake == "abi" ? Abi + 1 : Abi, Layout,
          mistake == "width" ? VectorBits - 8 : VectorBits, Bits, 2, 2, 4, 8, 32'h5, 32'h5, depth, depth,
          mistake == "depth" ? shallow : depth, depth, {MaxPlaces / 2{8'h10}}, 0, 0, 64'h11, 64'h11);
    status = flitlock_dpi_status(handle);
    if (status != StatusOk) $display("create: status %0d: %s", status, flitlock_dpi_error(handle));
  end

  always @(posedge clk) begin
    if (!(mistake == "missed" && cycle == 3)) step("first always block");
    if (mistake == "again") step("first always block, again");
  end
  always @(posedge clk) begin
    if (mistake == "twice") step("second always block");
  end
  always @(negedge clk) begin
    cycle++;
    // (Verilator calls a function on the right of && whatever is on the left.)
    if (mistake == "freed" && cycle == 4) begin
      if (flitlock_dpi_destroy(handle) != StatusOk) $fatal(1, "destroy");
    end
    if (cycle == 6) begin
      $display("misuse_top: mistake %s, %0d steps, status %0d", mistake, steps, status);
      $finish;
    end
  end
endmodule
