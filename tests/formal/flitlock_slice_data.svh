// SPDX-License-Identifier: Apache-2.0
// Properties of flitlock_slice_data, of a line that the solver chooses: forwarding is not seen, R-L2S-ST-8.
`include "start.svh"

// ---- What is around the module: the data stage writes the line that it read at the edge before.
always @* assume (!write_i || (was_read_q && write_line_i == read_line_q));
always @* assume ({1'b0, read_line_i} < Lines);

(* anyconst *) reg [LineBits-1:0] line_f;
reg [1023:0] held_f;  // what the line holds after all that was written
reg written_f;        // something was
always @(posedge clk_i or negedge rst_ni) begin
  if (!rst_ni) written_f <= 1'b0;
  else if (write_i && write_line_i == line_f) written_f <= 1'b1;
end
always @(posedge clk_i) if (write_i && write_line_i == line_f) held_f <= data_i;

// ---- What has to hold
always @* if (rst_ni) begin
  data_held:      assert (!written_f || data_q[line_f] == held_f);
  data_forwarded: assert (!written_f || !was_read_q || read_line_q != line_f || data_o == held_f);
end

// ---- What must be reachable
always @(posedge clk_i) if (rst_ni) begin
  data_back_to_back: cover (written_f && was_read_q && forward_q && write_i && read_i && forward);
  data_from_memory:  cover (written_f && was_read_q && read_line_q == line_f && !forward_q);
end
