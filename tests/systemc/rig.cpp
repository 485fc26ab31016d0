// SPDX-License-Identifier: Apache-2.0
#include "systemc/rig.h"

#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <random>
#include <sstream>
#include <vector>

#include "systemc/router.h"
#include "systemc/waves.h"

namespace flitlock_test {

RigOptions rig_options;
RigResult rig_result;

namespace {

using namespace sc_core;
using namespace flitlock_sc;

constexpr double period = 10;  // ns; rising edges at multiples of it
sc_time ns(double count) { return {count, SC_NS}; }

// A simulation in steps of the block contract.
class Rig {
 public:
  virtual ~Rig() = default;
  virtual void reset() = 0;
  virtual void step(const flitlock_in &in, flitlock_out &out) = 0;
};

template <unsigned UnitBytes>
class RigOf : public Rig {
 public:
  RigOf(const flitlock_router_params &params, const RigOptions &options)
      : params_(params),
        options_(options),
        golden_("golden", params, flitlock_router_golden),
        device_("device", params, *options.device, options.device_params),
        in_(params.ports),
        golden_out_(params.ports),
        device_out_(params.ports),
        bytes_(params.ports) {
    connect(golden_, golden_out_);
    connect(device_, device_out_);
    if (options_.vcd.empty()) return;
    waves_.emplace(options_.vcd, 1, SC_NS);
    golden_.trace(waves_->file());
    device_.trace(waves_->file());
  }

  // Before the first edge, then between edges, then over edges.
  void reset() override {
    if (sc_time_stamp() == SC_ZERO_TIME) {
      run(3);
      rst_n_.write(true);
      run(3);
      return;
    }
    run(options_.reset_from - 6);
    rst_n_.write(false);
    idle();
    for (unsigned k = 0; k < options_.reset_edges; k++)
      run(period);
    run(1);
    rst_n_.write(true);
    // Back to 6 ns after a rising edge with reset, or on before the next one without.
    if (options_.reset_edges != 0) run(period - 1 - (options_.reset_from - 6));
    at_ = options_.reset_edges != 0 ? 6 : options_.reset_from + 1;
  }

  // From somewhere before a rising edge to 6 ns after it.
  void step(const flitlock_in &in, flitlock_out &out) override {
    garbage();
    run(0.5);
    drive(in);
    run(period - at_ - 0.5 + 1);
    sample(out);
    garbage();
    run(5);
    at_ = 6;
  }

 private:
  struct In {
    sc_signal<bool> valid;
    sc_signal<Header> header;
    sc_signal<Payload<UnitBytes>> payload;
    sc_signal<uint32_t> credit;
  };
  using Out = In;

  void connect(Module<UnitBytes> &module, std::vector<Out> &out) {
    module.clk_i(clk_);
    module.rst_ni(rst_n_);
    for (uint32_t p = 0; p < params_.ports; p++) {
      if (params_.port[p].has_in) {
        module.in_valid_i[p](in_[p].valid);
        module.in_header_i[p](in_[p].header);
        module.in_payload_i[p](in_[p].payload);
        module.in_credit_o[p](out[p].credit);
      }
      if (params_.port[p].has_out) {
        module.out_valid_o[p](out[p].valid);
        module.out_header_o[p](out[p].header);
        module.out_payload_o[p](out[p].payload);
        module.out_credit_i[p](in_[p].credit);
      }
    }
  }

  void run(double time) {
    sc_start(ns(time));
    compare();
  }

  void idle() {
    for (In &pins : in_) {
      pins.valid.write(false);
      pins.header.write(Header());
      pins.payload.write(Payload<UnitBytes>());
      pins.credit.write(0);
    }
  }

  // What is not there at the edge is not seen.
  void garbage() {
    for (In &pins : in_) {
      pins.valid.write(random_() & 1);
      pins.header.write(Header(static_cast<unsigned>(random_())));
      pins.payload.write(Payload<UnitBytes>(static_cast<unsigned>(random_())));
      pins.credit.write(static_cast<uint32_t>(random_()));
    }
  }

  void drive(const flitlock_in &in) {
    idle();
    for (uint32_t p = 0; p < params_.ports; p++) {
      if (in.credit_valid >> p & 1) in_[p].credit.write(in.credit[p]);
      if (!(in.flit_valid >> p & 1)) continue;
      const flitlock_flit &flit = in.flit[p];
      std::array<uint32_t, FLITLOCK_HEADER_BITS / 32> words{};
      flitlock_flit_pack(&flit, words.data());
      std::array<uint32_t, UnitBytes / 2> bytes{};
      std::memcpy(bytes.data(), flit.payload, flit.units * UnitBytes);
      in_[p].valid.write(true);
      in_[p].header.write(wires<Header>(words.data()));
      in_[p].payload.write(wires<Payload<UnitBytes>>(bytes.data()));
    }
  }

