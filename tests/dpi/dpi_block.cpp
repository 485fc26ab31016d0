// SPDX-License-Identifier: Apache-2.0
#include "dpi/dpi_block.h"

#include <cstring>

namespace flitlock_test {
namespace {

void put(uint32_t *words, size_t at, unsigned bits, uint32_t value) {
  for (unsigned k = 0; k < bits; k++) {
    const uint32_t bit = 1U << (at + k) % 32;
    words[(at + k) / 32] = value >> k & 1 ? words[(at + k) / 32] | bit : words[(at + k) / 32] & ~bit;
  }
}

// The first bit of each part of a vector.
struct Parts {
  explicit Parts(const flitlock_router_params &params)
      : header(32 + (2 * params.vcs * params.ports + 31) / 32 * 32),
        payload(header + FLITLOCK_HEADER_BITS * params.ports),
        end(payload + 16 * params.unit_bytes * params.ports) {}
  size_t header, payload, end;
};

class DpiRouter {
 public:
  DpiRouter(const flitlock_router_params &params, const char *name)
      : params_(params), parts_(params), handle_(DpiOffer(params).create(name)), in_(641), out_(641) {
    route();
  }
  ~DpiRouter() { flitlock_dpi_destroy(handle_); }
  DpiRouter(const DpiRouter &) = delete;
  DpiRouter &operator=(const DpiRouter &) = delete;

  std::string problem() const { return flitlock_dpi_status(handle_) == FLITLOCK_OK ? "" : dpi_messages(handle_) + "."; }
  void reset() {
    flitlock_dpi_reset(handle_);
    status_ = FLITLOCK_OK;
    messages_.clear();
  }

  void step(uint64_t cycle, const flitlock_in &in, flitlock_out &out) {
    std::fill(in_.begin(), in_.end(), UINT32_MAX);
    put(in_.data(), 0, params_.ports, static_cast<uint32_t>(in.flit_valid));
    for (unsigned p = 0; p < params_.ports; p++) {
      const uint32_t credit = in.credit_valid >> p & 1 ? in.credit[p] : 0;
      put(in_.data(), 32 + 2 * params_.vcs * p, 2 * params_.vcs, credit);
      if (in.flit_valid >> p & 1) drive(p, in.flit[p]);
    }
    std::fill(out_.begin(), out_.end(), 0xA5A5A5A5U);
    const int status = flitlock_dpi_step(handle_, cycle, in_.data(), out_.data());
    if (status != FLITLOCK_OK && status_ == FLITLOCK_OK) {
      status_ = status;
      messages_ = dpi_messages(handle_);
    }
    for (unsigned p = 0; p < params_.ports; p++)
      sample(p, out);
    for (size_t word = parts_.end / 32 + 1; word < out_.size(); word++)
      if (out_[word] != 0 && status_ == FLITLOCK_OK) complain("a word above the vector is not 0");
    if (parts_.end % 32 != 0 && out_[parts_.end / 32] >> parts_.end % 32 != 0)
      complain("a bit above the vector is not 0");
    if (out_[0] >> params_.ports != 0) complain("a bit above valid is not 0");
  }

  void describe(flitlock_block_info &info) const {
    info = {"router", "dpi", FLITLOCK_BLOCK_ABI, params_.ports, params_.vcs, nullptr};
  }
  int check(flitlock_error *error) const { return flitlock_fail(error, status_, "%s", messages_.c_str()); }

 private:
  void route() { flitlock_dpi_route(handle_, dpi_route(params_.route).data()); }
  void complain(const char *text) {
    status_ = FLITLOCK_E_INTERNAL;
    messages_ = text;
  }
  uint8_t *lane(std::vector<uint32_t> &words, unsigned port) const {
    return reinterpret_cast<uint8_t *>(words.data()) + parts_.payload / 8 + size_t{2} * params_.unit_bytes * port;
  }

  void drive(unsigned port, const flitlock_flit &flit) {
    flitlock_flit_pack(&flit, in_.data() + parts_.header / 32 + 7 * port);
    std::memset(lane(in_, port), 0, size_t{2} * params_.unit_bytes);
    if (flit.payload) std::memcpy(lane(in_, port), flit.payload, size_t{flit.units} * params_.unit_bytes);
  }

  void sample(unsigned port, flitlock_out &out) {
    const uint32_t *header = out_.data() + parts_.header / 32 + 7 * port;
    uint8_t *payload = lane(out_, port);
    if (out_[0] >> port & 1) {
      out.flit_valid |= uint64_t{1} << port;
      flitlock_flit_unpack(&out.flit[port], header);
      out.flit[port].payload = payload;
    }
    size_t carried = out_[0] >> port & 1 ? out.flit[port].units * params_.unit_bytes : 0;
    for (size_t k = carried; k < 2 * params_.unit_bytes; k++)
      if (payload[k] != 0) complain("payload above the carried units is not 0");
    uint32_t word = 0;
    for (unsigned k = 0; k < 2 * params_.vcs; k++) {
      const size_t bit = 32 + 2 * params_.vcs * port + k;
      word |= (out_[bit / 32] >> bit % 32 & 1) << k;
    }
    if (word == 0) return;
    out.credit_valid |= uint64_t{1} << port;
    out.credit[port] = word;
  }

