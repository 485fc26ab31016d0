// SPDX-License-Identifier: Apache-2.0
// A request as it arrives, taken apart: the bits of flitlock_pkg::Request*, R-L2S-PORT-2 and -3. `good_o` says that its form is in
// the table of R-L2S-PORT-2.
module flitlock_slice_request (
  input  wire [ flitlock_pkg::HeaderBits-1:0] header_i,
  input  wire [                      1023:0] payload_i,
  output wire [flitlock_pkg::RequestBits-1:0] request_o,
  output wire                                good_o
);
  wire [1:0] op;
  wire [11:0] bytes;
  wire [63:0] addr, mask, touched;
  wire [7:0] code;
  wire [2:0] kind;
  wire reads, atomic;
  wire [511:0] data;
  assign op    = header_i[flitlock_pkg::OpLsb+:2];
  assign bytes = header_i[flitlock_pkg::BytesLsb+:12];
  assign addr  = header_i[flitlock_pkg::AddrLsb+:64];
  assign code  = payload_i[flitlock_pkg::CommandCodeLsb+:8];
  assign mask  = payload_i[flitlock_pkg::CommandMaskLsb+:64];

  assign reads  = op[0];
  assign atomic = reads && code != flitlock_pkg::CodePlain;
  assign kind   = atomic ? flitlock_pkg::SliceAtomic
                : reads ? flitlock_pkg::SliceRead
                : code == flitlock_pkg::CodeFlush ? flitlock_pkg::SliceFlush
                : code == flitlock_pkg::CodeInvalidate ? flitlock_pkg::SliceInvalidate : flitlock_pkg::SliceWrite;
  // The bytes of the half that are read or written.
  assign touched = ~({64{1'b1}} << bytes[6:0]) << addr[5:0];
  assign data = reads ? {384'd0, payload_i[flitlock_pkg::CommandCompareLsb+:64],
                         payload_i[flitlock_pkg::CommandOperandLsb+:64]} : payload_i[1023:512];
  assign request_o = {
    data, reads ? touched : mask, code[5], code[2:0], kind, addr,
    header_i[flitlock_pkg::BirthLsb+:32], header_i[flitlock_pkg::IdLsb+:32],
    header_i[flitlock_pkg::SrcLsb+:32], header_i[flitlock_pkg::DstLsb+:32], bytes
  };

  wire one_flit, in_range, read_form, atomic_form, write_form;
  wire [1:0] units;
  assign units = header_i[flitlock_pkg::UnitsLsb+:2];
  // vc 0, head, tail, seq 0, len = units
  assign one_flit = header_i[flitlock_pkg::VcLsb+:4] == 4'd0 && header_i[flitlock_pkg::HeadLsb]
      && header_i[flitlock_pkg::TailLsb] && header_i[flitlock_pkg::SeqLsb+:4] == 4'd0
      && header_i[flitlock_pkg::LenLsb+:4] == {2'd0, units} && header_i[flitlock_pkg::StatusLsb+:2] == 2'd0;
  assign in_range    = addr[63:flitlock_pkg::SliceAddrBits] == {64 - flitlock_pkg::SliceAddrBits{1'b0}};
  assign read_form   = bytes != 12'd0 && {6'd0, addr[5:0]} + bytes <= 12'd64;
  assign atomic_form = code[7:6] == 2'd0 && code[3] == 1'b0
      && (code[5:4] == 2'd1 ? addr[1:0] == 2'd0 && bytes == 12'd4
                            : code[5:4] == 2'd2 && addr[2:0] == 3'd0 && bytes == 12'd8);
  assign write_form  = code == flitlock_pkg::CodePlain ? units == 2'd2 && in_range
      : units == 2'd1 && (code == flitlock_pkg::CodeFlush || code == flitlock_pkg::CodeInvalidate);
  assign good_o = one_flit && (op == flitlock_pkg::OpWriteRequest ? write_form
      : op == flitlock_pkg::OpReadRequest && units == 2'd1 && in_range && (atomic ? atomic_form : read_form));
endmodule
