// SPDX-License-Identifier: Apache-2.0
#include "verilated/rtl_router.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "verilated/rtl_model.h"
#include "verilated/rtl_print.h"
#include "verilated/shape.h"

#if VM_COVERAGE
#include <unistd.h>
#include <verilated_cov.h>

#include <atomic>
#include <cstdlib>
#endif

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "pins are moved as bytes");

namespace flitlock_rtl {
namespace {

constexpr size_t header_bytes = FLITLOCK_HEADER_BITS / 8;

// Which block's RTL is being evaluated by this thread, for what it prints.
thread_local std::string *printing = nullptr;

// Thrown out of Verilated code by vl_fatal, which must not return.
struct Fatal {};

// One unit of a packet on its way through the block, by header fields that a router passes on unchanged. A response
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
UnitKey unit_key(const flitlock_flit &flit, unsigned unit) {
  return {uint64_t{flit.src} << 32 | flit.dst, uint64_t{flit.id} << 32 | uint64_t{flit.op} << 8 | (flit.seq + unit)};
}

class RtlRouter {
 public:
  RtlRouter(const ModelKind &kind, const flitlock_router_params &params, const char *name)
      : params_(params), name_(name), port_(params.ports) {
    context_.fatalOnError(false);
    context_.threads(1);
    Verilated::threadContextp(&context_);
    context_.randReset(0);
    model_ = kind.make(&context_);
    pins_ = model_->pins;
    describe_ports();
    wire_route();
    *pins_.rst_n = 1;  // so that reset has an edge to fall
    eval();
    *pins_.load = 1;
    eval();
    reset();
  }

  // Verilator takes scopes out of the thread's context, whichever it is.
  ~RtlRouter() {
    Verilated::threadContextp(&context_);
    write_coverage();
    model_.reset();
    Verilated::threadContextp(nullptr);
  }
  RtlRouter(const RtlRouter &) = delete;
  RtlRouter &operator=(const RtlRouter &) = delete;

  void reset() {
    clear_inputs();
    *pins_.rst_n = 0;
    eval();
    *pins_.rst_n = 1;
    eval();
    payload_.clear();
    units_inside_ = 0;
  }

  uint64_t step(uint64_t cycle, const flitlock_in &in, flitlock_out &out) {
    cycle_ = cycle;
    drive(in);
    *pins_.clk = 0;
    *pins_.sample = 1;
    eval();
    *pins_.clk = 1;
    *pins_.sample = 0;
    eval();
    sample(out);
    return cycle + 1;
  }

  void describe(flitlock_block_info &info) const {
    info = {"router", "rtl", FLITLOCK_BLOCK_ABI, params_.ports, params_.vcs, port_.data()};
  }

  int check(flitlock_error *error) const {
    return problem_.empty() ? FLITLOCK_OK : flitlock_fail(error, FLITLOCK_E_PROTOCOL, "%s", problem_.c_str());
  }

  // The parameters of the RTL that was built, against those that were asked for.
  std::string handshake() const {
    unsigned bit = 0;
    for (const Parameter &parameter : rtl_parameters(params_)) {
      for (unsigned k = 0; k < parameter.bits; k++, bit++) {
        const unsigned built = pins_.shape[bit / 8] >> bit % 8 & 1U, asked = parameter.value[k / 32] >> k % 32 & 1U;
        if (built != asked)
          return std::string("bit ") + std::to_string(k) + " of parameter " + parameter.name + " is " +
                 std::to_string(built) + " in the RTL and " + std::to_string(asked) + " in the configuration";
      }
    }
    return "";
  }

  uint64_t occupancy() const { return units_inside_; }
  const uint8_t *payload(uint32_t port) const { return pins_.out_payload + port * lane_bytes(); }
  void write_back(bool on) { write_back_ = on; }

 private:
  // In a build that counts lines: into the folder FLITLOCK_RTL_COVERAGE, one file for each block.
  void write_coverage() {
#if VM_COVERAGE
    static std::atomic<unsigned> number{0};
    const char *folder = std::getenv("FLITLOCK_RTL_COVERAGE");
    if (folder == nullptr) return;
    const std::string file =
        std::string(folder) + "/" + std::to_string(getpid()) + "." + std::to_string(number++) + ".dat";
    context_.coveragep()->write(file.c_str());
#endif
  }

