// SPDX-License-Identifier: Apache-2.0
// A router that Verilator made a SystemC module of (--sc), beside the golden one: random packets over two ports, every
// output wire compared in every cycle. As an argument "plant" shows that it can fail: the golden router gets a header
// with one bit turned over.
#include <cstdio>
#include <cstring>
#include <random>

#include "Vflitlock_router.h"
#include "systemc/router.h"

using namespace sc_core;

namespace {

using flitlock_sc::Header;
constexpr unsigned ports = 2, vcs = 2, unit_bytes = 8, depth = 8;
using Payload = flitlock_sc::Payload<unit_bytes>;
constexpr int header_bits = FLITLOCK_HEADER_BITS, payload_bits = 16 * unit_bytes;
constexpr uint64_t cycles = 2000;

// What the two have: a signal for each port, and one of all ports.
template <class Value, class Flat>
struct Wires {
  sc_signal<Value> port[ports];
  sc_signal<Flat> flat;
};
struct Lanes {
  Wires<bool, uint32_t> valid;
  Wires<Header, sc_dt::sc_bv<ports * header_bits>> header;
  Wires<Payload, sc_dt::sc_bv<ports * payload_bits>> payload;
  Wires<uint32_t, uint32_t> credit;
};

flitlock_router_params parameters() {
  flitlock_router_params params;
  flitlock_router_params_default(&params);
  params.ports = ports;
  params.vcs = vcs;
  params.unit_bytes = unit_bytes;
  params.route.node = 9;
  for (unsigned p = 0; p < ports; p++) {
    params.port[p].has_in = params.port[p].has_out = 1;
    params.route.next[p] = static_cast<uint8_t>(p);
  }
  return params;
}

class Bench : public sc_module {
 public:
  Bench(const sc_module_name &, bool plant) : plant_(plant), params_(parameters()) {
    golden_.clk_i(clk_);
    golden_.rst_ni(rst_n_);
    rtl_.clk_i(clk_);
    rtl_.rst_ni(rst_n_);
    for (unsigned p = 0; p < ports; p++) {
      golden_.in_valid_i[p](in_.valid.port[p]);
      golden_.in_header_i[p](in_.header.port[p]);
      golden_.in_payload_i[p](in_.payload.port[p]);
      golden_.in_credit_o[p](out_.credit.port[p]);
      golden_.out_valid_o[p](out_.valid.port[p]);
      golden_.out_header_o[p](out_.header.port[p]);
      golden_.out_payload_o[p](out_.payload.port[p]);
      golden_.out_credit_i[p](in_.credit.port[p]);
    }
    rtl_.in_valid_i(in_.valid.flat);
    rtl_.in_header_i(in_.header.flat);
    rtl_.in_payload_i(in_.payload.flat);
    rtl_.in_credit_o(out_.credit.flat);
    rtl_.out_valid_o(out_.valid.flat);
    rtl_.out_header_o(out_.header.flat);
    rtl_.out_payload_o(out_.payload.flat);
    rtl_.out_credit_i(in_.credit.flat);
    wire_route();
    for (unsigned p = 0; p < ports; p++)
      for (unsigned v = 0; v < vcs; v++)
        credits_[p][v] = depth;
    SC_HAS_PROCESS(Bench);
    SC_METHOD(cycle);
    sensitive << clk_.negedge_event();
    dont_initialize();
  }

  int run() {
    sc_start(22, SC_NS);
    rst_n_.write(true);
    sc_start();
    std::printf("verilated_router: %llu cycles, %llu flits and %llu credits compared, %llu wires differ\n",
                static_cast<unsigned long long>(cycle_), static_cast<unsigned long long>(flits_),
                static_cast<unsigned long long>(returned_), static_cast<unsigned long long>(different_));
    return different_ == 0 && flits_ > cycles / 4 && returned_ > cycles / 4 ? 0 : 1;
  }

 private:
  void wire_route() {
    rtl_.cfg_kind_i(small_[0]);
    rtl_.cfg_gpu_i(small_[1]);
    rtl_.cfg_mesh_i(small_[2]);
    rtl_.cfg_node_i(node_);
    rtl_.cfg_exit_node_i(none_);
    rtl_.cfg_exit_port_i(none_);
    rtl_.cfg_client_port_i(small_[3]);
    rtl_.cfg_switches_i(small_[4]);
    rtl_.cfg_switch_port_i(small_[5]);
    rtl_.cfg_next_i(next_);
    rtl_.cfg_gpu_port_i(table_);
    rtl_.cfg_mesh_port_i(table_);
    node_.write(params_.route.node);
    none_.write(FLITLOCK_NO_PORT);
    uint32_t words[64];
    std::memcpy(words, params_.route.next, sizeof words);
    next_.write(flitlock_sc::wires<sc_dt::sc_bv<2048>>(words));
  }

  // Between the edges: looks at what the last one brought, then drives the next one.
  void cycle() {
    if (!rst_n_.read()) return;
    compare();
    take();
    drive();
    if (++cycle_ == cycles) sc_stop();
  }

