// SPDX-License-Identifier: Apache-2.0
// Shapes: parameters of a block as text, and the SystemVerilog top that fixes them. Format: shapes/README.md.
#ifndef FLITLOCK_TB_SHAPE_H
#define FLITLOCK_TB_SHAPE_H

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "flitlock/l2_slice.h"
#include "flitlock/link_tlb.h"
#include "flitlock/router.h"

namespace flitlock_rtl {

enum class ShapeKind { Router, L1LinkTlb, L2LinkTlb, L2Slice };

struct Shape {
  std::string name;
  flitlock_router_params params{};
  ShapeKind kind = ShapeKind::Router;  // which of these holds
  flitlock_l1_tlb_params l1{};
  flitlock_l2_tlb_params l2{};
  flitlock_l2_slice_params slice{};  // what the RTL has as parameters; the rest of it is 0
};

// Reads shapes; throws std::runtime_error with the line's number.
std::vector<Shape> read_shapes(std::istream &in);
void write_shape(std::ostream &out, const Shape &shape);

// One parameter of the RTL with its value, as bits in words of 32, least significant first.
struct Parameter {
  enum Kind { Integer, Number, ByPort, ByVc, ByPortAndVc, ByStage, ByClass, ByGpu, ByLevel, ByRow };
  const char *name;
  Kind kind;
  unsigned element;  // bits of one value; 32 for an integer
  unsigned bits;     // of all
  std::vector<uint32_t> value;
  uint64_t at(unsigned index) const;
};
// All parameters of the RTL for this shape, in the order of its declaration.
std::vector<Parameter> rtl_parameters(const flitlock_router_params &params);
std::vector<Parameter> rtl_parameters(const flitlock_l1_tlb_params &params);
std::vector<Parameter> rtl_parameters(const flitlock_l2_tlb_params &params);
std::vector<Parameter> rtl_parameters(const flitlock_l2_slice_params &params);

// A router's as a list for an instance: "    .Ports(4),\n" and so on.
void write_parameters(std::ostream &out, const flitlock_router_params &params);

// A module `flitlock_shape_<name>` with the port list of the block's RTL, all parameters fixed, and besides:
//   load_i    (a router's, an L2 slice's) a rising edge takes over the cfg inputs,
//   sample_i  a rising edge, before that of clk_i, takes over all other inputs,
//   shape_o   the parameters as the block inside has them, the first in the least significant bits.
// Verilator evaluates logic that depends on inputs of the top once more whenever it is called; with the inputs in
// registers it is evaluated only after an edge that changes something.
void write_top(std::ostream &out, const Shape &shape);
// The C++ file that makes the Verilated model of that module known by name.
void write_glue(std::ostream &out, const Shape &shape);

// The first value in which two shapes differ, in words with both values; empty: none. `equal` counts the values before.
std::string shape_difference(const flitlock_router_params &rtl, const flitlock_router_params &wanted, unsigned *equal);
std::string shape_difference(const flitlock_l1_tlb_params &rtl, const flitlock_l1_tlb_params &wanted, unsigned *equal);
std::string shape_difference(const flitlock_l2_tlb_params &rtl, const flitlock_l2_tlb_params &wanted, unsigned *equal);
std::string shape_difference(const flitlock_l2_slice_params &rtl, const flitlock_l2_slice_params &wanted,
                             unsigned *equal);

}  // namespace flitlock_rtl

#endif