  size_t lane_bytes() const { return 2U * params_.unit_bytes; }

  void eval() {
    if (dead_) return;
    std::string text;
    printing = &text;
    Verilated::threadContextp(&context_);
    try {
      model_->eval();
    } catch (const Fatal &) {
      dead_ = true;  // stopped in the midst of an evaluation
    }
    printing = nullptr;
    if (!text.empty() && problem_.empty()) {
      std::replace(text.begin(), text.end(), '\n', ' ');
      complain("the RTL says: " + text);
    }
  }

  void complain(const std::string &text) {
    if (problem_.empty()) problem_ = name_ + ": cycle " + std::to_string(cycle_) + ": " + text;
  }

  void wire_route() {
    const flitlock_route &route = params_.route;
    *pins_.kind = route.kind & 3U;
    *pins_.gpu = route.gpu;
    *pins_.mesh = route.mesh;
    *pins_.node = route.node;
    *pins_.exit_node = route.exit_node;
    *pins_.exit_port = route.exit_port;
    *pins_.client_port = route.client_port;
    *pins_.switches = route.switches;
    *pins_.switch_port = route.switch_port;
    std::memcpy(pins_.next, route.next, sizeof route.next);
    std::memcpy(pins_.gpu_port, route.gpu_port, sizeof route.gpu_port);
    std::memcpy(pins_.mesh_port, route.mesh_port, sizeof route.mesh_port);
  }

  void describe_ports() {
    for (uint32_t number = 0; number < params_.ports; number++) {
      const flitlock_router_port &from = params_.port[number];
      flitlock_port_info &to = port_[number];
      std::memcpy(to.name, from.name, sizeof to.name);
      to.has_in = from.has_in;
      to.has_out = from.has_out;
      to.in_width = from.in_width;
      to.out_width = from.out_width;
      std::copy_n(from.input_depth, FLITLOCK_MAX_VCS, to.in_depth);
    }
  }

  static void set_bit(uint8_t *pin, uint32_t bit) { pin[bit / 8] = static_cast<uint8_t>(pin[bit / 8] | 1U << bit % 8); }
  static bool get_bit(const uint8_t *pin, uint32_t bit) { return pin[bit / 8] >> bit % 8 & 1; }
  size_t valid_bytes() const { return (params_.ports + 7) / 8; }
  size_t credit_bytes() const { return (size_t{params_.ports} * params_.vcs * 2 + 7) / 8; }

  void clear_inputs() {
    std::memset(pins_.in_valid, 0, valid_bytes());
    std::memset(pins_.in_header, 0, params_.ports * header_bytes);
    std::memset(pins_.in_payload, 0, params_.ports * lane_bytes());
    std::memset(pins_.out_credit, 0, credit_bytes());
    driven_ = 0;
  }

  void drive(const flitlock_in &in) {
    std::memset(pins_.in_valid, 0, valid_bytes());
    for (uint32_t port = 0; port < params_.ports; port++) {
      const uint64_t bit = uint64_t{1} << port;
      if ((driven_ | in.flit_valid) & bit) {
        std::memset(pins_.in_header + port * header_bytes, 0, header_bytes);
        std::memset(pins_.in_payload + port * lane_bytes(), 0, lane_bytes());
      }
      if (in.flit_valid & bit) drive_flit(port, in.flit[port]);
    }
    driven_ = in.flit_valid;
    std::memset(pins_.out_credit, 0, credit_bytes());
    for (uint32_t port = 0; port < params_.ports; port++) {
      if (!(in.credit_valid >> port & 1)) continue;
      for (uint32_t v = 0; v < params_.vcs; v++) {
        const uint32_t count = flitlock_credit_get(in.credit[port], v), bit = (port * params_.vcs + v) * 2;
        if (count & 1) set_bit(pins_.out_credit, bit);
        if (count & 2) set_bit(pins_.out_credit, bit + 1);
      }
    }
  }

