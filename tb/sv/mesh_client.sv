// SPDX-License-Identifier: Apache-2.0
// Sends random packets and checks what it gets: an end point for mesh_dst_top. Credits and order as in specification
// chapter 1; a drawn number of packets goes to each of the targets.
module mesh_client #(
  parameter int Gpu     = 0,
  parameter int Node    = 0,
  parameter int Targets = 7,  // nodes 0 to 5 of GPU 0, and node 0 of GPU 1
  parameter int Packets = 50,
  parameter int Depth   = 4,
  parameter int Vcs     = 2
) (
  input  wire         clk_i,
  input  wire         rst_ni,
  input  wire         in_valid_i,
  input  wire [223:0] in_header_i,
  input  wire [127:0] in_payload_i,
  output reg  [Vcs*2-1:0] in_credit_o,
  output reg          out_valid_o,
  output reg  [223:0] out_header_o,
  output reg  [127:0] out_payload_o,
  input  wire [Vcs*2-1:0] out_credit_i,
  output reg          done_o,  // has sent all
  output reg   [31:0] sent_o,
  output reg   [31:0] received_o
);
  localparam bit [31:0] Own = {8'd0, 8'(Node), 8'd0, 8'(Gpu)};
  localparam int Outbound = 0;

  int unsigned random, credit, len, seq, id, birth, cycle, sent, received;
  int unsigned taken[Vcs];
  bit [31:0] dst;
  int unsigned expected_seq;  // of the packet that is arriving

  function automatic int unsigned draw(input int unsigned below);
    random = random * 1664525 + 1013904223;
    return (random >> 8) % below;
  endfunction

  function automatic bit [63:0] data(input bit [31:0] src, input bit [31:0] number, input int unsigned unit);
    return {src ^ (number * 32'h9E3779B9), number[27:0], 4'(unit)};
  endfunction

  task automatic take();
    automatic bit [31:0] src = in_header_i[95:64];
    automatic int unsigned got = int'(in_header_i[15:12]);
    if (in_header_i[63:32] != Own) $fatal(1, "a packet for %h arrives at %h", in_header_i[63:32], Own);
    if (in_header_i[4] != (got == 0) || got != expected_seq) $fatal(1, "unit %0d, expected %0d", got, expected_seq);
    if (in_payload_i != {64'd0, data(src, in_header_i[127:96], got)}) $fatal(1, "payload %h", in_payload_i);
    if (int'(in_header_i[3:0]) >= Vcs) $fatal(1, "VC %0d", in_header_i[3:0]);
    taken[in_header_i[0]]++;
    expected_seq = in_header_i[5] ? 0 : got + 1;
    if (in_header_i[5]) received++;
  endtask

  always_ff @(posedge clk_i or negedge rst_ni) begin : step
    automatic bit valid;
    automatic bit [223:0] header;
    automatic bit [127:0] payload;
    automatic bit [Vcs*2-1:0] freed;
    automatic int unsigned target;
    valid   = 1'b0;
    header  = '0;
    payload = '0;
    freed   = '0;
    if (!rst_ni) begin
      random = 32'(Node * 77 + Gpu * 1000 + 1);
      credit = Depth;
      len = 0;
      seq = 0;
      id = 0;
      cycle = 0;
      sent = 0;
      received = 0;
      expected_seq = 0;
      for (int v = 0; v < Vcs; v++) taken[v] = 0;
    end else begin
      credit += 32'(out_credit_i[Outbound*2+:2]);
      if (in_valid_i) take();
      for (int v = 0; v < Vcs; v++)
        if (taken[v] != 0 && draw(3) != 0) begin
          taken[v]--;
          freed[v*2+:2] = 2'd1;
        end
      if (seq == len && sent != Packets && draw(3) != 0) begin
        target = draw(Targets);
        dst = target == 6 ? 32'h0000_0001 : {8'd0, 8'(target), 16'd0};
        len = 1 + draw(4);
        seq = 0;
        birth = cycle;
        id++;
        sent++;
      end
      if (seq != len && credit != 0) begin
        credit--;
        valid = 1'b1;
        header = {32'd0, id, birth, id, Own, dst, 14'd8, 2'd0, 4'(seq), 4'(len), 2'd1, seq + 1 == len, seq == 0,
                  4'(Outbound)};
        payload[63:0] = data(Own, id, seq);
        seq++;
      end
      cycle++;
    end
    in_credit_o   <= freed;
    out_valid_o   <= valid;
    out_header_o  <= header;
    out_payload_o <= payload;
    done_o        <= sent == Packets && seq == len;
    sent_o        <= sent;
    received_o    <= received;
  end
endmodule
