// SPDX-License-Identifier: Apache-2.0
// The matrix: routers of every shape this program has RTL of, each with traffic of its own, golden and RTL in lockstep
// and both held to the reference router. A configuration is a shape with the place of the router, packet lengths,
// stalls, latencies and a seed.
#ifndef FLITLOCK_TESTS_RTL_MATRIX_MATRIX_H
#define FLITLOCK_TESTS_RTL_MATRIX_MATRIX_H

#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reference/router_bench.h"
#include "rtl/cover_text.h"

namespace flitlock_test {

struct MatrixPoint {
  size_t shape = 0;
  std::string name;  // of the shape
  flitlock_router_params params{};
  RouterTraffic traffic;
  uint64_t seed = 0;
};

// A shape, and where such a router is: its route is drawn, the longest packet is the one for which there is room.
MatrixPoint matrix_point(size_t shape, std::mt19937_64 &random);

// The same list for the same `first` and `count`; point n has the (n mod shapes)th shape.
std::vector<MatrixPoint> matrix_points(unsigned first, unsigned count);

// Every point of the cross of input, VC, output and (at once, waited) of pairs that the route can join, and how often
// it was met: "in0.3->out1 waited".
std::vector<std::pair<std::string, uint64_t>> cross_points(const flitlock_router_params &params,
                                                           const RouterBenchResult &result);

// Values that were met, by parameter, and the lists that have to be met.
class MatrixCover {
 public:
  void add(const MatrixPoint &point, const RouterBenchResult &result);
  // All values with how often they were met; a hole has its name. True: there is no hole.
  bool print(std::ostream &out) const;

 private:
  MetValues met_;
};

// VC x input x output x (granted at once, waited), of each shape; of pairs that the route can join.
class CrossCover {
 public:
  void add(const MatrixPoint &point, const RouterBenchResult &result);
  // One line for each shape and one for all, holes by name. Returns the share that was met.
  double print(std::ostream &out, unsigned holes_named) const;

 private:
  using Points = std::vector<std::pair<std::string, uint64_t>>;
  std::map<std::string, Points> shapes_;
};

// Runs the points, prints a line for each and what they cover, and adds failures to the running test: a divergence, a
// configuration that compared nothing, a stall rate that is not the one asked for, a value that was not met, less than
// `least_cross` of the cross met.
void run_matrix(const std::vector<MatrixPoint> &points, double least_cross);

}  // namespace flitlock_test

#endif
