// SPDX-License-Identifier: Apache-2.0
// Golden blocks in C, as SystemVerilog sees them. The contract of each function is in tb/dpi/golden_dpi.h.
//
// All vectors of a step have one width, that of the largest router. A bench of small blocks may define FLITLOCK_DPI_BITS
// as less, for fewer words to copy at each call; an L2 link TLB of more than 12 stations needs more. The handshake says
// how many.
`ifndef FLITLOCK_DPI_BITS
`define FLITLOCK_DPI_BITS 20512
`endif

package flitlock_dpi_pkg;
  localparam int Abi = 1;
  localparam int Bits = `FLITLOCK_DPI_BITS;
  localparam int MaxPorts = 16;
  localparam int MaxPlaces = 16 * 16;  // ports times VCs
  localparam int RouteBits = 6240;
  localparam int ParameterBits = 4096;

  localparam int StatusOk = 0;

  // R-FL-1, for the handshake: position and width of each header field.
  localparam bit [14*16-1:0] Layout = {
    8'(flitlock_pkg::AddrBits), 8'(flitlock_pkg::AddrLsb),
    8'(flitlock_pkg::BirthBits), 8'(flitlock_pkg::BirthLsb),
    8'(flitlock_pkg::IdBits), 8'(flitlock_pkg::IdLsb),
    8'(flitlock_pkg::SrcBits), 8'(flitlock_pkg::SrcLsb),
    8'(flitlock_pkg::DstBits), 8'(flitlock_pkg::DstLsb),
    8'(flitlock_pkg::StatusBits), 8'(flitlock_pkg::StatusLsb),
    8'(flitlock_pkg::BytesBits), 8'(flitlock_pkg::BytesLsb),
    8'(flitlock_pkg::OpBits), 8'(flitlock_pkg::OpLsb),
    8'(flitlock_pkg::SeqBits), 8'(flitlock_pkg::SeqLsb),
    8'(flitlock_pkg::LenBits), 8'(flitlock_pkg::LenLsb),
    8'(flitlock_pkg::UnitsBits), 8'(flitlock_pkg::UnitsLsb),
    8'(flitlock_pkg::TailBits), 8'(flitlock_pkg::TailLsb),
    8'(flitlock_pkg::HeadBits), 8'(flitlock_pkg::HeadLsb),
    8'(flitlock_pkg::VcBits), 8'(flitlock_pkg::VcLsb)
  };

  import "DPI-C" function chandle flitlock_dpi_create(
    input string name,
    input int abi,
    input bit [14*16-1:0] layout,
    input int vector_bits,
    input int port_bits,
    input int ports,
    input int vcs,
    input int max_len,
    input int unit_bytes,
    input int unsigned in_units,
    input int unsigned out_units,
    input bit [MaxPlaces*16-1:0] input_depth,
    input bit [MaxPlaces*16-1:0] crossbar_depth,
    input bit [MaxPlaces*16-1:0] output_depth,
    input bit [MaxPlaces*16-1:0] credits,
    input bit [MaxPlaces*4-1:0] vc_map,
    input int unsigned registered,
    input int unsigned arbiter,
    input bit [63:0] vc_weight,
    input bit [63:0] in_weight
  );
  import "DPI-C" function chandle flitlock_dpi_create_block(
    input string name,
    input string kind,
    input int abi,
    input bit [14*16-1:0] layout
  );
  import "DPI-C" function int flitlock_dpi_parameter(
    input chandle handle,
    input string name,
    input int bits,
    input bit [ParameterBits-1:0] value
  );
  import "DPI-C" function int flitlock_dpi_complete(
    input chandle handle,
    input int vector_bits,
    input int port_bits
  );
  import "DPI-C" function int flitlock_dpi_status(input chandle handle);
  import "DPI-C" function int flitlock_dpi_route(input chandle handle, input bit [RouteBits-1:0] route);
  import "DPI-C" function int flitlock_dpi_reset(input chandle handle);
  import "DPI-C" function int flitlock_dpi_destroy(input chandle handle);
  import "DPI-C" function int flitlock_dpi_step(
    input chandle handle,
    input longint unsigned cycle,
    input bit [Bits-1:0] in,
    output bit [Bits-1:0] out
  );
  import "DPI-C" function int flitlock_dpi_compare(
    input chandle handle,
    input longint unsigned cycle,
    input bit [Bits-1:0] golden,
    input bit [Bits-1:0] rtl
  );
  import "DPI-C" function string flitlock_dpi_error(input chandle handle);
endpackage
