// SPDX-License-Identifier: Apache-2.0
#include "dpi/dpi_block.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "verilated/shape.h"

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
  explicit Parts(const DpiSizes &sizes)
      : credit((sizes.ports + 31) / 32 * 32),
        header(credit + (2 * sizes.vcs * sizes.ports + 31) / 32 * 32),
        payload(header + FLITLOCK_HEADER_BITS * sizes.ports),
        end(payload + 16 * sizes.unit_bytes * sizes.ports) {}
  size_t credit, header, payload, end;
};

DpiSizes sizes_of(const flitlock_router_params &params) {
  return {"router", params.ports, params.vcs, params.unit_bytes};
}

// Words of the argument that carries a vector of a step.
constexpr size_t port_words = 641;
static_assert(port_words * 32 == dpi_port_bits);

class DpiBlock {
 public:
  DpiBlock(const DpiSizes &sizes, void *handle)
      : sizes_(sizes), parts_(sizes), handle_(handle), in_(port_words), out_(port_words), kept_(sizes.ports) {}
  ~DpiBlock() { flitlock_dpi_destroy(handle_); }
  DpiBlock(const DpiBlock &) = delete;
  DpiBlock &operator=(const DpiBlock &) = delete;

  std::string problem() const { return flitlock_dpi_status(handle_) == FLITLOCK_OK ? "" : dpi_messages(handle_) + "."; }
  void reset() {
    flitlock_dpi_reset(handle_);
    status_ = FLITLOCK_OK;
    messages_.clear();
  }

  void step(uint64_t cycle, const flitlock_in &in, flitlock_out &out) {
    std::fill(in_.begin(), in_.end(), UINT32_MAX);
    for (unsigned p = 0; p < sizes_.ports; p++) {
      put(in_.data(), p, 1, in.flit_valid >> p & 1);
      const uint32_t credit = in.credit_valid >> p & 1 ? in.credit[p] : 0;
      put(in_.data(), parts_.credit + 2 * sizes_.vcs * p, 2 * sizes_.vcs, credit);
      if (in.flit_valid >> p & 1) drive(p, in.flit[p]);
    }
    std::fill(out_.begin(), out_.end(), 0xA5A5A5A5U);
    const int status = flitlock_dpi_step(handle_, cycle, in_.data(), out_.data());
    if (status != FLITLOCK_OK && status_ == FLITLOCK_OK) {
      status_ = status;
      messages_ = dpi_messages(handle_);
    }
    for (unsigned p = 0; p < sizes_.ports; p++)
      sample(p, out);
    for (size_t word = parts_.end / 32 + 1; word < out_.size(); word++)
      if (out_[word] != 0 && status_ == FLITLOCK_OK) complain("a word above the vector is not 0");
    if (parts_.end % 32 != 0 && out_[parts_.end / 32] >> parts_.end % 32 != 0)
      complain("a bit above the vector is not 0");
    for (size_t bit = sizes_.ports; bit < parts_.credit; bit++)
      if (valid(static_cast<unsigned>(bit))) complain("a bit above valid is not 0");
  }

  void describe(flitlock_block_info &info) const {
    info = {sizes_.kind, "dpi", FLITLOCK_BLOCK_ABI, sizes_.ports, sizes_.vcs, port_.empty() ? nullptr : port_.data()};
  }
  // The ports as the golden block describes them.
  int describe_as(const flitlock_block_ops &ops, const void *params, const char *name, flitlock_error *error) {
    flitlock_block *twin = nullptr;
    const int status = ops.create(params, name, &twin, error);
    if (status != FLITLOCK_OK) return status;
    flitlock_block_info info{};
    ops.describe(twin, &info);
    port_.assign(info.port, info.port + info.ports);
    ops.destroy(twin);
    return FLITLOCK_OK;
  }
  int check(flitlock_error *error) const { return flitlock_fail(error, status_, "%s", messages_.c_str()); }

 private:
  bool valid(unsigned port) const { return out_[port / 32] >> port % 32 & 1; }
  void complain(const char *text) {
    status_ = FLITLOCK_E_INTERNAL;
    messages_ = text;
  }
  uint8_t *lane(std::vector<uint32_t> &words, unsigned port) const {
    return reinterpret_cast<uint8_t *>(words.data()) + parts_.payload / 8 + size_t{2} * sizes_.unit_bytes * port;
  }

