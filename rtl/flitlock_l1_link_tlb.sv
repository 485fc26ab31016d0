// SPDX-License-Identifier: Apache-2.0
// The L1 link TLB of specification chapter 7, R-TLB-L1. Ports: 0 link (in), 1 inside (out), 2 l2 (both), 3 trace (out).
// The port list is the router's (docs/rtl-interface.md): a side that does not exist has wires that are 0 or not looked at.
`include "flitlock_assert.svh"

module flitlock_l1_link_tlb #(
  parameter integer Vcs       = 4,
  parameter integer UnitBytes = 64,
  parameter integer Width     = 1,                       // units of link and inside
  parameter integer Latency   = 50,
  parameter [Vcs-1:0] Translate = {Vcs{1'b1}},           // R-TLB-L1-2: requests of these VCs are translated
  parameter [Vcs*16-1:0] InDepth = {Vcs{16'd16}},        // flits of VC v at 16 * v; 0: the VC is not used
  parameter [Vcs*16-1:0] Credits = {Vcs{16'd8}},         // depth of the buffer behind inside
  parameter integer Mshrs     = 8,
  parameter integer Targets   = 0,
  parameter integer L2Credits = 64,
  parameter integer Sets      = 1,
  parameter integer Ways      = 4,
  parameter integer Policy    = flitlock_pkg::ReplaceLru,
  parameter integer Seed      = 1,
  parameter integer AccLsb    = 42,
  parameter integer AccBits   = 10,
  parameter [11:0] Acc        = 12'd0,
  parameter integer SizeLsb   = 40,
  parameter [31:0] PageBits   = {4{8'd21}},              // of class c at 8 * c
  parameter [767:0] Domain    = 768'd0,                  // R-TLB-N-5: of source GPU g at 3 * g
  parameter integer Trace     = 0,
  parameter integer Ports     = 4                        // not to be changed
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
  localparam integer FrameBits = flitlock_pkg::FrameBits;
  localparam integer UnitBits = UnitBytes * 8;
  localparam integer FlitBits = HeaderBits + Width * UnitBits;
  localparam integer VcBits = Vcs > 1 ? $clog2(Vcs) : 1;
  localparam integer TagBits = AccLsb - 12;
  localparam integer SetBits = Sets > 1 ? $clog2(Sets) : 1;
  localparam integer PlaceBits = Sets * Ways > 1 ? $clog2(Sets * Ways) : 1;
  localparam integer MshrBits = Mshrs > 1 ? $clog2(Mshrs) : 1;
  localparam integer Link = 0, Inside = 1, L2 = 2, Shown = 3;

  function integer total(input [Vcs*16-1:0] depth);
    integer v;
    begin
      total = 0;
      for (v = 0; v < Vcs; v = v + 1) total = total + {16'd0, depth[v*16+:16]};
    end
  endfunction
  function integer deepest(input [Vcs*16-1:0] depth);
    integer v;
    begin
      deepest = 2;
      for (v = 0; v < Vcs; v = v + 1)
        if ({16'd0, depth[v*16+:16]} > deepest) deepest = {16'd0, depth[v*16+:16]};
    end
  endfunction
  // The store of VC v begins at this address of the flits' memory.
  function integer base(input [Vcs*16-1:0] depth, input integer vc);
    integer v;
    begin
      base = 0;
      for (v = 0; v < vc; v = v + 1) base = base + {16'd0, depth[v*16+:16]};
    end
  endfunction
  localparam integer Flits = total(InDepth);
  localparam integer Entries = Flits > 1 ? Flits : 2;
  localparam integer AddressBits = $clog2(Entries);
  localparam integer SlotBits = $clog2(deepest(InDepth));

  generate
    `FLITLOCK_REFUSE(gen_refuse_vcs, Vcs < 2 || Vcs > 16, "Vcs is not 2 to 16")
    `FLITLOCK_REFUSE(gen_refuse_unit, UnitBytes < 8 || UnitBytes > 64, "UnitBytes is not 8 to 64")
    `FLITLOCK_REFUSE(gen_refuse_width, Width < 1 || Width > 2, "Width is not 1 or 2")
    `FLITLOCK_REFUSE(gen_refuse_latency, Latency < 1 || Latency > 4095, "Latency is not 1 to 4095")
    `FLITLOCK_REFUSE(gen_refuse_depth, Flits < 1 || Flits > 65535,
                     "the stores of all VCs have no or more than 65535 flits")
    `FLITLOCK_REFUSE(gen_refuse_targets, Targets < 0 || Targets > 65535, "Targets is not 0 to 65535")
    `FLITLOCK_REFUSE(gen_refuse_l2, L2Credits < 1 || L2Credits > 65535, "L2Credits is not 1 to 65535")
    `FLITLOCK_REFUSE(gen_refuse_npa, AccBits < 0 || AccBits > 12
                     || {20'd0, Acc} >= 2 ** AccBits, "AccBits is not 0 to 12, or Acc has more bits")
    `FLITLOCK_REFUSE(gen_refuse_ports, Ports != 4, "Ports is not 4")
  endgenerate

  genvar v, c;

  // ---- A flit arrives, R-TLB-L1-2
  wire arrives;
  wire [HeaderBits-1:0] header;
  wire [VcBits-1:0] arrive_vc;
  wire plain;
  wire joins;
  wire [Vcs*SlotBits-1:0] arrive_slots;
  wire [SlotBits-1:0] arrive_slot;
  assign arrives     = in_valid_i[Link];
  assign header      = in_header_i[Link*HeaderBits+:HeaderBits];
  assign arrive_vc   = header[flitlock_pkg::VcLsb+:VcBits];
  assign plain       = !Translate[arrive_vc] || header[flitlock_pkg::OpLsb+1]
                       || header[flitlock_pkg::StatusLsb+:2] != flitlock_pkg::StatusGood;
  assign joins       = arrives && header[flitlock_pkg::HeadLsb] && !plain;
  assign arrive_slot = arrive_slots[arrive_vc*SlotBits+:SlotBits];

  // ---- A message from L2
  wire message;
  wire [HeaderBits-1:0] message_header;
  wire [63:0] message_addr;
  wire [11:0] message_bytes;
  wire answers, answer_good, invalidates;
  wire [MshrBits-1:0] answer_mshr;
  wire [TagBits-1:0] answer_page;
  wire [LeafBits-1:0] answer_leaf;
  wire [TagBits-1:0] remove_mask;
  wire [PlaceBits-1:0] install_place;
  assign message        = in_valid_i[L2];
  assign message_header = in_header_i[L2*HeaderBits+:HeaderBits];
  assign message_addr   = message_header[flitlock_pkg::AddrLsb+:64];
  assign message_bytes  = message_header[flitlock_pkg::BytesLsb+:12];
  assign answers        = message && message_header[flitlock_pkg::OpLsb+:2] == flitlock_pkg::MessageAnswer;
  assign answer_good    = message_header[flitlock_pkg::StatusLsb+:2] == flitlock_pkg::StatusGood;
  assign answer_mshr    = message_header[flitlock_pkg::IdLsb+:MshrBits];
  assign answer_leaf    = message_addr[63:flitlock_pkg::PteFrameLsb];
  assign invalidates    = message && !answers;

  flitlock_tlb_range #(
    .AccLsb(AccLsb)
  ) i_range (
    .log2_i(message_bytes),
    .mask_o(remove_mask)
  );

  // ---- A look-up, R-TLB-L1-3 to R-TLB-L1-7
  localparam integer LookBits = VcBits + SlotBits + 1 + 32 + 32 + 32 + 64;
  wire due, looked;
  wire [LookBits-1:0] look;
  wire [VcBits-1:0] look_vc;
  wire [SlotBits-1:0] look_slot;
  wire look_read;
  wire [31:0] look_src, look_id, look_birth;
  wire [63:0] look_addr;
  flitlock_tlb_delay #(
    .Depth(Entries),
    .Delay(Latency - 1),
    .Width(LookBits)
  ) i_look_ups (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .push_i     (joins),
    .push_data_i({arrive_vc, arrive_slot, header[flitlock_pkg::OpLsb], header[flitlock_pkg::SrcLsb+:32],
                  header[flitlock_pkg::IdLsb+:32], header[flitlock_pkg::BirthLsb+:32],
                  header[flitlock_pkg::AddrLsb+:64]}),
    .count_o    (),
    .due_o      (due),
    .front_o    (look),
    .pop_i      (looked)
  );
  assign {look_vc, look_slot, look_read, look_src, look_id, look_birth, look_addr} = look;

  localparam [63:0] Own = {52'd0, Acc};
  wire own;
  wire [TagBits-1:0] look_page;
  wire [15:0] look_index, answer_index;
  wire [63:0] look_below;
  wire hit;
  wire [PlaceBits-1:0] hit_place;
  wire [LeafBits-1:0] hit_leaf;
  wire match, full, some_free;
  wire [MshrBits-1:0] match_number, free_number;
  localparam integer FreeBits = $clog2(Mshrs + 1);
  wire [FreeBits-1:0] free;
  wire [15:0] l2_available;
  wire decode_error, hits, merges, misses;
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
    .below_o  (look_below)
  );
  flitlock_tlb_page #(
    .AccLsb  (AccLsb),
    .SizeLsb (SizeLsb),
    .PageBits(PageBits)
  ) i_answer_page (
    .address_i(answer_page),
    .class_o  (),
    .page_o   (),
    .index_o  (answer_index),
    .below_o  ()
  );

  assign some_free    = free != {FreeBits{1'b0}};
  assign decode_error = due && !own;
  assign hits         = due && own && hit;
  assign merges       = due && own && !hit && match && !full;
  assign misses       = due && own && !hit && !match && some_free && l2_available != 16'd0;
  assign looked       = decode_error || hits || merges || misses;  // else it stalls

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
    .remove_i        (invalidates),
    .remove_address_i(message_addr[AccLsb-1:12]),
    .remove_mask_i   (remove_mask),
    .install_i       (answers && answer_good),
    .install_set_i   (Sets > 1 ? answer_index[SetBits-1:0] : {SetBits{1'b0}}),
    .install_tag_i   (answer_page),
    .install_data_i  (answer_leaf),
    .install_place_o (install_place),
    .look_set_i      (Sets > 1 ? look_index[SetBits-1:0] : {SetBits{1'b0}}),
    .look_tag_i      (look_page),
    .hit_o           (hit),
    .hit_place_o     (hit_place),
    .hit_data_o      (hit_leaf),
    .touch_i         (hits)
  );

  flitlock_tlb_mshr #(
    .Mshrs   (Mshrs),
    .Targets (Targets),
    .PageBits(TagBits)
  ) i_mshr (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .release_i       (answers),
    .release_number_i(answer_mshr),
    .release_page_o  (answer_page),
    .page_i          (look_page),
    .match_o         (match),
    .match_number_o  (match_number),
    .full_o          (full),
    .free_o          (free),
    .free_number_o   (free_number),
    .take_i          (misses),
    .merge_i         (merges)
  );

  // ---- Stores of the VCs. A translation: an error, or a leaf.
  localparam integer DataBits = LeafBits + 1;
  wire [Vcs-1:0] listed, offer, front_plain, marked;
  wire [Vcs*4-1:0] front_len;
  wire [Vcs*DataBits-1:0] front_data;
  wire [Vcs*SlotBits-1:0] out_slots;
  wire move;
  wire [VcBits-1:0] out_vc;
  wire [FlitBits-1:0] flit;
  wire [Vcs-1:0] candidate;
  wire held;
  generate
    for (v = 0; v < Vcs; v = v + 1) begin : gen_vc
      localparam [31:0] Number = v;
      if (InDepth[v*16+:16] == 16'd0) begin : gen_absent
        assign arrive_slots[v*SlotBits+:SlotBits] = {SlotBits{1'b0}};
        assign out_slots[v*SlotBits+:SlotBits]    = {SlotBits{1'b0}};
        assign front_len[v*4+:4]                  = 4'd0;
        assign front_data[v*DataBits+:DataBits]   = {DataBits{1'b0}};
        assign {listed[v], offer[v], front_plain[v], marked[v]} = 4'd0;
        assign candidate[v] = 1'b0;
      end else begin : gen_present
        localparam integer Depth = {16'd0, InDepth[v*16+:16]};
        localparam integer StoreBits = Depth > 1 ? $clog2(Depth) : 1;  // of a slot in this store
        wire [StoreBits-1:0] store_arrive, store_out;
        wire [3:0] need;
        wire [15:0] available;
        if (SlotBits > StoreBits) begin : gen_less
          assign arrive_slots[v*SlotBits+:SlotBits] = {{SlotBits - StoreBits{1'b0}}, store_arrive};
          assign out_slots[v*SlotBits+:SlotBits]    = {{SlotBits - StoreBits{1'b0}}, store_out};
        end else begin : gen_most
          assign arrive_slots[v*SlotBits+:SlotBits] = store_arrive;
          assign out_slots[v*SlotBits+:SlotBits]    = store_out;
        end
        flitlock_l1_store #(
          .Depth   (Depth),
          .Mshrs   (Mshrs),
          .DataBits(DataBits)
        ) i_store (
          .clk_i         (clk_i),
          .rst_ni        (rst_ni),
          .arrive_i      (arrives && arrive_vc == Number[VcBits-1:0]),
          .arrive_head_i (header[flitlock_pkg::HeadLsb]),
          .arrive_plain_i(header[flitlock_pkg::HeadLsb] && plain),
          .arrive_len_i  (header[flitlock_pkg::LenLsb+:4]),
          .arrive_slot_o (store_arrive),
          .answer_i      (answers),
          .answer_mshr_i (answer_mshr),
          .answer_data_i ({!answer_good, answer_leaf}),
          .mark_i        (invalidates),
          .marked_o      (marked[v]),
          .ready_i       ((decode_error || hits) && look_vc == Number[VcBits-1:0]),
          .wait_i        ((merges || misses) && look_vc == Number[VcBits-1:0]),
          .look_slot_i   (look_slot[StoreBits-1:0]),
          .look_mshr_i   (match ? match_number : free_number),
          .look_data_i   ({decode_error, hit_leaf}),
          .listed_o      (listed[v]),
          .len_o         (front_len[v*4+:4]),
          .plain_o       (front_plain[v]),
          .data_o        (front_data[v*DataBits+:DataBits]),
          .offer_o       (offer[v]),
          .slot_o        (store_out),
          .move_i        (move && out_vc == Number[VcBits-1:0]),
          .tail_i        (flit[flitlock_pkg::TailLsb])
        );
        // R-TLB-L1-8, R-L3-2: credits for the whole packet.
        assign need = Width == 2 ? {1'b0, front_len[v*4+1+:3]} + {3'd0, front_len[v*4]} : front_len[v*4+:4];
        assign candidate[v] = !held && listed[v] && available >= {12'd0, need};
        flitlock_credit_counter #(
          .Depth(Credits[v*16+:16])
        ) i_credit_counter (
          .clk_i      (clk_i),
          .rst_ni     (rst_ni),
          .add_i      (out_credit_i[(Inside*Vcs+v)*2+:2]),
          .take_i     (move && out_vc == Number[VcBits-1:0]),
          .available_o(available)
        );
      end
    end
  endgenerate

  flitlock_grant #(
    .N        (Vcs),
    .IndexBits(VcBits)
  ) i_grant (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .candidate_i(candidate),
    .birth_i    ({Vcs * 32{1'b0}}),
    .offer_i    (offer[out_vc]),
    .tail_i     (flit[flitlock_pkg::TailLsb]),
    .held_o     (held),
    .select_o   (out_vc),
    .move_o     (move)
  );

  // ---- The flits: one memory of all VCs
  reg [FlitBits-1:0] flit_q [Entries];
  wire [Vcs*AddressBits-1:0] bases;
  wire [AddressBits-1:0] arrive_address, out_address;
  wire [FlitBits-1:0] arriving;
  generate
    for (v = 0; v < Vcs; v = v + 1) begin : gen_base
      localparam [31:0] First = base(InDepth, v);
      assign bases[v*AddressBits+:AddressBits] = First[AddressBits-1:0];
    end
    if (AddressBits > SlotBits) begin : gen_wide
      assign arrive_address = bases[arrive_vc*AddressBits+:AddressBits] + {{AddressBits - SlotBits{1'b0}}, arrive_slot};
      assign out_address = bases[out_vc*AddressBits+:AddressBits]
                           + {{AddressBits - SlotBits{1'b0}}, out_slots[out_vc*SlotBits+:SlotBits]};
    end else begin : gen_equal
      assign arrive_address = bases[arrive_vc*AddressBits+:AddressBits] + arrive_slot[AddressBits-1:0];
      assign out_address = bases[out_vc*AddressBits+:AddressBits] + out_slots[out_vc*SlotBits+:AddressBits];
    end
  endgenerate
  assign arriving = {in_payload_i[Link*2*UnitBits+:Width*UnitBits], header};
  assign flit = arrives && arrive_address == out_address ? arriving : flit_q[out_address];
  always_ff @(posedge clk_i) begin
    if (arrives) flit_q[arrive_address] <= arriving;
  end

  // ---- What leaves: as its head was translated, R-TLB-L1-10
  wire [DataBits-1:0] out_data;
  wire [63:0] out_addr;
  wire [63:0] out_below;
  wire [63:0] new_addr;
  wire [1:0] new_status;
  wire head_moves;
  assign out_data = front_data[out_vc*DataBits+:DataBits];
  assign out_addr = flit[flitlock_pkg::AddrLsb+:64];
  assign head_moves = !held;
  flitlock_tlb_page #(
    .AccLsb  (AccLsb),
    .SizeLsb (SizeLsb),
    .PageBits(PageBits)
  ) i_out_page (
    .address_i(out_addr[AccLsb-1:12]),
    .class_o  (),
    .page_o   (),
    .index_o  (),
    .below_o  (out_below)
  );
  assign new_addr = ({12'd0, out_data[0+:FrameBits], 12'd0} & ~out_below) | (out_addr & out_below);  // R-TLB-N-4

  // R-TLB-N-5
  function permitted(input [15:0] masks, input [7:0] gpu, input read);
    reg [7:0] domains;
    begin
      domains   = read ? masks[7:0] : masks[15:8];
      permitted = domains[Domain[gpu*3+:3]];
    end
  endfunction
  assign new_status = out_data[LeafBits] ? flitlock_pkg::StatusDecode
      : permitted(out_data[FrameBits+:16], flit[flitlock_pkg::SrcLsb+:8], flit[flitlock_pkg::OpLsb])
      ? flitlock_pkg::StatusGood : flitlock_pkg::StatusProtection;

  reg plain_q;
  reg [1:0] status_q;
  reg [63:0] addr_q;
  wire out_plain;
  wire [1:0] out_status;
  wire [63:0] translated;
  assign out_plain  = head_moves ? front_plain[out_vc] : plain_q;
  assign out_status = head_moves ? new_status : status_q;
  assign translated = head_moves ? new_addr : addr_q;
  always_ff @(posedge clk_i) begin
    if (move && head_moves) begin
      plain_q  <= front_plain[out_vc];
      status_q <= new_status;
      addr_q   <= new_addr;
    end
  end

  reg inside_valid_q;
  reg [FlitBits-1:0] inside_q;
  reg [Vcs*2-1:0] link_credit_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      inside_valid_q <= 1'b0;
      inside_q       <= {FlitBits{1'b0}};
      link_credit_q  <= {Vcs * 2{1'b0}};
    end else begin
      inside_valid_q <= move;
      link_credit_q  <= {Vcs * 2{1'b0}};
      if (move) begin
        inside_q <= flit;
        if (!out_plain) begin
          inside_q[flitlock_pkg::StatusLsb+:2] <= out_status;
          if (out_status == flitlock_pkg::StatusGood) inside_q[flitlock_pkg::AddrLsb+:64] <= translated;
        end
        link_credit_q[out_vc*2+:2] <= 2'd1;
      end else if (inside_valid_q) begin
        inside_q <= {FlitBits{1'b0}};
      end
    end
  end

  // ---- Invalidation, R-TLB-L1-11 and R-TLB-L1-12
  reg under_way_q;
  reg [31:0] invalidation_q;
  reg message_credit_q;
  wire under_way, done;
  assign under_way = under_way_q || invalidates;
  assign done      = under_way && marked == {Vcs{1'b0}} && !misses;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      under_way_q      <= 1'b0;
      message_credit_q <= 1'b0;
    end else begin
      under_way_q      <= under_way && !done;
      message_credit_q <= message;
    end
  end
  always_ff @(posedge clk_i) begin
    if (invalidates) invalidation_q <= message_header[flitlock_pkg::IdLsb+:32];
  end

  // ---- To L2
  localparam [31:0] L2Depth = L2Credits;
  flitlock_credit_counter #(
    .Depth(L2Depth[15:0])
  ) i_l2_credits (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .add_i      (out_credit_i[L2*Vcs*2+:2]),
    .take_i     (misses),
    .available_o(l2_available)
  );
  flitlock_tlb_message i_to_l2 (
    .clk_i   (clk_i),
    .rst_ni  (rst_ni),
    .send_i  (misses || done),
    .vc_i    (misses ? 4'd0 : 4'd1),
    .op_i    (misses ? flitlock_pkg::MessageRequest : flitlock_pkg::MessageDone),
    .bytes_i (12'd0),
    .status_i(flitlock_pkg::StatusGood),
    .dst_i   (32'd0),
    .src_i   (misses ? look_src : 32'd0),
    .id_i    (misses ? {{32 - MshrBits{1'b0}}, free_number}
              : invalidates ? message_header[flitlock_pkg::IdLsb+:32] : invalidation_q),
    .birth_i (32'd0),
    .addr_i  (misses ? look_addr & ~look_below : 64'd0),
    .valid_o (out_valid_o[L2]),
    .header_o(out_header_o[L2*HeaderBits+:HeaderBits])
  );

  // ---- Trace, R-TLB-TR-2
  generate
    if (Trace == 0) begin : gen_quiet
      assign out_valid_o[Shown] = 1'b0;
      assign out_header_o[Shown*HeaderBits+:HeaderBits] = {HeaderBits{1'b0}};
    end else begin : gen_trace
      wire [3:0] look_kind, message_kind;
      wire [31:0] look_number, place;
      assign look_kind = hits ? (permitted(hit_leaf[FrameBits+:16], look_src[7:0], look_read) ? 4'd1 : 4'd5)
                       : merges ? 4'd2 : misses ? 4'd3 : decode_error ? 4'd4 : 4'd0;
      assign message_kind = answers ? (answer_good ? 4'd1 : 4'd2) : invalidates ? 4'd3 : 4'd0;
      assign look_number = hits ? {{32 - PlaceBits{1'b0}}, hit_place}
                         : merges ? {{32 - MshrBits{1'b0}}, match_number}
                         : misses ? {{32 - MshrBits{1'b0}}, free_number} : 32'd0;
      assign place = answers && answer_good ? {{32 - PlaceBits{1'b0}}, install_place} : 32'd0;
      flitlock_tlb_message i_trace (
        .clk_i   (clk_i),
        .rst_ni  (rst_ni),
        .send_i  (looked || message),
        .vc_i    (4'd0),
        .op_i    (2'd0),
        .bytes_i ({4'd0, message_kind, look_kind}),
        .status_i(flitlock_pkg::StatusGood),
        .dst_i   ({place[15:0], look_number[15:0]}),
        .src_i   (looked ? look_src : 32'd0),
        .id_i    (looked ? look_id : 32'd0),
        .birth_i (looked ? look_birth : 32'd0),
        .addr_i  (looked ? look_addr : 64'd0),
        .valid_o (out_valid_o[Shown]),
        .header_o(out_header_o[Shown*HeaderBits+:HeaderBits])
      );
    end
  endgenerate

  // ---- The wires of the ports
  assign out_valid_o[Link]                             = 1'b0;
  assign out_header_o[Link*HeaderBits+:HeaderBits]     = {HeaderBits{1'b0}};
  assign out_valid_o[Inside]                           = inside_valid_q;
  assign out_header_o[Inside*HeaderBits+:HeaderBits]   = inside_q[HeaderBits-1:0];
  generate
    for (c = 0; c < Ports; c = c + 1) begin : gen_payload
      if (c != Inside) begin : gen_none
        assign out_payload_o[c*2*UnitBits+:2*UnitBits] = {2 * UnitBits{1'b0}};
      end else if (Width == 2) begin : gen_two
        assign out_payload_o[c*2*UnitBits+:2*UnitBits] = inside_q[HeaderBits+:Width*UnitBits];
      end else begin : gen_one
        assign out_payload_o[c*2*UnitBits+:2*UnitBits] = {{UnitBits{1'b0}}, inside_q[HeaderBits+:UnitBits]};
      end
    end
  endgenerate
  assign in_credit_o[Link*Vcs*2+:Vcs*2]   = link_credit_q;
  assign in_credit_o[Inside*Vcs*2+:Vcs*2] = {Vcs * 2{1'b0}};
  assign in_credit_o[L2*Vcs*2+:Vcs*2]     = {{Vcs * 2 - 1{1'b0}}, message_credit_q};
  assign in_credit_o[Shown*Vcs*2+:Vcs*2]  = {Vcs * 2{1'b0}};

  // What the neighbours promise.
  localparam [31:0] VcCount = Vcs;
  localparam [31:0] MshrCount = Mshrs;
  `FLITLOCK_ASSERT(!arrives || {28'd0, header[flitlock_pkg::VcLsb+:4]} < VcCount, "R-IN-2: a flit of a VC that is not there")
  `FLITLOCK_ASSERT(!arrives || {30'd0, header[flitlock_pkg::UnitsLsb+:2]} <= Width, "R-IN-2: a flit of more units than the link has")
  `FLITLOCK_ASSERT(!answers || message_header[flitlock_pkg::IdLsb+:32] < MshrCount, "R-TLB-M-1: an answer for no MSHR")
  `FLITLOCK_ASSERT(!invalidates || !under_way_q, "R-TLB-L1-12: an invalidation before the one before it is done")
endmodule
