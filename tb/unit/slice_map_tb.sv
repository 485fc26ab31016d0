// SPDX-License-Identifier: Apache-2.0
// flitlock_slice_map and _unmap against polynomials divided and numbers taken modulo 3 the long way, R-L2S-MAP; random lines,
// and 6 MiB that must be 16 lines in every set of every slice.
`timescale 1ns / 1ns
module slice_map_tb #(
  parameter integer LowBits = 6,
  parameter integer SetBits = 4,
  parameter integer Residue = 1,
  parameter integer Ps = 'h43,
  parameter integer Ph = 'h19,
  parameter integer Cycles = 1000
);
  localparam integer TagBits = 33 - LowBits - SetBits;
  localparam integer SetNumberBits = Residue == 1 ? SetBits + 2 : SetBits;
  localparam integer Sets = (Residue == 1 ? 3 : 1) << SetBits, Slices = (Residue == 2 ? 3 : 1) << LowBits;

  // Rows of the matrix whose column j is x^(degree+j) mod p.
  function [511:0] rows(input integer degree, input integer p, input integer columns);
    integer i, j, x;
    begin
      rows = 512'd0;
      x = (1 << degree) ^ p;  // x^degree mod p
      for (j = 0; j < columns; j = j + 1) begin
        for (i = 0; i < degree; i = i + 1) rows[64*i+j] = x[i];
        x = x << 1;
        if (x[degree]) x = x ^ p;
      end
    end
  endfunction
  // n mod p, one bit after the other.
  function integer remainder(input [39:0] n, input integer degree, input integer p);
    integer i;
    begin
      remainder = 0;
      for (i = 39; i >= 0; i = i - 1) begin
        remainder = (remainder << 1) | n[i];
        if (remainder[degree]) remainder = remainder ^ p;
      end
    end
  endfunction

  reg [32:0] line = 0;
  wire [15:0] slice;
  wire [SetNumberBits-1:0] set;
  wire [TagBits-1:0] tag;
  wire [32:0] again;
  wire good;
  flitlock_slice_map #(
    .LowBits(LowBits), .SetBits(SetBits), .Residue(Residue), .Ms(rows(LowBits, Ps, 33 - LowBits)),
    .Mh(rows(SetBits, Ph, TagBits))
  ) i_map (.line_i(line), .slice_o(slice), .set_o(set), .tag_o(tag));

  reg [15:0] u_slice = 0;
  reg [SetNumberBits-1:0] u_set = 0;
  flitlock_slice_unmap #(
    .LowBits(LowBits), .SetBits(SetBits), .Residue(Residue), .Ms(rows(LowBits, Ps, 33 - LowBits)),
    .Mh(rows(SetBits, Ph, TagBits))
  ) i_unmap (.slice_i(u_slice), .set_i(u_set), .tag_i(tag), .line_o(again), .good_o(good));

  integer failures, cycle, seed, sx, st, r3, wrong, k, least, most;
  integer lines [0:Sets*Slices-1];

  task check(input ok, input [255:0] what);
    if (!ok) begin
      failures = failures + 1;
      if (failures < 10) $display("FAIL line %h: %0s", line, what);
    end
  endtask
  task compare;
    begin
      sx = remainder({7'd0, line}, LowBits, Ps);
      st = remainder({7'd0, line} >> LowBits, SetBits, Ph);
      r3 = ((line >> (LowBits + SetBits)) + sx + st) % 3;
      check(slice == (Residue == 2 ? (r3 << LowBits) + sx : sx), "slice");
      check(set == (Residue == 1 ? (r3 << SetBits) + st : st), "set");
      check(tag == line >> (LowBits + SetBits), "tag");
    end
  endtask

  initial begin
    failures = 0; seed = 5; wrong = 0;
    for (cycle = 0; cycle < Cycles; cycle = cycle + 1) begin
      line = {$random(seed), $random(seed)};
      if (cycle < 66) line = cycle < 33 ? 33'd1 << cycle : ~(33'd1 << (cycle - 33));
      #1 compare;
      u_slice = slice; u_set = set;
      #1 check(again == line && good, "inverse");
      // Another residue is seen.
      if (Residue != 0) begin
        if (Residue == 1) u_set = (r3 + 1) % 3 * (1 << SetBits) + st;
        else u_slice = (r3 + 2) % 3 * (1 << LowBits) + sx;
        #1 check(!good, "a residue that is not the line's is good");
        wrong = wrong + 1;
      end
    end
    if (Residue != 0 && LowBits + SetBits == 10) begin
      for (k = 0; k < Sets * Slices; k = k + 1) lines[k] = 0;
      for (cycle = 0; cycle < 49152; cycle = cycle + 1) begin
        line = 33'h12345400 + cycle;
        #1 lines[slice*Sets+set] = lines[slice*Sets+set] + 1;
      end
      for (k = 0; k < Sets * Slices; k = k + 1) check(lines[k] == 16, "lines of a set in 6 MiB");
    end
    if (failures == 0) $display("PASS slice_map_tb: %0d slices, %0d sets, %0d wrong residues", Slices, Sets, wrong);
    $finish;
  end
endmodule
