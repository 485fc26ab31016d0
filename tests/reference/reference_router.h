// SPDX-License-Identifier: Apache-2.0
// An independent router, written from docs/spec/2-router.md alone, for tests to judge the others by. Nothing in it is
// fast: every queue is a std::deque, every buffer of every VC of every pair of ports is looked at at every edge.
#ifndef FLITLOCK_TESTS_REFERENCE_REFERENCE_ROUTER_H
#define FLITLOCK_TESTS_REFERENCE_REFERENCE_ROUTER_H

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include <flitlock/router.h>

namespace flitlock_test {

// A flit with bytes of its own. `header.payload` stays what the sender gave, moved along as flit.h says.
struct RefFlit {
  flitlock_flit header{};
  std::vector<uint8_t> bytes;
};

// One side of all ports in one cycle: lanes without a flit are empty, credits are counts by port and VC.
struct RefLanes {
  std::vector<std::optional<RefFlit>> flit;
  std::vector<std::vector<unsigned>> credit;
  RefLanes(unsigned ports, unsigned vcs) : flit(ports), credit(ports, std::vector<unsigned>(vcs, 0)) {}
};

struct RefEntry {
  RefFlit flit;
  uint64_t edge = 0;  // that pushed it
};
using RefBuffer = std::deque<RefEntry>;

struct RefArbiter {
  unsigned places = 0;
  unsigned pointer = 0;
  unsigned used = 0;
};

// What moved at the last edge, for tables.
struct RefMove {
  unsigned in = 0, in_vc = 0, out = 0, out_vc = 0;
  RefFlit flit;
};

class ReferenceRouter {
 public:
  explicit ReferenceRouter(const flitlock_router_params &params);
  void reset();
  RefLanes step(const RefLanes &in);

  unsigned route(uint32_t dst) const;  // FLITLOCK_NO_PORT: nowhere
  // R-IDLE of output `o` as of the last edge: 1 to 5.
  unsigned idle_cause(unsigned o) const;
  size_t entries() const;  // in all buffers

  const flitlock_router_params p;
  const unsigned P, V;
  std::vector<std::vector<RefBuffer>> input;                  // [in][vc]
  std::vector<std::vector<unsigned>> taken;                   // [in][vc]: units of the front entry already moved, R-W-2
  std::vector<std::vector<std::vector<RefBuffer>>> crossbar;  // [in][out][vc]
  std::vector<std::vector<RefBuffer>> output;                 // [out][vc]
  std::vector<std::vector<unsigned>> credits;                 // [out][vc]
  std::vector<std::optional<unsigned>> grant1, grant2, grant3;
  std::vector<RefArbiter> arbiter1, arbiter2, arbiter3;
  std::vector<RefMove> moved1, moved2;
  std::string error;  // first broken promise of a neighbour or of the router itself

 private:
  bool visible(const RefEntry &entry, int level) const;
  std::optional<RefFlit> offer(unsigned i, unsigned v, unsigned out_width) const;
  unsigned arbitrate(RefArbiter &arbiter, int level, const std::vector<bool> &candidate,
                     const std::vector<uint32_t> &birth, const std::vector<unsigned> &weight);
  void level1(RefLanes &out);
  void level2();
  void level3(RefLanes &out);
  void complain(const std::string &text);

  uint64_t edge_ = 0;
};

// The same behind the block contract, so that it can stand wherever a golden or an RTL router stands.
extern const flitlock_block_ops reference_router_ops;
// The router behind a block made with reference_router_ops.
ReferenceRouter &reference_router_of(flitlock_block *block);

}  // namespace flitlock_test

#endif
