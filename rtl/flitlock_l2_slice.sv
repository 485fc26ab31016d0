// SPDX-License-Identifier: Apache-2.0
// The L2 slice of specification chapter 9. Ports: req (in), rsp (out), mem_req (out), mem_rsp (in), event (out). The port list
// is the router's (docs/rtl-interface.md) with one VC and units of 64 bytes; a side that does not exist has wires that are
// 0 or not looked at.
//
// Three stages. Tag stage, the edge t of R-L2S-ST: what arrives, and what is accepted of it; tags, masks, MSHRs, tree and LFSR are
// read and written at this one edge, and the line's data are read. Data stage, t + 1: bytes are written, atomics computed. At t + 2
// response and order enter their queues, whose slots were reserved at t: nothing behind the tag stage waits.
`include "flitlock_assert.svh"

module flitlock_l2_slice #(
  // The map, R-L2S-MAP
  parameter integer LowBits = 1,      // b
  parameter integer SetBits = 4,      // d
  parameter integer Residue = 1,      // 0 none, 1 joins the set, 2 joins the slice
  parameter [511:0] Ms = {448'd0, 64'hffffffff},  // row i at 64 * i; bits beyond those of U are not looked at
  parameter [511:0] Mh = {256'd0, 64'h26bc4d7, 64'h35e26bc, 64'h9af135e, 64'h4d789af},  // as Ms, of V
  // Sizes
  parameter integer Ways       = 16,
  parameter integer Mshrs      = 16,
  parameter integer List       = 4,
  parameter integer ReqDepth   = 8,
  parameter integer RspDepth   = 8,
  parameter integer OrderDepth = 8,
  parameter integer FillDepth  = 4,
  parameter integer RspCredits    = 8,  // depth at the far end of rsp
  parameter integer MemReqCredits = 8,  // of mem_req
  parameter integer Events     = 0,     // 1: there is a port event
  parameter integer Ports      = 5,     // not to be changed
  parameter integer Vcs        = 1,     // not to be changed
  parameter integer UnitBytes  = 64     // not to be changed
) (
  input  wire                                     clk_i,
  input  wire                                     rst_ni,
  input  wire [                             15:0] cfg_slice_i,        // its number in the map
  input  wire [                             31:0] cfg_self_i,         // its address, R-FL-2
  input  wire [                             31:0] cfg_memory_i,       // that of what is behind it
  input  wire [                              5:0] cfg_reserved_i,     // ways that are never used
  input  wire [                              8:0] cfg_p_rand_i,       // 0 to 256
  input  wire [                              7:0] cfg_fetch_bytes_i,  // 32, 64, 128
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
  localparam integer RequestBits = flitlock_pkg::RequestBits;
  localparam integer AddressBits = flitlock_pkg::SliceLineBits;
  localparam integer LaneBits = 1024;
  localparam integer Req = 0, Rsp = 1, MemReq = 2, MemRsp = 3, Shown = 4;
  localparam integer TagBits = AddressBits - LowBits - SetBits;
  localparam integer SetNumberBits = Residue == 1 ? SetBits + 2 : SetBits;
  localparam integer Sets = (Residue == 1 ? 3 : 1) * 2 ** SetBits;
  localparam integer Slices = (Residue == 2 ? 3 : 1) * 2 ** LowBits;
  localparam integer WayBits = Ways > 1 ? $clog2(Ways) : 1;
  localparam integer LineBits = SetNumberBits + WayBits;  // the number of a line is {set, way}
  localparam integer Lines = Sets * 2 ** WayBits;
  localparam integer MshrBits = Mshrs > 1 ? $clog2(Mshrs) : 1;

  generate
    `FLITLOCK_REFUSE(gen_refuse_ways, Ways < 1 || Ways > 32, "Ways is not 1 to 32")
    `FLITLOCK_REFUSE(gen_refuse_depth, ReqDepth < 1 || ReqDepth > 1024 || FillDepth < 1 || FillDepth > 1024,
                     "a depth is not 1 to 1024")
    `FLITLOCK_REFUSE(gen_refuse_credits, RspCredits < 1 || RspCredits > 65535 || MemReqCredits < 1
                     || MemReqCredits > 65535, "credits are not 1 to 65535")
    `FLITLOCK_REFUSE(gen_refuse_ports, Ports != 5 || Vcs != 1 || UnitBytes != 64, "Ports, Vcs or UnitBytes was changed")
  endgenerate

  // ---- What arrives
  wire [RequestBits-1:0] arriving, waiting;
  wire arriving_good, request_queued, request_pops;
  flitlock_slice_request i_request (
    .header_i (in_header_i[Req*HeaderBits+:HeaderBits]),
    .payload_i(in_payload_i[Req*LaneBits+:LaneBits]),
    .request_o(arriving),
    .good_o   (arriving_good)
  );
  localparam [31:0] ReqEntries = ReqDepth;
  flitlock_fifo #(
    .Writers  (1),
    .PerWriter(1),
    .Width    (RequestBits),
    .MetaBits (1),
    .Depth    (ReqEntries[15:0])
  ) i_request_queue (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .push_i       (in_valid_i[Req]),
    .push_number_i(1'b0),
    .push_data_i  (arriving),
    .push_meta_i  (1'b0),
    .visible_o    (request_queued),
    .second_o     (),
    .free_o       (),
    .meta_o       (),
    .select_i     (1'b0),
    .front_o      (waiting),
    .next_o       (),
    .pop_i        ({1'b0, request_pops})
  );

  // A fill needs nothing and comes first (R-L2S-ST-6), so it is taken at the edge at which it arrives: the fill queue never holds
  // one, and there is no memory for it.
  wire [HeaderBits-1:0] fill_header;
  wire [511:0] fill_data;
  wire [63:0] fill_addr;
  wire [1:0] fill_halfs;  // sectors of its half
  wire [3:0] fill_sectors;
  assign fill_header  = in_header_i[MemRsp*HeaderBits+:HeaderBits];
  assign fill_data    = in_payload_i[MemRsp*LaneBits+:512];
  assign fill_addr    = fill_header[flitlock_pkg::AddrLsb+:64];
  assign fill_halfs   = fill_header[flitlock_pkg::BytesLsb+:12] == 12'd64 ? 2'd3 : fill_addr[5] ? 2'd2 : 2'd1;
  assign fill_sectors = fill_addr[6] ? {fill_halfs, 2'd0} : {2'd0, fill_halfs};

  // ---- Which kind has its turn, R-L2S-ST-6
  wire any_ready, any_live, is_command;
  wire takes_fill, takes_drain, takes_flush, takes_new, accepts;
  wire [2:0] waiting_kind;
  assign waiting_kind = waiting[flitlock_pkg::RequestKindLsb+:3];
  assign is_command   = waiting_kind == flitlock_pkg::SliceFlush || waiting_kind == flitlock_pkg::SliceInvalidate;
  assign takes_fill   = in_valid_i[MemRsp];
  assign takes_drain  = !takes_fill && any_ready;
  assign takes_flush  = !takes_fill && !any_ready && request_queued && is_command && !any_live;
  assign takes_new    = !takes_fill && !any_ready && request_queued && !is_command;

  // ---- The request: the first of an MSHR's list, or that at the head of the queue
  wire [RequestBits-1:0] listed, request;
  wire [2:0] kind;
  wire [63:0] addr, mask;
  wire [1:0] touched_halfs;
  wire [3:0] sectors;  // S of R-L2S-NEW-1
  wire is_write;
  assign request  = takes_drain ? listed : waiting;
  assign kind     = request[flitlock_pkg::RequestKindLsb+:3];
  assign addr     = request[flitlock_pkg::RequestAddrLsb+:64];
  assign mask     = request[flitlock_pkg::RequestMaskLsb+:64];
  assign is_write = kind == flitlock_pkg::SliceWrite;
  assign touched_halfs = {mask[63:32] != 32'd0, mask[31:0] != 32'd0};
  assign sectors       = addr[6] ? {touched_halfs, 2'd0} : {2'd0, touched_halfs};

  wire [15:0] map_slice;
  wire [SetNumberBits-1:0] map_set;
  wire [TagBits-1:0] map_tag;
  flitlock_slice_map #(
    .LowBits(LowBits),
    .SetBits(SetBits),
    .Residue(Residue),
    .Ms     (Ms),
    .Mh     (Mh)
  ) i_map (
    .line_i (waiting[flitlock_pkg::RequestAddrLsb+7+:AddressBits]),
    .slice_o(map_slice),
    .set_o  (map_set),
    .tag_o  (map_tag)
  );

  // ---- MSHRs
  wire match, list_full, any_free, frees;
  wire takes_mshr, appends;
  wire [MshrBits-1:0] match_number, free_number, ready_number, number;
  wire mshr_live;
  wire [SetNumberBits-1:0] mshr_set;
  wire [WayBits-1:0] mshr_way, way;
  wire [TagBits-1:0] mshr_tag;
  wire [3:0] mshr_pending;
  wire [3:0] has_after, dirty_after, pending_after;
  wire [Ways-1:0] locked;
  assign number = takes_fill ? fill_header[flitlock_pkg::IdLsb+:MshrBits]
                : takes_drain ? ready_number : match ? match_number : free_number;
  flitlock_slice_mshr #(
    .Mshrs        (Mshrs),
    .List         (List),
    .Ways         (Ways),
    .TagBits      (TagBits),
    .SetNumberBits(SetNumberBits)
  ) i_mshr (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .look_set_i     (map_set),
    .look_tag_i     (map_tag),
    .match_o        (match),
    .match_number_o (match_number),
    .full_o         (list_full),
    .locked_o       (locked),
    .any_live_o     (any_live),
    .any_free_o     (any_free),
    .free_number_o  (free_number),
    .ready_o        (any_ready),
    .ready_number_o (ready_number),
    .ready_request_o(listed),
    .number_i       (number),
    .live_o         (mshr_live),
    .set_o          (mshr_set),
    .way_o          (mshr_way),
    .tag_o          (mshr_tag),
    .pending_o      (mshr_pending),
    .take_i         (accepts && takes_mshr),
    .take_way_i     (way),
    .append_i       (accepts && appends),
    .request_i      (waiting),
    .is_write_i     (is_write),
    .needs_i        (sectors),
    .remove_i       (accepts && takes_drain),
    .update_i       (accepts && (appends || takes_fill || takes_drain)),
    .has_i          (has_after),
    .pending_i      (pending_after),
    .frees_o        (frees)
  );

  // ---- The line
  wire [SetNumberBits-1:0] set, flush_set;
  wire [WayBits-1:0] hit_way, victim_way, flush_way;
  wire [TagBits-1:0] tag, old_tag;
  wire [Ways-1:0] valid, dirty_ways;
  wire [3:0] old_dirty;
  wire [127:0] old_bytes, bytes_after;
  wire hit, any_victim;
  wire flush_writes, flush_done, flush_answers;
  wire hits, merges, sector_misses, misses;
  wire touches_line;
  assign set = takes_fill || takes_drain ? mshr_set : takes_flush ? flush_set : map_set;
  assign way = takes_fill || takes_drain ? mshr_way : takes_flush ? flush_way : hit ? hit_way : victim_way;
  assign tag = takes_fill || takes_drain ? mshr_tag : takes_flush ? old_tag : map_tag;
  assign touches_line = !takes_flush || flush_writes;
  flitlock_slice_tags #(
    .Sets         (Sets),
    .Ways         (Ways),
    .TagBits      (TagBits),
    .SetNumberBits(SetNumberBits)
  ) i_tags (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .set_i       (set),
    .look_tag_i  (map_tag),
    .hit_o       (hit),
    .hit_way_o   (hit_way),
    .valid_o     (valid),
    .dirty_ways_o(dirty_ways),
    .way_i       (way),
    .tag_o       (old_tag),
    .dirty_o     (old_dirty),
    .write_i     (accepts && touches_line),
    .dirty_i     (dirty_after),
    .allocate_i  (accepts && misses),
    .drop_i      (accepts && takes_flush && flush_done && kind == flitlock_pkg::SliceInvalidate)
  );
  flitlock_slice_masks #(
    .Lines   (Lines),
    .LineBits(LineBits)
  ) i_masks (
    .clk_i  (clk_i),
    .line_i ({set, way}),
    .bytes_o(old_bytes),
    .write_i(accepts && touches_line),
    .bytes_i(bytes_after)
  );

  localparam [31:0] WayCount = Ways, SliceCount = Slices;
  wire [5:0] enabled;
  wire [15:0] seed, lfsr;
  assign enabled = WayCount[5:0] - cfg_reserved_i;
  assign seed    = cfg_slice_i == 16'hace1 ? 16'hace1 : cfg_slice_i ^ 16'hace1;  // R-L2S-STATE-4
  flitlock_slice_victim #(
    .Sets         (Sets),
    .Ways         (Ways),
    .SetNumberBits(SetNumberBits)
  ) i_victim (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .enabled_i  (enabled),
    .p_rand_i   (cfg_p_rand_i),
    .seed_i     (seed),
    .set_i      (map_set),
    .valid_i    (valid),
    .locked_i   (locked),
    .any_o      (any_victim),
    .victim_o   (victim_way),
    .allocate_i (accepts && misses),
    .touch_i    (accepts && takes_new),
    .touch_way_i(way),
    .lfsr_o     (lfsr)
  );
  flitlock_slice_flush #(
    .Sets         (Sets),
    .Ways         (Ways),
    .SetNumberBits(SetNumberBits)
  ) i_flush (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .set_o        (flush_set),
    .dirty_ways_i (dirty_ways),
    .writes_back_o(flush_writes),
    .way_o        (flush_way),
    .done_o       (flush_done),
    .answers_o    (flush_answers),
    .step_i       (accepts && takes_flush)
  );

  // ---- The outcome, R-L2S-NEW
  function [127:0] bytes_of(input [3:0] chosen);
    bytes_of = {{32{chosen[3]}}, {32{chosen[2]}}, {32{chosen[1]}}, {32{chosen[0]}}};
  endfunction
  function [3:0] complete(input [127:0] held);
    complete = {held[127:96] == {32{1'b1}}, held[95:64] == {32{1'b1}}, held[63:32] == {32{1'b1}}, held[31:0] == {32{1'b1}}};
  endfunction
  function [3:0] fetched_with(input [3:0] lacking, input [7:0] fetch_bytes);
    fetched_with = fetch_bytes[7] ? {4{lacking != 4'd0}}
                 : fetch_bytes[6] ? {{2{lacking[3:2] != 2'd0}}, {2{lacking[1:0] != 2'd0}}} : lacking;
  endfunction

  wire [127:0] bytes_before;  // of the line that the operation is about: a new one has none
  wire [3:0] has_before, dirty_before, pending_before, lacking, fetch;
  wire covered, executes, modifies;
  assign bytes_before   = misses ? 128'd0 : old_bytes;
  assign has_before     = complete(bytes_before);
  assign dirty_before   = misses ? 4'd0 : old_dirty;
  assign pending_before = takes_fill || takes_drain || merges ? mshr_pending : 4'd0;
  assign covered        = (sectors & ~has_before) == 4'd0;
  assign merges         = takes_new && match;
  assign hits           = takes_new && !match && hit && (is_write || covered);
  assign sector_misses  = takes_new && !match && hit && !is_write && !covered;
  assign misses         = takes_new && !match && !hit;
  assign takes_mshr     = sector_misses || (misses && !is_write);
  assign appends        = merges || takes_mshr;
  assign lacking        = appends && !is_write ? sectors & ~has_before & ~pending_before : 4'd0;
  assign fetch          = fetched_with(lacking, cfg_fetch_bytes_i) & ~has_before & ~pending_before;
  assign executes       = hits || (misses && is_write) || takes_drain;
  assign modifies       = executes && kind != flitlock_pkg::SliceRead;

  // ---- What it needs, R-L2S-NEW-3
  wire response_free, order_free, responds, needs_order, writes_back, orders;
  wire [3:0] victim_dirty;
  assign responds     = hits || (takes_new && is_write) || (takes_drain && !is_write) || (takes_flush && flush_answers);
  assign needs_order  = misses || fetch != 4'd0 || (takes_flush && flush_writes);
  assign accepts = (takes_fill || takes_drain || takes_flush || takes_new)
      && (!responds || response_free) && (!needs_order || order_free) && (!merges || !list_full)
      && (!takes_mshr || any_free) && (!misses || any_victim);
  assign victim_dirty = misses || takes_flush ? old_dirty : 4'd0;
  assign writes_back  = victim_dirty != 4'd0;
  assign orders       = writes_back || fetch != 4'd0;
  assign request_pops = accepts && (takes_new || (takes_flush && flush_answers));

  // ---- What it leaves
  wire [127:0] filled, written, victim_bytes;
  assign filled        = bytes_of(fill_sectors) & ~old_bytes;  // R-L2S-FILL-1
  assign written       = takes_fill ? filled : modifies ? (addr[6] ? {mask, 64'd0} : {64'd0, mask}) : 128'd0;
  assign bytes_after   = bytes_before | written;
  assign has_after     = complete(bytes_after);
  assign dirty_after   = takes_flush ? 4'd0 : dirty_before | (modifies ? sectors : 4'd0);
  assign pending_after = takes_fill ? pending_before & ~fill_sectors : pending_before | fetch;
  assign victim_bytes  = bytes_of(victim_dirty) & old_bytes;

  reg req_credit_q, mem_rsp_credit_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      req_credit_q     <= 1'b0;
      mem_rsp_credit_q <= 1'b0;
    end else begin
      req_credit_q     <= request_pops;
      mem_rsp_credit_q <= accepts && takes_fill;
    end
  end

  // ---- Data stage: what it has from the tag stage
  reg data_valid_q;
  reg data_responds_q, data_reads_q, data_modifies_q, data_fills_q, data_of_line_q, data_victim_q;
  reg [1:0] data_writes_q;  // halves that are written back
  reg [3:0] data_fetch_q;
  reg [MshrBits-1:0] data_number_q;
  reg [SetNumberBits-1:0] data_set_q;
  reg [WayBits-1:0] data_way_q;
  reg [TagBits-1:0] data_tag_q, data_victim_tag_q;
  reg [127:0] data_victim_bytes_q;
  reg [63:0] data_addr_q, data_mask_q;
  reg [RequestBits-1:0] data_request_q;
  reg [511:0] data_body_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) data_valid_q <= 1'b0;
    else data_valid_q <= accepts;
  end
  always_ff @(posedge clk_i) begin
    if (accepts) begin
      data_responds_q     <= responds;
      data_reads_q        <= takes_new || takes_drain ? !is_write : 1'b0;
      data_modifies_q     <= modifies || takes_fill;
      data_fills_q        <= takes_fill;
      data_of_line_q      <= !takes_flush;
      data_victim_q       <= writes_back;
      data_writes_q       <= {victim_dirty[3:2] != 2'd0, victim_dirty[1:0] != 2'd0};
      data_fetch_q        <= fetch;
      data_number_q       <= number;
      data_set_q          <= set;
      data_way_q          <= way;
      data_tag_q          <= tag;
      data_victim_tag_q   <= old_tag;
      data_victim_bytes_q <= victim_bytes;
      data_addr_q         <= takes_fill ? fill_addr : addr;
      data_mask_q         <= !takes_fill ? mask : fill_addr[6] ? filled[127:64] : filled[63:0];
      data_request_q      <= request;
      data_body_q         <= takes_fill ? fill_data : request[flitlock_pkg::RequestDataLsb+:512];
    end
  end

  function [511:0] expanded(input [63:0] chosen);
    integer b;
    begin
      for (b = 0; b < 64; b = b + 1) expanded[b*8+:8] = {8{chosen[b]}};
    end
  endfunction
  wire [1023:0] line;
  wire [511:0] half, fresh, chosen_bits, half_after;
  wire [63:0] atomic_old, atomic_result;
  wire is_atomic;
  assign half        = data_addr_q[6] ? line[1023:512] : line[511:0];
  assign chosen_bits = expanded(data_mask_q);
  assign is_atomic   = !data_fills_q && data_request_q[flitlock_pkg::RequestKindLsb+:3] == flitlock_pkg::SliceAtomic;
  assign atomic_old  = half[{data_addr_q[5:3], 6'd0}+:64];
  flitlock_slice_atomic i_atomic (
    .wide_i    (data_request_q[flitlock_pkg::RequestWideBit]),
    .upper_i   (data_addr_q[2]),
    .function_i(data_request_q[flitlock_pkg::RequestFunctionLsb+:3]),
    .old_i     (atomic_old),
    .operand_i (data_body_q[63:0]),
    .compare_i (data_body_q[127:64]),
    .result_o  (atomic_result)
  );
  assign fresh      = is_atomic ? {8{atomic_result}} : data_body_q;
  assign half_after = (half & ~chosen_bits) | (fresh & chosen_bits);
  flitlock_slice_data #(
    .Lines   (Lines),
    .LineBits(LineBits)
  ) i_data (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .read_i      (accepts),
    .read_line_i ({set, way}),
    .data_o      (line),
    .write_i     (data_valid_q && data_modifies_q),
    .write_line_i({data_set_q, data_way_q}),
    .data_i      (data_addr_q[6] ? {half_after, line[511:0]} : {line[1023:512], half_after})
  );

  // Addresses of the line and of the one that is written back, R-L2S-MAP-6.
  wire [AddressBits-1:0] line_address, victim_address;
  wire line_good, victim_good;
  flitlock_slice_unmap #(
    .LowBits(LowBits),
    .SetBits(SetBits),
    .Residue(Residue),
    .Ms     (Ms),
    .Mh     (Mh)
  ) i_line_address (
    .slice_i(cfg_slice_i),
    .set_i  (data_set_q),
    .tag_i  (data_tag_q),
    .line_o (line_address),
    .good_o (line_good)
  );
  flitlock_slice_unmap #(
    .LowBits(LowBits),
    .SetBits(SetBits),
    .Residue(Residue),
    .Ms     (Ms),
    .Mh     (Mh)
  ) i_victim_address (
    .slice_i(cfg_slice_i),
    .set_i  (data_set_q),
    .tag_i  (data_victim_tag_q),
    .line_o (victim_address),
    .good_o (victim_good)
  );

  // ---- Response and order on their way to the queues
  reg push_response_q, push_order_q;
  reg out_reads_q;
  reg [1:0] out_writes_q;
  reg [3:0] out_fetch_q;
  reg [MshrBits-1:0] out_number_q;
  reg [AddressBits-1:0] out_line_q, out_victim_q;
  reg [127:0] out_victim_bytes_q;
  reg [flitlock_pkg::RequestKindLsb-1:0] out_request_q;
  reg [511:0] out_data_q;
  reg [1023:0] out_line_data_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      push_response_q <= 1'b0;
      push_order_q    <= 1'b0;
    end else begin
      push_response_q <= data_valid_q && data_responds_q;
      push_order_q    <= data_valid_q && (data_victim_q || data_fetch_q != 4'd0);
    end
  end
  always_ff @(posedge clk_i) begin
    if (data_valid_q) begin
      out_reads_q        <= data_reads_q;
      out_writes_q       <= data_writes_q;
      out_fetch_q        <= data_fetch_q;
      out_number_q       <= data_number_q;
      out_line_q         <= line_address;
      out_victim_q       <= victim_address;
      out_victim_bytes_q <= data_victim_bytes_q;
      out_request_q      <= data_request_q[flitlock_pkg::RequestKindLsb-1:0];
      out_data_q         <= half & chosen_bits;
      out_line_data_q    <= line;
    end
  end

  flitlock_slice_responses #(
    .Depth  (RspDepth),
    .Credits(RspCredits)
  ) i_responses (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .reserve_i(accepts && responds),
    .free_o   (response_free),
    .push_i   (push_response_q),
    .read_i   (out_reads_q),
    .bytes_i  (out_request_q[flitlock_pkg::RequestBytesLsb+:12]),
    .dst_i    (out_request_q[flitlock_pkg::RequestDstLsb+:32]),
    .src_i    (out_request_q[flitlock_pkg::RequestSrcLsb+:32]),
    .id_i     (out_request_q[flitlock_pkg::RequestIdLsb+:32]),
    .birth_i  (out_request_q[flitlock_pkg::RequestBirthLsb+:32]),
    .addr_i   (out_request_q[flitlock_pkg::RequestAddrLsb+:64]),
    .data_i   (out_data_q),
    .credit_i (out_credit_i[Rsp*2+:2]),
    .valid_o  (out_valid_o[Rsp]),
    .header_o (out_header_o[Rsp*HeaderBits+:HeaderBits]),
    .payload_o(out_payload_o[Rsp*LaneBits+:LaneBits])
  );
  flitlock_slice_orders #(
    .Depth  (OrderDepth),
    .Credits(MemReqCredits)
  ) i_orders (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .self_i      (cfg_self_i),
    .memory_i    (cfg_memory_i),
    .reserve_i   (accepts && orders),
    .free_o      (order_free),
    .push_i      (push_order_q),
    .birth_i     (out_request_q[flitlock_pkg::RequestBirthLsb+:32]),
    .write_i     (out_writes_q),
    .write_line_i(out_victim_q),
    .write_mask_i(out_victim_bytes_q),
    .write_data_i(out_line_data_q),
    .fetch_i     (out_fetch_q),
    .fetch_line_i(out_line_q),
    .mshr_i      ({{8 - MshrBits{1'b0}}, out_number_q}),
    .credit_i    (out_credit_i[MemReq*2+:2]),
    .valid_o     (out_valid_o[MemReq]),
    .header_o    (out_header_o[MemReq*HeaderBits+:HeaderBits]),
    .payload_o   (out_payload_o[MemReq*LaneBits+:LaneBits])
  );

  // ---- Event log, R-L2S-EV
  generate
    if (Events == 0) begin : gen_quiet
      assign out_valid_o[Shown] = 1'b0;
      assign out_header_o[Shown*HeaderBits+:HeaderBits] = {HeaderBits{1'b0}};
      assign out_payload_o[Shown*LaneBits+:LaneBits] = {LaneBits{1'b0}};
    end else begin : gen_events
      wire [7:0] shown_kind, outcome, new_outcome;
      wire [63:0] line_tag, victim_tag;
      wire of_mshr, victim;
      assign shown_kind  = takes_fill ? 8'd1 : takes_drain ? 8'd2 : takes_flush ? 8'd3 : 8'd0;
      assign new_outcome = merges ? 8'd3 : misses ? 8'd2 : sector_misses ? 8'd1 : 8'd0;
      assign outcome     = takes_new ? new_outcome : {7'd0, takes_flush ? flush_answers : frees};
      assign of_mshr     = takes_fill || takes_drain || appends;
      assign victim      = (misses && valid[way]) || (takes_flush && flush_writes);
      assign line_tag    = {{64 - TagBits{1'b0}}, tag};
      assign victim_tag  = {{64 - TagBits{1'b0}}, old_tag};
      flitlock_slice_event i_event (
        .clk_i         (clk_i),
        .rst_ni        (rst_ni),
        .self_i        (cfg_self_i),
        .send_i        (accepts),
        .id_i          (takes_fill ? fill_header[flitlock_pkg::IdLsb+:32] : request[flitlock_pkg::RequestIdLsb+:32]),
        .birth_i       (takes_fill ? fill_header[flitlock_pkg::BirthLsb+:32] : request[flitlock_pkg::RequestBirthLsb+:32]),
        .addr_i        (takes_fill ? fill_addr : addr),
        .kind_i        (shown_kind),
        .outcome_i     (outcome),
        .operation_i   (takes_fill ? 8'd255 : {5'd0, kind}),
        .way_i         (touches_line ? {{8 - WayBits{1'b0}}, way} : 8'd255),
        .set_i         ({{16 - SetNumberBits{1'b0}}, set}),
        .lfsr_i        (lfsr),
        .tag_i         (touches_line ? line_tag : 64'd0),
        .victim_tag_i  (victim ? victim_tag : 64'd0),
        .sectors_i     (takes_fill ? fill_sectors : takes_flush ? 4'd0 : sectors),
        .has_i         (touches_line ? has_after : 4'd0),
        .dirty_i       (touches_line ? dirty_after : 4'd0),
        .pending_i     (touches_line ? pending_after : 4'd0),
        .fetch_i       (fetch),
        .victim_i      (victim),
        .victim_dirty_i(victim_dirty),
        .mshr_i        (of_mshr ? {{8 - MshrBits{1'b0}}, number} : 8'd255),
        .bytes_i       (touches_line ? bytes_after : 128'd0),
        .victim_bytes_i(victim_bytes),
        .valid_o       (out_valid_o[Shown]),
        .header_o      (out_header_o[Shown*HeaderBits+:HeaderBits]),
        .payload_o     (out_payload_o[Shown*LaneBits+:LaneBits])
      );
    end
  endgenerate

  // ---- The other wires of the ports
  assign out_valid_o[Req] = 1'b0;
  assign out_valid_o[MemRsp] = 1'b0;
  assign out_header_o[Req*HeaderBits+:HeaderBits] = {HeaderBits{1'b0}};
  assign out_header_o[MemRsp*HeaderBits+:HeaderBits] = {HeaderBits{1'b0}};
  assign out_payload_o[Req*LaneBits+:LaneBits] = {LaneBits{1'b0}};
  assign out_payload_o[MemRsp*LaneBits+:LaneBits] = {LaneBits{1'b0}};
  assign in_credit_o = {2'd0, {1'b0, mem_rsp_credit_q}, 4'd0, {1'b0, req_credit_q}};

  // ---- Protocol errors, R-L2S-PORT-10
  localparam [31:0] MshrCount = Mshrs;
  wire [11:0] fill_bytes;
  assign fill_bytes = fill_header[flitlock_pkg::BytesLsb+:12];
  `FLITLOCK_ASSERT(!in_valid_i[Req] || arriving_good, "R-L2S-PORT-10: a request of no form")
  `FLITLOCK_ASSERT(!takes_new || map_slice == cfg_slice_i, "R-L2S-PORT-10: a request of another slice")
  `FLITLOCK_ASSERT(!takes_fill || (fill_header[flitlock_pkg::OpLsb+:2] == flitlock_pkg::OpReadResponse
                   && (fill_bytes == 12'd64 ? fill_addr[5:0] == 6'd0 : fill_bytes == 12'd32 && fill_addr[4:0] == 5'd0)
                   && fill_header[flitlock_pkg::VcLsb+:18] == {2'd3, 4'd0, 4'd1, 2'd1, 2'd3, 4'd0}),
                   "R-L2S-PORT-10: a fill of no form")
  `FLITLOCK_ASSERT(!takes_fill || (fill_header[flitlock_pkg::IdLsb+:32] < MshrCount && mshr_live),
                   "R-L2S-PORT-10: a fill for an MSHR that is not live")
  `FLITLOCK_ASSERT(!takes_fill || (fill_sectors & ~mshr_pending) == 4'd0,
                   "R-L2S-PORT-10: a fill of a sector that is not pending")
  `FLITLOCK_ASSERT(!data_valid_q || !data_of_line_q || {24'd0, line_address} == data_addr_q[63:7],
                   "R-L2S-PORT-10: a fill of another line than its MSHR's, or an operation on another line than its address's")

  // ---- Invariants
  `FLITLOCK_ASSERT(!data_valid_q || !data_of_line_q || line_good, "R-L2S-MAP-6: the residue of a line is not its address's")
  `FLITLOCK_ASSERT(!data_valid_q || !data_victim_q || victim_good,
                   "R-L2S-MAP-6: the residue of a line that is written back is not its address's")
  `FLITLOCK_ASSERT(!match || !takes_new || (hit && hit_way == mshr_way), "R-L2S-STATE-2: an MSHR is live for a line that is not there")
  `FLITLOCK_ASSERT({26'd0, cfg_reserved_i} < WayCount, "R-L2S-STATE-1: no way is enabled")
  `FLITLOCK_ASSERT(cfg_p_rand_i <= 9'd256, "R-L2S-VIC-3: PRand is more than 256")
  `FLITLOCK_ASSERT(cfg_fetch_bytes_i == 8'd32 || cfg_fetch_bytes_i == 8'd64 || cfg_fetch_bytes_i == 8'd128,
                   "R-L2S-NEW-5: FetchBytes is not 32, 64 or 128")
  `FLITLOCK_ASSERT({16'd0, cfg_slice_i} < SliceCount, "R-L2S-MAP-5: the slice is not in the map")
endmodule
