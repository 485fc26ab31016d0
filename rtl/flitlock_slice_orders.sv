// SPDX-License-Identifier: Apache-2.0
// The order queue and the output `mem_req`, R-L2S-ST-4, R-L2S-PORT-6 to -8: the only way to memory. An order has up to four
// parts: write-back of the lower and upper half, fetch from the lower and upper half. One part is presented at an edge.
`include "flitlock_assert.svh"

module flitlock_slice_orders #(
  parameter integer Depth   = 8,
  parameter integer Credits = 8
) (
  input  wire                                  clk_i,
  input  wire                                  rst_ni,
  input  wire [                          31:0] self_i,       // static
  input  wire [                          31:0] memory_i,     // static
  input  wire                                  reserve_i,    // an operation is accepted that has an order
  output wire                                  free_o,       // one may be
  // the order of the operation accepted two edges before
  input  wire                                  push_i,
  input  wire [                          31:0] birth_i,
  input  wire [                           1:0] write_i,      // halves that are written back
  input  wire [flitlock_pkg::SliceLineBits-1:0] write_line_i,
  input  wire [                         127:0] write_mask_i,
  input  wire [                        1023:0] write_data_i,
  input  wire [                           3:0] fetch_i,      // sectors that are fetched
  input  wire [flitlock_pkg::SliceLineBits-1:0] fetch_line_i,
  input  wire [                           7:0] mshr_i,
  input  wire [                           1:0] credit_i,
  output wire                                  valid_o,
  output wire [  flitlock_pkg::HeaderBits-1:0] header_o,
  output wire [                        1023:0] payload_o
);
  localparam integer LineBits = flitlock_pkg::SliceLineBits;
  localparam integer Width = 32 + 2 + LineBits + 128 + 1024 + 4 + LineBits + 8;
  localparam [31:0] Entries = Depth, CreditCount = Credits;
  wire queued, sends, pops;
  wire [15:0] available;
  wire [31:0] birth;
  wire [1:0] writes;
  wire [LineBits-1:0] write_line, fetch_line;
  wire [127:0] write_mask;
  wire [1023:0] write_data;
  wire [3:0] fetch;
  wire [7:0] mshr;
  flitlock_slice_slots #(
    .Depth(Depth)
  ) i_slots (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .free_o   (free_o),
    .reserve_i(reserve_i),
    .release_i(pops)
  );
  flitlock_fifo #(
    .Writers  (1),
    .PerWriter(1),
    .Width    (Width),
    .MetaBits (1),
    .Depth    (Entries[15:0])
  ) i_queue (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .push_i       (push_i),
    .push_number_i(1'b0),
    .push_data_i  ({birth_i, write_i, write_line_i, write_mask_i, write_data_i, fetch_i, fetch_line_i, mshr_i}),
    .push_meta_i  (1'b0),
    .visible_o    (queued),
    .second_o     (),
    .free_o       (),
    .meta_o       (),
    .select_i     (1'b0),
    .front_o      ({birth, writes, write_line, write_mask, write_data, fetch, fetch_line, mshr}),
    .next_o       (),
    .pop_i        ({1'b0, pops})
  );
  flitlock_credit_counter #(
    .Depth(CreditCount[15:0])
  ) i_credits (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .add_i      (credit_i),
    .take_i     (sends),
    .available_o(available)
  );

  // The parts of the head that are left, lowest first.
  reg [3:0] done_q;
  wire [3:0] left, part;
  assign left  = {fetch[3:2] != 2'd0, fetch[1:0] != 2'd0, writes} & ~done_q;
  assign part  = left & (~left + 4'd1);
  assign sends = queued && available != 16'd0;
  assign pops  = sends && left == part;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) done_q <= 4'd0;
    else if (pops) done_q <= 4'd0;
    else if (sends) done_q <= done_q | part;
  end

  function [511:0] expanded(input [63:0] mask);
    integer b;
    begin
      for (b = 0; b < 64; b = b + 1) expanded[b*8+:8] = {8{mask[b]}};
    end
  endfunction
  wire is_write, upper;
  wire [1:0] sectors;
  wire [63:0] mask;
  wire [511:0] data;
  wire [5:0] first_byte;
  assign is_write   = part[1:0] != 2'd0;
  assign upper      = part[1] || part[3];
  assign sectors    = upper ? fetch[3:2] : fetch[1:0];
  assign mask       = upper ? write_mask[127:64] : write_mask[63:0];
  assign data       = (upper ? write_data[1023:512] : write_data[511:0]) & expanded(mask);
  assign first_byte = sectors[0] || is_write ? 6'd0 : 6'd32;

  flitlock_slice_lane i_lane (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .send_i   (sends),
    .two_i    (is_write),
    .op_i     (is_write ? flitlock_pkg::OpWriteRequest : flitlock_pkg::OpReadRequest),
    .bytes_i  (is_write || sectors == 2'd3 ? 12'd64 : 12'd32),
    .dst_i    (memory_i),
    .src_i    (self_i),
    .id_i     (is_write ? 32'd0 : {24'd0, mshr}),
    .birth_i  (birth),
    .addr_i   ({24'd0, is_write ? write_line : fetch_line, upper, first_byte}),
    .payload_i(is_write ? {data, 448'd0, mask} : 1024'd0),
    .valid_o  (valid_o),
    .header_o (header_o),
    .payload_o(payload_o)
  );

  `FLITLOCK_ASSERT(!push_i || write_i != 2'd0 || fetch_i != 4'd0, "R-L2S-ST-5: an order without parts is pushed")
  `FLITLOCK_ASSERT(!push_i || {write_mask_i[127:64] != 64'd0, write_mask_i[63:0] != 64'd0} == write_i,
                   "R-L2S-NEW-7: a half is written back without a dirty byte, or is not")
endmodule
