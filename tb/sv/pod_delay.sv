// SPDX-License-Identifier: Apache-2.0
// A lane of a channel, R-CH-4 and R-CH-5: the sender's output register is the first cycle of its latency.
module pod_delay #(
  parameter int Bits    = 1,
  parameter int Latency = 1
) (
  input  wire             clk_i,
  input  wire             rst_ni,
  input  wire  [Bits-1:0] d_i,
  output logic [Bits-1:0] q_o
);
  if (Latency == 1) begin : gen_wire
    assign q_o = d_i;
  end else begin : gen_delay
    logic [Bits-1:0] stage_q[Latency-1];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        for (int k = 0; k < Latency - 1; k++) stage_q[k] <= '0;
      end else begin
        stage_q[0] <= d_i;
        for (int k = 1; k < Latency - 1; k++) stage_q[k] <= stage_q[k-1];
      end
    end
    assign q_o = stage_q[Latency-2];
  end
endmodule
