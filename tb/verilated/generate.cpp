// SPDX-License-Identifier: Apache-2.0
// Writes, for one shape of a file, the SystemVerilog top that Verilator reads and the C++ file that makes its model
// known:  flitlock_rtl_generate SHAPES NAME TOP.sv GLUE.cpp
#include <cstdio>
#include <fstream>
#include <stdexcept>

#include "verilated/shape.h"

int main(int argc, char **argv) {
  if (argc != 5) {
    std::fputs("usage: flitlock_rtl_generate SHAPES NAME TOP.sv GLUE.cpp\n", stderr);
    return 2;
  }
  try {
    std::ifstream in(argv[1]);
    for (const flitlock_rtl::Shape &shape : flitlock_rtl::read_shapes(in)) {
      if (shape.name != argv[2]) continue;
      std::ofstream top(argv[3]), glue(argv[4]);
      flitlock_rtl::write_top(top, shape);
      flitlock_rtl::write_glue(glue, shape);
      top.flush();
      glue.flush();
      if (top && glue) return 0;
      throw std::runtime_error("cannot write");
    }
    throw std::runtime_error("no shape " + std::string(argv[2]));
  } catch (const std::exception &wrong) {
    std::fprintf(stderr, "%s: %s\n", argv[1], wrong.what());
    return 1;
  }
}
