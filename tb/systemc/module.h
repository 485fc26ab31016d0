// SPDX-License-Identifier: Apache-2.0
// The SystemC side of a block: an SC_MODULE with the pins of docs/rtl-interface.md.
//
// Element `p` of a vector of ports is what the table there calls "of port p": in_valid_i[p], in_header_i[p] and so on.
// A side that a port does not have is tied off inside and stays unbound.
//
// Inputs are sampled at the rising edge of clk_i, outputs are written by sc_signal's rule and seen after the edge.
// rst_ni is active low and taken asynchronously: outputs become 0 at once, without a clock edge. So drive rst_ni before
// the first edge: start the sc_clock with an offset.
#ifndef FLITLOCK_TB_SYSTEMC_MODULE_H
#define FLITLOCK_TB_SYSTEMC_MODULE_H

#include <cstring>
#include <memory>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "dpi/vector.h"
#include "systemc/pins.h"

namespace flitlock_sc {

using Header = sc_dt::sc_bv<FLITLOCK_HEADER_BITS>;
template <unsigned UnitBytes>
using Payload = sc_dt::sc_bv<FLITLOCK_MAX_WIDTH * 8 * static_cast<int>(UnitBytes)>;

// Wires as words, least significant first, and back.
inline void copy_wires(uint32_t *words, const sc_dt::sc_bv_base &from) {
  for (int word = 0; word < from.size(); word++)
    words[word] = static_cast<uint32_t>(from.get_word(word));
}
template <class Wires>
Wires wires(const uint32_t *words) {
  Wires value;
  for (int word = 0; word < value.size(); word++)
    value.set_word(word, words[word]);
  return value;
}

template <unsigned UnitBytes>
class Module : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk_i{"clk_i"};
  sc_core::sc_in<bool> rst_ni{"rst_ni"};
  sc_core::sc_vector<sc_core::sc_in<bool>> in_valid_i;
  sc_core::sc_vector<sc_core::sc_in<Header>> in_header_i;
  sc_core::sc_vector<sc_core::sc_in<Payload<UnitBytes>>> in_payload_i;
  sc_core::sc_vector<sc_core::sc_out<uint32_t>> in_credit_o;  // 2 bits for each VC, VC 0 in the lowest
  sc_core::sc_vector<sc_core::sc_out<bool>> out_valid_o;
  sc_core::sc_vector<sc_core::sc_out<Header>> out_header_o;
  sc_core::sc_vector<sc_core::sc_out<Payload<UnitBytes>>> out_payload_o;
  sc_core::sc_vector<sc_core::sc_in<uint32_t>> out_credit_i;

  Module(sc_core::sc_module_name, std::unique_ptr<PinBlock> block)
      : in_valid_i("in_valid_i", block->ports()),
        in_header_i("in_header_i", block->ports()),
        in_payload_i("in_payload_i", block->ports()),
        in_credit_o("in_credit_o", block->ports()),
        out_valid_o("out_valid_o", block->ports()),
        out_header_o("out_header_o", block->ports()),
        out_payload_o("out_payload_o", block->ports()),
        out_credit_i("out_credit_i", block->ports()),
        block_(std::move(block)),
        in_(flitlock_vector_words(block_->lanes().bits)),
        out_(in_.size()),
        shown_(block_->ports()) {
    if (block_->unit_bytes() != UnitBytes)
      throw Error(FLITLOCK_E_CONFIG, std::string(name()) + ": its units have " + std::to_string(block_->unit_bytes()) +
                                         " bytes, the module is made for " + std::to_string(UnitBytes));
    tie_off();
    SC_HAS_PROCESS(Module);
    SC_METHOD(edge);
    sensitive << clk_i.pos() << rst_ni.neg();
  }

  uint32_t ports() const { return block_->ports(); }
  bool has_in(uint32_t port) const { return block_->has_in(port); }
  bool has_out(uint32_t port) const { return block_->has_out(port); }
  // Edges since reset.
  uint64_t cycle() const { return cycle_; }
  // The first thing that was wrong, which has also been reported as an SC_ERROR.
  int status() const { return status_; }
  const std::string &problem() const { return problem_; }

  // All pins, each with its width.
  void trace(sc_core::sc_trace_file *file) const override {
    if (sc_core::sc_get_status() < sc_core::SC_END_OF_ELABORATION)
      traced_.push_back(file);  // ports are not bound yet
    else
      trace_pins(file);
  }

 private:
  void end_of_elaboration() override {
    for (sc_core::sc_trace_file *file : traced_)
      trace_pins(file);
  }