  void sample(flitlock_out &out) {
    for (uint32_t p = 0; p < params_.ports; p++) {
      const Out &pins = golden_out_[p];
      if (pins.credit.read() != 0) {
        out.credit_valid |= uint64_t{1} << p;
        out.credit[p] = pins.credit.read();
      }
      if (!pins.valid.read()) continue;
      rig_result.flits++;
      out.flit_valid |= uint64_t{1} << p;
      std::array<uint32_t, FLITLOCK_HEADER_BITS / 32> words{};
      copy_wires(words.data(), pins.header.read());
      copy_wires(bytes_[p].data(), pins.payload.read());
      flitlock_flit_unpack(&out.flit[p], words.data());
      out.flit[p].payload = reinterpret_cast<uint8_t *>(bytes_[p].data());
    }
  }

  template <class Value>
  void same(const char *pin, uint32_t port, const sc_signal<Value> &golden, const sc_signal<Value> &device) {
    rig_result.compared++;
    if (golden.read() == device.read() || !rig_result.difference.empty()) return;
    std::ostringstream text;
    text << sc_time_stamp().to_string() << ": " << pin << '[' << port << "]: golden " << golden.read() << ", device "
         << device.read();
    rig_result.difference = text.str();
  }
  void compare() {
    for (uint32_t p = 0; p < params_.ports; p++) {
      same("in_credit_o", p, golden_out_[p].credit, device_out_[p].credit);
      same("out_valid_o", p, golden_out_[p].valid, device_out_[p].valid);
      same("out_header_o", p, golden_out_[p].header, device_out_[p].header);
      same("out_payload_o", p, golden_out_[p].payload, device_out_[p].payload);
      const bool quiet = golden_out_[p].credit.read() == 0 && !golden_out_[p].valid.read() &&
                         golden_out_[p].header.read() == Header() &&
                         golden_out_[p].payload.read() == Payload<UnitBytes>();
      if (!rst_n_.read() && !quiet && rig_result.difference.empty())
        rig_result.difference = sc_time_stamp().to_string() + ": an output is not 0 in reset";
    }
  }

  const flitlock_router_params params_;
  const RigOptions options_;
  // The first rising edge comes when reset has been driven.
  sc_clock clk_{"clk", ns(period), 0.5, ns(period), true};
  sc_signal<bool> rst_n_{"rst_n"};
  Router<UnitBytes> golden_, device_;
  std::vector<In> in_;
  std::vector<Out> golden_out_, device_out_;
  std::vector<std::array<uint32_t, 32>> bytes_;
  std::optional<Waves> waves_;
  std::mt19937_64 random_{1};
  double at_ = 6;  // ns after a rising edge
};

int create(const void *params_pointer, const char *name, flitlock_block **block, flitlock_error *error) {
  const auto &params = *static_cast<const flitlock_router_params *>(params_pointer);
  if (sc_start_of_simulation_invoked())
    return flitlock_fail(error, FLITLOCK_E_USAGE, "%s: SystemC simulates once in a process: run the tests by ctest",
                         name);
  rig_result = {};
  try {
    std::unique_ptr<Rig> rig;
    if (params.unit_bytes == 8) rig = std::make_unique<RigOf<8>>(params, rig_options);
    if (params.unit_bytes == 16) rig = std::make_unique<RigOf<16>>(params, rig_options);
    if (params.unit_bytes == 32) rig = std::make_unique<RigOf<32>>(params, rig_options);
    if (params.unit_bytes == 64) rig = std::make_unique<RigOf<64>>(params, rig_options);
    *block = reinterpret_cast<flitlock_block *>(rig.release());
  } catch (const Error &wrong) {
    return flitlock_fail(error, wrong.status, "%s", wrong.what());
  }
  return *block ? FLITLOCK_OK : flitlock_fail(error, FLITLOCK_E_CONFIG, "units of %u bytes", params.unit_bytes);
}

Rig *rig(flitlock_block *block) { return reinterpret_cast<Rig *>(block); }

int check(const flitlock_block *, flitlock_error *error) {
  if (rig_result.difference.empty()) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_MISMATCH, "%s", rig_result.difference.c_str());
}

}  // namespace

const flitlock_block_ops rig_ops = {
    "router",
    "systemc",
    create,
    [](flitlock_block *block) { delete rig(block); },
    [](flitlock_block *block) { rig(block)->reset(); },
    [](flitlock_block *block, uint64_t cycle, const flitlock_in *in, flitlock_out *out) {
      rig(block)->step(*in, *out);
      return cycle + 1;
    },
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    check,
};

}  // namespace flitlock_test
