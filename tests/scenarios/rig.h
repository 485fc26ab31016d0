// SPDX-License-Identifier: Apache-2.0
// One router, golden and RTL in lockstep, under a directed stimulus. Packets carry their number as payload.
#ifndef FLITLOCK_TESTS_SCENARIOS_RIG_H
#define FLITLOCK_TESTS_SCENARIOS_RIG_H

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "rtl/matrix/lockstep_ops.h"
#include "verilated/rtl_router.h"

namespace flitlock_test {

// The parameters of the RTL's model of that name, as a router that goes by dst.gpu, which is the number of the port.
inline flitlock_router_params model_params(const std::string &name, uint32_t max_len) {
  for (size_t k = 0; k < flitlock_rtl_shape_count(); k++)
    if (flitlock_rtl_shape_at(k).name == name) {
      flitlock_router_params params = *flitlock_rtl_shape_at(k).params;
      params.checks = 1;
      params.max_len = max_len;
      params.route = flitlock_route{};
      params.route.kind = FLITLOCK_ROUTE_SWITCH;
      for (unsigned port = 0; port < 256; port++)
        params.route.gpu_port[port] = static_cast<uint8_t>(port);
      return params;
    }
  throw std::runtime_error("no model " + name);
}

struct Seen {
  uint64_t cycle;
  uint32_t port, id;
  unsigned vc, seq;
};

// A block with its lanes, stepped by hand.
class Rig {
 public:
  Rig(const flitlock_block_ops &ops, const flitlock_router_params &params)
      : ops_(ops),
        p_(params),
        in_flit_(params.ports),
        in_credit_(params.ports),
        flit_(params.ports),
        credit_(params.ports) {
    flitlock_error error{};
    if (ops.create(&params, "dut", &block_, &error) != FLITLOCK_OK) throw std::runtime_error(error.text);
    ops.reset(block_);
  }
  ~Rig() { ops_.destroy(block_); }
  Rig(const Rig &) = delete;
  Rig &operator=(const Rig &) = delete;

  // In the next step: unit `seq` of packet `id`. For inputs of one unit.
  void put(uint32_t port, uint32_t to, unsigned vc, uint32_t id, unsigned len = 1, unsigned seq = 0) {
    flitlock_flit flit{};
    flit.dst = flitlock_address(to, 0, 0, 0);
    flit.src = flitlock_address(port, 0, 0, 0);
    flit.vc = static_cast<uint8_t>(vc);
    flit.id = id;
    flit.len = static_cast<uint8_t>(len);
    flit.seq = static_cast<uint8_t>(seq);
    flit.units = 1;
    flit.head = seq == 0;
    flit.tail = seq + 1 == len;
    bytes_.push_back(std::make_unique<uint8_t[]>(FLITLOCK_MAX_WIDTH * FLITLOCK_MAX_UNIT_BYTES));
    std::memset(bytes_.back().get(), static_cast<int>(id), p_.unit_bytes);
    flit.payload = bytes_.back().get();
    in_flit_[port] = flit;
    in_.flit_valid |= uint64_t{1} << port;
  }
  void credit(uint32_t port, unsigned vc, unsigned count = 1) {
    if (!(in_.credit_valid >> port & 1)) in_credit_[port] = 0;
    in_credit_[port] += flitlock_credit_one(vc, count);
    in_.credit_valid |= uint64_t{1} << port;
  }
  void step() {
    in_.flit = in_flit_.data();
    in_.credit = in_credit_.data();
    flitlock_out out = {0, 0, flit_.data(), credit_.data()};
    ops_.step(block_, cycle, &in_, &out);
    for (uint32_t port = 0; port < p_.ports; port++) {
      if (out.flit_valid >> port & 1) seen.push_back({cycle, port, flit_[port].id, flit_[port].vc, flit_[port].seq});
      if (out.credit_valid >> port & 1)
        for (unsigned vc = 0; vc < p_.vcs; vc++)
          freed[{port, vc}] += flitlock_credit_get(credit_[port], vc);
    }
    in_ = {};
    cycle++;
  }
  void run(unsigned cycles) {
    while (cycles-- > 0)
      step();
  }
  void reset() { ops_.reset(block_); }
  std::string check() const {
    flitlock_error error{};
    return ops_.check(block_, &error) == FLITLOCK_OK ? "" : error.text;
  }
  uint64_t count(uint32_t id) const {
    return static_cast<uint64_t>(std::count_if(seen.begin(), seen.end(), [id](const Seen &s) { return s.id == id; }));
  }

  uint64_t cycle = 0;
  std::vector<Seen> seen;                                   // flits that left
  std::map<std::pair<uint32_t, unsigned>, unsigned> freed;  // credits returned, by input and VC

 private:
  const flitlock_block_ops &ops_;
  flitlock_router_params p_;
  flitlock_block *block_ = nullptr;
  flitlock_in in_{};
  std::vector<flitlock_flit> in_flit_;
  std::vector<uint32_t> in_credit_;
  std::vector<flitlock_flit> flit_;
  std::vector<uint32_t> credit_;
  std::vector<std::unique_ptr<uint8_t[]>> bytes_;
};

}  // namespace flitlock_test

#endif
