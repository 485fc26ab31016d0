// SPDX-License-Identifier: Apache-2.0
// Writes the shapes that the tests of the RTL need (tests/rtl/shapes), equal ones once:
//   flitlock_rtl_test_shapes tables          of all worked tables
//   flitlock_rtl_test_shapes random SEED...  of the random routers of these seeds
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "reference/router_bench.h"
#include "support/table_player.h"
#include "verilated/shape.h"

namespace {

std::vector<flitlock_rtl::Shape> shapes;

void add(const std::string &name, const flitlock_router_params &params) {
  unsigned equal = 0;
  for (const flitlock_rtl::Shape &shape : shapes)
    if (flitlock_rtl::shape_difference(shape.params, params, &equal).empty()) return;
  shapes.push_back({name, params});
}

}  // namespace

int main(int argc, char **argv) {
  if (argc == 2 && std::strcmp(argv[1], "tables") == 0) {
    for (const flitlock_test::Table &table : flitlock_test::read_tables()) {
      const size_t slash = table.path.rfind('/');
      add("table_" + table.path.substr(slash == std::string::npos ? 0 : slash + 1, 2), table.params);
    }
  } else if (argc > 2 && std::strcmp(argv[1], "random") == 0) {
    for (int k = 2; k < argc; k++) {
      flitlock_router_params params;
      flitlock_test::RouterTraffic traffic;
      flitlock_test::random_router(std::strtoull(argv[k], nullptr, 10), params, traffic);
      add(std::string("random_") + argv[k], params);
    }
  } else {
    std::fputs("usage: flitlock_rtl_test_shapes tables | random SEED...\n", stderr);
    return 2;
  }
  std::cout << "# SPDX-License-Identifier: Apache-2.0\n# Written by flitlock_rtl_test_shapes";
  for (int k = 1; k < argc; k++)
    std::cout << ' ' << argv[k];
  std::cout << ".\n";
  for (const flitlock_rtl::Shape &shape : shapes)
    write_shape(std::cout, shape);
  return 0;
}
