// SPDX-License-Identifier: Apache-2.0
#include "mutate/mutants.h"

#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

using flitlock_mutate::find_mutants;
using flitlock_mutate::Mutant;

namespace {

std::string module_of(const std::string &body) {
  return "// a_i & b_i\nmodule m #(parameter integer N = 4) (input wire clk_i, input wire rst_ni,\n"
         "  input wire a_i, input wire b_i, input wire [N-1:0] x_i, input wire [N-1:0] y_i, output wire [N-1:0] o);\n"
         "  reg [N-1:0] c_q, d_q;\n" +
         body + "\nendmodule\n";
}

// "kind: original -> replacement" of each.
std::vector<std::string> mutants_of(const std::string &body) {
  const std::string text = module_of(body);
  std::vector<std::string> list;
  for (const Mutant &each : find_mutants(text).mutants)
    list.push_back(std::string(each.kind) + ": " + text.substr(each.begin, each.end - each.begin) + " -> " +
                   each.replacement);
  return list;
}

using List = std::vector<std::string>;

}  // namespace

TEST(Mutants, AnExpressionHasOperatorsOperandsAndSignals) {
  EXPECT_EQ(mutants_of("assign o[0] = a_i && !b_i;"),
            (List{"dropped assignment: a_i && !b_i -> 1'b0", "operator: a_i && !b_i -> a_i || !b_i",
                  "operand: a_i && !b_i -> a_i", "operand: a_i && !b_i -> !b_i", "signal swap: a_i -> b_i",
                  "operator: !b_i -> (b_i)", "signal swap: b_i -> a_i"}));
}

TEST(Mutants, ConstantsAreOffByOneWithinTheirWidth) {
  EXPECT_EQ(mutants_of("assign o = {2'd3, 2'd0};"),
            (List{"dropped assignment: {2'd3, 2'd0} -> 1'b0", "constant: 2'd3 -> 2'd0", "constant: 2'd3 -> 2'd2",
                  "constant: 2'd0 -> 2'd1"}));
}

TEST(Mutants, ComparisonsMoveByOne) {
  EXPECT_EQ(mutants_of("assign o[0] = c_q < d_q;"),
            (List{"dropped assignment: c_q < d_q -> 1'b0", "operator: c_q < d_q -> c_q <= d_q",
                  "operator: c_q < d_q -> c_q >= d_q", "signal swap: c_q -> d_q", "signal swap: d_q -> x_i"}));
}

TEST(Mutants, RegistersHaveResetValuesConditionsAndKeptAssignments) {
  EXPECT_EQ(
      mutants_of("always_ff @(posedge clk_i or negedge rst_ni)\n"
                 "  if (!rst_ni) c_q <= '0;\n"
                 "  else if (a_i) c_q <= x_i;"),
      (List{"reset value: '0 -> ~('0)", "reset value: '0 -> c_q", "condition: a_i -> 1'b1", "condition: a_i -> 1'b0",
            "signal swap: a_i -> b_i", "dropped assignment: x_i -> c_q", "signal swap: x_i -> y_i"}));
}

TEST(Mutants, WhatIsConstantIsLeftAlone) {
  EXPECT_EQ(mutants_of("localparam integer Two = N > 3 ? 2 : 1;\n"
                       "function integer half(input integer n); half = n / 2; endfunction\n"
                       "localparam integer Half = half(N);\n"
                       "if (N == 4) begin : g_four\n  assign o = x_i[Half+:Two];\nend"),
            (List{"dropped assignment: x_i[Half+:Two] -> 1'b0", "signal swap: x_i[Half+:Two] -> y_i[Half+:Two]"}));
}

TEST(Mutants, TheTextWithAllOfThemSelectsByNumber) {
  const std::string text = module_of("assign o[0] = !a_i;");
  const auto found = find_mutants(text).mutants;
  ASSERT_EQ(found.size(), 3U);
  const std::string all = flitlock_mutate::with_mutants(text, found, 100, "pick");
  EXPECT_NE(all.find("assign o[0] = (pick == 32'd100 ? (1'b0) : pick == 32'd101 ? ((a_i)) : "
                     "(!(pick == 32'd102 ? (b_i) : (a_i))));"),
            std::string::npos)
      << all;
  EXPECT_NE(flitlock_mutate::with_one(text, found[2]).find("assign o[0] = !(b_i);"), std::string::npos);
}

TEST(Mutants, WhatItCannotReadIsAnError) {
  EXPECT_THROW(find_mutants(module_of("assign o = x_i + ;")), std::runtime_error);
}
