// SPDX-License-Identifier: Apache-2.0
// The header of a flit, R-FL-1: bit positions and widths; the numbers of the arbiter and route kinds; link TLBs.
// Other modules name these as `flitlock_pkg::X`; there are no types here, so that every tool can read it.
package flitlock_pkg;
  localparam integer HeaderBits = 224;

  localparam integer VcLsb     = 0;
  localparam integer VcBits    = 4;
  localparam integer HeadLsb   = 4;
  localparam integer HeadBits  = 1;
  localparam integer TailLsb   = 5;
  localparam integer TailBits  = 1;
  localparam integer UnitsLsb  = 6;
  localparam integer UnitsBits = 2;
  localparam integer LenLsb    = 8;
  localparam integer LenBits   = 4;
  localparam integer SeqLsb    = 12;
  localparam integer SeqBits   = 4;
  localparam integer OpLsb     = 16;
  localparam integer OpBits    = 2;
  localparam integer BytesLsb  = 18;
  localparam integer BytesBits = 12;
  localparam integer StatusLsb  = 30;
  localparam integer StatusBits = 2;
  localparam integer DstLsb    = 32;
  localparam integer DstBits   = 32;
  localparam integer SrcLsb    = 64;
  localparam integer SrcBits   = 32;
  localparam integer IdLsb     = 96;
  localparam integer IdBits    = 32;
  localparam integer BirthLsb  = 128;
  localparam integer BirthBits = 32;
  localparam integer AddrLsb   = 160;
  localparam integer AddrBits  = 64;

  // What the crossbar and output buffers show of every queue's front, besides the data of the selected one:
  // {birth, len}; the input buffers show {birth, route known, output port, len}.
  localparam integer MetaLenLsb       = 0;
  localparam integer MetaBirthLsb     = 4;
  localparam integer MetaBits         = 36;
  localparam integer MetaPortLsb      = 4;
  localparam integer MetaKnownLsb     = 8;
  localparam integer InputMetaBirthLsb = 9;
  localparam integer InputMetaBits    = 41;

  // R-FL-2: the bytes of an address.
  localparam integer GpuLsb  = 0;
  localparam integer MeshLsb = 8;
  localparam integer NodeLsb = 16;
  localparam integer PortLsb = 24;

  // R-ARB-5
  localparam integer ArbRoundRobin = 0;
  localparam integer ArbWeighted   = 1;
  localparam integer ArbOldest     = 2;

  // R-TLB-ARR-3
  localparam integer ReplaceLru    = 0;
  localparam integer ReplaceFifo   = 1;
  localparam integer ReplaceRandom = 2;
  localparam integer ReplacePlru   = 3;

  // R-TLB-N-6
  localparam [1:0] StatusGood       = 2'd0;
  localparam [1:0] StatusDecode     = 2'd1;
  localparam [1:0] StatusProtection = 2'd2;

  // R-TLB-M-1: `op` of messages.
  localparam [1:0] MessageInvalidation = 2'd0;  // also a trace
  localparam [1:0] MessageRequest      = 2'd1;  // of a miss, a prefetch, a PTE
  localparam [1:0] MessageDone         = 2'd2;
  localparam [1:0] MessageAnswer       = 2'd3;  // also a PTE

  // R-TLB-N-4: a PTE, and what is kept of a leaf: {write, read, frame}.
  localparam integer PteValidBit = 0;
  localparam integer PteLeafBit  = 1;
  localparam integer PteFrameLsb = 8;
  localparam integer FrameBits   = 40;
  localparam integer LeafBits    = 56;

  // R-RT-2, R-DST-2, R-SW-2
  localparam [1:0] RouteMesh   = 2'd0;
  localparam [1:0] RouteDst    = 2'd1;
  localparam [1:0] RouteSwitch = 2'd2;
endpackage
