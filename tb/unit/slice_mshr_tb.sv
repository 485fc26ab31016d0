// SPDX-License-Identifier: Apache-2.0
// flitlock_slice_mshr against a model of plain arrays, R-L2S-MSHR: one random operation an edge (take, append, fill, drain),
// every output before it; above all the edge after an MSHR became free, at which its line is looked up again.
`timescale 1ns / 1ns
module slice_mshr_tb #(
  parameter integer Mshrs = 5,
  parameter integer List = 3,
  parameter integer Cycles = 3000
);
  localparam integer Ways = 4, WayBits = 2, SetNumberBits = 2, TagBits = 17;
  localparam integer NumberBits = Mshrs > 1 ? $clog2(Mshrs) : 1;
  localparam integer RequestBits = flitlock_pkg::RequestBits;

  reg clk = 1'b0, rst_n = 1'b1, take = 1'b0, append = 1'b0, remove = 1'b0, update = 1'b0, is_write = 1'b0;
  reg [SetNumberBits-1:0] look_set = 0;
  reg [TagBits-1:0] look_tag = 0;
  reg [NumberBits-1:0] number = 0;
  reg [WayBits-1:0] take_way = 0;
  reg [RequestBits-1:0] request = 0;
  reg [3:0] needs = 0, has = 0, pending = 0;
  wire match, full, any_live, any_free, ready, live, frees;
  wire [NumberBits-1:0] match_number, free_number, ready_number;
  wire [Ways-1:0] locked;
  wire [RequestBits-1:0] ready_request;
  wire [SetNumberBits-1:0] set;
  wire [WayBits-1:0] way;
  wire [TagBits-1:0] tag;
  wire [3:0] pending_now;
  flitlock_slice_mshr #(.Mshrs(Mshrs), .List(List), .Ways(Ways), .TagBits(TagBits), .SetNumberBits(SetNumberBits)) i_dut (
    .clk_i(clk), .rst_ni(rst_n), .look_set_i(look_set), .look_tag_i(look_tag), .match_o(match),
    .match_number_o(match_number), .full_o(full), .locked_o(locked), .any_live_o(any_live), .any_free_o(any_free),
    .free_number_o(free_number), .ready_o(ready), .ready_number_o(ready_number), .ready_request_o(ready_request),
    .number_i(number), .live_o(live), .set_o(set), .way_o(way), .tag_o(tag), .pending_o(pending_now), .take_i(take),
    .take_way_i(take_way), .append_i(append), .request_i(request), .is_write_i(is_write), .needs_i(needs),
    .remove_i(remove), .update_i(update), .has_i(has), .pending_i(pending), .frees_o(frees)
  );

  // The model. A line is {tag, set}; there are 12 of them, three in each set, in the way of their tag.
  reg m_live [0:Mshrs-1];
  integer m_line [0:Mshrs-1];
  reg [3:0] m_has [0:Mshrs-1];
  reg [3:0] m_pending [0:Mshrs-1];
  integer m_count [0:Mshrs-1];
  reg [RequestBits-1:0] m_request [0:Mshrs*16-1];  // place 0 is the first
  reg m_write [0:Mshrs*16-1];
  reg [3:0] m_needs [0:Mshrs*16-1];
  integer failures, cycle, seed, k, line, found, lowest, able, last_freed, again, merges, frees_seen, fulls, empties, what;
  reg [Ways-1:0] m_locked;
  reg m_frees;

  task check(input ok, input [255:0] text);
    if (!ok) begin
      failures = failures + 1;
      if (failures < 10) $display("FAIL cycle %0d: %0s", cycle, text);
    end
  endtask
  task reset;
    begin
      rst_n = 1'b0;
      #1 rst_n = 1'b1;
      for (k = 0; k < Mshrs; k = k + 1) begin m_live[k] = 1'b0; m_count[k] = 0; end
      last_freed = -1;
    end
  endtask
  task look(input integer at);
    begin
      line = at;
      look_set = at % 4;
      look_tag = at / 4;
    end
  endtask

  initial begin
    failures = 0; seed = 11; again = 0; merges = 0; frees_seen = 0; fulls = 0; empties = 0;
    #1 reset;
    for (cycle = 0; cycle < Cycles; cycle = cycle + 1) begin
      if (cycle == Cycles / 2) reset;
      // The line of an MSHR that just became free is looked up at once.
      look(last_freed >= 0 && $random(seed) % 2 == 0 ? last_freed : $unsigned($random(seed)) % 12);
      number = $unsigned($random(seed)) % Mshrs;
      #1;
      found = -1; lowest = -1; able = -1; m_locked = 0;
      for (k = Mshrs - 1; k >= 0; k = k - 1) begin
        if (!m_live[k]) lowest = k;
        else begin
          if (m_line[k] == line) found = k;
          if (m_line[k] % 4 == line % 4) m_locked[m_line[k]/4] = 1'b1;
          if (m_count[k] > 0 && (m_write[k*16] || (m_needs[k*16] & ~m_has[k]) == 0)) able = k;
        end
      end
      check(match === (found >= 0), "match");
      if (found >= 0) begin
        check(match_number == found, "number of the match");
        check(full === (m_count[found] == List), "full");
        fulls = fulls + full;
      end
      if (line == last_freed) begin
        check(!match, "an MSHR matches that became free at the edge before");
        again = again + 1;
      end
      check(locked == m_locked, "locked ways");
      check(any_free === (lowest >= 0), "any free");
      if (lowest >= 0) check(free_number == lowest, "the lowest that is free");
      else empties = empties + 1;
      check(ready === (able >= 0), "ready");
      if (able >= 0) begin
        check(ready_number == able, "the lowest that is ready");
        check(ready_request == m_request[able*16], "its request");
      end
      found = 0;
      for (k = 0; k < Mshrs; k = k + 1) if (m_live[k]) found = 1;
      check(any_live === (found == 1), "any live");
      check(live === m_live[number], "live");
      if (m_live[number]) begin
        check(set == m_line[number] % 4 && tag == m_line[number] / 4 && way == m_line[number] / 4, "line");
        check(pending_now == m_pending[number], "pending sectors");
      end

      // The operation.
      last_freed = -1;
      request = {25{$random(seed)}} ^ ({25{$random(seed)}} << 3);
      is_write = $random(seed) % 3 == 0;
      needs = $random(seed);
      what = $unsigned($random(seed)) % (cycle % 600 < 300 ? 3 : 6);
      if (what < 2 && match && !full) begin
        number = match_number; append = 1'b1; update = 1'b1;
        has = m_has[number];
        pending = m_pending[number] | (is_write ? 4'd0 : needs & ~has);
        merges = merges + 1;
      end else if (what < 2 && !match && any_free) begin
        number = free_number; append = 1'b1; update = 1'b1; take = 1'b1; take_way = line / 4;
        has = $random(seed);
        is_write = 1'b0; needs = needs | (4'd1 << ($unsigned($random(seed)) % 4));
        has = has & ~(needs & (~needs + 4'd1));
        pending = needs & ~has;
      end else if (what >= 2 && able >= 0 && $random(seed) % 2 == 0) begin
        number = able; remove = 1'b1; update = 1'b1;
        has = m_has[number] | (m_write[number*16] && $random(seed) % 4 == 0 ? 4'd1 << ($unsigned($random(seed)) % 4) : 4'd0);
        pending = m_pending[number];
      end else if (what >= 2 && live && m_pending[number] != 4'd0) begin
        needs = m_pending[number] & $random(seed);
        if (needs == 4'd0) needs = m_pending[number];
        update = 1'b1;
        has = m_has[number] | needs;
        pending = m_pending[number] & ~needs;
      end
      #1;
      m_frees = update && pending == 4'd0 && (remove ? m_count[number] == 1 : !append && m_count[number] == 0);
      if (update) check(frees === m_frees, "becomes free");
      if (take) begin
        m_live[number] = 1'b1; m_line[number] = line; m_count[number] = 0;
      end
      if (append) begin
        m_request[number*16+m_count[number]] = request;
        m_write[number*16+m_count[number]] = is_write;
        m_needs[number*16+m_count[number]] = needs;
        m_count[number] = m_count[number] + 1;
      end
      if (remove) begin
        for (k = 0; k < 15; k = k + 1) begin
          m_request[number*16+k] = m_request[number*16+k+1];
          m_write[number*16+k] = m_write[number*16+k+1];
          m_needs[number*16+k] = m_needs[number*16+k+1];
        end
        m_count[number] = m_count[number] - 1;
      end
      if (update) begin
        m_has[number] = has;
        m_pending[number] = pending;
      end
      if (m_frees) begin
        m_live[number] = 1'b0;
        last_freed = m_line[number];
        frees_seen = frees_seen + 1;
      end
      #1 clk = 1'b1;
      #1 clk = 1'b0; take = 1'b0; append = 1'b0; remove = 1'b0; update = 1'b0;
    end
    if (again < Cycles / 100 || frees_seen < Cycles / 50 || fulls < Cycles / 100 || empties < Cycles / 100
        || (List > 1 && merges < Cycles / 50)) begin
      failures = failures + 1;
      $display("FAIL too little happened: %0d looked up again, %0d became free, %0d merges, %0d full, %0d none free", again,
               frees_seen, merges, fulls, empties);
    end
    if (failures == 0)
      $display("PASS slice_mshr_tb: %0d MSHRs, lists of %0d, %0d merges, %0d became free, %0d looked up again", Mshrs, List, merges,
               frees_seen, again);
    $finish;
  end
endmodule
