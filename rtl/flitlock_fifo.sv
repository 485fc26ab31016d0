// SPDX-License-Identifier: Apache-2.0
// A bank of FIFOs with one memory and one read port: all VCs of a buffer. Every writer has PerWriter FIFOs of its own
// and pushes into at most one of them at an edge; queue number = writer * PerWriter + number within the writer.
//
// Fall-through (R-ST-2): what is pushed at an edge can be popped at the same edge. Registered (R-REG-1): an edge later.
// Room is judged before the pops of this edge (R-ST-3).
`include "flitlock_assert.svh"

module flitlock_fifo #(
  parameter integer Writers    = 1,
  parameter integer PerWriter  = 2,
  parameter integer Width      = 8,      // bits of an entry
  parameter integer Stride     = Width,  // distance of two writers' entries in push_data_i
  parameter integer MetaBits   = 4,      // what is shown of the front of every queue, besides the data of the selected
  parameter integer NumberBits = PerWriter > 1 ? $clog2(PerWriter) : 1,  // of a queue within its writer
  parameter integer QueueBits  = Writers * PerWriter > 1 ? $clog2(Writers * PerWriter) : 1,
  parameter [Writers*PerWriter*16-1:0] Depth = {Writers * PerWriter{16'd4}},  // 0: the queue does not exist
  parameter [0:0] Registered = 1'b0,
  parameter [0:0] Peek       = 1'b0      // the second entry is looked at, too
) (
  input  wire                                  clk_i,
  input  wire                                  rst_ni,
  input  wire [                   Writers-1:0] push_i,
  input  wire [        Writers*NumberBits-1:0] push_number_i,
  input  wire [            Writers*Stride-1:0] push_data_i,
  input  wire [          Writers*MetaBits-1:0] push_meta_i,
  output wire [         Writers*PerWriter-1:0] visible_o,    // the queue has an entry that can be popped at this edge
  output wire [         Writers*PerWriter-1:0] second_o,     // it has two (with Peek)
  output wire [       Writers*PerWriter*4-1:0] free_o,       // empty entries before this edge, at most 15
  output wire [Writers*PerWriter*MetaBits-1:0] meta_o,       // of the front entry, where visible
  input  wire [                 QueueBits-1:0] select_i,
  output wire [                     Width-1:0] front_o,      // front entry of the selected queue, where visible
  output wire [                     Width-1:0] next_o,       // the entry behind it (with Peek)
  input  wire [                           1:0] pop_i         // entries taken from the selected queue: 0, 1, 2 (with Peek)
);
  /* verilator no_inline_module */  // one copy of its code for all instances with the same parameters

  localparam integer Queues = Writers * PerWriter;

  function integer total(input [Queues*16-1:0] depth);
    integer q;
    begin
      total = 0;
      for (q = 0; q < Queues; q = q + 1) total = total + {16'd0, depth[q*16+:16]};
    end
  endfunction
  function integer deepest(input [Queues*16-1:0] depth);
    integer q;
    begin
      deepest = 2;
      for (q = 0; q < Queues; q = q + 1)
        if ({16'd0, depth[q*16+:16]} > deepest) deepest = {16'd0, depth[q*16+:16]};
    end
  endfunction

  localparam integer Entries = total(Depth) > 1 ? total(Depth) : 2;
  localparam integer AddressBits = $clog2(Entries);
  localparam integer CountBits = $clog2(deepest(Depth) + 1);

  // Queue q lives at addresses first .. last of the memory.
  function [Queues*AddressBits-1:0] firsts(input [Queues*16-1:0] depth);
    integer q, address;
    begin
      address = 0;
      firsts  = {Queues * AddressBits{1'b0}};
      for (q = 0; q < Queues; q = q + 1) begin
        firsts[q*AddressBits+:AddressBits] = address[AddressBits-1:0];
        address = address + {16'd0, depth[q*16+:16]};
      end
    end
  endfunction
  function [Queues*AddressBits-1:0] lasts(input [Queues*16-1:0] depth);
    integer q, address;
    begin
      address = 0;
      lasts   = {Queues * AddressBits{1'b0}};
      for (q = 0; q < Queues; q = q + 1) begin
        address = address + {16'd0, depth[q*16+:16]} - 1;
        lasts[q*AddressBits+:AddressBits] = address[AddressBits-1:0];
        address = address + 1;
      end
    end
  endfunction
  localparam [Queues*AddressBits-1:0] First = firsts(Depth);
  localparam [Queues*AddressBits-1:0] Last = lasts(Depth);

  reg [          Width-1:0] data_q [Entries];
  reg [       MetaBits-1:0] meta_q [Entries];
  reg [Queues*CountBits-1:0] count_q, count_d;
  reg [Queues*AddressBits-1:0] read_q, read_d, write_q, write_d;

  wire [Writers*QueueBits-1:0] push_queue;
  wire [Writers*AddressBits-1:0] push_address;
  wire [Writers*AddressBits-1:0] push_after;
  wire [Queues-1:0] filled;    // has an entry from an earlier edge
  wire [Queues-1:0] arriving;  // is pushed at this edge

  genvar g;
  generate
    for (g = 0; g < Writers; g = g + 1) begin : gen_writer
      wire [QueueBits-1:0] queue;
      wire [AddressBits-1:0] address;
      localparam [31:0] FirstQueue = g * PerWriter;
      if (QueueBits > NumberBits) begin : gen_wide
        assign queue = FirstQueue[QueueBits-1:0]
            + {{QueueBits - NumberBits{1'b0}}, push_number_i[g*NumberBits+:NumberBits]};
      end else begin : gen_equal
        assign queue = FirstQueue[QueueBits-1:0] + push_number_i[g*NumberBits+:QueueBits];
      end
      assign address = write_q[queue*AddressBits+:AddressBits];
      assign push_queue[g*QueueBits+:QueueBits] = queue;
      assign push_address[g*AddressBits+:AddressBits] = address;
      assign push_after[g*AddressBits+:AddressBits] =
          address == Last[queue*AddressBits+:AddressBits] ? First[queue*AddressBits+:AddressBits] : address + 1'b1;
      `FLITLOCK_ASSERT(!push_i[g] || free_o[queue*4+:4] != 4'd0, "R-IN-2: a flit is pushed into a full buffer")
    end

    for (g = 0; g < Queues; g = g + 1) begin : gen_queue
      localparam integer Writer = g / PerWriter;
      localparam [31:0] Number = g;
      localparam [15:0] MyDepth = Depth[g*16+:16];
      if (MyDepth == 16'd0) begin : gen_absent
        assign filled[g] = 1'b0;
        assign arriving[g] = 1'b0;
        assign visible_o[g] = 1'b0;
        assign second_o[g] = 1'b0;
        assign free_o[g*4+:4] = 4'd0;
        assign meta_o[g*MetaBits+:MetaBits] = {MetaBits{1'b0}};
      end else begin : gen_present
        wire [CountBits-1:0] count;
        wire [15:0] room;
        assign count = count_q[g*CountBits+:CountBits];
        assign room = MyDepth - {{16 - CountBits{1'b0}}, count};
        assign filled[g] = count != {CountBits{1'b0}};
        assign arriving[g] = push_i[Writer] && push_queue[Writer*QueueBits+:QueueBits] == Number[QueueBits-1:0];
        assign visible_o[g] = filled[g] || (!Registered && arriving[g]);
        assign second_o[g] = Peek && ((filled[g] && count != {{CountBits - 1{1'b0}}, 1'b1})
                                      || (filled[g] && !Registered && arriving[g]));
        assign free_o[g*4+:4] = room > 16'd15 ? 4'd15 : room[3:0];
        assign meta_o[g*MetaBits+:MetaBits] = filled[g] || Registered
            ? meta_q[read_q[g*AddressBits+:AddressBits]] : push_meta_i[Writer*MetaBits+:MetaBits];
      end
    end
  endgenerate

  // The entry a fall-through queue shows while it is empty: the one that arrives.
  wire [AddressBits-1:0] address;
  wire [AddressBits-1:0] after;
  wire [AddressBits-1:0] after_two;
  wire [Width-1:0] passing;
  assign address = read_q[select_i*AddressBits+:AddressBits];
  assign after = address == Last[select_i*AddressBits+:AddressBits] ? First[select_i*AddressBits+:AddressBits]
                                                                    : address + 1'b1;
  assign after_two = after == Last[select_i*AddressBits+:AddressBits] ? First[select_i*AddressBits+:AddressBits]
                                                                      : after + 1'b1;
  generate
    if (Writers == 1) begin : gen_one_writer
      assign passing = push_data_i[Width-1:0];
    end else begin : gen_writers
      localparam [31:0] Divisor = PerWriter;
      wire [QueueBits-1:0] writer;
      assign writer = select_i / Divisor[QueueBits-1:0];
      assign passing = push_data_i[writer*Stride+:Width];
    end
    if (Registered) begin : gen_registered
      assign front_o = data_q[address];
    end else begin : gen_fall_through
      assign front_o = filled[select_i] ? data_q[address] : passing;
    end
    if (!Peek) begin : gen_no_peek
      assign next_o = {Width{1'b0}};
    end else begin : gen_peek
      wire stored;
      assign stored = count_q[select_i*CountBits+:CountBits] > {{CountBits - 1{1'b0}}, 1'b1};
      assign next_o = Registered || stored ? data_q[after] : passing;
    end
  endgenerate

  always_comb begin
    count_d = count_q;
    read_d  = read_q;
    write_d = write_q;
    for (int unsigned w = 0; w < Writers; w++) begin
      if (push_i[w]) begin
        count_d[push_queue[w*QueueBits+:QueueBits]*CountBits+:CountBits] =
            count_d[push_queue[w*QueueBits+:QueueBits]*CountBits+:CountBits] + 1'b1;
        write_d[push_queue[w*QueueBits+:QueueBits]*AddressBits+:AddressBits] =
            push_after[w*AddressBits+:AddressBits];
      end
    end
    if (pop_i != 2'd0) begin
      count_d[select_i*CountBits+:CountBits] =
          count_d[select_i*CountBits+:CountBits] - (pop_i[1] ? 2 : 1);
      read_d[select_i*AddressBits+:AddressBits] = Peek && pop_i[1] ? after_two : after;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= {Queues * CountBits{1'b0}};
      read_q  <= First;
      write_q <= First;
    end else begin
      count_q <= count_d;
      read_q  <= read_d;
      write_q <= write_d;
    end
  end

  always_ff @(posedge clk_i) begin
    for (int w = 0; w < Writers; w++) begin
      if (push_i[w]) begin
        data_q[push_address[w*AddressBits+:AddressBits]] <= push_data_i[w*Stride+:Width];
        meta_q[push_address[w*AddressBits+:AddressBits]] <= push_meta_i[w*MetaBits+:MetaBits];
      end
    end
  end

  `FLITLOCK_ASSERT(pop_i == 2'd0 || visible_o[select_i], "R-REG-2: an entry is popped that is not visible")
  `FLITLOCK_ASSERT(!pop_i[1] || (second_o[select_i] && !pop_i[0]), "R-W-4: two entries are popped, one is visible")
endmodule
