// SPDX-License-Identifier: Apache-2.0
// A Verilated block behind the block contract, whatever its kind: what enters is driven onto the pins, what the pins
// show leaves. The kinds (rtl_router.cpp, rtl_link_tlb.cpp, rtl_l2_slice.cpp) know the parameters, and which port
// carries what.
#ifndef FLITLOCK_TB_RTL_HOST_H
#define FLITLOCK_TB_RTL_HOST_H

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "flitlock/block.h"
#include "verilated/rtl_model.h"
#include "verilated/shape.h"

namespace flitlock_rtl {

// One unit of a packet on its way through the block, by header fields that a block passes on unchanged. A response
// carries its request's number, so numbers are told apart by both ends and the operation.
struct UnitKey {
  uint64_t ends;
  uint64_t number;
  bool operator==(const UnitKey &other) const { return ends == other.ends && number == other.number; }
};
struct UnitHash {
  size_t operator()(const UnitKey &key) const {
    const uint64_t x = (key.ends ^ key.number * 0x9E3779B97F4A7C15U) * 0xBF58476D1CE4E5B9U;
    return static_cast<size_t>(x ^ x >> 32);
  }
};

// What the flits of a port are.
enum class Carries {
  Packets,   // pass through: what leaves has entered, and its bytes go home
  Messages,  // end or begin in the block, without payload
  Own,       // end or begin in the block, with payload
};

struct HostPort {
  flitlock_port_info info{};
  Carries carries = Carries::Packets;
  // Own: so many flits that left keep their payload, R-L2S-PORT-11.
  uint32_t kept = 0;
};

class RtlHost {
 public:
  struct Sizes {
    const char *kind;
    uint32_t vcs, unit_bytes;
    bool checks;
    uint32_t hidden = 0;  // ports at the end that the RTL has and nobody is shown
    // After so many edges without anything in or out, hidden ports included, no edge without an input changes anything:
    // the block sleeps. 0: nobody says so, and it is clocked at every edge.
    uint32_t rests = 0;
  };
  RtlHost(const ModelKind &kind, const Sizes &sizes, const std::vector<HostPort> &ports, const char *name);
  ~RtlHost();
  RtlHost(const RtlHost &) = delete;
  RtlHost &operator=(const RtlHost &) = delete;

  // Before the first reset a kind may set static inputs, and have them taken over.
  Pins &pins() { return pins_; }
  void eval();

  void reset();
  uint64_t step(uint64_t cycle, const flitlock_in &in, flitlock_out &out);
  void describe(flitlock_block_info &info) const;
  int check(flitlock_error *error) const;
  // The parameters of the RTL that was built, against those that were asked for; empty: they are equal.
  std::string handshake(const std::vector<Parameter> &parameters) const;
  uint64_t occupancy() const { return units_inside_; }
  const uint8_t *payload(uint32_t port) const { return pins_.out_payload + port * lane_bytes(); }
  void write_back(bool on) { write_back_ = on; }

 private:
  void write_coverage();
  size_t lane_bytes() const { return 2U * sizes_.unit_bytes; }
  size_t valid_bytes() const { return (ports_ + 7) / 8; }
  size_t credit_bytes() const { return (size_t{ports_} * sizes_.vcs * 2 + 7) / 8; }
  void complain(const std::string &text);
  void clear_inputs();
  void drive(const flitlock_in &in);
  void drive_flit(uint32_t port, const flitlock_flit &flit);
  void sample(flitlock_out &out);
  bool silent() const;
  void sample_flit(uint32_t port, flitlock_flit &flit);
  void sample_units(uint32_t port, flitlock_flit &flit);
  uint8_t *keep(uint32_t port);
  void check_zero(uint32_t port);

