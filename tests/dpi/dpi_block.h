// SPDX-License-Identifier: Apache-2.0
// An instance made and stepped through DPI-C, with what SystemVerilog would have packed; and the same behind the block
// contract, for every bench that drives blocks.
#ifndef FLITLOCK_TESTS_DPI_DPI_BLOCK_H
#define FLITLOCK_TESTS_DPI_DPI_BLOCK_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "dpi/golden_dpi.h"
#include "flitlock/l2_slice.h"
#include "flitlock/link_tlb.h"
#include "flitlock/router.h"

namespace flitlock_test {

// What the lanes of a block follow from.
struct DpiSizes {
  const char *kind;
  uint32_t ports, vcs, unit_bytes;
};
int dpi_vector_bits(const DpiSizes &sizes);
constexpr int dpi_port_bits = 20512;

// The arguments of flitlock_dpi_create for a router's parameters; a test may change them before `create`.
struct DpiOffer {
  explicit DpiOffer(const flitlock_router_params &params);
  void *create(const char *name) const;

  int abi = FLITLOCK_DPI_ABI, vector_bits, port_bits, ports, vcs, max_len, unit_bytes;
  unsigned in_units = 0, out_units = 0, registered = 0, arbiter = 0;
  std::array<uint32_t, 7> layout{};
  std::array<uint32_t, 128> input_depth{}, crossbar_depth{}, output_depth{}, credits{};
  std::array<uint32_t, 32> vc_map{};
  std::array<uint32_t, 2> vc_weight{}, in_weight{};
};

// A block of another kind: the parameters of its RTL, as a module would give them; a test may change them before
// `create`.
struct DpiParameters {
  struct Parameter {
    std::string name;
    int bits;
    std::vector<uint32_t> value;
  };
  explicit DpiParameters(const flitlock_l1_tlb_params &params);
  explicit DpiParameters(const flitlock_l2_tlb_params &params);
  explicit DpiParameters(const flitlock_l2_slice_params &params);
  void add(const char *name, int bits, uint32_t value);
  Parameter &operator[](const std::string &name);
  void *create(const char *name) const;

  DpiSizes sizes;
  int abi = FLITLOCK_DPI_ABI, vector_bits, port_bits;
  std::array<uint32_t, 7> layout{};
  std::vector<Parameter> list;

 private:
  template <class Params>
  DpiParameters(const DpiSizes &sizes_of_block, const Params &params);
};

std::vector<uint32_t> dpi_route(const flitlock_route &route);

// All messages, each ended by a newline.
std::string dpi_messages(void *handle);

// Steps with random bits on all lanes, with a reset now and then; how many of the steps were refused.
unsigned dpi_garbage(void *handle, int steps);

// A router with two ports, each in and out, that sends node n to port n.
flitlock_router_params two_ports();

// Golden C over DPI-C. What no field covers in the vectors of a step is filled with ones on the way in.
extern const flitlock_block_ops dpi_router_ops;
extern const flitlock_block_ops dpi_l1_tlb_ops;
extern const flitlock_block_ops dpi_l2_tlb_ops;
extern const flitlock_block_ops dpi_l2_slice_ops;

}  // namespace flitlock_test

#endif
