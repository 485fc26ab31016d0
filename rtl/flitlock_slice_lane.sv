// SPDX-License-Identifier: Apache-2.0
// An output of a slice: what is sent at an edge is presented after it, for one cycle. Messages are one flit (chapter 9, ports and
// messages).
module flitlock_slice_lane (
  input  wire                               clk_i,
  input  wire                               rst_ni,
  input  wire                               send_i,
  input  wire                               two_i,      // units
  input  wire [                        1:0] op_i,
  input  wire [                       11:0] bytes_i,
  input  wire [                       31:0] dst_i,
  input  wire [                       31:0] src_i,
  input  wire [                       31:0] id_i,
  input  wire [                       31:0] birth_i,
  input  wire [                       63:0] addr_i,
  input  wire [                     1023:0] payload_i,  // above the units 0
  output wire                               valid_o,
  output wire [flitlock_pkg::HeaderBits-1:0] header_o,
  output wire [                     1023:0] payload_o
);
  reg valid_q;
  reg [flitlock_pkg::HeaderBits-1:0] header_q;
  reg [1023:0] payload_q;
  wire [1:0] units;
  assign units = two_i ? 2'd2 : 2'd1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q   <= 1'b0;
      header_q  <= {flitlock_pkg::HeaderBits{1'b0}};
      payload_q <= 1024'd0;
    end else begin
      valid_q <= send_i;
      if (send_i) begin
        header_q  <= {addr_i, birth_i, id_i, src_i, dst_i, 2'd0, bytes_i, op_i, 4'd0, {2'd0, units}, units, 1'b1, 1'b1, 4'd0};
        payload_q <= payload_i;
      end else if (valid_q) begin
        header_q  <= {flitlock_pkg::HeaderBits{1'b0}};
        payload_q <= 1024'd0;
      end
    end
  end

  assign valid_o   = valid_q;
  assign header_o  = header_q;
  assign payload_o = payload_q;
endmodule
