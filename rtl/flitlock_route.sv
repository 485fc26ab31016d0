// SPDX-License-Identifier: Apache-2.0
// The output port for a destination, R-RT, R-DST-2, R-SW-2. Where the router is and where its ports lead are static
// inputs, so that all routers of one shape are one module.
module flitlock_route #(
  parameter integer Ports = 2
) (
  input  wire [  1:0] cfg_kind_i,         // flitlock_pkg::Route*
  input  wire [  7:0] cfg_gpu_i,          // own place: mesh, DST
  input  wire [  7:0] cfg_mesh_i,         // own place: mesh
  input  wire [  7:0] cfg_node_i,         // own place: mesh
  input  wire [  7:0] cfg_exit_node_i,    // mesh: node with the way out; 255: there is none
  input  wire [  7:0] cfg_exit_port_i,    // mesh, at the exit node
  input  wire [  7:0] cfg_client_port_i,  // mesh: port of client 0
  input  wire [  7:0] cfg_switches_i,     // DST: 0 fully connected
  input  wire [  7:0] cfg_switch_port_i,  // DST: port of switch 0
  input  wire [2047:0] cfg_next_i,        // mesh: port towards node n at 8n+7:8n
  input  wire [2047:0] cfg_gpu_port_i,    // DST without switches, switch: port towards GPU g
  input  wire [2047:0] cfg_mesh_port_i,   // DST: port of mesh m
  input  wire [ 31:0] dst_i,
  output wire         known_o,            // 0: there is no route
  output wire [  3:0] port_o
);
  /* verilator no_inline_module */  // one copy of its code for all instances with the same parameters

  localparam [31:0] PortCount = Ports;
  localparam [7:0] NoNode = 8'd255;  // and no port

  wire [7:0] gpu;
  wire [7:0] mesh;
  wire [7:0] node;
  wire [7:0] client;
  assign gpu    = dst_i[flitlock_pkg::GpuLsb+:8];
  assign mesh   = dst_i[flitlock_pkg::MeshLsb+:8];
  assign node   = dst_i[flitlock_pkg::NodeLsb+:8];
  assign client = dst_i[flitlock_pkg::PortLsb+:8];

  // R-RT-2
  wire       inside_mesh;
  wire [7:0] target;
  assign inside_mesh = gpu == cfg_gpu_i && mesh == cfg_mesh_i;
  assign target = inside_mesh ? node : cfg_exit_node_i;

  // R-SW-2
  wire [9:0] sum;
  wire [9:0] turn;
  assign sum  = {2'd0, mesh} + {2'd0, node} + {2'd0, client};
  assign turn = cfg_switches_i == 8'd0 ? 10'd0 : sum % {2'd0, cfg_switches_i};

  reg [9:0] port;
  always_comb begin
    if (cfg_kind_i == flitlock_pkg::RouteMesh) begin
      if (!inside_mesh && cfg_exit_node_i == NoNode) port = {2'd0, NoNode};
      else if (target != cfg_node_i) port = {2'd0, cfg_next_i[target*8+:8]};
      else if (inside_mesh) port = {2'd0, cfg_client_port_i} + {2'd0, client};
      else port = {2'd0, cfg_exit_port_i};
    end else if (cfg_kind_i == flitlock_pkg::RouteDst && gpu == cfg_gpu_i) begin
      port = {2'd0, cfg_mesh_port_i[mesh*8+:8]};
    end else if (cfg_kind_i == flitlock_pkg::RouteDst && cfg_switches_i != 8'd0) begin
      port = {2'd0, cfg_switch_port_i} + turn;
    end else begin
      port = {2'd0, cfg_gpu_port_i[gpu*8+:8]};
    end
  end

  assign known_o = {22'd0, port} < PortCount;
  assign port_o  = port[3:0];
endmodule
