// SPDX-License-Identifier: Apache-2.0
// The clients, the workload and the event log of a pod in C, for a top whose routers are modules. The contract of each
// function is in tb/dpi/pod_dpi.h. A top that flitlock_sv_pod has written defines the two widths and includes this.
`ifndef FLITLOCK_POD_BITS
`define FLITLOCK_POD_BITS 32
`define FLITLOCK_POD_CLIENT_BITS 32
`endif

package flitlock_pod_pkg;
  localparam int PodBits = `FLITLOCK_POD_BITS;
  localparam int ClientBits = `FLITLOCK_POD_CLIENT_BITS;

  import "DPI-C" function chandle flitlock_pod_dpi_create(
    input string config_path,
    input string sets,
    input string events_path,
    input int abi,
    input bit [$bits(flitlock_dpi_pkg::Layout)-1:0] layout,
    input longint unsigned shape,
    input int pod_bits,
    input int client_bits
  );
  import "DPI-C" function int flitlock_pod_dpi_status(input chandle handle);
  import "DPI-C" function int flitlock_pod_dpi_edge(
    input chandle handle,
    input longint unsigned cycle,
    input bit [PodBits-1:0] presented,
    input bit [ClientBits-1:0] arriving,
    output bit [ClientBits-1:0] given,
    output int over
  );
  import "DPI-C" function longint unsigned flitlock_pod_dpi_packets(input chandle handle);
  import "DPI-C" function int flitlock_pod_dpi_finish(input chandle handle);
  import "DPI-C" function string flitlock_pod_dpi_error(input chandle handle);
endpackage