  void drive(unsigned port, const flitlock_flit &flit) {
    flitlock_flit_pack(&flit, in_.data() + parts_.header / 32 + 7 * port);
    std::memset(lane(in_, port), 0, size_t{2} * sizes_.unit_bytes);
    if (flit.payload) std::memcpy(lane(in_, port), flit.payload, size_t{flit.units} * sizes_.unit_bytes);
  }

  void sample(unsigned port, flitlock_out &out) {
    const uint32_t *header = out_.data() + parts_.header / 32 + 7 * port;
    uint8_t *payload = lane(out_, port);
    if (valid(port)) {
      out.flit_valid |= uint64_t{1} << port;
      flitlock_flit_unpack(&out.flit[port], header);
      // A receiver may look at it until it has given a credit.
      std::array<uint8_t, size_t{2} *FLITLOCK_MAX_UNIT_BYTES> &kept = kept_[port][presented_++ % kept_[port].size()];
      std::copy_n(payload, size_t{2} * sizes_.unit_bytes, kept.begin());
      out.flit[port].payload = kept.data();
    }
    size_t carried = valid(port) ? out.flit[port].units * sizes_.unit_bytes : 0;
    for (size_t k = carried; k < 2 * sizes_.unit_bytes; k++)
      if (payload[k] != 0) complain("payload above the carried units is not 0");
    uint32_t word = 0;
    for (unsigned k = 0; k < 2 * sizes_.vcs; k++) {
      const size_t bit = parts_.credit + 2 * sizes_.vcs * port + k;
      word |= (out_[bit / 32] >> bit % 32 & 1) << k;
    }
    if (word == 0) return;
    out.credit_valid |= uint64_t{1} << port;
    out.credit[port] = word;
  }

  DpiSizes sizes_;
  Parts parts_;
  void *handle_;
  std::vector<uint32_t> in_, out_;
  std::vector<flitlock_port_info> port_;
  std::vector<std::array<std::array<uint8_t, size_t{2} * FLITLOCK_MAX_UNIT_BYTES>, 1024>> kept_;
  size_t presented_ = 0;
  int status_ = FLITLOCK_OK;
  std::string messages_;
};

DpiBlock *block_of(flitlock_block *block) { return reinterpret_cast<DpiBlock *>(block); }
const DpiBlock *block_of(const flitlock_block *block) { return reinterpret_cast<const DpiBlock *>(block); }

int make(const DpiSizes &sizes, void *handle, flitlock_block **block, flitlock_error *error) {
  auto made = std::make_unique<DpiBlock>(sizes, handle);
  const std::string problem = made->problem();
  if (!problem.empty()) return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s", problem.c_str());
  *block = reinterpret_cast<flitlock_block *>(made.release());
  return FLITLOCK_OK;
}

int create_router(const void *pointer, const char *name, flitlock_block **block, flitlock_error *error) {
  const auto &params = *static_cast<const flitlock_router_params *>(pointer);
  void *handle = DpiOffer(params).create(name);
  flitlock_dpi_route(handle, dpi_route(params.route).data());
  return make(sizes_of(params), handle, block, error);
}

template <class Params, const flitlock_block_ops &golden>
int create_named(const void *params, const char *name, flitlock_block **block, flitlock_error *error) {
  const DpiParameters offer(*static_cast<const Params *>(params));
  const int status = make(offer.sizes, offer.create(name), block, error);
  return status != FLITLOCK_OK ? status : block_of(*block)->describe_as(golden, params, name, error);
}

constexpr flitlock_block_ops dpi_ops(const char *kind, decltype(flitlock_block_ops::create) create) {
  flitlock_block_ops ops{};
  ops.kind = kind;
  ops.impl = "dpi";
  ops.create = create;
  ops.destroy = [](flitlock_block *block) { delete block_of(block); };
  ops.reset = [](flitlock_block *block) { block_of(block)->reset(); };
  ops.step = [](flitlock_block *block, uint64_t cycle, const flitlock_in *in, flitlock_out *out) {
    block_of(block)->step(cycle, *in, *out);
    return cycle + 1;
  };
  ops.describe = [](const flitlock_block *block, flitlock_block_info *info) { block_of(block)->describe(*info); };
  ops.check = [](const flitlock_block *block, flitlock_error *error) { return block_of(block)->check(error); };
  return ops;
}

