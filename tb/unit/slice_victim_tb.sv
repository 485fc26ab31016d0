// SPDX-License-Identifier: Apache-2.0
// flitlock_slice_victim (with its tree and LFSR) against a model that searches the tree from its leaves, R-L2S-VIC: random
// sets, locked and invalid ways; and the figures of the page: the order of victims after touches of all ways, and
// 0xACE1 -> 0xC2C4 in eight shifts.
`timescale 1ns / 1ns
module slice_victim_tb #(
  parameter integer Sets = 3,
  parameter integer Ways = 16,
  parameter integer Reserved = 0,
  parameter integer PRand = 60,
  parameter integer Cycles = 2000
);
  localparam integer SetBits = Sets > 1 ? $clog2(Sets) : 1;
  localparam integer WayBits = Ways > 1 ? $clog2(Ways) : 1;
  localparam integer Leaves = 2 ** WayBits;
  localparam integer Enabled = Ways - Reserved;

  reg clk = 1'b0, rst_n = 1'b1, allocate = 1'b0, touch = 1'b0;
  reg [15:0] seed16 = 16'hace1;
  reg [8:0] p_rand = PRand;
  reg [SetBits-1:0] set = 0;
  reg [Ways-1:0] valid = 0, locked = 0;
  reg [WayBits-1:0] touch_way = 0;
  wire any;
  wire [WayBits-1:0] victim;
  wire [15:0] lfsr;
  flitlock_slice_victim #(.Sets(Sets), .Ways(Ways)) i_dut (
    .clk_i(clk), .rst_ni(rst_n), .enabled_i(Enabled[5:0]), .p_rand_i(p_rand), .seed_i(seed16), .set_i(set),
    .valid_i(valid), .locked_i(locked), .any_o(any), .victim_o(victim), .allocate_i(allocate), .touch_i(touch),
    .touch_way_i(touch_way), .lfsr_o(lfsr)
  );

  reg tree [0:Sets*Leaves-1];
  reg [15:0] x, stepped;
  integer failures, cycle, seed, k, w, n, low, size, expected, taken, randoms, invalids, stalls;
  reg candidate [0:2*Leaves-1];

  task check(input ok, input [255:0] what);
    if (!ok) begin
      failures = failures + 1;
      if (failures < 10) $display("FAIL cycle %0d: %0s (victim %0d, expected %0d)", cycle, what, victim, expected);
    end
  endtask
  task edge_now;
    begin
      #1 clk = 1'b1;
      #1 clk = 1'b0; allocate = 1'b0; touch = 1'b0;
    end
  endtask
  task reset;
    begin
      rst_n = 1'b0;
      #1 rst_n = 1'b1;
      for (k = 0; k < Sets * Leaves; k = k + 1) tree[k] = 1'b0;
      x = seed16;
    end
  endtask
  task model_touch(input integer way);
    begin
      // From the leaf up: an even child is the low one.
      n = Leaves + way;
      while (n > 1) begin
        tree[set*Leaves+n/2] = n % 2 == 0;
        n = n / 2;
      end
    end
  endtask
  task model_victim;
    begin
      for (n = 0; n < 8; n = n + 1) stepped = n == 0 ? (x[0] ? (x >> 1) ^ 16'hb400 : x >> 1)
                                            : (stepped[0] ? (stepped >> 1) ^ 16'hb400 : stepped >> 1);
      expected = -1;
      taken = 0;  // 1 invalid, 2 random, 3 tree
      for (w = Enabled - 1; w >= 0; w = w - 1) if (!valid[w]) begin expected = w; taken = 1; end
      if (taken == 0) begin
        for (w = 0; w < Enabled; w = w + 1) if (!locked[w]) taken = 3;
        if (taken == 3) begin
          w = (stepped[15:8] * Enabled) / 256;
          if (stepped[7:0] < p_rand && !locked[w]) begin expected = w; taken = 2; end
        end
        if (taken == 3) begin
          for (n = 0; n < 2 * Leaves; n = n + 1) candidate[n] = 1'b0;
          for (w = 0; w < Enabled; w = w + 1)
            if (!locked[w]) for (n = Leaves + w; n > 0; n = n / 2) candidate[n] = 1'b1;
          n = 1;
          while (n < Leaves) begin
            if (tree[set*Leaves+n] && candidate[2*n+1] || !candidate[2*n]) n = 2 * n + 1;
            else n = 2 * n;
          end
          expected = n - Leaves;
        end
      end
    end
  endtask

  initial begin
    failures = 0; seed = 3; randoms = 0; invalids = 0; stalls = 0; cycle = 0; expected = 0;
    #1 reset;
    #1;
    // The figures of the page.
    if (Ways == 16 && Reserved == 0) begin
      p_rand = 9'd0;
      valid = {Ways{1'b1}};
      for (w = 0; w < 16; w = w + 1) begin
        touch = 1'b1; touch_way = w; edge_now;
      end
      for (k = 0; k < 16; k = k + 1) begin
        expected = {k[0], k[1], k[2], k[3]};  // 0 8 4 12 2 10 6 14 1 9 5 13 3 11 7 15
        #1 check(victim == expected, "order of the tree");
        allocate = 1'b1; touch = 1'b1; touch_way = victim;
        #1 if (k == 0) check(lfsr == 16'hc2c4, "0xACE1 after eight shifts");
        edge_now;
      end
      p_rand = PRand;
    end
    reset;
    for (cycle = 0; cycle < Cycles; cycle = cycle + 1) begin
      if (cycle == Cycles / 2) begin
        seed16 = 16'hace1 ^ 16'd5;
        #1 reset;
      end
      set = $unsigned($random(seed)) % Sets;
      valid = $random(seed) % 4 == 0 ? $random(seed) | $random(seed) : ~32'd0;
      locked = $random(seed) & ($random(seed) % 8 == 0 ? ~32'd0 : $random(seed)) & valid;
      if ($random(seed) % 16 == 0) begin valid = ~32'd0; locked = ~32'd0; end
      #1 model_victim;
      check(any === (taken != 0), "there is a way");
      check(lfsr == x, "LFSR without an allocation");
      if (taken != 0) begin
        check(victim == expected, taken == 1 ? "invalid way" : taken == 2 ? "random way" : "way of the tree");
        allocate = $random(seed) % 4 != 0;
      end else begin
        stalls = stalls + 1;
      end
      touch = allocate || $random(seed) % 2 == 0;
      touch_way = allocate ? victim : $unsigned($random(seed)) % Enabled;
      #1;
      if (allocate) begin
        invalids = invalids + (taken == 1);
        randoms = randoms + (taken == 2);
        if (taken != 1) x = stepped;
        check(lfsr == x, "LFSR after an allocation");
      end
      if (touch) model_touch(touch_way);
      edge_now;
    end
    if (invalids < Cycles / 40 || stalls < Cycles / 40 || (PRand > 30 && Enabled > 1 && randoms < Cycles / 40)) begin
      failures = failures + 1;
      $display("FAIL too little happened: %0d invalid, %0d random, %0d without a way", invalids, randoms, stalls);
    end
    if (failures == 0)
      $display("PASS slice_victim_tb: %0d of %0d ways, %0d invalid, %0d random, %0d without a way", Enabled, Ways, invalids,
               randoms, stalls);
    $finish;
  end
endmodule