  void trace_pins(sc_core::sc_trace_file *file) const {
    const std::string prefix = std::string(name()) + ".";
    const auto pin = [&](const auto &port) { sc_core::sc_trace(file, port, prefix + port.basename()); };
    const auto credit = [&](const auto &port) {
      sc_core::sc_trace(file, port->read(), prefix + port.basename(), static_cast<int>(2 * block_->vcs()));
    };
    pin(clk_i);
    pin(rst_ni);
    for (uint32_t p = 0; p < ports(); p++) {
      if (has_in(p)) {
        pin(in_valid_i[p]);
        pin(in_header_i[p]);
        pin(in_payload_i[p]);
        credit(in_credit_o[p]);
      }
      if (has_out(p)) {
        pin(out_valid_o[p]);
        pin(out_header_o[p]);
        pin(out_payload_o[p]);
        credit(out_credit_i[p]);
      }
    }
  }

  static_assert(UnitBytes % 2 == 0 && UnitBytes <= FLITLOCK_MAX_UNIT_BYTES, "a lane is whole words");
  static constexpr size_t lane_words = UnitBytes / 2;

  struct Ground {
    sc_core::sc_signal<bool> valid;
    sc_core::sc_signal<Header> header;
    sc_core::sc_signal<Payload<UnitBytes>> payload;
    sc_core::sc_signal<uint32_t> credit;
  };

  // Wires of a side that does not exist: the inputs are 0, and what is written to outputs nobody reads.
  void tie_off() {
    for (uint32_t p = 0; p < ports(); p++) {
      if (!has_in(p)) {
        Ground &ground = *grounds_.emplace_back(std::make_unique<Ground>());
        in_valid_i[p](ground.valid);
        in_header_i[p](ground.header);
        in_payload_i[p](ground.payload);
        in_credit_o[p](ground.credit);
      }
      if (!has_out(p)) {
        Ground &ground = *grounds_.emplace_back(std::make_unique<Ground>());
        out_valid_o[p](ground.valid);
        out_header_o[p](ground.header);
        out_payload_o[p](ground.payload);
        out_credit_i[p](ground.credit);
      }
    }
  }

  void edge() {
    if (!rst_ni.read()) {
      block_->reset();
      cycle_ = 0;
      std::memset(out_.data(), 0, out_.size() * sizeof out_[0]);
      present();
      return;
    }
    if (!clk_i.posedge()) return;
    sample();
    std::string text;
    const int status = block_->step(cycle_++, in_.data(), out_.data(), &text);
    present();
    if (status != FLITLOCK_OK) complain(status, text);
  }

  uint32_t *header(std::vector<uint32_t> &words, uint32_t port) {
    return words.data() + block_->lanes().header + FLITLOCK_DPI_HEADER_WORDS * port;
  }
  uint32_t *payload(std::vector<uint32_t> &words, uint32_t port) {
    return words.data() + block_->lanes().payload / 4 + lane_words * port;
  }

  void sample() {
    const unsigned bits = 2 * block_->vcs();
    const flitlock_dpi_lanes &lanes = block_->lanes();
    std::memset(in_.data(), 0, lanes.header * 4);
    for (uint32_t p = 0; p < ports(); p++) {
      flitlock_vector_or(in_.data(), lanes.credit + bits * p, bits, out_credit_i[p].read());
      if (!in_valid_i[p].read()) continue;
      in_[0] |= 1U << p;
      copy_wires(header(in_, p), in_header_i[p].read());
      copy_wires(payload(in_, p), in_payload_i[p].read());
    }
  }

  void present() {
    const unsigned bits = 2 * block_->vcs();
    for (uint32_t p = 0; p < ports(); p++) {
      in_credit_o[p].write(flitlock_vector_get(out_.data(), block_->lanes().credit + bits * p, bits));
      const bool valid = out_[0] >> p & 1U;
      out_valid_o[p].write(valid);
      if (!valid && !shown_[p]) continue;  // the wires are 0 already
      shown_[p] = valid;
      out_header_o[p].write(wires<Header>(header(out_, p)));
      out_payload_o[p].write(wires<Payload<UnitBytes>>(payload(out_, p)));
    }
  }

  void complain(int status, const std::string &text) {
    if (status_ == FLITLOCK_OK) {
      status_ = status;
      problem_ = text;
    }
    SC_REPORT_ERROR("/flitlock/block", (std::string(name()) + ": " + text).c_str());
  }

  std::unique_ptr<PinBlock> block_;
  mutable std::vector<sc_core::sc_trace_file *> traced_;  // to be, once the ports are bound
  std::vector<uint32_t> in_, out_;
  std::vector<char> shown_;  // [ports]: header and payload are not 0
  std::vector<std::unique_ptr<Ground>> grounds_;
  uint64_t cycle_ = 0;
  int status_ = FLITLOCK_OK;
  std::string problem_;
};

}  // namespace flitlock_sc

#endif
