// SPDX-License-Identifier: Apache-2.0
#include "verilated/rtl_host.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <sstream>

#include "verilated/rtl_print.h"

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

UnitKey unit_key(const flitlock_flit &flit, unsigned unit) {
  return {uint64_t{flit.src} << 32 | flit.dst, uint64_t{flit.id} << 32 | uint64_t{flit.op} << 8 | (flit.seq + unit)};
}

void set_bit(uint8_t *pin, uint32_t bit) { pin[bit / 8] = static_cast<uint8_t>(pin[bit / 8] | 1U << bit % 8); }
bool get_bit(const uint8_t *pin, uint32_t bit) { return pin[bit / 8] >> bit % 8 & 1; }
bool all_zero(const uint8_t *bytes, size_t count) {
  return bytes[0] == 0 && std::memcmp(bytes, bytes + 1, count - 1) == 0;
}

}  // namespace

RtlHost::RtlHost(const ModelKind &kind, const Sizes &sizes, const std::vector<HostPort> &ports, const char *name)
    : sizes_(sizes), name_(name), ports_(static_cast<uint32_t>(ports.size())) {
  for (const HostPort &port : ports) {
    info_.push_back(port.info);
    carries_.push_back(port.carries);
    kept_.push_back({std::vector<uint8_t>(port.kept * lane_bytes()), 0});
  }
  context_.fatalOnError(false);
  context_.threads(1);
  Verilated::threadContextp(&context_);
  context_.randReset(0);
  model_ = kind.make(&context_);
  pins_ = model_->pins;
  *pins_.rst_n = 1;  // so that reset has an edge to fall
  eval();
}

// Verilator takes scopes out of the thread's context, whichever it is.
RtlHost::~RtlHost() {
  Verilated::threadContextp(&context_);
  write_coverage();
  model_.reset();
  Verilated::threadContextp(nullptr);
}

void RtlHost::reset() {
  clear_inputs();
  *pins_.rst_n = 0;
  eval();
  *pins_.rst_n = 1;
  eval();
  payload_.clear();
  units_inside_ = 0;
  still_ = 0;
}

uint64_t RtlHost::step(uint64_t cycle, const flitlock_in &in, flitlock_out &out) {
  cycle_ = cycle;
  drive(in);
  *pins_.clk = 0;
  *pins_.sample = 1;
  eval();
  *pins_.clk = 1;
  *pins_.sample = 0;
  eval();
  sample(out);
  if (sizes_.rests == 0) return cycle + 1;
  const bool quiet = in.flit_valid == 0 && in.credit_valid == 0 && silent();
  still_ = quiet ? std::min(still_ + 1, sizes_.rests) : 0;
  return still_ == sizes_.rests ? FLITLOCK_SLEEP : cycle + 1;
}

bool RtlHost::silent() const {
  return all_zero(pins_.out_valid, valid_bytes()) && all_zero(pins_.in_credit, credit_bytes());
}

void RtlHost::describe(flitlock_block_info &info) const {
  info = {sizes_.kind, "rtl", FLITLOCK_BLOCK_ABI, ports_ - sizes_.hidden, sizes_.vcs, info_.data()};
}

int RtlHost::check(flitlock_error *error) const {
  return problem_.empty() ? FLITLOCK_OK : flitlock_fail(error, FLITLOCK_E_PROTOCOL, "%s", problem_.c_str());
}

std::string RtlHost::handshake(const std::vector<Parameter> &parameters) const {
  unsigned bit = 0;
  for (const Parameter &parameter : parameters) {
    for (unsigned k = 0; k < parameter.bits; k++, bit++) {
      const unsigned built = pins_.shape[bit / 8] >> bit % 8 & 1U, asked = parameter.value[k / 32] >> k % 32 & 1U;
      if (built != asked)
        return std::string("bit ") + std::to_string(k) + " of parameter " + parameter.name + " is " +
               std::to_string(built) + " in the RTL and " + std::to_string(asked) + " in the configuration";
    }
  }
  return "";
}

// In a build that counts lines: into the folder FLITLOCK_RTL_COVERAGE, one file for each block.
void RtlHost::write_coverage() {
#if VM_COVERAGE
  static std::atomic<unsigned> number{0};
  const char *folder = std::getenv("FLITLOCK_RTL_COVERAGE");
  if (folder == nullptr) return;
  const std::string file =
      std::string(folder) + "/" + std::to_string(getpid()) + "." + std::to_string(number++) + ".dat";
  context_.coveragep()->write(file.c_str());
#endif
}

void RtlHost::eval() {
  if (dead_) return;
  std::string text;
  printing = &text;
  Verilated::threadContextp(&context_);
  try {
    model_->eval();
  } catch (const Fatal &) {
    dead_ = true;
  }
  printing = nullptr;
  if (!text.empty() && problem_.empty()) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    complain("the RTL says: " + text);
  }
}

void RtlHost::complain(const std::string &text) {
  if (problem_.empty()) problem_ = name_ + ": cycle " + std::to_string(cycle_) + ": " + text;
}

void RtlHost::clear_inputs() {
  std::memset(pins_.in_valid, 0, valid_bytes());
  std::memset(pins_.in_header, 0, ports_ * header_bytes);
  std::memset(pins_.in_payload, 0, ports_ * lane_bytes());
  std::memset(pins_.out_credit, 0, credit_bytes());
  driven_ = 0;
}

