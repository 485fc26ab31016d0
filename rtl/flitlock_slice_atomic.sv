// SPDX-License-Identifier: Apache-2.0
// What an atomic leaves, R-L2S-AT-1. The 64 bits at the address, aligned to 8, come in; a result of 32 bits goes out in both halves.
module flitlock_slice_atomic (
  input  wire        wide_i,      // 64 bits
  input  wire        upper_i,     // 32 bits: the upper half of the 64
  input  wire [ 2:0] function_i,  // k of R-L2S-PORT-2
  input  wire [63:0] old_i,
  input  wire [63:0] operand_i,
  input  wire [63:0] compare_i,
  output wire [63:0] result_o
);
  localparam [2:0] Add = 3'd0, Min = 3'd1, Max = 3'd2, And = 3'd3, Or = 3'd4, Xor = 3'd5, Exch = 3'd6;

  // 32 bits are worked on as 64 with zeros above; a carry out of them is dropped.
  wire [63:0] value, operand, compare;
  wire less;
  reg  [63:0] result;
  assign value   = wide_i ? old_i : upper_i ? {32'd0, old_i[63:32]} : {32'd0, old_i[31:0]};
  assign operand = wide_i ? operand_i : {32'd0, operand_i[31:0]};
  assign compare = wide_i ? compare_i : {32'd0, compare_i[31:0]};
  assign less    = value < operand;

  always_comb begin
    case (function_i)
      Add: result = value + operand;
      Min: result = less ? value : operand;
      Max: result = less ? operand : value;
      And: result = value & operand;
      Or: result = value | operand;
      Xor: result = value ^ operand;
      Exch: result = operand;
      default: result = value == compare ? operand : value;  // cas
    endcase
  end
  assign result_o = wide_i ? result : {result[31:0], result[31:0]};
endmodule
