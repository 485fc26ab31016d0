// SPDX-License-Identifier: Apache-2.0
// The wires between an output and an input: a flit lane, and a credit lane back. What is longer than one cycle is a
// pipeline of registers.
#ifndef FLITLOCK_TB_SYSTEMC_CHANNEL_H
#define FLITLOCK_TB_SYSTEMC_CHANNEL_H

#include <deque>

#include "systemc/module.h"

namespace flitlock_sc {

template <unsigned UnitBytes>
struct FlitWires {
  sc_core::sc_signal<bool> valid;
  sc_core::sc_signal<Header> header;
  sc_core::sc_signal<Payload<UnitBytes>> payload;
};

template <unsigned UnitBytes>
class Channel : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk_i{"clk_i"};
  sc_core::sc_in<bool> rst_ni{"rst_ni"};

  // Latencies in cycles, at least 1.
  Channel(sc_core::sc_module_name, uint32_t latency, uint32_t credit_latency)
      : latency_(latency), credit_latency_(credit_latency) {
    if (latency == 1 && credit_latency == 1) return;
    SC_HAS_PROCESS(Channel);
    SC_METHOD(edge);
    sensitive << clk_i.pos() << rst_ni.neg();
  }

  // What the sender presents, and the credits that come home to it.
  FlitWires<UnitBytes> &sender() { return sender_; }
  sc_core::sc_signal<uint32_t> &sender_credit() { return credit_latency_ > 1 ? late_credit_ : credit_; }
  // What the receiver samples, and the credits that it presents.
  FlitWires<UnitBytes> &receiver() { return latency_ > 1 ? late_ : sender_; }
  sc_core::sc_signal<uint32_t> &receiver_credit() { return credit_; }

  // Joins an output of `from` to an input of `to`.
  void connect(Module<UnitBytes> &from, uint32_t output, Module<UnitBytes> &to, uint32_t input) {
    from.out_valid_o[output](sender().valid);
    from.out_header_o[output](sender().header);
    from.out_payload_o[output](sender().payload);
    from.out_credit_i[output](sender_credit());
    to.in_valid_i[input](receiver().valid);
    to.in_header_i[input](receiver().header);
    to.in_payload_i[input](receiver().payload);
    to.in_credit_o[input](receiver_credit());
  }

  // Flits that the receiver has not sampled, as of after an edge.
  uint64_t flits() const { return (sender_.valid.read() ? 1U : 0U) + flits_.size() + (late_.valid.read() ? 1U : 0U); }

 private:
  struct Flit {
    uint64_t arrival;
    Header header;
    Payload<UnitBytes> payload;
  };
  struct Credit {
    uint64_t arrival;
    uint32_t word;
  };

  void edge() {
    if (!rst_ni.read()) {
      flits_.clear();
      credits_.clear();
      present();
    } else if (clk_i.posedge()) {
      // What was presented after edge t is sampled here, at edge t + 1, and presented after edge t + latency - 1.
      cycle_++;
      if (latency_ > 1 && sender_.valid.read())
        flits_.push_back({cycle_ + latency_ - 2, sender_.header.read(), sender_.payload.read()});
      if (credit_latency_ > 1 && credit_.read() != 0)
        credits_.push_back({cycle_ + credit_latency_ - 2, credit_.read()});
      present();
    }
  }

  void present() {
    if (latency_ > 1) {
      const bool valid = !flits_.empty() && flits_.front().arrival == cycle_;
      late_.valid.write(valid);
      late_.header.write(valid ? flits_.front().header : Header());
      late_.payload.write(valid ? flits_.front().payload : Payload<UnitBytes>());
      if (valid) flits_.pop_front();
    }
    if (credit_latency_ > 1) {
      const bool valid = !credits_.empty() && credits_.front().arrival == cycle_;
      late_credit_.write(valid ? credits_.front().word : 0U);
      if (valid) credits_.pop_front();
    }
  }

  const uint32_t latency_, credit_latency_;
  FlitWires<UnitBytes> sender_, late_;
  sc_core::sc_signal<uint32_t> credit_, late_credit_;
  std::deque<Flit> flits_;
  std::deque<Credit> credits_;
  uint64_t cycle_ = 0;
};

}  // namespace flitlock_sc

#endif
