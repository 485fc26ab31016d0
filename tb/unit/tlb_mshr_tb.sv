// SPDX-License-Identifier: Apache-2.0
// flitlock_tlb_mshr against a model of plain arrays: releases, and what they allow at the same edge; merges up to the
// limit; misses until none is free.
`timescale 1ns / 1ns
module tlb_mshr_tb #(
  parameter integer Mshrs = 5,
  parameter integer Targets = 3,
  parameter integer Cycles = 6000
);
  localparam integer PageBits = 12;
  localparam integer NumberBits = Mshrs > 1 ? $clog2(Mshrs) : 1;
  localparam integer CountBits = $clog2(Mshrs + 1);

  reg clk = 1'b0, rst_n = 1'b1, free_one = 1'b0, take = 1'b0, merge = 1'b0;
  reg [NumberBits-1:0] number = 0;
  reg [PageBits-1:0] page = 0;
  wire match, full;
  wire [PageBits-1:0] release_page;
  wire [NumberBits-1:0] match_number, free_number;
  wire [CountBits-1:0] free;

  flitlock_tlb_mshr #(.Mshrs(Mshrs), .Targets(Targets), .PageBits(PageBits)) i_dut (
    .clk_i(clk), .rst_ni(rst_n), .release_i(free_one), .release_number_i(number), .release_page_o(release_page),
    .page_i(page), .match_o(match), .match_number_o(match_number), .full_o(full), .free_o(free),
    .free_number_o(free_number), .take_i(take), .merge_i(merge)
  );

  reg busy [0:Mshrs-1];
  reg [PageBits-1:0] has [0:Mshrs-1];
  integer waiting [0:Mshrs-1];
  integer failures, cycle, seed, k, used, found, lowest, takes, merges, fulls, empties;

  task check(input ok, input [255:0] what);
    if (!ok) begin
      failures = failures + 1;
      if (failures < 10) $display("FAIL cycle %0d: %0s", cycle, what);
    end
  endtask

  initial begin
    failures = 0; seed = 9; takes = 0; merges = 0; fulls = 0; empties = 0;
    for (k = 0; k < Mshrs; k = k + 1) busy[k] = 1'b0;
    #1 rst_n = 1'b0;
    #1 rst_n = 1'b1;
    for (cycle = 0; cycle < Cycles; cycle = cycle + 1) begin
      if (cycle == Cycles / 2) begin
        rst_n = 1'b0;
        #1 rst_n = 1'b1;
        for (k = 0; k < Mshrs; k = k + 1) busy[k] = 1'b0;
      end
      number = $unsigned($random(seed)) % Mshrs;
      free_one = busy[number] && $unsigned($random(seed)) % (cycle % 500 < 250 ? 8 : 2) == 0;
      page = ($unsigned($random(seed)) % (2 * Mshrs + 1)) * 37;
      if (free_one && $random(seed) % 2 == 0) page = has[number];
      #1;
      if (free_one) begin
        check(release_page == has[number], "page of the release");
        busy[number] = 1'b0;
      end
      used = 0; found = -1; lowest = -1;
      for (k = Mshrs - 1; k >= 0; k = k - 1) begin
        used = used + busy[k];
        if (busy[k] && has[k] == page) found = k;
        if (!busy[k]) lowest = k;
      end
      check(match === (found >= 0), "match");
      check(match_number == (found < 0 ? 0 : found), "number of the match");
      check(full === (found >= 0 && Targets != 0 && waiting[found < 0 ? 0 : found] >= Targets), "full");
      check(free == Mshrs - used, "how many are free");
      if (lowest >= 0) check(free_number == lowest, "the lowest that is free");
      else empties = empties + 1;
      fulls = fulls + full;
      take = found < 0 && lowest >= 0 && $random(seed) % 4 != 0;
      merge = found >= 0 && !full && $random(seed) % 4 != 0;
      if (take) begin
        takes = takes + 1;
        busy[lowest] = 1'b1;
        has[lowest] = page;
        waiting[lowest] = 1;
      end
      if (merge) begin
        merges = merges + 1;
        waiting[found] = waiting[found] + 1;
      end
      #1 clk = 1'b1;
      #1 clk = 1'b0; take = 1'b0; merge = 1'b0; free_one = 1'b0;
    end
    if (takes < Cycles / 30 || (Targets != 1 && merges < Cycles / 30) || (Targets != 0 && fulls < Cycles / 100)
        || empties < Cycles / 100) begin
      failures = failures + 1;
      $display("FAIL too little happened: %0d taken, %0d merges, %0d times full, %0d times none free", takes, merges,
               fulls, empties);
    end
    if (failures == 0)
      $display("PASS tlb_mshr_tb: %0d MSHRs, %0d targets, %0d taken, %0d merges", Mshrs, Targets, takes, merges);
    $finish;
  end
endmodule