void RtlHost::drive(const flitlock_in &in) {
  std::memset(pins_.in_valid, 0, valid_bytes());
  for (uint32_t port = 0; port < ports_; port++) {
    const uint64_t bit = uint64_t{1} << port;
    if ((driven_ | in.flit_valid) & bit) {
      std::memset(pins_.in_header + port * header_bytes, 0, header_bytes);
      std::memset(pins_.in_payload + port * lane_bytes(), 0, lane_bytes());
    }
    if (in.flit_valid & bit) drive_flit(port, in.flit[port]);
  }
  driven_ = in.flit_valid;
  std::memset(pins_.out_credit, 0, credit_bytes());
  for (uint32_t port = 0; port < ports_; port++) {
    if (!(in.credit_valid >> port & 1)) continue;
    for (uint32_t v = 0; v < sizes_.vcs; v++) {
      const uint32_t count = flitlock_credit_get(in.credit[port], v), bit = (port * sizes_.vcs + v) * 2;
      if (count & 1) set_bit(pins_.out_credit, bit);
      if (count & 2) set_bit(pins_.out_credit, bit + 1);
    }
  }
}

void RtlHost::drive_flit(uint32_t port, const flitlock_flit &flit) {
  uint32_t words[FLITLOCK_HEADER_BITS / 32];
  flitlock_flit_pack(&flit, words);
  std::memcpy(pins_.in_header + port * header_bytes, words, sizeof words);
  set_bit(pins_.in_valid, port);
  const unsigned units = std::min<unsigned>(flit.units, FLITLOCK_MAX_WIDTH);
  if (flit.payload)
    std::memcpy(pins_.in_payload + port * lane_bytes(), flit.payload, size_t{units} * sizes_.unit_bytes);
  if (carries_[port] != Carries::Packets) return;
  for (unsigned unit = 0; unit < units; unit++)
    payload_[unit_key(flit, unit)] = flit.payload ? flit.payload + unit * sizes_.unit_bytes : nullptr;
  units_inside_ += units;
}

void RtlHost::sample(flitlock_out &out) {
  for (uint32_t port = 0; port < ports_ - sizes_.hidden; port++) {
    if (get_bit(pins_.out_valid, port)) {
      out.flit_valid |= uint64_t{1} << port;
      sample_flit(port, out.flit[port]);
    } else if (sizes_.checks) {
      check_zero(port);
    }
    uint32_t word = 0;
    for (uint32_t v = 0; v < sizes_.vcs; v++) {
      const uint32_t bit = (port * sizes_.vcs + v) * 2;
      const uint32_t count = (get_bit(pins_.in_credit, bit) ? 1U : 0U) | (get_bit(pins_.in_credit, bit + 1) ? 2U : 0U);
      word |= flitlock_credit_one(v, count);
    }
    if (word != 0) {
      out.credit_valid |= uint64_t{1} << port;
      out.credit[port] = word;
    }
  }
}

void RtlHost::sample_flit(uint32_t port, flitlock_flit &flit) {
  uint32_t words[FLITLOCK_HEADER_BITS / 32];
  std::memcpy(words, pins_.out_header + port * header_bytes, sizeof words);
  flitlock_flit_unpack(&flit, words);
  const uint8_t *bytes = payload(port);
  flit.payload = const_cast<uint8_t *>(bytes);  // of a flit that never came in: what the wires carry
  if (carries_[port] == Carries::Messages) {
    // A message has none, golden's and ours: an event log tells none from one of zeros.
    if (all_zero(bytes, lane_bytes()))
      flit.payload = nullptr;
    else if (sizes_.checks)
      complain("output " + std::to_string(port) + ": R-TLB-M-1: the payload of a message is not 0");
    return;
  }
  if (carries_[port] == Carries::Own)
    flit.payload = keep(port);
  else
    sample_units(port, flit);
  if (sizes_.checks && flit.units < 2 && !all_zero(bytes + sizes_.unit_bytes, sizes_.unit_bytes))
    complain("output " + std::to_string(port) + ": R-FL-1: payload above the carried unit is not 0");
}

// The payload of a flit that leaves, where it stays for a while.
uint8_t *RtlHost::keep(uint32_t port) {
  Kept &kept = kept_[port];
  uint8_t *place = kept.bytes.data() + kept.next;
  std::memcpy(place, payload(port), lane_bytes());
  kept.next = (kept.next + lane_bytes()) % kept.bytes.size();
  return place;
}

// Leads a flit's payload home to where it came in.
void RtlHost::sample_units(uint32_t port, flitlock_flit &flit) {
  const uint8_t *bytes = payload(port);
  for (unsigned unit = 0; unit < std::min<unsigned>(flit.units, FLITLOCK_MAX_WIDTH); unit++) {
    const auto found = payload_.find(unit_key(flit, unit));
    if (found == payload_.end()) {
      complain("output " + std::to_string(port) + ": R-INV-2: a unit leaves that did not enter, or leaves again");
      return;
    }
    uint8_t *home = found->second;
    payload_.erase(found);
    units_inside_--;
    if (unit == 0) flit.payload = home;
    if (home && write_back_) std::memcpy(home, bytes + unit * sizes_.unit_bytes, sizes_.unit_bytes);
  }
}

void RtlHost::check_zero(uint32_t port) {
  if (!all_zero(pins_.out_header + port * header_bytes, header_bytes) || !all_zero(payload(port), lane_bytes()))
    complain("output " + std::to_string(port) + ": R-FL-8: wires are not 0 without a flit");
}

std::vector<KnownShape> known_shapes(ShapeKind kind) {
  std::vector<KnownShape> list;
  for (const ModelKind *const *model = model_kinds; *model; model++) {
    std::istringstream text((*model)->shape);
    Shape shape = read_shapes(text).at(0);
    if (shape.kind == kind) list.push_back({*model, std::move(shape)});
  }
  return list;
}

}  // namespace flitlock_rtl

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
