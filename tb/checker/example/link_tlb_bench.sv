// SPDX-License-Identifier: Apache-2.0
// A bench for link TLBs as somebody might write it who has the RTL and nothing else: two L1s with their L2, random
// requests from other GPUs, a page table with faults in it, prefetches, invalidations. It has no word about golden C;
// the checkers come by `bind`.
//
//   +packets=N   to be sent to each L1, 400 unless said
//   +seed=N
//   +reset_at=N  cycle in which everything is reset once more, at a time that is no clock edge
//
// At the end it prints a hash of all outputs of all TLBs in all cycles.

// The modules under test: to be defined otherwise for others with the same ports.
`ifndef L1_LINK_TLB
`define L1_LINK_TLB flitlock_l1_link_tlb
`define L2_LINK_TLB flitlock_l2_link_tlb
`endif

module link_tlb_bench;
  localparam int Stations = 2;
  localparam int Vcs = 4;
  localparam int UnitBytes = 8;
  localparam int Lane = 2 * UnitBytes * 8;
  localparam int Head = 224;
  localparam int L1Ports = 4, Link = 0, Inside = 1, Up = 2, L1Trace = 3;
  localparam int L2Ports = Stations + 4, Prefetch = Stations, Ctl = Stations + 1, Mem = Stations + 2, L2Trace = Stations + 3;
  localparam int PrefetchDepth = 2, CtlDepth = 2;
  localparam int TableLatency = 6;
  localparam int MaxLen = 5;
  localparam bit [Vcs*16-1:0] InDepth = {16'd7, 16'd6, 16'd9, 16'd14};
  localparam bit [Vcs*16-1:0] Credits = {16'd4, 16'd5, 16'd4, 16'd6};
  localparam bit [Vcs-1:0] Translate = 4'b1011;
  localparam int AccLsb = 36, SizeLsb = 30;
  localparam bit [11:0] Acc = 12'd5;
  localparam bit [31:0] PageBits = {8'd30, 8'd21, 8'd16, 8'd12};
  localparam int Levels = 4;
  localparam bit [47:0] LevelLsb = {8'd0, 8'd0, 8'd12, 8'd21, 8'd30, 8'd39};
  localparam bit [39:0] Root = 40'd4096;

  reg clk = 1'b0;
  reg rst_n = 1'b1;
  always #5 clk = !clk;

  // What each block presents.
  wire [L1Ports-1:0] l1_valid[Stations];
  wire [L1Ports*Head-1:0] l1_header[Stations];
  wire [L1Ports*Lane-1:0] l1_payload[Stations];
  wire [L1Ports*Vcs*2-1:0] l1_credit[Stations];
  wire [L2Ports-1:0] l2_valid;
  wire [L2Ports*Head-1:0] l2_header;
  wire [L2Ports*Lane-1:0] l2_payload;
  wire [L2Ports*2*2-1:0] l2_credit;

  // What the bench presents: at the links and inside, and at prefetch, ctl and mem of the L2.
  reg [Stations-1:0] link_valid;
  reg [Stations*Head-1:0] link_header;
  reg [Stations*Lane-1:0] link_payload;
  reg [Stations*Vcs*2-1:0] inside_credit;
  reg [2:0] host_valid;
  reg [3*Head-1:0] host_header;

  wire [Stations-1:0] up_valid;
  wire [Stations*Head-1:0] up_header;
  wire [Stations*4-1:0] up_credit;
  genvar s;
  generate
    for (s = 0; s < Stations; s++) begin : gen_l1
      assign up_valid[s] = l1_valid[s][Up];
      assign up_header[s*Head+:Head] = l1_header[s][Up*Head+:Head];
      assign up_credit[s*4+:4] = l1_credit[s][Up*Vcs*2+:4];
      `L1_LINK_TLB #(
        .Vcs(Vcs), .UnitBytes(UnitBytes), .Width(2), .Latency(4), .Translate(Translate), .InDepth(InDepth),
        .Credits(Credits), .Mshrs(4), .Targets(4), .L2Credits(1), .Sets(2), .Ways(4), .Policy(2), .Seed(77),
        .AccLsb(AccLsb), .AccBits(8), .Acc(Acc), .SizeLsb(SizeLsb), .PageBits(PageBits),
        .Domain({{247{3'd3}}, 3'd0, 3'd7, 3'd6, 3'd5, 3'd4, 3'd3, 3'd2, 3'd1, 3'd0}), .Trace(1)
      ) dut (
        .clk_i        (clk),
        .rst_ni       (rst_n),
        .in_valid_i   ({1'b0, l2_valid[s], 1'b0, link_valid[s]}),
        .in_header_i  ({{Head{1'b0}}, l2_header[s*Head+:Head], {Head{1'b0}}, link_header[s*Head+:Head]}),
        .in_payload_i ({{Lane{1'b0}}, l2_payload[s*Lane+:Lane], {Lane{1'b0}}, link_payload[s*Lane+:Lane]}),
        .in_credit_o  (l1_credit[s]),
        .out_valid_o  (l1_valid[s]),
        .out_header_o (l1_header[s]),
        .out_payload_o(l1_payload[s]),
        .out_credit_i ({{Vcs * 2{1'b0}}, {Vcs * 2 - 4{1'b0}}, l2_credit[s*4+:4], inside_credit[s*Vcs*2+:Vcs*2],
                        {Vcs * 2{1'b0}}})
      );
    end
  endgenerate

  `L2_LINK_TLB #(
    .Stations(Stations), .UnitBytes(UnitBytes), .Latency(5), .QueueDepth(3), .PrefetchDepth(PrefetchDepth),
    .CtlDepth(CtlDepth), .Mshrs(5), .PrefetchReserve(1), .Sets(4), .Ways(4), .Policy(3), .Partitions(2),
    .Partition({{250{16'd0}}, 16'd1, 16'd0, 16'd1, 16'd0, 16'd1, 16'd0}), .AccLsb(AccLsb), .AccBits(8), .Acc(Acc),
    .SizeLsb(SizeLsb), .PageBits(PageBits), .Levels(Levels), .LevelLsb(LevelLsb), .Root(Root),
    .PwcWays({32'd0, 32'd0, 32'd4, 32'd2, 32'd1}), .Walkers(3), .Trace(1)
  ) l2 (
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .in_valid_i   ({1'b0, host_valid, up_valid}),
    .in_header_i  ({{Head{1'b0}}, host_header, up_header}),
    .in_payload_i ('0),
    .in_credit_o  (l2_credit),
    .out_valid_o  (l2_valid),
    .out_header_o (l2_header),
    .out_payload_o(l2_payload),
    .out_credit_i ({16'd0, up_credit})  // nobody counts those of messages to the host and the page table
  );

  int unsigned seed;
  function automatic int unsigned draw(input int unsigned below);
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % below;
  endfunction

  // ---- The page table: tables by the address of an entry

  localparam int Pages = 14;
  bit [63:0] memory[longint unsigned];
  bit [39:0] next_frame;
  bit [AccLsb-1:0] page[Pages];

  function automatic int page_bits(input int p);
    return int'(PageBits[page[p][SizeLsb+:2]*8+:8]);
  endfunction

  // Maps page p anew: not at all, wrongly, or to another place with other permissions.
  task automatic map(input int p);
    automatic bit [39:0] frame = Root;
    automatic longint unsigned at;
    automatic int unsigned fault = draw(24);
    automatic bit [7:0] read = draw(4) == 0 ? 8'(draw(256)) : 8'hff;
    automatic bit [7:0] write = draw(4) == 0 ? 8'(draw(256)) : 8'hff;
    automatic bit [39:0] place = 40'(draw(1 << 23)) << 7;  // its low bits mean nothing in a large page
    for (int l = 0; l < Levels; l++) begin
      automatic int lsb = int'(LevelLsb[l*8+:8]);
      at = (64'(frame) << 12) + 8 * ((64'(page[p]) >> lsb) & 64'd511);
      if (lsb <= page_bits(p)) break;
      if (memory.exists(at) == 0) begin
        memory[at] = {16'd0, next_frame, 8'd1};
        next_frame++;
      end
      frame = memory[at][47:8];
    end
    memory[at] = {write, read, place, 6'd0, fault != 1, fault != 0};
  endtask

  task automatic make_tables();
    memory.delete();
    next_frame = Root + 1;
    for (int p = 0; p < Pages; p++) begin
      automatic bit [1:0] kind = 2'(p);
      page[p] = '0;
      page[p][SizeLsb+:2] = kind;
      if (kind == 2'd3) page[p][35:32] = p[5:2];
      else page[p] |= AccLsb'({p[3], 2'b00, p[2]}) << PageBits[kind*8+:8];  // numbers 0, 1, 8, 9
      map(p);
    end
  endtask

  // ---- The sources, one for each station

  int unsigned unsent[Stations];
  int unsigned credit[Stations*Vcs];
  int unsigned len[Stations];
  int unsigned seq[Stations];
  bit [Head-1:0] front[Stations];  // the header of the packet that is being sent
  int unsigned next_id;
  int unsigned taken[Stations*Vcs];  // entries behind `inside`, given back at random
  int unsigned prefetch_credit, ctl_credit;
  int unsigned reads;  // in the page table
  bit [TableLatency*Head-1:0] read_pipe;
  bit [TableLatency-1:0] read_valid;

  int unsigned packets;
  int unsigned sent, received;
  int unsigned status_count[4];
  int unsigned walks, invalidations, prefetches;
  int unsigned cycle = 0;

  // A flit of one unit, R-TLB-M-1.
  function automatic bit [Head-1:0] message(input bit [1:0] op);
    message = '0;
    message[4] = 1'b1;
    message[5] = 1'b1;
    message[7:6] = 2'd1;
    message[11:8] = 4'd1;
    message[17:16] = op;
  endfunction

  task automatic new_packet(input int n);
    automatic int p = int'(draw(3) == 0 ? draw(Pages) : draw(5));
    automatic bit [63:0] npa;
    npa = 64'(page[p]) | (64'(Acc) << AccLsb);
    npa |= 64'(draw(2)) << 8;
    npa |= 64'(draw(2)) << (page_bits(p) - 1);
    if (draw(16) == 0) npa[AccLsb+4+6*draw(3)] ^= 1'b1;  // another accelerator's, or nobody's
    unsent[n]--;
    sent++;
    len[n] = 1 + draw(MaxLen);
    seq[n] = 0;
    front[n] = '0;
    front[n][3:0] = 4'(draw(Vcs));
    front[n][11:8] = 4'(len[n]);
    front[n][17:16] = draw(8) == 0 ? 2'd2 : 2'(draw(2));
    front[n][31:30] = draw(16) == 0 ? 2'd1 : 2'd0;
    front[n][63:32] = 32'd3;
    front[n][95:64] = 32'(draw(8));
    front[n][127:96] = next_id++;
    front[n][159:128] = cycle;
    front[n][223:160] = npa;
  endtask

  // One cycle of the source of station n: the flit that it presents, if any.
  task automatic send(input int n, output bit valid, output bit [Head-1:0] header, output bit [Lane-1:0] payload);
    automatic int unsigned units;
    valid   = 1'b0;
    header  = '0;
    payload = '0;
    if (seq[n] == len[n] && unsent[n] != 0 && draw(3) != 0) new_packet(n);
    if (seq[n] != len[n] && credit[n*Vcs+int'(front[n][3:0])] != 0 && draw(8) != 0) begin
      credit[n*Vcs+int'(front[n][3:0])]--;
      units = len[n] - seq[n] < 2 ? 1 : 2;
      valid = 1'b1;
      header = front[n];
      header[4] = seq[n] == 0;
      header[5] = seq[n] + units == len[n];
      header[7:6] = 2'(units);
      header[15:12] = 4'(seq[n]);
      payload[63:0] = {front[n][127:96] * 32'h9E3779B9, 28'd0, 4'(seq[n])};
      if (units == 2) payload[127:64] = {front[n][127:96] * 32'h9E3779B9, 28'd0, 4'(seq[n] + 1)};
      seq[n] += units;
    end
  endtask

  // The endpoint of station n: takes a flit, gives credits back.
  task automatic take(input int n, output bit [Vcs*2-1:0] freed);
    freed = '0;
    for (int v = 0; v < Vcs; v++) begin
      if (taken[n*Vcs+v] == 0 || draw(3) == 0) continue;
      taken[n*Vcs+v]--;
      freed[v*2+:2] = 2'd1;
    end
    if (l1_valid[n][Inside]) begin
      taken[n*Vcs+int'(l1_header[n][Inside*Head+:4])]++;
      if (l1_header[n][Inside*Head+5]) begin
        received++;
        status_count[l1_header[n][Inside*Head+30+:2]]++;
      end
    end
  endtask

  // The host: a prefetch or an invalidation now and then; and the page table.
  task automatic host(output bit [2:0] valid, output bit [3*Head-1:0] header);
    automatic bit [Head-1:0] flit;
    automatic int p;
    valid  = '0;
    header = '0;
    prefetch_credit += 32'(l2_credit[Prefetch*4+:2]);
    ctl_credit += 32'(l2_credit[Ctl*4+:2]);
    p = int'(draw(Pages));
    if (prefetch_credit != 0 && draw(6) == 0) begin
      flit = message(2'd1);
      flit[95:64] = 32'(draw(8));
      flit[223:160] = 64'(page[p]) | (64'(Acc) << AccLsb);
      if (draw(8) == 0) flit[160+AccLsb] ^= 1'b1;
      valid[0] = 1'b1;
      header[0+:Head] = flit;
      prefetch_credit--;
      prefetches++;
    end
    p = int'(draw(Pages));
    if (ctl_credit != 0 && draw(50) == 0) begin
      map(p);
      flit = message(2'd0);
      flit[29:18] = draw(4) == 0 ? 12'd40 : 12'(page_bits(p));
      flit[127:96] = invalidations;
      flit[223:160] = 64'(page[p]);
      valid[1] = 1'b1;
      header[Head+:Head] = flit;
      ctl_credit--;
      invalidations++;
    end
    // What was read TableLatency cycles ago.
    if (read_valid[TableLatency-1]) begin
      flit = message(2'd3);
      flit[127:96] = read_pipe[(TableLatency-1)*Head+96+:32];
      flit[223:160] = read_pipe[(TableLatency-1)*Head+160+:64];
      valid[2] = 1'b1;
      header[2*Head+:Head] = flit;
    end
    flit = l2_header[Mem*Head+:Head];
    if (l2_valid[Mem]) begin
      reads++;
      flit[223:160] = memory.exists(flit[223:160]) != 0 ? memory[flit[223:160]] : 64'd0;
    end
    read_valid = {read_valid[TableLatency-2:0], l2_valid[Mem]};
    read_pipe  = {read_pipe[(TableLatency-1)*Head-1:0], flit};
    if (l2_valid[L2Trace] && l2_header[L2Trace*Head+18+8]) walks++;
  endtask

  // ---- The record: a hash of all outputs

  longint unsigned hash = 64'hcbf29ce484222325;
  task automatic mix(input bit [63:0] word);
    hash = (hash ^ word) * 64'h100000001b3;
    hash = hash ^ (hash >> 29);
  endtask
  task automatic record_lane(input bit valid, input bit [Head-1:0] header, input bit [Lane-1:0] payload);
    mix({32'(valid), header[31:0]});
    for (int k = 0; k < 3; k++) mix(header[32+k*64+:64]);
    mix(payload[63:0] ^ {payload[64+:32], payload[96+:32]});
  endtask
  task automatic record();
    for (int n = 0; n < Stations; n++) begin
      for (int p = 0; p < L1Ports; p++) record_lane(l1_valid[n][p], l1_header[n][p*Head+:Head], l1_payload[n][p*Lane+:Lane]);
      mix(64'(l1_credit[n]));
    end
    for (int p = 0; p < L2Ports; p++) record_lane(l2_valid[p], l2_header[p*Head+:Head], l2_payload[p*Lane+:Lane]);
    mix(64'(l2_credit));
  endtask

  task automatic restart();
    make_tables();
    for (int n = 0; n < Stations; n++) begin
      unsent[n] = packets;
      len[n] = 0;
      seq[n] = 0;
      for (int v = 0; v < Vcs; v++) begin
        credit[n*Vcs+v] = 32'(InDepth[v*16+:16]);
        taken[n*Vcs+v] = 0;
      end
    end
    for (int k = 0; k < 4; k++) status_count[k] = 0;
    prefetch_credit = PrefetchDepth;
    ctl_credit = CtlDepth;
    read_valid = '0;
    sent = 0;
    received = 0;
    walks = 0;
    invalidations = 0;
    prefetches = 0;
    reads = 0;
    next_id = 1;
  endtask

  int unsigned reset_at;
  initial begin
    if (!$value$plusargs("packets=%d", packets)) packets = 400;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("reset_at=%d", reset_at)) reset_at = 0;
    #1 rst_n = 1'b0;
    #20 rst_n = 1'b1;
    wait (reset_at != 0 && cycle == reset_at);
    #2 rst_n = 1'b0;
    #10 rst_n = 1'b1;
  end
  always @(posedge clk) record();
  always @(posedge clk or negedge rst_n) if (!rst_n) begin
    restart();
    link_valid    <= '0;
    link_header   <= '0;
    link_payload  <= '0;
    inside_credit <= '0;
    host_valid    <= '0;
    host_header   <= '0;
  end else begin : drive
    automatic bit [Stations-1:0] valid;
    automatic bit [Stations*Head-1:0] header;
    automatic bit [Stations*Lane-1:0] payload;
    automatic bit [Stations*Vcs*2-1:0] freed;
    automatic bit [2:0] from_host;
    automatic bit [3*Head-1:0] host_flits;
    cycle++;
    for (int n = 0; n < Stations; n++) begin
      for (int v = 0; v < Vcs; v++) credit[n*Vcs+v] += 32'(l1_credit[n][(Link*Vcs+v)*2+:2]);
      take(n, freed[n*Vcs*2+:Vcs*2]);
      send(n, valid[n], header[n*Head+:Head], payload[n*Lane+:Lane]);
    end
    host(from_host, host_flits);
    link_valid    <= valid;
    link_header   <= header;
    link_payload  <= payload;
    inside_credit <= freed;
    host_valid    <= from_host;
    host_header   <= host_flits;
    if (received == Stations * packets || cycle == 100000) begin
      $display("link_tlb_bench: %0d packets: %0d good, %0d decode errors, %0d protection violations; %0d walks, %0d invalidations, %0d prefetches, %0d cycles, hash %h",
               received, status_count[0], status_count[1], status_count[2], walks, invalidations, prefetches, cycle, hash);
      if (received != Stations * packets) $fatal(1, "packets are missing");
      $finish;
    end
  end
endmodule
