// SPDX-License-Identifier: Apache-2.0
// Properties of flitlock_fifo. One queue, chosen by the solver, is watched: a counter of its own, and one entry, chosen
// by the solver as it is pushed, with the number of entries before it.
`include "start.svh"

(* anyconst *) reg [QueueBits-1:0] queue_f;
(* anyseq *) reg mark_f;

// ---- What is around the module
generate
  for (g = 0; g < Writers; g = g + 1) begin : gen_writer_f
    wire [31:0] number;
    assign number = {{32 - NumberBits{1'b0}}, push_number_i[g*NumberBits+:NumberBits]};
    always @* if (push_i[g]) assume (number < PerWriter);                               // R-IN-2
    always @* if (push_i[g] && rst_ni) assume (free_o[(g*PerWriter+number)*4+:4] != 4'd0);  // R-CH-9
  end
endgenerate
always @* assume ({{32 - QueueBits{1'b0}}, queue_f} < Queues && Depth[queue_f*16+:16] != 16'd0);
always @* if (pop_i != 2'd0) assume ({{32 - QueueBits{1'b0}}, select_i} < Queues);
always @* if (pop_i == 2'd1) assume (visible_o[select_i]);                              // R-REG-2
always @* if (pop_i[1]) assume (Peek && !pop_i[0] && second_o[select_i]);               // R-W-4

// ---- What is watched
wire [31:0] writer_f;
wire [31:0] number_f;
wire [15:0] depth_f;
wire push_f;
wire [15:0] pops_f;
assign writer_f = {{32 - QueueBits{1'b0}}, queue_f} / PerWriter;
assign number_f = {{32 - QueueBits{1'b0}}, queue_f} % PerWriter;
assign depth_f = Depth[queue_f*16+:16];
assign push_f = push_i[writer_f] && push_number_i[writer_f*NumberBits+:NumberBits] == number_f[NumberBits-1:0];
assign pops_f = select_i == queue_f ? {14'd0, pop_i} : 16'd0;

reg [15:0] count_f;
reg held_f;
reg [15:0] ahead_f;
reg [Width-1:0] data_f;
reg [MetaBits-1:0] meta_f;
wire there_f;
wire [15:0] before_f;
wire [Width-1:0] token_f;
wire [MetaBits-1:0] token_meta_f;
assign there_f = held_f || (push_f && mark_f);
assign before_f = held_f ? ahead_f : count_f;
assign token_f = held_f ? data_f : push_data_i[writer_f*Stride+:Width];
assign token_meta_f = held_f ? meta_f : push_meta_i[writer_f*MetaBits+:MetaBits];
always @(posedge clk_i or negedge rst_ni) begin
  if (!rst_ni) begin
    count_f <= 16'd0;
    held_f  <= 1'b0;
  end else begin
    count_f <= count_f + {15'd0, push_f} - pops_f;
    held_f  <= there_f && pops_f <= before_f;
    ahead_f <= before_f - pops_f;
    data_f  <= token_f;
    meta_f  <= token_meta_f;
  end
end

// ---- What has to hold
wire [15:0] shown_f;
wire [15:0] room_f;
assign shown_f = count_f + (Registered ? 16'd0 : {15'd0, push_f});
assign room_f = depth_f - count_f;
always @* if (rst_ni) begin
  fifo_overflow:  assert (count_f <= depth_f);
  fifo_underflow: assert (pops_f <= shown_f);
  fifo_free:      assert (free_o[queue_f*4+:4] == (room_f > 16'd15 ? 4'd15 : room_f[3:0]));
  fifo_visible:   assert (visible_o[queue_f] == (shown_f != 16'd0));
  fifo_second:    assert (second_o[queue_f] == (Peek && shown_f >= 16'd2 && count_f != 16'd0));
  if (there_f && visible_o[queue_f] && before_f == 16'd0) begin
    fifo_meta:    assert (meta_o[queue_f*MetaBits+:MetaBits] == token_meta_f);
    if (select_i == queue_f)
      fifo_front: assert (front_o == token_f);
  end
  if (there_f && second_o[queue_f] && before_f == 16'd1 && select_i == queue_f)
    fifo_next:    assert (next_o == token_f);
  // With these an entry that was pushed leaves as the one that it was pushed as: none is lost, doubled or passed.
  fifo_order:     assert (!held_f || ahead_f < count_f);
end

// ---- What makes that inductive: the registers of the module, in terms of what is watched
wire [AddressBits-1:0] first_address_f;
wire [15:0] read_f;
wire [15:0] write_f;
wire [15:0] place_f;
wire [AddressBits-1:0] address_f;
assign first_address_f = First[queue_f*AddressBits+:AddressBits];
assign read_f = {{16 - AddressBits{1'b0}}, read_q[queue_f*AddressBits+:AddressBits] - first_address_f};
assign write_f = {{16 - AddressBits{1'b0}}, write_q[queue_f*AddressBits+:AddressBits] - first_address_f};
assign place_f = read_f + ahead_f >= depth_f ? read_f + ahead_f - depth_f : read_f + ahead_f;
assign address_f = first_address_f + place_f[AddressBits-1:0];
always @* if (rst_ni) begin
  fifo_count_q:   assert (count_q[queue_f*CountBits+:CountBits] == count_f);
  fifo_read_q:    assert (read_f < depth_f);
  fifo_write_q:   assert (write_f == (read_f + count_f >= depth_f ? read_f + count_f - depth_f : read_f + count_f));
  fifo_data_q:    assert (!held_f || (data_q[address_f] == data_f && meta_q[address_f] == meta_f));
end
wire [Queues-1:0] in_range_f;  // of every queue: nobody writes into the entries of another one
generate
  for (g = 0; g < Queues; g = g + 1) begin : gen_range_f
    assign in_range_f[g] = Depth[g*16+:16] == 16'd0
        || (write_q[g*AddressBits+:AddressBits] >= First[g*AddressBits+:AddressBits]
            && write_q[g*AddressBits+:AddressBits] <= Last[g*AddressBits+:AddressBits]);
  end
endgenerate
always @* if (rst_ni) fifo_range_q: assert (&in_range_f);

// ---- What must be reachable, so that the assumptions leave something to prove
always @(posedge clk_i) if (rst_ni) begin
  fifo_fills:    cover (count_f == depth_f);
  fifo_delivers: cover (held_f && pops_f > ahead_f && (depth_f == 16'd1 || (mark_f && push_f)));
end
