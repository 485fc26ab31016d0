// SPDX-License-Identifier: Apache-2.0
// The slots of a queue behind the tag stage, R-L2S-ST-5: one is reserved as an operation is accepted, and is free again at the
// edge after the entry was popped.
`include "flitlock_assert.svh"

module flitlock_slice_slots #(
  parameter integer Depth = 8
) (
  input  wire clk_i,
  input  wire rst_ni,
  output wire free_o,     // before this edge
  input  wire reserve_i,
  input  wire release_i
);
  generate
    `FLITLOCK_REFUSE(gen_refuse_depth, Depth < 1 || Depth > 1024, "a depth is not 1 to 1024")
  endgenerate

  localparam integer CountBits = $clog2(Depth + 1);
  localparam [31:0] Most = Depth;
  reg [CountBits-1:0] used_q;
  assign free_o = used_q != Most[CountBits-1:0];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) used_q <= {CountBits{1'b0}};
    else if (reserve_i && !release_i) used_q <= used_q + 1'b1;
    else if (!reserve_i && release_i) used_q <= used_q - 1'b1;
  end

  `FLITLOCK_ASSERT(!reserve_i || free_o, "R-L2S-ST-5: a slot is reserved where none is free")
  `FLITLOCK_ASSERT(!release_i || used_q != {CountBits{1'b0}}, "R-L2S-ST-5: a slot becomes free that was not reserved")
endmodule
