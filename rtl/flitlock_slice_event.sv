// SPDX-License-Identifier: Apache-2.0
// The port `event`, R-L2S-EV-2: one operation accepted, presented after the edge. It has no credits.
module flitlock_slice_event (
  input  wire                               clk_i,
  input  wire                               rst_ni,
  input  wire [                       31:0] self_i,        // static
  input  wire                               send_i,
  input  wire [                       31:0] id_i,
  input  wire [                       31:0] birth_i,
  input  wire [                       63:0] addr_i,
  input  wire [                        7:0] kind_i,
  input  wire [                        7:0] outcome_i,
  input  wire [                        7:0] operation_i,
  input  wire [                        7:0] way_i,
  input  wire [                       15:0] set_i,
  input  wire [                       15:0] lfsr_i,
  input  wire [                       63:0] tag_i,
  input  wire [                       63:0] victim_tag_i,
  input  wire [                        3:0] sectors_i,
  input  wire [                        3:0] has_i,
  input  wire [                        3:0] dirty_i,
  input  wire [                        3:0] pending_i,
  input  wire [                        3:0] fetch_i,
  input  wire                               victim_i,
  input  wire [                        3:0] victim_dirty_i,
  input  wire [                        7:0] mshr_i,
  input  wire [                      127:0] bytes_i,
  input  wire [                      127:0] victim_bytes_i,
  output wire                               valid_o,
  output wire [flitlock_pkg::HeaderBits-1:0] header_o,
  output wire [                     1023:0] payload_o
);
  wire [511:0] fields;
  assign fields = {
    victim_bytes_i, bytes_i,
    mshr_i, 4'd0, victim_dirty_i, 7'd0, victim_i, 4'd0, fetch_i, 4'd0, pending_i, 4'd0, dirty_i, 4'd0, has_i, 4'd0, sectors_i,
    victim_tag_i, tag_i, lfsr_i, set_i, way_i, operation_i, outcome_i, kind_i
  };
  flitlock_slice_lane i_lane (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .send_i   (send_i),
    .two_i    (1'b0),
    .op_i     (flitlock_pkg::OpWriteRequest),
    .bytes_i  (12'd64),
    .dst_i    (32'd0),
    .src_i    (self_i),
    .id_i     (id_i),
    .birth_i  (birth_i),
    .addr_i   (addr_i),
    .payload_i({512'd0, fields}),
    .valid_o  (valid_o),
    .header_o (header_o),
    .payload_o(payload_o)
  );
endmodule