  void drive_flit(uint32_t port, const flitlock_flit &flit) {
    uint32_t words[FLITLOCK_HEADER_BITS / 32];
    flitlock_flit_pack(&flit, words);
    std::memcpy(pins_.in_header + port * header_bytes, words, sizeof words);
    set_bit(pins_.in_valid, port);
    const unsigned units = std::min<unsigned>(flit.units, FLITLOCK_MAX_WIDTH);
    if (flit.payload)
      std::memcpy(pins_.in_payload + port * lane_bytes(), flit.payload, size_t{units} * params_.unit_bytes);
    for (unsigned unit = 0; unit < units; unit++)
      payload_[unit_key(flit, unit)] = flit.payload ? flit.payload + unit * params_.unit_bytes : nullptr;
    units_inside_ += units;
  }

  void sample(flitlock_out &out) {
    for (uint32_t port = 0; port < params_.ports; port++) {
      if (get_bit(pins_.out_valid, port)) {
        out.flit_valid |= uint64_t{1} << port;
        sample_flit(port, out.flit[port]);
      } else if (params_.checks) {
        check_zero(port);
      }
      uint32_t word = 0;
      for (uint32_t v = 0; v < params_.vcs; v++) {
        const uint32_t bit = (port * params_.vcs + v) * 2;
        const uint32_t count =
            (get_bit(pins_.in_credit, bit) ? 1U : 0U) | (get_bit(pins_.in_credit, bit + 1) ? 2U : 0U);
        word |= flitlock_credit_one(v, count);
      }
      if (word != 0) {
        out.credit_valid |= uint64_t{1} << port;
        out.credit[port] = word;
      }
    }
  }

  void sample_flit(uint32_t port, flitlock_flit &flit) {
    uint32_t words[FLITLOCK_HEADER_BITS / 32];
    std::memcpy(words, pins_.out_header + port * header_bytes, sizeof words);
    flitlock_flit_unpack(&flit, words);
    const uint8_t *bytes = payload(port);
    flit.payload = const_cast<uint8_t *>(bytes);  // of a flit that never came in: what the wires carry
    for (unsigned unit = 0; unit < std::min<unsigned>(flit.units, FLITLOCK_MAX_WIDTH); unit++) {
      const auto found = payload_.find(unit_key(flit, unit));
      if (found == payload_.end()) {
        complain("output " + std::to_string(port) + ": R-INV-2: a unit leaves that did not enter, or leaves again");
        break;
      }
      uint8_t *home = found->second;
      payload_.erase(found);
      units_inside_--;
      if (unit == 0) flit.payload = home;
      if (home && write_back_) std::memcpy(home, bytes + unit * params_.unit_bytes, params_.unit_bytes);
    }
    if (params_.checks && flit.units < 2 && !all_zero(bytes + params_.unit_bytes, params_.unit_bytes))
      complain("output " + std::to_string(port) + ": R-FL-1: payload above the carried unit is not 0");
  }

  void check_zero(uint32_t port) {
    if (!all_zero(pins_.out_header + port * header_bytes, header_bytes) || !all_zero(payload(port), lane_bytes()))
      complain("output " + std::to_string(port) + ": R-FL-8: wires are not 0 without a flit");
  }

  static bool all_zero(const uint8_t *bytes, size_t count) {
    return bytes[0] == 0 && std::memcmp(bytes, bytes + 1, count - 1) == 0;
  }

  flitlock_router_params params_;
  std::string name_;
  std::vector<flitlock_port_info> port_;
  VerilatedContext context_;
  std::unique_ptr<Model> model_;
  Pins pins_{};
  std::unordered_map<UnitKey, uint8_t *, UnitHash> payload_;  // where each unit inside has its bytes
  uint64_t units_inside_ = 0;
  uint64_t driven_ = 0;  // inputs whose lane is not 0
  uint64_t cycle_ = 0;
  bool write_back_ = true;
  bool dead_ = false;
  std::string problem_;  // the first
};

RtlRouter *router(flitlock_block *block) { return reinterpret_cast<RtlRouter *>(block); }
const RtlRouter *router(const flitlock_block *block) { return reinterpret_cast<const RtlRouter *>(block); }

struct KnownShape {
  const ModelKind *kind;
  Shape shape;
};

// The texts were written by write_shape, so they can be read.
const std::vector<KnownShape> &known_shapes() {
  static const std::vector<KnownShape> shapes = [] {
    std::vector<KnownShape> list;
    for (const ModelKind *const *kind = model_kinds; *kind; kind++) {
      std::istringstream text((*kind)->shape);
      list.push_back({*kind, read_shapes(text).at(0)});
    }
    return list;
  }();
  return shapes;
}

int create(const void *params_pointer, const char *name, flitlock_block **block, flitlock_error *error) {
  const auto &params = *static_cast<const flitlock_router_params *>(params_pointer);
  try {
    const size_t number = flitlock_rtl_shape_find(&params, name, error);
    if (number == known_shapes().size()) return FLITLOCK_E_CONFIG;
    auto made = std::make_unique<RtlRouter>(*known_shapes()[number].kind, params, name);
    const std::string difference = made->handshake();
    if (!difference.empty())
      return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: RTL model %s: %s", name, known_shapes()[number].kind->name,
                           difference.c_str());
    *block = reinterpret_cast<flitlock_block *>(made.release());
    return FLITLOCK_OK;
  } catch (const std::bad_alloc &) {
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: no memory for a Verilated model", name);
  } catch (const std::exception &wrong) {
    return flitlock_fail(error, FLITLOCK_E_INTERNAL, "%s: %s", name, wrong.what());
  }
}

}  // namespace
}  // namespace flitlock_rtl

