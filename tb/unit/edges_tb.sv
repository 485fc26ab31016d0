// SPDX-License-Identifier: Apache-2.0
// When inputs change does not matter, what they are at the edge does. Four routers get the same values at the same edges:
// changed in the middle of the cycle, on the edge before, just before the edge, and just after the edge before; at all
// other times the last two have garbage on every input. All outputs must be equal, and change at clock edges and in reset
// alone. Reset comes before the first edge, for one cycle, twice, and between edges.
`timescale 1ns / 1ps
module edges_tb #(
  parameter [2:0] Registered = 3'b000,
  parameter integer Cycles = 120
);
  localparam integer Ports = 3, Vcs = 2, Depth = 4, LaneBits = 128;
  localparam integer InBits = Ports + Ports * 224 + Ports * LaneBits + Ports * Vcs * 2;
  localparam integer OutBits = InBits;

  reg clk = 1'b0, rst_n = 1'b1;
  reg [InBits-1:0] value = 0;  // of this cycle
  reg [InBits-1:0] lane [0:3];
  wire [OutBits-1:0] out [0:3];

  genvar g;
  generate
    for (g = 0; g < 4; g = g + 1) begin : gen_dut
      flitlock_router #(
        .Ports(Ports), .Vcs(Vcs), .UnitBytes(8), .Registered(Registered),
        .InputDepth({Ports * Vcs{16'd4}}), .CrossbarDepth({Ports * Vcs{16'd4}}),
        .OutputDepth({Ports * Vcs{16'd4}}), .Credits({Ports * Vcs{16'd4}})
      ) i_router (
        .clk_i(clk), .rst_ni(rst_n), .cfg_kind_i(2'd0), .cfg_gpu_i(8'd0), .cfg_mesh_i(8'd0), .cfg_node_i(8'd9),
        .cfg_exit_node_i(8'd255), .cfg_exit_port_i(8'd255), .cfg_client_port_i(8'd0), .cfg_switches_i(8'd0),
        .cfg_switch_port_i(8'd0), .cfg_next_i({{253{8'd255}}, 8'd2, 8'd1, 8'd0}), .cfg_gpu_port_i({256{8'd255}}),
        .cfg_mesh_port_i({256{8'd255}}),
        .in_valid_i(lane[g][0+:Ports]),
        .in_header_i(lane[g][Ports+:Ports*224]),
        .in_payload_i(lane[g][Ports+Ports*224+:Ports*LaneBits]),
        .out_credit_i(lane[g][Ports+Ports*224+Ports*LaneBits+:Ports*Vcs*2]),
        .out_valid_o(out[g][0+:Ports]),
        .out_header_o(out[g][Ports+:Ports*224]),
        .out_payload_o(out[g][Ports+Ports*224+:Ports*LaneBits]),
        .in_credit_o(out[g][Ports+Ports*224+Ports*LaneBits+:Ports*Vcs*2])
      );
      // Outputs come from registers.
      always @(out[g])
        if ($realtime != 0 && $realtime != last_edge && rst_n && $realtime != released) begin
          failures = failures + 1;
          if (failures < 10) $display("FAIL time %0t: an output of router %0d changes without an edge", $realtime, g);
        end
    end
  endgenerate

  real last_edge, released;
  integer failures, cycle, seed, p, v, flits, k, to;
  integer credit [0:Ports*Vcs-1];  // of the source of each input and VC
  reg [Ports*Vcs*2-1:0] back;      // credits of what left

  function [InBits-1:0] garbage(input integer unused);
    integer b;
    begin
      for (b = 0; b < InBits; b = b + 32) garbage[b+:32] = $random(seed);
    end
  endfunction

  task restart;
    begin
      for (k = 0; k < Ports * Vcs; k = k + 1) credit[k] = Depth;
      back = 0;
    end
  endtask

  // The values of the next edge: single-flit packets as credits allow; what left gives its credit back.
  task draw;
    reg [223:0] header;
    begin
      value = 0;
      value[Ports+Ports*224+Ports*LaneBits+:Ports*Vcs*2] = back;
      for (p = 0; p < Ports; p = p + 1) begin
        v = $unsigned($random(seed)) % Vcs;
        to = $unsigned($random(seed)) % Ports;
        if (credit[p*Vcs+v] > 0 && $unsigned($random(seed)) % 4 != 0) begin
          credit[p*Vcs+v] = credit[p*Vcs+v] - 1;
          header = 0;
          header[3:0] = v;
          header[11:4] = 8'b0001_01_11;  // len 1, one unit, head and tail
          header[48+:8] = to;
          header[96+:32] = cycle * Ports + p;
          value[p] = 1'b1;
          value[Ports+p*224+:224] = header;
          value[Ports+Ports*224+p*LaneBits+:64] = {$random(seed), $random(seed)};
        end
      end
    end
  endtask

  // Looks at the outputs, in the middle of a cycle.
  task look;
    begin
      for (k = 1; k < 4; k = k + 1)
        if (out[k] !== out[0]) begin
          failures = failures + 1;
          if (failures < 10) $display("FAIL cycle %0d: router %0d differs", cycle, k);
        end
      if (^out[0] === 1'bx) begin
        failures = failures + 1;
        if (failures < 10) $display("FAIL cycle %0d: an output is unknown", cycle);
      end
      back = 0;
      for (p = 0; p < Ports; p = p + 1) begin
        if (out[0][p]) begin
          flits = flits + 1;
          back[(p*Vcs+out[0][Ports+p*224+:4])*2+:2] = 2'd1;
        end
        for (v = 0; v < Vcs; v = v + 1)
          credit[p*Vcs+v] = credit[p*Vcs+v] + out[0][Ports+Ports*224+Ports*LaneBits+(p*Vcs+v)*2+:2];
      end
    end
  endtask

  task hold_reset;
    begin
      rst_n = 1'b0;
      #0.5;
      for (k = 0; k < 4; k = k + 1)
        if (out[k] !== {OutBits{1'b0}}) begin
          failures = failures + 1;
          $display("FAIL cycle %0d: an output of router %0d is not 0 in reset", cycle, k);
        end
    end
  endtask
  task release_reset;
    begin
      released = $realtime;
      rst_n = 1'b1;
      restart;
    end
  endtask

  initial begin
    failures = 0; seed = 5; flits = 0; cycle = 0; last_edge = -1.0; released = -1.0;
    for (k = 0; k < 4; k = k + 1) lane[k] = garbage(0);
    restart;
    #1 hold_reset;  // there was no edge yet
    #1 release_reset;
    draw;
    for (cycle = 0; cycle < Cycles; cycle = cycle + 1) begin
      // A cycle of 10 ns from the middle to the middle of the next; the edge is at 5.
      lane[0] = value;
      #4.999;
      lane[2] = value;              // 1 ps before the edge
      if (cycle == 0) begin lane[1] = value; lane[3] = value; end
      #0.001;
      last_edge = $realtime;
      clk = 1'b1;
      lane[1] <= garbage(0);        // on the edge, as a register does
      lane[2] <= garbage(0);
      #0.001 lane[3] = garbage(0);  // 1 ps after the edge
      lane[0] = garbage(0);
      look;
      draw;
      lane[1] = value;
      #1 lane[3] = value;
      #3.999;
      clk = 1'b0;
      case (cycle)
        40: begin hold_reset; release_reset; draw; end                                        // between edges
        60: begin                                                                              // one cycle
          hold_reset; #5 last_edge = $realtime; clk = 1'b1; #4 clk = 1'b0; #1 release_reset; draw;
        end
        80: begin hold_reset; #1 release_reset; #1 hold_reset; #1 release_reset; draw; end     // twice
        default: ;
      endcase
      lane[1] = value;
      lane[3] = value;
    end
    if (flits < Cycles) begin
      failures = failures + 1;
      $display("FAIL too few flits: %0d", flits);
    end
    if (failures == 0) $display("PASS edges_tb: registered %b, %0d flits", Registered, flits);
    $finish;
  end
endmodule
