// SPDX-License-Identifier: Apache-2.0
// Properties of flitlock_credit_counter, against the buffer at the far end.
`include "start.svh"

// ---- What is around the module: at the far end lie the flits that were sent and whose credits have not come back.
reg [16:0] far_f;
always @* assume (!take_i || available_o != 16'd0);     // L3 asks for a credit, R-L3
always @* assume ({15'd0, add_i} <= far_f && add_i != 2'd3);  // a credit for each entry freed, R-CH-7
always @(posedge clk_i or negedge rst_ni) begin
  if (!rst_ni) far_f <= 17'd0;
  else far_f <= far_f - {15'd0, add_i} + {16'd0, take_i};
end

// ---- What has to hold
always @* if (rst_ni) begin
  credit_overflow:  assert (far_f <= {1'b0, Depth});
  credit_underflow: assert (!take_i || {1'b0, Depth} + {15'd0, add_i} > far_f);
  credit_none_lost: assert (available_o == {1'b0, Depth} - far_f + {15'd0, add_i});
end

// ---- What must be reachable
always @(posedge clk_i) if (rst_ni) begin
  credit_all_out: cover (far_f == (Depth > 16'd20 ? 17'd20 : {1'b0, Depth}));  // a larger one takes long to fill
  credit_back:    cover (far_f != 17'd0 && add_i != 2'd0 && take_i);
end
