// SPDX-License-Identifier: Apache-2.0
// Drives one golden router through the block contract, port by port and edge by edge.
#ifndef FLITLOCK_TESTS_SUPPORT_ROUTER_HARNESS_H
#define FLITLOCK_TESTS_SUPPORT_ROUTER_HARNESS_H

#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <flitlock/router.h>

namespace flitlock_test {

// A router of `ports` ports that are both input and output, four VCs, every depth 8. It is a mesh router at node 0 of
// GPU 0, mesh 0 whose "client" c is port c, so that a destination's port is the output.
inline flitlock_router_params star_params(unsigned ports) {
  flitlock_router_params params;
  flitlock_router_params_default(&params);
  params.ports = ports;
  params.vcs = 4;
  params.route.kind = FLITLOCK_ROUTE_MESH;
  params.route.client_port = 0;
  for (unsigned p = 0; p < ports; p++) {
    std::snprintf(params.port[p].name, sizeof params.port[p].name, "p%u", p);
    params.port[p].has_in = 1;
    params.port[p].has_out = 1;
  }
  return params;
}

// The flits of a packet of `len` units to output `out` on a link of `width` units.
inline std::vector<flitlock_flit> packet(unsigned out, unsigned vc, unsigned len, uint32_t id, unsigned width = 1,
                                         uint32_t birth = 0) {
  std::vector<flitlock_flit> flits;
  for (unsigned seq = 0; seq < len; seq += width) {
    flitlock_flit flit{};
    flit.vc = static_cast<uint8_t>(vc);
    flit.units = static_cast<uint8_t>(len - seq < width ? len - seq : width);
    flit.head = seq == 0;
    flit.tail = seq + flit.units == len;
    flit.len = static_cast<uint8_t>(len);
    flit.seq = static_cast<uint8_t>(seq);
    flit.dst = flitlock_address(0, 0, 0, out);
    flit.id = id;
    flit.birth = birth;
    flits.push_back(flit);
  }
  return flits;
}

// "id7[0+2)t": what a test wants to see of a flit.
inline std::string brief(const flitlock_flit &flit) {
  return "id" + std::to_string(flit.id) + "." + std::to_string(flit.seq) + "+" + std::to_string(flit.units) + " vc" +
         std::to_string(flit.vc) + (flit.head ? " head" : "") + (flit.tail ? " tail" : "");
}

class RouterHarness {
 public:
  explicit RouterHarness(const flitlock_router_params &params) : ports_(params.ports) {
    flitlock_error error{};
    EXPECT_EQ(flitlock_router_golden.create(&params, "dut", &block_, &error), FLITLOCK_OK) << error.text;
  }
  ~RouterHarness() { flitlock_router_golden.destroy(block_); }
  RouterHarness(const RouterHarness &) = delete;
  RouterHarness &operator=(const RouterHarness &) = delete;

  // Queues flits for input `port`: one arrives at each edge from the next step on.
  void send(unsigned port, const std::vector<flitlock_flit> &flits) {
    for (const flitlock_flit &flit : flits)
      lane_[port].push_back(flit);
  }
  // A credit word that arrives for output `port` at the next step.
  void credit(unsigned port, unsigned vc, unsigned count = 1) { credit_[port] |= flitlock_credit_one(vc, count); }
  // Returns credits for all that leaves output `port` at the edge after.
  void drain(unsigned port) { drained_[port] = true; }

  // One edge. What was presented is in `out`, and as text in `flit(port)`.
  void step() {
    flitlock_flit in_flit[FLITLOCK_MAX_PORTS]{};
    uint32_t in_credit[FLITLOCK_MAX_PORTS]{};
    flitlock_in in{0, 0, in_flit, in_credit};
    for (auto &[port, flits] : lane_) {
      if (flits.empty()) continue;
      in.flit_valid |= 1ULL << port;
      in_flit[port] = flits.front();
      flits.pop_front();
    }
    for (auto &[port, word] : credit_) {
      in.credit_valid |= 1ULL << port;
      in_credit[port] = word;
    }
    credit_.clear();
    out = {0, 0, out_flit, out_credit};
    wake = flitlock_router_golden.step(block_, cycle, &in, &out);
    cycle++;
    for (unsigned port = 0; port < ports_; port++)
      if (drained_[port] && (out.flit_valid >> port & 1U)) credit(port, out_flit[port].vc);
  }
  // What output `port` presents after the last step, "" if nothing.
  std::string flit(unsigned port) const { return out.flit_valid >> port & 1U ? brief(out_flit[port]) : ""; }
  // Credits returned for input `port` and VC after the last step.
  unsigned returned(unsigned port, unsigned vc) const {
    return out.credit_valid >> port & 1U ? flitlock_credit_get(out_credit[port], vc) : 0;
  }
  // Flits of output `port`, by cycle of presentation, over `cycles` steps.
  std::map<uint64_t, std::string> run(unsigned port, unsigned cycles) {
    std::map<uint64_t, std::string> seen;
    for (unsigned n = 0; n < cycles; n++) {
      uint64_t now = cycle;
      step();
      if (!flit(port).empty()) seen[now] = flit(port);
    }
    return seen;
  }
  int cause(unsigned port) const {
    uint8_t causes[FLITLOCK_MAX_PORTS];
    flitlock_router_golden.idle_causes(block_, causes);
    return causes[port];
  }
  std::string error() const {
    flitlock_error error{};
    return flitlock_router_golden.check(block_, &error) == FLITLOCK_OK ? "" : error.text;
  }

  uint64_t cycle = 0;
  uint64_t wake = 0;
  flitlock_out out{};
  flitlock_flit out_flit[FLITLOCK_MAX_PORTS]{};
  uint32_t out_credit[FLITLOCK_MAX_PORTS]{};
  flitlock_block *block() { return block_; }

 private:
  unsigned ports_;
  flitlock_block *block_ = nullptr;
  std::map<unsigned, std::deque<flitlock_flit>> lane_;
  std::map<unsigned, uint32_t> credit_;
  bool drained_[FLITLOCK_MAX_PORTS]{};
};

using Seen = std::map<uint64_t, std::string>;

}  // namespace flitlock_test
#endif
