// SPDX-License-Identifier: Apache-2.0
// A number modulo 3 without a divider, R-L2S-MAP-4: 4 = 1 (mod 3), so it is the sum of its digits of two bits modulo 3.
`include "flitlock_assert.svh"

module flitlock_slice_residue #(
  parameter integer Digits = 24
) (
  input  wire [2*Digits-1:0] number_i,
  output wire [         1:0] residue_o
);
  generate
    `FLITLOCK_REFUSE(gen_refuse_digits, Digits < 1 || Digits > 42, "Digits is not 1 to 42")
  endgenerate

  function [6:0] sum(input [2*Digits-1:0] number);
    integer i;
    begin
      sum = 7'd0;
      for (i = 0; i < Digits; i = i + 1) sum = sum + {5'd0, number[2*i+:2]};
    end
  endfunction

  wire [6:0] once;    // at most 3 * 42
  wire [3:0] twice;   // at most 1 + 3 * 3
  wire [2:0] thrice;  // at most 2 + 3
  assign once   = sum(number_i);
  assign twice  = {3'd0, once[6]} + {2'd0, once[5:4]} + {2'd0, once[3:2]} + {2'd0, once[1:0]};
  assign thrice = {1'b0, twice[3:2]} + {1'b0, twice[1:0]};
  assign residue_o = thrice == 3'd5 ? 2'd2 : thrice == 3'd4 ? 2'd1 : thrice == 3'd3 ? 2'd0 : thrice[1:0];
endmodule