  Sizes sizes_;
  std::string name_;
  uint32_t ports_;
  std::vector<flitlock_port_info> info_;
  struct Kept {  // a ring of payloads that left
    std::vector<uint8_t> bytes;
    size_t next = 0;
  };
  std::vector<Carries> carries_;
  std::vector<Kept> kept_;
  VerilatedContext context_;
  std::unique_ptr<Model> model_;
  Pins pins_{};
  std::unordered_map<UnitKey, uint8_t *, UnitHash> payload_;  // where each unit inside has its bytes
  uint64_t units_inside_ = 0;
  uint64_t driven_ = 0;  // inputs whose lane is not 0
  uint32_t still_ = 0;   // edges since something came in or went out, up to `rests`
  uint64_t cycle_ = 0;
  bool write_back_ = true;
  bool dead_ = false;    // stopped in the midst of an evaluation
  std::string problem_;  // the first
};

inline RtlHost *rtl_host(flitlock_block *block) { return reinterpret_cast<RtlHost *>(block); }
inline const RtlHost *rtl_host(const flitlock_block *block) { return reinterpret_cast<const RtlHost *>(block); }

// The functions of the block contract, with `create` of the kind.
constexpr flitlock_block_ops rtl_ops(const char *kind,
                                     int (*create)(const void *, const char *, flitlock_block **, flitlock_error *)) {
  flitlock_block_ops ops{};
  ops.kind = kind;
  ops.impl = "rtl";
  ops.create = create;
  ops.destroy = [](flitlock_block *block) { delete rtl_host(block); };
  ops.reset = [](flitlock_block *block) { rtl_host(block)->reset(); };
  ops.step = [](flitlock_block *block, uint64_t cycle, const flitlock_in *in, flitlock_out *out) {
    return rtl_host(block)->step(cycle, *in, *out);
  };
  ops.describe = [](const flitlock_block *block, flitlock_block_info *info) { rtl_host(block)->describe(*info); };
  ops.occupancy = [](const flitlock_block *block) { return rtl_host(block)->occupancy(); };
  ops.check = [](const flitlock_block *block, flitlock_error *error) { return rtl_host(block)->check(error); };
  return ops;
}

// The models of this program of one kind. Their texts were written by write_shape, so they can be read.
struct KnownShape {
  const ModelKind *kind;
  Shape shape;
};
std::vector<KnownShape> known_shapes(ShapeKind kind);

// The number of the shape with these parameters, or their count; then `error` says what the nearest one differs in.
// `difference` compares a shape with them. `block` is what a user calls the kind.
template <class Difference>
size_t find_shape(const std::vector<KnownShape> &shapes, Difference difference, const char *block, const char *name,
                  flitlock_error *error) {
  unsigned most = 0;
  std::string nearest = "there is no model in this program";
  for (size_t k = 0; k < shapes.size(); k++) {
    unsigned equal = 0;
    const std::string text = difference(shapes[k].shape, &equal);
    if (text.empty()) return k;
    if (k == 0 || equal > most) {
      most = equal;
      nearest = std::string("the nearest is ") + shapes[k].kind->name + ": " + text;
    }
  }
  flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: no Verilated model has this %s's parameters; %s", name, block,
                nearest.c_str());
  return shapes.size();
}

// Makes the block of model `kind`; `prepare` sets static inputs.
template <class Prepare>
int create_host(const ModelKind &kind, const RtlHost::Sizes &sizes, const std::vector<HostPort> &ports,
                const std::vector<Parameter> &parameters, const char *name, Prepare prepare, flitlock_block **block,
                flitlock_error *error) {
  try {
    auto made = std::make_unique<RtlHost>(kind, sizes, ports, name);
    prepare(*made);
    made->reset();
    const std::string difference = made->handshake(parameters);
    if (!difference.empty())
      return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: RTL model %s: %s", name, kind.name, difference.c_str());
    *block = reinterpret_cast<flitlock_block *>(made.release());
    return FLITLOCK_OK;
  } catch (const std::bad_alloc &) {
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: no memory for a Verilated model", name);
  } catch (const std::exception &wrong) {
    return flitlock_fail(error, FLITLOCK_E_INTERNAL, "%s: %s", name, wrong.what());
  }
}

}  // namespace flitlock_rtl

#endif
