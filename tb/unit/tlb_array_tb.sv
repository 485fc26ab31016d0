// SPDX-License-Identifier: Apache-2.0
// flitlock_tlb_array against the words of R-TLB-ARR: random removals, installations and look-ups, often all at one edge
// and in one set; every output at every edge. Order is kept by time stamps here, the tree by halving ranges.
`timescale 1ns / 1ns
module tlb_array_tb #(
  parameter integer Sets = 2,
  parameter integer Ways = 4,
  parameter integer Policy = 0,
  parameter integer Mixed = 1,     // pages of four sizes
  parameter integer Cycles = 6000
);
  localparam integer Places = Sets * Ways, DataBits = 20, Seed = 7, TagBits = 10, AccLsb = 22;
  localparam [31:0] PageBits = Mixed ? {8'd15, 8'd14, 8'd13, 8'd12} : {4{8'd13}};
  localparam integer SetBits = Sets > 1 ? $clog2(Sets) : 1;
  localparam integer PlaceBits = Places > 1 ? $clog2(Places) : 1;

  reg clk = 1'b0, rst_n = 1'b1, remove = 1'b0, install = 1'b0, touch = 1'b0;
  reg [TagBits-1:0] remove_address = 0, remove_mask = 0, install_tag = 0, look_tag = 0;
  reg [SetBits-1:0] install_set = 0, look_set = 0;
  reg [DataBits-1:0] install_data = 0;
  wire hit;
  wire [PlaceBits-1:0] install_place, hit_place;
  wire [DataBits-1:0] hit_data;

  flitlock_tlb_array #(
    .Sets(Sets), .Ways(Ways), .DataBits(DataBits), .Policy(Policy), .Seed(Seed), .AccLsb(AccLsb), .SizeLsb(20),
    .PageBits(PageBits)
  ) i_dut (
    .clk_i(clk), .rst_ni(rst_n), .remove_i(remove), .remove_address_i(remove_address), .remove_mask_i(remove_mask),
    .install_i(install), .install_set_i(install_set), .install_tag_i(install_tag), .install_data_i(install_data),
    .install_place_o(install_place), .look_set_i(look_set), .look_tag_i(look_tag), .hit_o(hit), .hit_place_o(hit_place),
    .hit_data_o(hit_data), .touch_i(touch)
  );

  reg valid [0:Places-1];
  reg [TagBits-1:0] tag [0:Places-1];
  reg [DataBits-1:0] data [0:Places-1];
  integer stamp [0:Places-1];          // when it was touched, or installed
  reg tree [0:Sets*Ways-1];            // node n of set s at s * Ways + n
  reg [15:0] lfsr;
  integer failures, cycle, seed, place, found, k, now, low, size, node, hits, victims, removed;

  task check(input ok, input [255:0] what);
    if (!ok) begin
      failures = failures + 1;
      if (failures < 10) $display("FAIL cycle %0d: %0s", cycle, what);
    end
  endtask

  // A page's address: the class in the upper bits, few numbers, nothing below the page.
  function [TagBits-1:0] page(input integer unused);
    reg [1:0] cls;
    begin
      cls = Mixed ? $random(seed) : 0;
      page = {cls, 8'd0} | (($unsigned($random(seed)) % 6) << (PageBits[cls*8+:8] - 12));
    end
  endfunction

  // Notes that a place is touched.
  task touched(input integer at, input integer installed);
    begin
      now = now + 1;
      if (Policy == 0 || (Policy == 1 && installed)) stamp[at] = now;
      if (Policy == 3) begin
        low = at - at % Ways; size = Ways; node = 1;
        while (size > 1) begin
          size = size / 2;
          if (at >= low + size) begin
            tree[(at/Ways)*Ways+node] = 1'b0;  // it is in the upper half
            low = low + size;
            node = 2 * node + 1;
          end else begin
            tree[(at/Ways)*Ways+node] = 1'b1;
            node = 2 * node;
          end
        end
      end
    end
  endtask

  // Where the installation goes, into `place`; takes the step of the LFSR.
  task choose;
    begin
      place = -1;
      for (k = Ways - 1; k >= 0; k = k - 1)
        if (!valid[install_set*Ways+k]) place = install_set * Ways + k;
      for (k = 0; k < Ways; k = k + 1)
        if (valid[install_set*Ways+k] && tag[install_set*Ways+k] == install_tag) place = install_set * Ways + k;
      if (place < 0) begin
        victims = victims + 1;
        case (Policy)
          2: begin
            place = install_set * Ways + lfsr % Ways;
            lfsr = lfsr[0] ? (lfsr >> 1) ^ 16'hb400 : lfsr >> 1;
          end
          3: begin
            low = install_set * Ways; size = Ways; node = 1;
            while (size > 1) begin
              size = size / 2;
              if (tree[install_set*Ways+node]) begin
                low = low + size;
                node = 2 * node + 1;
              end else node = 2 * node;
            end
            place = low;
          end
          default: begin
            place = install_set * Ways;
            for (k = 1; k < Ways; k = k + 1)
              if (stamp[install_set*Ways+k] < stamp[place]) place = install_set * Ways + k;
          end
        endcase
      end
    end
  endtask

  task clear;
    begin
      for (k = 0; k < Places; k = k + 1) begin valid[k] = 1'b0; tree[k] = 1'b0; stamp[k] = 0; end
      lfsr = Seed;
    end
  endtask

  integer b;
  reg equal;
  initial begin
    failures = 0; seed = 3; now = 0; hits = 0; victims = 0; removed = 0;
    clear;
    #1 rst_n = 1'b0;
    #1 rst_n = 1'b1;
    for (cycle = 0; cycle < Cycles; cycle = cycle + 1) begin
      if (cycle == Cycles / 2) begin
        rst_n = 1'b0;
        #1 rst_n = 1'b1;
        clear;
      end
      remove = $unsigned($random(seed)) % 24 == 0;
      remove_address = page(0);
      remove_mask = {TagBits{1'b1}} << ($unsigned($random(seed)) % 12);
      install = $unsigned($random(seed)) % 3 == 0;
      install_set = $unsigned($random(seed)) % Sets;
      install_tag = page(0);
      install_data = $random(seed);
      look_set = $unsigned($random(seed)) % Sets;
      look_tag = $unsigned($random(seed)) % 4 == 0 ? install_tag : page(0);
      #1;
      if (remove)
        for (place = 0; place < Places; place = place + 1) begin
          equal = 1'b1;
          for (b = 0; b < TagBits; b = b + 1)
            if (b + 12 >= PageBits[tag[place][TagBits-1-:2]*8+:8] && remove_mask[b] && tag[place][b] != remove_address[b])
              equal = 1'b0;
          if (valid[place] && equal) begin
            valid[place] = 1'b0;
            removed = removed + 1;
          end
        end
      if (install) begin
        choose;
        check(install_place == place, "place of an installation");
        valid[place] = 1'b1;
        tag[place] = install_tag;
        data[place] = install_data;
        touched(place, 1);
      end
      found = -1;
      for (k = 0; k < Ways; k = k + 1)
        if (valid[look_set*Ways+k] && tag[look_set*Ways+k] == look_tag) found = look_set * Ways + k;
      check(hit === (found >= 0), "hit");
      if (found >= 0) begin
        check(hit_place == found, "place of a hit");
        check(hit_data == data[found], "data of a hit");
      end else check(hit_place == 0, "place without a hit");
      touch = found >= 0 && $random(seed) % 4 != 0;
      if (touch) begin
        hits = hits + 1;
        touched(found, 0);
      end
      #1 clk = 1'b1;
      #1 clk = 1'b0; touch = 1'b0;
    end
    if (hits < Cycles / 20 || victims < Cycles / 40 || removed < Cycles / 200) begin
      failures = failures + 1;
      $display("FAIL too little happened: %0d hits, %0d victims, %0d removed", hits, victims, removed);
    end
    if (failures == 0)
      $display("PASS tlb_array_tb: %0d x %0d, policy %0d, %0d hits, %0d victims, %0d removed", Sets, Ways, Policy, hits,
               victims, removed);
    $finish;
  end
endmodule
