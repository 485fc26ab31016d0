// SPDX-License-Identifier: Apache-2.0
// Protocol errors at an L2 slice, R-L2S-PORT-10, R-IN-2: +case=N does one thing that is none, or that must make an
// assertion fire. The test looks for its text; this bench says what it did.
`timescale 1ns / 1ns
module slice_errors_tb;
  localparam integer HB = 224;
  reg clk = 1'b0, rst_n = 1'b1;
  reg [4:0] in_valid = 0;
  reg [5*HB-1:0] in_header = 0;
  reg [5*1024-1:0] in_payload = 0;
  reg [9:0] out_credit = 0;
  reg [15:0] number = 16'd0;
  reg [5:0] reserved = 6'd3;
  reg [8:0] p_rand = 9'd26;
  reg [7:0] fetch = 8'd32;
  wire [4:0] out_valid;
  wire [9:0] in_credit;
  wire [5*HB-1:0] out_header;
  wire [5*1024-1:0] out_payload;
  flitlock_l2_slice i_dut (
    .clk_i(clk), .rst_ni(rst_n), .cfg_slice_i(number), .cfg_self_i(32'd1), .cfg_memory_i(32'd2),
    .cfg_reserved_i(reserved), .cfg_p_rand_i(p_rand), .cfg_fetch_bytes_i(fetch), .in_valid_i(in_valid),
    .in_header_i(in_header), .in_payload_i(in_payload), .in_credit_o(in_credit), .out_valid_o(out_valid),
    .out_header_o(out_header), .out_payload_o(out_payload), .out_credit_i(out_credit)
  );

  integer which, k;
  task edge_now;
    begin
      #1 clk = 1'b1;
      #1 clk = 1'b0; in_valid = 0; in_header = 0; in_payload = 0; out_credit = 0;
    end
  endtask
  task send(input integer port, input [1:0] op, input [1:0] units, input [11:0] bytes, input [31:0] id,
            input [63:0] addr, input [7:0] code);
    begin
      in_valid[port] = 1'b1;
      in_header[port*HB+:HB] = {addr, 32'd0, id, 32'd0, 32'd0, 2'd0, bytes, op, 4'd0, {2'd0, units}, units, 2'd3, 4'd0};
      in_payload[port*1024+64+:8] = code;
    end
  endtask
  task request(input [1:0] op, input [1:0] units, input [11:0] bytes, input [63:0] addr, input [7:0] code);
    begin
      send(0, op, units, bytes, 32'd7, addr, code);
      edge_now;
    end
  endtask
  task fill(input [1:0] op, input [11:0] bytes, input [31:0] id, input [63:0] addr);
    begin
      send(3, op, 2'd1, bytes, id, addr, 8'd0);
      edge_now;
    end
  endtask

  initial begin
    which = 0;
    k = $value$plusargs("case=%d", which);
    if (which == 30) number = 16'd2;
    if (which == 31) reserved = 6'd16;
    if (which == 32) p_rand = 9'd257;
    if (which == 33) fetch = 8'd48;
    #1 rst_n = 1'b0;
    #1 rst_n = 1'b1;
    // Line 0 is of slice 0 and set 0; line 1 (address 128) is of slice 1.
    case (which)
      0: begin  // nothing wrong, in every form
        request(2'd1, 2'd1, 12'd64, 64'd0, 8'd0);
        request(2'd0, 2'd2, 12'd64, 64'h7f, 8'd0);
        request(2'd1, 2'd1, 12'd4, 64'd60, 8'h17);
        request(2'd1, 2'd1, 12'd8, 64'd56, 8'h20);
        for (k = 0; k < 9; k = k + 1) begin
          if (out_valid[2]) out_credit[5:4] = 1;
          edge_now;
        end
        fill(2'd3, 12'd32, 32'd0, 64'd32);
        fill(2'd3, 12'd32, 32'd0, 64'd0);
        request(2'd0, 2'd1, 12'd99, ~64'd0, 8'd1);
        request(2'd0, 2'd1, 12'd0, 64'd128, 8'd2);
      end
      1: request(2'd1, 2'd1, 12'd64, 64'd128, 8'd0);      // another slice's
      2: request(2'd1, 2'd1, 12'd33, 64'd32, 8'd0);       // over the half
      3: request(2'd1, 2'd1, 12'd0, 64'd0, 8'd0);         // no bytes
      4: request(2'd1, 2'd1, 12'd4, 64'd2, 8'h10);        // not aligned
      5: request(2'd1, 2'd1, 12'd8, 64'd4, 8'h21);        // not aligned to 8
      6: request(2'd1, 2'd1, 12'd4, 64'd0, 8'h18);        // no such atomic
      7: request(2'd1, 2'd1, 12'd8, 64'd0, 8'h12);        // bytes of another size
      8: request(2'd1, 2'd2, 12'd64, 64'd0, 8'd0);        // a read of two units
      9: request(2'd0, 2'd1, 12'd64, 64'd0, 8'd0);        // a write of one
      10: request(2'd0, 2'd2, 12'd64, 64'd0, 8'd1);       // a flush of two
      11: request(2'd0, 2'd1, 12'd64, 64'd0, 8'd3);       // no such command
      12: request(2'd1, 2'd1, 12'd4, 64'd1 << 40, 8'd0);  // an address of 41 bits
      13: request(2'd2, 2'd1, 12'd4, 64'd0, 8'd0);        // a response
      14: begin                                           // VC 1
        send(0, 2'd1, 2'd1, 12'd4, 32'd0, 64'd0, 8'd0);
        in_header[3:0] = 4'd1;
        edge_now;
      end
      20: fill(2'd3, 12'd32, 32'd0, 64'd0);               // nobody asked
      21, 22, 23, 24, 25, 26: begin
        request(2'd1, 2'd1, 12'd4, 64'd0, 8'd0);
        edge_now;
        edge_now;
        case (which)
          21: fill(2'd3, 12'd32, 32'd1, 64'd0);           // of another MSHR
          22: fill(2'd3, 12'd32, 32'd16, 64'd0);          // of no MSHR
          23: fill(2'd3, 12'd32, 32'd0, 64'd32);          // a sector that was not fetched
          24: fill(2'd3, 12'd32, 32'd0, 64'h300);         // of another line
          25: fill(2'd2, 12'd32, 32'd0, 64'd0);           // a write's response
          default: fill(2'd3, 12'd16, 32'd0, 64'd0);      // half a sector
        endcase
      end
      27: for (k = 0; k < 12; k = k + 1) begin            // more requests than the queue has entries
        send(0, k == 0 ? 2'd1 : 2'd0, 2'd1, 12'd4, 32'd0, 64'd0, k == 0 ? 8'd0 : 8'd1);
        edge_now;
      end
      28: begin                                           // a credit too many
        out_credit[3:2] = 2'd1;
        edge_now;
      end
      29: begin
        out_credit[5:4] = 2'd1;
        edge_now;
      end
      default: edge_now;
    endcase
    for (k = 0; k < 3; k = k + 1) edge_now;
    $display("PASS slice_errors_tb: case %0d", which);
    $finish;
  end
endmodule
