// SPDX-License-Identifier: Apache-2.0
// The look-up queue of a TLB: what joins it at edge t is due at t + Delay, and leaves in order, one at an edge, when it is
// due and `pop_i` says so. R-TLB-L1-2, R-TLB-L2-4.
`include "flitlock_assert.svh"

module flitlock_tlb_delay #(
  parameter integer Depth = 8,   // 1 to 65535
  parameter integer Delay = 49,  // 0: due as it joins
  parameter integer Width = 8,
  parameter integer CountBits = $clog2(Depth + 1)
) (
  input  wire                 clk_i,
  input  wire                 rst_ni,
  input  wire                 push_i,
  input  wire [    Width-1:0] push_data_i,
  output wire [CountBits-1:0] count_o,  // in the queue before this edge
  output wire                 due_o,    // the front is due
  output wire [    Width-1:0] front_o,
  input  wire                 pop_i
);
  localparam [31:0] Entries = Depth;

  reg  [CountBits-1:0] count_q;  // in the queue
  reg  [CountBits-1:0] due_q;    // that are due
  wire [CountBits-1:0] due;
  wire                 becomes_due;
  wire                 visible;

  assign count_o = count_q;
  assign due     = due_q + {{CountBits - 1{1'b0}}, becomes_due};
  assign due_o   = due != {CountBits{1'b0}};

  // One joins at an edge, so they become due one after the other: when what joined Delay edges ago does.
  generate
    if (Delay == 0) begin : gen_at_once
      assign becomes_due = push_i;
    end else begin : gen_later
      reg [Delay-1:0] line_q;
      wire [Delay:0]  line;
      assign line        = {line_q, push_i};
      assign becomes_due = line[Delay];
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) line_q <= {Delay{1'b0}};
        else line_q <= line[Delay-1:0];
      end
    end
  endgenerate

  flitlock_fifo #(
    .Writers  (1),
    .PerWriter(1),
    .Width    (Width),
    .MetaBits (1),
    .Depth    (Entries[15:0])
  ) i_fifo (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .push_i       (push_i),
    .push_number_i(1'b0),
    .push_data_i  (push_data_i),
    .push_meta_i  (1'b0),
    .visible_o    (visible),
    .second_o     (),
    .free_o       (),
    .meta_o       (),
    .select_i     (1'b0),
    .front_o      (front_o),
    .next_o       (),
    .pop_i        ({1'b0, pop_i})
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= {CountBits{1'b0}};
      due_q   <= {CountBits{1'b0}};
    end else begin
      count_q <= count_q + {{CountBits - 1{1'b0}}, push_i} - {{CountBits - 1{1'b0}}, pop_i};
      due_q   <= due - {{CountBits - 1{1'b0}}, pop_i};
    end
  end

  `FLITLOCK_ASSERT(!due_o || visible, "R-TLB-L1-3: a look-up is due and not in the queue")
  `FLITLOCK_ASSERT(!pop_i || due_o, "R-TLB-L1-3: a look-up is made before it is due")
endmodule