void pack_layout(uint32_t *layout) {
  for (size_t k = 0; k < flitlock_flit_field_count; k++) {
    put(layout, 16 * k, 8, flitlock_flit_fields[k].lsb);
    put(layout, 16 * k + 8, 8, flitlock_flit_fields[k].bits);
  }
}

}  // namespace

int dpi_vector_bits(const DpiSizes &sizes) { return static_cast<int>(Parts(sizes).end); }

DpiOffer::DpiOffer(const flitlock_router_params &params)
    : vector_bits(dpi_vector_bits(sizes_of(params))),
      port_bits(dpi_port_bits),
      ports(static_cast<int>(params.ports)),
      vcs(static_cast<int>(params.vcs)),
      max_len(static_cast<int>(params.max_len)),
      unit_bytes(static_cast<int>(params.unit_bytes)) {
  pack_layout(layout.data());
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

unsigned dpi_garbage(void *handle, int steps) {
  std::vector<uint32_t> in(port_words), out(port_words);
  uint64_t random = 1;
  unsigned refused = 0;
  for (int k = 0; k < steps; k++) {
    for (uint32_t &word : in) {
      random = random * 6364136223846793005U + 1442695040888963407U;
      word = static_cast<uint32_t>(random >> 32);
    }
    if (flitlock_dpi_step(handle, static_cast<uint64_t>(k), in.data(), out.data()) != FLITLOCK_OK) refused++;
    if (k % 100 == 99) flitlock_dpi_reset(handle);
  }
  return refused;
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

template <class Params>
DpiParameters::DpiParameters(const DpiSizes &sizes_of_block, const Params &params)
    : sizes(sizes_of_block), vector_bits(dpi_vector_bits(sizes)), port_bits(dpi_port_bits) {
  pack_layout(layout.data());
  for (const flitlock_rtl::Parameter &parameter : flitlock_rtl::rtl_parameters(params)) {
    list.push_back({parameter.name, static_cast<int>(parameter.bits), parameter.value});
    list.back().value.resize(FLITLOCK_DPI_PARAMETER_BITS / 32);
  }
}
DpiParameters::DpiParameters(const flitlock_l1_tlb_params &params)
    : DpiParameters({"l1_link_tlb", FLITLOCK_L1_TLB_PORTS, params.vcs, params.unit_bytes}, params) {}
DpiParameters::DpiParameters(const flitlock_l2_tlb_params &params)
    : DpiParameters({"l2_link_tlb", params.stations + 4, 2, params.unit_bytes}, params) {}

DpiParameters::DpiParameters(const flitlock_l2_slice_params &params)
    : DpiParameters({"l2_slice", FLITLOCK_L2_PORTS, 1, FLITLOCK_L2_HALF_BYTES}, params) {
  add("cfg_slice_i", 16, params.slice);
  add("cfg_self_i", 32, params.self);
  add("cfg_memory_i", 32, params.memory);
  add("cfg_reserved_i", 6, params.reserved);
  add("cfg_p_rand_i", 9, params.p_rand);
  add("cfg_fetch_bytes_i", 8, params.fetch_bytes);
}

void DpiParameters::add(const char *name, int bits, uint32_t value) {
  list.push_back({name, bits, {value}});
  list.back().value.resize(FLITLOCK_DPI_PARAMETER_BITS / 32);
}

DpiParameters::Parameter &DpiParameters::operator[](const std::string &name) {
  return *std::find_if(list.begin(), list.end(), [&](const Parameter &parameter) { return parameter.name == name; });
}

void *DpiParameters::create(const char *name) const {
  void *handle = flitlock_dpi_create_block(name, sizes.kind, abi, layout.data());
  for (const Parameter &parameter : list)
    flitlock_dpi_parameter(handle, parameter.name.c_str(), parameter.bits, parameter.value.data());
  flitlock_dpi_complete(handle, vector_bits, port_bits);
  return handle;
}

const flitlock_block_ops dpi_router_ops = dpi_ops("router", create_router);
const flitlock_block_ops dpi_l1_tlb_ops =
    dpi_ops("l1_link_tlb", create_named<flitlock_l1_tlb_params, flitlock_l1_tlb_golden>);
const flitlock_block_ops dpi_l2_slice_ops =
    dpi_ops("l2_slice", create_named<flitlock_l2_slice_params, flitlock_l2_slice_golden>);
const flitlock_block_ops dpi_l2_tlb_ops =
    dpi_ops("l2_link_tlb", create_named<flitlock_l2_tlb_params, flitlock_l2_tlb_golden>);

}  // namespace flitlock_test
