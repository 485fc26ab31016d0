// SPDX-License-Identifier: Apache-2.0
#include "systemc/pod.h"

#include <algorithm>
#include <array>
#include <optional>

#include "flitlock/hosted.h"
#include "systemc/channel.h"
#include "systemc/client.h"
#include "systemc/router.h"
#include "systemc/waves.h"

namespace flitlock_sc {
namespace {

using namespace sc_core;

constexpr double period = 10;  // ns
sc_time ns(double count) { return {count, SC_NS}; }

// "gpu0.mesh0.A->B.req" as a name that SystemC and VCD files allow.
std::string plain(std::string name) {
  for (char &c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

struct HostedDeleter {
  void operator()(flitlock_hosted *hosted) const { flitlock_hosted_close(hosted, nullptr); }
};
using Hosted = std::unique_ptr<flitlock_hosted, HostedDeleter>;

// What has to be known of a simulation whatever the width of its wires.
class Top {
 public:
  virtual ~Top() = default;
  virtual void simulate() = 0;
  virtual void trace(sc_trace_file *file) = 0;
  // Why it ended: FLITLOCK_OK, or what was wrong.
  int status = FLITLOCK_OK;
  std::string problem;
  uint64_t cycles = 0, flits = 0;
};

template <unsigned UnitBytes>
class TopOf : public sc_module, public Top {
 public:
  TopOf(const sc_module_name &, flitlock_hosted *hosted, Choice &choice, const volatile int *interrupted)
      : hosted_(hosted),
        pod_(flitlock_hosted_pod(hosted)),
        engine_(flitlock_pod_engine(pod_)),
        config_(flitlock_pod_config(pod_)),
        interrupted_(interrupted) {
    for (uint32_t number = 0; number < flitlock_engine_block_count(engine_); number++)
      add_block(number, choice);
    choice.finish();
    for (uint32_t number = 0; number < flitlock_engine_channel_count(engine_); number++)
      add_channel(*flitlock_engine_channel(engine_, number));
    SC_HAS_PROCESS(TopOf);
    SC_METHOD(look);
    sensitive << clk_.negedge_event();
    dont_initialize();
  }

  void simulate() override {
    try {
      sc_start(ns(2.7 * period));  // over two edges in reset
      rst_n_.write(true);
      if (!over()) sc_start();
    } catch (const sc_report &report) {
      fail(FLITLOCK_E_INTERNAL, report.get_msg());
      for (const auto &block : block_)
        if (block->status() != FLITLOCK_OK) {
          status = block->status();
          problem = block->problem();
          break;
        }
    }
  }

  void trace(sc_trace_file *file) override {
    for (const auto &block : block_)
      block->trace(file);
  }

 private:
  void add_block(uint32_t number, Choice &choice) {
    const std::string name = flitlock_engine_block_name(engine_, number);
    const flitlock_router_params *params = flitlock_pod_router_params(pod_, number);
    if (params != nullptr) {
      const Choice::Block chosen = choice.choose(name, *params);
      auto pins = std::make_unique<RouterPins>(name.c_str(), *params, *chosen.ops, chosen.own);
      block_.push_back(std::make_unique<Module<UnitBytes>>(plain(name).c_str(), std::move(pins)));
    } else {
      auto pins = std::make_unique<ClientPins>(hosted_, number);
      block_.push_back(std::make_unique<Module<UnitBytes>>(plain(name).c_str(), std::move(pins)));
    }
    block_.back()->clk_i(clk_);
    block_.back()->rst_ni(rst_n_);
  }

  void add_channel(const flitlock_channel &channel) {
    channel_.push_back(
        std::make_unique<Channel<UnitBytes>>(plain(channel.name).c_str(), channel.latency, channel.credit_latency));
    channel_.back()->clk_i(clk_);
    channel_.back()->rst_ni(rst_n_);
    channel_.back()->connect(*block_[channel.src_block], channel.src_port, *block_[channel.dst_block],
                             channel.dst_port);
  }

  // Half a period after each edge: what was presented is on the wires.
  void look() {
    if (!rst_n_.read()) return;
    uint64_t presented = 0;
    for (uint32_t number = 0; number < block_.size(); number++)
      if (flitlock_pod_router_params(pod_, number) != nullptr) presented += log(number);
    flits += presented;
    if (presented != 0) moved_ = cycles;
    cycles++;
    if (status != FLITLOCK_OK || over()) sc_stop();
  }

  // Takes a router's outputs from the wires to the log; returns its flits.
  uint64_t log(uint32_t number) {
    const Module<UnitBytes> &block = *block_[number];
    flitlock_out out{0, 0, flit_.data(), credit_.data()};
    for (uint32_t p = 0; p < block.ports(); p++) {
      const uint32_t credit = block.in_credit_o[p].read();
      if (credit != 0) {
        out.credit_valid |= uint64_t{1} << p;
        credit_[p] = credit;
      }
      if (!block.out_valid_o[p].read()) continue;
      out.flit_valid |= uint64_t{1} << p;
      std::array<uint32_t, FLITLOCK_HEADER_BITS / 32> header;
      copy_wires(header.data(), block.out_header_o[p].read());
      copy_wires(payload_[p].data(), block.out_payload_o[p].read());
      flitlock_flit_unpack(&flit_[p], header.data());
      flit_[p].payload = reinterpret_cast<uint8_t *>(payload_[p].data());
    }
    const int logged = flitlock_hosted_presented(hosted_, number, cycles, &out);
    if (logged != FLITLOCK_OK) fail(logged, "the event log cannot be written");
    return static_cast<uint64_t>(__builtin_popcountll(out.flit_valid));
  }

  bool over() {
    if (*interrupted_ != 0) fail(FLITLOCK_E_TIMEOUT, "interrupted at cycle " + std::to_string(cycles));
    if (status != FLITLOCK_OK) return true;
    if (flitlock_hosted_over(hosted_, cycles)) {
      judge();
      return true;
    }
    if (config_->check.watchdog != 0 && cycles - moved_ > config_->check.watchdog && !empty())
      fail(FLITLOCK_E_NO_PROGRESS, "no progress: no router has presented a flit since cycle " + std::to_string(moved_));
    return status != FLITLOCK_OK;
  }

  // A run that should come to its end has done so.
  void judge() {
    const bool finite = config_->workload.kind != FLITLOCK_WORKLOAD_SYNTHETIC || config_->workload.count > 0;
    if (flitlock_hosted_packets(hosted_) == 0) {
      fail(FLITLOCK_E_VACUOUS, "no packet arrived in " + std::to_string(cycles) + " cycles");
    } else if ((finite || config_->run.drain) && !empty()) {
      fail(FLITLOCK_E_TIMEOUT, "packets are under way at cycle " + std::to_string(cycles) +
                                   ", the limit: raise run.cycles or run.drain_limit");
    }
  }

  bool empty() const {
    uint64_t sent = 0, received = 0, waiting = 0;
    for (uint32_t number = 0; number < block_.size(); number++) {
      if (flitlock_pod_router_params(pod_, number) != nullptr) continue;
      flitlock_client_counts counts;
      flitlock_client_get_counts(flitlock_engine_block(engine_, number), &counts);
      sent += counts.sent;
      received += counts.received;
      waiting += counts.waiting;
    }
    return waiting == 0 && sent == received;
  }

  void fail(int code, const std::string &text) {
    if (status != FLITLOCK_OK) return;
    status = code;
    problem = text;
  }

  flitlock_hosted *hosted_;
  const flitlock_pod *pod_;
  flitlock_engine *engine_;
  const flitlock_config *config_;
  const volatile int *interrupted_;
  // The first edge comes when reset has been driven.
  sc_clock clk_{"clk", ns(period), 0.5, ns(period), true};
  sc_signal<bool> rst_n_{"rst_n"};
  std::vector<std::unique_ptr<Module<UnitBytes>>> block_;  // by their numbers in the pod
  std::vector<std::unique_ptr<Channel<UnitBytes>>> channel_;
  uint64_t moved_ = 0;  // cycle of the last flit
  std::array<flitlock_flit, FLITLOCK_DPI_MAX_PORTS> flit_{};
  std::array<uint32_t, FLITLOCK_DPI_MAX_PORTS> credit_{};
  std::array<std::array<uint32_t, UnitBytes / 2>, FLITLOCK_DPI_MAX_PORTS> payload_{};
};

std::unique_ptr<Top> make_top(flitlock_hosted *hosted, Choice &choice, const volatile int *interrupted) {
  const uint32_t unit_bytes = flitlock_pod_config(flitlock_hosted_pod(hosted))->pod.unit_bytes;
  switch (unit_bytes) {
    case 16:
      return std::make_unique<TopOf<16>>("pod", hosted, choice, interrupted);
    case 32:
      return std::make_unique<TopOf<32>>("pod", hosted, choice, interrupted);
    case 64:
      return std::make_unique<TopOf<64>>("pod", hosted, choice, interrupted);
    default:
      throw Error(FLITLOCK_E_CONFIG, "pod.unit_bytes is " + std::to_string(unit_bytes) +
                                         ": this program has wires for units of 16, 32 and 64 bytes");
  }
}

void simulate(const flitlock_config *config, const PodOptions &options, const volatile int *interrupted,
              PodResult *result) {
  flitlock_error error{};
  flitlock_hosted *made = nullptr;
  int status = flitlock_hosted_create(config, options.events.empty() ? nullptr : options.events.c_str(), &made, &error);
  if (status != FLITLOCK_OK) throw Error(status, error.text);
  Hosted hosted(made);
  Choice choice(config, options.choice);
  const std::unique_ptr<Top> top = make_top(made, choice, interrupted);
  std::optional<Waves> waves;
  if (!options.vcd.empty()) {
    waves.emplace(options.vcd, 1, SC_NS);
    top->trace(waves->file());
  }
  top->simulate();
  *result = {top->cycles,
             top->flits,
             flitlock_hosted_packets(made),
             choice.count(FLITLOCK_USE_C),
             choice.count(FLITLOCK_USE_RTL),
             choice.count(FLITLOCK_USE_LOCKSTEP)};
  if (options.choice.session != nullptr) flitlock_lockstep_finish(options.choice.session);
  const int waved = waves ? waves->close(&error) : FLITLOCK_OK;
  flitlock_error log_error{};
  const int logged = flitlock_hosted_close(hosted.release(), &log_error);
  if (top->status != FLITLOCK_OK) throw Error(top->status, top->problem);
  if (logged != FLITLOCK_OK) throw Error(logged, log_error.text);
  if (waved != FLITLOCK_OK) throw Error(waved, error.text);
}

}  // namespace

int run_pod(const flitlock_config *config, const PodOptions &options, const volatile int *interrupted,
            PodResult *result, flitlock_error *error) {
  try {
    simulate(config, options, interrupted, result);
  } catch (const Error &wrong) {
    return flitlock_fail(error, wrong.status, "%s", wrong.what());
  } catch (const std::exception &wrong) {
    return flitlock_fail(error, FLITLOCK_E_INTERNAL, "%s", wrong.what());
  }
  if (options.choice.session == nullptr || result->blocks_lockstep == 0) return FLITLOCK_OK;
  return flitlock_lockstep_verdict(options.choice.session, error);
}

}  // namespace flitlock_sc
