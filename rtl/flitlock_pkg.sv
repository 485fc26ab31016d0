// SPDX-License-Identifier: Apache-2.0
// The header of a flit, R-FL-1: bit positions and widths; the numbers of the arbiter and route kinds; link TLBs; L2 slices.
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

  // R-FL-1: `op` of requests and responses.
  localparam [1:0] OpWriteRequest  = 2'd0;
  localparam [1:0] OpReadRequest   = 2'd1;
  localparam [1:0] OpWriteResponse = 2'd2;
  localparam [1:0] OpReadResponse  = 2'd3;

  // R-L2S-PORT-3: bits of a command unit, and the codes of a write request. Atomics have 0x10 + k and 0x20 + k.
  localparam integer CommandMaskLsb    = 0;
  localparam integer CommandCodeLsb    = 64;
  localparam integer CommandOperandLsb = 128;
  localparam integer CommandCompareLsb = 192;
  localparam [7:0] CodePlain      = 8'd0;
  localparam [7:0] CodeFlush      = 8'd1;
  localparam [7:0] CodeInvalidate = 8'd2;

  // R-L2S-MAP-1: bits of a line's address.
  localparam integer SliceAddrBits = 40;
  localparam integer SliceLineBits = 33;

  // `operation` of R-L2S-EV-2.
  localparam [2:0] SliceRead       = 3'd0;
  localparam [2:0] SliceWrite      = 3'd1;
  localparam [2:0] SliceAtomic     = 3'd2;
  localparam [2:0] SliceFlush      = 3'd3;
  localparam [2:0] SliceInvalidate = 3'd4;

  // A request inside a slice, as its queue and the lists of MSHRs hold it (flitlock_slice_request makes it). `mask` has the
  // bytes of the half that are read or written; `data` is a write's, or an atomic's compare and operand.
  localparam integer RequestBytesLsb = 0;    // 12
  localparam integer RequestDstLsb   = 12;   // 32
  localparam integer RequestSrcLsb   = 44;   // 32
  localparam integer RequestIdLsb    = 76;   // 32
  localparam integer RequestBirthLsb = 108;  // 32
  localparam integer RequestAddrLsb  = 140;  // 64
  localparam integer RequestKindLsb  = 204;  // 3
  localparam integer RequestFunctionLsb = 207;  // 3: k of R-L2S-PORT-2
  localparam integer RequestWideBit  = 210;  // the atomic has 64 bits
  localparam integer RequestMaskLsb  = 211;  // 64
  localparam integer RequestDataLsb  = 275;  // 512
  localparam integer RequestBits     = 787;

  // R-RT-2, R-DST-2, R-SW-2
  localparam [1:0] RouteMesh   = 2'd0;
  localparam [1:0] RouteDst    = 2'd1;
  localparam [1:0] RouteSwitch = 2'd2;
endpackage
