// SPDX-License-Identifier: Apache-2.0
// Invalidations of an L2 link TLB, one after the other: begun, sent to every station, done at every station, complete.
// R-TLB-L2-10, R-TLB-L2-12.
`include "flitlock_assert.svh"

module flitlock_l2_invalidate #(
  parameter integer Stations = 4,
  parameter integer Depth    = 4   // commands that are queued
) (
  input  wire                clk_i,
  input  wire                rst_ni,
  input  wire                command_i,
  input  wire [        31:0] command_id_i,
  input  wire [        63:0] command_addr_i,
  input  wire [        11:0] command_bytes_i,
  input  wire [Stations-1:0] busy_i,      // lanes that carry the answer of a walk at this edge, R-TLB-L2-9
  input  wire [Stations-1:0] done_i,
  output wire                begin_o,     // at this edge; the credit of the command
  output wire [Stations-1:0] pending_o,   // is still to be sent to
  output wire [Stations-1:0] send_o,      // is sent to at this edge
  output wire                complete_o,
  output wire [        31:0] id_o,        // of the one under way
  output wire [        63:0] addr_o,
  output wire [        11:0] bytes_o
);
  localparam [31:0] Entries = Depth;

  reg under_way_q;
  reg [Stations-1:0] pending_q;
  reg [Stations-1:0] done_q;
  reg [107:0] current_q;
  wire visible;
  wire [107:0] front, current;
  wire [Stations-1:0] done;

  flitlock_fifo #(
    .Writers  (1),
    .PerWriter(1),
    .Width    (108),
    .MetaBits (1),
    .Depth    (Entries[15:0])
  ) i_commands (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .push_i       (command_i),
    .push_number_i(1'b0),
    .push_data_i  ({command_id_i, command_addr_i, command_bytes_i}),
    .push_meta_i  (1'b0),
    .visible_o    (visible),
    .second_o     (),
    .free_o       (),
    .meta_o       (),
    .select_i     (1'b0),
    .front_o      (front),
    .next_o       (),
    .pop_i        ({1'b0, begin_o})
  );

  assign begin_o    = visible && !under_way_q;
  assign current    = begin_o ? front : current_q;
  assign pending_o  = begin_o ? {Stations{1'b1}} : pending_q;
  assign send_o     = pending_o & ~busy_i;
  assign done       = (begin_o ? {Stations{1'b0}} : done_q) | done_i;
  assign complete_o = (under_way_q || begin_o) && done == {Stations{1'b1}};
  assign {id_o, addr_o, bytes_o} = current;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      under_way_q <= 1'b0;
      pending_q   <= {Stations{1'b0}};
      done_q      <= {Stations{1'b0}};
    end else begin
      under_way_q <= (under_way_q || begin_o) && !complete_o;
      pending_q   <= pending_o & ~send_o;
      done_q      <= done;
    end
  end
  always_ff @(posedge clk_i) begin
    if (begin_o) current_q <= front;
  end

  `FLITLOCK_ASSERT((done_i & pending_o) == {Stations{1'b0}}, "R-TLB-L1-12: done before the invalidation was sent")
  `FLITLOCK_ASSERT(done_i == {Stations{1'b0}} || under_way_q, "R-TLB-L1-12: done without an invalidation")
endmodule
