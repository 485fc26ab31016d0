// SPDX-License-Identifier: Apache-2.0
// First step of the solver: reset. From then on it may come again in any step. Every property file includes this.
reg first_f = 1'b1;
always @(posedge clk_i) first_f <= 1'b0;
always @* if (first_f) assume (!rst_ni);