using flitlock_rtl::known_shapes;
using flitlock_rtl::router;

int flitlock_rtl_print(const char *format, ...) {
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (flitlock_rtl::printing) flitlock_rtl::printing->append(text);
  return length;
}

// Called by Verilated code. By default these end the process; here what happened is noted as what the RTL says, so that
// it becomes a status of the block, with its report and its waves.
//
// After $error, $fatal and $stop, whose text has been noted: the run goes on.
void vl_stop(const char *, int, const char *) { Verilated::threadContextp()->gotError(true); }
// At $finish: the run goes on until the status is looked at.
void vl_finish(const char *file, int line, const char *) {
  if (Verilated::threadContextp()->gotFinish()) return;
  Verilated::threadContextp()->gotFinish(true);
  flitlock_rtl_print("%s:%d: the design called $finish", file, line);
}
// At errors of the simulation itself, such as a loop that does not settle.
void vl_fatal(const char *file, int line, const char *, const char *text) {
  flitlock_rtl_print("%s:%d: %s", file, line, text);
  throw flitlock_rtl::Fatal();
}

extern "C" {

size_t flitlock_rtl_shape_count(void) { return known_shapes().size(); }

struct flitlock_rtl_shape flitlock_rtl_shape_at(size_t number) {
  const flitlock_rtl::KnownShape &known = known_shapes().at(number);
  return {known.kind->name, &known.shape.params};
}

size_t flitlock_rtl_shape_find(const struct flitlock_router_params *params, const char *name,
                               struct flitlock_error *error) {
  const size_t count = known_shapes().size();
  unsigned most = 0;
  std::string nearest = "there is no model in this program";
  for (size_t k = 0; k < count; k++) {
    unsigned equal = 0;
    const std::string difference = flitlock_rtl::shape_difference(known_shapes()[k].shape.params, *params, &equal);
    if (difference.empty()) return k;
    if (k == 0 || equal > most) {
      most = equal;
      nearest = std::string("the nearest is ") + known_shapes()[k].kind->name + ": " + difference;
    }
  }
  flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: no Verilated model has this router's parameters; %s", name,
                nearest.c_str());
  return count;
}

const uint8_t *flitlock_rtl_payload(const struct flitlock_block *block, uint32_t port) {
  return router(block)->payload(port);
}
void flitlock_rtl_write_back(struct flitlock_block *block, int on) { router(block)->write_back(on != 0); }

const struct flitlock_block_ops flitlock_router_rtl = {
    "router",
    "rtl",
    flitlock_rtl::create,
    [](flitlock_block *block) { delete router(block); },
    [](flitlock_block *block) { router(block)->reset(); },
    [](flitlock_block *block, uint64_t cycle, const flitlock_in *in, flitlock_out *out) {
      return router(block)->step(cycle, *in, *out);
    },
    [](const flitlock_block *block, flitlock_block_info *info) { router(block)->describe(*info); },
    nullptr,
    nullptr,
    [](const flitlock_block *block) { return router(block)->occupancy(); },
    nullptr,
    [](const flitlock_block *block, flitlock_error *error) { return router(block)->check(error); },
};

}  // extern "C"
