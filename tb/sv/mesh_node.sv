// SPDX-License-Identifier: Apache-2.0
// A router of mesh_dst_top, golden C or RTL: the same ports, one parameter. Outside it has six sides: north, east, south,
// west, exit, client; the ports of the router are those of the sides that exist, in this order (R-RT-4).
module mesh_node #(
  parameter bit Rtl         = 1'b0,
  parameter bit [5:0] Sides = 6'b111111,
  parameter int Node        = 0,
  parameter int Columns     = 3,
  parameter int Nodes       = 6,
  parameter int Exit        = 4,  // node with the way to the DST
  parameter int Vcs         = 2,
  parameter int UnitBytes   = 8,
  parameter int Depth       = 4
) (
  input  wire                     clk_i,
  input  wire                     rst_ni,
  input  wire [              5:0] side_valid_i,
  input  wire [        6*224-1:0] side_header_i,
  input  wire [6*16*UnitBytes-1:0] side_payload_i,
  output wire [      6*Vcs*2-1:0] side_credit_o,
  output wire [              5:0] side_valid_o,
  output wire [        6*224-1:0] side_header_o,
  output wire [6*16*UnitBytes-1:0] side_payload_o,
  input  wire [      6*Vcs*2-1:0] side_credit_i
);
  localparam int Ports = $countones(Sides);
  localparam int Lane = 16 * UnitBytes;
  localparam int North = 0, East = 1, South = 2, West = 3, Dst = 4, Client = 5;

  wire [         Ports-1:0] in_valid_i;
  wire [     Ports*224-1:0] in_header_i;
  wire [    Ports*Lane-1:0] in_payload_i;
  wire [   Ports*Vcs*2-1:0] in_credit_o;
  wire [         Ports-1:0] out_valid_o;
  wire [     Ports*224-1:0] out_header_o;
  wire [    Ports*Lane-1:0] out_payload_o;
  wire [   Ports*Vcs*2-1:0] out_credit_i;

  function automatic int port_of(input int side);
    port_of = 0;
    for (int s = 0; s < side; s++) if (Sides[s]) port_of++;
  endfunction

  generate
    for (genvar s = 0; s < 6; s++) begin : gen_side
      if (Sides[s]) begin : gen_port
        localparam int P = port_of(s);
        assign in_valid_i[P] = side_valid_i[s];
        assign in_header_i[P*224+:224] = side_header_i[s*224+:224];
        assign in_payload_i[P*Lane+:Lane] = side_payload_i[s*Lane+:Lane];
        assign out_credit_i[P*Vcs*2+:Vcs*2] = side_credit_i[s*Vcs*2+:Vcs*2];
        assign side_credit_o[s*Vcs*2+:Vcs*2] = in_credit_o[P*Vcs*2+:Vcs*2];
        assign side_valid_o[s] = out_valid_o[P];
        assign side_header_o[s*224+:224] = out_header_o[P*224+:224];
        assign side_payload_o[s*Lane+:Lane] = out_payload_o[P*Lane+:Lane];
      end else begin : gen_none
        assign side_credit_o[s*Vcs*2+:Vcs*2] = '0;
        assign side_valid_o[s] = 1'b0;
        assign side_header_o[s*224+:224] = '0;
        assign side_payload_o[s*Lane+:Lane] = '0;
      end
    end
  endgenerate

  // R-RT-3, XY: along the row to the column, then along the column.
  function automatic bit [2047:0] next_of();
    next_of = '1;
    for (int n = 0; n < Nodes; n++) begin
      if (n % Columns > Node % Columns) next_of[n*8+:8] = 8'(port_of(East));
      else if (n % Columns < Node % Columns) next_of[n*8+:8] = 8'(port_of(West));
      else if (n > Node) next_of[n*8+:8] = 8'(port_of(South));
      else next_of[n*8+:8] = 8'(port_of(North));
    end
  endfunction
  wire [2047:0] next = next_of();

  localparam bit [Ports*Vcs*16-1:0] Depths = {Ports * Vcs{16'(Depth)}};
  generate
    if (Rtl) begin : gen_rtl
      flitlock_router #(
        .Ports(Ports), .Vcs(Vcs), .UnitBytes(UnitBytes),
        .InputDepth(Depths), .CrossbarDepth(Depths), .OutputDepth(Depths), .Credits(Depths)
      ) i_router (
        .cfg_kind_i(flitlock_pkg::RouteMesh), .cfg_gpu_i(8'd0), .cfg_mesh_i(8'd0), .cfg_node_i(8'(Node)),
        .cfg_exit_node_i(8'(Exit)), .cfg_exit_port_i(8'(port_of(Dst))), .cfg_client_port_i(8'(port_of(Client))), .cfg_switches_i(8'd0),
        .cfg_switch_port_i(8'd0), .cfg_next_i(next), .cfg_gpu_port_i('1), .cfg_mesh_port_i('1), .*
      );
    end else begin : gen_c
      flitlock_router_golden #(
        .Ports(Ports), .Vcs(Vcs), .UnitBytes(UnitBytes),
        .InputDepth(Depths), .CrossbarDepth(Depths), .OutputDepth(Depths), .Credits(Depths)
      ) i_router (
        .cfg_kind_i(flitlock_pkg::RouteMesh), .cfg_gpu_i(8'd0), .cfg_mesh_i(8'd0), .cfg_node_i(8'(Node)),
        .cfg_exit_node_i(8'(Exit)), .cfg_exit_port_i(8'(port_of(Dst))), .cfg_client_port_i(8'(port_of(Client))), .cfg_switches_i(8'd0),
        .cfg_switch_port_i(8'd0), .cfg_next_i(next), .cfg_gpu_port_i('1), .cfg_mesh_port_i('1), .*
      );
    end
  endgenerate
endmodule
