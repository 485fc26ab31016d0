// SPDX-License-Identifier: Apache-2.0
// A whole L2 slice against flat memory: random reads, writes, atomics, flushes over more lines than the slice holds, with a
// memory behind it that answers late and in any order, and far ends that hold back credits. All accesses to a line keep
// their order (R-L2S-MSHR-1), so each response is known as its request is sent. After the last request the slice is flushed, and
// memory must be flat memory.
`timescale 1ns / 1ns
module l2_slice_tb #(
  parameter integer Ways = 4,
  parameter integer Reserved = 1,
  parameter integer PRand = 60,
  parameter integer FetchBytes = 32,
  parameter integer Mshrs = 4,
  parameter integer List = 2,
  parameter integer ReqDepth = 4,
  parameter integer RspDepth = 2,
  parameter integer OrderDepth = 2,
  parameter integer Events = 1,
  parameter integer Requests = 6000
);
  localparam integer Lines = 512;  // of both slices
  localparam integer HB = 224;
  localparam integer FarRsp = 3, FarMem = 3;

  reg clk = 1'b0, rst_n = 1'b1;
  reg [4:0] in_valid = 0;
  reg [5*HB-1:0] in_header = 0;
  reg [5*1024-1:0] in_payload = 0;
  reg [9:0] out_credit = 0;
  wire [4:0] out_valid;
  wire [5*HB-1:0] out_header;
  wire [5*1024-1:0] out_payload;
  wire [9:0] in_credit;
  flitlock_l2_slice #(
    .Ways(Ways), .Mshrs(Mshrs), .List(List), .ReqDepth(ReqDepth), .RspDepth(RspDepth), .OrderDepth(OrderDepth),
    .RspCredits(FarRsp), .MemReqCredits(FarMem), .Events(Events)
  ) i_dut (
    .clk_i(clk), .rst_ni(rst_n), .cfg_slice_i(16'd1), .cfg_self_i(32'h11), .cfg_memory_i(32'h22),
    .cfg_reserved_i(Reserved[5:0]), .cfg_p_rand_i(PRand[8:0]), .cfg_fetch_bytes_i(FetchBytes[7:0]),
    .in_valid_i(in_valid), .in_header_i(in_header), .in_payload_i(in_payload), .in_credit_o(in_credit),
    .out_valid_o(out_valid), .out_header_o(out_header), .out_payload_o(out_payload), .out_credit_i(out_credit)
  );

  // Line number n of the test: the upper bits are constant, the lowest makes it one of slice 1.
  localparam [32:0] Base = 33'h1a5400000;
  function [63:0] address_of(input integer n);
    reg [32:0] at;
    begin
      at = Base | (n << 1);
      at[0] = !(^at);
      address_of = {24'd0, at, 7'd0};
    end
  endfunction

  reg [511:0] memory [0:2*Lines-1];  // by half
  reg [511:0] flat [0:2*Lines-1];
  reg [511:0] expected [0:65535];    // by id
  reg [1:0] expected_op [0:65535];
  reg outstanding [0:65535];
  // Fetches on their way
  reg [HB-1:0] f_header [0:255];
  reg [511:0] f_data [0:255];
  integer f_due [0:255];
  integer f_count;

  integer failures, seed, cycle, sent, answered, req_room, rsp_held, mem_held, k, n, half, atom, quiet, commands, hits_seen;
  integer fills_seen, backs, half_at, reads, atomics, phase, events_seen;
  reg [HB-1:0] header;
  reg [63:0] addr, mask, value, operand, compare, result;
  reg [511:0] data, was, bits;
  reg [11:0] bytes;
  reg [7:0] code;
  reg wide, want_flush;

  task check(input ok, input [319:0] what);
    if (ok !== 1'b1) begin
      failures = failures + 1;
      if (failures < 10) $display("FAIL cycle %0d: %0s (id %0d, address %h)", cycle, what, header[96+:32], header[160+:64]);
    end
  endtask
  function [HB-1:0] header_of(input [1:0] op, input [1:0] units, input [11:0] length, input [31:0] id, input [63:0] at);
    header_of = {at, 32'hb000 + id, id, 32'h33, 32'h44, 2'd0, length, op, 4'd0, {2'd0, units}, units, 2'd3, 4'd0};
  endfunction
  function [511:0] expanded(input [63:0] chosen);
    integer b;
    begin
      for (b = 0; b < 64; b = b + 1) expanded[b*8+:8] = {8{chosen[b]}};
    end
  endfunction
  function integer half_of(input [63:0] at);
    half_of = {at[8+:9], at[6]};
  endfunction

  task send_request;
    begin
      k = $unsigned($random(seed)) % 64;
      // Some lines are used often; bursts of atomics on one of them.
      n = $random(seed) % 2 == 0 ? $unsigned($random(seed)) % 8 : $unsigned($random(seed)) % Lines;
      addr = address_of(n) + ($random(seed) & 64);
      half = half_of(addr);
      in_valid[0] = 1'b1;
      in_payload[0+:1024] = {32{$random(seed)}};
      code = 8'd0;
      if (want_flush || k == 0 && sent > 100) begin
        in_payload[64+:8] = want_flush || $random(seed) % 2 == 0 ? 8'd1 : 8'd2;
        in_header[0+:HB] = header_of(2'd0, 2'd1, 12'd0, sent, {$random(seed), $random(seed)});
        in_payload[1023:512] = 512'd0;
        expected[sent] = 512'd0;
        expected_op[sent] = 2'd2;
        commands = commands + 1;
      end else if (k < 24) begin
        mask = {$random(seed), $random(seed)} & {$random(seed), $random(seed)};
        case ($unsigned($random(seed)) % 6)
          0: mask = {64{1'b1}};
          1: mask = 64'hffffffff << (32 * ($random(seed) & 1));
          2: mask = 64'd0;
          default: ;
        endcase
        in_payload[0+:64] = mask;
        in_payload[64+:8] = 8'd0;
        data = in_payload[512+:512];
        flat[half] = (flat[half] & ~expanded(mask)) | (data & expanded(mask));
        in_header[0+:HB] = header_of(2'd0, 2'd2, 12'd64, sent, addr + ($random(seed) & 63));
        expected[sent] = 512'd0;
        expected_op[sent] = 2'd2;
      end else if (k < 44) begin
        bytes = 1 + $unsigned($random(seed)) % 64;
        addr[5:0] = $unsigned($random(seed)) % (65 - bytes);
        if ($random(seed) % 3 == 0) begin bytes = 32; addr[5:0] = $random(seed) & 32; end
        mask = ~(~64'd0 << bytes) << addr[5:0];
        if (bytes == 64) mask = ~64'd0;
        in_payload[64+:8] = 8'd0;
        in_payload[1023:512] = 512'd0;
        in_header[0+:HB] = header_of(2'd1, 2'd1, bytes, sent, addr);
        expected[sent] = flat[half] & expanded(mask);
        expected_op[sent] = 2'd3;
        reads = reads + 1;
      end else begin
        wide = $random(seed);
        atom = $unsigned($random(seed)) % 8;
        code = (wide ? 8'h20 : 8'h10) + atom;
        bytes = wide ? 8 : 4;
        addr[5:0] = $random(seed) & (wide ? 56 : 60);
        was = flat[half] >> (addr[5:0] * 8);
        value = wide ? was[63:0] : {32'd0, was[31:0]};
        operand = in_payload[128+:64];
        compare = $random(seed) % 2 == 0 ? value | (wide ? 64'd0 : {$random(seed), 32'd0}) : {$random(seed), $random(seed)};
        if ($random(seed) % 4 == 0) operand = value + 1;
        in_payload[64+:8] = code;
        in_payload[128+:64] = operand;
        in_payload[192+:64] = compare;
        in_payload[1023:512] = 512'd0;
        if (!wide) begin operand = operand & 64'hffffffff; compare = compare & 64'hffffffff; end
        case (atom)
          0: result = value + operand;
          1: result = value < operand ? value : operand;
          2: result = value > operand ? value : operand;
          3: result = value & operand;
          4: result = value | operand;
          5: result = value ^ operand;
          6: result = operand;
          default: result = value == compare ? operand : value;
        endcase
        mask = (wide ? 64'hff : 64'hf) << addr[5:0];
        bits = expanded(mask);
        expected[sent] = flat[half] & bits;
        flat[half] = (flat[half] & ~bits) | (({448'd0, result} << (addr[5:0] * 8)) & bits);
        in_header[0+:HB] = header_of(2'd1, 2'd1, bytes, sent, addr);
        expected_op[sent] = 2'd3;
        atomics = atomics + 1;
      end
      outstanding[sent] = 1'b1;
      sent = sent + 1;
      req_room = req_room - 1;
    end
  endtask

  task take_response;
    begin
      header = out_header[1*HB+:HB];
      data = out_payload[1024+:512];
      k = header[96+:32];
      check(outstanding[k], "a response without a request");
      outstanding[k] = 1'b0;
      check(header[16+:2] == expected_op[k], "op of a response");
      check(data == expected[k], "data of a response");
      check(header[64+:32] == 32'h44 && header[32+:32] == 32'h33 && header[128+:32] == 32'hb000 + k, "src, dst, birth");
      check(out_payload[1024+512+:512] == 512'd0, "payload above the unit");
      answered = answered + 1;
      rsp_held = rsp_held + 1;
    end
  endtask

  task take_order;
    begin
      header = out_header[2*HB+:HB];
      addr = header[160+:64];
      half = half_of(addr);
      check(addr == address_of(half / 2) + {addr[6:0]}, "address of an order");
      check(header[32+:32] == 32'h22 && header[64+:32] == 32'h11, "src, dst of an order");
      if (header[16+:2] == 2'd0) begin
        mask = out_payload[2*1024+:64];
        data = out_payload[2*1024+512+:512];
        check((data & ~expanded(mask)) == 512'd0 && mask != 64'd0, "bytes beyond the mask");
        memory[half] = (memory[half] & ~expanded(mask)) | data;
        backs = backs + 1;
      end else begin
        f_header[f_count] = header;
        f_data[f_count] = memory[half];
        f_due[f_count] = cycle + 2 + $unsigned($random(seed)) % 40;
        f_count = f_count + 1;
        check(header[16+:2] == 2'd1, "op of an order");
      end
      mem_held = mem_held + 1;
    end
  endtask

  task edge_now;
    begin
      #1 clk = 1'b1;
      #1 clk = 1'b0;
      req_room = req_room + in_credit[1:0];
      in_valid = 0; in_header = 0; in_payload = 0; out_credit = 0;
      if (out_valid[1]) take_response;
      if (out_valid[2]) take_order;
      events_seen = events_seen + out_valid[4];
      check(!(out_valid[0] || out_valid[3]) && (out_valid[1] || out_header[HB+:HB] == 0) &&
            (out_valid[2] || {out_header[2*HB+:HB], out_payload[2048+:1024]} == 0), "an idle lane is not 0");
      cycle = cycle + 1;
    end
  endtask
  task far_ends;
    begin
      phase = cycle / 700 % 3;
      if (rsp_held > 0 && $unsigned($random(seed)) % (phase == 0 ? 5 : 1) == 0) begin
        out_credit[3:2] = 1; rsp_held = rsp_held - 1;
      end
      if (mem_held > 0 && $unsigned($random(seed)) % (phase == 1 ? 6 : 1) == 0) begin
        out_credit[5:4] = 1; mem_held = mem_held - 1;
      end
      // A fill that is due, any of them.
      n = f_count > 0 ? $unsigned($random(seed)) % f_count : 0;
      if (f_count > 0 && f_due[n] <= cycle) begin
        header = f_header[n];
        in_valid[3] = 1'b1;
        in_header[3*HB+:HB] = {header[223:64], 32'h99, 2'd0, header[18+:12], 2'd3, header[15:0]};
        in_payload[3*1024+:512] = f_data[n];
        f_count = f_count - 1;
        f_header[n] = f_header[f_count]; f_data[n] = f_data[f_count]; f_due[n] = f_due[f_count];
        fills_seen = fills_seen + 1;
      end
    end
  endtask
  task reset;
    begin
      rst_n = 1'b0;
      #1 check(out_valid == 0 && in_credit == 0 && out_header == 0 && out_payload == 0, "outputs in reset");
      rst_n = 1'b1;
      req_room = ReqDepth; rsp_held = 0; mem_held = 0; f_count = 0;
      for (k = 0; k < 2 * Lines; k = k + 1) flat[k] = memory[k];
      for (k = 0; k < 65536; k = k + 1) outstanding[k] = 1'b0;
      answered = sent;
    end
  endtask

  initial begin
    failures = 0; seed = 17; cycle = 0; sent = 0; answered = 0; commands = 0; fills_seen = 0; backs = 0; reads = 0;
    atomics = 0; events_seen = 0; want_flush = 1'b0; header = 0;
    for (k = 0; k < 2 * Lines; k = k + 1) memory[k] = {16{$random(seed)}} ^ ({16{$random(seed)}} << 7);
    #1 reset;
    while (sent < Requests || answered < sent) begin
      if (sent == Requests / 2 && answered < sent && answered + 4 > sent) begin
        reset;  // in the midst of it
        want_flush = 1'b0;
      end
      far_ends;
      if (sent < Requests && req_room > 0 && $unsigned($random(seed)) % (phase == 2 ? 3 : 10) != 1) send_request;
      edge_now;
      if (cycle > Requests * 60) begin
        check(1'b0, "it does not end");
        $finish;
      end
    end
    want_flush = 1'b1;
    while (req_room == 0) begin far_ends; edge_now; end
    far_ends;
    send_request;
    edge_now;
    while (answered < sent && cycle < Requests * 60) begin far_ends; edge_now; end
    check(answered == sent, "the last flush is answered");
    for (k = 0; k < 60; k = k + 1) begin far_ends; edge_now; end
    for (k = 0; k < 2 * Lines; k = k + 1) check(memory[k] == flat[k], "memory after the flush");
    // R-L2S-ST-2: what an idle slice samples at edge t and answers at once is presented after t + 2; here a full write, which
    // is answered whether or not the line is there.
    addr = address_of(5);
    in_valid[0] = 1'b1;
    in_payload[0+:1024] = {{16{32'h12345678}}, 448'd0, 64'hffffffffffffffff};
    in_header[0+:HB] = header_of(2'd0, 2'd2, 12'd64, sent, addr);
    expected[sent] = 512'd0; expected_op[sent] = 2'd2; outstanding[sent] = 1'b1; sent = sent + 1;
    edge_now;
    edge_now;
    check(answered == sent - 1, "a response after edge t + 1");
    edge_now;
    check(answered == sent, "no response after edge t + 2");
    check(Events == 0 ? events_seen == 0 : events_seen > sent, "events");
    if (fills_seen < Requests / 6 || backs < Requests / 10 || commands < Requests / 500 || reads < Requests / 5
        || atomics < Requests / 5) begin
      failures = failures + 1;
      $display("FAIL too little happened: %0d fills, %0d write-backs, %0d commands", fills_seen, backs, commands);
    end
    if (failures == 0)
      $display("PASS l2_slice_tb: %0d requests, %0d fills, %0d write-backs, %0d commands, %0d cycles", sent, fills_seen, backs,
               commands, cycle);
    $finish;
  end
endmodule