  template <class Value>
  void same(const char *pin, unsigned p, const Value &golden, const Value &rtl) {
    if (golden == rtl) return;
    if (different_++ == 0)
      std::printf("cycle %llu: %s of port %u: golden %s, RTL %s\n", static_cast<unsigned long long>(cycle_), pin, p,
                  sc_dt::sc_bv<payload_bits + header_bits>(golden).to_string(sc_dt::SC_HEX).c_str(),
                  sc_dt::sc_bv<payload_bits + header_bits>(rtl).to_string(sc_dt::SC_HEX).c_str());
  }
  template <class Value, int Bits>
  static Value slice(const sc_dt::sc_bv<Bits> &flat, unsigned p) {
    const int bits = Bits / static_cast<int>(ports), low = bits * static_cast<int>(p);
    return Value(flat.range(low + bits - 1, low));
  }

  void compare() {
    for (unsigned p = 0; p < ports; p++) {
      const uint32_t mask = (1U << 2 * vcs) - 1;
      same("out_valid_o", p, uint32_t{out_.valid.port[p].read()}, out_.valid.flat.read() >> p & 1U);
      same("in_credit_o", p, out_.credit.port[p].read(), out_.credit.flat.read() >> 2 * vcs * p & mask);
      same("out_header_o", p, out_.header.port[p].read(), slice<Header>(out_.header.flat.read(), p));
      same("out_payload_o", p, out_.payload.port[p].read(), slice<Payload>(out_.payload.flat.read(), p));
    }
  }

  // Flits that came out fill the buffer behind; credits that came back are counted.
  void take() {
    for (unsigned p = 0; p < ports; p++) {
      for (unsigned v = 0; v < vcs; v++) {
        const uint32_t count = flitlock_credit_get(out_.credit.port[p].read(), v);
        credits_[p][v] += count;
        returned_ += count;
      }
      if (!out_.valid.port[p].read()) continue;
      flits_++;
      full_[p][out_.header.port[p].read().range(3, 0).to_uint()]++;
    }
  }

  void drive() {
    uint32_t valid = 0, credit = 0;
    sc_dt::sc_bv<ports * header_bits> headers;
    sc_dt::sc_bv<ports * payload_bits> payloads;
    for (unsigned p = 0; p < ports; p++) {
      const int port = static_cast<int>(p);
      Header header;
      Payload payload;
      if (next_flit(p, header, payload)) valid |= 1U << p;
      headers.range(header_bits * port + header_bits - 1, header_bits * port) = header;
      payloads.range(payload_bits * port + payload_bits - 1, payload_bits * port) = payload;
      if (plant_ && cycle_ > 1000 && (valid >> p & 1U)) {
        header[160] = !header[160].to_bool();  // a bit of addr
        plant_ = false;
      }
      in_.valid.port[p].write(valid >> p & 1U);
      in_.header.port[p].write(header);
      in_.payload.port[p].write(payload);
      uint32_t word = 0;
      for (unsigned v = 0; v < vcs; v++) {
        if (full_[p][v] == 0 || random_() % 3 == 0) continue;  // a stall
        full_[p][v]--;
        word |= flitlock_credit_one(v, 1);
      }
      in_.credit.port[p].write(word);
      credit |= word << 2 * vcs * p;
    }
    in_.valid.flat.write(valid);
    in_.header.flat.write(headers);
    in_.payload.flat.write(payloads);
    in_.credit.flat.write(credit);
  }

  bool next_flit(unsigned p, Header &header, Payload &payload) {
    flitlock_flit &flit = flit_[p];
    if (flit.seq == flit.len) {
      flit = {};
      flit.vc = static_cast<uint8_t>(random_() % vcs);
      flit.len = static_cast<uint8_t>(1 + random_() % 4);
      flit.units = 1;
      flit.dst = flitlock_address(0, 0, static_cast<uint32_t>(random_() % ports), 0);
      flit.id = id_++;
      flit.addr = random_();
    }
    if (credits_[p][flit.vc] == 0 || random_() % 4 == 0) return false;
    credits_[p][flit.vc]--;
    flit.head = flit.seq == 0;
    flit.tail = flit.seq + 1 == flit.len;
    uint32_t words[header_bits / 32];
    flitlock_flit_pack(&flit, words);
    header = flitlock_sc::wires<Header>(words);
    payload = Payload(static_cast<unsigned>(random_()));
    flit.seq++;
    return true;
  }

  bool plant_;
  const flitlock_router_params params_;
  sc_clock clk_{"clk", sc_time(10, SC_NS), 0.5, sc_time(10, SC_NS), true};
  sc_signal<bool> rst_n_{"rst_n"};
  flitlock_sc::RouterGolden<unit_bytes> golden_{"golden", params_};
  Vflitlock_router rtl_{"rtl"};
  Lanes in_, out_;
  sc_signal<uint32_t> small_[6], node_, none_;
  sc_signal<sc_dt::sc_bv<2048>> next_, table_;
  unsigned credits_[ports][vcs] = {}, full_[ports][vcs] = {};
  flitlock_flit flit_[ports] = {};
  std::mt19937_64 random_{7};
  uint32_t id_ = 0;
  uint64_t cycle_ = 0, flits_ = 0, returned_ = 0, different_ = 0;
};

}  // namespace

int sc_main(int argc, char **argv) {
  const bool plant = argc == 2 && std::strcmp(argv[1], "plant") == 0;
  if (argc > 1 && !plant) {
    std::fputs("usage: verilated_router [plant]\n", stderr);
    return 2;
  }
  Bench bench("bench", plant);
  return bench.run();
}
