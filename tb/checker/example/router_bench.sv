// SPDX-License-Identifier: Apache-2.0
// A bench for a router of three ports as somebody might write it who has the RTL and nothing else: random packets in,
// packets out counted. It has no word about the golden router; the checker comes by `bind`.
//
//   +packets=N  to be sent by each port, 200 unless said
//   +seed=N
//   +reset_at=N  cycle in which everything is reset once more, at a time that is no clock edge
module router_bench;
  localparam int Ports = 3;
  localparam int Vcs = 2;
  localparam int UnitBytes = 8;
  localparam int Depth = 4;
  localparam int LaneBits = 2 * UnitBytes * 8;

  reg clk = 1'b0;
  reg rst_n = 1'b1;
  always #5 clk = !clk;

  reg [Ports-1:0] in_valid = '0;
  reg [Ports*224-1:0] in_header = '0;
  reg [Ports*LaneBits-1:0] in_payload = '0;
  wire [Ports*Vcs*2-1:0] in_credit;
  wire [Ports-1:0] out_valid;
  wire [Ports*224-1:0] out_header;
  wire [Ports*LaneBits-1:0] out_payload;
  reg [Ports*Vcs*2-1:0] out_credit = '0;

  // Node n is at port n; the router is node 9, which nobody writes to.
  wire [2047:0] next = {{253{8'd255}}, 8'd2, 8'd1, 8'd0};

  flitlock_router #(
    .Ports        (Ports),
    .Vcs          (Vcs),
    .UnitBytes    (UnitBytes),
    .InUnits      (6'b10_01_01),  // port 2 is wide
    .OutUnits     (6'b10_01_01),
    .InputDepth   ({Ports * Vcs{16'(Depth)}}),
    .CrossbarDepth({Ports * Vcs{16'(Depth)}}),
    .OutputDepth  ({Ports * Vcs{16'(Depth)}}),
    .Credits      ({Ports * Vcs{16'(Depth)}})
  ) dut (
    .clk_i            (clk),
    .rst_ni           (rst_n),
    .cfg_kind_i       (2'd0),
    .cfg_gpu_i        (8'd0),
    .cfg_mesh_i       (8'd0),
    .cfg_node_i       (8'd9),
    .cfg_exit_node_i  (8'd255),
    .cfg_exit_port_i  (8'd255),
    .cfg_client_port_i(8'd0),
    .cfg_switches_i   (8'd0),
    .cfg_switch_port_i(8'd0),
    .cfg_next_i       (next),
    .cfg_gpu_port_i   ({256{8'd255}}),
    .cfg_mesh_port_i  ({256{8'd255}}),
    .in_valid_i       (in_valid),
    .in_header_i      (in_header),
    .in_payload_i     (in_payload),
    .in_credit_o      (in_credit),
    .out_valid_o      (out_valid),
    .out_header_o     (out_header),
    .out_payload_o    (out_payload),
    .out_credit_i     (out_credit)
  );

  // The source of each port: the packet that is being sent, credits, packets still to send.
  int unsigned unsent[Ports];
  int unsigned credit[Ports*Vcs];
  int unsigned len[Ports];
  int unsigned seq[Ports];
  int unsigned vc[Ports];
  int unsigned dst[Ports];
  int unsigned id[Ports];
  int unsigned birth[Ports];
  // Taken entries of each port and VC, given back at random.
  int unsigned taken[Ports*Vcs];
  int unsigned packets;
  int unsigned sent = 0;
  int unsigned received = 0;
  int unsigned cycle = 0;
  int unsigned seed;

  function automatic int unsigned draw(input int unsigned below);
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % below;
  endfunction

  // One cycle of the source of port p: the flit that it presents, if any.
  task automatic send(input int p, output bit valid, output bit [223:0] header, output bit [LaneBits-1:0] payload);
    automatic int unsigned width = p == 2 ? 2 : 1;
    automatic int unsigned units;
    valid   = 1'b0;
    header  = '0;
    payload = '0;
    if (seq[p] == len[p] && unsent[p] != 0 && draw(4) != 0) begin
      unsent[p]--;
      sent++;
      len[p] = 1 + draw(4);
      seq[p] = 0;
      vc[p] = draw(Vcs);
      dst[p] = draw(Ports);
      id[p]++;
      birth[p] = cycle;
    end
    if (seq[p] != len[p] && credit[p*Vcs+int'(vc[p])] != 0 && draw(8) != 0) begin
      credit[p*Vcs+int'(vc[p])]--;
      units = len[p] - seq[p] < width ? len[p] - seq[p] : width;
      valid = 1'b1;
      header[3:0] = 4'(vc[p]);
      header[4] = seq[p] == 0;
      header[5] = seq[p] + units == len[p];
      header[7:6] = 2'(units);
      header[11:8] = 4'(len[p]);
      header[15:12] = 4'(seq[p]);
      header[32+16+:8] = 8'(dst[p]);
      header[64+16+:8] = 8'(p);
      header[96+:32] = id[p];
      header[128+:32] = birth[p];
      header[160+:64] = {id[p], birth[p]};
      payload[63:0] = {id[p] * 32'h9E3779B9, 28'd0, 4'(seq[p])};
      if (units == 2) payload[127:64] = {id[p] * 32'h9E3779B9, 28'd0, 4'(seq[p] + 1)};
      seq[p] += units;
    end
  endtask

  task automatic restart();
    for (int p = 0; p < Ports; p++) begin
      unsent[p] = packets;
      len[p] = 0;
      seq[p] = 0;
    end
    for (int k = 0; k < Ports * Vcs; k++) begin
      credit[k] = Depth;
      taken[k] = 0;
    end
    sent = 0;
    received = 0;
  endtask

  int unsigned reset_at;
  initial begin
    if (!$value$plusargs("packets=%d", packets)) packets = 200;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("reset_at=%d", reset_at)) reset_at = 0;
    for (int p = 0; p < Ports; p++) id[p] = 0;
    #1 rst_n = 1'b0;
    #20 rst_n = 1'b1;
    wait (reset_at != 0 && cycle == reset_at);
    #2 rst_n = 1'b0;
    #10 rst_n = 1'b1;
  end
  always @(posedge clk or negedge rst_n) if (!rst_n) begin
    restart();
    in_valid   <= '0;
    in_header  <= '0;
    in_payload <= '0;
    out_credit <= '0;
  end else begin : drive
    automatic bit [Ports-1:0] valid;
    automatic bit [Ports*224-1:0] header;
    automatic bit [Ports*LaneBits-1:0] payload;
    automatic bit [Ports*Vcs*2-1:0] freed = '0;
    cycle++;
    for (int p = 0; p < Ports; p++) begin
      for (int v = 0; v < Vcs; v++) begin
        credit[p*Vcs+v] += 32'(in_credit[(p*Vcs+v)*2+:2]);
        if (taken[p*Vcs+v] != 0 && draw(3) != 0) begin
          taken[p*Vcs+v]--;
          freed[(p*Vcs+v)*2+:2] = 2'd1;
        end
      end
      if (out_valid[p]) begin
        taken[p*Vcs+int'(out_header[p*224+:4])]++;
        if (out_header[p*224+5]) received++;
      end
      send(p, valid[p], header[p*224+:224], payload[p*LaneBits+:LaneBits]);
    end
    in_valid   <= valid;
    in_header  <= header;
    in_payload <= payload;
    out_credit <= freed;
    if (received == Ports * packets || cycle == 100000) begin
      $display("router_bench: %0d packets sent, %0d received, %0d cycles", sent, received, cycle);
      if (received != Ports * packets) $fatal(1, "packets are missing");
      $finish;
    end
  end
endmodule
