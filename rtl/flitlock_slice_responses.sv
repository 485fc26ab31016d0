// SPDX-License-Identifier: Apache-2.0
// The response queue and the output `rsp`, R-L2S-ST-3, R-L2S-PORT-5.
`include "flitlock_assert.svh"

module flitlock_slice_responses #(
  parameter integer Depth   = 8,
  parameter integer Credits = 8
) (
  input  wire                               clk_i,
  input  wire                               rst_ni,
  input  wire                               reserve_i,  // an operation is accepted that responds
  output wire                               free_o,     // one may be
  // the response of the operation accepted two edges before
  input  wire                               push_i,
  input  wire                               read_i,     // it carries data
  input  wire [                       11:0] bytes_i,
  input  wire [                       31:0] dst_i,      // of the request: they are exchanged here
  input  wire [                       31:0] src_i,
  input  wire [                       31:0] id_i,
  input  wire [                       31:0] birth_i,
  input  wire [                       63:0] addr_i,
  input  wire [                      511:0] data_i,
  input  wire [                        1:0] credit_i,
  output wire                               valid_o,
  output wire [flitlock_pkg::HeaderBits-1:0] header_o,
  output wire [                     1023:0] payload_o
);
  localparam integer Width = 1 + 12 + 4 * 32 + 64 + 512;
  localparam [31:0] Entries = Depth, CreditCount = Credits;
  wire queued, sends, reads;
  wire [15:0] available;
  wire [11:0] bytes;
  wire [31:0] dst, src, id, birth;
  wire [63:0] addr;
  wire [511:0] data;
  flitlock_slice_slots #(
    .Depth(Depth)
  ) i_slots (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .free_o   (free_o),
    .reserve_i(reserve_i),
    .release_i(sends)
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
    .push_data_i  ({read_i, bytes_i, dst_i, src_i, id_i, birth_i, addr_i, data_i}),
    .push_meta_i  (1'b0),
    .visible_o    (queued),
    .second_o     (),
    .free_o       (),
    .meta_o       (),
    .select_i     (1'b0),
    .front_o      ({reads, bytes, dst, src, id, birth, addr, data}),
    .next_o       (),
    .pop_i        ({1'b0, sends})
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
  assign sends = queued && available != 16'd0;

  flitlock_slice_lane i_lane (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .send_i   (sends),
    .two_i    (1'b0),
    .op_i     (reads ? flitlock_pkg::OpReadResponse : flitlock_pkg::OpWriteResponse),
    .bytes_i  (bytes),
    .dst_i    (src),
    .src_i    (dst),
    .id_i     (id),
    .birth_i  (birth),
    .addr_i   (addr),
    .payload_i({512'd0, reads ? data : 512'd0}),
    .valid_o  (valid_o),
    .header_o (header_o),
    .payload_o(payload_o)
  );
endmodule
