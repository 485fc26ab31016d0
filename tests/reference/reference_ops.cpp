// SPDX-License-Identifier: Apache-2.0
// The reference router behind the block contract.
#include <cstring>
#include <memory>

#include "reference/reference_router.h"

namespace flitlock_test {
namespace {

struct Block {
  explicit Block(const flitlock_router_params &params) : router(params), ports(params.ports) {
    for (unsigned i = 0; i < params.ports; i++) {
      const flitlock_router_port &from = params.port[i];
      flitlock_port_info &to = ports[i];
      std::memcpy(to.name, from.name, sizeof to.name);
      to.has_in = from.has_in;
      to.has_out = from.has_out;
      to.in_width = from.in_width;
      to.out_width = from.out_width;
      std::memcpy(to.in_depth, from.input_depth, sizeof to.in_depth);
    }
  }
  ReferenceRouter router;
  std::vector<flitlock_port_info> ports;
};

Block *block_of(flitlock_block *block) { return reinterpret_cast<Block *>(block); }
const Block *block_of(const flitlock_block *block) { return reinterpret_cast<const Block *>(block); }

int create(const void *params, const char *name, flitlock_block **block, flitlock_error *error) {
  const auto *router = static_cast<const flitlock_router_params *>(params);
  if (int status = flitlock_router_params_validate(router, name, error)) return status;
  *block = reinterpret_cast<flitlock_block *>(new Block(*router));
  return FLITLOCK_OK;
}

void destroy(flitlock_block *block) { delete block_of(block); }

void reset(flitlock_block *block) { block_of(block)->router.reset(); }

uint64_t step(flitlock_block *block, uint64_t cycle, const flitlock_in *in, flitlock_out *out) {
  ReferenceRouter &router = block_of(block)->router;
  RefLanes lanes(router.P, router.V);
  for (unsigned port = 0; port < router.P; port++) {
    if (in->flit_valid >> port & 1) {
      RefFlit flit{in->flit[port], {}};
      flit.bytes.assign(flit.header.payload, flit.header.payload + flit.header.units * router.p.unit_bytes);
      lanes.flit[port] = flit;
    }
    if (in->credit_valid >> port & 1)
      for (unsigned v = 0; v < router.V; v++)
        lanes.credit[port][v] = flitlock_credit_get(in->credit[port], v);
  }
  const RefLanes result = router.step(lanes);
  for (unsigned port = 0; port < router.P; port++) {
    if (result.flit[port]) {
      out->flit_valid |= uint64_t{1} << port;
      out->flit[port] = result.flit[port]->header;
    }
    uint32_t word = 0;
    for (unsigned v = 0; v < router.V; v++)
      word |= flitlock_credit_one(v, result.credit[port][v]);
    if (word != 0) {
      out->credit_valid |= uint64_t{1} << port;
      out->credit[port] = word;
    }
  }
  return cycle + 1;  // it is stepped at every edge
}

void describe(const flitlock_block *block, flitlock_block_info *info) {
  const Block *self = block_of(block);
  *info = {"router", "reference", FLITLOCK_BLOCK_ABI, self->router.P, self->router.V, self->ports.data()};
}

void idle_causes(const flitlock_block *block, uint8_t *cause) {
  const ReferenceRouter &router = block_of(block)->router;
  for (unsigned o = 0; o < router.P; o++)
    cause[o] = router.p.port[o].has_out ? static_cast<uint8_t>(router.idle_cause(o)) : uint8_t{0};
}

uint64_t occupancy(const flitlock_block *block) { return block_of(block)->router.entries(); }

int check(const flitlock_block *block, flitlock_error *error) {
  const std::string &text = block_of(block)->router.error;
  return text.empty() ? FLITLOCK_OK : flitlock_fail(error, FLITLOCK_E_PROTOCOL, "%s", text.c_str());
}

}  // namespace

const flitlock_block_ops reference_router_ops = {"router", "reference", create,  destroy,   reset,   step,
                                                 describe, idle_causes, nullptr, occupancy, nullptr, check};

ReferenceRouter &reference_router_of(flitlock_block *block) { return block_of(block)->router; }

}  // namespace flitlock_test
