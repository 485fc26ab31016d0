// SPDX-License-Identifier: Apache-2.0
// flitlock_fifo against a model of plain arrays: random pushes and pops, every output at every edge. R-ST-2, R-ST-3, R-REG.
`timescale 1ns / 1ns
module fifo_tb #(
  parameter integer Writers = 2,
  parameter integer PerWriter = 3,
  parameter [0:0] Registered = 1'b0,
  parameter [0:0] Peek = 1'b0,
  parameter integer Cycles = 4000
);
  localparam integer Queues = Writers * PerWriter;
  localparam integer Width = 40;
  localparam integer NumberBits = PerWriter > 1 ? $clog2(PerWriter) : 1;
  localparam integer QueueBits = Queues > 1 ? $clog2(Queues) : 1;

  // Depths 1, 2, 3, 4, .. and one queue that does not exist.
  function [Queues*16-1:0] depths(input integer first);
    integer q;
    begin
      for (q = 0; q < Queues; q = q + 1) depths[q*16+:16] = q == 2 ? 16'd0 : q[15:0] + first[15:0];
    end
  endfunction
  localparam [Queues*16-1:0] Depth = depths(Peek ? 2 : 1);

  reg clk = 1'b0, rst_n = 1'b1;
  reg [Writers-1:0] push = 0;
  reg [Writers*NumberBits-1:0] push_number = 0;
  reg [Writers*Width-1:0] push_data = 0;
  reg [Writers*4-1:0] push_meta = 0;
  reg [QueueBits-1:0] select = 0;
  reg [1:0] pop = 0;
  wire [Queues-1:0] visible, second;
  wire [Queues*4-1:0] free, meta;
  wire [Width-1:0] front, next;

  flitlock_fifo #(
    .Writers(Writers), .PerWriter(PerWriter), .Width(Width), .MetaBits(4), .Depth(Depth),
    .Registered(Registered), .Peek(Peek)
  ) i_dut (
    .clk_i(clk), .rst_ni(rst_n), .push_i(push), .push_number_i(push_number), .push_data_i(push_data),
    .push_meta_i(push_meta), .visible_o(visible), .second_o(second), .free_o(free), .meta_o(meta), .select_i(select),
    .front_o(front), .next_o(next), .pop_i(pop)
  );

  // The model: entry 0 is the front; `old` of the entries were there before this edge.
  reg [Width-1:0] entry [0:Queues*32-1];
  integer count [0:Queues-1];
  integer old [0:Queues-1];
  integer failures, pushes, pops, q, w, k, cycle, seed, shown;

  task check(input ok, input [255:0] what);
    if (!ok) begin
      failures = failures + 1;
      if (failures < 10) $display("FAIL cycle %0d queue %0d: %0s", cycle, q, what);
    end
  endtask

  initial begin
    failures = 0; pushes = 0; pops = 0; seed = 7;
    for (q = 0; q < Queues; q = q + 1) begin count[q] = 0; old[q] = 0; end
    #1 rst_n = 1'b0;
    #1 rst_n = 1'b1;
    #1;
    for (cycle = 0; cycle < Cycles; cycle = cycle + 1) begin
      if (cycle == Cycles / 2) begin
        rst_n = 1'b0;  // reset empties it, without an edge
        #1 rst_n = 1'b1;
        for (q = 0; q < Queues; q = q + 1) begin count[q] = 0; old[q] = 0; end
      end
      // Room is what was free before this edge.
      for (q = 0; q < Queues; q = q + 1) begin
        k = Depth[q*16+:16] - count[q];
        check(free[q*4+:4] == (k > 15 ? 15 : k), "free");
      end
      push = 0;
      for (w = 0; w < Writers; w = w + 1) begin
        q = $unsigned($random(seed)) % PerWriter;
        push_number[w*NumberBits+:NumberBits] = q;
        push_data[w*Width+:Width] = {$random(seed), $random(seed)};
        push_meta[w*4+:4] = push_data[w*Width+:4];
        q = w * PerWriter + q;
        if ($unsigned($random(seed)) % 3 != 0 && count[q] < Depth[q*16+:16]) begin
          push[w] = 1'b1;
          entry[q*32+count[q]] = push_data[w*Width+:Width];
          count[q] = count[q] + 1;
          pushes = pushes + 1;
        end
      end
      select = $unsigned($random(seed)) % Queues;
      pop = 0;
      #1;
      for (q = 0; q < Queues; q = q + 1) begin
        shown = Registered ? old[q] : count[q];
        check(visible[q] == (shown > 0), "visible");
        check(second[q] == (Peek && shown > 1), "second");
        if (shown > 0) check(meta[q*4+:4] == entry[q*32][3:0], "meta");
      end
      q = select;
      shown = Registered ? old[q] : count[q];
      if (shown > 0) check(front == entry[q*32], "front");
      if (Peek && shown > 1) check(next == entry[q*32+1], "next");
      if (shown > 0 && $random(seed) % 2 == 0) pop = Peek && shown > 1 && $random(seed) % 2 == 0 ? 2 : 1;
      #1 clk = 1'b1;
      for (k = 0; k + pop < count[q]; k = k + 1) entry[q*32+k] = entry[q*32+k+pop];
      count[q] = count[q] - pop;
      pops = pops + pop;
      for (q = 0; q < Queues; q = q + 1) old[q] = count[q];
      #1 clk = 1'b0; push = 0; pop = 0;
      #1;
    end
    if (pushes < Cycles / 4 || pops < Cycles / 8) begin
      $display("FAIL too little happened: %0d pushes, %0d pops", pushes, pops);
      failures = failures + 1;
    end
    if (failures == 0) $display("PASS fifo_tb: %0d pushes, %0d pops", pushes, pops);
    $finish;
  end
endmodule
