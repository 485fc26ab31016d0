// SPDX-License-Identifier: Apache-2.0
// The data of all lines. The tag stage reads a line at edge t; it is there after t, when the data stage may write the line of its own
// operation at edge t + 1. A read and a write of one line at one edge: the read gets what is written (R-L2S-ST-8).
`include "flitlock_assert.svh"

module flitlock_slice_data #(
  parameter integer Lines = 768,
  parameter integer LineBits = $clog2(Lines)
) (
  input  wire                clk_i,
  input  wire                rst_ni,
  input  wire                read_i,
  input  wire [LineBits-1:0] read_line_i,
  output wire [      1023:0] data_o,        // the line read at the edge before
  input  wire                write_i,
  input  wire [LineBits-1:0] write_line_i,
  input  wire [      1023:0] data_i
);
  reg [1023:0] data_q [Lines];
  reg [1023:0] read_q, forwarded_q;
  reg forward_q, was_read_q;
  reg [LineBits-1:0] read_line_q;
  wire forward;
  assign forward = write_i && write_line_i == read_line_i;

  always_ff @(posedge clk_i) begin
    if (write_i) data_q[write_line_i] <= data_i;
    if (read_i) begin
      read_q      <= data_q[read_line_i];
      read_line_q <= read_line_i;
      forward_q   <= forward;
      if (forward) forwarded_q <= data_i;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) was_read_q <= 1'b0;
    else was_read_q <= read_i;
  end
  assign data_o = forward_q ? forwarded_q : read_q;

  `FLITLOCK_ASSERT(!write_i || (was_read_q && write_line_i == read_line_q),
                   "R-L2S-ST-8: a line is written that was not read at the edge before")
endmodule
