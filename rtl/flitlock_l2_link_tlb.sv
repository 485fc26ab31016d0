// SPDX-License-Identifier: Apache-2.0
// The L2 link TLB of specification chapter 7, R-TLB-L2. Ports: stations, then prefetch (in), ctl (both), mem (both), trace
// (out). The port list is the router's (docs/rtl-interface.md): a side that does not exist has wires that are 0 or not
// looked at. Messages are one unit and there are two VCs.
`include "flitlock_assert.svh"

module flitlock_l2_link_tlb #(
  parameter integer Stations  = 4,
  parameter integer UnitBytes = 64,
  parameter integer Latency   = 100,
  parameter integer QueueDepth    = 8,
  parameter integer PrefetchDepth = 8,
  parameter integer CtlDepth      = 4,
  parameter integer Mshrs     = 8,
  parameter integer PrefetchReserve = 0,
  parameter integer Sets      = 4,
  parameter integer Ways      = 2,
  parameter integer Policy    = flitlock_pkg::ReplaceLru,
  parameter integer Seed      = 1,
  parameter integer Partitions = 1,
  parameter [4095:0] Partition = 4096'd0,                // of source GPU g at 16 * g
  parameter integer AccLsb    = 42,
  parameter integer AccBits   = 10,
  parameter [11:0] Acc        = 12'd0,
  parameter integer SizeLsb   = 40,
  parameter [31:0] PageBits   = {4{8'd21}},              // of class c at 8 * c
  parameter integer Levels    = 5,
  parameter [47:0] LevelLsb   = {8'd0, 8'd12, 8'd21, 8'd30, 8'd39, 8'd48},  // of level l at 8 * l
  parameter [flitlock_pkg::FrameBits-1:0] Root = {flitlock_pkg::FrameBits{1'b0}},
  parameter [159:0] PwcWays   = {32'd0, {4{32'd4}}},   // of level l at 32 * l
  parameter integer PwcPolicy = flitlock_pkg::ReplaceLru,
  parameter integer PwcSeed   = 1,
  parameter integer Walkers   = 4,
  parameter integer Trace     = 0,
  parameter integer Ports     = Stations + 4,            // not to be changed
  parameter integer Vcs       = 2                        // not to be changed
) (
  input  wire                                     clk_i,
  input  wire                                     rst_ni,
  input  wire [                        Ports-1:0] in_valid_i,
  input  wire [Ports*flitlock_pkg::HeaderBits-1:0] in_header_i,
  input  wire [          Ports*2*UnitBytes*8-1:0] in_payload_i,
  output wire [                  Ports*Vcs*2-1:0] in_credit_o,
  output wire [                        Ports-1:0] out_valid_o,
  output wire [Ports*flitlock_pkg::HeaderBits-1:0] out_header_o,
  output wire [          Ports*2*UnitBytes*8-1:0] out_payload_o,
  input  wire [                  Ports*Vcs*2-1:0] out_credit_i
);
  localparam integer HeaderBits = flitlock_pkg::HeaderBits;
  localparam integer LeafBits = flitlock_pkg::LeafBits;
  localparam integer TagBits = AccLsb - 12;
  localparam integer SetBits = Sets > 1 ? $clog2(Sets) : 1;
  localparam integer PlaceBits = Sets * Ways > 1 ? $clog2(Sets * Ways) : 1;
  localparam integer MshrBits = Mshrs > 1 ? $clog2(Mshrs) : 1;
  localparam integer StationBits = Stations > 1 ? $clog2(Stations) : 1;
  localparam integer WalkerBits = Walkers > 1 ? $clog2(Walkers) : 1;
  localparam integer IdBits = 10;  // an MSHR number of an L1, R-TLB-M-1
  localparam integer Prefetch = Stations, Ctl = Stations + 1, Mem = Stations + 2, Shown = Stations + 3;

  // R-TLB-W-1
  function levels_wrong(input [47:0] lsb);
    integer l;
    begin
      levels_wrong = lsb[7:0] > 8'd63;
      for (l = 1; l < Levels; l = l + 1) if (lsb[l*8+:8] >= lsb[(l-1)*8+:8]) levels_wrong = 1'b1;
      if (lsb[(Levels-1)*8+:8] < 8'd12) levels_wrong = 1'b1;
      for (l = 0; l < 4; l = l + 1) if (lsb[(Levels-1)*8+:8] > PageBits[l*8+:8]) levels_wrong = 1'b1;
    end
  endfunction
  localparam [0:0] LevelsWrong = levels_wrong(LevelLsb);
  generate
    `FLITLOCK_REFUSE(gen_refuse_stations, Stations < 1 || Stations > 32, "Stations is not 1 to 32")
    `FLITLOCK_REFUSE(gen_refuse_unit, UnitBytes < 8 || UnitBytes > 64, "UnitBytes is not 8 to 64")
    `FLITLOCK_REFUSE(gen_refuse_latency, Latency < 2 || Latency > 4095, "Latency is not 2 to 4095")
    `FLITLOCK_REFUSE(gen_refuse_depth, QueueDepth < 1 || QueueDepth > 65535 || PrefetchDepth < 1
                     || PrefetchDepth > 65535 || CtlDepth < 1 || CtlDepth > 65535, "a depth is not 1 to 65535")
    `FLITLOCK_REFUSE(gen_refuse_reserve, PrefetchReserve < 0 || PrefetchReserve > 1023, "PrefetchReserve is not 0 to 1023")
    `FLITLOCK_REFUSE(gen_refuse_partitions, Partitions < 1 || Partitions > Sets
                     || Partitions != 2 ** $clog2(Partitions), "Partitions is no power of two, or more than Sets")
    `FLITLOCK_REFUSE(gen_refuse_npa, AccBits < 0 || AccBits > 12
                     || {20'd0, Acc} >= 2 ** AccBits, "AccBits is not 0 to 12, or Acc has more bits")
    `FLITLOCK_REFUSE(gen_refuse_levels, Levels < 1 || Levels > 6 || LevelsWrong,
                     "Levels is not 1 to 6, or LevelLsb does not fall from 63 at most to the smallest page and 12 at least")
    `FLITLOCK_REFUSE(gen_refuse_walkers, Walkers < 1 || Walkers > 1024, "Walkers is not 1 to 1024")
    `FLITLOCK_REFUSE(gen_refuse_ports, Ports != Stations + 4 || Vcs != 2, "Ports or Vcs was changed")
  endgenerate

  genvar s;

  // ---- Messages that arrive
  wire [Stations-1:0] request_arrives, done_arrives;
  localparam integer RequestBits = IdBits + 32 + 64;
  wire [Stations*RequestBits-1:0] request_data;
  wire [HeaderBits-1:0] prefetch_header, ctl_header, mem_header;
  generate
    for (s = 0; s < Stations; s = s + 1) begin : gen_arrival
      wire [HeaderBits-1:0] header;
      wire is_done;
      assign header  = in_header_i[s*HeaderBits+:HeaderBits];
      assign is_done = header[flitlock_pkg::OpLsb+:2] == flitlock_pkg::MessageDone;
      assign request_arrives[s] = in_valid_i[s] && !is_done;
      assign done_arrives[s]    = in_valid_i[s] && is_done;
      assign request_data[s*RequestBits+:RequestBits] = {
        header[flitlock_pkg::IdLsb+:IdBits], header[flitlock_pkg::SrcLsb+:32], header[flitlock_pkg::AddrLsb+:64]
      };
      `FLITLOCK_ASSERT(!request_arrives[s] || header[flitlock_pkg::IdLsb+IdBits+:32-IdBits] == {32 - IdBits{1'b0}},
                       "R-TLB-M-1: a miss request of no MSHR")
    end
  endgenerate
  assign prefetch_header = in_header_i[Prefetch*HeaderBits+:HeaderBits];
  assign ctl_header      = in_header_i[Ctl*HeaderBits+:HeaderBits];
  assign mem_header      = in_header_i[Mem*HeaderBits+:HeaderBits];

  // ---- Invalidation
  wire inv_begins, inv_complete;
  wire [Stations-1:0] inv_pending, inv_send;
  wire [31:0] inv_id;
  wire [63:0] inv_addr;
  wire [11:0] inv_bytes;
  wire [TagBits-1:0] remove_mask;
  wire [Stations-1:0] walk_answers;  // lanes with the answer of a walk at this edge
  flitlock_l2_invalidate #(
    .Stations(Stations),
    .Depth   (CtlDepth)
  ) i_invalidate (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .command_i      (in_valid_i[Ctl]),
    .command_id_i   (ctl_header[flitlock_pkg::IdLsb+:32]),
    .command_addr_i (ctl_header[flitlock_pkg::AddrLsb+:64]),
    .command_bytes_i(ctl_header[flitlock_pkg::BytesLsb+:12]),
    .busy_i         (walk_answers),
    .done_i         (done_arrives),
    .begin_o        (inv_begins),
    .pending_o      (inv_pending),
    .send_o         (inv_send),
    .complete_o     (inv_complete),
    .id_o           (inv_id),
    .addr_o         (inv_addr),
    .bytes_o        (inv_bytes)
  );
  flitlock_tlb_range #(
    .AccLsb(AccLsb)
  ) i_range (
    .log2_i(inv_bytes),
    .mask_o(remove_mask)
  );

  // ---- A PTE, and the walks
  wire pte_arrives, restart, walk_ends, walk_good;
  wire [63:0] pte;
  wire [MshrBits-1:0] end_mshr;
  wire [TagBits-1:0] end_page;
  wire [3:0] end_accesses;
  wire wish, starts, reads;
  wire [MshrBits-1:0] wish_mshr;
  wire [TagBits-1:0] wish_page;
  wire [WalkerBits-1:0] start_walker, read_walker;
  wire [2:0] start_level;
  wire [63:0] read_addr;
  assign pte_arrives = in_valid_i[Mem];
  assign pte         = mem_header[flitlock_pkg::AddrLsb+:64];
  flitlock_walkers #(
    .Walkers  (Walkers),
    .Mshrs    (Mshrs),
    .Levels   (Levels),
    .LevelLsb (LevelLsb),
    .Root     (Root),
    .PwcWays  (PwcWays),
    .PwcPolicy(PwcPolicy),
    .PwcSeed  (PwcSeed),
    .AccLsb   (AccLsb),
    .SizeLsb  (SizeLsb),
    .PageBits (PageBits)
  ) i_walkers (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .remove_i        (inv_begins),
    .remove_address_i(inv_addr[AccLsb-1:12]),
    .remove_mask_i   (remove_mask),
    .pte_i           (pte_arrives),
    .pte_walker_i    (mem_header[flitlock_pkg::IdLsb+:WalkerBits]),
    .pte_value_i     (pte),
    .restart_o       (restart),
    .end_o           (walk_ends),
    .end_good_o      (walk_good),
    .end_mshr_o      (end_mshr),
    .end_page_o      (end_page),
    .end_accesses_o  (end_accesses),
    .wish_i          (wish),
    .wish_mshr_i     (wish_mshr),
    .wish_page_i     (wish_page),
    .start_o         (starts),
    .start_walker_o  (start_walker),
    .start_level_o   (start_level),
    .read_o          (reads),
    .read_walker_o   (read_walker),
    .read_addr_o     (read_addr)
  );

  // ---- Queues and a grant, R-TLB-L2-2
  localparam [31:0] QueueEntries = QueueDepth;
  localparam [31:0] PrefetchEntries = PrefetchDepth;
  localparam integer LookDepth = Latency - 1;
  localparam integer LookCountBits = $clog2(LookDepth + 1);
  localparam [31:0] LookEntries = LookDepth;
  localparam integer LookBits = 1 + StationBits + RequestBits;
  wire [Stations-1:0] queued;
  wire prefetch_queued;
  wire [RequestBits-1:0] station_front;
  wire [95:0] prefetch_front;
  wire [LookCountBits-1:0] look_count;
  wire room, any_station, grant_station, grant_prefetch;
  wire [StationBits-1:0] winner;
  flitlock_fifo #(
    .Writers  (Stations),
    .PerWriter(1),
    .Width    (RequestBits),
    .MetaBits (1),
    .Depth    ({Stations{QueueEntries[15:0]}})
  ) i_station_queues (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .push_i       (request_arrives),
    .push_number_i({Stations{1'b0}}),
    .push_data_i  (request_data),
    .push_meta_i  ({Stations{1'b0}}),
    .visible_o    (queued),
    .second_o     (),
    .free_o       (),
    .meta_o       (),
    .select_i     (winner),
    .front_o      (station_front),
    .next_o       (),
    .pop_i        ({1'b0, grant_station})
  );
  flitlock_fifo #(
    .Writers  (1),
    .PerWriter(1),
    .Width    (96),
    .MetaBits (1),
    .Depth    (PrefetchEntries[15:0])
  ) i_prefetch_queue (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .push_i       (in_valid_i[Prefetch]),
    .push_number_i(1'b0),
    .push_data_i  ({prefetch_header[flitlock_pkg::SrcLsb+:32], prefetch_header[flitlock_pkg::AddrLsb+:64]}),
    .push_meta_i  (1'b0),
    .visible_o    (prefetch_queued),
    .second_o     (),
    .free_o       (),
    .meta_o       (),
    .select_i     (1'b0),
    .front_o      (prefetch_front),
    .next_o       (),
    .pop_i        ({1'b0, grant_prefetch})
  );
  flitlock_arbiter #(
    .N(Stations)
  ) i_arbiter (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(queued),
    .birth_i  ({Stations * 32{1'b0}}),
    .grant_i  (grant_station),
    .any_o    (any_station),
    .winner_o (winner)
  );
  assign room           = look_count < LookEntries[LookCountBits-1:0];
  assign grant_station  = any_station && room;
  assign grant_prefetch = !any_station && prefetch_queued && room;

  // ---- A look-up, R-TLB-L2-4 to R-TLB-L2-6
  wire due, looked;
  wire look_prefetch;
  wire [StationBits-1:0] look_station;
  wire [IdBits-1:0] look_id;
  wire [31:0] look_src;
  wire [63:0] look_addr;
  flitlock_tlb_delay #(
    .Depth(LookDepth),
    .Delay(Latency - 2),
    .Width(LookBits)
  ) i_look_ups (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .push_i     (grant_station || grant_prefetch),
    .push_data_i(grant_station ? {1'b0, winner, station_front}
                               : {1'b1, {StationBits{1'b0}}, {IdBits{1'b0}}, prefetch_front}),
    .count_o    (look_count),
    .due_o      (due),
    .front_o    ({look_prefetch, look_station, look_id, look_src, look_addr}),
    .pop_i      (looked)
  );

  localparam [63:0] Own = {52'd0, Acc};
  localparam integer FreeBits = $clog2(Mshrs + 1);
  localparam [31:0] Reserve = PrefetchReserve;
  wire own, hit, match;
  wire [TagBits-1:0] look_page;
  wire [15:0] look_index, end_index;
  wire [15:0] look_set, end_set;
  wire [PlaceBits-1:0] hit_place, install_place;
  wire [LeafBits-1:0] hit_leaf;
  wire [MshrBits-1:0] match_number, free_number;
  wire [FreeBits-1:0] free;
  wire hits, merges, misses, drops, prefetches, takes;
  wire [Stations-1:0] lane_taken;
  assign own = look_addr >> AccLsb == Own;  // R-TLB-N-1
  flitlock_tlb_page #(
    .AccLsb  (AccLsb),
    .SizeLsb (SizeLsb),
    .PageBits(PageBits)
  ) i_look_page (
    .address_i(look_addr[AccLsb-1:12]),
    .class_o  (),
    .page_o   (look_page),
    .index_o  (look_index),
    .below_o  ()
  );
  flitlock_tlb_page #(
    .AccLsb  (AccLsb),
    .SizeLsb (SizeLsb),
    .PageBits(PageBits)
  ) i_end_page (
    .address_i(end_page),
    .class_o  (),
    .page_o   (),
    .index_o  (end_index),
    .below_o  ()
  );

  // R-TLB-L2-3. Both numbers are powers of two.
  localparam integer PartSets = Sets / Partitions;
  localparam [31:0] LastOfPart = PartSets - 1;
  localparam [31:0] PartBits = $clog2(PartSets);
  function [15:0] set_of(input [15:0] index, input [7:0] gpu);
    reg [15:0] part;
    begin
      part   = Partition[gpu*16+:16];
      set_of = (part << PartBits) | (index & LastOfPart[15:0]);
    end
  endfunction
  reg [7:0] gpu_q [Mshrs];      // of the source that took the MSHR
  assign look_set = set_of(look_index, look_src[7:0]);
  assign end_set  = set_of(end_index, gpu_q[end_mshr]);

  assign lane_taken = walk_answers | inv_pending;  // R-TLB-L2-9
  assign hits       = due && !look_prefetch && hit && !lane_taken[look_station];
  assign merges     = due && !look_prefetch && !hit && match;
  assign misses     = due && !look_prefetch && !hit && !match && free != {FreeBits{1'b0}};
  assign prefetches = due && look_prefetch && own && !hit && !match && {{32 - FreeBits{1'b0}}, free} > Reserve;
  assign drops      = due && look_prefetch && !prefetches;
  assign takes      = misses || prefetches;
  assign looked     = hits || merges || misses || prefetches || drops;  // else it stalls

  flitlock_tlb_array #(
    .Sets    (Sets),
    .Ways    (Ways),
    .DataBits(LeafBits),
    .Policy  (Policy),
    .Seed    (Seed),
    .AccLsb  (AccLsb),
    .SizeLsb (SizeLsb),
    .PageBits(PageBits)
  ) i_array (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .remove_i        (inv_begins),
    .remove_address_i(inv_addr[AccLsb-1:12]),
    .remove_mask_i   (remove_mask),
    .install_i       (walk_ends && walk_good),
    .install_set_i   (end_set[SetBits-1:0]),
    .install_tag_i   (end_page),
    .install_data_i  (pte[63:flitlock_pkg::PteFrameLsb]),
    .install_place_o (install_place),
    .look_set_i      (look_set[SetBits-1:0]),
    .look_tag_i      (look_page),
    .hit_o           (hit),
    .hit_place_o     (hit_place),
    .hit_data_o      (hit_leaf),
    .touch_i         (hits)
  );

  wire [TagBits-1:0] release_page;
  flitlock_tlb_mshr #(
    .Mshrs   (Mshrs),
    .PageBits(TagBits)
  ) i_mshr (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .release_i       (walk_ends),
    .release_number_i(end_mshr),
    .release_page_o  (release_page),
    .page_i          (look_page),
    .match_o         (match),
    .match_number_o  (match_number),
    .full_o          (),
    .free_o          (free),
    .free_number_o   (free_number),
    .take_i          (takes),
    .merge_i         (merges)
  );

  // ---- Who waits for an MSHR
  reg [Stations-1:0] waiting_q [Mshrs];
  reg [Stations-1:0] owner_q [Mshrs];  // whose request took it; nobody's after a prefetch
  wire [Stations-1:0] look_waiting, end_waiting, end_owner, asking;
  assign look_waiting = waiting_q[match_number];
  assign end_waiting  = waiting_q[end_mshr];
  assign end_owner    = owner_q[end_mshr];
  assign asking       = look_prefetch ? {Stations{1'b0}} : {{Stations - 1{1'b0}}, 1'b1} << look_station;
  assign walk_answers = walk_ends ? end_waiting : {Stations{1'b0}};
  always_ff @(posedge clk_i) begin
    if (takes) begin
      waiting_q[free_number] <= asking;
      owner_q[free_number]   <= asking;
      gpu_q[free_number]     <= look_src[7:0];
    end else if (merges) begin
      waiting_q[match_number] <= look_waiting | asking;
    end
  end
  `FLITLOCK_ASSERT(!merges || (look_waiting & asking) == {Stations{1'b0}},
                   "R-TLB-INV-1: a station has two misses of one page")
  `FLITLOCK_ASSERT(!walk_ends || release_page == end_page, "R-TLB-L2-7: a walk ends for the MSHR of another page")

  // ---- The start queue, R-TLB-W-4
  localparam [31:0] MshrCount = Mshrs;
  flitlock_fifo #(
    .Writers  (1),
    .PerWriter(1),
    .Width    (MshrBits + TagBits),
    .MetaBits (1),
    .Depth    (MshrCount[15:0])
  ) i_start_queue (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .push_i       (takes),
    .push_number_i(1'b0),
    .push_data_i  ({free_number, look_page}),
    .push_meta_i  (1'b0),
    .visible_o    (wish),
    .second_o     (),
    .free_o       (),
    .meta_o       (),
    .select_i     (1'b0),
    .front_o      ({wish_mshr, wish_page}),
    .next_o       (),
    .pop_i        ({1'b0, starts})
  );

  // ---- The lanes to the stations, R-TLB-L2-9
  reg [Stations*4-1:0] station_credit_q;
  reg prefetch_credit_q, ctl_credit_q, mem_credit_q;
  generate
    for (s = 0; s < Stations; s = s + 1) begin : gen_station
      localparam [31:0] Number = s;
      reg [IdBits-1:0] id_q [Mshrs];
      wire answers_look;
      wire [3:0] origin;
      assign answers_look = hits && look_station == Number[StationBits-1:0];
      assign origin       = end_owner[s] ? 4'd4 : 4'd3;  // R-TLB-M-2
      flitlock_tlb_message i_lane (
        .clk_i   (clk_i),
        .rst_ni  (rst_ni),
        .send_i  (walk_answers[s] || inv_send[s] || answers_look),
        .vc_i    (4'd0),
        .op_i    (inv_send[s] ? flitlock_pkg::MessageInvalidation : flitlock_pkg::MessageAnswer),
        .bytes_i (walk_answers[s] ? {4'd0, end_accesses, origin} : inv_send[s] ? inv_bytes : 12'd2),
        .status_i(walk_answers[s] && !walk_good ? flitlock_pkg::StatusDecode : flitlock_pkg::StatusGood),
        .dst_i   (32'd0),
        .src_i   (32'd0),
        .id_i    (walk_answers[s] ? {{32 - IdBits{1'b0}}, id_q[end_mshr]}
                  : inv_send[s] ? inv_id : {{32 - IdBits{1'b0}}, look_id}),
        .birth_i (32'd0),
        .addr_i  (walk_answers[s] ? (walk_good ? {pte[63:flitlock_pkg::PteFrameLsb], 8'd3} : 64'd0)
                  : inv_send[s] ? inv_addr : {hit_leaf, 8'd3}),
        .valid_o (out_valid_o[s]),
        .header_o(out_header_o[s*HeaderBits+:HeaderBits])
      );
      always_ff @(posedge clk_i) begin
        if (misses && asking[s]) id_q[free_number] <= look_id;
        else if (merges && asking[s]) id_q[match_number] <= look_id;
      end
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) station_credit_q[s*4+:4] <= 4'd0;
        else station_credit_q[s*4+:4] <= {1'b0, done_arrives[s], 1'b0, grant_station && winner == Number[StationBits-1:0]};
      end
    end
  endgenerate
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      prefetch_credit_q <= 1'b0;
      ctl_credit_q      <= 1'b0;
      mem_credit_q      <= 1'b0;
    end else begin
      prefetch_credit_q <= grant_prefetch;
      ctl_credit_q      <= inv_begins;
      mem_credit_q      <= pte_arrives;
    end
  end

  // ---- The lanes to the host and to the page table
  flitlock_tlb_message i_ctl (
    .clk_i   (clk_i),
    .rst_ni  (rst_ni),
    .send_i  (inv_complete),
    .vc_i    (4'd0),
    .op_i    (flitlock_pkg::MessageDone),
    .bytes_i (12'd0),
    .status_i(flitlock_pkg::StatusGood),
    .dst_i   (32'd0),
    .src_i   (32'd0),
    .id_i    (inv_id),
    .birth_i (32'd0),
    .addr_i  (64'd0),
    .valid_o (out_valid_o[Ctl]),
    .header_o(out_header_o[Ctl*HeaderBits+:HeaderBits])
  );
  flitlock_tlb_message i_mem (
    .clk_i   (clk_i),
    .rst_ni  (rst_ni),
    .send_i  (reads),
    .vc_i    (4'd0),
    .op_i    (flitlock_pkg::MessageRequest),
    .bytes_i (12'd0),
    .status_i(flitlock_pkg::StatusGood),
    .dst_i   (32'd0),
    .src_i   (32'd0),
    .id_i    ({{32 - WalkerBits{1'b0}}, read_walker}),
    .birth_i (32'd0),
    .addr_i  (read_addr),
    .valid_o (out_valid_o[Mem]),
    .header_o(out_header_o[Mem*HeaderBits+:HeaderBits])
  );

  // ---- Trace, R-TLB-TR-3
  generate
    if (Trace == 0) begin : gen_quiet
      assign out_valid_o[Shown] = 1'b0;
      assign out_header_o[Shown*HeaderBits+:HeaderBits] = {HeaderBits{1'b0}};
    end else begin : gen_trace
      wire [3:0] look_kind, pte_kind;
      wire [31:0] look_number, place, mshr, walker;
      assign look_kind = hits ? 4'd1 : merges ? 4'd2 : misses ? 4'd3 : drops ? 4'd4 : prefetches ? 4'd5 : 4'd0;
      assign pte_kind = !pte_arrives ? 4'd0 : restart ? 4'd4 : !walk_ends ? 4'd1 : walk_good ? 4'd2 : 4'd3;
      assign look_number = hits ? {{32 - PlaceBits{1'b0}}, hit_place}
                         : merges ? {{32 - MshrBits{1'b0}}, match_number}
                         : takes ? {{32 - MshrBits{1'b0}}, free_number} : 32'd0;
      assign place  = walk_ends && walk_good ? {{32 - PlaceBits{1'b0}}, install_place} : 32'd0;
      assign mshr   = {{32 - MshrBits{1'b0}}, wish_mshr};
      assign walker = {{32 - WalkerBits{1'b0}}, start_walker};
      flitlock_tlb_message i_trace (
        .clk_i   (clk_i),
        .rst_ni  (rst_ni),
        .send_i  (looked || pte_arrives || starts || inv_begins),
        .vc_i    (4'd0),
        .op_i    (2'd0),
        .bytes_i ({2'd0, inv_begins, starts, pte_kind, look_kind}),
        .status_i(flitlock_pkg::StatusGood),
        .dst_i   (starts ? {29'd0, start_level} : 32'd0),
        .src_i   (looked ? look_src : 32'd0),
        .id_i    ({place[15:0], look_number[15:0]}),
        .birth_i (starts ? {mshr[15:0], walker[15:0]} : 32'd0),
        .addr_i  (looked ? look_addr : 64'd0),
        .valid_o (out_valid_o[Shown]),
        .header_o(out_header_o[Shown*HeaderBits+:HeaderBits])
      );
    end
  endgenerate

  // ---- The other wires of the ports
  assign out_valid_o[Prefetch] = 1'b0;
  assign out_header_o[Prefetch*HeaderBits+:HeaderBits] = {HeaderBits{1'b0}};
  generate
    for (s = 0; s < Ports; s = s + 1) begin : gen_payload
      assign out_payload_o[s*2*UnitBytes*8+:2*UnitBytes*8] = {2 * UnitBytes * 8{1'b0}};
    end
  endgenerate
  assign in_credit_o = {4'd0, {3'd0, mem_credit_q}, {3'd0, ctl_credit_q}, {3'd0, prefetch_credit_q}, station_credit_q};

  localparam [31:0] WalkerCount = Walkers;
  `FLITLOCK_ASSERT(!pte_arrives || mem_header[flitlock_pkg::IdLsb+:32] < WalkerCount, "R-TLB-M-1: a PTE for no walker")
endmodule
