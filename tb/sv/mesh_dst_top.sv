// SPDX-License-Identifier: Apache-2.0
// An example of a SystemVerilog host: plane `req` of one mesh of 2 x 3 nodes with its DST, a client at every node and one
// behind the GPU link. Bit n of the parameter Rtl makes node n RTL instead of golden C, bit 6 the DST.
//
// It ends when every packet has arrived where it should, and prints a hash of all outputs of all routers in all cycles:
// the same for every Rtl.
//
//   +trace=FILE  writes every flit and credit that a router presents
module mesh_dst_top #(
  parameter bit [6:0] Rtl = 7'd0
);
  localparam int Columns = 3;
  localparam int Nodes = 6;
  localparam int Exit = 4;
  localparam int Ports = 6;  // sides of a node, see mesh_node
  localparam int Vcs = 2;
  localparam int UnitBytes = 8;
  localparam int Depth = 4;
  localparam int Packets = 60;
  localparam int Lane = 16 * UnitBytes;
  localparam int LimitCycles = 20000;
  localparam int North = 0, East = 1, South = 2, West = 3, Dst = 4, Client = 5;

  reg clk = 1'b0;
  reg rst_n = 1'b1;
  always #5 clk = !clk;
  initial begin
    #1 rst_n = 1'b0;
    #20 rst_n = 1'b1;
  end

  // What each router and client presents.
  wire [Ports-1:0] out_valid[Nodes];
  wire [Ports*224-1:0] out_header[Nodes];
  wire [Ports*Lane-1:0] out_payload[Nodes];
  wire [Ports*Vcs*2-1:0] in_credit[Nodes];
  wire [1:0] dst_valid;
  wire [2*224-1:0] dst_header;
  wire [2*Lane-1:0] dst_payload;
  wire [2*Vcs*2-1:0] dst_credit;
  wire client_valid[Nodes+1];
  wire [223:0] client_header[Nodes+1];
  wire [Lane-1:0] client_payload[Nodes+1];
  wire [Vcs*2-1:0] client_credit[Nodes+1];
  wire [Nodes:0] done;
  wire [31:0] sent[Nodes+1];
  wire [31:0] received[Nodes+1];

  // The sides of a node that exist.
  function automatic bit [Ports-1:0] sides(input int node);
    sides = '0;
    sides[North] = node >= Columns;
    sides[East] = node % Columns != Columns - 1;
    sides[South] = node < Nodes - Columns;
    sides[West] = node % Columns != 0;
    sides[Dst] = node == Exit;
    sides[Client] = 1'b1;
  endfunction

  genvar n;
  generate
    for (n = 0; n < Nodes; n++) begin : gen_node
      wire [Ports-1:0] in_valid;
      wire [Ports*224-1:0] in_header;
      wire [Ports*Lane-1:0] in_payload;
      wire [Ports*Vcs*2-1:0] out_credit;

      // The neighbour at each side, at its opposite side.
      for (genvar p = North; p <= West; p++) begin : gen_side
        localparam int Other = p == North ? n - Columns : p == East ? n + 1 : p == South ? n + Columns : n - 1;
        localparam int Side = (p + 2) % 4;
        if (bit'(sides(n) >> p)) begin : gen_link
          assign in_valid[p] = out_valid[Other][Side];
          assign in_header[p*224+:224] = out_header[Other][Side*224+:224];
          assign in_payload[p*Lane+:Lane] = out_payload[Other][Side*Lane+:Lane];
          assign out_credit[p*Vcs*2+:Vcs*2] = in_credit[Other][Side*Vcs*2+:Vcs*2];
        end else begin : gen_edge
          assign in_valid[p] = 1'b0;
          assign in_header[p*224+:224] = '0;
          assign in_payload[p*Lane+:Lane] = '0;
          assign out_credit[p*Vcs*2+:Vcs*2] = '0;
        end
      end

      assign in_valid[Dst] = n == Exit && dst_valid[0];
      assign in_header[Dst*224+:224] = n == Exit ? dst_header[223:0] : '0;
      assign in_payload[Dst*Lane+:Lane] = n == Exit ? dst_payload[Lane-1:0] : '0;
      assign out_credit[Dst*Vcs*2+:Vcs*2] = n == Exit ? dst_credit[Vcs*2-1:0] : '0;
      assign in_valid[Client] = client_valid[n];
      assign in_header[Client*224+:224] = client_header[n];
      assign in_payload[Client*Lane+:Lane] = client_payload[n];
      assign out_credit[Client*Vcs*2+:Vcs*2] = client_credit[n];

      mesh_node #(
        .Rtl(Rtl[n]), .Sides(sides(n)), .Node(n), .Columns(Columns), .Nodes(Nodes), .Exit(Exit), .Vcs(Vcs),
        .UnitBytes(UnitBytes), .Depth(Depth)
      ) i_node (
        .clk_i         (clk),
        .rst_ni        (rst_n),
        .side_valid_i  (in_valid),
        .side_header_i (in_header),
        .side_payload_i(in_payload),
        .side_credit_o (in_credit[n]),
        .side_valid_o  (out_valid[n]),
        .side_header_o (out_header[n]),
        .side_payload_o(out_payload[n]),
        .side_credit_i (out_credit)
      );

      mesh_client #(
        .Node(n), .Packets(Packets), .Depth(Depth), .Vcs(Vcs)
      ) i_client (
        .clk_i        (clk),
        .rst_ni       (rst_n),
        .in_valid_i   (out_valid[n][Client]),
        .in_header_i  (out_header[n][Client*224+:224]),
        .in_payload_i (out_payload[n][Client*Lane+:Lane]),
        .in_credit_o  (client_credit[n]),
        .out_valid_o  (client_valid[n]),
        .out_header_o (client_header[n]),
        .out_payload_o(client_payload[n]),
        .out_credit_i (in_credit[n][Client*Vcs*2+:Vcs*2]),
        .done_o       (done[n]),
        .sent_o       (sent[n]),
        .received_o   (received[n])
      );
    end

    // Port 0 leads to the mesh, port 1 to the other GPU; on the link packets come on VC 0 and go on on VC 1, R-DST-3.
    localparam bit [2*Vcs*16-1:0] Depths = {2 * Vcs{16'(Depth)}};
    wire [1:0] to_dst_valid = {client_valid[Nodes], out_valid[Exit][Dst]};
    wire [2*224-1:0] to_dst_header = {client_header[Nodes], out_header[Exit][Dst*224+:224]};
    wire [2*Lane-1:0] to_dst_payload = {client_payload[Nodes], out_payload[Exit][Dst*Lane+:Lane]};
    wire [2*Vcs*2-1:0] to_dst_credit = {client_credit[Nodes], in_credit[Exit][Dst*Vcs*2+:Vcs*2]};
    if (Rtl[Nodes]) begin : gen_dst_rtl
      flitlock_dst #(
        .Meshes(1), .Gpus(2), .Vcs(Vcs), .OutboundVc(0), .InboundVc(1), .UnitBytes(UnitBytes),
        .InputDepth(Depths), .CrossbarDepth(Depths), .OutputDepth(Depths), .Credits(Depths)
      ) i_dst (
        .clk_i(clk), .rst_ni(rst_n), .cfg_gpu_i(8'd0), .in_valid_i(to_dst_valid), .in_header_i(to_dst_header),
        .in_payload_i(to_dst_payload), .in_credit_o(dst_credit), .out_valid_o(dst_valid), .out_header_o(dst_header),
        .out_payload_o(dst_payload), .out_credit_i(to_dst_credit)
      );
    end else begin : gen_dst_c
      flitlock_dst_golden #(
        .Meshes(1), .Gpus(2), .Vcs(Vcs), .OutboundVc(0), .InboundVc(1), .UnitBytes(UnitBytes),
        .InputDepth(Depths), .CrossbarDepth(Depths), .OutputDepth(Depths), .Credits(Depths)
      ) i_dst (
        .clk_i(clk), .rst_ni(rst_n), .cfg_gpu_i(8'd0), .in_valid_i(to_dst_valid), .in_header_i(to_dst_header),
        .in_payload_i(to_dst_payload), .in_credit_o(dst_credit), .out_valid_o(dst_valid), .out_header_o(dst_header),
        .out_payload_o(dst_payload), .out_credit_i(to_dst_credit)
      );
    end
  endgenerate

  // GPU 1, behind the link.
  mesh_client #(
    .Gpu(1), .Targets(Nodes), .Packets(Packets), .Depth(Depth), .Vcs(Vcs)
  ) i_far (
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .in_valid_i   (dst_valid[1]),
    .in_header_i  (dst_header[447:224]),
    .in_payload_i (dst_payload[2*Lane-1:Lane]),
    .in_credit_o  (client_credit[Nodes]),
    .out_valid_o  (client_valid[Nodes]),
    .out_header_o (client_header[Nodes]),
    .out_payload_o(client_payload[Nodes]),
    .out_credit_i (dst_credit[2*Vcs*2-1:Vcs*2]),
    .done_o       (done[Nodes]),
    .sent_o       (sent[Nodes]),
    .received_o   (received[Nodes])
  );

  // ---- The record: a hash of all outputs, and a trace.

  longint unsigned hash = 64'hcbf29ce484222325;
  longint unsigned flits = 0;
  int unsigned cycle = 0;
  int trace = 0;
  string path;
  initial if ($value$plusargs("trace=%s", path)) begin
    trace = $fopen(path, "w");
    if (trace == 0) $fatal(1, "the file '%s' cannot be written", path);
  end

  task automatic mix(input bit [63:0] word);
    hash = (hash ^ word) * 64'h100000001b3;
    hash = hash ^ (hash >> 29);
  endtask

  task automatic record(input string name, input int port, input bit valid, input bit [223:0] header,
                        input bit [127:0] payload, input bit [Vcs*2-1:0] credit);
    mix({32'(valid), header[31:0]});
    for (int k = 0; k < 3; k++) mix(header[32+k*64+:64]);
    mix(payload[63:0]);
    mix(payload[127:64]);
    mix(64'(credit));
    if (valid) flits++;
    if (trace != 0 && valid) $fdisplay(trace, "%0d %s %0d flit %h %h", cycle, name, port, header, payload);
    if (trace != 0 && credit != '0) $fdisplay(trace, "%0d %s %0d credit %h", cycle, name, port, credit);
  endtask

  int unsigned sum_sent, sum_received;
  always @(posedge clk) begin
    for (int k = 0; k < Nodes; k++)
      for (int p = 0; p < Ports; p++)
        record({"gpu0.mesh0.", string'(8'(65 + k)), ".req"}, p, out_valid[k][p], out_header[k][p*224+:224],
               out_payload[k][p*Lane+:Lane], in_credit[k][p*Vcs*2+:Vcs*2]);
    for (int p = 0; p < 2; p++)
      record("gpu0.dst.req", p, dst_valid[p], dst_header[p*224+:224], dst_payload[p*Lane+:Lane],
             dst_credit[p*Vcs*2+:Vcs*2]);
    cycle++;
    sum_sent = 0;
    sum_received = 0;
    for (int k = 0; k <= Nodes; k++) begin
      sum_sent += sent[k];
      sum_received += received[k];
    end
    if (done == '1 && sum_sent == sum_received) begin
      $display("mesh_dst_top: Rtl %b: %0d packets sent and received, %0d flits presented, %0d cycles, hash %h", Rtl,
               sum_sent, flits, cycle, hash);
      $finish;
    end else if (cycle == LimitCycles) begin
      $fatal(1, "%0d packets sent, %0d received after %0d cycles", sum_sent, sum_received, cycle);
    end
  end
  final if (trace != 0) $fclose(trace);
endmodule
