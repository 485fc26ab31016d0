// SPDX-License-Identifier: Apache-2.0
// A link: flitlock_credit_counter at its near end, flitlock_fifo at its far end, flits and credits on their way for some
// cycles. What the proof of each module takes for granted of the other one is proved here of the two together: a sender
// that asks for credits never pushes into a full buffer.
module formal_link #(
  parameter integer Depth         = 3,
  parameter integer FlitCycles    = 1,
  parameter integer CreditCycles  = 1,
  parameter [0:0]   Registered    = 1'b0
) (
  input wire       clk_i,
  input wire       rst_ni,
  input wire       send_i,  // if there is a credit
  input wire       pop_i,   // if there is an entry
  input wire [2:0] data_i
);
  wire take;
  wire pop;
  wire visible;
  wire [3:0] free;
  wire [15:0] available;
  reg [FlitCycles:0] flit_q;
  reg [CreditCycles:0] credit_q;
  assign take = send_i && available != 16'd0;
  assign pop  = pop_i && visible;

  // Bit 0 is a wire: what enters at this edge; the highest bit arrives.
  always @* flit_q[0] = take;
  always @* credit_q[0] = pop;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flit_q[FlitCycles:1]     <= {FlitCycles{1'b0}};
      credit_q[CreditCycles:1] <= {CreditCycles{1'b0}};
    end else begin
      flit_q[FlitCycles:1]     <= flit_q[FlitCycles-1:0];
      credit_q[CreditCycles:1] <= credit_q[CreditCycles-1:0];
    end
  end

  flitlock_credit_counter #(
    .Depth(Depth)
  ) i_credit_counter (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .add_i      ({1'b0, credit_q[CreditCycles]}),
    .take_i     (take),
    .available_o(available)
  );
  flitlock_fifo #(
    .PerWriter (1),
    .Width     (3),
    .MetaBits  (1),
    .Depth     (Depth),
    .Registered(Registered)
  ) i_fifo (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .push_i       (flit_q[FlitCycles]),
    .push_number_i(1'b0),
    .push_data_i  (data_i),
    .push_meta_i  (1'b0),
    .visible_o    (visible),
    .second_o     (),
    .free_o       (free),
    .meta_o       (),
    .select_i     (1'b0),
    .front_o      (),
    .next_o       (),
    .pop_i        ({1'b0, pop})
  );

`include "start.svh"

  // ---- What is watched
  reg [15:0] filled_f;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) filled_f <= 16'd0;
    else filled_f <= filled_f + {15'd0, flit_q[FlitCycles]} - {15'd0, pop};
  end
  reg [15:0] under_way_f;  // flits and credits
  integer k;
  always @* begin
    under_way_f = 16'd0;
    for (k = 1; k <= FlitCycles; k = k + 1) under_way_f = under_way_f + {15'd0, flit_q[k]};
    for (k = 1; k <= CreditCycles; k = k + 1) under_way_f = under_way_f + {15'd0, credit_q[k]};
  end

  // ---- What has to hold
  wire [15:0] kept_f;
  assign kept_f = available - {15'd0, credit_q[CreditCycles]};
  always @* if (rst_ni) begin
    link_room:  assert (!flit_q[FlitCycles] || free != 4'd0);
    link_whole: assert (kept_f + under_way_f + filled_f == Depth && kept_f <= Depth && filled_f <= Depth);
    link_free:  assert ({12'd0, free} == Depth - filled_f);
  end

  // ---- What must be reachable
  always @(posedge clk_i) if (rst_ni) begin
    link_full:  cover (filled_f == Depth);
    link_again: cover (take && pop && filled_f == Depth - 1 && kept_f == 16'd0);
  end
endmodule
