// SPDX-License-Identifier: Apache-2.0
// A bench for an L2 slice as somebody might write it who has the RTL and nothing else: reads, partial writes, atomics,
// flushes and invalidates of few lines in small sets, and a memory that answers late and out of order. It has no word
// about golden C; the checker comes by `bind`.
//
//   +requests=N  1500 unless said
//   +seed=N
//   +fetch=N     bytes that a miss fetches: 32 unless said, 64, 128
//   +wild=1      what is rarer: lines all over the address space, writes of whole sectors, words of 0 and 1 (so that a
//                cas finds what it compares with), credits in twos, more flushes, no reserved way
//   +reset_at=N  cycle in which everything is reset once more, at a time that is no clock edge
//
// At the end it prints a hash of all outputs in all cycles.

// The module under test: to be defined otherwise for another with the same ports.
`ifndef L2_SLICE
`define L2_SLICE flitlock_l2_slice
`endif

module l2_slice_bench;
  localparam int Ports = 5, Req = 0, Rsp = 1, MemReq = 2, MemRsp = 3, Log = 4;
  localparam int Head = 224, Half = 512, Lane = 2 * Half;
  localparam int Number = 1;  // of the slice
  localparam int ReqDepth = 4, FillDepth = 2, RspCredits = 3, MemReqCredits = 3;
  localparam int Lines = 64;
  localparam int Fetches = 16;  // under way in the memory

  reg clk = 1'b0;
  reg rst_n = 1'b1;
  always #5 clk = !clk;

  reg req_valid, fill_valid;
  reg [Head-1:0] req_header, fill_header;
  reg [Lane-1:0] req_payload;
  reg [Half-1:0] fill_payload;
  reg [1:0] rsp_credit, mem_req_credit;
  wire [Ports*2-1:0] in_credit;
  wire [Ports-1:0] out_valid;
  wire [Ports*Head-1:0] out_header;
  wire [Ports*Lane-1:0] out_payload;
  reg [7:0] fetch_bytes;
  int unsigned wild;

  `L2_SLICE #(
    .SetBits(1), .Mh(512'h44d789af), .Ways(4), .Mshrs(3), .List(3), .ReqDepth(ReqDepth), .RspDepth(3), .OrderDepth(3),
    .FillDepth(FillDepth), .RspCredits(RspCredits), .MemReqCredits(MemReqCredits), .Events(1)
  ) dut (
    .clk_i            (clk),
    .rst_ni           (rst_n),
    .cfg_slice_i      (16'(Number)),
    .cfg_self_i       (32'h0001_0000),
    .cfg_memory_i     (32'h0002_0000),
    .cfg_reserved_i   (wild != 0 ? 6'd0 : 6'd1),
    .cfg_p_rand_i     (9'd64),
    .cfg_fetch_bytes_i(fetch_bytes),
    .in_valid_i       ({1'b0, fill_valid, 2'b00, req_valid}),
    .in_header_i      ({{Head{1'b0}}, fill_header, {2 * Head{1'b0}}, req_header}),
    .in_payload_i     ({{Lane{1'b0}}, {Half{1'b0}}, fill_payload, {2 * Lane{1'b0}}, req_payload}),
    .in_credit_o      (in_credit),
    .out_valid_o      (out_valid),
    .out_header_o     (out_header),
    .out_payload_o    (out_payload),
    .out_credit_i     ({4'd0, mem_req_credit, rsp_credit, 2'd0})
  );

  int unsigned seed;
  function automatic int unsigned draw(input int unsigned below);
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % below;
  endfunction
  function automatic bit [31:0] word();
    if (wild != 0) return draw(2);
    return {16'(draw(65536)), 16'(draw(65536))};
  endfunction

  int unsigned requests;
  int unsigned unsent, sent, answered, next_id;
  int unsigned req_room, fill_room;        // credits of the bench
  int unsigned rsp_taken, mem_req_taken;   // entries of the bench, given back at random
  int unsigned reads, writes, atomics, flushes, fetched, written;
  int unsigned outcome[4];                 // of new requests, by the event log
  int unsigned cycle = 0;

  // ---- The memory, by the number of a half

  bit [Half-1:0] memory[longint unsigned];
  bit [Fetches-1:0] fetch_pending;
  bit [Head-1:0] fetch_header[Fetches];
  bit [Half-1:0] fetch_data[Fetches];
  int unsigned fetch_due[Fetches];

  // Its contents where nobody wrote.
  function automatic bit [Half-1:0] contents(input longint unsigned half);
    if (memory.exists(half) != 0) return memory[half];
    for (int k = 0; k < 16; k++) contents[k*32+:32] = 32'(half) * 32'h9E3779B9 + 32'(k) * 32'h85EBCA6B;
  endfunction

  // A write-back is done, or a fetch read, as it arrives.
  task automatic take_order(input bit [Head-1:0] header, input bit [Lane-1:0] payload);
    automatic longint unsigned half = 64'(header[223:166]);
    automatic bit [Half-1:0] data = contents(half);
    automatic int free = Fetches;
    if (!header[16]) begin
      written++;
      for (int k = 0; k < 64; k++) if (payload[k]) data[k*8+:8] = payload[Half+k*8+:8];
      memory[half] = data;
    end else begin
      fetched++;
      for (int k = 0; k < Fetches; k++) if (!fetch_pending[k]) free = k;
      if (free == Fetches) $fatal(1, "more fetches than the slice has MSHRs for");
      fetch_pending[free] = 1'b1;
      fetch_header[free]  = header;
      fetch_data[free]    = data;
      fetch_due[free]     = cycle + 2 + draw(12);
    end
  endtask

  // What is due, in any order.
  task automatic give_fill(output bit valid, output bit [Head-1:0] header, output bit [Half-1:0] data);
    automatic int k;
    valid  = 1'b0;
    header = '0;
    data   = '0;
    k = int'(draw(Fetches));
    if (fill_room == 0 || !fetch_pending[k] || fetch_due[k] > cycle) return;
    fetch_pending[k] = 1'b0;
    fill_room--;
    valid = 1'b1;
    header = fetch_header[k];
    header[17:16] = 2'd3;
    header[63:32] = fetch_header[k][95:64];
    header[95:64] = fetch_header[k][63:32];
    data = fetch_data[k];
  endtask

  // Of the entries that a flit has taken; in twos where there are two.
  task automatic give_credit(inout int unsigned taken, output bit [1:0] credit);
    credit = 2'd0;
    if (taken == 0 || draw(3) == 0) return;
    credit = wild != 0 && taken > 1 ? 2'd2 : 2'd1;
    taken -= 32'(credit);
  endtask

  // ---- The client

  task automatic give_request(output bit valid, output bit [Head-1:0] header, output bit [Lane-1:0] payload);
    automatic int unsigned kind, number, at, code, bytes;
    automatic bit [39:0] addr;
    automatic bit [32:0] line;
    valid   = 1'b0;
    header  = '0;
    payload = '0;
    if (unsent == 0 || req_room == 0 || draw(6) == 0) return;
    unsent--;
    req_room--;
    sent++;
    // Few lines, all of this slice: it is the parity of the line's number (Ms has ones alone).
    number = draw(2) == 0 ? draw(Lines) : draw(6);
    line = 33'(number) << 1;
    if (wild != 0) line[32:8] = {25{number[0]}} ^ 25'(number >> 1) << 20;
    line[0] = (^line[32:1]) ^ 1'(Number);
    kind = draw(20);
    at = draw(64);
    bytes = 1 + draw(64 - at);
    code = 0;
    if (kind < 8) begin
      reads++;
      header[16] = 1'b1;
    end else if (kind < 15) begin
      writes++;
      payload[63:0] = draw(4) == 0 ? {word(), word()} : 64'hffff_ffff >> draw(33) << draw(33);
      if (wild != 0 && draw(2) == 0) payload[63:0] = {{32{1'(draw(2))}}, {32{1'(draw(2))}}};
      for (int k = 0; k < 16; k++) payload[Half+k*32+:32] = word();
      at = 0;
      bytes = 64;
    end else if (kind < 19 || draw(wild != 0 ? 1 : 12) != 0) begin
      atomics++;
      header[16] = 1'b1;
      code = (draw(2) == 0 ? 16 : 32) + draw(8);
      bytes = code < 32 ? 4 : 8;
      at = at / bytes * bytes;
      payload[16*8+:64] = {word(), word()};
      payload[24*8+:64] = {word(), word()};
    end else begin
      flushes++;
      code = 1 + draw(2);
    end
    addr = {line, 1'(draw(2)), 6'(at)};
    payload[8*8+:8] = 8'(code);
    valid = 1'b1;
    header[4] = 1'b1;
    header[5] = 1'b1;
    header[7:6] = kind >= 8 && kind < 15 ? 2'd2 : 2'd1;
    header[11:8] = {2'd0, header[7:6]};
    header[29:18] = 12'(bytes);
    header[63:32] = 32'h0001_0000;
    header[95:64] = 32'h0003_0000;
    header[127:96] = next_id;
    next_id++;
    header[159:128] = cycle;
    header[223:160] = 64'(addr);
  endtask

  // ---- The record: a hash of all outputs

  longint unsigned hash = 64'hcbf29ce484222325;
  task automatic mix(input bit [63:0] bits);
    hash = (hash ^ bits) * 64'h100000001b3;
    hash = hash ^ (hash >> 29);
  endtask
  task automatic record();
    mix({49'd0, out_valid, in_credit});
    for (int p = 0; p < Ports; p++) begin
      if (!out_valid[p] && out_header[p*Head+:Head] == '0 && out_payload[p*Lane+:Lane] == '0) continue;
      mix({32'(p), out_header[p*Head+:32]});
      for (int k = 0; k < 3; k++) mix(out_header[p*Head+32+k*64+:64]);
      for (int k = 0; k < 16; k++) mix(out_payload[p*Lane+k*64+:64]);
    end
  endtask

  task automatic restart();
    memory.delete();
    fetch_pending = '0;
    unsent = requests;
    sent = 0;
    answered = 0;
    next_id = 1;
    req_room = ReqDepth;
    fill_room = FillDepth;
    rsp_taken = 0;
    mem_req_taken = 0;
    reads = 0;
    writes = 0;
    atomics = 0;
    flushes = 0;
    fetched = 0;
    written = 0;
    for (int k = 0; k < 4; k++) outcome[k] = 0;
  endtask

  int unsigned fetch, reset_at;
  initial begin
    if (!$value$plusargs("requests=%d", requests)) requests = 1500;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("fetch=%d", fetch)) fetch = 32;
    if (!$value$plusargs("wild=%d", wild)) wild = 0;
    if (!$value$plusargs("reset_at=%d", reset_at)) reset_at = 0;
    fetch_bytes = 8'(fetch);
    #1 rst_n = 1'b0;
    #20 rst_n = 1'b1;
    wait (reset_at != 0 && cycle == reset_at);
    #2 rst_n = 1'b0;
    #10 rst_n = 1'b1;
  end
  always @(posedge clk) record();
  always @(posedge clk or negedge rst_n) if (!rst_n) begin
    restart();
    req_valid      <= 1'b0;
    req_header     <= '0;
    req_payload    <= '0;
    fill_valid     <= 1'b0;
    fill_header    <= '0;
    fill_payload   <= '0;
    rsp_credit     <= 2'd0;
    mem_req_credit <= 2'd0;
  end else begin : drive
    automatic bit valid;
    automatic bit [Head-1:0] header;
    automatic bit [Lane-1:0] payload;
    automatic bit [Half-1:0] data;
    automatic bit [1:0] credit;
    cycle++;
    req_room += 32'(in_credit[Req*2+:2]);
    fill_room += 32'(in_credit[MemRsp*2+:2]);
    if (out_valid[Rsp]) begin
      answered++;
      rsp_taken++;
    end
    if (out_valid[MemReq]) begin
      mem_req_taken++;
      take_order(out_header[MemReq*Head+:Head], out_payload[MemReq*Lane+:Lane]);
    end
    if (out_valid[Log] && out_payload[Log*Lane+:8] == 8'd0) outcome[out_payload[Log*Lane+8+:2]]++;
    give_credit(rsp_taken, credit);
    rsp_credit <= credit;
    give_credit(mem_req_taken, credit);
    mem_req_credit <= credit;
    give_request(valid, header, payload);
    req_valid   <= valid;
    req_header  <= header;
    req_payload <= payload;
    give_fill(valid, header, data);
    fill_valid   <= valid;
    fill_header  <= header;
    fill_payload <= data;
    if (answered == requests || cycle == 200000) begin
      $display("l2_slice_bench: %0d requests answered: %0d reads, %0d writes, %0d atomics, %0d flushes; %0d hits, %0d sector misses, %0d misses, %0d merged; %0d fetches, %0d write-backs, %0d cycles, hash %h",
               answered, reads, writes, atomics, flushes, outcome[0], outcome[1], outcome[2], outcome[3], fetched, written,
               cycle, hash);
      if (answered != requests) $fatal(1, "answers are missing");
      $finish;
    end
  end
endmodule
