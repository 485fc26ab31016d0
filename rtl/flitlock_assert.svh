// SPDX-License-Identifier: Apache-2.0
// Immediate assertions in the words that each tool knows. A module that uses them has clk_i and rst_ni.
//
//   `FLITLOCK_ASSERT(Condition, "R-CH-9: what is wrong")
//
// Condition is looked at on every edge outside of reset, with the values before the edge. Define FLITLOCK_NO_ASSERT to
// leave the assertions out.
`ifndef FLITLOCK_ASSERT_SVH
`define FLITLOCK_ASSERT_SVH
`ifdef FLITLOCK_NO_ASSERT
`define FLITLOCK_ASSERT(Condition, Text)
`elsif YOSYS
`define FLITLOCK_ASSERT(Condition, Text) \
  always @(posedge clk_i) if (rst_ni) assert (Condition);
`else
`define FLITLOCK_ASSERT(Condition, Text) \
  always @(posedge clk_i) if (rst_ni) assert (Condition) else $error("%m: %s", Text);
`endif

// Sizes that a module is not made for. A generate item of the module's body:
//
//   `FLITLOCK_REFUSE(gen_refuse_ways, Ways > 1024, "Ways is more than 1024")
//
// Elaboration fails; Icarus Verilog 11 has no elaboration tasks, there the simulation ends at time 0.
`ifdef __ICARUS__
`define FLITLOCK_REFUSE(Label, Condition, Text) \
  if (Condition) begin : Label \
    initial $fatal(1, "%m: %s", Text); \
  end
`else
`define FLITLOCK_REFUSE(Label, Condition, Text) \
  if (Condition) begin : Label \
    $fatal(1, Text); \
  end
`endif
`endif
