// SPDX-License-Identifier: Apache-2.0
// The lanes of a block in a module's header (docs/rtl-interface.md), for Ports, Vcs and UnitBytes. FLITLOCK_OUTPUT is
// `output` in a block, and `input` in a checker that is bound to one.
  input wire [                        Ports-1:0] in_valid_i,
  input wire [Ports*flitlock_pkg::HeaderBits-1:0] in_header_i,
  input wire [          Ports*2*UnitBytes*8-1:0] in_payload_i,
  `FLITLOCK_OUTPUT wire [                  Ports*Vcs*2-1:0] in_credit_o,
  `FLITLOCK_OUTPUT wire [                        Ports-1:0] out_valid_o,
  `FLITLOCK_OUTPUT wire [Ports*flitlock_pkg::HeaderBits-1:0] out_header_o,
  `FLITLOCK_OUTPUT wire [          Ports*2*UnitBytes*8-1:0] out_payload_o,
  input wire [                  Ports*Vcs*2-1:0] out_credit_i
