// SPDX-License-Identifier: Apache-2.0
// A lane of messages, R-TLB-M-1: what is sent at an edge is presented after it, for one cycle.
module flitlock_tlb_message (
  input  wire                               clk_i,
  input  wire                               rst_ni,
  input  wire                               send_i,
  input  wire [                        3:0] vc_i,
  input  wire [                        1:0] op_i,
  input  wire [                       11:0] bytes_i,
  input  wire [                        1:0] status_i,
  input  wire [                       31:0] dst_i,
  input  wire [                       31:0] src_i,
  input  wire [                       31:0] id_i,
  input  wire [                       31:0] birth_i,
  input  wire [                       63:0] addr_i,
  output wire                               valid_o,
  output wire [flitlock_pkg::HeaderBits-1:0] header_o
);
  reg valid_q;
  reg [flitlock_pkg::HeaderBits-1:0] header_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q  <= 1'b0;
      header_q <= {flitlock_pkg::HeaderBits{1'b0}};
    end else begin
      valid_q <= send_i;
      // One unit of one, head and tail, R-FL-1.
      if (send_i)
        header_q <= {addr_i, birth_i, id_i, src_i, dst_i, status_i, bytes_i, op_i, 4'd0, 4'd1, 2'd1, 1'b1, 1'b1, vc_i};
      else if (valid_q) header_q <= {flitlock_pkg::HeaderBits{1'b0}};
    end
  end

  assign valid_o  = valid_q;
  assign header_o = header_q;
endmodule