  flitlock_router_params params_;
  Parts parts_;
  void *handle_;
  std::vector<uint32_t> in_, out_;
  int status_ = FLITLOCK_OK;
  std::string messages_;
};

DpiRouter *router(flitlock_block *block) { return reinterpret_cast<DpiRouter *>(block); }
const DpiRouter *router(const flitlock_block *block) { return reinterpret_cast<const DpiRouter *>(block); }

int create(const void *params, const char *name, flitlock_block **block, flitlock_error *error) {
  auto *made = new DpiRouter(*static_cast<const flitlock_router_params *>(params), name);
  const std::string problem = made->problem();
  if (!problem.empty()) {
    delete made;
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s", problem.c_str());
  }
  *block = reinterpret_cast<flitlock_block *>(made);
  return FLITLOCK_OK;
}

}  // namespace

int dpi_vector_bits(const flitlock_router_params &params) { return static_cast<int>(Parts(params).end); }

DpiOffer::DpiOffer(const flitlock_router_params &params)
    : vector_bits(dpi_vector_bits(params)),
      port_bits(20512),
      ports(static_cast<int>(params.ports)),
      vcs(static_cast<int>(params.vcs)),
      max_len(static_cast<int>(params.max_len)),
      unit_bytes(static_cast<int>(params.unit_bytes)) {
  for (size_t k = 0; k < flitlock_flit_field_count; k++) {
    put(layout.data(), 16 * k, 8, flitlock_flit_fields[k].lsb);
    put(layout.data(), 16 * k + 8, 8, flitlock_flit_fields[k].bits);
  }
  for (unsigned level = 0; level < 3; level++) {
    registered |= unsigned{params.registered[level]} << level;
    arbiter |= unsigned{params.arbiter[level]} << 2 * level;
  }
  for (unsigned vc = 0; vc < params.vcs; vc++)
    put(vc_weight.data(), 4 * vc, 4, params.vc_weight[vc]);
  for (unsigned p = 0; p < params.ports && p < FLITLOCK_DPI_MAX_PORTS; p++) {
    const flitlock_router_port &port = params.port[p];
    if (port.has_in) in_units |= unsigned{port.in_width} << 2 * p;
    if (port.has_out) out_units |= unsigned{port.out_width} << 2 * p;
    put(in_weight.data(), 4 * p, 4, port.weight);
    for (unsigned vc = 0; vc < params.vcs; vc++) {
      const size_t place = p * params.vcs + vc;
      put(input_depth.data(), 16 * place, 16, port.input_depth[vc]);
      put(crossbar_depth.data(), 16 * place, 16, port.crossbar_depth[vc]);
      put(output_depth.data(), 16 * place, 16, port.output_depth[vc]);
      put(credits.data(), 16 * place, 16, port.credits[vc]);
      put(vc_map.data(), 4 * place, 4, port.vc_map[vc]);
    }
  }
}

void *DpiOffer::create(const char *name) const {
  return flitlock_dpi_create(name, abi, layout.data(), vector_bits, port_bits, ports, vcs, max_len, unit_bytes,
                             in_units, out_units, input_depth.data(), crossbar_depth.data(), output_depth.data(),
                             credits.data(), vc_map.data(), registered, arbiter, vc_weight.data(), in_weight.data());
}

std::vector<uint32_t> dpi_route(const flitlock_route &route) {
  std::vector<uint32_t> words(FLITLOCK_DPI_ROUTE_BITS / 32);
  const uint8_t first[12] = {route.kind,      route.gpu,         route.mesh,     route.node,       route.exit_node,
                             route.exit_port, route.client_port, route.switches, route.switch_port};
  uint8_t *byte = reinterpret_cast<uint8_t *>(words.data());
  std::memcpy(byte, first, sizeof first);
  std::memcpy(byte + 12, route.next, 256);
  std::memcpy(byte + 268, route.gpu_port, 256);
  std::memcpy(byte + 524, route.mesh_port, 256);
  return words;
}

std::string dpi_messages(void *handle) {
  std::string all;
  for (std::string text = flitlock_dpi_error(handle); !text.empty(); text = flitlock_dpi_error(handle)) {
    all += text + "\n";
    if (all.size() > 100000) break;  // a bad handle always has something to say
  }
  return all;
}

flitlock_router_params two_ports() {
  flitlock_router_params params;
  flitlock_router_params_default(&params);
  params.ports = 2;
  params.vcs = 2;
  params.unit_bytes = 8;
  params.route.node = 9;
  for (unsigned p = 0; p < 2; p++) {
    params.port[p].has_in = 1;
    params.port[p].has_out = 1;
    params.route.next[p] = static_cast<uint8_t>(p);
  }
  return params;
}

const flitlock_block_ops dpi_router_ops = {
    "router",
    "dpi",
    create,
    [](flitlock_block *block) { delete router(block); },
    [](flitlock_block *block) { router(block)->reset(); },
    [](flitlock_block *block, uint64_t cycle, const flitlock_in *in, flitlock_out *out) {
      router(block)->step(cycle, *in, *out);
      return cycle + 1;
    },
    [](const flitlock_block *block, flitlock_block_info *info) { router(block)->describe(*info); },
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    [](const flitlock_block *block, flitlock_error *error) { return router(block)->check(error); },
};

}  // namespace flitlock_test
