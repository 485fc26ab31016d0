// SPDX-License-Identifier: Apache-2.0
// One VC of an L1 link TLB: where the flits of its packets are, which packets wait for which MSHR, which are ready.
//
// A flit has a slot from its arrival until it leaves (R-TLB-L1-2); the flits themselves are in one memory of all VCs. The
// slots of a packet are chained (next_q), and so are the free slots. A packet is known by the slot of its head; packets
// that wait for an MSHR are chained (link_q), and so are the ready ones, so that all that wait become ready at one edge.
// The first of them has the translation; those behind it have it of the one before.
//
// At an edge, in this order: a flit arrives; an answer or an invalidation; a look-up; a flit leaves.
`include "flitlock_assert.svh"

module flitlock_l1_store #(
  parameter integer Depth    = 8,  // flits
  parameter integer Mshrs    = 4,
  parameter integer DataBits = 57,  // of a translation
  parameter integer SlotBits = Depth > 1 ? $clog2(Depth) : 1,
  parameter integer MshrBits = Mshrs > 1 ? $clog2(Mshrs) : 1
) (
  input  wire                clk_i,
  input  wire                rst_ni,
  input  wire                arrive_i,
  input  wire                arrive_head_i,
  input  wire                arrive_plain_i,  // the head of a plain packet, R-TLB-L1-2
  input  wire [         3:0] arrive_len_i,
  output wire [SlotBits-1:0] arrive_slot_o,
  input  wire                answer_i,        // R-TLB-L1-9
  input  wire [MshrBits-1:0] answer_mshr_i,
  input  wire [DataBits-1:0] answer_data_i,
  input  wire                mark_i,          // an invalidation, R-TLB-L1-12
  output wire                marked_o,        // packets that were ready by then are still here after this edge
  input  wire                ready_i,         // the packet looked up is ready, R-TLB-L1-5
  input  wire                wait_i,          // or waits, R-TLB-L1-6, R-TLB-L1-7
  input  wire [SlotBits-1:0] look_slot_i,
  input  wire [MshrBits-1:0] look_mshr_i,
  input  wire [DataBits-1:0] look_data_i,
  output wire                listed_o,        // a packet is ready that has not begun to leave
  output wire [         3:0] len_o,           // of the first of them
  output wire                plain_o,
  output wire [DataBits-1:0] data_o,          // its translation, if it is not plain
  output wire                offer_o,         // the flit that is to leave is here
  output wire [SlotBits-1:0] slot_o,
  input  wire                move_i,          // it leaves at this edge
  input  wire                tail_i           // it is a tail
);
  /* verilator no_inline_module */  // one copy of its code for all instances with the same parameters

  localparam integer CountBits = $clog2(Depth + 1);
  localparam [1:0] FromMemory = 2'd0, FromArrival = 2'd1, FromAnswer = 2'd2, FromLook = 2'd3;
  // Where a packet has its translation from.
  localparam [1:0] KindBefore = 2'd0, KindPlain = 2'd1, KindOwn = 2'd2;

  // ---- Slots
  reg [SlotBits-1:0] next_q [Depth];  // the packet's next flit; or the next free slot
  reg [CountBits-1:0] fresh_q;        // slots from here on were never used
  reg [CountBits-1:0] spare_q;        // how many free slots are chained
  reg [SlotBits-1:0] spare_first_q;
  reg newest_here_q;                  // the flit that arrived last has not left
  reg [SlotBits-1:0] newest_q;
  wire [SlotBits-1:0] arrive_slot;
  wire [SlotBits-1:0] spare_first;    // after the arrival
  wire reuse;
  assign reuse         = spare_q != {CountBits{1'b0}};
  assign arrive_slot   = reuse ? spare_first_q : fresh_q[SlotBits-1:0];
  assign spare_first   = arrive_i && reuse ? next_q[spare_first_q] : spare_first_q;
  assign arrive_slot_o = arrive_slot;

  // ---- Lists of packets
  reg [SlotBits-1:0] link_q [Depth];
  reg [1:0] kind_q [Depth];
  reg [3:0] len_q [Depth];
  reg [DataBits-1:0] data_q [Depth];
  reg [Mshrs-1:0] waiting_q;  // by MSHR: somebody waits
  reg [SlotBits-1:0] first_q [Mshrs];
  reg [SlotBits-1:0] last_q [Mshrs];
  reg some_q;                 // ready
  reg [SlotBits-1:0] head_q, tail_q;

  wire plain_arrives;
  wire answered;              // somebody waits for the answer
  wire [SlotBits-1:0] answer_first, answer_last, answer_second, head_second;
  assign plain_arrives = arrive_i && arrive_plain_i;
  assign answered      = answer_i && waiting_q[answer_mshr_i];
  assign answer_first  = first_q[answer_mshr_i];
  assign answer_last   = last_q[answer_mshr_i];
  assign answer_second = link_q[answer_first];
  assign head_second   = link_q[head_q];

  // The ready list as this edge's events lengthen it: its first two, its last, and what is written into the chain.
  reg some, more;             // there is one; there are two
  reg [1:0] from;             // whose data the first has
  reg [SlotBits-1:0] head, second, tail;
  reg chain_arrival, chain_answer, chain_look;
  reg [SlotBits-1:0] chain_arrival_at, chain_answer_at, chain_look_at;
  reg ready_by_mark;
  reg [SlotBits-1:0] tail_by_mark;
  always_comb begin
    some = some_q;
    head = head_q;
    tail = tail_q;
    more = some_q && head_q != tail_q;
    second = head_second;
    from = FromMemory;

    chain_arrival = plain_arrives && some;
    chain_arrival_at = tail;
    if (plain_arrives) begin
      if (some) begin
        if (!more) second = arrive_slot;
        more = 1'b1;
      end else begin
        head = arrive_slot;
        from = FromArrival;
      end
      some = 1'b1;
      tail = arrive_slot;
    end

    chain_answer = answered && some;
    chain_answer_at = tail;
    if (answered) begin
      if (some) begin
        if (!more) second = answer_first;
        more = 1'b1;
      end else begin
        head = answer_first;
        from = FromAnswer;
        second = answer_second;
        more = answer_first != answer_last;
      end
      some = 1'b1;
      tail = answer_last;
    end

    ready_by_mark = some;
    tail_by_mark = tail;

    chain_look = ready_i && some;
    chain_look_at = tail;
    if (ready_i) begin
      if (some) begin
        if (!more) second = look_slot_i;
        more = 1'b1;
      end else begin
        head = look_slot_i;
        from = FromLook;
      end
      some = 1'b1;
      tail = look_slot_i;
    end
  end

  // ---- The packet that leaves
  reg leaving_q;                // its tail has not left
  reg leaving_here_q;           // its next flit has arrived
  reg [SlotBits-1:0] leaving_slot_q;
  reg [DataBits-1:0] current_q;  // translation of the packet that began to leave last
  wire begins;
  wire [SlotBits-1:0] slot;
  wire slot_arrives;            // the flit that is to leave arrives at this edge
  wire [1:0] kind;
  wire is_newest;
  assign begins       = move_i && !leaving_q;
  assign slot_arrives = leaving_q ? !leaving_here_q && arrive_i : arrive_i && head == arrive_slot;
  assign slot         = leaving_q ? (leaving_here_q ? leaving_slot_q : arrive_slot) : head;
  assign is_newest    = arrive_i ? slot_arrives : newest_here_q && newest_q == slot;
  assign listed_o     = some;
  assign offer_o      = leaving_q ? leaving_here_q || arrive_i : some;
  assign slot_o       = slot;
  assign len_o        = slot_arrives ? arrive_len_i : len_q[head];
  assign kind         = from == FromMemory ? kind_q[head] : from == FromArrival ? KindPlain : KindOwn;
  assign plain_o      = kind == KindPlain;
  assign data_o       = kind != KindOwn ? current_q
                      : from == FromAnswer ? answer_data_i : from == FromLook ? look_data_i : data_q[head];

  // ---- What an invalidation waits for
  reg mark_listed_q;  // the last of the list is still there
  reg mark_leaving_q;  // it is leaving, or one was that had begun
  reg [SlotBits-1:0] mark_q;
  wire mark_listed, mark_leaving, mark_begins;
  wire [SlotBits-1:0] mark;
  assign mark         = mark_i ? tail_by_mark : mark_q;
  assign mark_listed  = mark_i ? ready_by_mark : mark_listed_q;
  assign mark_begins  = mark_listed && begins && head == mark;
  assign mark_leaving = (mark_i ? leaving_q : mark_leaving_q) || mark_begins;
  assign marked_o     = (mark_listed && !mark_begins) || (mark_leaving && !(move_i && tail_i));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fresh_q        <= {CountBits{1'b0}};
      spare_q        <= {CountBits{1'b0}};
      newest_here_q  <= 1'b0;
      waiting_q      <= {Mshrs{1'b0}};
      some_q         <= 1'b0;
      leaving_q      <= 1'b0;
      leaving_here_q <= 1'b0;
      mark_listed_q  <= 1'b0;
      mark_leaving_q <= 1'b0;
    end else begin
      if (arrive_i && !reuse) fresh_q <= fresh_q + 1'b1;
      spare_q <= spare_q - {{CountBits - 1{1'b0}}, arrive_i && reuse} + {{CountBits - 1{1'b0}}, move_i};
      newest_here_q <= (arrive_i || newest_here_q) && !(move_i && is_newest);
      if (answer_i) waiting_q[answer_mshr_i] <= 1'b0;
      if (wait_i) waiting_q[look_mshr_i] <= 1'b1;
      some_q <= begins ? more : some;
      if (move_i) leaving_q <= !tail_i;
      if (move_i) leaving_here_q <= !is_newest;  // what arrives for it later leaves at once
      mark_listed_q  <= mark_listed && !mark_begins;
      mark_leaving_q <= mark_leaving && !(move_i && tail_i);
    end
  end

  wire [SlotBits-1:0] last_waiting;
  wire waits_behind;            // others wait for the MSHR already
  assign last_waiting = last_q[look_mshr_i];
  assign waits_behind = wait_i && waiting_q[look_mshr_i] && !(answer_i && answer_mshr_i == look_mshr_i);
  always_ff @(posedge clk_i) begin
    // Chains of flits. The slot of a flit that has left belongs to the free ones: what arrives then is not chained to it.
    if (arrive_i && !arrive_head_i && newest_here_q && !(move_i && slot == newest_q && !slot_arrives))
      next_q[newest_q] <= arrive_slot;
    if (arrive_i) newest_q <= arrive_slot;
    if (move_i) begin
      next_q[slot] <= spare_first;
      leaving_slot_q <= arrive_i && newest_here_q && slot == newest_q && !slot_arrives ? arrive_slot : next_q[slot];
    end
    spare_first_q <= move_i ? slot : spare_first;

    // Chains of packets.
    head_q <= begins ? second : head;
    tail_q <= tail;
    if (chain_arrival) link_q[chain_arrival_at] <= arrive_slot;
    if (chain_answer) link_q[chain_answer_at] <= answer_first;
    if (chain_look) link_q[chain_look_at] <= look_slot_i;
    if (waits_behind) link_q[last_waiting] <= look_slot_i;
    if (wait_i && !waits_behind) first_q[look_mshr_i] <= look_slot_i;
    if (wait_i) last_q[look_mshr_i] <= look_slot_i;

    // Translations.
    if (arrive_i && arrive_head_i) begin
      len_q[arrive_slot]  <= arrive_len_i;
      kind_q[arrive_slot] <= arrive_plain_i ? KindPlain : KindBefore;
    end
    if (answered) begin
      kind_q[answer_first] <= KindOwn;
      data_q[answer_first] <= answer_data_i;
    end
    if (ready_i) begin
      kind_q[look_slot_i] <= KindOwn;
      data_q[look_slot_i] <= look_data_i;
    end
    if (begins) current_q <= data_o;
    mark_q <= mark;
  end

  `FLITLOCK_ASSERT(!arrive_i || reuse || {{32 - CountBits{1'b0}}, fresh_q} < Depth,
                   "R-IN-2: a flit arrives at a store that is full")
  `FLITLOCK_ASSERT(!move_i || offer_o, "R-TLB-L1-8: a flit leaves that is not here")
  `FLITLOCK_ASSERT(!leaving_q || !offer_o || move_i, "R-TLB-L1-8: a flit that can leave stays")
  `FLITLOCK_ASSERT(!(ready_i && wait_i), "R-TLB-INV-2: a packet waits and is ready")
endmodule
